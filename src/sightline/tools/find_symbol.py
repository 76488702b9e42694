"""Finds what a tool was asked about, in the right project, fresh, or says what is nearest."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from difflib import get_close_matches

from sightline.engine import Engine
from sightline.errors import SightlineError, StoreMissing, UnknownName, UsageError
from sightline.model.code import KINDS
from sightline.model.indexed import IndexedFile, IndexedSymbol, name_parts
from sightline.store.code import reader
from sightline.text.fence import one_line
from sightline.tools.index_state import unfinished
from sightline.workspace.identity import path_inside
from sightline.workspace.source import Sources

Progress = Callable[[str, int, int], None]

MAX_CANDIDATES = 12
# Before a name is called unknown: what was written a moment ago may not have been read yet.
FOLLOW_SECONDS = 1.0
# What was asked is said again, but not all of it however long it is.
MAX_ECHO = 200
# What people write around and between the parts of a name, whatever the language, in this order.
_WRITTEN = (
    (r"^\(\*?(\w+)\)(?=\.)", r"\1"),  # the receiver of a method in Go
    (r"(?s)(?<=[\w?!])\s*\(.*\)$", ""),  # a call
    (r"(?<=\w)/\d+$", ""),  # how many arguments a function of Elixir or Erlang takes
    (r"(?:\??->|[?&]\.|/)(?=[\w$@])", "."),
    (r"(?<=[.:#])prototype[.#]", ""),
    (r"^[&$@\\:.#]+|(?<=[.:#])[$@]+(?=\w)", ""),  # marks of variables and of names from the root
    (r"^(?:(?:this|self)[.:#]+)+(?=\w)", ""),
)
NOT_READ = (
    "the file is there but was not read: ignored, denied, too large, no text, or in a language "
    "that is not known; read it as a file"
)


def picked(engine: Engine, repo: str) -> Engine:
    """The engine of the named root; the asked one where no root is named."""
    if not repo:
        return engine
    for sibling in engine.siblings:
        if repo in (sibling.project.name, sibling.project.root, sibling.project.id):
            return sibling
    names = tuple(sibling.project.name for sibling in engine.siblings)
    near = tuple(get_close_matches(repo, names, n=3, cutoff=0.3)) or names
    raise UnknownName("repo", repo, nearest=near)


def fresh(engine: Engine, files: list[IndexedFile]) -> bool:
    """Read files again that changed since they were indexed; whether any had."""
    sources = Sources(engine.project.root)
    changed = [file.path for file in files if not sources.unchanged(file)]
    if not changed:
        return False
    # Loads the parser, which a server must not do before its first answer.
    from sightline.index.refresh import refresh_files

    refresh_files(engine.project, engine.settings, changed, home=engine.home)
    return True


def follow(engine: Engine, wait: float = 0.0, progress: Progress | None = None) -> bool:
    """Bring the index up to date, unless another process is at it for longer than this."""
    # Loads the parser, which a server must not do before its first answer.
    from sightline.index.refresh import refresh

    try:
        refresh(engine.project, engine.settings, progress=progress, home=engine.home, wait=wait)
    except SightlineError:
        return False
    return True


def find_symbols(engine: Engine, name: str, kind: str = "") -> list[IndexedSymbol]:
    """The symbols meant by a name, a qualified name, or path::name; read anew where stale."""
    found = _named(engine, name, kind)
    paths = {symbol.path for symbol in found}
    if found and fresh(engine, reader.files_at(engine.index, paths)):
        found = _named(engine, name, kind)
    return found


def _named(engine: Engine, name: str, kind: str) -> list[IndexedSymbol]:
    index = engine.index
    path, separator, inner = name.partition("::")
    if separator and ("/" in path or "." in path):
        files = [reader.file_at(index, path)] if reader.file_at(index, path) else []
        paths = {file.path for file in (files or reader.files_ending(index, path)) if file}
        return [symbol for symbol in _named(engine, inner, kind) if symbol.path in paths]
    found = reader.symbols_qualified(index, name)
    if all(symbol.kind == "module" for symbol in found):
        named = reader.symbols_named(index, name, kind=kind)
        found += [symbol for symbol in named if symbol not in found]
    if not found and len(name_parts(name)) > 1:
        ending = _dotted(name)
        candidates = reader.symbols_named(index, ending.rpartition(".")[2], kind=kind)
        ending = ending.replace("-", "_")
        found = [
            symbol
            for symbol in candidates
            if _dotted(symbol.qualified).replace("-", "_").endswith(ending)
        ]
    found = found or _at_line(engine, name)
    if not found and (meant := _as_joined(name)) != name:
        return _named(engine, meant, kind)
    if not kind:
        # A module often has the name of what it holds; who says the name means that.
        return [symbol for symbol in found if symbol.kind != "module"] or found
    return [symbol for symbol in found if symbol.kind == kind]


def _dotted(name: str) -> str:
    """A qualified name as its parts are compared; a crate called a-b is written a_b."""
    return "." + ".".join(name_parts(name))


def _as_joined(name: str) -> str:
    """A name as people write it, joined as names are: `(*A).b`, `$this->b`, `b/2` and `b(x)`."""
    if len(name) > MAX_ECHO:
        return name
    plain = name.strip("` \t\n")
    for pattern, meant in _WRITTEN:
        # Never nothing: what is only a mark is looked for as it is.
        plain = re.sub(pattern, meant, plain) or plain
    return plain


def _at_line(engine: Engine, name: str) -> list[IndexedSymbol]:
    """The symbol around a place, written as answers write places: path:line."""
    path, _, line = name.rpartition(":")
    if not path or path.endswith(":") or not line.isdecimal():
        return []
    files = reader.files_ending(engine.index, path)
    exact = reader.file_at(engine.index, path)
    file = exact or (files[0] if len(files) == 1 else None)
    symbol = reader.symbol_at_line(engine.index, file.id, int(line)) if file else None
    return [symbol] if symbol else []


def one_symbol(engine: Engine, name: str) -> list[IndexedSymbol]:
    """The one symbol (with its overloads) a name means, or an error that helps."""
    found = find_symbols(engine, name)
    if not found and follow(engine, FOLLOW_SECONDS):
        found = find_symbols(engine, name)
    if not found:
        raise unknown_symbol(engine, name)
    real = [symbol for symbol in found if not symbol.is_test] or found
    if len({symbol.qualified for symbol in real}) == 1:
        return real
    # Overloads are one symbol: who says its name means all of them.
    first = {symbol.qualified: symbol for symbol in reversed(real)}
    named = [symbol for symbol in real if first[symbol.qualified] is symbol]
    raise UsageError(
        f"{name!r} means {len(named)} symbols in {engine.project.name}",
        hint="say which one:\n" + "\n".join(listed(named[:MAX_CANDIDATES])),
    )


def checked_kind(kind: str) -> str:
    """The kind of symbol, if there is such a kind."""
    if kind and kind not in KINDS:
        raise UnknownName(
            "kind of symbol", one_line(kind, MAX_ECHO), hint=f"kinds: {', '.join(KINDS)}"
        )
    return kind


def unknown_symbol(engine: Engine, name: str, kind: str = "") -> UnknownName:
    """The error for a name nobody has, with the nearest that somebody has."""
    last = (_dotted(_as_joined(name)).rpartition(".")[2] or name)[:MAX_ECHO]
    near = get_close_matches(last, reader.names_like(engine.index, last), n=3, cutoff=0.5)
    nearest = []
    for one in near:
        named = reader.symbols_named(engine.index, one, limit=5)
        real = [symbol for symbol in named if symbol.kind != "module"] or named
        nearest += [symbol.qualified for symbol in real[:1]]
    lines = ["nearest: " + " · ".join(nearest)] if nearest else []
    start = _known_start(engine, last)
    lines.append(
        f"not found; try query_symbol name={start}"
        if start
        else "not found; try search_code with words that describe it"
    )
    lines += filter(None, [unfinished(engine)])
    return UnknownName(
        kind or "symbol",
        one_line(name, MAX_ECHO),
        where=engine.project.name,
        nearest=tuple(nearest),
        hint="\n".join(lines),
    )


def _known_start(engine: Engine, name: str) -> str:
    """The longest beginning of a name, three characters or more, that some name has in it."""
    for length in range(min(len(name) - 1, 24), 2, -1):
        if reader.names_with(engine.index, name[:length], limit=1):
            return name[:length]
    return ""


def listed(symbols: list[IndexedSymbol]) -> list[str]:
    """One line per symbol: place, kind, qualified name."""
    return [f"{s.path}:{s.line}  {s.kind}  {s.qualified}" for s in symbols]


def find_files(engine: Engine, path: str) -> list[IndexedFile]:
    """The files a path means: exactly, or by its ending; read anew where stale."""
    root = engine.project.root
    if os.path.isabs(path):
        path = os.path.relpath(os.path.realpath(path), os.path.realpath(root))
    path = path.replace("\\", "/").removeprefix("./")
    found = _files_meant(engine, path)
    if found:
        return _files_meant(engine, path) if fresh(engine, found) else found
    if is_inside(root, path) and follow(engine, FOLLOW_SECONDS):
        return _files_meant(engine, path)
    return []


def _files_meant(engine: Engine, path: str) -> list[IndexedFile]:
    exact = reader.file_at(engine.index, path)
    return [exact] if exact else reader.files_ending(engine.index, path)


def unknown_file(engine: Engine, path: str) -> UnknownName:
    """The error for a path nobody has, with the nearest that there are."""
    paths = [file.path for file in reader.all_files(engine.index)]
    base = os.path.basename(path)
    near = get_close_matches(path[:MAX_ECHO], paths, n=3, cutoff=0.5)
    near += [p for p in paths if os.path.basename(p) == base and p not in near][:3]
    there = is_inside(engine.project.root, path)
    missing = unfinished(engine)
    hints = ["nearest: " + " · ".join(near[:3])] if near and not there else []
    hints += [NOT_READ] if there and not missing else []
    return UnknownName(
        "file",
        one_line(path, MAX_ECHO),
        where=f"the index of {engine.project.name}" if there else engine.project.name,
        nearest=tuple(near[:3]),
        hint="\n".join(filter(None, (*hints, missing))),
    )


def is_inside(root: str, path: str) -> bool:
    """Whether a path names a file that really lies in the project."""
    inside = path_inside(os.path.realpath(root), path)
    return inside is not None and os.path.isfile(os.path.join(root, inside))


def has_index(engine: Engine) -> bool:
    """Whether this project was ever indexed."""
    try:
        engine.index.value("meta.read", key="state")
    except StoreMissing:
        return False
    return True
