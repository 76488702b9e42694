"""Finds uses of a function's name that are not calls: callbacks, properties, names in strings.

Searches the text of the files that contain the name, because the graph has only calls, imports and
types. In files that could not be parsed completely, calls count as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sightline.model.indexed import CALLABLE, IndexedFile, IndexedSymbol
from sightline.store.code import reader
from sightline.store.sqlite.database import Database
from sightline.workspace.source import Sources

VALUE, UNPARSED = "used without a call", "in code that was not parsed"
MOST_FILES = 60
# Names shorter than this occur everywhere.
SHORTEST_NAME = 3
_COMMENT = re.compile(r"^\s*(?:#(?!\[)|//|\*|/\*|--|;|%|\"\"\"|''')")
_IMPORT = re.compile(
    r"^\s*(?:from\b|import\b|use\b|pub\s+use\b|export\s*[{*]|require|#include|using\b)"
)
_DEFINITION = re.compile(
    r"\b(?:def|func|fun|fn|function|class|struct|interface|trait|type|enum|module|macro_rules!|sub)"
    r"\s+(?:\([^)]*\)\s*)?(?:[\w.:]+[.:])?$"
)
_CALL = re.compile(r"\s*(?:(?:::)?<[^<>()]*>\s*|\?\.|!!?)?[({`]")
_ASSIGNED = re.compile(r"\s*(?:=(?![=>])|:(?!:)|\+=)")
_MEMBER = re.compile(r"(?:\.|->|::|#|&:|:|\?\.)\s*$")
_OPENED, _CLOSED = re.compile(r"[({]"), re.compile(r"[)}]")
_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")


class ValueUse(NamedTuple):
    """A symbol that uses a name without calling it, with the line of the first use."""

    symbol: IndexedSymbol
    line: int
    times: int
    reason: str


class ValueUses(NamedTuple):
    """The uses, or why they were not searched."""

    uses: tuple[ValueUse, ...] = ()
    unchecked: str = ""


def value_uses(index: Database, sources: Sources, symbols: Sequence[IndexedSymbol]) -> ValueUses:
    """Where the name of these symbols (overloads of one) is used other than by a call."""
    first = symbols[0]
    if first.kind not in CALLABLE or len(first.name) < SHORTEST_NAME:
        return ValueUses()
    hits = reader.search_files(index, [first.name.lower()], MOST_FILES + 1)
    if len(hits) > MOST_FILES:
        return ValueUses((), f"more than {MOST_FILES} files contain the name")
    files = reader.files(index, [file_id for file_id, _ in hits])
    broken = reader.files_with_problems(index, [file.id for file in files])
    near = reader.files_referring(index, [symbol.id for symbol in symbols])
    near |= {symbol.file_id for symbol in symbols}
    uses: list[ValueUse] = []
    for file in files:
        if file.language != first.language:
            continue
        is_method = first.kind == "method"
        if not is_method and file.id not in near and file.id not in broken:
            continue
        text = (sources.read(file.path) or b"").decode("utf-8", "replace")
        lines = _lines_with(text, first.name, is_method, file.id in broken)
        uses += _by_symbol(index, file, lines, symbols)
    return ValueUses(tuple(uses))


class _Line(NamedTuple):
    number: int
    reason: str


def _lines_with(text: str, name: str, is_method: bool, is_broken: bool) -> Iterator[_Line]:
    """The lines that use the name other than by defining, importing or calling it."""
    word = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])")
    is_import = False
    for number, line in enumerate(text.splitlines(), 1):
        if is_import or _IMPORT.match(line):
            # An import goes on until its bracket is closed.
            opened = is_import or bool(_OPENED.search(line))
            is_import = opened and not _CLOSED.search(line)
            continue
        if name not in line or _COMMENT.match(line):
            continue
        blank = _STRING.sub(lambda match: " " * len(match[0]), line)
        for match in word.finditer(blank):
            before, after = blank[: match.start()], blank[match.end() :]
            if _DEFINITION.search(before) or before.rstrip().endswith("@"):
                continue
            is_call = bool(_CALL.match(after))
            if is_call and is_broken:
                yield _Line(number, UNPARSED)
                continue
            is_member = bool(_MEMBER.search(before))
            if not is_call and is_member == is_method and not _ASSIGNED.match(after):
                yield _Line(number, VALUE)


def _by_symbol(
    index: Database,
    file: IndexedFile,
    lines: Iterator[_Line],
    symbols: Sequence[IndexedSymbol],
) -> list[ValueUse]:
    """One use per symbol that contains such lines, without the symbols themselves."""
    own = {symbol.id for symbol in symbols}
    uses: dict[int, ValueUse] = {}
    members: list[IndexedSymbol] | None = None
    for number, reason in lines:
        if members is None:
            members = reader.symbols_in_file(index, file.id)
        around = [s for s in members if s.start_line <= number <= s.end_line]
        owners = [s for s in around if s.kind in CALLABLE or s.kind == "module"] or around
        if not owners or owners[-1].id in own:
            continue
        owner = owners[-1]
        known = uses.get(owner.id)
        uses[owner.id] = (
            known._replace(times=known.times + 1) if known else ValueUse(owner, number, 1, reason)
        )
    return list(uses.values())
