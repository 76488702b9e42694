"""Plans and applies changes to assistants' files, and records what was there before.

The journal lies in the user's data directory. A file that cannot be read, written or parsed is
left alone and reported as a problem.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sightline.agents.edit.changes import MARK, Change, describe, from_description
from sightline.errors import JournalDamaged, SightlineError
from sightline.text.hashing import digest


class FileEdit(NamedTuple):
    """The planned edit of one file: its bytes before and after, None where there is no file."""

    file: str
    before: bytes | None
    after: bytes | None
    changes: tuple[Change, ...]
    problem: str = ""

    @property
    def changed(self) -> bool:
        """Whether the file's content changes."""
        return not self.problem and self.before != self.after


class InstalledChange(NamedTuple):
    """A change as the journal records it, with the assistant it was made for."""

    agent: str
    description: list[Any]

    @property
    def change(self) -> Change:
        """The change itself."""
        return from_description(self.description)


@dataclass(frozen=True, slots=True)
class InstalledFile:
    """What was installed into one file, and what to restore."""

    before: bytes | None  # None where there was no file
    after: str  # digest of the content after the last installation
    folders: tuple[str, ...]  # created for this file, outermost first
    changes: tuple[InstalledChange, ...]

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> InstalledFile:
        """The record as the journal file holds it."""
        before = None if value["before"] is None else base64.b64decode(value["before"])
        changes = tuple(InstalledChange(*row) for row in value["changes"])
        return cls(before, value["after"], tuple(value["folders"]), changes)

    def as_json(self) -> dict[str, Any]:
        """The record as the journal file holds it."""
        before = None if self.before is None else base64.b64encode(self.before).decode()
        changes = [list(change) for change in self.changes]
        return {
            "before": before,
            "after": self.after,
            "folders": list(self.folders),
            "changes": changes,
        }

    @property
    def agents(self) -> set[str]:
        """The assistants this file was changed for."""
        return {change.agent for change in self.changes}


class Journal:
    """Which files were changed for which assistants, and what was in them before."""

    def __init__(self, folder: str) -> None:
        self.path = os.path.join(folder, "installed.json")
        self.entries: dict[str, InstalledFile] = {}
        if os.path.exists(self.path):
            try:
                with open(self.path, encoding="utf-8") as file:
                    entries = json.load(file).items()
                self.entries = {path: InstalledFile.from_json(value) for path, value in entries}
            except (
                OSError,
                ValueError,
                KeyError,
                TypeError,
                AttributeError,
                RecursionError,
            ) as problem:
                raise JournalDamaged(path=self.path, problem=problem) from None

    @property
    def agents(self) -> set[str]:
        """The assistants that Sightline is installed in."""
        return {agent for entry in self.entries.values() for agent in entry.agents}

    def save(self) -> None:
        """Write the journal atomically."""
        os.makedirs(os.path.dirname(self.path), mode=0o700, exist_ok=True)
        entries = {path: entry.as_json() for path, entry in self.entries.items()}
        text = json.dumps(entries, indent=1, sort_keys=True) + "\n"
        replace_file(self.path, text.encode(), mode=0o600)


def plan_install(changes: Iterable[Change]) -> list[FileEdit]:
    """The edit of each file that these changes make."""
    return [_apply(file, own) for file, own in _by_file(changes).items()]


def _by_file(changes: Iterable[Change]) -> dict[str, tuple[Change, ...]]:
    files: dict[str, tuple[Change, ...]] = {}
    for change in changes:
        files[change.file] = (*files.get(change.file, ()), change)
    return files


def _apply(file: str, changes: tuple[Change, ...]) -> FileEdit:
    before: bytes | None = None
    try:
        before = read_file(file)
        text = None if before is None else before.decode()
        for change in changes:
            text = change.apply(text)
    except (OSError, UnicodeDecodeError, SightlineError) as problem:
        return FileEdit(file, before, before, changes, _reason(problem))
    after = None if text is None else text.encode()
    if before != after and before is not None and not os.access(file, os.W_OK):
        return FileEdit(file, before, before, changes, "it is read-only")
    return _check_writable(FileEdit(file, before, after, changes))


def _check_writable(edit: FileEdit) -> FileEdit:
    """The edit, or one that only reports a problem if the file's folder is not writable."""
    folder = os.path.dirname(os.path.realpath(edit.file))
    if not edit.changed or not os.path.isdir(folder) or os.access(folder, os.W_OK | os.X_OK):
        return edit
    return edit._replace(after=edit.before, problem="its folder is not writable")


def install(edits: list[FileEdit], journal: Journal, agent: str) -> None:
    """Make the edits; the journal is saved before any file is written."""
    for edit in edits:
        entry = journal.entries.get(edit.file)
        if edit.problem or (entry is None and not edit.changed):
            continue
        if entry is None:
            entry = InstalledFile(edit.before, "", tuple(missing_folders(edit.file)), ())
        elif digest(edit.before or b"") != entry.after:
            # Edited since: uninstalling must restore the user's version of the file.
            changes = tuple(change.change for change in entry.changes)
            restored = _remove(edit.file, entry, changes, everything=True).after
            entry = replace(entry, before=restored)
        ours = [change for change in edit.changes if not _existed_before(change, entry)]
        # Another assistant may share the file: its changes stay in the journal.
        others = [change for change in entry.changes if change.agent != agent]
        journal.entries[edit.file] = replace(
            entry,
            after=digest(edit.after or b""),
            changes=(*others, *(InstalledChange(agent, describe(change)) for change in ours)),
        )
    journal.save()
    for edit in edits:
        if edit.changed and edit.after is not None:
            replace_file(edit.file, edit.after)


def _existed_before(change: Change, entry: InstalledFile) -> bool:
    """Whether the original file already contained this change; then it is not ours to remove."""
    if entry.before is None:
        return False
    text = entry.before.decode()
    return change.apply(text) == text


def plan_uninstall(journal: Journal, agents: tuple[str, ...]) -> list[FileEdit]:
    """The edit of each file that removes what was installed for these assistants."""
    edits = []
    for file, entry in sorted(journal.entries.items()):
        own = tuple(change.change for change in entry.changes if change.agent in agents)
        if own:
            everything = len(own) == len(entry.changes)
            edits.append(_remove(file, entry, own, everything=everything))
    return edits


def plan_unrecorded(journal: Journal, changes: Iterable[Change]) -> list[FileEdit]:
    """The edit of each file that carries our mark but is missing from the journal."""
    edits = []
    for file, own in _by_file(changes).items():
        if file in journal.entries:
            continue
        edit = _remove(file, InstalledFile(b"", "", (), ()), own, everything=False)
        if MARK.encode() in (edit.before or b"") and (edit.changed or edit.problem):
            edits.append(edit)
    return edits


def _remove(
    file: str, entry: InstalledFile, changes: tuple[Change, ...], *, everything: bool
) -> FileEdit:
    """The edit that removes changes; if they are all of ours and nothing else changed, restores."""
    before: bytes | None = None
    try:
        before = read_file(file)
        if before is None:
            return FileEdit(file, None, None, changes)
        if everything and digest(before) == entry.after:
            return _check_writable(FileEdit(file, before, entry.before, changes))
        text: str | None = before.decode()
        for change in reversed(changes):
            text = change.remove(text) if text is not None else None
    except (OSError, UnicodeDecodeError, SightlineError) as problem:
        return FileEdit(file, before, before, changes, _reason(problem))
    after = None if text is None else text.encode()
    if entry.before is None and text is not None and text.strip("\ufeff \r\n\t") in ("", "{}"):
        after = None
    return _check_writable(FileEdit(file, before, after, changes))


def uninstall(edits: list[FileEdit], journal: Journal, agents: tuple[str, ...]) -> None:
    """Make the edits; a file that could not be restored stays in the journal."""
    for edit in edits:
        if edit.problem:
            continue
        if edit.after is None and edit.before is not None:
            os.unlink(os.path.realpath(edit.file))
        elif edit.changed and edit.after is not None:
            replace_file(edit.file, edit.after)
        entry = journal.entries.get(edit.file)
        if entry is None:
            continue
        others = tuple(change for change in entry.changes if change.agent not in agents)
        if others:
            after = digest(edit.after or b"")
            journal.entries[edit.file] = replace(entry, after=after, changes=others)
            continue
        for folder in reversed(entry.folders):
            try:
                os.rmdir(folder)
            except OSError:
                break
        del journal.entries[edit.file]
    journal.save()


def read_file(path: str) -> bytes | None:
    """The bytes of a file, or None if it does not exist."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def replace_file(path: str, content: bytes, mode: int | None = None) -> None:
    """Write a file atomically, following symbolic links and keeping its mode."""
    target = os.path.realpath(path)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if mode is None and os.path.exists(target):
        mode = os.stat(target).st_mode & 0o7777
    elif mode is None:
        mode = 0o755 if content.startswith(b"#!") else 0o644
        if b"Bearer " in content:
            mode = 0o600  # the token gives access to this user's memories
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
    """The folders that do not exist yet on the way to this file, outermost first."""
    folders: list[str] = []
    folder = os.path.dirname(os.path.realpath(path))
    while folder and not os.path.isdir(folder):
        folders.insert(0, folder)
        folder = os.path.dirname(folder)
    return folders


def _reason(problem: Exception) -> str:
    if isinstance(problem, SightlineError):
        return problem.message
    if isinstance(problem, UnicodeDecodeError):
        return "it is not UTF-8 text"
    return str(problem)
