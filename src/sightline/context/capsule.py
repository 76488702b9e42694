"""Fills a capsule, the answer of `get_context`: the best symbols with bodies, more as signatures.

The documented cost formula selects (FO-19); the rendered text is then held under the budget too.
Everything shown is verified against the working tree first. Prompts use `context.prompt_code`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sightline.context.capsule_text import (
    SENT_EARLIER,
    Capsule,
    CapsuleItem,
    CapsuleMemory,
    cost_of,
    owner_of,
    pivot_text,
    short_signature,
    signature_line,
    text_of,
)
from sightline.context.excerpt import dedented, excerpt, indent_of
from sightline.context.graph import symbol_notes, unresolved_calls
from sightline.context.rank import RankedSymbol
from sightline.context.retrieval import Retrieval
from sightline.model.indexed import CALLABLE, TYPES, IndexedFile, IndexedSymbol
from sightline.store.code import reader
from sightline.store.sqlite.database import Database
from sightline.text.hashing import digest
from sightline.text.secrets.redact import redact
from sightline.text.tokens import capsule_cost, estimate_tokens
from sightline.workspace.source import Sources
from sightline.workspace.verify import GONE, verify

# The memories linked to some symbols, and whether the assistant still has a body with this hash.
LinkedMemories = Callable[[Sequence[IndexedSymbol]], Sequence[CapsuleMemory]]
IsDisclosed = Callable[[str], bool]

# The share of the budget for bodies, and how many of them there may be.
BODIES = 0.35
TOKENS_PER_BODY, MOST_BODIES = 300, 20
# One body: a share of the budget, within these bounds.
BODY_SHARE, SHORTEST_BODY, LONGEST_BODY = 0.04, 60, 700
# The most bodies of one class and of one file, for a diverse set.
OF_ONE_CLASS, OF_ONE_FILE = 3, 5
# Below this budget a capsule has code only, no notes or memories.
NOTES_FROM = 1_500
_BATCH = 120
_HEADER_TOKENS = 30
# Kinds whose signature says no more than the path of their file.
_FILE_KINDS = ("module", "section")
# After this many bodies (which take time), or signatures, that do not fit, the budget is full.
_BODY_MISSES, _MISSES = 4, 12


def pack(
    index: Database,
    sources: Sources,
    retrieval: Retrieval,
    task: str,
    budget: int,
    *,
    now: int,
    is_disclosed: IsDisclosed = lambda hash: False,
    linked_memories: LinkedMemories = lambda symbols: (),
    age: str = "",
) -> Capsule:
    """The capsule for a ranked question, within a budget of tokens."""
    packing = _Packing(index, sources, retrieval, task, budget, is_disclosed)
    if not retrieval.ranking.symbols:
        return Capsule(task, budget=budget)
    packing.add_pivots()
    memories: Sequence[CapsuleMemory] = ()
    stops: tuple[str, ...] = ()
    if packing.pivots and budget >= NOTES_FROM:
        packing.add_notes(now)
        memories = packing.fitting(linked_memories([item.symbol for item in packing.pivots]))
        stops = unresolved_calls(index, [item.symbol for item in packing.pivots])
        packing.text_left -= sum(cost_of(stop) + 4 for stop in stops)
    packing.add_signatures()
    return _within_budget(packing, tuple(memories), stops, age)


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
        is_disclosed: IsDisclosed,
    ) -> None:
        self.index, self.sources, self.is_disclosed = index, sources, is_disclosed
        self.task, self.budget = task, budget
        self.words = retrieval.evidence.question.words
        self.ranked = retrieval.ranking.symbols
        self.left = budget  # by the documented formula
        self.text_left = budget - _HEADER_TOKENS  # of the rendered text
        self.pivots: list[CapsuleItem] = []
        self.others: list[CapsuleItem] = []
        self._symbols: dict[int, IndexedSymbol] = {}
        self._files: dict[int, IndexedFile] = {}
        self._shown: set[tuple[str, str]] = set()
        self._paths: set[str] = set()

    def add_pivots(self) -> None:
        """Add the best symbols with their bodies, within the share of the budget for bodies."""
        most = min(max(self.budget // TOKENS_PER_BODY, 1), MOST_BODIES)
        room = int(self.budget * BODIES)
        limit = int(min(max(self.budget * BODY_SHARE, SHORTEST_BODY), LONGEST_BODY))
        owners: dict[tuple[int, int], int] = {}
        files: dict[int, int] = {}
        misses = 0
        self._load(self.ranked[: 2 * most])
        for one in self.ranked[:_BATCH]:
            row = one.symbol
            if len(self.pivots) == most or misses == _BODY_MISSES:
                break
            if row.kind not in CALLABLE and row.kind not in TYPES:
                continue
            owner = (row.file_id, row.parent_id)
            if owners.get(owner, 0) >= OF_ONE_CLASS or files.get(row.file_id, 0) >= OF_ONE_FILE:
                continue
            item = self._pivot(one, limit)
            if item is None:
                continue
            cost = cost_of(pivot_text(item)) + 1
            if item.tokens > self.left or cost > min(room, self.text_left):
                misses += 1
                continue
            self._take(item, cost)
            self.pivots.append(item)
            room -= cost
            owners[owner] = owners.get(owner, 0) + 1
            files[row.file_id] = files.get(row.file_id, 0) + 1

    def add_notes(self, now: int) -> None:
        """Add to the pivots what calls, tests and last changed them, where it fits."""
        notes = symbol_notes(self.index, [item.symbol for item in self.pivots], now)
        for place, item in enumerate(self.pivots):
            own = notes.get(item.symbol.id, ())
            cost = sum(cost_of(note.line) for note in own)
            if own and cost <= self.text_left:
                self.text_left -= cost
                self.pivots[place] = item._replace(notes=tuple(own))

    def fitting(self, memories: Sequence[CapsuleMemory]) -> list[CapsuleMemory]:
        """The memories that fit into a tenth of the budget (FO-21), within it (ruling 18)."""
        room = min(self.budget // 10, self.left, self.text_left)
        chosen = []
        for memory in memories:
            cost = max(memory.tokens, cost_of(memory.text) + 8)
            if cost <= room:
                room -= cost
                self.left -= memory.tokens
                self.text_left -= cost
                chosen.append(memory)
        return chosen

    def add_signatures(self) -> None:
        """Add everything else as signatures while there is room."""
        misses = 0
        for start in range(0, len(self.ranked), _BATCH):
            batch = self.ranked[start : start + _BATCH]
            self._load(batch)
            signatures = self._signatures(batch)
            for one in batch:
                item = self._signature(one, signatures)
                if item is None:
                    continue
                cost = cost_of(signature_line(item))
                if item.symbol.path not in self._paths:
                    cost += cost_of(item.symbol.path)
                if item.tokens > self.left or cost > self.text_left:
                    misses += 1
                    if misses == _MISSES:
                        return
                    continue
                self._take(item, cost)
                self._paths.add(item.symbol.path)
                self.others.append(item)

    def _take(self, item: CapsuleItem, cost: int) -> None:
        self.left -= item.tokens
        self.text_left -= cost
        self._shown.add((item.symbol.path, item.symbol.qualified))

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
            self._load([one])
        symbol = self._symbols.get(one.symbol.id)
        file = self._files.get(one.symbol.file_id)
        if symbol is None or file is None or (symbol.path, symbol.qualified) in self._shown:
            return None
        return _IndexedCode(symbol, file)

    def _pivot(self, one: RankedSymbol, limit: int) -> CapsuleItem | None:
        indexed = self._not_shown(one)
        if indexed is None:
            return None
        symbol, file = indexed
        verdict = verify(self.sources, symbol, file)
        if verdict.text is None:
            return None
        whole = dedented(verdict.text, indent_of(self.sources.read(file.path), verdict.start_line))
        body = redact(excerpt(whole, self.words, limit))
        hash = symbol.fingerprint if len(body) == len(whole) else digest(body)
        spared = 0
        if self.is_disclosed(hash):
            spared, body = estimate_tokens(body), SENT_EARLIER
        end = verdict.start_line + symbol.end_line - symbol.start_line
        signature = redact(short_signature(symbol, owner_of(symbol)))
        counted = "" if body == SENT_EARLIER else body
        cost = _documented_cost(symbol, signature, counted)
        return CapsuleItem(
            symbol, verdict.line, end, signature, body, True, cost, one.score, one.parts, hash,
            spared=spared,
        )  # fmt: skip

    def _signatures(self, ranked: Sequence[RankedSymbol]) -> dict[int, str]:
        """The signatures of these symbols on one line each, redacted all at once."""
        loaded = [self._symbols[one.symbol.id] for one in ranked if one.symbol.id in self._symbols]
        short = [short_signature(symbol, owner_of(symbol)) for symbol in loaded]
        masked = redact("\n".join(short)).split("\n")
        if len(masked) != len(short):
            masked = [redact(signature) for signature in short]
        return {symbol.id: signature for symbol, signature in zip(loaded, masked, strict=True)}

    def _signature(self, one: RankedSymbol, signatures: Mapping[int, str]) -> CapsuleItem | None:
        indexed = self._not_shown(one)
        if indexed is None or one.symbol.kind in _FILE_KINDS:
            return None
        symbol, file = indexed
        line, end, changed = symbol.line, symbol.end_line, False
        if not self.sources.unchanged(file):
            verdict = verify(self.sources, symbol, file)
            if verdict.state == GONE:
                return None
            end += verdict.line - line
            line, changed = verdict.line, verdict.text is None
        signature = signatures[symbol.id]
        cost = _documented_cost(symbol, signature, "")
        return CapsuleItem(
            symbol, line, end, signature, "", False, cost, one.score, one.parts, changed=changed
        )


def _within_budget(
    packing: _Packing, memories: tuple[CapsuleMemory, ...], stops: tuple[str, ...], age: str
) -> Capsule:
    """The capsule with as many items as its rendered text has room for."""
    others = list(packing.others)
    pivots = list(packing.pivots)
    while True:
        items = (*pivots, *others)
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


def _documented_cost(symbol: IndexedSymbol, signature: str, body: str) -> int:
    """FO-19: the cost of an item."""
    return capsule_cost(symbol.name, symbol.kind, signature, body, symbol.path, extra=20)
