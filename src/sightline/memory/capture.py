"""Recognising in a session what is worth keeping, by plain rules and no model call.

Few and good: a command that failed for the way it was called and the call that worked, what the
person decided or ruled out, causes that were found. Everything found is marked as captured.
"""

from __future__ import annotations

import re

from sightline.memory.offer import alike, command_words
from sightline.model.event import EDIT
from sightline.model.record import NamedTuple
from sightline.model.step import PROMPT, REPLY, TOOL
from sightline.text.fence import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sightline.model.step import Step

# How many commands later the call that worked may come.
NEXT_COMMANDS = 5
LONGEST_PROMPT = 2_000
LONGEST = 400
SHORTEST_WORDS = 7

# Programs that exit with an error to say "no", and shells' own words.
_ANSWERING = frozenset(
    [
        "grep",
        "rg",
        "ls",
        "cat",
        "test",
        "[",
        "diff",
        "find",
        "head",
        "tail",
        "wc",
        "which",
        "echo",
        "sed",
        "awk",
        "sleep",
        "kill",
        "pgrep",
        "pkill",
        "cd",
        "for",
        "if",
        "while",
        "source",
        "pwd",
        "export",
        "true",
        "false",
        "cmp",
        "stat",
    ]
)
# The way of calling was wrong, not the code that was called.
_MISCALLED = (
    r"unknown (?:option|flag|command|shorthand|argument|subcommand)|unrecognized (?:argument|option)"
    r"|unexpected argument|invalid (?:option|argument|value for)|no such (?:option|command|file or dir)"
    r"|command not found|not (?:recognized|trusted|installed)|parse error|syntax error|no matches found"
    r"|accepts (?:at most|\d+|between)|requires? (?:at least|an? argument)|missing (?:required|argument)"
    r"|permission denied|operation not permitted|no module named|cannot find module|modulenotfounderror"
    r"|is ignored by|are ignored by|already (?:in use|used by)|address already|connection refused"
    r"|cannot write multiple|no go files|directory not found|outside (?:of )?(?:the )?(?:repository|main)"
    r"|could not (?:open|resolve|find)|not a git repository|must be run|unsupported|deprecated"
    r"|does not exist|failed to parse|argument list too long|unbound variable|bad (?:option|flag)"
)
_DIRECTIVE = (
    r"^(?:(?:ok(?:ay)?|yes|yeah|yep|no|nope|hmm+|so|but|and|well|ah|oh|right|then|i think|actually|please"
    r"|also|alright|great|good|cool|sure|thanks)[,.!:-]*\s+)*"
    r"(?:let'?s (?:use|go with|keep|move|rename|make|not|change|switch|drop|remove|store|always|never"
    r"|stick|put|call|treat|avoid|skip|only|allow|disable|enable)\b"
    r"|(?:we|you|it|this|that|they) (?:should|must|shouldn'?t|mustn'?t|needs? to)\b"
    r"|(?:always|never|don'?t|do not|avoid|prefer|use)\b"
    r"|i(?:'d| would) (?:rather|prefer|like to keep)\b|i (?:prefer|want (?:it|this|us|to keep|the)"
    r"|don'?t (?:want|like|think we (?:need|should)))\b|we (?:don'?t|do not) (?:want|need|use)\b)"
)
# A decision takes one way and leaves another; a request to do something is none.
_CONTRAST = (
    r"\b(?:instead|rather than|not|never|always|only|don'?t|shouldn'?t|mustn'?t|avoid|prefer|wherever"
    r"|by default|everywhere|no longer|backwards?.compat\w*)\b"
)
# About this moment only: nothing a later session could use.
_PASSING = (
    r"\b(?:it|that|this|them|both|all|first|now|again|one|two|#?\d+)[.!]*$|\b(?:commit|push|pr|pull request"
    r"|rebase|merge conflicts?|for now|never ?mind|wait|later|continue|the plan|let'?s see|stash"
    r"|try again|go ahead|run (?:it|the)|let me know|just (?:tell|let|check|validate)|comments?|review"
    r"|today|tomorrow|option|#\d+|phase|step \d|issue|yet|anything|very end|future|keep in mind"
    r"|something like|i (?:was|am|'m) )\b"
)
_CAUSE = (
    r"\b(?:root cause(?: is| was|:|\*\*:?)|the (?:real |actual |underlying )?(?:issue|problem|bug|culprit) "
    r"(?:is|was)(?: that|:)|(?:this|it|that|which) (?:fails|failed|happens|happened|broke|breaks) because)(?!\w)"
)
_CHOICE = (
    r"\b(?:I|we)(?:'ve| have)? (?:switched|chose|decided|opted|went with|settled on|picked|kept)\b"
    r".{12,240}\b(?:because|since|so that|to avoid|rather than|instead of|as it)\b"
)
_DOUBT = (
    r"\b(?:might|may be|maybe|perhaps|probably|possibly|seems|likely|not sure|could be|if the|i suspect"
    r"|let me|i think|let's (?:check|see|look)|i need to|i should|i'll (?:check|look)|suspect(?:ed)?)\b|\?$"
)


class Captured(NamedTuple):
    """Something recognised: what kind of memory it makes, by which rule, and where it was said."""

    kind: str
    text: str
    rule: str
    place: str
    fields: tuple[tuple[str, str], ...] = ()
    files: tuple[str, ...] = ()


def capture(steps: Sequence[Step]) -> list[Captured]:
    """Everything worth keeping in these steps, in their order, each thing once."""
    found: dict[tuple[str, str], Captured] = {}
    rules = (_miscalls, _answers, _directives, _causes, _commits)
    for one in (captured for rule in rules for captured in rule(steps)):
        found.setdefault((one.kind, one.text.lower()), one)
    return list(found.values())


def _miscalls(steps: Sequence[Step]) -> Iterator[Captured]:
    """Commands that were called wrongly, with the call that worked and no change of code between."""
    for at, step in enumerate(steps):
        words = command_words(step.command)
        if not step.failed or not words or words[0] in _ANSWERING:
            continue
        problem = _problem(step.output)
        worked = _worked(steps[at + 1 :], step.command, words) if problem else ""
        if worked:
            text = f"`{one_line(step.command, 160)}`: {problem}"
            fields = (
                ("error_type", "NonZeroExit"),
                ("tool", step.tool),
                ("command", one_line(step.command, 300)),
                ("worked", one_line(worked, 300)),
            )
            yield Captured("failure", text, "miscall", step.place, fields)


def _problem(output: str) -> str:
    """The line that says how the call was wrong; empty when the code was, not the call."""
    for line in output.splitlines()[:40]:
        if re.search(_MISCALLED, line, re.IGNORECASE):
            return one_line(line.strip(" \t-*"), 200)
    return ""


def _worked(later: Sequence[Step], command: str, words: tuple[str, ...]) -> str:
    """The next call of the same kind that succeeded, while no file was changed."""
    commands = 0
    for step in later:
        if step.kind == PROMPT or step.action == EDIT or commands >= NEXT_COMMANDS:
            return ""
        if step.kind != TOOL or not step.command:
            continue
        commands += 1
        if step.failed or step.command.strip() == command.strip():
            continue
        others = command_words(step.command)
        if step.command.count("&&") < command.count("&&"):
            continue  # a part of it worked, which is no way out
        same_kind = others[:2] == words[:2] and alike(words, others) >= 0.45
        if same_kind or step.command.strip().endswith("&& " + command.strip()):
            return step.command
    return ""


def _answers(steps: Sequence[Step]) -> Iterator[Captured]:
    """Questions the assistant asked and the person answered."""
    for step in steps:
        for question, answer in step.answers:
            asked = one_line(question, 240)
            said = one_line(answer.replace("(Recommended)", ""), 240)
            if len(said) < 3 or "?" in said or re.search(_PASSING_QUESTION, asked, re.IGNORECASE):
                continue
            yield Captured("decision", f"{asked} {said}", "answer", step.place)


_PASSING_QUESTION = (
    r"what would you like|what (?:should|shall) i do|next\?|ready to|clarify|shall i (?:proceed|continue)"
    r"|do you want me to|should i (?:proceed|continue|start|go)|other (?:edge cases|scenarios|questions)"
    r"|the plan\b|which (?:file|branch|pr)\b|does this|how should these|\bprs?\b|committed|is this (?:correct|right)|sound good"
)


def _directives(steps: Sequence[Step]) -> Iterator[Captured]:
    """What the person told the assistant to do one way and not the other."""
    for step in steps:
        if step.kind != PROMPT or len(step.text) > LONGEST_PROMPT:
            continue
        for sentence in sentences(step.text):
            if _is_directive(sentence):
                yield Captured("decision", sentence, "directive", step.place)


def _is_directive(sentence: str) -> bool:
    words = sentence.split()
    if len(words) < SHORTEST_WORDS or sentence.endswith("?") or len(sentence) > LONGEST:
        return False
    if not re.match(_DIRECTIVE, sentence, re.IGNORECASE):
        return False
    if re.search(_PASSING, sentence, re.IGNORECASE):
        return False
    return re.search(_CONTRAST, sentence, re.IGNORECASE) is not None


def _causes(steps: Sequence[Step]) -> Iterator[Captured]:
    """The cause of a problem as the assistant stated it last before the person spoke again."""
    last: Captured | None = None
    files: dict[str, None] = {}
    for step in steps:
        if step.kind == PROMPT:
            if last is not None:
                yield last._replace(files=tuple(files))
            last, files = None, {}
        elif step.kind == TOOL and step.action == EDIT:
            files |= dict.fromkeys(step.files)
        elif step.kind == REPLY:
            for sentence in sentences(step.text):
                found = _stated(sentence)
                if found:
                    last = Captured(
                        found, sentence, "cause" if found == "bug_fix" else "choice", step.place
                    )
    if last is not None:
        yield last._replace(files=tuple(files))


def _stated(sentence: str) -> str:
    """The kind of memory a sentence of the assistant makes: a cause, a choice, or none."""
    if not 50 <= len(sentence) <= LONGEST or re.search(_DOUBT, sentence, re.IGNORECASE):
        return ""
    if re.search(_CAUSE, sentence, re.IGNORECASE) and re.search(
        r"`|[a-z][A-Z]|\w_\w|\w\.\w", sentence
    ):
        return "bug_fix"
    return "decision" if re.search(_CHOICE, sentence, re.IGNORECASE) else ""


def _commits(steps: Sequence[Step]) -> Iterator[Captured]:
    """What a commit message says about why, where it says so."""
    for step in steps:
        if not commit_subject(step):
            continue
        subject, reason = commit_reason(_message(step.command))
        if reason:
            kind = "bug_fix" if re.match(r"(?:bug)?fix", subject, re.IGNORECASE) else "decision"
            fields = (("cause" if kind == "bug_fix" else "rationale", reason),)
            yield Captured(kind, subject, "commit", step.place, fields)


def commit_subject(step: Step) -> str:
    """The first line of the message, if the step is a commit that was made."""
    head = step.command.partition("<<")[0]
    if step.failed or not re.search(r"\bgit(?: -C \S+)? commit\b", head):
        return ""
    return one_line(_message(step.command).strip().partition("\n")[0], 160)


def _message(command: str) -> str:
    """The message of a git commit command: a here-document, or its -m options."""
    found = re.search(r"<<-?\s*['\"]?(\w+)['\"]?\n(.*?)\n\s*\1", command, re.DOTALL)
    if found:
        return found[2]
    parts = re.findall(r"-m\s+(?:\"((?:[^\"\\]|\\.)*)\"|'([^']*)')", command)
    return "\n\n".join(double or single for double, single in parts)


def commit_reason(message: str) -> tuple[str, str]:
    """The subject of a commit message, and the sentence of its body that says why."""
    subject, _, body = message.strip().partition("\n")
    if not 12 <= len(subject) <= 160 or re.match(_HOUSEKEEPING, subject, re.IGNORECASE):
        return "", ""
    # Lines are wrapped: one that is no bullet goes on with the one before.
    prose = re.sub(r"(?<=\S)[ \t]*\n[ \t]*(?![-*+#>]|\d+[.)] |\n)(?=\S)", " ", body)
    for sentence in sentences(prose):
        whole = sentence[:1].isupper() and not sentence.endswith((":", "?"))
        fits = whole and 40 <= len(sentence) <= LONGEST
        if fits and re.search(_REASON, sentence, re.IGNORECASE):
            return one_line(subject, 160), sentence
    return "", ""


_HOUSEKEEPING = r"merge\b|bump\b|wip\b|revert \"|release\b|chore\b|(?:test|docs|ci|style)\b|.*\btests?\b|.*(?:review|pr) (?:feedback|comments?)|.*\bpr review\b|update (?:changelog|dependenc)"
_REASON = (
    r"\b(?:because|so that|in order to|to avoid|to prevent|instead of|rather than|previously|root cause"
    r"|otherwise|caused|the (?:issue|problem|bug) (?:is|was)|this (?:broke|breaks|fails|failed|meant|means)"
    r"|which (?:broke|breaks|caused|causes|meant|means))\b"
)


def sentences(text: str) -> list[str]:
    """The sentences of prose, without code blocks, tables, quotes and list marks."""
    text = re.sub(r"```.*?(?:```|$)", "\n", text, flags=re.DOTALL)
    found = []
    for line in text.splitlines():
        line = re.sub(r"^\s*(?:[-*+>]|\d+[.)]|#+)\s+", "", line).strip()
        if not line or line.startswith(("|", ">", "<", "```")):
            continue
        plain = line.replace("**", "")
        found += [part.strip() for part in re.split(r"(?<=[.!?])\s+(?=[A-Z`\"'])", plain)]
    return [one_line(part, 2 * LONGEST) for part in found if part]
