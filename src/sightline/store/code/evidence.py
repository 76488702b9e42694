"""Reads the evidence that ranking needs: symbols and files in short, and what commits touched.

Loaded by hooks, so it reads a few columns of few rows; `store.code.reader` has the full values.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sightline.store.code import history, postings, reader
from sightline.store.sqlite.database import Database

# A name that was touched in this many files is probably in many others, too.
_COMMON = 3
# The most symbols read for a list of names.
_MOST_NAMED = 600
# How many symbols of a file say what it is about.
_MOST_SUMMARISED = 80


class SymbolRow(NamedTuple):
    """The fields of a symbol that ranking needs."""

    id: int
    file_id: int
    kind: str
    name: str
    parent_id: int
    start_line: int
    end_line: int
    fan_in: int


class FileRow(NamedTuple):
    """The fields of a file that ranking needs."""

    id: int
    path: str
    role: str


class SymbolSummary(NamedTuple):
    """What a symbol says about its file: the first sentences of its documentation."""

    kind: str
    name: str
    doc: str


class FileSummary(NamedTuple):
    """What says what a file is about: its path, and its first symbols in their order."""

    file_id: int
    path: str
    symbols: tuple[SymbolSummary, ...]


class Touched(NamedTuple):
    """What one commit touched: files by id, functions by file and name."""

    files: tuple[int, ...]
    functions: tuple[tuple[int, str], ...]


class FileLink(NamedTuple):
    """How many relations lead from symbols of one file to symbols of another, or back."""

    file_id: int
    other_id: int
    edges: int


class Text(NamedTuple):
    """The result of a full-text search: scores of files and symbols by id, and their rows."""

    files: dict[int, float]
    symbols: dict[int, float]
    file_rows: tuple[FileRow, ...]
    rows: tuple[SymbolRow, ...]
    parts: tuple[tuple[float, ...], ...]  # per explained symbol: the score of each word
    totals: tuple[int, int]  # the numbers of all files and symbols


def full_text(
    index: Database,
    words: Mapping[str, float],
    *,
    files: int,
    symbols: int,
    most: int,
    late: int = 0,
    explained: int = 0,
    doubted: Mapping[str, float] = postings.NO_DOUBT,
) -> Text:
    """The best source files and the best symbols in them, without tests."""
    kind = postings.SOURCE
    query = reader.with_prefixes(index, kind, dict(words))
    best = postings.search(
        *(index, kind, query),
        files=files,
        texts=symbols,
        most=most,
        late=late,
        explained=explained,
        doubted=doubted,
    )
    texts = [text for text, _ in best.texts]
    rows = {
        text: SymbolRow._make(fields)
        for *fields, text in index.rows("evidence.rows_of_texts", texts=texts)
    }
    file_rows = _file_rows(index, "evidence.files_of_texts", [text for text, _ in best.files])
    return Text(
        {file_rows[text].id: score for text, score in best.files if text in file_rows},
        {rows[text].id: score for text, score in best.texts if text in rows},
        tuple(file_rows.values()),
        tuple(rows.values()),
        best.parts,
        best.totals,
    )


def symbols(index: Database, ids: Iterable[int]) -> list[SymbolRow]:
    """The symbols with these ids, without tests."""
    wanted = list(ids)
    return _symbols(index.rows("evidence.rows", ids=wanted)) if wanted else []


def callables_of(index: Database, files: Iterable[int]) -> list[SymbolRow]:
    """All functions and methods of some files."""
    return _symbols(index.rows("evidence.callables_of", ids=list(files)))


def summaries(index: Database, ids: Iterable[int]) -> list[FileSummary]:
    """What these files are about, in their order."""
    wanted = list(ids)
    by_file: dict[int, list[SymbolSummary]] = {}
    for file_id, *fields in index.rows("evidence.summaries", ids=wanted, most=_MOST_SUMMARISED):
        by_file.setdefault(file_id, []).append(SymbolSummary._make(fields))
    return [
        FileSummary(row.id, row.path, tuple(by_file.get(row.id, ())))
        for row in files(index, wanted)
    ]


def uses_of(index: Database, files: Iterable[int]) -> dict[int, int]:
    """How often the symbols of these files are used, by file."""
    return {int(id): int(uses) for id, uses in index.rows("evidence.uses_of", ids=list(files))}


def named(index: Database, names: Iterable[str]) -> list[SymbolRow]:
    """The symbols of source files with one of these names."""
    wanted = list(names)
    if not wanted:
        return []
    return _symbols(index.rows("evidence.named", names=wanted, limit=_MOST_NAMED))


def touched_symbols(index: Database, pairs: Iterable[tuple[int, str]]) -> list[SymbolRow]:
    """The symbols of these files with these names."""
    by_name: dict[str, list[int]] = {}
    for file_id, name in pairs:
        by_name.setdefault(name, []).append(file_id)
    rare: list[list[object]] = []
    common: dict[int, list[str]] = {}
    for name, files in by_name.items():
        if name.startswith("__") or len(files) >= _COMMON:
            # Many files have this name: search these files, not all symbols of that name.
            for file_id in files:
                common.setdefault(file_id, []).append(name)
        else:
            rare += [[file_id, name] for file_id in files]
    touched = _symbols(index.rows("evidence.touched", pairs=rare)) if rare else []
    if common:
        names = sorted({name for group in common.values() for name in group})
        rows = _symbols(index.rows("evidence.touched_in", files=sorted(common), names=names))
        touched += [row for row in rows if row.name in common[row.file_id]]
    return touched


def at_lines(index: Database, file_id: int, first: int, last: int) -> list[SymbolRow]:
    """The symbols of a file that contain one of these lines, outer ones first."""
    rows = index.rows("evidence.at_lines", file_id=file_id, first=first, last=last)
    return _symbols(rows)


def first_below(index: Database, file_id: int, after: int, until: int) -> list[SymbolRow]:
    """The first symbol of a file that begins after a line and not beyond another, if any."""
    rows = index.rows("evidence.first_below", file_id=file_id, after=after, until=until)
    return _symbols(rows)


def parent_names(index: Database, ids: Iterable[int]) -> dict[int, str]:
    """The names of these symbols' parents, by symbol."""
    return dict(index.rows("evidence.parent_names", ids=list(ids)))


def files(index: Database, ids: Iterable[int]) -> list[FileRow]:
    """The files with these ids."""
    return list(_file_rows(index, "evidence.files", list(ids)).values())


def _file_rows(index: Database, query: str, wanted: list[int]) -> dict[int, FileRow]:
    """Files by the number the query selects them by, in the order of these numbers."""
    rows = index.rows(query, wanted=wanted) if wanted else []
    by_number = {number: FileRow._make(fields) for *fields, number in rows}
    return {number: by_number[number] for number in wanted if number in by_number}


def files_at(index: Database, paths: Iterable[str]) -> list[FileRow]:
    """The files with exactly these paths."""
    return _files(index.rows("evidence.files_at", paths=list(paths)))


def files_based(index: Database, bases: Iterable[str]) -> list[FileRow]:
    """The files with one of these base names."""
    wanted = list(bases)
    return _files(index.rows("evidence.files_based", bases=wanted)) if wanted else []


def files_stemmed(index: Database, stem: str, limit: int = 200) -> list[FileRow]:
    """The files whose base name is this stem with any extension."""
    rows = index.rows("evidence.files_stemmed", start=stem + ".", stop=stem + "/", limit=limit)
    return _files(rows)


def files_starting(index: Database, start: str, limit: int = 400) -> list[FileRow]:
    """The files whose base name starts with this text."""
    stop = start + "\U0010ffff"
    return _files(index.rows("evidence.files_stemmed", start=start, stop=stop, limit=limit))


def telling_commits(
    index: Database, words: Mapping[str, float], limit: int
) -> list[tuple[int, float]]:
    """The commits whose messages match the words best, with their scores."""
    return history.search_commits(index, dict(words), limit)


def latest_commits(index: Database, limit: int) -> list[int]:
    """The newest commits, the newest first."""
    return [id for (id,) in index.rows("evidence.latest", limit=limit)]


def files_touched(index: Database, commits: Iterable[int], most: int) -> dict[int, tuple[int, ...]]:
    """The source files of today that commits touched; commits of more than `most` are left out."""
    files: dict[int, list[int]] = {}
    for commit, file in index.rows("evidence.touched_files", ids=list(commits)):
        files.setdefault(commit, []).append(file)
    return {commit: tuple(ids) for commit, ids in files.items() if len(ids) <= most}


def commit_counts(index: Database, files: Iterable[int]) -> dict[int, int]:
    """How many commits touched each of these files."""
    return dict(index.rows("evidence.commit_counts", ids=list(files)))


def file_links(index: Database, files: Iterable[int], most: int) -> list[FileLink]:
    """Relations between these files and other source files, over at most `most` edges each way."""
    wanted = list(files)
    rows = index.rows("evidence.links_from", ids=wanted, limit=most)
    rows += index.rows("evidence.links_to", ids=wanted, limit=most)
    return [FileLink._make(row) for row in rows]


def touched(index: Database, commits: Iterable[int], most: int) -> dict[int, Touched]:
    """What commits touched of today's source; commits of more than `most` files are left out."""
    wanted = list(commits)
    if not wanted:
        return {}
    files: dict[int, list[int]] = {}
    for commit, file in index.rows("evidence.touched_files", ids=wanted):
        files.setdefault(commit, []).append(file)
    focused = [commit for commit, touched in files.items() if len(touched) <= most]
    functions: dict[int, list[tuple[int, str]]] = {}
    for commit, file, name in index.rows("evidence.touched_functions", ids=focused):
        functions.setdefault(commit, []).append((file, name))
    return {
        commit: Touched(tuple(files[commit]), tuple(functions.get(commit, ())))
        for commit in focused
    }


def _symbols(rows: list[tuple[object, ...]]) -> list[SymbolRow]:
    return [SymbolRow._make(row) for row in rows]


def _files(rows: list[tuple[object, ...]]) -> list[FileRow]:
    return [FileRow._make(row) for row in rows]
