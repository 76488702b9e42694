"""What the index knows: files, symbols, edges and past commits as they are read back from it.

Values only; `model.code` has what one file yields when it is parsed.
"""

from typing import NamedTuple


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
    centrality: float  # 0 to 1 within the project


class IndexedEdge(NamedTuple):
    """One relation between two symbols, with the line it stands on."""

    source_id: int
    target_id: int
    kind: str
    line: int
    confidence: float
    how: str
    candidates: int


class IndexedCommit(NamedTuple):
    """One past commit: what was said, when, and what it touched."""

    id: int
    hash: str
    time: int  # of the commit, milliseconds
    author_time: int
    message: str
    files: tuple[str, ...]
    functions: tuple[tuple[str, str], ...]  # path and the name git shows for the hunk
