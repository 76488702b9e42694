"""Offers code for a prompt: the few files that will probably be opened, or nothing.

Loaded on every prompt; reads less than a capsule (`context.capsule`) does.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sightline.context.disclosure import has_body, named_paths, sent_name, sent_signature
from sightline.context.implied_files import Meant, find_meant, subject, wanted
from sightline.context.quote import Quote, qualified_name, quote_body, quote_signature
from sightline.context.ranking.confidence import (
    EXPLAINED,
    confidence_of,
    everyday_weights,
    mentions_code,
    read_prompt,
    with_context,
)
from sightline.context.ranking.evidence import NARROW, full_text
from sightline.context.ranking.named_symbols import named_symbols
from sightline.context.ranking.rank import RankedSymbol
from sightline.context.ranking.retrieval import Retrieval, find_quickly
from sightline.context.ranking.test_files import tests_of
from sightline.context.select import (
    CONSIDERED,
    DEFINES,
    DOCUMENT,
    RAISES,
    TEST,
    USES,
    WITH_TESTS,
    Considered,
    Estimate,
    Situation,
    asks_for_tests,
    select,
)
from sightline.model.frame import CODE, Item, LeftOut, Offer
from sightline.model.indexed import CALLABLE, TYPES, IndexedFile, IndexedSymbol
from sightline.store.code import reader
from sightline.store.sqlite.database import Database
from sightline.text.hashing import digest
from sightline.text.tokens import estimate_tokens
from sightline.text.words import code_words
from sightline.workspace.source import Sources

# How much past use of files shifts the estimate for them, in log-odds, by path.
UseShifts = Callable[[Sequence[str]], Mapping[str, float]]

# How many names a file's line has, and how many tokens all bodies may have. A body is shown whole or not
# at all: some lines of a long one do not save reading it.
MOST_NAMES, BODY_TOKENS = 3, 320
# A symbol that has less than this share of the score of its file's best one is not named: of 27 such
# symbols in files that a fix changed, it changed two.
FAR_NAME = 0.3
# How many innermost frames of a stack trace are shown with their lines.
MOST_FRAMES = 3
# Below the first confidence a prompt that names no code of the project gets none, and below the second
# it is not looked up further.
CONFIDENT = 1.0
LEAST_CONFIDENCE = 0.4
# Of how many of the files opened last a request for tests may mean the tests.
RECENTLY_OPENED = 3
ALREADY_NAMED = "the assistant already has it, and the prompt asks nothing new of it"
NOT_PROBABLE = "not probable enough to be opened"
_KINDS = CALLABLE | TYPES


class Earlier(NamedTuple):
    """What a session has and said before a prompt."""

    sent: frozenset[str] = frozenset()  # records of `context.disclosure`
    texts: tuple[str, ...] = ()  # the last prompts and the last reply
    files: Mapping[str, float] = {}  # weights of the files its topic worked on
    is_lost: bool = False  # a compaction removed it from the assistant's context window


NOTHING_EARLIER = Earlier()


class Found(NamedTuple):
    """What was found for a prompt: the candidates' evidence, and what is asked for unnamed."""

    considered: Considered
    situation: Situation
    meant: Meant


def offer_code(
    index: Database,
    sources: Sources,
    situation: Situation,
    *,
    earlier: Earlier = NOTHING_EARLIER,
    use_shifts: UseShifts = lambda paths: {},
    is_denied: Callable[[str], bool] = lambda path: False,
) -> Offer:
    """The files to name for the prompt, each an item; none if none will probably be opened."""
    found = find_files(index, sources, situation, earlier=earlier, is_denied=is_denied)
    if found is None:
        return Offer([], [])
    paths = [file.file.path for file in found.considered.retrieval.ranking.files[:CONSIDERED]]
    situation = found.situation._replace(use=use_shifts([*paths, *found.considered.meant]))
    selection = select(found.considered, situation)
    writer = _Writer(index, sources, found, earlier.sent)
    return writer.offer(selection.chosen, selection.others)


def find_files(
    index: Database,
    sources: Sources,
    situation: Situation,
    *,
    earlier: Earlier = NOTHING_EARLIER,
    is_denied: Callable[[str], bool] = lambda path: False,
) -> Found | None:
    """The files that may be named for a prompt; None if it is not about code of the project."""
    kinds = wanted(situation.prompt)
    question = read_prompt(subject(situation.prompt))
    # A short later prompt is read with what was said before it.
    is_later = situation.earlier or earlier.is_lost
    wider = with_context(question, earlier.texts) if is_later else question
    of_opened = situation.recent[-RECENTLY_OPENED:] if kinds.tests else ()
    asks = bool(of_opened) or kinds.documents
    if not (question.words or asks):
        return None
    text = full_text(
        index, question, NARROW, explained=EXPLAINED, doubted=everyday_weights(question)
    )
    confidence = confidence_of(text)
    if confidence < LEAST_CONFIDENCE and not (mentions_code(question) or asks):
        return None
    if wider is not question:
        text = full_text(index, wider, NARROW, explained=EXPLAINED, doubted=everyday_weights(wider))
    is_sure = confidence >= CONFIDENT or (
        confidence >= LEAST_CONFIDENCE and confidence_of(text) >= CONFIDENT
    )
    retrieval = find_quickly(index, wider, text, session=earlier.files)
    is_sure = is_sure or _names_code(retrieval)
    if not (is_sure or asks):
        return None
    situation = situation._replace(confidence=confidence)
    best = [ranked.file.path for ranked in retrieval.ranking.files[:WITH_TESTS]]
    also = situation.recent if asks_for_tests(situation.prompt) else ()
    tests = tests_of(index, dict.fromkeys((*best, *also)))
    meant = find_meant(*(index, sources, retrieval, situation.prompt, is_denied), is_sure=is_sure)
    asked = _asked_for(meant)
    if kinds.tests:
        sources_meant = best[:1] if confidence >= CONFIDENT else of_opened
        by_name = [test.path for path in sources_meant for test in tests.get(path, ())]
        is_said = confidence >= CONFIDENT and not is_later
        asked |= dict.fromkeys(_tests_asked_for(by_name, meant.test, is_said), TEST)
    return Found(Considered(retrieval, tests, asked, is_sure), situation, meant)


def _asked_for(meant: Meant) -> dict[str, str]:
    """The files that the prompt asks for without naming them, and why."""
    asked = {user.path: USES for user in meant.users.listed}
    asked |= dict.fromkeys(meant.definitions, DEFINES)
    asked |= {document.path: DOCUMENT for document in meant.documents}
    return asked | ({meant.site.path: RAISES} if meant.site else {})


def _tests_asked_for(by_name: list[str], by_words: str, is_said: bool) -> list[str]:
    """The test files that a request for tests means, by the names of files and by its words.

    If the prompt does not say what is to be tested, or a later one does, both must agree.
    """
    if is_said:
        return by_name or ([by_words] if by_words else [])
    return [path for path in by_name if path == by_words]


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
        self, index: Database, sources: Sources, found: Found, sent: frozenset[str]
    ) -> None:
        self.index, self.sources, self.sent = index, sources, sent
        self.retrieval, self.meant = found.considered.retrieval, found.meant
        self.site = found.meant.site
        self.words = self.retrieval.evidence.question.words
        self.frames = _frames(index, self.retrieval)
        self.named = _without_namesakes(named_symbols(self.retrieval), self.frames)
        self.users = {user.path: list(user.places) for user in found.meant.users.listed}
        self.documents = {one.path: one for one in found.meant.documents}
        self.told = named_paths(sent)
        self.left = BODY_TOKENS

    def offer(self, chosen: Sequence[Estimate], others: Sequence[Estimate]) -> Offer:
        """The items, and the files left out with the reason."""
        rows = {file.path: file for file in reader.files_at(self.index, [e.path for e in chosen])}
        items: list[Item] = []
        left_out: list[LeftOut] = []
        for one in chosen:
            if one.path in rows and one.path not in self.documents:
                item = self._item(one, rows[one.path])
            else:
                item = self._document(one)
            if item is None:
                left_out.append(_left_out(one, ALREADY_NAMED))
            else:
                items.append(item)
        left_out += [_left_out(one, NOT_PROBABLE) for one in others[:5]]
        return Offer(items, left_out)

    def _document(self, one: Estimate) -> Item | None:
        """A document on one line with the headings the prompt is about."""
        document = self.documents.get(one.path)
        if document is None or one.path in self.told:
            return None
        names = [f"{heading.text}:{heading.line}" for heading in document.headings]
        text = _file_text(one.path, names, None)
        records = (sent_name(one.path),)
        return Item(CODE, one.path, text, one.probability, digest(text), one.parts, records=records)

    def _item(self, one: Estimate, file: IndexedFile) -> Item | None:
        body = self._body(file)
        places = [place for place in self._places(file) if not self._is_told(place.quote)]
        at = self.site.line if self.site and self.site.path == file.path else 0
        users = self.users.get(file.path, [])
        if body is None and not (at or users or places) and one.path in self.told:
            return None
        names = users or [f"{qualified_name(p.quote.symbol)}:{p.line}" for p in places]
        if body is not None:
            own = f"{qualified_name(body.symbol)}:{body.line}"
            names = [name for name in names if name != own]
        if at:
            names = self._site_names(file, at, names)
        if file.path in self.meant.definitions and (more := self.meant.users.more):
            names[MOST_NAMES - 1 :] = [
                f"{more} more {'file uses' if more == 1 else 'files use'} it"
            ]
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

    def _site_names(self, file: IndexedFile, line: int, names: list[str]) -> list[str]:
        """The line that makes the error with its function, then the other names."""
        symbol = reader.symbol_at_line(self.index, file.id, line)
        if symbol is None or symbol.kind not in _KINDS:
            return [f"the message is at line {line}", *names]
        own = qualified_name(symbol)
        others = [name for name in names if not name.startswith(f"{own}:")]
        return [f"the error is raised at line {line} in {own}", *others]

    def _is_told(self, quote: Quote) -> bool:
        return sent_signature(quote.symbol.fingerprint) in self.sent

    def _body(self, file: IndexedFile) -> Quote | None:
        """The body of what the prompt names in this file, unless the assistant has it."""
        meant = self.meant
        if meant.site or self.frames or meant.documents or meant.definitions:
            return None  # the lines of the error, the documents or the users say more
        for ranked in self.named:
            if ranked.symbol.file_id != file.id:
                continue
            for symbol in reader.symbols(self.index, [ranked.symbol.id]):
                if has_body(self.sent, symbol.fingerprint):
                    return None
                quote = quote_body(self.sources, symbol, file, self.words, self.left)
                if quote is not None and quote.is_whole and len(quote.text.splitlines()) > 1:
                    self.left -= estimate_tokens(quote.text)
                    return quote
        return None

    def _places(self, file: IndexedFile) -> list[_Place]:
        """The names for a file's line: what the prompt names, then the best symbols."""
        if file.role == "test":
            ids = self._nearest_tests(file)
        else:
            named = [one for one in self.named if one.symbol.file_id == file.id]
            ranked = [
                one
                for one in self.retrieval.ranking.symbols
                if one.symbol.file_id == file.id and one.score > 0 and one.symbol.kind in _KINDS
            ]
            ranked = [one for one in ranked if one.score >= FAR_NAME * ranked[0].score]
            if file.path in self.meant.definitions:
                ranked = []  # only what is renamed, or whose users are wanted
            ids = [one.symbol.id for one in (*named, *ranked[:MOST_NAMES])]
        in_trace = [id for id, at in self.frames.items() if at.file_id == file.id]
        ids = in_trace or list(dict.fromkeys(ids))[:MOST_NAMES]
        symbols = {symbol.id: symbol for symbol in reader.symbols(self.index, ids)}
        places = []
        for id in ids:
            quote = quote_signature(self.sources, symbols[id], file) if id in symbols else None
            if quote is not None:
                line = self.frames[id].line if id in self.frames else quote.line
                places.append(_Place(quote, line))
        return places

    def _nearest_tests(self, file: IndexedFile) -> list[int]:
        """The tests of a file whose names have most of the prompt's words."""
        tests = [
            symbol
            for symbol in reader.symbols_in_file(self.index, file.id)
            if symbol.kind in CALLABLE
        ]
        own = {symbol.id: set(code_words(symbol.name)) for symbol in tests}
        having = {word: sum(word in names for names in own.values()) for word in self.words}
        rated = [
            (
                -sum(1 / having[word] for word in self.words if word in own[symbol.id]),
                symbol.line,
                symbol.id,
            )
            for symbol in tests
        ]
        return [id for worth, _, id in sorted(rated)[:MOST_NAMES] if worth < 0]


class _Frame(NamedTuple):
    """Where a stack trace runs through a symbol."""

    file_id: int
    line: int


def _frames(index: Database, retrieval: Retrieval) -> dict[int, _Frame]:
    """The symbols of the innermost frames in files of the project, the innermost first.

    An installed copy differs by some lines: of several functions of that name, the nearest counts.
    """
    frames: dict[int, _Frame] = {}
    for spot in reversed(retrieval.evidence.frames):
        if len(frames) == MOST_FRAMES:
            break
        symbols = [
            symbol
            for file_id in spot.files
            for symbol in reader.symbols_in_file(index, file_id)
            if symbol.name == spot.function
        ]
        if symbols:
            nearest = min(symbols, key=lambda one: _distance(one, spot.first))
            frames.setdefault(nearest.id, _Frame(nearest.file_id, spot.first))
    return frames


def _distance(symbol: IndexedSymbol, line: int) -> int:
    """How many lines a line is away from a symbol; 0 inside of it."""
    return max(symbol.start_line - line, line - symbol.end_line, 0)


def _without_namesakes(
    named: Sequence[RankedSymbol], frames: Mapping[int, _Frame]
) -> list[RankedSymbol]:
    """What the prompt names, without other functions of files that a stack trace runs through."""
    traced = {frame.file_id for frame in frames.values()}
    return [one for one in named if one.symbol.id in frames or one.symbol.file_id not in traced]


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
