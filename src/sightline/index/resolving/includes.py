"""Which files a file sees through its includes, which of them have a name, and C++ namespaces.

Every file is looked at once, however many files include it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from sightline.index.resolving.file_view import FileView
from sightline.index.resolving.module_lookup import find_module
from sightline.index.resolving.project_files import ProjectFiles
from sightline.index.resolving.values import TypeValue, Values

if TYPE_CHECKING:
    from sightline.index.resolving.inference import Inference

_MAX_REACHED = 300_000  # cached pairs of files; the cache is cleared when it has more


class _IncludedFile(NamedTuple):
    file: int
    # Whether it is the included header; its source file defines what the header declares, but
    # what the source file includes is not visible.
    is_header: bool


class Includes:
    """The includes of all files of a run, followed when a file is first asked about."""

    def __init__(self, files: ProjectFiles) -> None:
        self._files = files
        self._direct: dict[int, tuple[_IncludedFile, ...]] = {}
        self._files_by_name: dict[str, list[int]] = {}  # by the names at their top level
        self._listed: set[int] = set()  # files whose names are in `_files_by_name`
        self._reached: dict[int, dict[int, int]] = {}
        self._reached_count = 0

    def files_with(self, view: FileView, name: str) -> list[int]:
        """The files behind a file's includes that have a name at their top level, nearest first."""
        reached = self._reached_from(view)
        files = [file for file in self._files_by_name.get(name, ()) if file in reached]
        return sorted(files, key=reached.__getitem__)

    def reaches(self, view: FileView, file: int) -> bool:
        """Whether a file sees another: itself, or one behind its includes."""
        return file == view.file or file in self._reached_from(view)

    def _reached_from(self, view: FileView) -> dict[int, int]:
        reached = self._reached.get(view.file)
        return self._follow(view) if reached is None else reached

    def _follow(self, view: FileView) -> dict[int, int]:
        """All files that a file includes directly or indirectly, with the order of inclusion."""
        reached: dict[int, int] = {}
        followed = {view.file}
        stack = [iter(self._direct_includes(view))]
        while stack:
            for file, is_header in stack[-1]:
                reached.setdefault(file, len(reached))
                if is_header and file not in followed:
                    followed.add(file)
                    stack.append(iter(self._direct_includes(self._files.view(file))))
                    break
            else:
                stack.pop()
        if self._reached_count > _MAX_REACHED:
            self._reached.clear()
            self._reached_count = 0
        self._reached_count += len(reached)
        self._reached[view.file] = reached
        return reached

    def _direct_includes(self, view: FileView) -> tuple[_IncludedFile, ...]:
        direct = self._direct.get(view.file)
        if direct is None:
            direct = self._direct[view.file] = tuple(self._find_includes(view))
        return direct

    def _find_includes(self, view: FileView) -> Iterator[_IncludedFile]:
        """The files of each included module: the header, and the source file of that name."""
        for header in view.wildcard_imports:
            module = find_module(self._files.index, view, header)
            ending = "." + header.rpartition(".")[2]
            for included in self._files.views_of(module) if module else ():
                if included.file not in self._listed:
                    self._list_names(included)
                yield _IncludedFile(included.file, included.path.endswith(ending))

    def _list_names(self, view: FileView) -> None:
        self._listed.add(view.file)
        for name in view.top_level_names:
            self._files_by_name.setdefault(name, []).append(view.file)


def find_namespaces(inference: Inference, view: FileView, path: tuple[str, ...]) -> Values:
    """Every place that opens a namespace, those in the file itself first."""
    values = _namespaces_in(view, path[0])
    for file in inference.includes.files_with(view, path[0]):
        if file != view.file:
            values += _namespaces_in(inference.view(file), path[0])
    for name in path[1:]:
        inner = inference.attribute(values, name) or ()
        values = tuple([value for value in inner if isinstance(value, TypeValue)])
    return values


def _namespaces_in(view: FileView, name: str) -> Values:
    positions = view.symbols_in(0).get(name, ())
    return tuple([TypeValue(view.file, p) for p in positions if view.kinds[p] == "module"])
