"""Chooses what a capsule may show beside what the question names: `context.capsule` shows what fits.

Decides from a retrieval which symbols are worth their bodies, which their signatures, and in which
order their files come.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sightline.context.capsule_text import FILE_KINDS
from sightline.context.ranking.named_symbols import exactly_named, named_symbols
from sightline.context.ranking.query_words import everyday_words
from sightline.context.ranking.question import Question
from sightline.context.ranking.rank import RankedSymbol
from sightline.context.ranking.retrieval import Retrieval
from sightline.model.indexed import CALLABLE, TYPES, IndexedSymbol
from sightline.store.code import reader
from sightline.store.sqlite.database import Database
from sightline.text.words import code_words

# Symbols and files with less than these shares of the best score (of what is not named) are left
# out: the budget may stay unused.
RELEVANT, RELEVANT_FILE = 0.2, 0.2
# A symbol that is linked to one with at least this share of the best score is not left out.
NEAR = 0.9
# Of how many of the best files at least one signature is shown, if there is room.
MOST_FILES = 10
# How many of the best symbols are considered.
CONSIDERED = 600
_BODY_KINDS = CALLABLE | TYPES


class Choice:
    """What may be shown for a question: the named symbols, and others by their rank."""

    def __init__(self, index: Database, retrieval: Retrieval) -> None:
        self.ranked = retrieval.ranking.symbols
        self.named = named_symbols(retrieval)
        self._exact = exactly_named(retrieval, self.named)
        self._neighbours = retrieval.evidence.neighbours
        files = retrieval.ranking.files
        self._places = {one.file.id: place for place, one in enumerate(files)}
        least = RELEVANT_FILE * files[0].score if files else 0.0
        self._fitting_files = {one.file.id for one in files[:MOST_FILES] if one.score >= least}
        named = {one.symbol.id for one in self.named}
        others = (one.score for one in self.ranked if one.symbol.id not in named)
        self._least = RELEVANT * next(others, 0.0)
        self._used: list[RankedSymbol] | None = None
        if _only_names(retrieval.evidence.question, self.named):
            ids = [one.symbol.id for one in self.named]
            used = {edge.target_id for edge in reader.edges_from(index, ids)}
            self._used = [one for one in self.ranked if one.symbol.id in used]

    def order_of(self, symbol: IndexedSymbol, *, is_pivot: bool) -> tuple[bool, int, bool]:
        """What is named exactly first, then the files in their order, bodies before signatures."""
        if is_pivot and symbol.id in self._exact:
            return False, 0, False
        return True, self.place_of(symbol.file_id), not is_pivot

    def place_of(self, file_id: int) -> int:
        """The place of a file in the ranking, from 0."""
        return self._places.get(file_id, len(self._places))

    def with_body(self, files: int) -> list[RankedSymbol]:
        """Functions and types of the first `files` files that fit the question, the best first.

        If it has only names, what the named code calls and uses.
        """
        if self._used is not None:
            return [one for one in self._used if one.symbol.kind in _BODY_KINDS]
        return [
            one
            for one in self.ranked[:CONSIDERED]
            if one.symbol.kind in _BODY_KINDS
            and (self._is_good(one) or self._neighbours.get(one.symbol.id, 0.0) >= NEAR)
            and self.place_of(one.symbol.file_id) < files
        ]

    def _is_good(self, one: RankedSymbol) -> bool:
        return one.score >= self._least

    def with_signature(self, with_body: Collection[int]) -> list[RankedSymbol]:
        """The symbols whose signature is worth a line: the best of each good file, then the best.

        Files with a body (`with_body` are their ids) need no line of their own. Others have one
        at least for their path.
        """
        first: dict[int, RankedSymbol] = {}
        good: list[RankedSymbol] = []
        for one in (*self.named, *self.ranked[:CONSIDERED]):
            file, is_file = one.symbol.file_id, one.symbol.kind in FILE_KINDS
            is_better = file not in first or (first[file].symbol.kind in FILE_KINDS and not is_file)
            if file in self._fitting_files and file not in with_body and is_better:
                first[file] = one
            if not is_file and (self._is_good(one) or one.symbol.id in self._neighbours):
                good.append(one)
        if self._used is not None:
            good = self._used
        best = sorted(first.values(), key=lambda one: self.place_of(one.symbol.file_id))
        return list({one.symbol.id: one for one in (*self.named, *best, *good)}.values())


def _only_names(question: Question, named: Sequence[RankedSymbol]) -> bool:
    """Whether a question names functions and types and has no words but theirs and everyday ones."""
    if not named or not all(one.symbol.kind in _BODY_KINDS for one in named):
        return False
    texts = [*question.dotted, *question.quoted, *(one.symbol.name for one in named)]
    names = {word for text in texts for word in code_words(text)}
    return question.words.keys() <= names | everyday_words(question)
