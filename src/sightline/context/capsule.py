"""Fills a capsule, the answer of `get_context`: what the question names, whole, then the rest.

The documented cost formula selects (FO-19); the rendered text is then held under the budget too.
Everything shown is verified against the working tree first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from sightline.context.capsule_choice import OF_EACH_FILE, Choice
from sightline.context.capsule_text import (
    SENT_EARLIER,
    Capsule,
    CapsuleItem,
    CapsuleMemory,
    cost_of,
    pivot_text,
    sent_earlier,
    signature_line,
    text_of,
)
from sightline.context.disclosure import LineRange, has_body
from sightline.context.quote import (
    Quote,
    comment_above,
    quote_body,
    quote_outline,
    quote_signature,
    short_signature,
)
from sightline.context.ranking.rank import RankedSymbol
from sightline.context.ranking.retrieval import Retrieval
from sightline.context.relations.notes import SymbolNote, symbol_notes, unresolved_calls
from sightline.model.indexed import TYPES, IndexedFile, IndexedSymbol
from sightline.store.code import reader
from sightline.store.sqlite.database import Database
from sightline.text.secrets.redact import redact
from sightline.text.tokens import capsule_cost, estimate_tokens
from sightline.workspace.source import Sources

# The memories linked to some symbols.
LinkedMemories = Callable[[Sequence[IndexedSymbol]], Sequence[CapsuleMemory]]

# The share of the budget for the bodies the question names, for other bodies if it names none,
# and for other bodies if it names some.
NAMED_SHARE, BODIES_SHARE, BESIDE_NAMED = 0.85, 0.88, 0.8
# The share for notes on what it names: callers, tests, callees, types and the last change.
NAMED_NOTES_SHARE = 0.1
# Tokens kept for a line of each of the best files, and the share of the budget they have at most.
FILE_LINE, FILE_LINES_SHARE = 25, 0.08
# One body that is not named takes at most this share of the budget, within these bounds.
BODY_SHARE, SHORTEST_BODY = 0.4, 60
# How many such bodies there are at most, by tokens of the budget, and of one class or file.
TOKENS_PER_BODY, MOST_BODIES = 100, 100
OF_ONE_CLASS, OF_ONE_FILE = 10, 16
# Bodies are taken from this many of the best files, and from more with a larger budget.
FEWEST_FILES, TOKENS_PER_FILE = 6, 1_000
# Below this budget a capsule has code only, no notes or memories.
NOTES_FROM = 1_500
_HEADER_TOKENS = 30
# How many symbols are read at once.
_BATCH = 120
# After this many bodies (which take time) that do not fit, the budget is full.
_BODY_MISSES = 4


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
    packing.add_bodies()
    packing.add_notes(now, linked_memories, budget)
    stops: tuple[str, ...] = ()
    if budget >= NOTES_FROM:
        stops = unresolved_calls(index, [item.symbol for item in packing.pivots])
        packing.text_left -= sum(cost_of(stop) + 4 for stop in stops)
    packing.add_signatures()
    return _within_budget(packing, stops, age)


class _IndexedCode(NamedTuple):
    symbol: IndexedSymbol
    file: IndexedFile


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
        self.index, self.sources, self.sent = index, sources, sent
        self.task, self.budget = task, budget
        self.words = retrieval.evidence.question.words
        self.choice = Choice(index, retrieval)
        self.ranked, self.named = self.choice.ranked, self.choice.named
        self.left = budget  # by the documented formula
        self.text_left = budget - _HEADER_TOKENS  # of the rendered text
        self._kept = 0  # for signatures
        self._memory_room = budget // 10
        self._noted = 0  # how many pivots have their notes
        self.memories: list[CapsuleMemory] = []
        self.pivots: list[CapsuleItem] = []
        self.others: list[CapsuleItem] = []
        self._symbols: dict[int, IndexedSymbol] = {}
        self._files: dict[int, IndexedFile] = {}
        self._shown: set[int] = set()  # ids of symbols

    def add_named(self) -> None:
        """Add what the question names: whole if that fits, else its relevant lines."""
        room = int(self.budget * NAMED_SHARE)
        self._load(self.named)
        for place, one in enumerate(self.named):
            rest = len(self.named) - place
            # The first may take most of the room; what comes after it shares the rest.
            limit = min(room, self.text_left) * (1.0 if rest == 1 else 0.75)
            item = self._pivot(one, int(limit)) if limit > SHORTEST_BODY else None
            if item is not None:
                room -= self._take_pivot(item, room) or 0

    def add_bodies(self) -> None:
        """Add the best symbols of the best files with their bodies; keeps room for signatures."""
        self._kept = min(int(self.budget * FILE_LINES_SHARE), FILE_LINE * self.choice.files)
        self.left -= self._kept
        self.text_left -= self._kept
        share = BESIDE_NAMED if self.pivots else BODIES_SHARE
        room = int(self.budget * share)
        limit = max(int(self.budget * BODY_SHARE), SHORTEST_BODY)
        most = min(max(self.budget // TOKENS_PER_BODY, 1), MOST_BODIES) + len(self.pivots)
        files = FEWEST_FILES + self.budget // TOKENS_PER_FILE
        counts: dict[tuple[int, int], int] = {}
        misses = 0
        for one in self.choice.with_body(files):
            row = one.symbol
            if len(self.pivots) >= most or misses == _BODY_MISSES:
                break
            owner, file = (row.file_id, row.parent_id), (row.file_id, -1)
            if counts.get(owner, 0) >= OF_ONE_CLASS or counts.get(file, 0) >= OF_ONE_FILE:
                continue
            item = self._pivot(one, min(limit, room))
            if item is None:
                continue
            cost = self._take_pivot(item, room)
            if cost is None:
                misses += 1
                continue
            room -= cost
            for key in (owner, file):
                counts[key] = counts.get(key, 0) + 1

    def add_notes(self, now: int, linked_memories: LinkedMemories, room: int) -> None:
        """Add to new pivots what calls, tests, changed and is called by them, and their memories."""
        new = self.pivots[self._noted :]
        if not new or self.budget < NOTES_FROM:
            return
        symbols = [item.symbol for item in new]
        named = {one.symbol.id for one in self.named}
        notes = symbol_notes(self.index, symbols, now, named=named)
        for place, item in enumerate(new, self._noted):
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
            cost = max(memory.tokens, cost_of(memory.text) + 8)
            if memory.id not in known and cost <= min(self._memory_room, self.left, self.text_left):
                self._memory_room -= cost
                self.left -= memory.tokens
                self.text_left -= cost
                self.memories.append(memory)

    def add_signatures(self) -> None:
        """Add a signature, or at least the path, of each of the best files, in their order."""
        self.left += self._kept
        self.text_left += self._kept
        with_body = {item.symbol.file_id for item in self.pivots}
        for members in self.choice.with_signature():
            shown = 0
            for one in members:
                item = self._signature(one) if shown < OF_EACH_FILE else None
                if item is None or (
                    item.symbol.file_id in with_body and not self.choice.is_worth_a_line(one)
                ):
                    continue
                shown += 1
                cost = cost_of(signature_line(item)) + cost_of(item.symbol.path)
                if item.tokens > self.left or cost > self.text_left:
                    return
                self._take(item, cost)
                self.others.append(item)

    def _take_pivot(self, item: CapsuleItem, room: int) -> int | None:
        """Add a pivot if it fits; the cost of its text, None if it does not fit."""
        cost = cost_of(pivot_text(item)) + 1
        if item.tokens > self.left or cost > min(room, self.text_left):
            return None
        self._take(item, cost)
        self.pivots.append(item)
        return cost

    def _take(self, item: CapsuleItem, cost: int) -> None:
        self.left -= item.tokens
        self.text_left -= cost
        self._shown.add(item.symbol.id)

    def _load(self, ranked: Sequence[RankedSymbol]) -> None:
        missing = [one.symbol.id for one in ranked if one.symbol.id not in self._symbols]
        for symbol in reader.symbols(self.index, missing):
            self._symbols[symbol.id] = symbol
        files = {one.symbol.file_id for one in ranked} - set(self._files)
        for file in reader.files(self.index, files):
            self._files[file.id] = file

    def _not_shown(self, one: RankedSymbol) -> _IndexedCode | None:
        """The symbol and its file from the index; None if it is gone or in the capsule already."""
        if one.symbol.id not in self._symbols:
            at = next((n for n, other in enumerate(self.ranked) if other is one), 0)
            self._load([one, *self.ranked[at : at + _BATCH]])
        symbol = self._symbols.get(one.symbol.id)
        file = self._files.get(one.symbol.file_id)
        if symbol is None or file is None or symbol.id in self._shown:
            return None
        if any(_is_within(symbol, item) for item in self.pivots):
            return None
        return _IndexedCode(symbol, file)

    def _pivot(self, one: RankedSymbol, limit: int) -> CapsuleItem | None:
        indexed = self._not_shown(one)
        if indexed is None:
            return None
        symbol, file = indexed
        head = cost_of(f"{symbol.path}:00000-00000  {symbol.kind}  {symbol.qualified}") + 2
        # The indentation of the rendered body costs a little more.
        room = int((limit - head) * 0.94)
        quote = quote_body(self.sources, symbol, file, self.words, room)
        if quote is None:
            return None
        if symbol.kind in TYPES and (not quote.is_whole or self._shows_part_of(symbol)):
            quote = quote_outline(quote, self._members(symbol), room)
        body, spared = quote.text, 0
        if has_body(self.sent, symbol.fingerprint):
            spared, body = estimate_tokens(quote.text), SENT_EARLIER
        elif quote.record in self.sent:
            spared = estimate_tokens(quote.text)
            body = sent_earlier(quote.start_line, quote.lines)
        before = quote.start_line - 1
        lines = tuple(LineRange(before + first, before + last) for first, last in quote.lines)
        comment = comment_above(self.sources.read(file.path), quote.start_line)
        if comment and quote.is_whole and not spared:
            body = "\n".join([*comment, body])
            lines = (LineRange(quote.start_line - len(comment), lines[-1].last),)
        return self._item(one, quote, body, is_pivot=True)._replace(
            record=quote.record,
            spared=spared,
            tokens=self._cost(symbol, "" if spared else body),
            lines=lines,
        )

    def _shows_part_of(self, symbol: IndexedSymbol) -> bool:
        """Whether a member of the type is shown already."""
        return any(
            item.symbol.path == symbol.path
            and symbol.start_line <= item.symbol.start_line
            and item.symbol.end_line <= symbol.end_line
            for item in self.pivots
        )

    def _members(self, symbol: IndexedSymbol) -> list[IndexedSymbol]:
        """The symbols inside a type."""
        return [
            member
            for member in reader.symbols_in_file(self.index, symbol.file_id)
            if member.id != symbol.id
            and symbol.start_line <= member.start_line
            and member.end_line <= symbol.end_line
        ]

    def _signature(self, one: RankedSymbol) -> CapsuleItem | None:
        indexed = self._not_shown(one)
        quote = quote_signature(self.sources, *indexed) if indexed else None
        return self._item(one, quote, "", is_pivot=False) if quote else None

    def _item(self, one: RankedSymbol, quote: Quote, body: str, *, is_pivot: bool) -> CapsuleItem:
        symbol = quote.symbol
        return CapsuleItem(
            symbol,
            quote.line,
            quote.end_line,
            redact(short_signature(symbol)),
            body,
            is_pivot,
            self._cost(symbol, body),
            one.score,
            one.parts,
            changed=quote.changed,
        )

    @staticmethod
    def _cost(symbol: IndexedSymbol, body: str) -> int:
        """FO-19: the cost of an item."""
        signature = short_signature(symbol)
        return capsule_cost(symbol.name, symbol.kind, signature, body, symbol.path, extra=20)


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
