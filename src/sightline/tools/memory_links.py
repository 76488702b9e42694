"""Links between memories and the index: made from names, and checked against the working tree."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sightline.engine import Engine
from sightline.errors import SightlineError, StoreError
from sightline.memory.links import link_to, states_of
from sightline.model.indexed import IndexedSymbol
from sightline.model.memory import STALE, Link, LinkState, Memory
from sightline.store.code import reader
from sightline.store.code.reader import IndexView
from sightline.tools.find_symbol import find_symbols
from sightline.tools.index_access import refresh_changed, update_index
from sightline.workspace.source import Sources
from sightline.workspace.verify import verify

MOST_OF_ONE_NAME = 5


def index_view(engine: Engine) -> IndexView | None:
    """The index as links are checked against it; None if it cannot be read."""
    try:
        return IndexView(engine.index)
    except StoreError:
        return None


class LinkChecker:
    """Checks the links of this project's memories, for one answer, refreshing the index first.

    Files that changed are indexed again before their links are checked. A symbol that seems gone
    may have moved to a file that is not indexed yet: the whole index is updated once before a
    link is called stale.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._refreshed_paths: set[str] = set()
        self._is_updated = False
        self._read_index()

    def states(self, memory: Memory) -> tuple[LinkState, ...]:
        """The states of a memory's links; none for another project's, whose tree is elsewhere."""
        if memory.project not in (self._engine.project.id, ""):
            return ()
        if self._view is not None and self._refresh(memory):
            self._read_index()
        states = states_of(memory, self._engine.project.id, self._view, self._sources)
        if self._is_updated or self._view is None or all(s.state != STALE for s in states):
            return states
        self._is_updated = True
        if not update_index(self._engine):
            return states
        self._read_index()
        return states_of(memory, self._engine.project.id, self._view, self._sources)

    def _read_index(self) -> None:
        self._view = index_view(self._engine)
        self._sources = Sources(self._engine.project.root)

    def _refresh(self, memory: Memory) -> bool:
        """Index the memory's linked files again that changed, each once; whether any had."""
        paths = [link.path for link in memory.links if link.path not in self._refreshed_paths]
        if not paths:
            return False
        self._refreshed_paths.update(paths)
        try:
            return refresh_changed(self._engine, reader.files_at(self._engine.index, paths))
        except SightlineError:
            return False  # another process is indexing: the links are checked by their text


class LinkedNames(NamedTuple):
    """The links made from names, and the names that match no symbol or file."""

    links: tuple[Link, ...]
    unknown: tuple[str, ...]


class LinkedRoot(NamedTuple):
    """A root, and the links that names have there."""

    engine: Engine
    linked: LinkedNames


def root_with(roots: list[Engine], names: Iterable[str]) -> LinkedRoot:
    """The root in which most of these names are known; the first of several."""
    names = tuple(names)
    found = [LinkedRoot(root, links_for(root, names)) for root in (roots if names else roots[:1])]
    return min(found, key=lambda one: len(one.linked.unknown))


def links_for(engine: Engine, names: Iterable[str]) -> LinkedNames:
    """Links for names of symbols or paths of files."""
    view = index_view(engine)
    sources = Sources(engine.project.root)
    links: dict[tuple[str, str], Link] = {}
    unknown = []
    for name in names:
        matches = _links_of(engine, view, sources, name.strip()) if name.strip() else []
        if not matches:
            unknown.append(name)
        for link in matches:
            links[(link.name, link.path)] = link
    return LinkedNames(tuple(links.values()), tuple(unknown))


def _links_of(engine: Engine, view: IndexView | None, sources: Sources, name: str) -> list[Link]:
    path = name.removeprefix("./").replace("\\", "/")
    if "/" in path or "." in path:
        file = path if "::" not in path else ""
        if file and sources.read(file) is not None:
            return [Link("", file)]
    if view is None:
        return []
    matches = find_symbols(engine, name)
    symbols = [symbol for symbol in matches if not symbol.is_test] or matches
    if len({(symbol.qualified, symbol.path) for symbol in symbols}) > MOST_OF_ONE_NAME:
        return []  # a name shared by many symbols does not identify one place
    links = (_current_link(engine, sources, symbol) for symbol in symbols)
    return [link for link in links if link is not None]


def _current_link(engine: Engine, sources: Sources, symbol: IndexedSymbol) -> Link | None:
    file = reader.file_at(engine.index, symbol.path)
    if file is None:
        return None
    verdict = verify(sources, symbol, file)
    if symbol.kind == "module":
        return Link("", symbol.path)
    if verdict.text is None:
        return None
    return link_to(symbol, verdict.text.encode("utf-8", "replace"))
