"""Reads the index: files, symbols, edges and full text; `store.code.writer` fills it.

Loaded by hooks. Every function takes the open index first and costs a few indexed look-ups.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sightline.model.indexed import (
    EDGE_KINDS,
    HARMLESS_SKIPS,
    IndexedEdge,
    IndexedFile,
    IndexedOpenCall,
    IndexedSymbol,
    IndexState,
)
from sightline.store.code import history, postings
from sightline.store.sqlite.database import Database, Row

# Text ids of tests, generated and vendored code start here.
DEMOTED = 1 << 40


class LanguageCount(NamedTuple):
    """The number of files of one language and role."""

    language: str
    role: str
    files: int


class FileProblem(NamedTuple):
    """A place that could not be parsed or resolved; line 0 is the whole file."""

    path: str
    line: int
    message: str


def state(index: Database) -> IndexState:
    """How complete the index is, and the commit it was built at."""
    meta = {str(key): value for key, value in index.rows("code.all_meta")}
    numbers = ("files", "symbols", "edges", "open_calls", "commits", "todo", "most_used")
    return IndexState(
        str(meta.get("state", "empty")),
        int(meta.get("updated", 0)),
        str(meta.get("head", "")),
        *(int(meta.get(key, 0)) for key in numbers),
    )


def is_ready(index: Database) -> bool:
    """Whether a run over the whole tree was completed, so that a missing symbol does not exist."""
    return bool(index.value("code.meta", key="state") == "ready")


def is_resolving(index: Database) -> bool:
    """Whether files have been read whose references are not resolved yet."""
    return index.value("code.any_unresolved") is not None


def has_history(index: Database) -> bool:
    """Whether past commits were read, which happens after the files."""
    return index.value("code.meta", key="head") is not None


def languages(index: Database) -> list[LanguageCount]:
    """The number of files per language and role, the most first."""
    return [LanguageCount._make(row) for row in index.rows("code.languages")]


def problems(index: Database, limit: int = 1000) -> list[FileProblem]:
    """The places that could not be parsed or resolved."""
    rows = index.rows("code.problems", harmless=sorted(HARMLESS_SKIPS), limit=limit)
    return [FileProblem._make(row) for row in rows]


def file_at(index: Database, path: str) -> IndexedFile | None:
    """The file with exactly this path."""
    row = index.row("code.file_at", path=path)
    return IndexedFile(*row) if row else None


def files(index: Database, ids: Iterable[int]) -> list[IndexedFile]:
    """The files with these ids, in the order of their paths."""
    return [IndexedFile._make(row) for row in index.rows("code.files", ids=list(ids))]


def files_at(index: Database, paths: Iterable[str]) -> list[IndexedFile]:
    """The files with exactly these paths."""
    return [IndexedFile._make(row) for row in index.rows("code.files_at", paths=list(paths))]


def files_ending(index: Database, ending: str, limit: int = 20) -> list[IndexedFile]:
    """The files whose path ends in these segments, the shortest path first."""
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
    """The existing symbols with these ids, in the order of the ids."""
    return _symbols(index.rows("code.symbols", ids=list(ids)))


def symbols_with_files(
    index: Database, ids: Iterable[int]
) -> dict[int, tuple[IndexedSymbol, IndexedFile]]:
    """The existing symbols with these ids, each with its file."""
    columns = len(IndexedSymbol._fields)
    pairs = [
        (IndexedSymbol._make(row[:columns]), IndexedFile._make(row[columns:]))
        for row in index.rows("code.symbols_with_files", ids=list(ids))
    ]
    return {symbol.id: (symbol, file) for symbol, file in pairs}


def symbol(index: Database, id: int) -> IndexedSymbol | None:
    """The symbol with this id."""
    return next(iter(symbols(index, (id,))), None)


def symbols_named(
    index: Database, name: str, *, kind: str = "", limit: int = 200
) -> list[IndexedSymbol]:
    """The symbols with exactly this name, tests last, the most used first."""
    return _symbols(index.rows("code.symbols_named", name=name, kind=kind, limit=limit))


def symbols_qualified(index: Database, qualified: str) -> list[IndexedSymbol]:
    """The symbols with exactly this qualified name; overloads and redefinitions share one."""
    return _symbols(index.rows("code.symbols_qualified", qualified=qualified))


def methods_of(index: Database, type_name: str, separator: str = ".") -> list[IndexedSymbol]:
    """The methods of a type, in any file, by the qualified name of the type."""
    prefix = type_name + separator
    stop = prefix + "\U0010ffff"
    return _symbols(index.rows("code.methods_of", prefix=prefix, stop=stop))


def overrides_of(index: Database, ids: Iterable[int], limit: int = 2_000) -> list[tuple[int, int]]:
    """The methods that override these: pairs of a method's id and the id of an override."""
    rows = index.rows("code.overrides_of", ids=list(ids), limit=limit)
    return [(method, override) for method, override in rows]


def interface_methods(index: Database, ids: Iterable[int], *, language: str) -> list[IndexedSymbol]:
    """Those of these symbols that are methods of an interface."""
    return _symbols(index.rows("code.interface_methods", ids=list(ids), language=language))


def name_counts(index: Database, names: Iterable[str]) -> dict[str, int]:
    """The number of symbols with each of these names."""
    return dict(index.rows("code.names_known", names=sorted(names)))


def module_names(index: Database, files: Iterable[int]) -> dict[int, str]:
    """The qualified names of the modules that these files are."""
    return dict(index.rows("code.modules_of", files=list(files)))


def files_referring(index: Database, ids: Iterable[int], limit: int = 5_000) -> set[int]:
    """The files with an edge to one of these symbols."""
    rows = index.rows("code.files_referring", ids=list(ids), limit=limit)
    return {file_id for (file_id,) in rows}


def files_with_problems(index: Database, files: Iterable[int]) -> set[int]:
    """Those of these files that could not be parsed completely."""
    return {id for (id,) in index.rows("code.files_with_problems", files=list(files))}


def symbols_in_file(index: Database, file_id: int) -> list[IndexedSymbol]:
    """The symbols of a file in source order, its module first."""
    return _symbols(index.rows("code.symbols_in_file", file_id=file_id))


def symbol_at_line(index: Database, file_id: int, line: int) -> IndexedSymbol | None:
    """The innermost symbol that contains a line."""
    id = index.value("code.symbol_at_line", file_id=file_id, line=line)
    return symbol(index, id) if id else None


def children(index: Database, ids: Iterable[int]) -> list[IndexedSymbol]:
    """The symbols directly inside these."""
    return symbols(index, [id for (id,) in index.rows("code.children", ids=list(ids))])


def names_with(index: Database, part: str, limit: int = 200) -> list[str]:
    """Names that contain this part in any case, the shortest first."""
    part = part.lower()
    if len(part) < 3:
        return _names_starting(index, part, limit)
    query = '"' + part.replace('"', '""') + '"'
    rows = index.rows("code.names_with_parts", query=query, part=part, limit=limit)
    return [str(name) for (name,) in rows]


def names_like(index: Database, name: str, limit: int = 60) -> list[str]:
    """Names similar to this one: those that share the most trigrams."""
    name = name.lower()
    trigrams = dict.fromkeys(name[at : at + 3] for at in range(len(name) - 2))
    if not trigrams:
        return _names_starting(index, name, limit)
    query = " OR ".join('"' + trigram.replace('"', '""') + '"' for trigram in trigrams)
    rows = index.rows("code.names_like", query=query, limit=limit)
    return [str(similar) for (similar,) in rows]


def edges_from(index: Database, ids: Iterable[int], *, kind: str = "") -> list[IndexedEdge]:
    """Edges out of these symbols."""
    return _edges(index, "from", ids, kind)


def edges_to(index: Database, ids: Iterable[int], *, kind: str = "") -> list[IndexedEdge]:
    """Edges into these symbols."""
    return _edges(index, "to", ids, kind)


def open_calls_from(index: Database, ids: Iterable[int]) -> list[IndexedOpenCall]:
    """The calls of these symbols whose targets are not known."""
    rows = index.rows("code.open_calls_from", ids=list(ids))
    return [IndexedOpenCall._make(row) for row in rows]


def open_calls_named(index: Database, name: str, limit: int = 5_000) -> list[IndexedOpenCall]:
    """The calls of this name whose targets are not known."""
    rows = index.rows("code.open_calls_named", name=name, limit=limit)
    return [IndexedOpenCall._make(row) for row in rows]


def search_symbols(
    index: Database,
    words: Mapping[str, float] | Iterable[str],
    limit: int = 50,
    *,
    demoted: bool | None = None,
    most: int = postings.MOST_POSTINGS,
) -> list[tuple[int, float]]:
    """The best symbols for any of the words with their scores, the highest first.

    Words may have weights. `demoted` false excludes tests, generated and vendored code, true
    searches only those; `most` limits the postings that are read.
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
    """The best files for any of the words with their scores, the highest first."""
    return _search(index, words, demoted, most, files=limit)


def word_counts(index: Database, words: Iterable[str], *, of: str = "symbol") -> dict[str, int]:
    """The number of symbols (or files, or commits) that have each word."""
    wanted = list(words)
    counts = dict.fromkeys(wanted, 0)
    kinds = (postings.COMMIT,) if of == "commit" else (postings.SOURCE, postings.OTHER)
    for kind in kinds:
        for word, (files, texts) in postings.document_counts(index, kind, wanted).items():
            counts[word] += files if of == "file" else texts
    return counts


def escape_like(text: str) -> str:
    """Escape a text for LIKE with `\\`, so that its _ and % are literal."""
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
    scored: list[tuple[int, float]] = []
    for kind in (postings.SOURCE, postings.OTHER):
        if demoted is None or demoted == (kind == postings.OTHER):
            query = with_prefixes(index, kind, weights)
            result = postings.search(index, kind, query, files=files, texts=texts, most=most)
            ranked = result.files if files else result.texts
            scored += _owners(index, kind, ranked, of_files=files > 0)
    scored.sort(key=lambda pair: (-pair[1], pair[0]))
    return scored[: files or texts]


def _owners(
    index: Database, kind: int, ranked: list[tuple[int, float]], *, of_files: bool
) -> list[tuple[int, float]]:
    """The ids of the files or symbols that these texts belong to, in the same order."""
    shift = DEMOTED if kind == postings.OTHER else 0
    query = "code.files_of_texts" if of_files else "code.symbols_of_texts"
    rows = index.rows(query, texts=[text + shift for text, _ in ranked])
    ids = {text - shift: id for text, id in rows}
    return [(ids[text], score) for text, score in ranked if text in ids]


def with_prefixes(index: Database, kind: int, weights: dict[str, float]) -> dict[str, float]:
    """Expand a single CJK character to all words with this prefix: texts are indexed as pairs."""
    lone = [word for word in weights if len(word) == 1 and word > "\u2fff"]
    if not lone:
        return weights
    expanded = dict(weights)
    for prefix in lone:
        for word in postings.words_starting(index, kind, prefix):
            expanded.setdefault(word, weights[prefix])
    return expanded


def _symbols(rows: list[Row]) -> list[IndexedSymbol]:
    return [IndexedSymbol._make(row) for row in rows]


def _edges(index: Database, direction: str, ids: Iterable[int], kind: str) -> list[IndexedEdge]:
    kind_number = EDGE_KINDS.index(kind) if kind else -1
    rows = index.rows(f"code.edges_{direction}", ids=list(ids), kind=kind_number)
    return [
        IndexedEdge(source, target, EDGE_KINDS[row_kind], line, confidence, how, times)
        for source, target, row_kind, line, confidence, how, times in rows
    ]


def _names_starting(index: Database, part: str, limit: int) -> list[str]:
    names: dict[str, None] = {}
    for start in dict.fromkeys((part, part.capitalize(), part.upper())):
        stop = start + "\U0010ffff"
        rows = index.rows("code.names_starting", start=start, stop=stop, limit=limit)
        names.update(dict.fromkeys(str(name) for (name,) in rows))
    return list(names)[:limit]


class IndexView:
    """The index as link checks see it: names and files."""

    def __init__(self, index: Database) -> None:
        self._index = index
        self._files: dict[str, IndexedFile | None] = {}

    def is_whole(self) -> bool:
        """Whether the whole tree was indexed, so that a missing symbol does not exist."""
        return is_ready(self._index)

    def qualified(self, name: str) -> Sequence[IndexedSymbol]:
        """The symbols with this qualified name."""
        return symbols_qualified(self._index, name)

    def named(self, name: str) -> Sequence[IndexedSymbol]:
        """The symbols with this name."""
        return symbols_named(self._index, name, limit=50)

    def file(self, path: str) -> IndexedFile | None:
        """The file with this path."""
        if path not in self._files:
            self._files[path] = file_at(self._index, path)
        return self._files[path]

    def inside(self, file: IndexedFile, name: str) -> Sequence[IndexedSymbol]:
        """The symbols of a file with this name."""
        return [symbol for symbol in symbols_in_file(self._index, file.id) if symbol.name == name]

    def files_named(self, base: str) -> Sequence[IndexedFile]:
        """The files with this base name."""
        return files_ending(self._index, base)

    def renamed(self, path: str) -> str:
        """The present path of a file that a commit renamed; empty when none did."""
        return history.renamed(self._index).get(path, "")
