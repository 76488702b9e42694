"""Finds uses of a function's name that are not calls: callbacks, properties, names in strings.

Searches the text of the files that contain the name, because the graph has only calls, imports and
types. In files that could not be parsed completely, calls count as well. Lines in which an analyser
from outside says what the name means are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sightline.model.indexed import CALLABLE, IndexedFile, IndexedSymbol
from sightline.store.code import overlay, reader
from sightline.store.sqlite.database import Database
from sightline.workspace.source import Sources

VALUE, UNPARSED = "used without a call", "in code that was not parsed"
RENAMED = "by the name {alias}"
UNRESOLVED = "a call that was not resolved"
MOST_FILES = 60
# Names shorter than this occur everywhere.
SHORTEST_NAME = 3
_COMMENT = re.compile(r"^\s*(?:#(?!\[)|//|\*|/\*|--|;|%|\"\"\"|''')")
# An import goes on until its bracket is closed, with nested ones until a semicolon.
_IMPORT = re.compile(
    r"^[ \t]*(?:pub(?:\([^)\n]*\))?\s+)?use\s[\w:]*\{[^;]*;"
    r"|^[ \t]*(?:(?:from|import|use|pub\s+use|using)\s|export\s*[{*]|#include)"
    r"(?:[^\n({]*[({][^)}]*[)}])?[^\n]*",
    re.M,
)
_DEFINITION = re.compile(
    r"\b(?:def|func|fun|fn|function|class|struct|interface|trait|type|enum|module|macro_rules!|sub)"
    r"\s+(?:\([^)]*\)\s*)?(?:[\w.:]+[.:])?$"
)
_CALL = re.compile(r"\s*(?:(?:::)?<[^<>()]*>\s*|\?\.|!!?)?[({`]")
# A colon at the end of a line opens a block; it does not declare a type.
_ASSIGNED = re.compile(r"\s*(?:=(?![=>])|:(?!:|\s*(?:#.*)?$)|\+=)")
# Methods that run without a call in the source.
_IMPLICIT = {"rust": frozenset(("drop", "deref", "deref_mut", "fmt", "index", "index_mut"))}
# Languages whose type parameters, extensions and conditional code hide what a call means.
_HIDDEN_CALLS = frozenset(("swift", "kotlin", "csharp"))
# Languages in which a bare name may be a call on the current object.
_BARE_CALLS = frozenset(("ruby",))
_MEMBER = re.compile(r"(?:\.|->|::|#|&:|:|\?\.)\s*$")
# A string, unless it is one that holds expressions (Python's f"...").
_STRING = re.compile(r"(?<![fF])\"(?:[^\"\\]|\\.)*\"|(?<![fF])'(?:[^'\\]|\\.)*'")


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
    if first.kind not in CALLABLE:
        return ValueUses()
    implicit = _runs_without_name(first)
    if implicit:
        return ValueUses((), implicit)
    if len(first.name) < SHORTEST_NAME:
        return ValueUses((), "the name is too short to search for its other uses")
    hits = reader.search_files(index, [first.name.lower()], MOST_FILES + 1)
    if len(hits) > MOST_FILES:
        return ValueUses((), f"more than {MOST_FILES} files contain the name")
    files = reader.files(index, [file_id for file_id, _ in hits])
    broken = reader.files_with_problems(index, [file.id for file in files])
    near = reader.files_referring(index, [symbol.id for symbol in symbols])
    near |= {symbol.file_id for symbol in symbols}
    resolved = _callers_of_name(index, first.name) if first.language in _HIDDEN_CALLS else set()
    uses: list[ValueUse] = []
    for file in files:
        if file.language != first.language:
            continue
        is_method = first.kind == "method"
        is_far = file.id not in near and file.id not in broken
        if not is_method and is_far and file.language not in _BARE_CALLS:
            continue
        text = (sources.read(file.path) or b"").decode("utf-8", "replace")
        decided = overlay.lines_with(index, file.id, first.name)
        style = _Style(
            is_method,
            file.id in broken,
            file.language in _BARE_CALLS,
            file.language in _HIDDEN_CALLS,
        )
        every = _lines_with(text, first.name, style)
        lines = (line for line in every if line.number not in decided)
        found = _by_symbol(index, file, lines, symbols)
        uses += [u for u in found if u.reason != UNRESOLVED or u.symbol.id not in resolved]
        for alias in () if is_method else _aliases(text, first.name):
            uses += _alias_uses(index, sources, symbols, alias)
    return ValueUses(tuple(uses))


def _callers_of_name(index: Database, name: str) -> set[int]:
    """The symbols that call anything of this name, as far as the graph knows."""
    named = [symbol.id for symbol in reader.symbols_named(index, name)]
    edges = reader.edges_to(index, named, kind="calls")
    calls = reader.open_calls_named(index, name)
    return {edge.source_id for edge in edges} | {call.source_id for call in calls}


def _aliases(text: str, name: str) -> set[str]:
    """Other names under which a file imports or exports this name."""
    pattern = rf"(?<![\w$.]){re.escape(name)}\s+as\s+([A-Za-z]\w*)"
    imports = [span[0] for span in _IMPORT.finditer(text)]
    found = {alias for span in imports for alias in re.findall(pattern, span)}
    return found - {name, "default"}


def _alias_uses(
    index: Database, sources: Sources, symbols: Sequence[IndexedSymbol], alias: str
) -> list[ValueUse]:
    """Where a symbol may be used by another name that it is imported under."""
    uses: list[ValueUse] = []
    word = re.compile(rf"(?<![\w$]){re.escape(alias)}(?![\w$])")
    hits = reader.search_files(index, [alias.lower()], MOST_FILES)
    for file in reader.files(index, [file_id for file_id, _ in hits]):
        if file.language != symbols[0].language:
            continue
        text = (sources.read(file.path) or b"").decode("utf-8", "replace")
        imports = [span.span() for span in _IMPORT.finditer(text)]
        places = [match.start() for match in word.finditer(text)]
        lines = (
            _Line(text.count("\n", 0, at) + 1, RENAMED.format(alias=alias))
            for at in places
            if not any(first <= at < last for first, last in imports)
        )
        uses += _by_symbol(index, file, lines, symbols)
    return uses


def _runs_without_name(symbol: IndexedSymbol) -> str:
    """How a function may run where its name is not written; empty if it does not."""
    name, language = symbol.name, symbol.language
    is_special = language == "python" and name.startswith("__") and name.endswith("__")
    if is_special and name not in ("__init__", "__new__"):
        return "the language itself calls methods of this name"
    if symbol.kind == "method" and name in _IMPLICIT.get(language, ()):
        return "the language itself calls methods of this name"
    if (name.startswith("operator") and language == "cpp") or not re.search(r"\w", name):
        return "an operator is called by its sign"
    if language == "ruby" and name == "initialize":
        return "a class that a variable holds may be created"
    return ""


class _Line(NamedTuple):
    number: int
    reason: str


class _Style(NamedTuple):
    """How uses of a name are recognised in a file."""

    is_method: bool
    is_broken: bool  # calls were not all parsed
    has_bare_calls: bool  # a bare name may be a call on the current object
    has_hidden_calls: bool  # a call may be in the file and not in the graph


def _lines_with(text: str, name: str, style: _Style) -> Iterator[_Line]:
    """The lines that use the name other than by defining, importing or calling it."""
    word = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])")
    imports: list[tuple[int, int]] | None = None
    number, counted = 1, 0
    for match in word.finditer(text):
        start = text.rfind("\n", 0, match.start()) + 1
        end = text.find("\n", match.end())
        line = text[start : end if end >= 0 else len(text)]
        at = match.start() - start
        reason = _reason(line, at, at + len(name), style)
        if not reason:
            continue
        if imports is None:
            imports = [span.span() for span in _IMPORT.finditer(text)]
        if any(first <= match.start() < last for first, last in imports):
            continue
        number += text.count("\n", counted, start)
        counted = start
        yield _Line(number, reason)


def _reason(line: str, start: int, end: int, style: _Style) -> str:
    """Why the name in a line counts as a use; empty when it does not."""
    if _COMMENT.match(line):
        return ""
    blank = _STRING.sub(lambda string: " " * len(string[0]), line)
    before, after = blank[:start], blank[end:]
    is_hidden = not blank[start:end].strip()  # in a string
    if is_hidden or _DEFINITION.search(before) or before.rstrip().endswith("@"):
        return ""
    is_member = bool(_MEMBER.search(before))
    if style.has_bare_calls and not is_member:
        return VALUE if not _ASSIGNED.match(after) else ""
    if _CALL.match(after):
        if style.has_hidden_calls:
            return UNRESOLVED
        return UNPARSED if style.is_broken else ""
    return VALUE if is_member == style.is_method and not _ASSIGNED.match(after) else ""


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
