"""Values read back from the index: files, symbols, edges, past commits and the index's state.

Loaded by hooks; `model.code` has the values that parsing one file yields.
"""

from typing import NamedTuple

# Kinds of symbols that can be called, and kinds that are types.
CALLABLE = frozenset(("function", "method", "macro"))
TYPES = frozenset(("class", "struct", "union", "interface", "trait", "enum", "type_alias"))

# `uses` is a reference without a call, which only analysers from outside know for certain.
EDGE_KINDS = ("calls", "imports", "implements", "embeds", "type_ref", "uses")

# Who decided an edge: rules of resolving; any other name is an analyser from outside.
DEFINITION = "definition"  # of an edge from the definition of a member to its declaration
OWN_RULES = frozenset(("local", "self", "import", "type", "unique", "override", DEFINITION))

# Why files are skipped without this being a problem worth reporting.
NO_LANGUAGE, BINARY, LOCK_FILE, MINIFIED = "no language", "binary", "lock file", "minified"
HARMLESS_SKIPS = frozenset((NO_LANGUAGE, BINARY, LOCK_FILE, MINIFIED))


def name_parts(qualified: str) -> list[str]:
    """Split a qualified name at any language's separator: . :: # or \\."""
    return qualified.replace("::", ".").replace("#", ".").replace("\\", ".").split(".")


def on_one_line(signature: str) -> str:
    """Format a signature on one line, however the source wraps it."""
    line = " ".join(signature.split())
    if "( " in line:
        # Also changes "( " inside string defaults, which is rare and harmless.
        line = line.replace("( ", "(").replace(", )", ")").replace(" )", ")")
    return line


class IndexedFile(NamedTuple):
    """One file of the project as it was when it was last indexed."""

    id: int
    path: str
    language: str
    role: str  # source, test, generated or vendored
    size: int
    mtime_ns: int
    digest: str
    package: str  # folder of the nearest package manifest above it, "" for the project root


class IndexedSymbol(NamedTuple):
    """A `model.code.Symbol` with its ids and its file; its text is read from disk.

    The fields from `name` to `is_test` are those of `Symbol`, with the parent's id for its position.
    """

    id: int
    file_id: int
    path: str
    language: str
    role: str
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
    parent_id: int  # 0 for a file's module
    fingerprint: str
    is_test: bool
    fan_in: int  # the number of symbols that refer to it


class IndexedEdge(NamedTuple):
    """One relation between two symbols, with the line of its first occurrence."""

    source_id: int
    target_id: int
    kind: str
    line: int
    confidence: float
    how: str  # the rule that resolved it
    times: int = 1  # the number of occurrences


class IndexedOpenCall(NamedTuple):
    """A call whose target is not known: it may mean any symbol of that name."""

    source_id: int
    name: str
    line: int  # of the first call
    reason: str
    times: int


class IndexedCommit(NamedTuple):
    """One past commit: its message, its time, and the files and functions it touched."""

    id: int
    hash: str
    time: int  # commit time, milliseconds
    author_time: int
    message: str
    files: tuple[str, ...]
    functions: tuple[tuple[str, str], ...]  # path and the name git shows for the hunk


class IndexState(NamedTuple):
    """How complete an index is, and the commit it was built at."""

    state: str  # empty, building or ready
    updated: int  # time of the last refresh, milliseconds
    head: str  # the commit that was checked out then, "" without git
    files: int
    symbols: int
    edges: int
    open_calls: int
    commits: int
    todo: int  # files still to be indexed while building
    most_used: int  # the highest fan-in, to which ranking relates others
