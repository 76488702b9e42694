"""Ranks files and symbols by a weighted sum of signals; every result carries its parts.

Pure: the same evidence gives the same order. The weights are the same for every project and
language: `benchmarks/learn_weights.py` learns them with whole projects left out, and
`benchmarks/quality_localisation.py` and `quality_questions.py` measure them.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sightline.context.ranking import path_signals, signals
from sightline.context.ranking.evidence import Evidence
from sightline.context.ranking.weights import SYMBOL_WEIGHTS, WEIGHTS
from sightline.model.indexed import CALLABLE, TYPES
from sightline.store.code.evidence import FileRow, SymbolRow

Parts = tuple[tuple[str, float], ...]

FILE, SYMBOL = "file", "symbol"


class Signal(NamedTuple):
    """One reason to rank a file or symbol higher, or lower with a negative weight."""

    name: str
    of: str
    weight: float
    vague: float  # added to the weight, the more the vaguer the question is
    sentence: str
    values: Callable[[Evidence], dict[int, float]]


SIGNALS = (
    Signal("words", FILE, WEIGHTS["words"], 0.0, "its text has the question's words", signals.file_words),
    Signal("best", FILE, WEIGHTS["best"], 0.0, "one of its symbols has them", signals.best_symbol),
    Signal("history", FILE, WEIGHTS["history"], 0.0, "past commits with a similar message touched it", signals.file_history),
    Signal("recent", FILE, WEIGHTS["recent"], WEIGHTS["recent"], "the newest commits touched it", signals.file_recent),
    Signal("defines", FILE, WEIGHTS["defines"], 0.0, "it defines what the question names", signals.defines),
    Signal("path", FILE, 1.0, 0.0, "the question names its path", signals.named_path),
    Signal("module", FILE, 0.5, 0.0, "the question names its module", signals.named_module),
    Signal("trace", FILE, 1.0, 0.0, "a stack trace runs through it", signals.file_trace),
    Signal("session", FILE, 0.3, 0.7, "the session worked on it", signals.session),
    Signal("central", FILE, WEIGHTS["central"], 0.0, "much of the project uses it", signals.central),
    Signal("name", FILE, WEIGHTS["name"], 0.0, "its name has the question's words", path_signals.file_name),
    Signal("whole_name", FILE, WEIGHTS["whole_name"], 0.0, "the question has the words of its name", path_signals.whole_name),
    Signal("folder", FILE, WEIGHTS["folder"], 0.0, "its folder's name has the question's words", path_signals.folder_name),
    Signal("outer", FILE, WEIGHTS["outer"], 0.0, "outer folders' names have the question's words", path_signals.outer_folders),
    Signal("former", FILE, WEIGHTS["former"], 0.0, "a newer version beside it supersedes it", path_signals.former),
    Signal("told", FILE, WEIGHTS["told"], 0.0, "much of what past commits said about it is similar", signals.file_told),
    Signal("linked", FILE, WEIGHTS["linked"], 0.0, "the best files use it, or it uses them", signals.linked),
    Signal("changed", FILE, WEIGHTS["changed"], 0.0, "it was changed lately", signals.changed),
    Signal("meaning", FILE, 0.6, 0.0, "it is near in meaning, where nothing fits well", signals.meaning),
    Signal("side", FILE, WEIGHTS["side"], 0.0, "it is documentation, an example or a script", signals.side),
    Signal("prose", FILE, -1.0, 0.0, "it is not code, and the question does not ask for such a file", signals.prose),
    Signal("text", SYMBOL, SYMBOL_WEIGHTS["text"], 0.0, "it has the question's words", signals.symbol_words),
    Signal("around", SYMBOL, SYMBOL_WEIGHTS["around"], 0.0, "its class, or what else is around it, has them", signals.symbol_around),
    Signal("history", SYMBOL, SYMBOL_WEIGHTS["history"], 0.0, "past commits with a similar message changed it", signals.symbol_history),
    Signal("recent", SYMBOL, SYMBOL_WEIGHTS["recent"], SYMBOL_WEIGHTS["recent"], "the newest commits changed it", signals.symbol_recent),
    Signal("name", SYMBOL, SYMBOL_WEIGHTS["name"], 0.0, "the question names it", signals.symbol_named),
    Signal("owner", SYMBOL, SYMBOL_WEIGHTS["owner"], 0.0, "the question names it with its class or module", signals.owned),
    Signal("trace", SYMBOL, 0.5, 0.0, "a stack trace runs through it", signals.symbol_trace),
    Signal("lines", SYMBOL, 0.5, 1.5, "the question points at its lines", signals.named_lines),
    Signal("near", SYMBOL, SYMBOL_WEIGHTS["near"], 0.0, "it calls or is called by the best symbols", signals.neighbour),
)  # fmt: skip

# A symbol's score is multiplied by FLOOR plus its file's share of the best file's score.
FLOOR = 0.3
# Functions count in full; types and values rank far behind on equal evidence, and nested functions a little.
KINDS = {"function": 1.0, "method": 1.0, "macro": 1.0}
TYPE, VALUE = 0.4, 0.2
NESTED = 0.85
# Symbols in documentation, examples and scripts count half.
ASIDE = 0.5


class RankedFile(NamedTuple):
    """A file with its score and every part of it."""

    file: FileRow
    score: float
    parts: tuple[tuple[str, float], ...]


class RankedSymbol(NamedTuple):
    """A symbol with its score and every part of it."""

    symbol: SymbolRow
    score: float
    parts: tuple[tuple[str, float], ...]


class Ranking(NamedTuple):
    """Files and symbols, the best first."""

    files: tuple[RankedFile, ...]
    symbols: tuple[RankedSymbol, ...]


def rank(
    evidence: Evidence,
    table: tuple[Signal, ...] = SIGNALS,
    files: Sequence[RankedFile] | None = None,
) -> Ranking:
    """Rank files and symbols; `table` may leave out signals or change their weights.

    `files` are the ranked files, if they were ranked before.
    """
    if files is None:
        files = rank_files(evidence, table)
    scores = {ranked.file.id: ranked.score for ranked in files}
    return Ranking(
        tuple(files), tuple(_ranked_symbols(evidence, table, scores, len(evidence.symbols)))
    )


def rank_symbols(
    evidence: Evidence, most: int, table: tuple[Signal, ...] = SIGNALS
) -> list[RankedSymbol]:
    """The first `most` symbols of `rank`, without ranking the files."""
    own: dict[int, list[float]] = {
        id: [] for id, file in evidence.files.items() if file.role == "source"
    }
    for _, weight, values in _columns(evidence, table, FILE):
        for id, value in values.items():
            if id in own:
                own[id].append(weight * value)
    scores = {id: max(0.0, sum(parts)) for id, parts in own.items()}
    return _ranked_symbols(evidence, table, scores, most)


def best_symbols(
    evidence: Evidence, files: Sequence[RankedFile], most: int, table: tuple[Signal, ...] = SIGNALS
) -> dict[int, float]:
    """The scores of the best symbols by id, the best first."""
    worth = _worth(evidence, {ranked.file.id: ranked.score for ranked in files})
    columns = _columns(evidence, table, SYMBOL)
    scores = []
    for id in dict.fromkeys([id for column in columns for id in column.values]):
        row = evidence.symbols.get(id)
        if row is not None and row.file_id in worth.factors:
            factor = worth.factors[row.file_id] * _kind_factor(evidence, row)
            own = [weight * values[id] for _, weight, values in columns if id in values]
            scores.append((-factor * sum(own), id))
    scores.sort()
    return {id: -score for score, id in scores[:most]}


def rank_files(evidence: Evidence, table: tuple[Signal, ...] = SIGNALS) -> list[RankedFile]:
    """Source files by the evidence, the best first."""
    columns = _columns(evidence, table, FILE)
    keyed = []
    for id, file in evidence.files.items():
        if file.role == "source":
            own = _parts(columns, id)
            keyed.append((-max(0.0, sum([value for _, value in own])), file.path, file, own))
    keyed.sort()
    return [RankedFile._make((file, -score, own)) for score, _, file, own in keyed]


def _ranked_symbols(
    evidence: Evidence, table: tuple[Signal, ...], scores: dict[int, float], most: int
) -> list[RankedSymbol]:
    """The first `most` symbols of source files, given the scores of all source files."""
    worth = _worth(evidence, scores)
    columns = _columns(evidence, table, SYMBOL)
    weighed = [(weight, values) for _, weight, values in columns]
    keyed: list[tuple[float, float, int, SymbolRow, float]] = []
    for id, row in evidence.symbols.items():
        file_id = row.file_id
        if file_id in worth.factors:
            factor = worth.factors[file_id] * _kind_factor(evidence, row)
            own = [weight * values[id] * factor for weight, values in weighed if id in values]
            score = -sum(own) if own else 0.0
            keyed.append((score, -worth.shares.get(file_id, 0.0), id, row, factor))
    keyed.sort()
    return [
        RankedSymbol._make((row, -score, _parts(columns, id, factor)))
        for score, _, id, row, factor in keyed[:most]
    ]


class _FileWorth(NamedTuple):
    """By file id: its share of the best file's score, and the factor of its symbols' scores."""

    shares: dict[int, float]
    factors: dict[int, float]


def _worth(evidence: Evidence, scores: dict[int, float]) -> _FileWorth:
    """How much source files count for the symbols in them."""
    best = max(scores.values(), default=0.0)
    shares = {id: score / best for id, score in scores.items()} if best > 0 else {}
    aside = signals.side(evidence)
    factors = {
        id: (FLOOR + shares.get(id, 0.0)) * (ASIDE if id in aside else 1.0)
        for id, file in evidence.files.items()
        if file.role == "source"
    }
    return _FileWorth(shares, factors)


class _Column(NamedTuple):
    """A signal's name, its weight for one question, and its values by file or symbol id."""

    name: str
    weight: float
    values: dict[int, float]


def _columns(evidence: Evidence, table: tuple[Signal, ...], of: str) -> list[_Column]:
    """The signals of files or of symbols that have a value for some."""
    vague = signals.vagueness(evidence)
    columns = []
    for signal in table:
        weight = signal.weight + signal.vague * vague
        if signal.of == of and weight and (values := _values(evidence, signal)):
            columns.append(_Column(signal.name, weight, values))
    return columns


def _parts(columns: list[_Column], id: int, factor: float = 1.0) -> Parts:
    """The part of each signal in the score of one file or symbol."""
    return tuple(
        [(name, weight * values[id] * factor) for name, weight, values in columns if id in values]
    )


def _values(evidence: Evidence, signal: Signal) -> dict[int, float]:
    """The values of a signal, computed once unless its evidence is still incomplete."""
    if signal.values in _LATE:
        return signal.values(evidence)
    key = f"{signal.of} {signal.name}"
    values = evidence.values.get(key)
    if values is None:
        values = evidence.values[key] = signal.values(evidence)
    return values


# The evidence of these signals is gathered after the first ranking.
_LATE = (signals.central, signals.linked, signals.meaning, signals.neighbour)


def _kind_factor(evidence: Evidence, row: SymbolRow) -> float:
    factor = KINDS.get(row.kind)
    if factor is None:
        return TYPE if row.kind in TYPES else VALUE
    parent = evidence.symbols.get(row.parent_id)
    if parent is not None and parent.kind in CALLABLE:
        return factor * NESTED
    return factor
