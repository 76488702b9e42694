"""Recognises failures with their solution: miscalled commands, and checks that an edit fixed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sightline.memory.capture.sentences import LONGEST, Capture, names_code, sentences
from sightline.memory.vocabulary import STATUS_PROGRAMS, command_likeness, command_words
from sightline.model.event import EDIT
from sightline.model.transcript_step import PROMPT, REPLY, TOOL, Step
from sightline.text.fence import one_line

# Within how many commands a working call must follow, and within how many steps a check must pass.
NEXT_COMMANDS = 5
NEXT_STEPS = 40
MOST_FILES = 5

# Messages about a wrong call, not about the called code.
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
    r"|would be overwritten|no such container|cannot connect to|is not (?:running|logged in)"
    r"|no configuration file|could not read|did not match any"
)
# Options that run a part of the checks, or only change what is printed.
_NARROWS = r"(?:^| )(?:-k|-run|--filter|--grep|-t|--only|-v+|--verbose|--ignore|--skip|-x|--lf|\|| > |2>&1)|::"
# Lines of output about a fault in the code.
_COMPLAINT = (
    r"(?:^|\s)\S+\.\w+:\d+(?::\d+)?:? \S|\berror(?:\[\w+\])?:|\bError\b.*:|^E {2,}\S|--- FAIL|^FAILED|panic:"
    r"|\bAssertionError|\bexpected\b.*\b(?:got|but|actual)\b|undefined:|Traceback"
)
# How the assistant words a cause it has found.
_EXPLAINED = (
    r"\bbecause\b|\bdue to\b|\bcaused by\b|\b(?:is|was|were|are) missing\b|\bthe (?:real |actual )?"
    r"(?:issue|problem|bug|cause|culprit) (?:is|was)\b|\bexpects?\b.*\b(?:but|instead)\b"
    r"|\b(?:doesn't|don't|didn't|does not|can't|cannot|isn't|aren't|won't)\b.*\b(?:so|since|which)\b"
    r"|\b(?:needs?|has|have) to be\b.*\bnot\b"
)
_NOT_EXPLAINED = (
    r"\b(?:might|may be|maybe|perhaps|probably|possibly|seems|likely|not sure|could be|i suspect|let me"
    r"|as expected|i'll|i will|we removed|i removed|unrelated|pre-existing|nolint)\b|\?$|^(?:now|good|so)\b"
)


def miscalls(steps: Sequence[Step]) -> Iterator[Capture]:
    """Commands that were called wrongly, with the call that worked without a change of code."""
    for at, step in enumerate(steps):
        words = command_words(step.command)
        if not step.failed or not words or words[0] in STATUS_PROGRAMS:
            continue
        problem = _problem(step.output)
        worked = _worked(steps[at + 1 :], step.command, words, exact=not problem)
        problem = problem or _last_line(step.output)
        if worked:
            fields = (("worked", one_line(worked, 300)),)
            yield _failure(step, problem, "miscall", fields)


def _failure(
    step: Step,
    problem: str,
    rule: str,
    fields: tuple[tuple[str, str], ...],
    files: tuple[str, ...] = (),
) -> Capture:
    text = f"`{one_line(step.command, 160)}`: {problem}"
    about = (
        ("error_type", "NonZeroExit"),
        ("tool", step.tool),
        ("command", one_line(step.command, 300)),
        *fields,
    )
    return Capture("failure", text, rule, step.place, about, files)


def _problem(output: str) -> str:
    """The output line that says how the call was wrong; empty if the call was right."""
    for line in output.splitlines()[:40]:
        if re.search(_MISCALLED, line, re.IGNORECASE):
            return one_line(line.strip(" \t-*"), 200)
    return ""


def _last_line(output: str) -> str:
    """The last line of an output that has words."""
    lines = [line for line in output.splitlines() if re.search(r"[^\W\d_]{3}", line)]
    return one_line(lines[-1].strip(), 200) if lines else "failed"


def _worked(
    later: Sequence[Step], command: str, words: tuple[str, ...], *, exact: bool = False
) -> str:
    """The next successful call for the same task before any file was changed.

    `exact` accepts only the same command with something added: what the output says does not show
    that the call itself was wrong.
    """
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
            continue  # only a part of the command: not a solution
        if _is_extended(command, step.command):
            return step.command
        if exact:
            continue
        if _same_task(words, others) or step.command.strip().endswith("&& " + command.strip()):
            return step.command
    return ""


def _is_extended(command: str, other: str) -> bool:
    """Whether a command is another one with something before it, or with more options.

    Options that select fewer tests or say more are not a solution.
    """
    if other.strip().endswith(command.strip()) and not other.strip().endswith("; " + command):
        return True
    first, second = command.split(), other.split()
    if first[:1] != second[:1] or set(first) - set(second):
        # Another subcommand with the same options ("cargo build" and "cargo zigbuild").
        same_options = len(first) > 3 and first[0] == second[0] and first[2:] == second[2:]
        return same_options and not re.search(_NARROWS, other)
    return len(second) > len(first) and not re.search(_NARROWS, other[len(command) :])


def _same_task(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two commands run the same subcommand of a program or task of a runner."""
    named = 3 if one[1:2] in (("run",), ("exec",), ("x",), ("-m",)) else 2
    return one[:named] == other[:named] and command_likeness(one, other) >= 0.45


def fixes(steps: Sequence[Step]) -> Iterator[Capture]:
    """Checks that failed, the cause the assistant named, and the edits that made them pass."""
    for at, step in enumerate(steps):
        words = command_words(step.command)
        if not step.failed or not words or words[0] in STATUS_PROGRAMS:
            continue
        complaints = _complaints(step.output)
        if not complaints:
            continue
        fix = _fix_of(steps[at + 1 : at + 1 + NEXT_STEPS], words)
        about = _names(fix.cause)
        complaint = max(complaints, key=lambda line: len(about & _names(line)))
        if fix.files and about & _names(complaint):
            names = ", ".join(path.replace("\\", "/").rpartition("/")[2] for path in fix.files)
            worked = (("worked", one_line(f"{fix.cause} Changed: {names}", LONGEST)),)
            yield _failure(step, complaint, "fix", worked, fix.files)


def _complaints(output: str) -> list[str]:
    """The output lines about faults in the code, the clearest first."""
    logged = r"\b(?:INFO|DEBUG|WARN)\b"
    lines = [
        one_line(line.strip(), 200)
        for line in output.splitlines()[:150]
        if re.search(_COMPLAINT, line) and not re.search(logged, line)
    ]
    clear = r"error|fail|expected|undefined|cannot|mismatch|missing|unused|duplicate|not "
    return sorted(lines, key=lambda line: re.search(clear, line, re.IGNORECASE) is None)


def _names(text: str) -> set[str]:
    """The words of a text that look like identifiers."""
    words = re.findall(r"[A-Za-z_]\w{3,}", text)
    return {name for name in words if "_" in name or not name[1:].islower() or len(name) > 11}


class _Fix(NamedTuple):
    """What fixed a failed check: the changed files and the cause the assistant named."""

    files: tuple[str, ...] = ()
    cause: str = ""


def _fix_of(later: Sequence[Step], words: tuple[str, ...]) -> _Fix:
    """The files changed until the same check passed, and the cause named before the last change."""
    files: dict[str, None] = {}
    cause = named = ""
    for step in later:
        if step.kind == PROMPT:
            break
        if step.kind == REPLY:
            cause = next(filter(_explains, sentences(step.text)), cause)
        elif step.action == EDIT and not step.failed:
            files |= dict.fromkeys(step.files)
            named = cause or named
        elif step.command:
            others = command_words(step.command)
            if not _same_task(words, others):
                continue
            if step.failed:
                break  # the next failure is handled on its own
            return _Fix(tuple(files)[:MOST_FILES], named)
    return _Fix()


def _explains(sentence: str) -> bool:
    if not 40 <= len(sentence) <= LONGEST or not names_code(sentence):
        return False
    if re.search(_NOT_EXPLAINED, sentence, re.IGNORECASE):
        return False
    return re.search(_EXPLAINED, sentence, re.IGNORECASE) is not None
