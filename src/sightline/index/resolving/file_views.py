"""The files that resolving has looked at so far, arranged for looking names up."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.index.resolving.file_view import View
from sightline.index.resolving.language_rules import habits_of
from sightline.index.resolving.name_source import Names
from sightline.parse.languages import Languages

# Names asked of a module after which it is quicker to look at all of its files.
_MOST_ASKED = 300


class Views:
    """Views of files and modules, remembered over all files of a run."""

    def __init__(self, names: Names, languages: Languages) -> None:
        self.names, self.languages = names, languages
        self._views: dict[int, View] = {}
        self._modules: dict[str, list[View]] = {}
        self._asked: dict[str, int] = {}

    def view(self, file: int) -> View:
        """A file, arranged for looking names up."""
        view = self._views.get(file)
        if view is None:
            facts = self.names.facts(file)
            habits = habits_of(self.languages.by_name[facts.language])
            view = self._views[file] = View(file, self.names.path(file), facts, habits)
        return view

    def views_of(self, module: str) -> list[View]:
        """The files of a module, those of the usual build first."""
        views = self._modules.get(module)
        if views is None:
            views = self._modules[module] = self._in_order(self.names.files_of(module))
        return views

    def views_with(self, module: str, name: str) -> list[View]:
        """Those files of a module that may have a name at their top, in the same order."""
        views = self._modules.get(module)
        if views is not None:
            return views
        asked = self._asked[module] = self._asked.get(module, 0) + 1
        files = self.names.files_of(module)
        if asked > _MOST_ASKED or len(files) < 2:
            return self.views_of(module)
        fresh = [file for file in files if file not in self._views]
        left_out = {*fresh}.difference(self.names.having(fresh, name))
        return self._in_order([file for file in files if file not in left_out])

    def _in_order(self, files: Sequence[int]) -> list[View]:
        views = [self.view(file) for file in files]
        views.sort(key=_is_unusual)
        return views


def _is_unusual(view: View) -> bool:
    return not view.facts.usual
