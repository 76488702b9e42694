"""Makes the items of a capsule from ranked symbols, as they are in the working tree now."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sightline.context.capsule_text import (
    SENT_EARLIER,
    CapsuleItem,
    cost_of,
    pivot_head,
    sent_earlier,
)
from sightline.context.disclosure import LineRange, has_body
from sightline.context.quote import Quote, comment_above, quote_signature, short_signature
from sightline.context.ranking.rank import RankedSymbol
from sightline.model.indexed import IndexedFile, IndexedSymbol
from sightline.store.code import reader
from sightline.store.sqlite.database import Database
from sightline.text.secrets.redact import redact
from sightline.text.tokens import capsule_cost, estimate_tokens
from sightline.workspace.source import Sources

# How many symbols are read at once.
_BATCH = 120


class IndexedCode(NamedTuple):
    """A symbol and its file, from the index."""

    symbol: IndexedSymbol
    file: IndexedFile


class ItemMaker:
    """Makes items; `sent` are the records of what the assistant still has."""

    def __init__(
        self,
        index: Database,
        sources: Sources,
        ranked: Sequence[RankedSymbol],
        sent: Collection[str],
    ) -> None:
        self.index, self.sources, self.ranked, self.sent = index, sources, ranked, sent
        self._symbols: dict[int, IndexedSymbol] = {}
        self._files: dict[int, IndexedFile] = {}

    def load(self, ranked: Sequence[RankedSymbol]) -> None:
        """Read symbols and their files at once."""
        missing = [one.symbol.id for one in ranked if one.symbol.id not in self._symbols]
        for symbol in reader.symbols(self.index, missing):
            self._symbols[symbol.id] = symbol
        files = {one.symbol.file_id for one in ranked} - set(self._files)
        for file in reader.files(self.index, files):
            self._files[file.id] = file

    def code(self, one: RankedSymbol) -> IndexedCode | None:
        """The symbol and its file; None if it is gone from the index."""
        if one.symbol.id not in self._symbols:
            at = next((n for n, other in enumerate(self.ranked) if other is one), 0)
            self.load([one, *self.ranked[at : at + _BATCH]])
        symbol = self._symbols.get(one.symbol.id)
        file = self._files.get(one.symbol.file_id)
        return IndexedCode(symbol, file) if symbol and file else None

    def members(self, symbol: IndexedSymbol) -> list[IndexedSymbol]:
        """The symbols inside a type."""
        return [
            member
            for member in reader.symbols_in_file(self.index, symbol.file_id)
            if member.id != symbol.id and is_inside(member, symbol)
        ]

    def pivot(self, one: RankedSymbol, quote: Quote) -> CapsuleItem:
        """An item with the quoted body, or the note that it was sent earlier."""
        symbol = quote.symbol
        body, spared = quote.text, 0
        if has_body(self.sent, symbol.fingerprint):
            spared, body = estimate_tokens(quote.text), SENT_EARLIER
        elif quote.record in self.sent:
            spared = estimate_tokens(quote.text)
            body = sent_earlier(quote.start_line, quote.lines)
        before = quote.start_line - 1
        lines = tuple(LineRange(before + first, before + last) for first, last in quote.lines)
        comment = comment_above(self.sources.read(symbol.path), quote.start_line)
        if comment and quote.is_whole and not spared:
            body = "\n".join([*comment, body])
            lines = (LineRange(quote.start_line - len(comment), lines[-1].last),)
        return _item(one, quote, body, is_pivot=True)._replace(
            record=quote.record,
            spared=spared,
            tokens=_cost(symbol, "" if spared else body),
            lines=lines,
        )

    def signature(self, one: RankedSymbol, code: IndexedCode) -> CapsuleItem | None:
        """An item without a body; None if the symbol is gone."""
        quote = quote_signature(self.sources, *code)
        return _item(one, quote, "", is_pivot=False) if quote else None


def is_inside(symbol: IndexedSymbol, other: IndexedSymbol) -> bool:
    """Whether a symbol stands inside another, or is the same."""
    return (
        symbol.file_id == other.file_id
        and other.start_line <= symbol.start_line
        and symbol.end_line <= other.end_line
    )


def head_cost(symbol: IndexedSymbol) -> int:
    """Tokens of the line above a body."""
    return cost_of(pivot_head(symbol, 10_000, 10_000)) + 2


def _item(one: RankedSymbol, quote: Quote, body: str, *, is_pivot: bool) -> CapsuleItem:
    symbol = quote.symbol
    return CapsuleItem(
        symbol,
        quote.line,
        quote.end_line,
        redact(short_signature(symbol)),
        body,
        is_pivot,
        _cost(symbol, body),
        one.score,
        one.parts,
        changed=quote.changed,
    )


def _cost(symbol: IndexedSymbol, body: str) -> int:
    """FO-19: the cost of an item."""
    signature = short_signature(symbol)
    return capsule_cost(symbol.name, symbol.kind, signature, body, symbol.path, extra=20)
