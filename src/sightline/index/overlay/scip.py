"""Reads a SCIP index: which name at which place of a file refers to which definition.

The format is described at github.com/sourcegraph/scip; only the fields named here are read.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import unquote, urlparse

from sightline.errors import OverlayRefused
from sightline.index.overlay.outside import (
    UTF8,
    UTF16,
    UTF32,
    Elsewhere,
    Outside,
    OutsideFile,
    OutsideReference,
    Position,
    origin_name,
)
from sightline.index.overlay.protobuf import BadMessage, fields, packed_numbers
from sightline.process.regular_files import read_start
from sightline.store.code.overlay import SCIP

# A repository may be anybody's: its index is read unasked, and must not exhaust the memory.
MOST_BYTES = 1 << 30
MOST_OCCURRENCES = 10_000_000
_LONGEST_SYMBOL = 4_000
_DEFINITION = 1  # the bit of symbol_roles
_LOCAL = "local "
_COLUMNS = {1: UTF8, 2: UTF16, 3: UTF32}
# The parts of a symbol: namespace/ type# term. method(). macro! [type parameter] (parameter) meta:
_DESCRIPTOR = re.compile(
    r"(?P<before>[(\[]?)(?:`(?P<quoted>(?:[^`]|``)+)`|(?P<plain>[\w$+-]+))"
    r"(?P<after>/|#|\.|!|:|\)|\]|\([^()]*\)\.)"
)
_EMPTY_HINT = (
    "run the indexer again and look at its output; scip-python ends early and leaves such a file "
    "when it runs outside of git without --project-version"
)


class Occurrence(NamedTuple):
    """A name at a place of a document, and the symbol it defines or refers to."""

    line: int
    column: int
    symbol: str
    is_definition: bool


class Document(NamedTuple):
    """One file of a SCIP index."""

    path: str
    columns: str
    occurrences: list[Occurrence]


class ScipIndex(NamedTuple):
    """A SCIP index as it was written."""

    tool: str
    project_root: str
    documents: list[Document]


def read_scip(path: str, root: str, is_indexed: Callable[[str], bool]) -> Outside:
    """What a SCIP index says about this project; raises OverlayRefused if that is nothing."""
    try:
        content, is_whole = read_start(path, MOST_BYTES)
    except OSError as error:
        raise OverlayRefused(path=path, reason=error.strerror or str(error)) from error
    if not is_whole:
        raise OverlayRefused(path=path, reason=f"it is larger than {MOST_BYTES >> 20} MB")
    try:
        index = parse_index(content)
    except (BadMessage, UnicodeDecodeError, TypeError) as error:
        reason = f"it is not a SCIP index ({error})"
        raise OverlayRefused(path=path, reason=reason) from error
    if not index.documents:
        reason = f"it describes no file ({len(content)} bytes)"
        raise OverlayRefused(path=path, reason=reason, hint=_EMPTY_HINT)
    folder = _folder(index, path, root, is_indexed)
    known = [d for d in index.documents if is_indexed(folder + d.path)]
    if not known:
        count = len(index.documents)
        first = index.documents[0].path
        reason = f"none of its {count} files is in this project (the first is {first})"
        raise OverlayRefused(path=path, reason=reason, hint="was it made for another project?")
    return Outside(SCIP, index.tool or "scip", _joined(index.documents, known, folder))


def parse_index(content: bytes) -> ScipIndex:
    """The tool, the root and the documents of an index."""
    tool = project_root = ""
    documents = []
    left = MOST_OCCURRENCES
    for number, value in fields(content):
        if number == 1:
            for field, part in fields(_bytes(value)):
                if field == 2:
                    texts = {n: _text(v) for n, v in fields(_bytes(part)) if n in (1, 2)}
                    tool = origin_name(" ".join(filter(None, (texts.get(1), texts.get(2)))))
                elif field == 3:
                    project_root = _text(part)
        elif number == 2:
            documents.append(_document(_bytes(value), left))
            left -= len(documents[-1].occurrences)
    return ScipIndex(tool, project_root, documents)


def _document(content: bytes, most: int) -> Document:
    path, columns = "", UTF16
    occurrences = []
    for number, value in fields(content):
        if number == 1:
            path = _text(value)
        elif number == 2:
            occurrence = _occurrence(_bytes(value))
            if occurrence is not None:
                occurrences.append(occurrence)
            if len(occurrences) > most:
                raise BadMessage(f"it has more than {MOST_OCCURRENCES:,} names")
        elif number == 6 and isinstance(value, int):
            columns = _COLUMNS.get(value, UTF16)
    return Document(path.replace("\\", "/").strip("/"), columns, occurrences)


def _occurrence(content: bytes) -> Occurrence | None:
    place: list[int] = []
    symbol, roles = "", 0
    for number, value in fields(content):
        if number == 1:
            place += [value] if isinstance(value, int) else packed_numbers(value)
        elif number == 2:
            symbol = _text(value) if len(_bytes(value)) <= _LONGEST_SYMBOL else ""
        elif number == 3 and isinstance(value, int):
            roles = value
    if len(place) < 3 or not symbol:
        return None
    return Occurrence(place[0], place[1], symbol, bool(roles & _DEFINITION))


def _bytes(value: int | bytes) -> bytes:
    if isinstance(value, int):
        raise BadMessage("a number where a message is expected")
    return value


def _text(value: int | bytes) -> str:
    return _bytes(value).decode("utf-8")


def _folder(index: ScipIndex, path: str, root: str, is_indexed: Callable[[str], bool]) -> str:
    """The folder that the paths of the documents start at: that of the indexer's project."""
    choices = []
    for place in (unquote(urlparse(index.project_root).path), os.path.dirname(path)):
        relative = os.path.relpath(os.path.realpath(place), os.path.realpath(root))
        if place and not relative.startswith("..") and relative != ".":
            choices.append(relative.replace(os.sep, "/") + "/")
    choices.append("")
    return max(choices, key=lambda c: sum(is_indexed(c + d.path) for d in index.documents))


def _joined(every: list[Document], known: list[Document], folder: str) -> list[OutsideFile]:
    """References with the places of their definitions, for the documents of this project."""
    defined: dict[str, Position] = {}  # global symbols
    for document in every:
        for line, column, symbol, is_definition in document.occurrences:
            if is_definition and not symbol.startswith(_LOCAL):
                defined.setdefault(symbol, Position(folder + document.path, line, column))
    named = functools.cache(descriptors)
    return [_outside_file(document, folder, defined, named) for document in known]


def _outside_file(
    document: Document,
    folder: str,
    defined: dict[str, Position],
    named: Callable[[str], Descriptors],
) -> OutsideFile:
    path = folder + document.path
    local = {
        symbol: Position(path, line, column)
        for line, column, symbol, is_definition in document.occurrences
        if is_definition and symbol.startswith(_LOCAL)
    }
    references = []
    names: dict[Position, str] = {}
    for line, column, symbol, is_definition in document.occurrences:
        if is_definition:
            qualified = named(symbol)
            if qualified.is_member:
                names[Position(path, line, column)] = qualified.names[-1]
            continue
        target = local.get(symbol) if symbol.startswith(_LOCAL) else defined.get(symbol)
        if target is not None:
            references.append(OutsideReference(line, column, target))
        elif named(symbol).is_member:
            references.append(OutsideReference(line, column, Elsewhere(named(symbol).names)))
    return OutsideFile(path, references, names, columns=document.columns)


class Descriptors(NamedTuple):
    """The qualified name at the end of a symbol such as `scip-python python app 1 app/Shop#sell().`."""

    names: tuple[str, ...]
    is_member: bool  # whether it names code, and not a module or a parameter


def descriptors(symbol: str) -> Descriptors:
    """The qualified name of a symbol."""
    parts = symbol.replace("  ", "\0").split(" ", 4)
    if len(parts) < 5:
        return Descriptors((), is_member=False)
    matches = list(_DESCRIPTOR.finditer(parts[4].replace("\0", " ")))
    names = tuple((m["quoted"] or m["plain"]).replace("``", "`") for m in matches)
    is_member = bool(matches) and not matches[-1]["before"] and matches[-1]["after"] not in "/:)]"
    return Descriptors(names, is_member)
