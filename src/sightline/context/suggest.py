"""The few symbols a prompt is about, for the hook: small, verified, and only when it is sure.

Loaded on every prompt; looks at less than a capsule does.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sightline.context import mentions
from sightline.context.evidence import NARROW, Evidence, full_text, gather
from sightline.context.excerpt import dedented, excerpt, indent_of
from sightline.context.question import Question, understand
from sightline.context.rank import RankedSymbol, rank_symbols
from sightline.model.frame import CODE, Item, LeftOut
from sightline.model.indexed import TYPES, IndexedFile, IndexedSymbol, on_one_line
from sightline.store.code import reader
from sightline.store.code.evidence import Text
from sightline.store.sqlite.database import Database
from sightline.text.secrets.redact import redact
from sightline.text.word_lists import is_chore, is_code_talk, is_everyday
from sightline.workspace.source import Sources
from sightline.workspace.verify import CHANGED, verify

Uses = Callable[[Sequence[str]], Mapping[str, float]]

# The most symbols that are shown, how many of them with a short body, and what all may cost. Where it
# is less than certain that the prompt is about code, what it is about stands among the first few.
MOST, BODIES, BODY_TOKENS, TOKENS = 45, 2, 180, 1_000
# What a body may cost where room is left.
LONGEST_BODY = 300
SIGNATURE = 140
# Of code, for each token.
CHARACTERS = 4
# How sure the best symbol must be, and how much worse than the best the others may be.
SURE = 1.0
NEAR = 0.15
# What one word can give at most, and what two or more together must give, per logarithm of the
# symbols there are: a lone word, however rare, is chance. Holds alike from 900 symbols to 60,000.
ONE_WORD, TOGETHER = 0.7, 0.9
# Everyday words and the talk around any work count this much towards being sure.
EVERYDAY_SHARE = 0.3
# How many of what fits best are looked at word by word, and how many of them by how sure they are.
EXPLAINED, JUDGED = 30, 3
CERTAIN = 2.0
# Shorter words that begin with a digit are times and counts.
SHORT_NUMBER = 6
# Words that stand for something said before, and what goes on with it.
_BACK = (
    r"^\W*(?:and|but|so|then|now)\b"
    r"|\b(?:its?|this|that|these|those|them|they|here|there|too|also|same|other)\b"
)
BELOW = "below the threshold"
CHANGED_MARK = "changed since indexed: signature only"


class Candidate(NamedTuple):
    """A symbol that may be shown."""

    score: float
    parts: tuple[tuple[str, float], ...]
    key: str
    symbol: IndexedSymbol
    file: IndexedFile


def suggest(
    index: Database,
    sources: Sources,
    prompt: str,
    *,
    tokens: int = TOKENS,
    sure: float = SURE,
    uses: Uses | None = None,
) -> tuple[list[Item], list[LeftOut]]:
    """Items for the prompt and what was left out; nothing when nothing is sure enough.

    `sure` is the project's threshold; `uses` says by which factor to multiply the items of some
    keys, by what became of them before.
    """
    question = _without_numbers(understand(prompt))
    if not question.words:
        return [], []
    everyday = _everyday(question)
    text = full_text(index, question, NARROW, explained=EXPLAINED, doubted=everyday)
    confidence = fit_of(text)
    if confidence < sure and not _points_somewhere(question):
        return [], _left_out(index, text, confidence, sure)
    found = gather(index, question, breadth=NARROW, text=text)
    if _points_at_code(found):
        confidence = max(confidence, CERTAIN)
    if confidence < sure:
        return [], _left_out(index, text, confidence, sure)
    most = round(MOST * min(1.0, (confidence / CERTAIN) ** 2))
    ranking = rank_symbols(found, max(1, most))
    best = ranking[0].score if ranking else 0.0
    if best <= 0:
        return [], _left_out(index, text, confidence, sure)
    chosen = [ranked for ranked in ranking[:most] if ranked.score >= best * NEAR]
    return _items(index, sources, chosen, question.words, tokens, uses), []


def fit_of(text: Text) -> float:
    """How sure words alone make it that the prompt is about code of this project: 1 is enough.

    At least two words must meet in one symbol, since any rare word stands somewhere.
    """
    scale = math.log(10 + text.totals[1])
    best = 0.0
    for one in sorted(text.parts, key=sum, reverse=True)[:JUDGED]:
        best = max(best, sum([min(part / scale, ONE_WORD) for part in one]))
    return best / TOGETHER


def _without_numbers(question: Question) -> Question:
    """The question without numbers such as times and counts."""
    words = {
        word: weight
        for word, weight in question.words.items()
        if not (word[0].isdigit() and len(word) < SHORT_NUMBER)
    }
    return question._replace(words=words)


def _everyday(question: Question) -> dict[str, float]:
    """How much less words of everyday tell: they say what code is asked for, not that it is.

    The words of an option count in full: the line of `--line-range` is no everyday one. Where
    nothing is said but what any chore is made of, or any code that was spoken of before ("handle
    its error case too"), none of it tells more.
    """
    named = {word for option in question.options for word in option.split("-")}
    words = question.words.keys() - named
    everyday = {word for word in words if is_everyday(word)}
    rest = [word for word in words - everyday if not is_chore(word)]
    vague = not named and all(map(is_code_talk, rest)) and (not rest or _refers_back(question))
    return dict.fromkeys(words if vague else everyday, EVERYDAY_SHARE)


def _refers_back(question: Question) -> bool:
    """Whether a word stands for something that was said before."""
    return re.compile(_BACK, re.IGNORECASE).search(question.title) is not None


def _points_somewhere(question: Question) -> bool:
    """Whether the text looks as if it named code."""
    named = any(map(_looks_like_code, question.names)) or mentions.proper_names(question.title)
    pointed = question.places or question.frames or question.dotted or question.quoted
    return bool(named or pointed)


def _points_at_code(found: Evidence) -> bool:
    """Whether a named symbol, path or stack frame is there."""
    quoted = found.question.quoted
    named = any(name in quoted or _looks_like_code(name) for name in found.named)
    return bool(named or found.places or found.frames or found.owned or _names_a_type(found))


def _names_a_type(found: Evidence) -> bool:
    """Whether a word with a capital within the sentence is a class of the project: add it to Owner."""
    return any(
        row.kind in TYPES
        for name in mentions.proper_names(found.question.title)
        for row in found.named.get(name, ())
        if found.files[row.file_id].role == "source"
    )


def _looks_like_code(name: str) -> bool:
    """Whether a word is written as only identifiers are."""
    return "_" in name.strip("_") or not (name.islower() or name.isupper() or name.istitle())


def _items(
    index: Database,
    sources: Sources,
    chosen: list[RankedSymbol],
    wanted: dict[str, float],
    tokens: int,
    uses: Uses | None,
) -> list[Item]:
    known = reader.symbols_with_files(index, [ranked.symbol.id for ranked in chosen])
    candidates = [
        Candidate._make((ranked.score, ranked.parts, key_of(symbol), symbol, file))
        for ranked in chosen
        if ranked.symbol.id in known
        for symbol, file in (known[ranked.symbol.id],)
    ]
    if uses:
        candidates = _by_use(candidates, uses)
    lines = _lines(sources, candidates)
    left = tokens - sum([_cost(line) for line, _ in lines])
    items: list[Item] = []
    for text, line, one in _with_bodies(sources, lines, wanted, left):
        # Roughly, for an end; what fits exactly is decided with everything else.
        tokens -= _cost(text)
        if tokens < 0:
            break
        # Who was shown the text from before is told, once, that it no longer holds.
        hash = one.symbol.fingerprint + ("~" if line.endswith(CHANGED_MARK) else "")
        items.append(Item(CODE, one.key, text, one.score, hash, one.parts, one.symbol.path, ""))
    return items


def _lines(sources: Sources, candidates: list[Candidate]) -> list[tuple[str, Candidate]]:
    """A line for each symbol that is still there."""
    paths = {one.symbol.path for one in candidates if one.symbol.signature}
    lines = []
    for one in candidates:
        if not one.symbol.signature and one.symbol.path in paths:
            continue  # a whole file, of which something is shown
        line = _line(sources, one.symbol, one.file)
        if line:
            lines.append((line, one))
    return lines


def _with_bodies(
    sources: Sources, lines: list[tuple[str, Candidate]], wanted: dict[str, float], left: int
) -> list[tuple[str, str, Candidate]]:
    """The texts before their lines: of the best a body, a longer one where room is left."""
    shown, bodies = [], 0
    for line, one in lines:
        text = line
        if bodies < BODIES:
            others = BODY_TOKENS * (BODIES - bodies - 1)
            limit = max(BODY_TOKENS, min(LONGEST_BODY, left - others))
            body = _body(sources, one.symbol, one.file, wanted, limit)
            if body:
                left -= _cost(body) - _cost(text)
                text, bodies = body, bodies + 1
        shown.append((text, line, one))
    return shown


def _cost(text: str) -> int:
    return len(text) // CHARACTERS + 1


def key_of(symbol: IndexedSymbol) -> str:
    """Under which name what was shown is remembered."""
    return f"{symbol.path}::{symbol.qualified}"


def _by_use(candidates: list[Candidate], uses: Uses) -> list[Candidate]:
    """Scores times what use taught about each, the highest first."""
    factors = uses([one.key for one in candidates])
    if factors:
        candidates = [_used(one, factors.get(one.key, 1.0)) for one in candidates]
    return sorted(candidates, key=lambda one: -one.score)


def _used(one: Candidate, factor: float) -> Candidate:
    if factor == 1.0:
        return one
    return one._replace(score=one.score * factor, parts=(*one.parts, ("use", factor)))


def _line(sources: Sources, symbol: IndexedSymbol, file: IndexedFile) -> str:
    """The symbol's line and signature as they are now; empty if it is gone."""
    # Secrets in signatures were masked when they were indexed.
    signature = on_one_line(symbol.signature) or f"{symbol.kind} {symbol.name}"
    if len(signature) > SIGNATURE:
        signature = signature[: SIGNATURE - 1].rstrip() + "…"
    if sources.unchanged(file):
        return f"  :{symbol.line} {signature}"
    verdict = verify(sources, symbol, file)
    if not verdict.line:
        return ""
    mark = f"      {CHANGED_MARK}" if verdict.state == CHANGED else ""
    return f"  :{verdict.line} {signature}{mark}"


def _body(
    sources: Sources,
    symbol: IndexedSymbol,
    file: IndexedFile,
    wanted: dict[str, float],
    tokens: int,
) -> str:
    """The symbol's text behind the number of its first line; empty if that is its signature only."""
    verdict = verify(sources, symbol, file)
    if not verdict.text:
        return ""
    whole = dedented(verdict.text, indent_of(sources.read(file.path), verdict.start_line))
    first, *rest = excerpt(redact(whole), wanted, tokens).splitlines() or [""]
    if not any(rest):
        return ""
    rows = ["    " + row if row else "" for row in rest]
    return "\n".join((f"  :{verdict.start_line} {first}", *rows))


def _left_out(index: Database, text: Text, confidence: float, sure: float) -> list[LeftOut]:
    best = [id for id, _ in list(text.symbols.items())[:3]]
    reason = f"{BELOW}: {confidence:.2f} of {sure:.2f}"
    return [
        LeftOut(CODE, f"{s.path}::{s.qualified}", text.symbols[s.id], reason, ())
        for s in reader.symbols(index, best)
    ]
