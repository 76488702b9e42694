"""Fills a capsule, the answer of `get_context`: what the question names, whole, then the rest.

The documented cost formula selects (FO-19); the rendered text is then held under the budget too.
Everything shown is verified against the working tree first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from sightline.context.capsule_choice import Choice
from sightline.context.capsule_items import IndexedCode, ItemMaker, head_cost, is_inside
from sightline.context.capsule_lines import SHORT, Body, share_out
from sightline.context.capsule_text import (
    FILE_KINDS,
    Capsule,
    CapsuleItem,
    CapsuleMemory,
    cost_of,
    pivot_text,
    signature_line,
    text_of,
)
from sightline.context.quote import Quote, quote_body, quote_lines, quote_outline, quote_whole
from sightline.context.ranking.rank import RankedSymbol
from sightline.context.ranking.retrieval import Retrieval
from sightline.context.relations.notes import SymbolNote, symbol_notes, unresolved_calls
from sightline.model.indexed import TYPES, IndexedSymbol
from sightline.store.sqlite.database import Database
from sightline.text.tokens import estimate_tokens
from sightline.workspace.source import Sources

# The memories linked to some symbols.
LinkedMemories = Callable[[Sequence[IndexedSymbol]], Sequence[CapsuleMemory]]

# The share of the budget for the bodies the question names, and for notes on them: callers, tests,
# callees, types and the last change.
NAMED_SHARE, NAMED_NOTES_SHARE = 0.85, 0.1
# The shares kept for signatures, up to this many tokens, and for notes on bodies that are not named.
SIGNATURES_SHARE, MOST_SIGNATURES, NOTES_SHARE = 0.16, 700, 0.05
# A body that is not named is worth its share of the best one's score, to this power: so likely the
# symbols of that rank are what a question is about.
WORTH_POWER = 3.0
# How many such bodies are considered, by tokens of the budget, and of how many of the best files.
TOKENS_PER_BODY, MOST_BODIES = 150, 100
FEWEST_FILES, TOKENS_PER_FILE = 6, 1_000
# The share of the budget that the outline of a type has at most, and the least room for any body.
OUTLINE_SHARE, SHORTEST_BODY = 0.1, 60
# Below this budget a capsule has code only, no notes or memories.
NOTES_FROM = 1_500
_HEADER_TOKENS = 30
# After this many signatures that do not fit, there is no room for others.
_MISSES = 8


def pack(
    index: Database,
    sources: Sources,
    retrieval: Retrieval,
    task: str,
    budget: int,
    *,
    now: int,
    sent: Collection[str] = frozenset(),
    linked_memories: LinkedMemories = lambda symbols: (),
    age: str = "",
) -> Capsule:
    """The capsule for a ranked question, within a budget of tokens.

    `sent` are the records of what the assistant still has (see `context.disclosure`).
    """
    packing = _Packing(index, sources, retrieval, task, budget, sent)
    if not retrieval.ranking.symbols:
        return Capsule(task, budget=budget)
    packing.add_named()
    # What is needed to change what the question names comes before other bodies.
    packing.add_notes(now, linked_memories, int(budget * NAMED_NOTES_SHARE))
    packing.add_bodies(linked_memories)
    packing.add_notes(now, linked_memories, int(budget * NOTES_SHARE))
    stops: tuple[str, ...] = ()
    if budget >= NOTES_FROM:
        stops = unresolved_calls(index, [item.symbol for item in packing.pivots])
        packing.text_left -= sum(cost_of(stop) + 4 for stop in stops)
    packing.add_signatures()
    return _within_budget(packing, stops, age)


class _Candidate(NamedTuple):
    """A symbol whose body may be shown, with all of it or, as one, its outline."""

    ranked: RankedSymbol
    quote: Quote
    as_one: bool


class _Packing:
    """A capsule being filled: its items, and what is left of the budget."""

    def __init__(
        self,
        index: Database,
        sources: Sources,
        retrieval: Retrieval,
        task: str,
        budget: int,
        sent: Collection[str],
    ) -> None:
        self.index, self.sources = index, sources
        self.task, self.budget = task, budget
        evidence = retrieval.evidence
        self.words = evidence.word_weights or evidence.question.words
        self.choice = Choice(index, retrieval)
        self.ranked, self.named = self.choice.ranked, self.choice.named
        self.items = ItemMaker(index, sources, self.ranked, sent)
        self.left = budget  # by the documented formula
        self.text_left = budget - _HEADER_TOKENS  # of the rendered text
        self._memory_room = budget // 10
        self._signature_room = min(int(budget * SIGNATURES_SHARE), MOST_SIGNATURES)
        self._noted = 0  # how many pivots have their notes
        self.memories: list[CapsuleMemory] = []
        self.pivots: list[CapsuleItem] = []
        self.others: list[CapsuleItem] = []
        self._shown: set[int] = set()  # ids of symbols

    def add_named(self) -> None:
        """Add what the question names: whole if that fits, else its relevant lines."""
        room = int(self.budget * NAMED_SHARE)
        self.items.load(self.named)
        for place, one in enumerate(self.named):
            rest = len(self.named) - place
            # The first may take most of the room; what comes after it shares the rest.
            limit = min(room, self.text_left) * (1.0 if rest == 1 else 0.75)
            item = self._named_pivot(one, int(limit)) if limit > SHORTEST_BODY else None
            if item is not None:
                room -= self._take_pivot(item, room) or 0

    def add_bodies(self, linked_memories: LinkedMemories) -> None:
        """Add bodies of the best files: the lines that are worth most; keeps room for the rest."""
        kept = self._signature_room
        chosen = self._candidates()
        if self.budget >= NOTES_FROM:
            kept += int(self.budget * NOTES_SHARE)
            memories = linked_memories([one.quote.symbol for one in chosen])
            kept += min(self._memory_room, sum(_memory_cost(memory) for memory in memories))
        highest = max((one.ranked.score for one in chosen), default=0.0) or 1.0
        bodies = [
            Body(
                one.quote.text,
                max(one.ranked.score / highest, 0.0) ** WORTH_POWER,
                head_cost(one.quote.symbol),
                one.quote.line - one.quote.start_line,
                one.as_one,
            )
            for one in chosen
        ]
        room = min(self.left, self.text_left) - kept
        for one, places in zip(chosen, share_out(bodies, self.words, room), strict=True):
            if places:
                quote = one.quote if one.as_one else quote_lines(one.quote, places)
                self._take_pivot(self.items.pivot(one.ranked, quote), self.text_left - kept)

    def _candidates(self) -> list[_Candidate]:
        """The symbols whose bodies may be shown; none of them is inside another."""
        most = min(max(self.budget // TOKENS_PER_BODY, 1), MOST_BODIES)
        chosen: list[_Candidate] = []
        for one in self.choice.with_body(FEWEST_FILES + self.budget // TOKENS_PER_FILE):
            if len(chosen) == most:
                break
            indexed = self._not_shown(one)
            if indexed is None:
                continue
            symbol, file = indexed
            is_type = symbol.kind in TYPES
            parts = [other for other in chosen if is_inside(other.quote.symbol, symbol)]
            if (parts and not is_type) or any(
                not other.as_one and is_inside(symbol, other.quote.symbol) for other in chosen
            ):
                continue
            quote = quote_whole(self.sources, symbol, file)
            if quote is None:
                continue
            is_long = quote.text.count("\n") >= SHORT
            as_one = is_type and bool(is_long or parts or self._shows_part_of(symbol))
            if as_one:
                room = int(self.budget * OUTLINE_SHARE)
                quote = quote_outline(quote, self.items.members(symbol), room)
            chosen.append(_Candidate(one, quote, as_one))
        return chosen

    def add_notes(self, now: int, linked_memories: LinkedMemories, room: int) -> None:
        """Add to new pivots what calls, tests, changed and is called by them, and their memories."""
        new = self.pivots[self._noted :]
        if not new or self.budget < NOTES_FROM:
            return
        symbols = [item.symbol for item in new]
        named = {one.symbol.id for one in self.named}
        notes = symbol_notes(self.index, symbols, now, named=named)
        for place, item in enumerate(new, self._noted):
            if item.spared and item.symbol.id not in named:
                continue  # they were sent with the body
            fitting: list[SymbolNote] = []
            for note in notes.get(item.symbol.id, ()):
                cost = cost_of(note.line)
                if cost <= min(room, self.text_left):
                    room -= cost
                    self.text_left -= cost
                    fitting.append(note)
            self.pivots[place] = item._replace(notes=tuple(fitting))
        self._noted = len(self.pivots)
        self._add_memories(linked_memories(symbols))

    def _add_memories(self, memories: Sequence[CapsuleMemory]) -> None:
        """Add the memories that fit into a tenth of the budget (FO-21), within it (ruling 18)."""
        known = {memory.id for memory in self.memories}
        for memory in memories:
            cost = _memory_cost(memory)
            if memory.id not in known and cost <= min(self._memory_room, self.left, self.text_left):
                self._memory_room -= cost
                self.left -= memory.tokens
                self.text_left -= cost
                self.memories.append(memory)

    def add_signatures(self) -> None:
        """Add a signature, or at least the path, of each of the best files, and of the best symbols."""
        paths = {item.symbol.path for item in self.pivots}
        with_body = {item.symbol.file_id for item in self.pivots}
        room = min(self.text_left, self._signature_room)
        misses = 0
        for one in self.choice.with_signature(with_body):
            code = self._not_shown(one)
            item = self.items.signature(one, code) if code else None
            if item is None:
                continue
            cost = 0 if item.symbol.path in paths else cost_of(item.symbol.path)
            if item.symbol.kind not in FILE_KINDS:
                cost += cost_of(signature_line(item))
            if item.tokens > self.left or cost > room:
                misses += 1
                if misses == _MISSES:
                    return
                continue
            room -= cost
            paths.add(item.symbol.path)
            self._take(item, cost)
            self.others.append(item)

    def _take_pivot(self, item: CapsuleItem, room: int) -> int | None:
        """Add a pivot if it fits; the cost of its text, None if it does not fit.

        A body sent earlier costs the same: asking again must not bring weaker code in its place.
        """
        cost = cost_of(pivot_text(item)) + 1 + item.spared
        if item.tokens + item.spared > self.left or cost > min(room, self.text_left):
            return None
        self.left -= item.spared
        self._take(item, cost)
        self.pivots.append(item)
        return cost

    def _take(self, item: CapsuleItem, cost: int) -> None:
        self.left -= item.tokens
        self.text_left -= cost
        self._shown.add(item.symbol.id)

    def _not_shown(self, one: RankedSymbol) -> IndexedCode | None:
        """The symbol and its file from the index; None if it is gone or in the capsule already."""
        code = self.items.code(one)
        if code is None or code.symbol.id in self._shown:
            return None
        return None if any(_is_within(code.symbol, item) for item in self.pivots) else code

    def _named_pivot(self, one: RankedSymbol, limit: int) -> CapsuleItem | None:
        """A named symbol: whole, or its lines that fit the limit; a type as its outline."""
        indexed = self._not_shown(one)
        if indexed is None:
            return None
        symbol, file = indexed
        # The indentation of the rendered body costs a little more.
        room = int((limit - head_cost(symbol)) * 0.94)
        quote = quote_body(self.sources, symbol, file, self.words, room)
        if quote is None:
            return None
        if symbol.kind in TYPES and (not quote.is_whole or self._shows_part_of(symbol)):
            quote = quote_outline(quote, self.items.members(symbol), room)
        return self.items.pivot(one, quote)

    def _shows_part_of(self, symbol: IndexedSymbol) -> bool:
        """Whether a member of the type is shown already."""
        return any(
            item.symbol.path == symbol.path
            and symbol.start_line <= item.symbol.start_line
            and item.symbol.end_line <= symbol.end_line
            for item in self.pivots
        )


def _memory_cost(memory: CapsuleMemory) -> int:
    return max(memory.tokens, cost_of(memory.text) + 8)


def _is_within(symbol: IndexedSymbol, item: CapsuleItem) -> bool:
    """Whether a pivot shows all lines of the symbol."""
    return item.symbol.path == symbol.path and any(
        first <= symbol.start_line and symbol.end_line <= last for first, last in item.lines
    )


def _within_budget(packing: _Packing, stops: tuple[str, ...], age: str) -> Capsule:
    """The capsule with as many items as its rendered text has room for."""
    others, pivots, memories = (
        list(packing.others),
        list(packing.pivots),
        tuple(packing.memories),
    )

    def order(item: CapsuleItem) -> tuple[bool, int, bool]:
        return packing.choice.order_of(item.symbol, is_pivot=item.is_pivot)

    while True:
        items = tuple(sorted((*pivots, *others), key=order))
        total = sum(item.tokens for item in items) + sum(memory.tokens for memory in memories)
        capsule = Capsule(
            packing.task, items, memories, stops, total, 0, packing.budget, len(packing.ranked)
        )
        text = text_of(capsule._replace(text_tokens=packing.budget), age)
        tokens = estimate_tokens(text)
        if tokens <= packing.budget:
            capsule = capsule._replace(text_tokens=tokens)
            return capsule._replace(text=text_of(capsule, age))
        if others:
            others.pop()
        elif pivots:
            pivots.pop()
        else:
            return Capsule(packing.task, budget=packing.budget, candidates=len(packing.ranked))
