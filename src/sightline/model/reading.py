"""What reading one file brings: the record that passes from the workers to the index.

Values only, made of what `marshal` carries; `model.code` has the parser's own values.
"""

from typing import Any, NamedTuple

# Reasons for which a file is passed over without it being a fault.
NO_LANGUAGE, BINARY, LOCK_FILE, MINIFIED = "no language", "binary", "lock file", "minified"
HARMLESS = frozenset((NO_LANGUAGE, BINARY, LOCK_FILE, MINIFIED))


class Words(NamedTuple):
    """The words of a file for full text, and how strongly it and its symbols hold them."""

    words: str  # once each, with spaces between
    file_hits: bytes  # how strongly the file holds each; 0 when only a symbol does
    counts: bytes  # by word: in how many symbols it stands, as unsigned 16-bit numbers
    places: bytes  # word after word: the positions of those symbols, likewise
    hits: bytes  # in the same order: how strongly each symbol holds the word


class ReadSymbol(NamedTuple):
    """One symbol of a file; its fields are those of `model.code.Symbol`."""

    name: str
    qualified: str
    kind: str
    signature: str
    doc: str
    start: int
    end: int
    start_line: int
    end_line: int
    line: int
    parent: int
    fingerprint: str
    is_test: bool


class ReadFile(NamedTuple):
    """One file as it was read, or the reason why nothing was taken from it."""

    path: str
    language: str
    role: str
    size: int
    mtime_ns: int
    digest: str
    words: tuple[Any, ...]  # a Words without its class
    symbols: list[tuple[Any, ...]]  # each a ReadSymbol without its class
    facts: bytes
    mentions: str  # names, with spaces between
    problems: list[tuple[int, str]]
    skipped: str


def nothing(path: str, size: int, mtime_ns: int, reason: str) -> ReadFile:
    """A file that belongs to the project and from which nothing is taken, with the reason."""
    return ReadFile(path, "", "", size, mtime_ns, "", (), [], b"", "", [], reason)
