"""Offers code for a prompt: the few files that will probably be opened, or nothing.

Loaded on every prompt; reads less than a capsule (`context.capsule`) does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sightline.context.disclosure import has_body, named_paths, sent_name, sent_signature
from sightline.context.quote import Quote, qualified_name, quote_body, quote_signature
from sightline.context.ranking.confidence import (
    EXPLAINED,
    confidence_of,
    everyday_weights,
    mentions_code,
    read_prompt,
    with_context,
)
from sightline.context.ranking.error_site import ErrorSite, find_error_site
from sightline.context.ranking.evidence import NARROW, full_text
from sightline.context.ranking.named import named_symbols
from sightline.context.ranking.retrieval import Retrieval, find_quickly
from sightline.context.ranking.test_files import tests_of
from sightline.context.select import CONSIDERED, WITH_TESTS, Estimate, Situation, select
from sightline.model.frame import CODE, Item, LeftOut, Offer
from sightline.model.indexed import CALLABLE, TYPES, IndexedFile, IndexedSymbol
from sightline.store.code import reader
from sightline.store.sqlite.database import Database
from sightline.text.hashing import digest
from sightline.workspace.source import Sources

# How much past use of files shifts the estimate for them, in log-odds, by path.
UseShifts = Callable[[Sequence[str]], Mapping[str, float]]

# How many names a file's line has, how many bodies are shown and how long one may be.
MOST_NAMES, MOST_BODIES, BODY_TOKENS = 3, 2, 220
# How many places that use a symbol to be renamed are listed.
MOST_USERS = 12
# Below this confidence a prompt that names no code of the project gets none, and below half of it
# it is not looked up further.
CONFIDENT = 1.0
LEAST_CONFIDENCE = CONFIDENT / 2
ALREADY_NAMED = "the assistant was told and asks nothing new of it"
_KINDS = CALLABLE | TYPES


class Earlier(NamedTuple):
    """What a session has and said before a prompt."""

    sent: frozenset[str] = frozenset()  # records of `context.disclosure`
    texts: tuple[str, ...] = ()  # the last prompts and the last reply
    files: Mapping[str, float] = {}  # weights of the files its topic worked on


NOTHING_EARLIER = Earlier()


def offer_code(
    index: Database,
    sources: Sources,
    situation: Situation,
    *,
    earlier: Earlier = NOTHING_EARLIER,
    use_shifts: UseShifts = lambda paths: {},
) -> Offer:
    """The files to name for the prompt, each an item; none if none will probably be opened."""
    question = read_prompt(situation.prompt)
    if not question.words:
        return Offer([], [])
    text = full_text(
        index, question, NARROW, explained=EXPLAINED, doubted=everyday_weights(question)
    )
    confidence = confidence_of(text)
    if confidence < LEAST_CONFIDENCE and not mentions_code(question):
        return Offer([], [])
    wider = with_context(question, earlier.texts) if situation.earlier else question
    if wider is not question:
        text = full_text(index, wider, NARROW)
    retrieval = find_quickly(index, wider, text, session=earlier.files)
    if confidence < CONFIDENT and not _names_code(retrieval):
        return Offer([], [])
    best = [ranked.file.path for ranked in retrieval.ranking.files[:CONSIDERED]]
    situation = situation._replace(confidence=confidence, use=use_shifts(best))
    selection = select(retrieval, situation, tests_of(index, best[:WITH_TESTS]))
    writer = _Writer(index, sources, retrieval, earlier.sent, best)
    return writer.offer(selection.chosen, selection.others, situation)


def _names_code(retrieval: Retrieval) -> bool:
    """Whether a symbol, path or stack frame that the prompt names is in the index."""
    evidence = retrieval.evidence
    return bool(evidence.places or evidence.frames or named_symbols(retrieval))


class _Place(NamedTuple):
    """A name in a file's line, and the line it stands for."""

    quote: Quote
    line: int


class _Writer:
    """Writes the chosen files as items, each on a line or with the body of what is named."""

    def __init__(
        self,
        index: Database,
        sources: Sources,
        retrieval: Retrieval,
        sent: frozenset[str],
        best: Sequence[str],
    ) -> None:
        self.index, self.sources, self.sent = index, sources, sent
        self.retrieval, self.best = retrieval, best
        self.words = retrieval.evidence.question.words
        self.named = named_symbols(retrieval)
        self.told = named_paths(sent)
        self.bodies = 0

    def offer(
        self, chosen: Sequence[Estimate], others: Sequence[Estimate], situation: Situation
    ) -> Offer:
        """The items, and the files left out with the reason."""
        site = find_error_site(self.sources, self.best, situation.prompt)
        rows = {file.path: file for file in reader.files_at(self.index, [e.path for e in chosen])}
        items: list[Item] = []
        left_out: list[LeftOut] = []
        for one in chosen:
            item = self._item(one, rows[one.path], site) if one.path in rows else None
            if item is None:
                left_out.append(_left_out(one, ALREADY_NAMED))
            else:
                items.append(item)
        left_out += [_left_out(one, "not probable enough to be opened") for one in others[:5]]
        return Offer(items, left_out)

    def _item(self, one: Estimate, file: IndexedFile, site: ErrorSite | None) -> Item | None:
        body = self._body(file)
        places = [place for place in self._places(file) if not self._is_told(place.quote)]
        at = site.line if site and site.path == file.path else 0
        if body is None and not at and one.path in self.told and not places:
            return None
        names = [f"{qualified_name(p.quote.symbol)}:{p.line}" for p in places]
        if body is not None:
            own = f"{qualified_name(body.symbol)}:{body.line}"
            names = [name for name in names if name != own]
        if at:
            names.insert(0, f"the error is raised at line {at}")
        text = _file_text(file.path, names[:MOST_NAMES], body)
        quotes = [place.quote for place in places]
        return Item(
            CODE,
            one.path,
            text,
            one.probability,
            body.record if body else digest(text),
            one.parts,
            records=(sent_name(one.path), *(sent_signature(q.symbol.fingerprint) for q in quotes)),
            symbols=tuple(f"{q.symbol.path}::{q.symbol.qualified}" for q in quotes),
        )

    def _is_told(self, quote: Quote) -> bool:
        return sent_signature(quote.symbol.fingerprint) in self.sent

    def _body(self, file: IndexedFile) -> Quote | None:
        """The body of what the prompt names in this file, unless the assistant has it."""
        for ranked in self.named:
            if ranked.symbol.file_id != file.id or self.bodies == MOST_BODIES:
                continue
            for symbol in reader.symbols(self.index, [ranked.symbol.id]):
                if has_body(self.sent, symbol.fingerprint):
                    return None
                quote = quote_body(self.sources, symbol, file, self.words, BODY_TOKENS)
                if quote is not None and len(quote.text.splitlines()) > 1:
                    self.bodies += 1
                    return quote
        return None

    def _places(self, file: IndexedFile) -> list[_Place]:
        """The names for a file's line: what the prompt names, then the best symbols."""
        named = [one for one in self.named if one.symbol.file_id == file.id]
        ranked = [
            one
            for one in self.retrieval.ranking.symbols
            if one.symbol.file_id == file.id and one.score > 0 and one.symbol.kind in _KINDS
        ]
        ids = list(dict.fromkeys([one.symbol.id for one in (*named, *ranked[:MOST_NAMES])]))
        symbols = {symbol.id: symbol for symbol in reader.symbols(self.index, ids)}
        places = []
        for id in ids[:MOST_NAMES]:
            quote = quote_signature(self.sources, symbols[id], file) if id in symbols else None
            if quote is not None:
                places.append(_Place(quote, self._frame_line(symbols[id]) or quote.line))
        return places

    def _frame_line(self, symbol: IndexedSymbol) -> int:
        """The line at which a stack trace runs through the symbol; 0 if none does."""
        lines = [
            spot.first
            for spot in self.retrieval.evidence.frames
            if symbol.file_id in spot.files and symbol.start_line <= spot.first <= symbol.end_line
        ]
        return lines[-1] if lines else 0


def _file_text(path: str, names: Sequence[str], body: Quote | None) -> str:
    """A file on one line with some of its symbols, or with the body of one and the others below."""
    if body is None:
        return f"[{CODE}] {path}  {' · '.join(names)}".rstrip()
    head = f"[{CODE}] {path}:{body.start_line}-{body.end_line}  {qualified_name(body.symbol)}"
    lines = [head, *("  " + line if line else "" for line in body.text.split("\n"))]
    if names:
        lines.append(f"  also here: {' · '.join(names)}")
    return "\n".join(lines)


def _left_out(one: Estimate, reason: str) -> LeftOut:
    return LeftOut(CODE, one.path, one.probability, reason, one.parts)
