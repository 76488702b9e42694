"""Recognises decisions of the person: approved plans, answered questions and directives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sightline.memory.capture.sentences import (
    LONGEST,
    Capture,
    content_words,
    names_code,
    sentences,
)
from sightline.memory.capture.statements import is_disputed, is_meant
from sightline.model.transcript_step import PROMPT, Step
from sightline.text.fence import one_line

# Longer prompts are mostly pasted, not the person's own words.
OWN_WORDS = 1_200
# A bare command inside a longer prompt is often a line of pasted text.
BARE_COMMAND = 500
FEWEST_CONTENT = 4
# "I decided on a partial index" is short and clear.
FEWEST_DECIDED = 3
FULL_CONTENT = 6
MOST_POINTS = 6

_FILLERS = (
    r"(?:(?:ok(?:ay)?|yes|yeah|yep|no|nope|nah|hmm+|so|but|and|well|ah|oh|right|then|i think|actually"
    r"|please|also|alright|great|good|cool|sure|thanks|however|all good|in general)[,.!:-]*\s+)*"
)
_HOW = (
    r"(?:(?:just|only|also|always|never|really|do|definitely|still|both|explicitly|not|ever)\s+)*"
)
# A wish of the person: we want, we should not, let's use, I would rather.
_OWN_WILL = (
    rf"\blet'?s {_HOW}(?:use|go with|keep|rename|make|change|switch|drop|remove|store|stick|call"
    r"|treat|avoid|skip|allow|disable|enable|default|move|put|adjust|replace|be)\b"
    rf"|\bwe {_HOW}(?:want|don'?t want|do not want|don'?t need|do not need|don'?t use|should"
    r"|shouldn'?t|should not|must|mustn'?t|need to (?:make sure|ensure|keep|avoid))\b"
    rf"|\bi {_HOW}(?:want|don'?t want|don'?t like|prefere?)\b(?! you to)"
    r"|\bi(?:'d| would)(?: \w+)? (?:rather|prefere?|replace|keep|like (?:it|this|the|to keep))\b"
)
# Says that it was decided; needs no other sign.
_DECIDED = (
    rf"{_FILLERS}(?:(?:we|i|the team)(?:'ve| have)? (?:just |now |already |all |finally )?(?:decided"
    r"(?! (?:yet|later|nothing))|settled on|opted for|chosen?(?! (?:the )?wrong))|decision\s*:)"
)
_LEANS = r"\b(?:its?|that|this|they|them|these|those|there)\b"
# Words of wishing, which say nothing about what is wished for.
_EMPTY = (
    r"want|need|should|let|instead|rather|just|only|always|never|also|think|please|yeah|okay|not"
)
_COMMAND = r"(?:always|never|don'?t|do not|avoid|prefer|use|keep|make sure|ensure)\b"
# A rule: something must never or always be.
_RULE = r".{3,120}\b(?:should|must)(?:n'?t| not| never| always| only)\b"
# A decision excludes an alternative, or applies to more than one place.
_SCOPE = (
    r"\b(?:instead|rather than|not|never|always|only|don'?t|shouldn'?t|mustn'?t|avoid|prefere?|wherever"
    r"|default|everywhere|no longer|backwards?.compat\w*|entirely|completely|every|any|without"
    r"|explicit(?:ly)?|source of truth|unless|first time|must|consisten\w+|from now on|no need"
    r"|replace)\b"
)
# Makes an instruction a rule.
_LASTING = r"\b(?:always|never|everywhere|wherever|every|instead|rather than|by default|must|from now on)\b"
# About this moment only; of no use to a later session.
_PASSING = (
    r"\b(?:it|that|this|them|both|all|first|now|again|one|two|#?\d+)[.!]*$|\b(?:commit|push|pr|prs"
    r"|pull request|rebase|merge conflicts?|for now|never ?mind|wait|later|continue|the plan"
    r"|let'?s see|stash|try again|go ahead|run (?:it|the)|let me know|just (?:tell|let|check|validate)"
    r"|comments?|review|today|tomorrow|options? (?:\d|[a-e]\b)|#\d+|phase|step \d|yet|anything|very end|future"
    r"|keep in mind|something like|i (?:was|am|'m) |this (?:change|branch|time)|these changes"
    r"|not sure|wondering|considering|maybe|perhaps|brainstorm|jump to|plan down|discuss(?:ion)?"
    r"|subagents?|todo|investigate|linear|jira|ticket|for example|i guess|pasted?|forget|branch off|current branch|docs are"
    r"|screen ?shots?|wish|i don'?t think i|or something|what if|what could)\b"
)
# Questions about the next step or about facts, which decide nothing for the project.
_PASSING_QUESTION = (
    r"what would you like|next\?|ready to|clarify|would you like|how (?:do|would) you (?:like|want)\b"
    r"|\b(?:should|shall|can|may) I\b(?! (?:handle|name|implement|structure|store|model))|\bme to\b"
    r"|other (?:edge cases|scenarios|questions)|more questions|next area|discuss|proceed|mock-?ups?"
    r"|the plan\b|which (?:file|branch|pr|claims|areas)\b|does this|how should these|\bprs?\b|committed"
    r"|is this (?:correct|right)|sound good|change ?log|tagging|this release|version number|rebase"
    r"|autonomous|in parallel|keep running|the loop|full run|right now|already exist|trade-?offs"
    r"|^(?:when|do you (?:have|know|remember))\b|^where (?:is|are|did|was|were)\b"
    r"|^what (?:scenario|error|happened|did|is|are|was|were)\b|\bno \S+ in the project"
    r"|^(?:is|are|does|did|was|were|has|have|can|could)\b(?!.*\b(?:or|should)\b)"
)
# A long answer with these words explains and does not decide.
_NO_ANSWER = r"\b(?:not sure|don'?t know|already|maybe|perhaps|depends|what do you|i think we)\b|…$"
# The lines after such a line are hypothetical.
_SUPPOSE = r"\b(?:if|suppose|imagine|assume|what|options?)\b"
_UNSURE = r"(?:you decide|your call|up to you|next|wait|done)\b|(?:no|yes)? ?/? ?(?:not sure|don'?t know|unsure|maybe)|(?:do )?\d(?:,| and|$)"
_PLAN = r"(?:implement|execute|follow|carry out) (?:the following|this) plan\b[^\n]*\n"
_LABEL = r"^(?:(?:(?:implementation |refactoring )?plan|[A-Z]+-\d+)(?:\s*[:+]\s*|\s+[—–-]+\s+))+"
_NO_CHANGE = (
    r"\btests?\b|review|feedback|documentation|\bdocs?\b|\.md\b|readme|change ?log"
    r"|^(?:assess|investigat|analy[sz]|research|explor|evaluate|understand|brainstorm)"
)
_WHY = r"context|problem|goals?|summary|overview|background|motivation|why|objective|issue|approach"
_FAULT = (
    r"\b(?:not|never|n't|cannot|fail\w*|error|wrong\w*|break\w*|broken?|but|however|instead|missing|crash\w*"
    r"|bug|cause[sd]?|only|lost|los(?:es|ing)|drop\w*|leak\w*|ignor\w+|incorrect\w*|mis\w+|bias\w*|corrupt\w*|duplicat\w*)\b|n't\b"
)
_POINTS = r"(?:key |design |technical |architectur\w+ )*(?:decisions?|design choices?)"


def plans(steps: Sequence[Step]) -> Iterator[Capture]:
    """Approved plans: their title with the reason, and the decisions they list."""
    for step in steps:
        given = re.match(_PLAN, step.text, re.IGNORECASE)
        plan = step.text[given.end() :] if given and step.kind == PROMPT else step.plan
        title = _title(plan)
        if not title:
            continue
        fix = re.match(r"fix(?:es)?\b", title, re.IGNORECASE) is not None
        reason = _reason(plan, wrong=fix)
        if reason and fix:
            yield Capture("bug_fix", title, "plan", step.place, (("cause", reason),))
        elif reason:
            yield Capture("decision", title, "plan", step.place, (("rationale", reason),))
        for point in _points(plan):
            yield Capture("decision", point, "plan", step.place, (("rationale", title),))


def plan_title(prompt: str) -> str:
    """The title of the plan a prompt asks to carry out; empty for other prompts."""
    given = re.match(_PLAN, prompt, re.IGNORECASE)
    return _heading(prompt[given.end() :]) if given else ""


def _heading(plan: str) -> str:
    """The heading of a plan without labels such as "Plan:"."""
    match = re.search(r"^#{1,2} +(.+)$", plan, re.MULTILINE)
    plain = match[1].replace("**", "").strip() if match else ""
    return one_line(re.sub(_LABEL, "", plain, flags=re.IGNORECASE).strip(), 160)


def _title(plan: str) -> str:
    """The heading of a plan; empty if it does not name a change of the code."""
    plain = _heading(plan)
    if plain.endswith("?") or re.search(_NO_CHANGE, plain, re.IGNORECASE):
        return ""
    return plain if len(plain.split()) >= 3 else ""


def _reason(plan: str, *, wrong: bool) -> str:
    """The first sentences of the section that says why; with `wrong`, from the first fault on."""
    section = re.search(rf"^#+ +(?:{_WHY})\b[^\n]*\n(.*?)(?=^#|\Z)", plan, re.M | re.S | re.I)
    if section is None:
        return ""
    lines = [s for s in sentences(section[1]) if len(s) >= 30 and not s.endswith(":")]
    if wrong:
        faults = [at for at, line in enumerate(lines) if re.search(_FAULT, line, re.IGNORECASE)]
        lines = lines[faults[0] :] if faults else []
    reason = lines[0] if lines else ""
    if len(lines) > 1 and len(reason) + len(lines[1]) < LONGEST:
        reason += " " if reason.endswith((".", "!")) else "; "
        reason += lines[1]
    return one_line(reason, LONGEST)


def _points(plan: str) -> list[str]:
    """The listed decisions of a plan."""
    section = re.search(rf"^#+ +{_POINTS}\W*\n(.*?)(?=^#|\Z)", plan, re.M | re.S | re.I)
    lines = re.findall(r"^\s{0,3}(?:[-*+]|\d+[.)])\s+(.+)$", section[1], re.M) if section else []
    points = [one_line(line.replace("**", ""), LONGEST) for line in lines]
    return [point for point in points if len(content_words(point)) >= FEWEST_CONTENT][:MOST_POINTS]


def answers(steps: Sequence[Step]) -> Iterator[Capture]:
    """Questions the assistant asked and the person answered."""
    for step in steps:
        for question, answer in step.answers:
            question = one_line(question, 240)
            reply = one_line(answer.replace("(Recommended)", ""), 240)
            if len(reply) < 3 or "?" in reply:
                continue
            if re.search(_PASSING_QUESTION, question, re.IGNORECASE):
                continue
            unsure = re.search(_NO_ANSWER, reply, re.IGNORECASE)
            if re.match(_UNSURE, reply, re.IGNORECASE) or (len(reply.split()) > 8 and unsure):
                continue
            yield Capture("decision", f"{question} {reply}", "answer", step.place)


def directives(steps: Sequence[Step]) -> Iterator[Capture]:
    """Instructions that choose one way over another; those of one prompt make one decision."""
    for step in steps:
        if step.kind != PROMPT or len(step.text) > OWN_WORDS or re.match(_PLAN, step.text, re.I):
            continue
        lines = sentences(step.text, loose=True)
        if is_disputed(step.text):
            continue
        if any(line.endswith(":") and re.search(_SUPPOSE, line, re.I) for line in lines):
            continue
        bare = len(step.text) <= BARE_COMMAND
        chosen = [
            at for at, line in enumerate(lines) if _is_directive(line, bare=bare) and is_meant(line)
        ]
        if not chosen:
            continue
        # A short sentence, or one with a pronoun, needs the sentence before it.
        first = chosen[0]
        leans = len(_content(lines[first])) < FULL_CONTENT or re.search(_LEANS, lines[first], re.I)
        if first and leans and _is_request(lines[first]):
            continue
        if first and leans and len(lines[first - 1]) <= 200:
            chosen.insert(0, first - 1)
        elif re.match(rf"{_FILLERS}(?:it|that|this|they|these|those)\b", lines[first], re.I):
            continue
        text = one_line(" ".join(lines[at] for at in chosen), LONGEST)
        yield Capture("decision", text, "directive", step.place)


def _is_request(sentence: str) -> bool:
    """Whether a sentence that leans on the one before it asks for what that one lacks.

    "The job overlaps itself. Make sure only one runs": unlike a rule, it holds for that alone.
    """
    asks = re.match(rf"{_FILLERS}(?:make sure|ensure)\b", sentence, re.IGNORECASE)
    return asks is not None and re.search(_LASTING, sentence, re.IGNORECASE) is None


def _content(sentence: str) -> list[str]:
    words = content_words(sentence)
    return [word for word in words if not re.fullmatch(_EMPTY, word, re.IGNORECASE)]


def _is_directive(sentence: str, *, bare: bool) -> bool:
    size = len(_content(sentence)) + names_code(sentence)
    if size < FEWEST_DECIDED or len(sentence) > LONGEST:
        return False
    if sentence.endswith(("?", ":", "...")) or sentence.startswith(('"', "'", "“", "+", "//")):
        return False
    if re.match(_DECIDED, sentence, re.IGNORECASE):
        return re.search(_PASSING, sentence, re.IGNORECASE) is None
    if size < FEWEST_CONTENT:
        return False
    own = re.search(_OWN_WILL, sentence, re.IGNORECASE)
    if own is None and not (
        bare and re.match(rf"{_FILLERS}(?:{_COMMAND}|{_RULE})", sentence, re.IGNORECASE)
    ):
        return False
    if re.search(_PASSING, sentence, re.IGNORECASE):
        return False
    return re.search(_SCOPE, sentence, re.IGNORECASE) is not None
