"""Applies changes to files and remembers what was there, so that all of it can be taken back.

The journal lies in the user's data folder. A file that is unreadable, unwritable or no longer
parses is left alone, and said so.
"""

from __future__ import annotations

import base64
import json
import os
from typing import Any, NamedTuple

from sightline.agents.edit.changes import MARK, Change, described, from_description
from sightline.errors import JournalDamaged, SightlineError
from sightline.text.hashing import digest


class Step(NamedTuple):
    """What happens to one file: its bytes before and after, None where there is no file."""

    file: str
    before: bytes | None
    after: bytes | None
    changes: tuple[Change, ...]
    problem: str = ""

    @property
    def changed(self) -> bool:
        """Whether anything happens at all."""
        return not self.problem and self.before != self.after


class Journal:
    """What was installed where, and what was there before."""

    def __init__(self, folder: str) -> None:
        self.path = os.path.join(folder, "installed.json")
        self.entries: dict[str, dict[str, Any]] = {}
        if os.path.exists(self.path):
            try:
                with open(self.path, encoding="utf-8") as file:
                    self.entries = json.load(file)
            except (OSError, ValueError) as problem:
                raise JournalDamaged(path=self.path, problem=problem) from None

    def save(self) -> None:
        """Write the journal, whole or not at all."""
        os.makedirs(os.path.dirname(self.path), mode=0o700, exist_ok=True)
        text = json.dumps(self.entries, indent=1, sort_keys=True) + "\n"
        replace_file(self.path, text.encode(), mode=0o600)


def planned(changes: tuple[Change, ...]) -> list[Step]:
    """What installing would do to each file."""
    steps = []
    for file in dict.fromkeys(change.file for change in changes):
        own = tuple(change for change in changes if change.file == file)
        steps.append(_step(file, own))
    return steps


def _step(file: str, changes: tuple[Change, ...]) -> Step:
    before: bytes | None = None
    try:
        before = read_file(file)
        text = None if before is None else before.decode()
        for change in changes:
            text = change.applied(text)
    except (OSError, UnicodeDecodeError, SightlineError) as problem:
        return Step(file, before, before, changes, _said(problem))
    after = None if text is None else text.encode()
    if before != after and before is not None and not os.access(file, os.W_OK):
        return Step(file, before, before, changes, "it is read-only")
    return _if_open(Step(file, before, after, changes))


def _if_open(step: Step) -> Step:
    """The step, unless the folder it happens in cannot be written."""
    folder = os.path.dirname(os.path.realpath(step.file))
    if not step.changed or not os.path.isdir(folder) or os.access(folder, os.W_OK | os.X_OK):
        return step
    return step._replace(after=step.before, problem="its folder cannot be written")


def install(steps: list[Step], journal: Journal, agent: str) -> None:
    """Carry the steps out; the journal is written before the files are."""
    for step in steps:
        if step.problem:
            continue
        known = journal.entries.get(step.file)
        if known is not None and digest(step.before or b"") != known["after"]:
            # Edited since: what the person has made of it is what is given back one day.
            changes = tuple(from_description(row[1]) for row in known["changes"])
            known["before"] = _encoded(_step_back(step.file, known, changes, whole=True).after)
        if known is None:
            if not step.changed:
                continue
            known = {
                "before": _encoded(step.before),
                "folders": missing_folders(step.file),
                "changes": [],
            }
        ours = [described(change) for change in step.changes if not _was_there(change, known)]
        # Another assistant may share the file: its changes stay in the journal.
        others = [row for row in known["changes"] if row[0] != agent]
        known["changes"] = others + [[agent, row] for row in ours]
        known["after"] = digest(step.after or b"")
        journal.entries[step.file] = known
    journal.save()
    for step in steps:
        if step.changed and step.after is not None:
            replace_file(step.file, step.after)


def _encoded(content: bytes | None) -> str | None:
    return None if content is None else base64.b64encode(content).decode()


def _was_there(change: Change, entry: dict[str, Any]) -> bool:
    """Whether the file already said this before we came; then it is not ours to take out."""
    if entry["before"] is None:
        return False
    text = base64.b64decode(entry["before"]).decode()
    return change.applied(text) == text


def taken_back(journal: Journal, agents: tuple[str, ...]) -> list[Step]:
    """What uninstalling these assistants would do to each file."""
    steps = []
    for file, entry in sorted(journal.entries.items()):
        rows = [row for row in entry["changes"] if row[0] in agents]
        if not rows:
            continue
        changes = tuple(from_description(row[1]) for row in rows)
        whole = len(rows) == len(entry["changes"])
        steps.append(_step_back(file, entry, changes, whole))
    return steps


def left_behind(journal: Journal, changes: tuple[Change, ...]) -> list[Step]:
    """What taking out would do to files the journal does not know: it was lost, they are marked."""
    steps = []
    for file in dict.fromkeys(
        change.file for change in changes if change.file not in journal.entries
    ):
        own = tuple(change for change in changes if change.file == file)
        step = _step_back(file, {"before": "", "after": ""}, own, whole=False)
        if MARK.encode() in (step.before or b"") and (step.changed or step.problem):
            steps.append(step)
    return steps


def _step_back(file: str, entry: dict[str, Any], changes: tuple[Change, ...], whole: bool) -> Step:
    before: bytes | None = None
    original = None if entry["before"] is None else base64.b64decode(entry["before"])
    try:
        before = read_file(file)
        if before is None:
            return Step(file, None, None, changes)
        if whole and digest(before) == entry["after"]:
            return _if_open(Step(file, before, original, changes))
        text: str | None = before.decode()
        for change in reversed(changes):
            text = change.removed(text) if text is not None else None
    except (OSError, UnicodeDecodeError, SightlineError) as problem:
        return Step(file, before, before, changes, _said(problem))
    after = None if text is None else text.encode()
    if original is None and text is not None and text.strip("\ufeff \r\n\t") in ("", "{}"):
        after = None
    return _if_open(Step(file, before, after, changes))


def uninstall(steps: list[Step], journal: Journal, agents: tuple[str, ...]) -> None:
    """Carry the steps out; a file that could not be restored stays in the journal."""
    for step in steps:
        if step.problem:
            continue
        if step.after is None and step.before is not None:
            os.unlink(os.path.realpath(step.file))
        elif step.changed and step.after is not None:
            replace_file(step.file, step.after)
        entry = journal.entries.get(step.file)
        if entry is None:
            continue
        entry["changes"] = [row for row in entry["changes"] if row[0] not in agents]
        if entry["changes"]:
            entry["after"] = digest(step.after or b"")
            continue
        for folder in reversed(entry["folders"]):
            try:
                os.rmdir(folder)
            except OSError:
                break
        del journal.entries[step.file]
    journal.save()


def read_file(path: str) -> bytes | None:
    """The bytes of a file, or None where there is none."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def replace_file(path: str, content: bytes, mode: int | None = None) -> None:
    """Write a file in one step, through links, keeping its mode."""
    target = os.path.realpath(path)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if mode is None and os.path.exists(target):
        mode = os.stat(target).st_mode & 0o7777
    elif mode is None:
        mode = 0o755 if content.startswith(b"#!") else 0o644
        if b"Bearer " in content:
            mode = 0o600  # it holds the key to what only this person may read
    temporary = f"{target}.{os.getpid()}.tmp"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if os.name == "posix":
            os.chmod(temporary, mode)
        os.replace(temporary, target)
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)


def missing_folders(path: str) -> list[str]:
    """The folders that would be made for this file, outermost first."""
    found: list[str] = []
    folder = os.path.dirname(os.path.realpath(path))
    while folder and not os.path.isdir(folder):
        found.insert(0, folder)
        folder = os.path.dirname(folder)
    return found


def _said(problem: Exception) -> str:
    if isinstance(problem, SightlineError):
        return problem.message
    if isinstance(problem, UnicodeDecodeError):
        return "it is not UTF-8 text"
    return str(problem)
