"""The files of a project as resolving sees them: the name index it asks, and views of files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from sightline.index.resolving.file_view import FileView
from sightline.index.resolving.resolution_rules import resolution_rules
from sightline.index.resolving.values import InstanceValue
from sightline.parse.facts import FileFacts
from sightline.parse.languages import Languages

SymbolPlace = tuple[int, int]  # a file and the position of one of its symbols

# After this many names asked of a module, creating views of all its files is faster.
_MAX_FILTERED_NAMES = 300


class NameIndex(Protocol):
    """What resolving needs to know of all files; files are numbers of the caller's choice."""

    def facts(self, file: int) -> FileFacts:
        """The facts of a file."""

    def files_with(self, files: Sequence[int], name: str) -> Sequence[int]:
        """The given files that have a name at their top level; may include others of them."""

    def path(self, file: int) -> str:
        """The path of a file inside the project."""

    def files_of(self, module: str) -> Sequence[int]:
        """The files of a module, in order of their paths."""

    def places_named(self, name: str) -> Sequence[SymbolPlace]:
        """All functions, methods, types and macros with a name, except those inside functions."""

    def folder_of(self, prefix: str) -> str | None:
        """The folder that a manifest (go.mod, Cargo.toml, package.json) gives an import prefix."""


class Site(NamedTuple):
    """A place in the code: where names are looked up and expressions are evaluated."""

    view: FileView
    scope: int  # position of the enclosing symbol; 0 is the top level of the file
    self_value: InstanceValue | None = None  # what `self` or `this` means here
    line: int = 0  # 0: anywhere in the scope


class ProjectFiles:
    """Views of files and modules, cached for all files of a run."""

    def __init__(self, index: NameIndex, languages: Languages) -> None:
        self.index, self.languages = index, languages
        self._views: dict[int, FileView] = {}
        self._modules: dict[str, list[FileView]] = {}
        self._filtered_names: dict[str, int] = {}

    def view(self, file: int) -> FileView:
        """The view of a file."""
        view = self._views.get(file)
        if view is None:
            facts = self.index.facts(file)
            rules = resolution_rules(self.languages.by_name[facts.language])
            view = self._views[file] = FileView(file, self.index.path(file), facts, rules)
        return view

    def kind(self, place: SymbolPlace) -> str:
        """The kind of a symbol."""
        file, position = place
        return self.view(file).kinds[position]

    def views_of(self, module: str) -> list[FileView]:
        """The files of a module; those of the usual build come first."""
        views = self._modules.get(module)
        if views is None:
            views = self._modules[module] = self._sorted_views(self.index.files_of(module))
        return views

    def views_with(self, module: str, name: str) -> list[FileView]:
        """The files of a module that may have a name at their top level, in the same order."""
        views = self._modules.get(module)
        if views is not None:
            return views
        count = self._filtered_names[module] = self._filtered_names.get(module, 0) + 1
        files = self.index.files_of(module)
        if count > _MAX_FILTERED_NAMES or len(files) < 2:
            return self.views_of(module)
        unseen = [file for file in files if file not in self._views]
        without = {*unseen}.difference(self.index.files_with(unseen, name))
        return self._sorted_views([file for file in files if file not in without])

    def _sorted_views(self, files: Sequence[int]) -> list[FileView]:
        views = [self.view(file) for file in files]
        views.sort(key=_is_unusual)
        return views


def _is_unusual(view: FileView) -> bool:
    return not view.facts.usual
