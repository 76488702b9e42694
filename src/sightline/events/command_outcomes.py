"""How commands of a turn ended: which failed, and which of those passed since.

A search or a comparison that finds nothing ends with an error status as well: it is an answer.
"""

import re

from sightline.memory.vocabulary import STATUS_PROGRAMS
from sightline.model.event import ToolUse
from sightline.model.session import FAILURE, PASSED, TurnTouch
from sightline.store import turns
from sightline.store.sqlite.database import Database
from sightline.text.fence import one_line
from sightline.text.secrets.redact import redact
from sightline.text.word_lists import word_set

# How much of a command is recorded, and among how many of the project's last turns it failed before.
COMMAND_CHARACTERS = 120
_TURNS = 200
# Programs whose exit status answers a question; a script that a shell runs is work like any other.
_ANSWERING = STATUS_PROGRAMS - {"bash", "sh", "source"} | word_set(
    "egrep fgrep ag ack fd comm type whereis findstr where fc comp select-string test-path get-command"
)
_GIT_ANSWERING = word_set(
    "diff grep check-ignore check-attr show-ref rev-parse ls-files ls-remote merge-base cat-file"
)
# Words before the program that runs; parts of a command that only prepare the next one.
_BEFORE = word_set("sudo time command env xargs nice nohup timeout exec ! ( {")
_PREPARES = word_set("cd pushd popd export set unset source .")
_QUOTED = r"'[^']*'|\"(?:\\.|[^\"\\])*\""
_ASSIGNMENT = r"\w+=\S*"
_REDIRECTION = r"\d?>>?\s*(?:&\d|\S+)"
# Options with which a program runs nothing of its work.
_IDLE = word_set("--help --version --dry-run --collect-only --list --list-tests --no-run -h")
# Options that select a part of the work by a value: it counts as a word of the command.
_SELECTS = r"--?\w*(?:filter|grep|only|skip|ignore|pattern|match|name|tests?|run|project)\w*="
# Commands that check: without more words they check everything.
_CHECK = r"test|spec|lint|check|mypy|tsc\b"
_COMPLAINS = r"(?<!\b0 )\b(?:fail(?:ed|ures?|s)?|errors?|panicked)\b"


def note_outcome(memory: Database, project: str, turn: int, tool: ToolUse) -> None:
    """Record that a command failed in a turn, or that one that failed before passes now."""
    command = redact(one_line(tool.command, COMMAND_CHARACTERS))
    if not command or (tool.failed and is_answer(tool.command)):
        return
    if tool.failed:
        with memory.transaction(light=True):
            turns.untouch_turn(memory, turn, PASSED, command)
            turns.touch_turn(memory, turn, FAILURE, [command])
        return
    if _hides_failure(tool):
        return
    closed = [
        failed
        for failed in turns.failed_commands(memory, project, _TURNS)
        if closes(command, failed.key)
    ]
    if closed:
        _note_passed(memory, closed)


def _note_passed(memory: Database, closed: list[TurnTouch]) -> None:
    with memory.transaction(light=True):
        for failed in closed:
            turns.touch_turn(memory, failed.turn, PASSED, [failed.key])


def is_answer(command: str) -> bool:
    """Whether the exit status of a command only answers a question: `grep`, `diff`, `test`."""
    programs = _deciding_programs(command)
    return bool(programs) and all(_answers(program) for program in programs)


def closes(passed: str, failed: str) -> bool:
    """Whether a command that passed shows that one that failed would pass now.

    It is the same but for options, or checks more; or it is a call that was completed.
    """
    new, old = _words(passed), _words(failed)
    if not new or not old or not _IDLE.isdisjoint(set(passed.split()) - set(failed.split())):
        return False
    if new == old:
        return True
    is_check = re.compile(_CHECK).search(" ".join(new)) is not None
    if is_check:
        return len(new) < len(old) and old[: len(new)] == new
    return len(old) > 1 and new[: len(old)] == old


def _hides_failure(tool: ToolUse) -> bool:
    """Whether it passed only because of what it was piped into, such as `tail`."""
    bare = re.compile(_QUOTED).sub(" ", tool.command)
    is_piped = "|" in bare.replace("||", "")
    return is_piped and re.compile(_COMPLAINS, re.IGNORECASE).search(tool.output) is not None


def _deciding_programs(command: str) -> list[list[str]]:
    """The words of each part of a command that may have decided its exit status."""
    bare = re.compile(_QUOTED, re.DOTALL).sub(" ", command)
    bare = re.compile(_REDIRECTION).sub(" ", bare)
    last = re.compile(r";|\n|\|\|").split(bare.strip().strip(";"))[-1]
    parts = [_program(part.split("|")[-1].split()) for part in last.split("&&")]
    return [part for part in parts if part and part[0] not in _PREPARES]


def _program(words: list[str]) -> list[str]:
    """The words of a call from its program on, without variables and programs that only run it."""
    while words and (
        words[0] in _BEFORE
        or words[0].isdigit()
        or re.compile(_ASSIGNMENT).fullmatch(words[0]) is not None
    ):
        words = words[1:]
    return [words[0].rpartition("/")[2].lower(), *words[1:]] if words else []


def _answers(words: list[str]) -> bool:
    if words[0] == "git":
        return next((word for word in words[1:] if word[0] not in "-/."), "") in _GIT_ANSWERING
    return words[0] in _ANSWERING


def _words(command: str) -> list[str]:
    """The words that say what a command does: not where, with which variables and output."""
    bare = re.compile(_REDIRECTION).sub(" ", command)
    call = re.compile(r"\|(?!\|)").split(bare)[0].split("&&")
    parts = [words for part in call if (words := _program(part.split()))]
    selects = re.compile(_SELECTS, re.IGNORECASE)
    return [
        word
        for words in parts
        if words[0] not in _PREPARES
        for word in words
        if not word.startswith("-") or selects.match(word)
    ]
