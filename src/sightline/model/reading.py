"""What reading one file brings: the record that passes from the workers to the index.

Values only, made of what `marshal` carries; `model.code` has the parser's own values.
"""

from typing import Any, NamedTuple

# Reasons for which a file is passed over without it being a fault.
NO_LANGUAGE, BINARY, LOCK_FILE, MINIFIED = "no language", "binary", "lock file", "minified"
HARMLESS = frozenset((NO_LANGUAGE, BINARY, LOCK_FILE, MINIFIED))


class ReadSymbol(NamedTuple):
    """One symbol of a file and its words for full text; the first twelve are `model.code.Symbol`'s."""

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
    name_words: str
    head_words: str
    body_words: str


class ReadFile(NamedTuple):
    """One file as it was read, or the reason why nothing was taken from it."""

    path: str
    language: str
    role: str
    size: int
    mtime_ns: int
    digest: str
    path_words: str
    symbols: list[tuple[Any, ...]]  # each a ReadSymbol without its class
    parts: list[int]  # the symbols whose bodies make up the file's text
    facts: bytes
    interface: str
    defines: str  # names, one per line
    mentions: str  # names, with spaces between
    problems: list[tuple[int, str]]
    skipped: str


def nothing(path: str, size: int, mtime_ns: int, reason: str) -> ReadFile:
    """A file that belongs to the project and from which nothing is taken, with the reason."""
    return ReadFile(path, "", "", size, mtime_ns, "", "", [], [], b"", "", "", "", [], reason)
