"""Weighs the evidence: one visible table of signals, added up; every result carries its parts.

Pure: the same evidence gives the same order. The weights hold for every project and language;
`benchmarks/quality_localisation.py` measures them.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sightline.context import signals
from sightline.context.evidence import Evidence
from sightline.model.indexed import CALLABLE, TYPES
from sightline.store.code.evidence import FileRow, SymbolRow

Parts = tuple[tuple[str, float], ...]
Column = tuple[str, float, dict[int, float]]

FILE, SYMBOL = "file", "symbol"


class Signal(NamedTuple):
    """One reason for which something ranks higher (or lower, with a negative weight)."""

    name: str
    of: str
    weight: float
    vague: float  # added to the weight for a question that says next to nothing
    sentence: str
    values: Callable[[Evidence], dict[int, float]]


SIGNALS = (
    Signal("words", FILE, 1.0, 0.0, "its text holds the question's words", signals.file_words),
    Signal("best", FILE, 1.0, 0.0, "one of its symbols holds them", signals.best_symbol),
    Signal("history", FILE, 0.7, 0.0, "past commits that said the same touched it", signals.file_history),
    Signal("recent", FILE, 0.25, 0.7, "the newest commits touched it", signals.file_recent),
    Signal("defines", FILE, 0.3, 0.0, "it defines what the question names", signals.defines),
    Signal("path", FILE, 1.0, 0.0, "the question names its path", signals.named_path),
    Signal("module", FILE, 0.5, 0.0, "the question names its module", signals.named_module),
    Signal("trace", FILE, 1.0, 0.0, "a stack trace runs through it", signals.file_trace),
    Signal("session", FILE, 0.3, 0.7, "the session worked on it", signals.session),
    Signal("central", FILE, 0.25, 0.0, "much of the project uses it", signals.central),
    Signal("side", FILE, -1.2, 0.0, "it is documentation, an example or a script", signals.side),
    Signal("prose", FILE, -1.0, 0.0, "it is no code, which nothing asks for", signals.prose),
    Signal("text", SYMBOL, 1.0, 0.0, "it holds the question's words", signals.symbol_words),
    Signal("history", SYMBOL, 0.5, 0.0, "past commits that said the same changed it", signals.symbol_history),
    Signal("recent", SYMBOL, 0.15, 0.35, "the newest commits changed it", signals.symbol_recent),
    Signal("name", SYMBOL, 0.3, 0.0, "the question names it", signals.symbol_named),
    Signal("owner", SYMBOL, 0.3, 0.0, "the question names it with its class or module", signals.owned),
    Signal("trace", SYMBOL, 0.5, 0.0, "a stack trace runs through it", signals.symbol_trace),
    Signal("lines", SYMBOL, 0.5, 1.5, "the question points at its lines", signals.named_lines),
    Signal("near", SYMBOL, 0.1, 0.0, "it calls or is called by the best", signals.neighbour),
)  # fmt: skip

# A symbol in the best file counts 1 + FLOOR times what it counts in a file nothing speaks for.
FLOOR = 0.3
# Functions are what is worked on; the rest is ranked behind equal evidence.
KINDS = {"function": 1.0, "method": 1.0, "macro": 1.0}
TYPE, VALUE = 0.4, 0.2
NESTED = 0.5
# What stands in documentation, examples and scripts comes behind equal evidence, too.
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
    found: Evidence,
    table: tuple[Signal, ...] = SIGNALS,
    files: Sequence[RankedFile] | None = None,
) -> Ranking:
    """Order files and symbols by the evidence; `table` may leave signals out or weigh them anew.

    `files` are the files as they were ranked before, if they were.
    """
    if files is None:
        files = rank_files(found, table)
    scores = {ranked.file.id: ranked.score for ranked in files}
    return Ranking(tuple(files), tuple(_ranked_symbols(found, table, scores, len(found.symbols))))


def rank_symbols(
    found: Evidence, most: int, table: tuple[Signal, ...] = SIGNALS
) -> list[RankedSymbol]:
    """The first `most` symbols of `rank`, for who asks for nothing else of it."""
    own: dict[int, list[float]] = {
        id: [] for id, file in found.files.items() if file.role == "source"
    }
    for _, weight, values in _columns(found, table, FILE):
        for id, value in values.items():
            if id in own:
                own[id].append(weight * value)
    scores = {id: max(0.0, sum(parts)) for id, parts in own.items()}
    return _ranked_symbols(found, table, scores, most)


def best_symbols(
    found: Evidence, files: Sequence[RankedFile], most: int, table: tuple[Signal, ...] = SIGNALS
) -> list[tuple[int, float]]:
    """The first few of the symbols by their ids, with their scores."""
    _, worth = _worth(found, {ranked.file.id: ranked.score for ranked in files})
    columns = _columns(found, table, SYMBOL)
    scores = []
    for id in dict.fromkeys([id for _, _, values in columns for id in values]):
        row = found.symbols.get(id)
        if row is not None and row.file_id in worth:
            factor = worth[row.file_id] * _kind_factor(found, row)
            own = [weight * values[id] for _, weight, values in columns if id in values]
            scores.append((-factor * sum(own), id))
    scores.sort()
    return [(id, -score) for score, id in scores[:most]]


def rank_files(found: Evidence, table: tuple[Signal, ...] = SIGNALS) -> list[RankedFile]:
    """Source files by the evidence, the best first."""
    columns = _columns(found, table, FILE)
    keyed = []
    for id, file in found.files.items():
        if file.role == "source":
            own = _parts(columns, id)
            keyed.append((-max(0.0, sum([value for _, value in own])), file.path, file, own))
    keyed.sort()
    return [RankedFile._make((file, -score, own)) for score, _, file, own in keyed]


def _ranked_symbols(
    found: Evidence, table: tuple[Signal, ...], scores: dict[int, float], most: int
) -> list[RankedSymbol]:
    """The first `most` symbols of source, by the scores of all source files."""
    share, worth = _worth(found, scores)
    columns = _columns(found, table, SYMBOL)
    weighed = [(weight, values) for _, weight, values in columns]
    keyed: list[tuple[float, float, int, SymbolRow, float]] = []
    for id, row in found.symbols.items():
        file_id = row.file_id
        if file_id in worth:
            factor = worth[file_id] * _kind_factor(found, row)
            own = [weight * values[id] * factor for weight, values in weighed if id in values]
            score = -sum(own) if own else 0.0
            keyed.append((score, -share.get(file_id, 0.0), id, row, factor))
    keyed.sort()
    return [
        RankedSymbol._make((row, -score, _parts(columns, id, factor)))
        for score, _, id, row, factor in keyed[:most]
    ]


def _worth(found: Evidence, scores: dict[int, float]) -> tuple[dict[int, float], dict[int, float]]:
    """Source files by their share of the best one's score, and by what it makes of a symbol."""
    best = max(scores.values(), default=0.0)
    share = {id: score / best for id, score in scores.items()} if best > 0 else {}
    aside = signals.side(found)
    worth = {
        id: (FLOOR + share.get(id, 0.0)) * (ASIDE if id in aside else 1.0)
        for id, file in found.files.items()
        if file.role == "source"
    }
    return share, worth


def _columns(found: Evidence, table: tuple[Signal, ...], of: str) -> list[Column]:
    """The signals that say anything: each with its name, its weight and its values by id."""
    vague = signals.vagueness(found)
    columns = []
    for signal in table:
        weight = signal.weight + signal.vague * vague
        if signal.of == of and weight and (values := _values(found, signal)):
            columns.append((signal.name, weight, values))
    return columns


def _parts(columns: list[Column], id: int, factor: float = 1.0) -> Parts:
    """What each signal that speaks for one of the files or symbols gives to it."""
    return tuple(
        [(name, weight * values[id] * factor) for name, weight, values in columns if id in values]
    )


def _values(found: Evidence, signal: Signal) -> dict[int, float]:
    """What a signal says, worked out once unless its evidence is still to come."""
    if signal.values in _LATE:
        return signal.values(found)
    key = f"{signal.of} {signal.name}"
    known = found.values.get(key)
    if known is None:
        known = found.values[key] = signal.values(found)
    return known


# What these read is gathered after the first ranking.
_LATE = (signals.central, signals.neighbour)


def _kind_factor(found: Evidence, row: SymbolRow) -> float:
    factor = KINDS.get(row.kind)
    if factor is None:
        return TYPE if row.kind in TYPES else VALUE
    parent = found.symbols.get(row.parent_id)
    if parent is not None and parent.kind in CALLABLE:
        return factor * NESTED
    return factor
