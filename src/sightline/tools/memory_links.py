"""Between memories and the index: links made from names, links judged, memories shown by state."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sightline.engine import Engine
from sightline.errors import SightlineError, StoreError
from sightline.memory.links import link_to, states_of
from sightline.model.indexed import IndexedSymbol
from sightline.model.memory import STALE, Link, LinkState, Memory
from sightline.store.code import reader
from sightline.store.code.reader import IndexView
from sightline.tools.find_symbol import find_symbols, follow, fresh
from sightline.workspace.source import Sources
from sightline.workspace.verify import verify

MOST_OF_ONE_NAME = 5


def index_view(engine: Engine) -> IndexView | None:
    """The index for judging links, or None where there is none that can be read."""
    try:
        return IndexView(engine.index)
    except StoreError:
        return None


def judging(engine: Engine) -> Callable[[Memory], tuple[LinkState, ...]]:
    """A function that judges the links of memories of this project, for one answer.

    Memories of other projects link to other working trees: nothing can be said of theirs. What
    seems gone may have moved where the index has not looked yet: it looks once before saying so.
    """
    view = index_view(engine)
    sources = Sources(engine.project.root)
    followed = False
    read_anew: set[str] = set()

    def states(memory: Memory) -> tuple[LinkState, ...]:
        nonlocal view, sources, followed
        if memory.project not in (engine.project.id, ""):
            return ()
        paths = [link.path for link in memory.links if link.path not in read_anew]
        if view is not None and paths:
            read_anew.update(paths)
            if _read_anew(engine, paths):
                view, sources = index_view(engine), Sources(engine.project.root)
        found = states_of(memory, engine.project.id, view, sources)
        if not followed and view is not None and any(one.state == STALE for one in found):
            followed = True
            if follow(engine):
                view, sources = index_view(engine), Sources(engine.project.root)
                found = states_of(memory, engine.project.id, view, sources)
        return found

    return states


def _read_anew(engine: Engine, paths: Iterable[str]) -> bool:
    """Read linked files again that changed since they were indexed; whether any had."""
    try:
        return fresh(engine, reader.files_at(engine.index, paths))
    except SightlineError:
        return False  # another process is at it: judged by their text


def links_for(engine: Engine, names: Iterable[str]) -> tuple[tuple[Link, ...], tuple[str, ...]]:
    """Links for names of symbols or paths of files, and the names nobody has."""
    view = index_view(engine)
    sources = Sources(engine.project.root)
    links: dict[tuple[str, str], Link] = {}
    unknown = []
    for name in names:
        found = _links_of(engine, view, sources, name.strip()) if name.strip() else []
        if not found:
            unknown.append(name)
        for link in found:
            links[(link.name, link.path)] = link
    return tuple(links.values()), tuple(unknown)


def _links_of(engine: Engine, view: IndexView | None, sources: Sources, name: str) -> list[Link]:
    path = name.removeprefix("./").replace("\\", "/")
    if "/" in path or "." in path:
        whole = path.partition("::")[0] if "::" not in path else ""
        if whole and sources.read(whole) is not None:
            return [Link("", whole)]
    if view is None:
        return []
    symbols = find_symbols(engine, name)
    real = [symbol for symbol in symbols if not symbol.is_test] or symbols
    if len({(symbol.qualified, symbol.path) for symbol in real}) > MOST_OF_ONE_NAME:
        return []  # a name that half the project has says nothing about one place
    return [link for symbol in real if (link := _link_now(engine, sources, symbol)) is not None]


def _link_now(engine: Engine, sources: Sources, symbol: IndexedSymbol) -> Link | None:
    file = reader.file_at(engine.index, symbol.path)
    if file is None:
        return None
    verdict = verify(sources, symbol, file)
    if symbol.kind == "module":
        return Link("", symbol.path)
    if verdict.text is None:
        return None
    return link_to(symbol, verdict.text.encode("utf-8", "replace"))
