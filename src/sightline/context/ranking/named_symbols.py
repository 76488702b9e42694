"""The symbols a question names exactly: a member with its owner, lines, stack frames, a quoted name.

Pure; reads a retrieval. Such symbols come first and whole, whatever their rank is.
"""

from __future__ import annotations

from collections.abc import Iterable

from sightline.context.ranking import mentions, signals
from sightline.context.ranking.evidence import Evidence
from sightline.context.ranking.mentions import parts_of
from sightline.context.ranking.rank import RankedSymbol
from sightline.context.ranking.retrieval import Retrieval
from sightline.model.indexed import CALLABLE, TYPES
from sightline.store.code.evidence import SymbolRow

# A name of more symbols than this says too little: only the best ranked of them are meant.
MOST_NAMESAKES, MEANT_NAMESAKES = 3, 2
# In one file, such as overloads, more of them are.
MOST_IN_ONE_FILE = 5
# The most symbols that count as named, and the innermost frames of a stack trace that do.
MOST_NAMED, MOST_FRAMES = 8, 3


def named_symbols(retrieval: Retrieval) -> list[RankedSymbol]:
    """The symbols the question names, the most exactly named first."""
    evidence = retrieval.evidence
    ranked = {one.symbol.id: one for one in retrieval.ranking.symbols}
    place = {id: place for place, id in enumerate(ranked)}
    groups: list[list[int]] = [*evidence.owned, *_at_places(evidence), *_in_frames(evidence)]
    groups += _by_name(evidence)
    chosen: dict[int, None] = {}
    for group in groups:
        known = sorted((id for id in dict.fromkeys(group) if id in ranked), key=place.__getitem__)
        most = len(known) if len(known) <= MOST_NAMESAKES else MEANT_NAMESAKES
        if len({evidence.symbols[id].file_id for id in known}) == 1:
            most = MOST_IN_ONE_FILE
        chosen.update(dict.fromkeys(known[:most]))
    return [ranked[id] for id in list(chosen)[:MOST_NAMED]]


def exactly_named(retrieval: Retrieval, named: Iterable[RankedSymbol]) -> set[int]:
    """Of the named symbols, the ids of those that nothing else can mean.

    A name alone is exact if it is quoted, or if only one file defines functions or types with it.
    """
    evidence = retrieval.evidence
    sure = {id for group in evidence.owned for id in group}
    sure.update(*_at_places(evidence), *_in_frames(evidence))
    exact = set()
    for one in named:
        rows = evidence.named.get(one.symbol.name, ())
        files = {row.file_id for row in rows if row.kind in CALLABLE | TYPES}
        is_only = files == {one.symbol.file_id} and one.symbol.kind in CALLABLE | TYPES
        if one.symbol.id in sure or is_only or one.symbol.name in evidence.question.quoted:
            exact.add(one.symbol.id)
    return exact


def _at_places(evidence: Evidence) -> list[list[int]]:
    """The symbols at the lines the question points at."""
    return [list(signals.named_lines(evidence))] if evidence.places else []


def _in_frames(evidence: Evidence) -> list[list[int]]:
    """The functions of the innermost frames of a stack trace."""
    values = signals.symbol_trace(evidence)
    inner = sorted(values, key=lambda id: (-values[id], id))
    return [[id] for id in inner[:MOST_FRAMES]]


def _by_name(evidence: Evidence) -> list[list[int]]:
    """The symbols with a name that is quoted or written as only identifiers are."""
    question = evidence.question
    with_owner = {
        part
        for dotted in question.dotted
        for part in parts_of(dotted)
        if any(evidence.symbols[id].name == part for ids in evidence.owned for id in ids)
    }
    owners = {parts_of(dotted)[0] for dotted in question.dotted if with_owner}
    types = set(mentions.proper_names(question.title))
    groups = []
    for name, rows in evidence.named.items():
        if name in with_owner or name in owners:
            continue
        meant = name in question.quoted or looks_like_code(name)
        known = [row for row in rows if meant or (name in types and row.kind in TYPES)]
        if known and question.names.get(name, 0.0) > 0.5:
            groups.append([row.id for row in _source_first(evidence, known)])
        elif known and name in types:
            groups.append([row.id for row in known])
    return groups


def _source_first(evidence: Evidence, rows: Iterable[SymbolRow]) -> list[SymbolRow]:
    return sorted(rows, key=lambda row: evidence.files[row.file_id].role != "source")


def looks_like_code(name: str) -> bool:
    """Whether a word is written as only identifiers are."""
    return "_" in name.strip("_") or not (name.islower() or name.isupper() or name.istitle())
