"""Weighs the evidence: one visible table of signals, added up; every result carries its parts.

Pure: the same evidence gives the same order. The weights hold for every project and language;
`benchmarks/quality_localisation.py` measures them.
"""

from __future__ import annotations

from sightline.context import signals
from sightline.model.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sightline.context.retrieve import Evidence
    from sightline.store.evidence import FileRow, SymbolRow

    Parts = tuple[tuple[str, float], ...]

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
    symbols = [
        RankedSymbol._make((row, -score, parts))
        for score, _, _, row, parts in _sorted_symbols(found, table, files)
    ]
    return Ranking(tuple(files), tuple(symbols))


def best_symbols(
    found: Evidence, files: Sequence[RankedFile], most: int, table: tuple[Signal, ...] = SIGNALS
) -> list[tuple[int, float]]:
    """The first few of the symbols by their ids, with their scores."""
    _, worth = _worth(found, files)
    scores = []
    for id, own in _parts(found, table, SYMBOL).items():
        row = found.symbols.get(id)
        if row is not None and row.file_id in worth:
            factor = worth[row.file_id] * _kind_factor(found, row)
            scores.append((-factor * sum([value for _, value in own]), id))
    scores.sort()
    return [(id, -score) for score, id in scores[:most]]


def rank_files(found: Evidence, table: tuple[Signal, ...] = SIGNALS) -> list[RankedFile]:
    """Source files by the evidence, the best first."""
    parts = _parts(found, table, FILE)
    keyed = []
    for id, file in found.files.items():
        if file.role == "source":
            own = tuple(parts.get(id, ()))
            keyed.append((-max(0.0, sum([value for _, value in own])), file.path, file, own))
    keyed.sort()
    return [RankedFile._make((file, -score, own)) for score, _, file, own in keyed]


def _sorted_symbols(
    found: Evidence, table: tuple[Signal, ...], files: Sequence[RankedFile]
) -> list[tuple[float, float, int, SymbolRow, Parts]]:
    """Symbols of source with their negative scores, the best first."""
    share, worth = _worth(found, files)
    parts = _parts(found, table, SYMBOL)
    keyed: list[tuple[float, float, int, SymbolRow, Parts]] = []
    for id, row in found.symbols.items():
        file_id = row.file_id
        if file_id not in worth:
            continue
        own = parts.get(id)
        if own is None:
            keyed.append((0.0, -share.get(file_id, 0.0), id, row, ()))
            continue
        factor = worth[file_id] * _kind_factor(found, row)
        weighed = tuple([(name, value * factor) for name, value in own])
        score = sum([value for _, value in weighed])
        keyed.append((-score, -share.get(file_id, 0.0), id, row, weighed))
    keyed.sort()
    return keyed


def _worth(
    found: Evidence, files: Sequence[RankedFile]
) -> tuple[dict[int, float], dict[int, float]]:
    """Source files by their share of the best one's score, and by what it makes of a symbol."""
    best = files[0].score if files else 0.0
    share = {ranked.file.id: ranked.score / best for ranked in files} if best > 0 else {}
    aside = signals.side(found)
    worth = {
        id: (FLOOR + share.get(id, 0.0)) * (ASIDE if id in aside else 1.0)
        for id, file in found.files.items()
        if file.role == "source"
    }
    return share, worth


def _parts(
    found: Evidence, table: tuple[Signal, ...], of: str
) -> dict[int, list[tuple[str, float]]]:
    vague = signals.vagueness(found)
    parts: dict[int, list[tuple[str, float]]] = {}
    for signal in table:
        weight = signal.weight + signal.vague * vague
        if signal.of == of and weight:
            name = signal.name
            for id, value in _values(found, signal).items():
                part = (name, weight * value)
                if id in parts:
                    parts[id].append(part)
                else:
                    parts[id] = [part]
    return parts


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
        return TYPE if row.kind in signals.TYPES else VALUE
    parent = found.symbols.get(row.parent_id)
    if parent is not None and parent.kind in signals.CALLABLE:
        return factor * NESTED
    return factor
