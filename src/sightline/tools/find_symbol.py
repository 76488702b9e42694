"""Finds the symbols and files that a name or path means, or raises an error that offers the nearest."""

from __future__ import annotations

import os
import re
from difflib import get_close_matches

from sightline.engine import Engine
from sightline.errors import UnknownName
from sightline.model.code import KINDS
from sightline.model.indexed import IndexedFile, IndexedSymbol, name_parts
from sightline.store.code import reader
from sightline.store.sqlite.database import Database
from sightline.text.fence import one_line
from sightline.tools.index_access import incomplete_note, refresh_changed, update_index
from sightline.workspace.identity import path_inside

# How long to wait for the index before a name is called unknown: a file that was just written may
# not have been indexed yet.
UPDATE_SECONDS = 1.0
# Error messages repeat at most this much of what was asked for.
MAX_ECHO = 200
# How people write names in different languages, rewritten to the index's form in this order.
_SPELLINGS = (
    (r"^\(\*?(\w+)\)(?=\.)", r"\1"),  # the receiver of a method in Go
    (r"(?s)(?<=[\w?!])\s*\(.*\)$", ""),  # a call
    (r"(?<=\w)/\d+$", ""),  # the arity of a function in Elixir or Erlang
    (r"(?:\??->|[?&]\.|/)(?=[\w$@])", "."),
    (r"(?<=[.:#])prototype[.#]", ""),
    (r"^[&$@\\:.#]+|(?<=[.:#])[$@]+(?=\w)", ""),  # sigils of variables and of root names
    (r"^(?:(?:this|self)[.:#]+)+(?=\w)", ""),
)
NOT_READ = (
    "the file exists but was not indexed: it is ignored, denied, too large, not text, or in an "
    "unsupported language; read it as a file"
)


def find_symbols(engine: Engine, name: str, kind: str = "") -> list[IndexedSymbol]:
    """The symbols with this name, qualified name or path::name, after refreshing changed files."""
    symbols = _lookup(engine, name, kind)
    paths = {symbol.path for symbol in symbols}
    if symbols and refresh_changed(engine, reader.files_at(engine.index, paths)):
        symbols = _lookup(engine, name, kind)
    return symbols


def _lookup(engine: Engine, name: str, kind: str) -> list[IndexedSymbol]:
    index = engine.index
    path, separator, inner = name.partition("::")
    if separator and ("/" in path or "." in path):
        files = [reader.file_at(index, path)] if reader.file_at(index, path) else []
        paths = {file.path for file in (files or reader.files_ending(index, path)) if file}
        return [symbol for symbol in _lookup(engine, inner, kind) if symbol.path in paths]
    symbols = reader.symbols_qualified(index, name)
    if all(symbol.kind == "module" for symbol in symbols):
        namesakes = reader.symbols_named(index, name, kind=kind)
        symbols += [symbol for symbol in namesakes if symbol not in symbols]
    if not symbols and len(name_parts(name)) > 1:
        symbols = _with_ending(index, name, kind)
    symbols = symbols or _at_line(engine, name)
    if not symbols and (normalised := _normalised(name)) != name:
        return _lookup(engine, normalised, kind)
    if not kind:
        # A module often shares its name with a symbol inside it; the name then means the symbol.
        return [symbol for symbol in symbols if symbol.kind != "module"] or symbols
    return [symbol for symbol in symbols if symbol.kind == kind]


def _with_ending(index: Database, name: str, kind: str) -> list[IndexedSymbol]:
    """The symbols whose qualified name ends like this one, else those with its parts in order.

    A public path leaves out parts: `tokio::spawn` is `tokio::task::spawn::spawn`.
    """
    parts = [part.replace("-", "_") for part in name_parts(name)]
    candidates = [
        (symbol, [part.replace("-", "_") for part in name_parts(symbol.qualified)])
        for symbol in reader.symbols_named(index, name_parts(name)[-1], kind=kind)
    ]
    exact = [symbol for symbol, names in candidates if _dotted_parts(names, parts)]
    if exact:
        return exact
    gapped = [(symbol, names) for symbol, names in candidates if _in_order(parts, names)]
    # A path that begins with the package means something that is public under that package.
    rooted = [pair for pair in gapped if pair[1][0] == parts[0]] or gapped
    return [symbol for symbol, _ in rooted]


def _dotted_parts(names: list[str], ending: list[str]) -> bool:
    """Whether the names end with these, the first of which may be the end of a path."""
    if len(names) >= len(ending) and names[-len(ending) :] == ending:
        return True
    at = len(names) - len(ending)
    return at >= 0 and names[at + 1 :] == ending[1:] and names[at].endswith("/" + ending[0])


def _in_order(parts: list[str], names: list[str]) -> bool:
    """Whether the names contain these parts in this order, with others between them."""
    *outer, last = [word for name in names for word in name.split("/")]
    at = 0
    for part in parts[:-1]:
        try:
            at = outer.index(part, at) + 1
        except ValueError:
            return False
    return last == parts[-1]


def _dotted(name: str) -> str:
    """A qualified name with a leading dot and dots between its parts, for comparing endings."""
    return "." + ".".join(name_parts(name))


def _normalised(name: str) -> str:
    """A name as the index writes it: `(*A).b`, `$this->b`, `b/2` and `b(x)` become `A.b` and `b`."""
    if len(name) > MAX_ECHO:
        return name
    plain = name.strip("` \t\n")
    for pattern, replacement in _SPELLINGS:
        # Never empty: a name that is only a sigil is looked up as it is.
        plain = re.sub(pattern, replacement, plain) or plain
    return plain


def _at_line(engine: Engine, name: str) -> list[IndexedSymbol]:
    """The symbol around a place written as path:line, the form answers use."""
    path, _, line = name.rpartition(":")
    if not path or path.endswith(":") or not line.isdecimal():
        return []
    files = reader.files_ending(engine.index, path)
    exact = reader.file_at(engine.index, path)
    file = exact or (files[0] if len(files) == 1 else None)
    symbol = reader.symbol_at_line(engine.index, file.id, int(line)) if file else None
    return [symbol] if symbol else []


def checked_kind(kind: str) -> str:
    """The kind of symbol; raises if there is no such kind."""
    if kind and kind not in KINDS:
        raise UnknownName(
            "kind of symbol", one_line(kind, MAX_ECHO), hint=f"kinds: {', '.join(KINDS)}"
        )
    return kind


def unknown_symbol(engine: Engine, name: str, kind: str = "") -> UnknownName:
    """The error for a name that no symbol has, with the nearest names."""
    last = (_dotted(_normalised(name)).rpartition(".")[2] or name)[:MAX_ECHO]
    similar = get_close_matches(last, reader.names_like(engine.index, last), n=3, cutoff=0.65)
    nearest = []
    for other in similar:
        namesakes = reader.symbols_named(engine.index, other, limit=5)
        inner = [symbol for symbol in namesakes if symbol.kind != "module"] or namesakes
        nearest += [symbol.qualified for symbol in inner[:1]]
    lines = ["nearest: " + " · ".join(nearest)] if nearest else []
    prefix = _known_prefix(engine, last)
    lines.append(
        f"not found; try query_symbol name={prefix}"
        if prefix
        else "not found; try search_code with words that describe it"
    )
    lines += filter(None, [incomplete_note(engine)])
    return UnknownName(
        kind or "symbol",
        one_line(name, MAX_ECHO),
        where=engine.project.name,
        nearest=tuple(nearest),
        hint="\n".join(lines),
    )


def _known_prefix(engine: Engine, name: str) -> str:
    """The longest prefix of a name, at least half of it, that occurs in an indexed name."""
    for length in range(min(len(name), 24), max(2, len(name) // 2), -1):
        if reader.names_with(engine.index, name[:length], limit=1):
            return name[:length]
    return ""


def symbol_lines(symbols: list[IndexedSymbol]) -> list[str]:
    """One line per symbol: place, kind, qualified name."""
    return [f"{s.path}:{s.line}  {s.kind}  {s.qualified}" for s in symbols]


def find_files(engine: Engine, path: str) -> list[IndexedFile]:
    """The files with this path or path ending, after refreshing those that changed."""
    root = engine.project.root
    if os.path.isabs(path):
        path = os.path.relpath(os.path.realpath(path), os.path.realpath(root))
    path = path.replace("\\", "/").removeprefix("./")
    files = _matching_files(engine, path)
    if files:
        return _matching_files(engine, path) if refresh_changed(engine, files) else files
    if is_inside(root, path) and update_index(engine, UPDATE_SECONDS):
        return _matching_files(engine, path)
    return []


def _matching_files(engine: Engine, path: str) -> list[IndexedFile]:
    exact = reader.file_at(engine.index, path)
    return [exact] if exact else reader.files_ending(engine.index, path)


def unknown_file(engine: Engine, path: str) -> UnknownName:
    """The error for a path that is not in the index, with the nearest paths."""
    paths = [file.path for file in reader.all_files(engine.index)]
    base = os.path.basename(path)
    near = get_close_matches(path[:MAX_ECHO], paths, n=3, cutoff=0.5)
    near += [p for p in paths if os.path.basename(p) == base and p not in near][:3]
    exists = is_inside(engine.project.root, path)
    incomplete = incomplete_note(engine)
    hints = ["nearest: " + " · ".join(near[:3])] if near and not exists else []
    hints += [NOT_READ] if exists and not incomplete else []
    return UnknownName(
        "file",
        one_line(path, MAX_ECHO),
        where=f"the index of {engine.project.name}" if exists else engine.project.name,
        nearest=tuple(near[:3]),
        hint="\n".join(filter(None, (*hints, incomplete))),
    )


def is_inside(root: str, path: str) -> bool:
    """Whether a path names a file that really is in the project."""
    inside = path_inside(os.path.realpath(root), path)
    return inside is not None and os.path.isfile(os.path.join(root, inside))
