"""Values that one file yields: its symbols and facts as parsed, and the record the index writes.

Facts (`ParsedFile.facts`) are bytes whose layout only `parse.facts` and `index.resolving` know;
`model.indexed` has the values that are read back from the index.
"""

from typing import NamedTuple

# The documented kinds, and `section` for headings and configuration keys.
KINDS = (
    "module",
    "class",
    "struct",
    "union",
    "interface",
    "trait",
    "enum",
    "type_alias",
    "function",
    "method",
    "macro",
    "const",
    "variable",
    "field",
    "section",
)

# Why the target of a call is not known.
UNKNOWN_RECEIVER, NO_SUCH_MEMBER, UNKNOWN_NAME, OVERLOADED = (
    "unknown receiver",
    "no such member",
    "unknown name",
    "chosen by the arguments",
)


class Symbol(NamedTuple):
    """A named definition in a file; `start` to `end` are its bytes, decorators included.

    `model.indexed.IndexedSymbol` has the same fields and adds its ids and its file.
    """

    name: str
    qualified: str
    kind: str
    signature: str
    doc: str
    start: int
    end: int
    start_line: int
    end_line: int
    line: int  # the line of the name: differs from `start_line` below decorators
    parent: int  # position in the file's symbols, -1 for the module; a type's members may
    # precede it or lie outside it (Go methods, Rust impls)
    fingerprint: str
    is_test: bool


class Problem(NamedTuple):
    """A place in a file that could not be parsed."""

    line: int
    message: str


class ParsedFile(NamedTuple):
    """The result of parsing a file: its module is `symbols[0]`, the others follow by start."""

    path: str
    language: str
    symbols: tuple[Symbol, ...]
    facts: bytes  # marshalled input of name resolution; see parse.facts
    problems: tuple[Problem, ...]
    mentions: tuple[str, ...]  # names this file refers to, sorted


class FileWords(NamedTuple):
    """The words of a file for full-text search, with their weights in the file and its symbols."""

    words: str  # unique, separated by spaces
    file_weights: bytes  # per word: its weight in the file; 0 when only a symbol has it
    counts: bytes  # per word: the number of symbols that have it, as unsigned 16-bit integers
    positions: bytes  # word after word: the positions of those symbols, likewise
    weights: bytes  # in the same order: the weight of the word in each symbol


class FileRecord(NamedTuple):
    """All that the index stores of one file, or the reason why the file was skipped."""

    path: str
    language: str
    role: str
    size: int
    mtime_ns: int
    digest: str
    words: FileWords
    symbols: list[Symbol]
    facts: bytes
    mentions: str  # names, separated by spaces
    problems: list[Problem]
    skip_reason: str = ""


_NO_WORDS = FileWords("", b"", b"", b"", b"")


def skipped_file(path: str, size: int, mtime_ns: int, reason: str) -> FileRecord:
    """The record of a file that belongs to the project but is not indexed."""
    return FileRecord(path, "", "", size, mtime_ns, "", _NO_WORDS, [], b"", "", [], reason)


class ReferenceTarget(NamedTuple):
    """One possible target of a reference."""

    kind: str  # the kind of edge
    place: tuple[int, int]  # the file id and the position of the symbol
    confidence: float
    how: str  # the rule that decided: local, self, import, type or unique


class OpenCall(NamedTuple):
    """A call whose target is not known: by its name it may mean symbols of the project."""

    source: int  # position of the enclosing symbol
    line: int
    name: str
    reason: str


class Reference(NamedTuple):
    """A place in a file that refers to something; many references share one tuple of targets."""

    source: int  # position of the enclosing symbol
    line: int
    targets: tuple[ReferenceTarget, ...]


class FileReferences(NamedTuple):
    """What a file refers to, and its calls whose targets are not known."""

    references: list[Reference]
    open_calls: list[OpenCall]
