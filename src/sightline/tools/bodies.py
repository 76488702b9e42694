"""Bodies of symbols in answers: sent once per session, within a token budget, with what it saved."""

from __future__ import annotations

from typing import Any, NamedTuple

from sightline.context.capsule_text import SENT_EARLIER, sent_earlier
from sightline.context.disclosure import LineRange, sent_body, sent_lines
from sightline.context.excerpt import dedented, indent_of
from sightline.context.quote import qualified_name
from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.model.indexed import IndexedFile, IndexedSymbol, on_one_line
from sightline.model.session import SessionKey
from sightline.store import activity
from sightline.store.code import reader
from sightline.text.hashing import digest
from sightline.text.secrets.redact import redact
from sightline.text.tokens import estimate_tokens
from sightline.tools.catalog import Result
from sightline.tools.index_access import refresh_changed
from sightline.tools.recall import (
    RecalledMemory,
    linked_memory_line,
    memories_of_symbols,
    memory_value,
)
from sightline.workspace.source import Sources
from sightline.workspace.verify import verify

# Bodies are sent while this many tokens last; the other symbols show their signatures.
BODY_TOKENS = 6_000
# A body cut to fewer lines than this is left out.
FEWEST_LINES = 4
MOST_EARLIER = 12
BYTES_PER_TOKEN = 4


class Disclosure:
    """What a session was sent; without a session everything is new (ruling 23)."""

    def __init__(self, engine: Engine, session: SessionKey | None) -> None:
        self.engine = engine
        self.session = session
        self.new: list[str] = []
        self.saved = 0
        self.sent: frozenset[str] = frozenset()
        if session is not None:
            try:
                self.sent = activity.has_now(
                    engine.activity, session, engine.settings, now=engine.now()
                )
            except StoreError:
                self.session = None

    def send(self, record: str, text: str, earlier: str = SENT_EARLIER) -> str:
        """The text, or the note that it was sent earlier; it counts as sent from now on."""
        if not text:
            return text
        if record in self.sent or record in self.new:
            self.saved += estimate_tokens(text)
            return earlier
        self.new.append(record)
        return text

    def save(self) -> None:
        """Record the bodies this answer sent and the tokens it did not have to send."""
        if self.session is None:
            return
        now = self.engine.now()
        try:
            activity.disclose(self.engine.activity, self.session, self.new, now=now)
            if self.saved:
                activity.record_saving(
                    self.engine.activity,
                    self.session,
                    "disclosure",
                    project=self.engine.project.id,
                    before=self.saved,
                    after=estimate_tokens(SENT_EARLIER),
                    now=now,
                )
        except StoreError:
            return


def record_saving(
    engine: Engine,
    session: SessionKey | None,
    source: str,
    *,
    whole_bytes: int,
    text: str,
    budget: int = 0,
) -> None:
    """Record what an answer cost against reading whole files; only in an assistant's session."""
    if session is None:
        return
    try:
        activity.record_saving(
            engine.activity,
            session,
            source,
            project=engine.project.id,
            before=whole_bytes // BYTES_PER_TOKEN,
            after=estimate_tokens(text),
            now=engine.now(),
            budget=budget,
        )
    except StoreError:
        return


def symbols_with_bodies(
    engine: Engine,
    session: SessionKey | None,
    symbols: list[IndexedSymbol],
    observation: str,
    tokens: int = BODY_TOKENS,
    *,
    bodies: bool = True,
    most_signatures: int | None = None,
) -> Result:
    """Symbols with their bodies while the tokens last, then with their signatures."""
    symbols = _refreshed(engine, symbols)
    disclosure = Disclosure(engine, session)
    body_reader = _BodyReader(engine)
    memories_by_name = memories_of_symbols(engine, [symbol.qualified for symbol in symbols])
    blocks: list[str] = []
    signatures: list[str] = []
    values: list[dict[str, Any]] = []
    earlier: list[str] = []
    for symbol in symbols:
        memories = memories_by_name.get(symbol.qualified, [])
        body = redact(body_reader.read(symbol)) if bodies and tokens > 0 else ""
        cut = _cut(symbol, body, tokens)
        record = sent_body(symbol.fingerprint)
        note = SENT_EARLIER
        if cut.lines and record not in disclosure.sent:
            record = sent_lines(symbol.fingerprint, cut.lines)
            note = sent_earlier(symbol.start_line, cut.lines)
        shown = disclosure.send(record, cut.text, note)
        # A body sent earlier counts as well: asking again must not bring other bodies.
        tokens -= estimate_tokens(cut.text) if cut.text else 0
        values.append(symbol_value(engine, symbol, shown, memories))
        if cut.text and record in disclosure.sent and not memories:
            part = "" if note == SENT_EARLIER else f" {note}"
            earlier.append(f"{symbol.path}:{symbol.line} {qualified_name(symbol)}{part}")
            continue
        block = "\n".join((*_lines(symbol, shown), *map(linked_memory_line, memories)))
        (blocks if shown else signatures).append(block)
    blocks += [_earlier_line(earlier)] if earlier else []
    blocks += _signature_blocks(signatures, most_signatures, disclosure if bodies else None)
    disclosure.save()
    return Result(
        "\n\n".join(blocks),
        values,
        observation,
        tuple((symbol.path, symbol.qualified) for symbol in symbols[:30]),
    )


def symbol_value(
    engine: Engine, symbol: IndexedSymbol, body: str, memories: list[RecalledMemory]
) -> dict[str, Any]:
    """A symbol in the documented JSON."""
    return {
        "id": symbol.id,
        "name": symbol.name,
        "qualified_name": symbol.qualified,
        "kind": symbol.kind,
        "signature": symbol.signature,
        "body": body,
        "file_path": symbol.path,
        "repo_name": engine.project.name,
        "start_line": symbol.start_line,
        "end_line": symbol.end_line,
        "memories": [memory_value(memory) for memory in memories],
    }


def _refreshed(engine: Engine, symbols: list[IndexedSymbol]) -> list[IndexedSymbol]:
    """The symbols as they are after their changed files were indexed again."""
    paths = {symbol.path for symbol in symbols}
    if not refresh_changed(engine, reader.files_at(engine.index, paths)):
        return symbols
    current = {s.id: s for s in reader.symbols(engine.index, [s.id for s in symbols])}
    return [current[symbol.id] for symbol in symbols if symbol.id in current]


def _earlier_line(symbols: list[str]) -> str:
    """Symbols that the assistant still has, in one line."""
    names = symbols[:MOST_EARLIER]
    more = f" and {len(symbols) - len(names)} more" if len(symbols) > len(names) else ""
    return f"sent earlier: {', '.join(names)}{more}"


def _signature_blocks(
    signatures: list[str], most: int | None, disclosure: Disclosure | None
) -> list[str]:
    """The symbols without a body, at most this many; the same list is not sent twice."""
    shown = signatures[:most]
    left = len(signatures) - len(shown)
    text = "\n\n".join(shown)
    if disclosure and disclosure.send(digest(text.encode()), text) == SENT_EARLIER:
        return [f"and the {len(signatures)} signatures sent earlier"]
    more = [f"{left} more: give a longer name, a kind or a repo"] if left > 0 else []
    return shown + more


def _lines(symbol: IndexedSymbol, body: str) -> list[str]:
    """A symbol as text: its place, then its body or its signature."""
    head = f"{symbol.path}:{symbol.line}-{symbol.end_line}  {symbol.kind}  {symbol.qualified}"
    inside = body if body and body != SENT_EARLIER else on_one_line(symbol.signature)
    return [head, *("  " + line for line in inside.splitlines())]


class _CutBody(NamedTuple):
    """A body, or the lines of it that fit; no lines are given for a whole body."""

    text: str
    lines: tuple[LineRange, ...] = ()


def _cut(symbol: IndexedSymbol, body: str, tokens: int) -> _CutBody:
    """The body, cut at its end to fit the tokens, with a mark for the lines left out."""
    cost = estimate_tokens(body)
    if not body or cost <= tokens:
        return _CutBody(body)
    lines = body.splitlines()
    count = len(lines) * max(0, tokens) // cost
    if count < FEWEST_LINES:
        return _CutBody("")
    rest = f"{symbol.path}:{symbol.start_line + count}-{symbol.end_line}"
    text = "\n".join((*lines[:count], f"[{len(lines) - count} lines left out: {rest}]"))
    return _CutBody(text, (LineRange(1, count),))


class _BodyReader:
    """Reads the text of symbols as it is in the working tree now."""

    def __init__(self, engine: Engine) -> None:
        self.sources = Sources(engine.project.root)
        self.index = engine.index
        self.files: dict[int, IndexedFile | None] = {}

    def read(self, symbol: IndexedSymbol) -> str:
        """The symbol's text without its indentation; empty if it changed or is gone."""
        if symbol.file_id not in self.files:
            files = reader.files(self.index, [symbol.file_id])
            self.files[symbol.file_id] = next(iter(files), None)
        file = self.files[symbol.file_id]
        verdict = verify(self.sources, symbol, file) if file else None
        if not verdict or not verdict.text:
            return ""
        return dedented(verdict.text, indent_of(self.sources.read(symbol.path), verdict.start_line))
