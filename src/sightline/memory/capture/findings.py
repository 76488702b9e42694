"""Recognises findings of the assistant: causes, choices with a reason, reasons in commit messages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sightline.memory.capture.sentences import (
    LONGEST,
    Capture,
    content_words,
    names_code,
    sentences,
)
from sightline.model.event import EDIT
from sightline.model.transcript_step import PROMPT, REPLY, TOOL, Step
from sightline.text.fence import one_line
from sightline.text.word_root import root

# A cause in fewer words cannot be understood without the sentences before it.
FEWEST_CONTENT = 6
FEWEST_CHARACTERS = 50
_CAUSE = (
    r"\b(?:root cause(?: is| was|:|\*\*:?)|the (?:real |actual |underlying )?(?:issue|problem|bug|culprit) "
    r"(?:is|was)(?: that|:)|(?:this|it|that|which) (?:fails|failed|happens|happened|broke|breaks) because)(?!\w)"
)
# The same at the beginning of a sentence, in eight languages; needs no name of code.
_CAUSE_FIRST = (
    r"^(?:found it|found the (?:bug|cause|problem)|got it)\s*[:：]|^(?:the )?(?:root )?(?:cause|reason)\b.{0,20}(?::| is\b| was\b)"
    r"|^(?:die )?(?:ursache|grund)\b.{0,20}(?::| ist\b| war\b)|^das liegt (?:an|daran)\b|^(?:la )?(?:cause|raison)\b.{0,20}(?::| est\b)"
    r"|^cela vient d|^(?:la )?(?:causa|razón)\b.{0,20}(?::| es\b| era\b)|^(?:a )?causa\b.{0,20}(?::| é\b)|^(?:la )?causa\b.{0,20}(?::| è\b)"
    r"|^(?:it )?turn(?:s|ed) out(?: that)?\b|^(?:the|this|that|your) (?:\w+ ){0,3}(?:crash|error|failure|leak|bug|issue|problem|slowness|timeout|hang|deadlock|regression|corruption|warning)s? (?:comes?|came|stems?|stemmed|results?|resulted|is caused|was caused|is due|was due|happens?|happened|occurs?|occurred) (?:from|by|to|because)\b"
    r"|^(?:der|das|die) (?:\w+ )?(?:fehler|problem|absturz|ursache)\b.{0,30}\b(?:kam|kommt|lag|liegt|war|entsteht|entstand)\b"
    r"|^(?:j'ai trouvé|trouvé)\s*:|^(?:le|l'|la) ?(?:problème|erreur|bug|plantage|panne)\b.{0,30}\b(?:vient|venait|était|est dû|provient|provenait)\b"
    r"|^(?:lo encontré|encontrado)\s*:|^(?:el|la) (?:problema|error|fallo|caída)\b.{0,30}\b(?:viene|venía|era|se debe|se debía|estaba)\b"
    r"|^(?:encontrei)\s*:|^(?:o|a) (?:problema|erro|falha)\b.{0,30}\b(?:vem|vinha|era|estava|se deve)\b"
    r"|^(?:trovato)\s*:|^(?:il|l'|la) ?(?:problema|errore|guasto)\b.{0,30}\b(?:viene|veniva|era|è dovuto|stava)\b"
    r"|^(?:找到了|问题出在|问题在于)|^(?:見つかりました|問題は)|(?:が|のが)原因(?:です|でした)"
    r"|^(?:问题的?)?原因(?:是|在于|[:：])|^(?:問題の)?原因は"
)
# States a mechanism and what follows from it.
_SO = r", so (?:the|every|a|an|each|all|that|it|any)\b.{3,160}\b(?:cannot|can't|not|never|is|are|was|were|twice|fails?)\b"
# An approach that was tried and given up.
_ABANDONED = (
    r"\bi tried\b.{5,200}\b(?:but|however|worse|instead)\b|\b(?:went|going|gone|go|switched|switching) back to\b"
    r"|\b(?:it is|is|was|made it|makes it|got) (?:even |much )?(?:worse|slower)\b|\brever(?:ted|ting) (?:it|that|this|to)\b|\brolled (?:it )?back\b"
    r"|\b(?:didn't|did not|doesn't|does not) (?:help|work|pay off)\b|\b(?:gave|giving) up on\b|\babandon(?:ed|ing)\b"
    r"|\bich habe .{3,60} versucht\b.{3,120}\baber\b|\bzurück (?:auf|zu)\b|\bj'ai essayé\b.{3,120}\bmais\b|\bhe probado\b.{3,120}\bpero\b"
    r"|\btentei\b.{3,120}\bmas\b|\bho provato\b.{3,120}\bma\b|试过.{2,60}(?:但|不行)|试了.{2,60}(?:但|不行)|試しましたが"
)
# The same said by the person, who needs no detail of the work.
_GIVEN_UP = (
    r"\b(?:we|i)(?:'ve| have|'d| had)? (?:already |once |also )?(?:tried|tested|considered|evaluated|looked at|experimented with|used)\b.{3,200}\b(?:revert\w*|abandon\w*|drop\w*|reject\w*|gave (?:it )?up|rolled (?:it |that |them )?back|took (?:it|that) out|went back|moved (?:away|off)|threw (?:it|that) (?:away|out)|ruled (?:it|that) out|decided against|removed)\b"
    r"|\b(?:didn'?t|did not|never) (?:work out|pay off|scale|pan out)\b.{3,200}\b(?:so|because|since|as|:)|\b(?:didn'?t|did not) work (?:out )?for us\b"
    r"|\bwir haben .{3,120}\b(?:probiert|versucht|getestet)\b.{3,160}\b(?:verworfen|zurückgenommen|aufgegeben|wieder (?:ausgebaut|entfernt))\b"
    r"|\b(?:on a|nous avons|j'ai) (?:déjà )?(?:essayé|testé|tenté)\b.{3,200}\b(?:abandonné|retiré|annulé|laissé tomber|revenus?)\b"
    r"|\b(?:probamos|hemos probado|intentamos)\b.{3,200}\b(?:descart\w+|abandon\w+|revert\w+|quitamos|volvimos)\b"
    r"|\b(?:tentamos|testamos|experimentamos)\b.{3,200}\b(?:descart\w+|abandon\w+|revert\w+|desist\w+|voltamos)\b"
    r"|\babbiamo (?:provato|testato)\b.{3,200}\b(?:abbandonat\w+|scartat\w+|annullat\w+|tornat\w+|rinunciat\w+)\b"
    r"|(?:试过|尝试过|用过).{2,80}(?:放弃|回滚|撤|不用了|去掉)|(?:試し|検討し).{2,80}(?:やめ|戻し|断念|却下)"
)
_CHOICE = (
    r"\b(?:I|we)(?:'ve| have)? (?:switched|chose|decided|opted|went with|settled on|picked|kept)\b"
    r".{12,240}\b(?:because|since|so that|to avoid|rather than|instead of|as it)\b"
    r"|^\W*(?:decision|decided|entscheidung|décision|decisión|decisão|decisione|решение):\s.{20,}"
)
_DOUBT = (
    r"\b(?:might|may be|maybe|perhaps|probably|possibly|seems|likely|not sure|could be|if the|i suspect"
    r"|let me|i think|let's (?:check|see|look)|i need to|i should|i'll (?:check|look)|suspect(?:ed)?)\b|\?$"
)
# Mistakes of the assistant, messages of linters and withdrawn guesses: of no later use.
_SLIP = (
    r"^(?:If|When you|That means|Assuming|Unless) |\baddress(?:es|ed)? the root cause|cause is (?:lost|unknown)|"
    r"\bI (?:was|am|had|used|forgot|removed|added|edited|put|wrote|missed)\b|\bmy \w+|\bline \d+.*\bline \d+"
    r"|\b(?:typed as|inferred|type ?errors?|biome|eslint|tsc|the compiler|lint(?:er)?|nolint|diagnostics|worktree is|is (?:actually )?correct|as expected)\b"
    r"|\b(?:the|this|that|these|our) (?:\w+ )?tests? (?!.*`)"
)
_FIX = r"(?:the )?(?:fix|solution)(?: is| was)?(?: to)?:? \S|fixed (?:it |this )?by\b"
# What was done about a cause that was just stated.
_REMEDY = (
    r"^(?:so )?(?:i|we)(?:'ve| have)? (?:now |just )?(?:\w+ed|set|put|made|froze|split|wrote)\b|^\w+ing\b.*\b(?:fix\w*|remov\w+|solv\w+|avoid\w*|prevent\w*|resolv\w+)\b"
    r"|\b(?:fix(?:es|ed)|solve[sd]|resolve[sd]) (?:it|this|that|the)\b"
    r"|^(?:j'ai|nous avons|ich habe|wir haben|he|hemos|ho|abbiamo|corrigi|adicionei) \w+"
)
_HOUSEKEEPING = r"merge\b|bump\b|wip\b|revert \"|release\b|chore\b|(?:test|docs|ci|style)\b|.*\btests?\b|.*\b(?-i:Test[A-Z_])|.*(?:review|pr) (?:feedback|comments?)|.*\breview\b|.*\bcoverage\b|update (?:changelog|dependenc)"
_REASON = (
    r"\b(?:because|so that|in order to|to avoid|to prevent|instead of|rather than|previously|root cause|where the|hid(?:es)?"
    r"|otherwise|caused|the (?:issue|problem|bug) (?:is|was)|this (?:broke|breaks|fails|failed|meant|means)"
    r"|which (?:broke|breaks|caused|causes|meant|means))\b"
)
_STRONG = (
    r"\b(?:because|so that|previously|root cause|caused|to (?:avoid|prevent)|the (?:issue|problem|bug) (?:is|was)"
    r"|(?:this|which) (?:broke|breaks|fails|failed|meant|caused))\b"
)
_ASIDE = r"^(?:Also|Note|However|Although|Otherwise)\b|\b(?:deferred|follow-?up|out of scope|separate(?:ly)? commit|its own commit)\b"
# Says what went wrong, not what was done about it.
_WENT_WRONG = (
    r"\b(?:because|root cause|previously|caused|causes|failed|fails|broke|breaks|breaking|was(?:n't| not)?"
    r"|were(?:n't)?|had|never|the (?:issue|problem|bug)|would|could|otherwise)\b"
)
# Says what was done: the sentence begins with a verb.
_DONE = (
    r"(?:add|use|detect|pass|make|extract|remove|replace|move|rename|check|skip|return|validate|ensure"
    r"|convert|change|set|call|handle|update|switch|introduce|allow|support|interim|wrap|split|log|read"
    r"|write|prefer|fall back|fix|this (?:change|fix|commit)|now)\b"
)


def causes(steps: Sequence[Step]) -> Iterator[Capture]:
    """The last cause the assistant stated in each turn.

    It counts if code was changed after it, or if the turn ended with it.
    """
    for turn in _turns(steps):
        best: Capture | None = None
        at = weight = 0
        for number, step in enumerate(turn):
            for sentence in sentences(step.text) if step.kind == REPLY else ():
                kind = _stated(sentence)
                rank = 2 if re.search(r"\broot cause\b", sentence, re.IGNORECASE) else 1
                if kind and rank >= weight:
                    rule = "cause" if kind == "bug_fix" else "choice"
                    best, at, weight = Capture(kind, sentence, rule, step.place), number, rank
        if best is None:
            continue
        rest = turn[at + 1 :]
        files = dict.fromkeys(path for step in rest if step.action == EDIT for path in step.files)
        last_word = not any(step.kind == TOOL for step in rest)
        if files or last_word:
            fix = _fix(turn[at:], best.text) if best.kind == "bug_fix" else ""
            yield best._replace(files=tuple(files), fields=(("fix", fix),) if fix else ())


def abandoned(steps: Sequence[Step]) -> Iterator[Capture]:
    """Approaches that were tried and given up, with what spoke against them."""
    for step in steps:
        if step.kind not in (REPLY, PROMPT) or len(step.text) > LONGEST * 4:
            continue
        lines = sentences(step.text, loose=step.kind == PROMPT)
        given_up = _ABANDONED if step.kind == REPLY else _GIVEN_UP
        chosen = [at for at, line in enumerate(lines) if re.search(given_up, line, re.I)]
        if not chosen or any(re.search(_DOUBT, lines[at], re.I) for at in chosen):
            continue
        text = one_line(" ".join(lines[max(0, chosen[0] - 1) : chosen[-1] + 1]), LONGEST)
        # A Chinese character says more than a letter.
        if len(text.encode()) >= FEWEST_CHARACTERS:
            fields = (("error_type", "LogicError"),)
            yield Capture("failure", text, "abandoned", step.place, fields)


def _turns(steps: Sequence[Step]) -> Iterator[list[Step]]:
    turn: list[Step] = []
    for step in steps:
        if step.kind == PROMPT:
            yield turn
            turn = []
        else:
            turn.append(step)
    yield turn


def _stated(sentence: str) -> str:
    """The kind of memory a sentence makes: bug_fix for a cause, decision for a choice, else empty."""
    first = re.search(_CAUSE_FIRST, sentence, re.IGNORECASE)
    shortest = 20 if first else 50
    if not shortest <= len(sentence) <= LONGEST or sentence.endswith(":"):
        return ""
    if re.search(_DOUBT, sentence, re.IGNORECASE) or re.search(_SLIP, sentence):
        return ""
    if first:
        return "bug_fix"
    if re.search(_SO, sentence, re.IGNORECASE) and sentence.count("`") >= 2:
        return "bug_fix"
    if re.search(_CAUSE, sentence, re.IGNORECASE) and names_code(sentence):
        return "bug_fix" if len(content_words(sentence)) >= FEWEST_CONTENT else ""
    return "decision" if re.search(_CHOICE, sentence, re.IGNORECASE) else ""


def _is_remedy(sentence: str) -> bool:
    doubtful = re.search(_DOUBT, sentence, re.IGNORECASE) or sentence.endswith(("?", ":"))
    says = re.search(_REMEDY, sentence, re.IGNORECASE) is not None
    return 20 <= len(sentence) <= LONGEST and says and not doubtful


def _fix(turn: Sequence[Step], cause: str) -> str:
    """The last sentence that says how it was fixed; else what the reply says after the cause."""
    lines = sentences(turn[0].text)
    after = lines[lines.index(cause) + 1 :][:1] if cause in lines else []
    fix = next((one for one in after if _is_remedy(one)), "")
    for step in turn:
        for sentence in sentences(step.text) if step.kind == REPLY else ():
            usable = names_code(sentence) and 20 <= len(sentence) <= LONGEST
            if usable and re.match(_FIX, sentence, re.IGNORECASE) and not sentence.endswith(":"):
                fix = sentence
    return fix


def commits(steps: Sequence[Step]) -> list[Capture]:
    """The reasons in commit messages; of an amended commit the last message counts."""
    by_reason: dict[str, Capture] = {}
    for capture in _commits(steps):
        _, reason = capture.fields[0]
        by_reason[reason] = capture
    return list(by_reason.values())


def _commits(steps: Sequence[Step]) -> Iterator[Capture]:
    for step in steps:
        if not commit_subject(step):
            continue
        message = commit_reason(_message(step.command))
        if message is None:
            continue
        subject, reason = message
        if re.match(r"(?:bug)?fix", subject, re.IGNORECASE):
            done = re.match(_DONE, reason, re.IGNORECASE)
            wrong = not done and re.search(_WENT_WRONG, reason, re.IGNORECASE)
            fields = (("cause" if wrong else "fix", reason),)
            yield Capture("bug_fix", subject, "commit", step.place, fields)
        else:
            fields = (("rationale", reason),)
            yield Capture("decision", subject, "commit", step.place, fields)


def commit_subject(step: Step) -> str:
    """The first line of the commit message if the step is a successful commit, else empty."""
    head = step.command.partition("<<")[0]
    if step.failed or not re.search(r"\bgit(?: -C \S+)? commit\b", head):
        return ""
    return one_line(_message(step.command).strip().partition("\n")[0], 160)


def _message(command: str) -> str:
    """The message of a git commit command: a here-document, or its -m options."""
    document = re.search(r"<<-?\s*['\"]?(\w+)['\"]?\n(.*?)\n\s*\1", command, re.DOTALL)
    if document:
        return document[2]
    parts = re.findall(r"-m\s+(?:\"((?:[^\"\\]|\\.)*)\"|'([^']*)')", command)
    return "\n\n".join(double or single for double, single in parts)


class CommitReason(NamedTuple):
    """The subject of a commit message, and the sentence of its body that says why."""

    subject: str
    reason: str


def commit_reason(message: str) -> CommitReason | None:
    """The reason a commit message gives; None for housekeeping or without a reason."""
    subject, _, body = message.strip().partition("\n")
    if not 12 <= len(subject) <= 160 or re.match(_HOUSEKEEPING, subject, re.IGNORECASE):
        return None
    # Wrapped lines are joined, except before a list item.
    prose = re.sub(r"(?<=\S)[ \t]*\n[ \t]*(?![-*+#>]|\d+[.)] |\n)(?=\S)", " ", body)
    about = {root(word.lower()) for word in content_words(subject)}
    reasons: list[str] = []
    for line in prose.splitlines():
        bullet = re.match(r"\s*(?:[-*+]|\d+[.)])\s", line) is not None
        for sentence in sentences(line):
            whole = sentence[:1].isupper() and not sentence.endswith((":", "?"))
            whole = whole and not re.search(_ASIDE, sentence)
            if not whole or not 40 <= len(sentence) <= LONGEST:
                continue
            # A list item may be about another change than the subject.
            if bullet and not about & {root(word.lower()) for word in content_words(sentence)}:
                continue
            if re.search(_REASON, sentence, re.IGNORECASE):
                reasons.append(sentence)
    # What was wrong before explains more than what is done instead.
    reasons.sort(key=lambda sentence: re.search(_STRONG, sentence, re.IGNORECASE) is None)
    return CommitReason(one_line(subject, 160), reasons[0]) if reasons else None
