"""What the index knows: files, symbols, edges and past commits as they are read back from it.

Values only; `model.code` has what one file yields when it is parsed.
"""

from typing import NamedTuple

# Kinds of symbols that are called, and those that are types.
CALLABLE = frozenset(("function", "method", "macro"))
TYPES = frozenset(("class", "struct", "union", "interface", "trait", "enum", "type_alias"))

EDGE_KINDS = ("calls", "imports", "implements", "embeds", "type_ref")


def name_parts(qualified: str) -> list[str]:
    """The parts of a qualified name, whichever way its language joins them: . :: # or \\."""
    return qualified.replace("::", ".").replace("#", ".").replace("\\", ".").split(".")


def on_one_line(signature: str) -> str:
    """A signature as it would stand on one line, however it is laid out in the source."""
    line = " ".join(signature.split())
    if "( " in line:
        # Not of strings: "( " within one is as rare as it is harmless.
        line = line.replace("( ", "(").replace(", )", ")").replace(" )", ")")
    return line


class IndexedFile(NamedTuple):
    """One file of the project as it was when it was last read."""

    id: int
    path: str
    language: str
    role: str  # source, test, generated or vendored
    size: int
    mtime_ns: int
    digest: str
    package: str  # folder of the nearest package manifest above it, "" for the project itself


class IndexedSymbol(NamedTuple):
    """One symbol with the place it was found at; its text is read from disk."""

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
    fan_in: int  # how many symbols refer to it


class IndexedEdge(NamedTuple):
    """One relation between two symbols, with the line it stands on."""

    source_id: int
    target_id: int
    kind: str
    line: int
    confidence: float
    how: str  # the rule that decided
    candidates: int = 1  # among how many it could not be decided
    times: int = 1  # how often it occurs; `line` is the first


class IndexedCommit(NamedTuple):
    """One past commit: what was said, when, and what it touched."""

    id: int
    hash: str
    time: int  # of the commit, milliseconds
    author_time: int
    message: str
    files: tuple[str, ...]
    functions: tuple[tuple[str, str], ...]  # path and the name git shows for the hunk


class IndexState(NamedTuple):
    """How complete an index is and what it stands on."""

    state: str  # empty, building or ready
    updated: int  # when it was last brought up to date, milliseconds
    head: str  # the commit the working tree stood on then, "" without git
    files: int
    symbols: int
    edges: int
    undecided: int
    commits: int
    todo: int  # files still to be read or resolved while building
    most_used: int  # the highest fan-in, for what measures by it
