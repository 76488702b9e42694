"""Recognises what a person states in a prompt: wishes, rules, corrections, answers and open ends.

Kept in the person's words, with their reason. Jokes, suppositions, quotations, passing
instructions and what was taken back are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sightline.memory.capture import cues
from sightline.memory.capture.sentences import LONGEST, Capture, content_words, sentences
from sightline.model.transcript_step import PROMPT, REPLY, Step
from sightline.text.fence import one_line

# Longer prompts are mostly pasted, not the person's own words.
OWN_WORDS = 1_200
# What joins the numbers of a list.
_LISTED = r"(?i)\b(?:and|und|plus|then|both|also|only)\b"
# An answer to a question of the assistant has at most this many words.
LONGEST_ANSWER = 60
FEWEST_WORDS = 3
_GO_AHEAD = (
    r"(?:ok(?:ay)?|yes|yep|yeah|yup|sure|please|go(?: ahead| on)?|do (?:it|that|so)|fine|good|great|nice|cool|thanks?|thx|perfect|sounds good"
    r"|all|both|apply|continue|proceed|correct|right|exactly|no|nope|nah|shame|ja|nein|gut|passt|mach(?: das)?|oui|non|d'accord|vas-y|sí|si|vale|bien|sim|certo|va bene|好的?|行|可以|是的?|不用|はい|いいえ|お願いします|了解"
    r"|that'?s (?:all|fine|it)|it|them|that|only)[\s,.!、。]*"
)
_QUOTED = r"(?<![\w'])'[^'\n]{12,}'(?!\w)|\"[^\"]{8,}\"|“[^”]{8,}”|«[^»]{8,}»|「[^」]{8,}」"


class _Prompt(NamedTuple):
    """A prompt with the question of the assistant that came before it."""

    step: Step
    question: str


def statements(steps: Sequence[Step]) -> list[Capture]:
    """What the person stated; what a later prompt takes back is left out."""
    captures: list[Capture] = []
    latest: list[Capture] = []
    for prompt in _prompts(steps):
        text = prompt.step.text
        question = prompt.question
        if takes_back(text):
            captures = [one for one in captures if one not in latest]
            # The new answer belongs to the same question.
            question = question or next((_question_of(one) for one in latest), "")
        latest = _stated(prompt.step, question)
        captures += latest
    return captures


def takes_back(text: str) -> bool:
    """Whether a prompt takes back what the one before it said."""
    return re.search(cues.WITHDRAWN, text, re.IGNORECASE | re.MULTILINE) is not None


def _question_of(capture: Capture) -> str:
    return capture.text.partition("? ")[0] + "?" if capture.rule == "answer" else ""


def _prompts(steps: Sequence[Step]) -> list[_Prompt]:
    prompts = []
    question = ""
    for step in steps:
        if step.kind == REPLY:
            question = _last_question(step.text)
        elif step.kind == PROMPT:
            if len(step.text) <= OWN_WORDS:
                prompts.append(_Prompt(step, question))
            question = ""
    return prompts


def _last_question(reply: str) -> str:
    """The question a reply ends with; one sentence may follow it."""
    lines = _parts(reply)
    for line in reversed(lines[-2:]):
        if line.endswith(("?", "？")):
            # "OK?" alone asks about the sentence before it.
            at = lines.index(line)
            short = len(line.split()) < FEWEST_WORDS and line.isascii()
            return f"{lines[at - 1]} {line}" if short and at else line
    return ""


def _parts(text: str) -> list[str]:
    """The sentences of a text; Chinese and Japanese sentences end without a space."""
    spaced = re.sub(r"([。！？])(?=\S)", r"\1 ", text)
    spaced = re.sub(r"(?<=[^\x00-\x7f])\?(?=\S)", "? ", spaced)
    parts = []
    for line in sentences(spaced, loose=True):
        parts += [part for part in re.split(r"(?<=[。！？])\s+", line) if part]
    return parts


def _stated(step: Step, question: str) -> list[Capture]:
    # An answer may begin with a number, which is not the number of a list item.
    lines = _parts(re.sub(r"^(\d+)\.(?= )", r"\1,", step.text))
    said = [re.sub(_QUOTED, "", line) for line in lines]
    whole = " ".join(said)
    if not lines or _has(cues.JOKE, whole) or is_disputed(whole):
        return []
    for rule, kind, cue in (("wish", "convention", cues.WISH), ("open", "handoff", cues.TOMORROW)):
        at = next((at for at, line in enumerate(said) if _has(cue, line)), None)
        if at is not None and not said[at].endswith(("?", "？")) and not _is_other(said[at]):
            return [_capture(step, kind, " ".join(lines[at : at + 3]), rule)]
    answer = _answer(step, question, said, lines)
    return answer or _ruled(step, said, lines)


def _answer(step: Step, question: str, said: Sequence[str], lines: Sequence[str]) -> list[Capture]:
    """An answer to the assistant's question, unless it only says to go on."""
    whole = " ".join(said)
    if not question or len(whole.split()) > LONGEST_ANSWER or _is_vague(whole):
        return []
    if any(line.endswith(("?", "？")) for line in said) or _has(cues.ASKING, said[0]):
        return []
    if re.fullmatch(rf"(?:{_GO_AHEAD})+", whole.strip(), re.IGNORECASE):
        return []
    # "#2 and #3" says nothing if the question does not name them.
    numbers = re.findall(r"\d+", whole)
    is_choice = numbers and not re.search(r"[^\W\d_]", re.sub(_LISTED, "", whole))
    if is_choice and any(number not in question for number in numbers):
        return []
    text = f"{one_line(question, 240)} {one_line(' '.join(lines), LONGEST)}"
    return [Capture("decision", text, "answer", step.place, (), files_in(text))]


def _ruled(step: Step, said: Sequence[str], lines: Sequence[str]) -> list[Capture]:
    """Rules, choices with their reason and corrections; those of one prompt make one memory."""
    corrects = _has(cues.CORRECTION, said[0])
    chosen = []
    for at, line in enumerate(said):
        rest = " ".join(said[at:])
        if line.endswith(("?", "？", ":")) or _is_vague(line) or _is_other(line):
            continue
        if len(_words(line)) < FEWEST_WORDS or _has(cues.ASKING, line):
            continue
        plain = re.sub(rf"^(?:{_GO_AHEAD})+", "", line.strip(), flags=re.IGNORECASE)
        grounds = _has(cues.REASON, rest) or _has(_STRONG, line) or _has(cues.ASIDE, line)
        grounded = _has(cues.REASON, re.sub(r"\bso (?:that )?(?:it|they)?", "", rest))
        asks = re.match(_TASK, plain, re.IGNORECASE) and not grounded
        aside = _has(cues.ASIDE, line) and _has(cues.REASON, rest)
        rules = aside or (_has(cues.RULE, line) and grounds and not asks)
        chooses = re.match(cues.CHOICE, plain, re.IGNORECASE) and _has(cues.REASON, rest)
        settles = re.match(_SETTLES, plain, re.IGNORECASE) is not None
        decides = _has(cues.DECIDED, plain) and not _has(cues.UNDECIDED, line)
        if (
            rules
            or chooses
            or settles
            or decides
            or (corrects and (_has(cues.REASON, rest) or at > 0))
        ):
            chosen.append(at)
    if not chosen:
        return []
    first = chosen[0]
    if corrects:
        first = 0
    elif first and re.search(r"\b(?:it|that|this|them|these|those|they)\b", said[first], re.I):
        first -= 1  # a pronoun needs the sentence before it
    text = " ".join(lines[first:])
    kind = "convention" if _has(_STRONG, text) else "decision"
    return [_capture(step, kind, text, "correction" if corrects else "rule")]


# A choice that needs no reason, because its words choose between ways.
_SETTLES = (
    r"(?:let'?s |we(?:'ll| will|'re going to) |i(?:'ll|'d) )?(?:go|stick|stay) with \S+ \S+"
    r"|actually,? we(?:'ve)? (?:dropped|moved|switched|replaced|removed|migrated|use|store|keep)\b|on part sur \S+|vamos con \S+|nehmen wir \S+|restiamo (?:su|con) \S+"
)
# A request for work that describes a behaviour: "add a button that always stays visible". A clause of
# its own ("make it stable, never sort by time") is a rule.
_TASK = (
    r"(?:please |now |and )?(?:add|make|fix|create|implement|build|show|render|display|change|update)\b"
    r"[^,;:.]*\b(?:always|never)\b[^,;:]*$"
    r"|.*\b(?:always|never) \w+s\b.*(?:\bfix (?:it|this|that)\b|, (?:please |so )?(?:fix|make|change|add|repair|let|stop)\b)"
)
# A rule that needs no reason, because it says itself that it holds everywhere.
_STRONG = (
    rf"{cues.AGREED}|{cues.HERE}|"
    r"\bmust(?:n'?t| not| never| always)\b|\b(?:never|always)\b|\bin this (?:repo|crate|project|package|code ?base)\b|\bwe (?:use|are on)\b"
    r"|\bgilt für\b|\bnie(?:mals)?\b|\bjamais\b|\bnunca\b|\bno se \w+n?\b|\ben lugar de\b|\bem vez de\b|\binvece di\b|\bmai\b|一律|必须|必ず|\bbefore \d"
)


def is_disputed(text: str) -> bool:
    """Whether a person says that they do not agree with what they tell."""
    return _has(cues.DISAGREED, text)


def is_meant(sentence: str) -> bool:
    """Whether a sentence is the person's own and lasting: no joke, supposition or passing order."""
    passing = _has(cues.JOKE, sentence) or _has(cues.ONCE, sentence)
    return not passing and not _is_other(sentence)


def _is_vague(text: str) -> bool:
    return _has(cues.DOUBT, text) or _has(cues.ONCE, text) or _has(cues.SUPPOSED, text)


def _is_other(text: str) -> bool:
    """Whether a sentence is supposed, or reports what others say."""
    return _has(cues.SUPPOSED, text) or _has(cues.OTHERS, text)


def _words(text: str) -> list[str]:
    unspaced = re.findall(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]{2}", text)
    return content_words(text) + unspaced + re.findall(r"[^\W\d_a-zA-Z]\w{2,}", text)


def _capture(step: Step, kind: str, text: str, rule: str) -> Capture:
    text = one_line(text, LONGEST)
    return Capture(kind, text, rule, step.place, (), files_in(text))


def files_in(text: str) -> tuple[str, ...]:
    """The paths of files that a text names."""
    return tuple(dict.fromkeys(re.findall(r"(?<![\w/])(?:[\w.-]+/)+[\w-]+\.\w{1,6}\b", text)))


def _has(pattern: str, text: str) -> bool:
    return re.search(pattern, text, re.IGNORECASE) is not None
