"""What a file sees through its includes: the files they lead to, and which of those have a name.

Every file is looked at once, however many lead to it, and a name is never asked of all of them.
"""

from collections.abc import Iterator
from typing import Protocol

from sightline.index.resolving.file_view import View
from sightline.index.resolving.module_lookup import find_module
from sightline.index.resolving.name_source import Names
from sightline.index.resolving.values import Values

MOST_REMEMBERED = 300_000  # files reached from files, then it begins anew


class Files(Protocol):
    """Who knows all files; asked with each question, as who keeps it would never be let go."""

    names: Names

    def view(self, file: int) -> View:
        """A file, arranged for looking names up."""

    def views_of(self, module: str) -> list[View]:
        """The files of a module."""


class Included:
    """Includes of all files of a run, followed when a file is first asked about."""

    def __init__(self) -> None:
        self._direct: dict[int, tuple[tuple[int, bool], ...]] = {}
        self._having: dict[str, list[int]] = {}  # files by the names at their top
        self._recorded: set[int] = set()
        self._reached: dict[int, dict[int, int]] = {}
        self._remembered = 0
        self.namespaces: dict[tuple[int, tuple[str, ...]], Values] = {}  # by file and path

    def having(self, files: Files, view: View, name: str) -> list[int]:
        """The files behind a file's includes that have a name at their top, nearest first."""
        reached = self._reached.get(view.file)
        if reached is None:
            reached = self._follow(files, view)
        found = [file for file in self._having.get(name, ()) if file in reached]
        return sorted(found, key=reached.__getitem__)

    def _follow(self, files: Files, view: View) -> dict[int, int]:
        """The files a file's includes lead to, in the order in which they are read."""
        reached: dict[int, int] = {}
        followed = {view.file}
        waiting = [iter(self._includes(files, view))]
        while waiting:
            for file, is_read in waiting[-1]:
                reached.setdefault(file, len(reached))
                if is_read and file not in followed:
                    followed.add(file)
                    waiting.append(iter(self._includes(files, files.view(file))))
                    break
            else:
                waiting.pop()
        if self._remembered > MOST_REMEMBERED:
            self._reached.clear()
            self._remembered = 0
        self._remembered += len(reached)
        self._reached[view.file] = reached
        return reached

    def _includes(self, files: Files, view: View) -> tuple[tuple[int, bool], ...]:
        direct = self._direct.get(view.file)
        if direct is None:
            direct = self._direct[view.file] = tuple(self._found(files, view))
        return direct

    def _found(self, files: Files, view: View) -> Iterator[tuple[int, bool]]:
        """The files of each module included, and whether it is the one whose text is meant.

        A header's source file defines what it declares, but includes things of its own.
        """
        for written in view.stars:
            module = find_module(files.names, view, written)
            ending = "." + written.rpartition(".")[2]
            for other in files.views_of(module) if module else ():
                if other.file not in self._recorded:
                    self._record(other)
                yield other.file, other.path.endswith(ending)

    def _record(self, view: View) -> None:
        self._recorded.add(view.file)
        for name in view.top_names:
            self._having.setdefault(name, []).append(view.file)
