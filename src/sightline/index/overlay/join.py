"""Joins references from outside with the symbols of the index, by file, line and column.

A file is taken only if its content is the one the references were made for: by its hash where that
is known, else by whether the names it defines are where they should be.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import NamedTuple

from sightline.index.overlay.outside import UTF8, UTF16, Elsewhere, Outside, OutsideFile, Position
from sightline.model.indexed import CALLABLE, TYPES, name_parts
from sightline.store.code import overlay, reader
from sightline.store.code.overlay import OverlayFile, PlacedSymbol
from sightline.store.sqlite.database import Database
from sightline.text.hashing import digest
from sightline.workspace.source import Sources

# What a stored reference leads to, apart from a symbol of the index.
OUTSIDE, UNKNOWN = "outside", "unknown"
NOT_INDEXED = "not in the index"
CHANGED = "changed since it was described"
_WORD = re.compile(r"[\w$]+")
_CALL = re.compile(r"\s*(?:(?:::)?<[^<>()]*>\s*|\?\.|!)?[(`]")
# A file of which a larger share of the definitions are elsewhere has another content.
_MISPLACED = 0.02


class StoredReference(NamedTuple):
    """A reference as it is stored: the name as written and what it leads to."""

    line: int  # from 1
    name: str
    is_call: bool
    path: str  # of the target; OUTSIDE or UNKNOWN where there is no symbol
    qualified: str = ""
    target_line: int = 0


class LeadsTo(NamedTuple):
    """The symbol a reference leads to, or OUTSIDE or UNKNOWN as its path."""

    path: str
    qualified: str = ""
    line: int = 0


class RefusedFile(NamedTuple):
    """A file whose references were not taken, and why."""

    path: str
    reason: str


class Joined(NamedTuple):
    """What became of the references of one analyser."""

    origin: str
    files: int
    references: int  # to symbols of the index
    outside: int  # to something outside the project
    refused: list[RefusedFile]


def store_outside(index: Database, sources: Sources, outside: Outside) -> Joined:
    """Join and store what one analyser says; must run inside a transaction."""
    join = _Join(index, sources)
    files: list[OverlayFile] = []
    refused: list[RefusedFile] = []
    counts = {"symbols": 0, OUTSIDE: 0}
    for file in outside.files:
        identity = overlay.file_of(index, file.path)
        raw = sources.raw(file.path) if identity else None
        if identity is None or raw is None:
            refused.append(RefusedFile(file.path, NOT_INDEXED))
            continue
        if digest(raw) != identity.digest or not join.fits(file, raw):
            refused.append(RefusedFile(file.path, CHANGED))
            continue
        references = join.references(file)
        counts["symbols"] += sum(bool(reference.qualified) for reference in references)
        counts[OUTSIDE] += sum(reference.path == OUTSIDE for reference in references)
        content = json.dumps(references, ensure_ascii=False, separators=(",", ":"))
        files.append(
            OverlayFile(file.path, outside.source, outside.origin, identity.digest, content)
        )
    overlay.put(index, files)
    return Joined(outside.origin, len(files), counts["symbols"], counts[OUTSIDE], refused)


def read_stored(content: str) -> list[StoredReference]:
    """The references of a file from their stored form."""
    return [StoredReference(*row) for row in json.loads(content)]


class _Join:
    """Finds words and symbols at places; lines and symbols are read once per file."""

    def __init__(self, index: Database, sources: Sources) -> None:
        self._index, self._sources = index, sources
        self._lines: dict[str, list[str]] = {}
        self._symbols: dict[str, dict[int, list[PlacedSymbol]]] = {}
        self._targets: dict[Position, LeadsTo] = {}
        self._copies: dict[Elsewhere, LeadsTo] = {}

    def fits(self, file: OutsideFile, raw: bytes) -> bool:
        """Whether the content of a file is the one that was described."""
        if file.sha256:
            return hashlib.sha256(raw).hexdigest() == file.sha256
        misplaced = sum(
            self._word(place.path, place.line, place.column, file.columns) != name
            for place, name in file.names.items()
            if _WORD.fullmatch(name) and place[1:] != (0, 0)
        )
        return misplaced <= _MISPLACED * len(file.names)

    def references(self, file: OutsideFile) -> list[StoredReference]:
        """The references of a file, those to symbols of the index with these symbols."""
        stored = []
        for line, column, target in file.references:
            word = self._word(file.path, line, column, file.columns)
            here = Position(file.path, line, column)
            if not word or self._symbol_at(here, file.columns).qualified:
                continue  # the name of a member that is defined here refers to the one it implements
            is_call = self._is_call(file.path, line, column, file.columns, word)
            if isinstance(target, Elsewhere):
                leads_to = self._elsewhere(target)
            else:
                leads_to = self._symbol_at(target, file.columns)
            stored.append(StoredReference(line + 1, word, is_call, *leads_to))
        return stored

    def _elsewhere(self, target: Elsewhere) -> LeadsTo:
        """What a definition outside the project's files is: maybe an installed copy of them."""
        if target not in self._copies:
            self._copies[target] = self._find_copied(target)
        return self._copies[target]

    def _find_copied(self, target: Elsewhere) -> LeadsTo:
        path = target.path.replace("\\", "/")
        if path:
            ending = "/".join(path.split("/")[-2:])
            return LeadsTo(UNKNOWN if reader.files_ending(self._index, ending, 1) else OUTSIDE)
        if not target.names:
            return LeadsTo(OUTSIDE)
        symbols = reader.symbols_named(self._index, target.names[-1])
        wanted = ".".join(target.names)
        same = [s for s in symbols if ".".join(name_parts(s.qualified)) == wanted]
        if len(same) == 1:
            return LeadsTo(same[0].path, same[0].qualified, same[0].line)
        owner = target.names[-2:-1]
        alike = [s for s in symbols if tuple(name_parts(s.qualified)[-2:-1]) == owner]
        return LeadsTo(UNKNOWN if same or alike else OUTSIDE)

    def _symbol_at(self, target: Position, columns: str) -> LeadsTo:
        """The symbol whose name is defined at a place; UNKNOWN for parameters and other locals."""
        if target not in self._targets:
            symbol = self._find_symbol(target, columns)
            self._targets[target] = (
                LeadsTo(target.path, symbol.qualified, symbol.line) if symbol else LeadsTo(UNKNOWN)
            )
        return self._targets[target]

    def _find_symbol(self, target: Position, columns: str) -> PlacedSymbol | None:
        word = self._word(*target, columns)
        if not word:
            return None
        text = self._text(target.path, target.line)
        first = re.search(rf"(?<![\w$]){re.escape(word)}(?![\w$])", text)
        at = _character(text, target.column, columns)
        if first is None or not first.start() <= at <= first.end():
            return None  # a parameter with the name of its function
        symbols = self._symbols_by_line(target.path).get(target.line + 1, [])
        named = [symbol for symbol in symbols if symbol.name.rstrip("?!=").lstrip("#") == word]
        named.sort(key=lambda symbol: symbol.kind not in CALLABLE and symbol.kind not in TYPES)
        return named[0] if named else None

    def _symbols_by_line(self, path: str) -> dict[int, list[PlacedSymbol]]:
        if path not in self._symbols:
            by_line: dict[int, list[PlacedSymbol]] = {}
            identity = overlay.file_of(self._index, path)
            for symbol in overlay.symbols_of(self._index, identity.id) if identity else ():
                if symbol.position:
                    by_line.setdefault(symbol.line, []).append(symbol)
            self._symbols[path] = by_line
        return self._symbols[path]

    def _word(self, path: str, line: int, column: int, columns: str) -> str:
        text = self._text(path, line)
        match = _WORD.match(text, _character(text, column, columns))
        return match[0] if match else ""

    def _is_call(self, path: str, line: int, column: int, columns: str, word: str) -> bool:
        text = self._text(path, line)
        return bool(_CALL.match(text, _character(text, column, columns) + len(word)))

    def _text(self, path: str, line: int) -> str:
        """A line of a file; empty if there is none."""
        lines = self._lines.get(path)
        if lines is None:
            content = self._sources.read(path) or b""
            lines = self._lines[path] = content.decode("utf-8", "replace").split("\n")
        return lines[line] if line < len(lines) else ""


def _character(text: str, column: int, columns: str) -> int:
    """The index of a character in a line from its column; `#` of a private name is skipped."""
    at = column
    if not text.isascii():
        if columns == UTF8:
            at = len(text.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "ignore"))
        elif columns == UTF16:
            raw = text.encode("utf-16-le", "surrogatepass")[: 2 * column]
            at = len(raw.decode("utf-16-le", "ignore"))
    return at + 1 if text[at : at + 1] == "#" else at
