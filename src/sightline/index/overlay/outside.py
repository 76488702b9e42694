"""The form in which references from outside are handed on, whatever they were read from."""

from __future__ import annotations

from typing import NamedTuple

from sightline.text.fence import one_line

_LONGEST_ORIGIN = 60

# How columns are counted.
UTF8, UTF16, UTF32 = "utf-8", "utf-16", "utf-32"


class Position(NamedTuple):
    """A place in a file; line and column count from zero."""

    path: str  # relative to the project
    line: int
    column: int


class Elsewhere(NamedTuple):
    """A definition that is not in the project's files, or was found in an installed copy of them."""

    names: tuple[str, ...] = ()  # its qualified name: package or module, types, own name
    path: str = ""  # of the file outside the project, where it is known


class OutsideReference(NamedTuple):
    """A name in a file and what it refers to."""

    line: int
    column: int
    target: Position | Elsewhere


class OutsideFile(NamedTuple):
    """All that is known about one file."""

    path: str
    references: list[OutsideReference]
    names: dict[Position, str]  # names it defines, to check that the content is the same
    sha256: str = ""  # of the content, where it is known
    columns: str = UTF16


class Outside(NamedTuple):
    """What one analyser says about files."""

    source: str  # of store.code.overlay
    origin: str
    files: list[OutsideFile]


def origin_name(name: str) -> str:
    """The name an analyser gives itself, short and on one line: assistants are told it."""
    return one_line(name, _LONGEST_ORIGIN)
