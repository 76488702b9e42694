"""Reads the index: files, symbols, relations and full text; `store.code_writer` fills it.

Loaded by hooks. Every function takes the open index first and costs a few indexed look-ups.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sightline.model.indexed import EDGE_KINDS, IndexedEdge, IndexedFile, IndexedSymbol, IndexState
from sightline.model.reading import HARMLESS
from sightline.store.code import postings
from sightline.store.sqlite.database import Database, Row

# The numbers of the words of tests, generated and vendored code start here.
DEMOTED = 1 << 40


def state(index: Database) -> IndexState:
    """How complete the index is and what it stands on."""
    meta = {str(key): value for key, value in index.rows("code.all_meta")}
    numbers = ("files", "symbols", "edges", "undecided", "commits", "todo", "most_used")
    return IndexState(
        str(meta.get("state", "empty")),
        int(meta.get("updated", 0)),
        str(meta.get("head", "")),
        *(int(meta.get(key, 0)) for key in numbers),
    )


def is_ready(index: Database) -> bool:
    """Whether a whole run has ended once, so that what is not found is not there."""
    return bool(index.value("code.meta", key="state") == "ready")


def has_history(index: Database) -> bool:
    """Whether past commits were looked for once, which comes after the files."""
    return index.value("code.meta", key="head") is not None


def languages(index: Database) -> list[tuple[str, str, int]]:
    """Language, role and number of files, the most first."""
    return [(str(a), str(b), int(c)) for a, b, c in index.rows("code.languages")]


def problems(index: Database, limit: int = 1000) -> list[tuple[str, int, str]]:
    """Path, line (0 for the whole file) and what could not be read there."""
    rows = index.rows("code.problems", harmless=sorted(HARMLESS), limit=limit)
    return [(str(a), int(b), str(c)) for a, b, c in rows]


def file_at(index: Database, path: str) -> IndexedFile | None:
    """The file with exactly this path."""
    row = index.row("code.file_at", path=path)
    return IndexedFile(*row) if row else None


def files(index: Database, ids: Iterable[int]) -> list[IndexedFile]:
    """The files with these ids that there are, in the order of their paths."""
    return [IndexedFile._make(row) for row in index.rows("code.files", ids=list(ids))]


def files_at(index: Database, paths: Iterable[str]) -> list[IndexedFile]:
    """The files with exactly these paths that there are."""
    return [IndexedFile._make(row) for row in index.rows("code.files_at", paths=list(paths))]


def files_ending(index: Database, ending: str, limit: int = 20) -> list[IndexedFile]:
    """The files whose path ends in these parts, the shortest path first."""
    ending = ending.replace("\\", "/").strip("/")
    base = ending.rpartition("/")[2]
    pattern = "%/" + escape_like(ending)
    return [
        IndexedFile(*row)
        for row in index.rows("code.files_ending", base=base, ending=pattern, limit=limit)
    ]


def all_files(index: Database) -> list[IndexedFile]:
    """Every file, in the order of the paths."""
    return [IndexedFile._make(row) for row in index.rows("code.all_files")]


def symbols(index: Database, ids: Iterable[int]) -> list[IndexedSymbol]:
    """The symbols with these ids that there are, in the order asked for."""
    return _symbols(index.rows("code.symbols", ids=list(ids)))


def symbols_with_files(
    index: Database, ids: Iterable[int]
) -> dict[int, tuple[IndexedSymbol, IndexedFile]]:
    """The symbols with these ids that there are, each with its file."""
    columns = len(IndexedSymbol._fields)
    return {
        row[0]: (IndexedSymbol._make(row[:columns]), IndexedFile._make(row[columns:]))
        for row in index.rows("code.symbols_with_files", ids=list(ids))
    }


def symbol(index: Database, id: int) -> IndexedSymbol | None:
    """The symbol with this id."""
    found = symbols(index, (id,))
    return found[0] if found else None


def symbols_named(
    index: Database, name: str, *, kind: str = "", limit: int = 200
) -> list[IndexedSymbol]:
    """The symbols with exactly this name, tests last, the most used first."""
    return _symbols(index.rows("code.symbols_named", name=name, kind=kind, limit=limit))


def symbols_qualified(index: Database, qualified: str) -> list[IndexedSymbol]:
    """The symbols with exactly this qualified name: overloads and redefinitions are several."""
    return _symbols(index.rows("code.symbols_qualified", qualified=qualified))


def symbols_in_file(index: Database, file_id: int) -> list[IndexedSymbol]:
    """The symbols of a file in the order they stand in, its module first."""
    return _symbols(index.rows("code.symbols_in_file", file_id=file_id))


def symbol_at_line(index: Database, file_id: int, line: int) -> IndexedSymbol | None:
    """The innermost symbol that holds a line."""
    found = index.value("code.symbol_at_line", file_id=file_id, line=line)
    return symbol(index, found) if found else None


def children(index: Database, ids: Iterable[int]) -> list[IndexedSymbol]:
    """The symbols directly inside these."""
    return symbols(index, [row[0] for row in index.rows("code.children", ids=list(ids))])


def names_with(index: Database, part: str, limit: int = 200) -> list[str]:
    """Names that contain this part whatever its case, the shortest first."""
    part = part.lower()
    if len(part) < 3:
        return _names_starting(index, part, limit)
    query = '"' + part.replace('"', '""') + '"'
    rows = index.rows("code.names_with_parts", query=query, part=part, limit=limit)
    return [str(row[0]) for row in rows]


def names_like(index: Database, name: str, limit: int = 60) -> list[str]:
    """Names that look like this one: those that share most runs of three characters."""
    name = name.lower()
    runs = dict.fromkeys(name[at : at + 3] for at in range(len(name) - 2))
    if not runs:
        return _names_starting(index, name, limit)
    query = " OR ".join('"' + run.replace('"', '""') + '"' for run in runs)
    return [str(row[0]) for row in index.rows("code.names_like", query=query, limit=limit)]


def edges_from(
    index: Database, ids: Iterable[int], *, kind: str = "", undecided: bool = False
) -> list[IndexedEdge]:
    """Relations out of these symbols; the undecided ones instead, if they are asked for."""
    return _edges(index, "from", ids, kind, undecided)


def edges_to(
    index: Database, ids: Iterable[int], *, kind: str = "", undecided: bool = False
) -> list[IndexedEdge]:
    """Relations into these symbols; the undecided ones instead, if they are asked for."""
    return _edges(index, "to", ids, kind, undecided)


def search_symbols(
    index: Database,
    words: Mapping[str, float] | Iterable[str],
    limit: int = 50,
    *,
    demoted: bool | None = None,
    most: int = postings.MOST_POSTINGS,
) -> list[tuple[int, float]]:
    """The best symbols for any of the words with their score, the highest first.

    Words may carry weights. `demoted` false leaves tests, generated and vendored code out, true
    takes only those; `most` bounds what is read for it.
    """
    return _search(index, words, demoted, most, texts=limit)


def search_files(
    index: Database,
    words: Mapping[str, float] | Iterable[str],
    limit: int = 50,
    *,
    demoted: bool | None = None,
    most: int = postings.MOST_POSTINGS,
) -> list[tuple[int, float]]:
    """The best files for any of the words with their score, the highest first."""
    return _search(index, words, demoted, most, files=limit)


def word_counts(index: Database, words: Iterable[str], *, of: str = "symbol") -> dict[str, int]:
    """In how many symbols (or files, or commits) each word stands; 0 for words that do not."""
    wanted = list(words)
    place = 0 if of == "file" else 1
    counts = dict.fromkeys(wanted, 0)
    kinds = (postings.COMMIT,) if of == "commit" else (postings.SOURCE, postings.OTHER)
    for kind in kinds:
        for word, numbers in postings.document_counts(index, kind, wanted).items():
            counts[word] += numbers[place]
    return counts


def escape_like(text: str) -> str:
    """The text for LIKE with `\\` as escape, so that its own _ and % mean themselves."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _search(
    index: Database,
    words: Mapping[str, float] | Iterable[str],
    demoted: bool | None,
    most: int,
    *,
    files: int = 0,
    texts: int = 0,
) -> list[tuple[int, float]]:
    weights = postings.weighted(words)
    found: list[tuple[int, float]] = []
    for kind in (postings.SOURCE, postings.OTHER):
        if demoted is None or demoted == (kind == postings.OTHER):
            asked = with_prefixes(index, kind, weights)
            ranked = postings.search(index, kind, asked, files=files, texts=texts, most=most)
            found += owners(index, kind, ranked[0] if files else ranked[1], of_files=files > 0)
    found.sort(key=lambda pair: (-pair[1], pair[0]))
    return found[: files or texts]


def owners(
    index: Database, kind: int, ranked: list[tuple[int, float]], *, of_files: bool
) -> list[tuple[int, float]]:
    """The ids of the files or symbols whose words these texts are, in the same order."""
    shift = DEMOTED if kind == postings.OTHER else 0
    query = "code.files_of_texts" if of_files else "code.symbols_of_texts"
    rows = index.rows(query, texts=[text + shift for text, _ in ranked])
    ids = {text - shift: id for text, id in rows}
    return [(ids[text], score) for text, score in ranked if text in ids]


def with_prefixes(index: Database, kind: int, weights: dict[str, float]) -> dict[str, float]:
    """A lone CJK character means every word that begins with it: texts hold pairs of them."""
    lone = [word for word in weights if len(word) == 1 and word > "\u2fff"]
    if not lone:
        return weights
    more = dict(weights)
    for start in lone:
        for word in postings.words_starting(index, kind, start):
            more.setdefault(word, weights[start])
    return more


def _symbols(rows: list[Row]) -> list[IndexedSymbol]:
    return [IndexedSymbol._make(row) for row in rows]


def _edges(
    index: Database, direction: str, ids: Iterable[int], kind: str, undecided: bool
) -> list[IndexedEdge]:
    table = "maybes" if undecided else "edges"
    place = EDGE_KINDS.index(kind) if kind else -1
    rows = index.rows(f"code.{table}_{direction}", ids=list(ids), kind=place)
    found = []
    for source, target, kind_place, line, confidence, how, number in rows:
        times, candidates = (1, number) if undecided else (number, 1)
        kind_name = EDGE_KINDS[kind_place]
        found.append(
            IndexedEdge(source, target, kind_name, line, confidence, how, candidates, times)
        )
    return found


def _names_starting(index: Database, part: str, limit: int) -> list[str]:
    found: dict[str, None] = {}
    for start in dict.fromkeys((part, part.capitalize(), part.upper())):
        stop = start + "\U0010ffff"
        rows = index.rows("code.names_starting", start=start, stop=stop, limit=limit)
        found.update(dict.fromkeys(str(row[0]) for row in rows))
    return list(found)[:limit]
