"""Finds the few symbols a prompt is about, for the hook: verified, and only when confident.

Loaded on every prompt; reads less than a capsule (`context.capsule`) does.
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
from sightline.model.frame import CODE, Item, LeftOut, Offer
from sightline.model.indexed import TYPES, IndexedFile, IndexedSymbol, on_one_line
from sightline.store.code import reader
from sightline.store.code.evidence import Text
from sightline.store.sqlite.database import Database
from sightline.text.secrets.redact import redact
from sightline.text.word_lists import is_chore, is_code_talk, is_everyday
from sightline.workspace.source import Sources
from sightline.workspace.verify import CHANGED, verify

# By the keys of items: the factors by which past use multiplies the scores of some.
UseFactors = Callable[[Sequence[str]], Mapping[str, float]]

# The most symbols shown when certain, how many of them with a body, the tokens of one body and of
# all items.
MOST, BODIES, BODY_TOKENS, TOKENS = 45, 2, 180, 1_000
# The tokens of a body where the other items leave room.
LONGEST_BODY = 300
LONGEST_SIGNATURE = 140
CHARACTERS_PER_TOKEN = 4
# How confident the best symbol must be, and the least score of the others as a share of the best.
THRESHOLD = 1.0
LEAST_SHARE = 0.15
# The most one word can contribute, and what two or more must contribute together, per logarithm of
# the number of symbols: a single match, however rare, is chance. Holds from 900 to 60,000 symbols.
ONE_WORD, TOGETHER = 0.7, 0.9
# Everyday words and the usual talk around work count this much towards the confidence.
EVERYDAY_SHARE = 0.3
# How many of the best matches are explained word by word, and how many of those are judged.
EXPLAINED, JUDGED = 30, 3
CERTAIN = 2.0
# Shorter words that begin with a digit are times and counts.
SHORT_NUMBER = 6
# Words that refer to an earlier prompt or continue it.
_BACK_REFERENCES = (
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


class _ShownSymbol(NamedTuple):
    """A candidate as it is shown: `line` is its signature, `text` that or its body."""

    candidate: Candidate
    line: str
    text: str


def suggest(
    index: Database,
    sources: Sources,
    prompt: str,
    *,
    tokens: int = TOKENS,
    threshold: float = THRESHOLD,
    use_factors: UseFactors | None = None,
) -> Offer:
    """The symbols to offer for the prompt; none if the confidence is below the threshold."""
    question = _without_numbers(understand(prompt))
    if not question.words:
        return Offer([], [])
    everyday = _everyday_weights(question)
    text = full_text(index, question, NARROW, explained=EXPLAINED, doubted=everyday)
    confidence = confidence_of(text)
    if confidence < threshold and not _mentions_code(question):
        return Offer([], _left_out(index, text, confidence, threshold))
    evidence = gather(index, question, breadth=NARROW, text=text)
    if _names_indexed_code(evidence):
        confidence = max(confidence, CERTAIN)
    if confidence < threshold:
        return Offer([], _left_out(index, text, confidence, threshold))
    most = round(MOST * min(1.0, (confidence / CERTAIN) ** 2))
    ranking = rank_symbols(evidence, max(1, most))
    best = ranking[0].score if ranking else 0.0
    if best <= 0:
        return Offer([], _left_out(index, text, confidence, threshold))
    chosen = [ranked for ranked in ranking[:most] if ranked.score >= best * LEAST_SHARE]
    return Offer(_items(index, sources, chosen, question.words, tokens, use_factors), [])


def confidence_of(text: Text) -> float:
    """How sure the words alone make it that the prompt is about this project's code: 1 is enough.

    At least two words must occur in one symbol, since any rare word occurs somewhere.
    """
    scale = math.log(10 + text.totals[1])
    best = 0.0
    for parts in sorted(text.parts, key=sum, reverse=True)[:JUDGED]:
        best = max(best, sum([min(part / scale, ONE_WORD) for part in parts]))
    return best / TOGETHER


def _without_numbers(question: Question) -> Question:
    """The question without numbers such as times and counts."""
    words = {
        word: weight
        for word, weight in question.words.items()
        if not (word[0].isdigit() and len(word) < SHORT_NUMBER)
    }
    return question._replace(words=words)


def _everyday_weights(question: Question) -> dict[str, float]:
    """The lower weights of everyday words, which do not show that a prompt is about code.

    The words of an option count in full: `line` in `--line-range` is not an everyday word. All
    words count less if the prompt has only words of chores, or refers to code of an earlier
    prompt ("handle its error case too").
    """
    named = {word for option in question.options for word in option.split("-")}
    words = question.words.keys() - named
    everyday = {word for word in words if is_everyday(word)}
    rest = [word for word in words - everyday if not is_chore(word)]
    vague = not named and all(map(is_code_talk, rest)) and (not rest or _refers_back(question))
    return dict.fromkeys(words if vague else everyday, EVERYDAY_SHARE)


def _refers_back(question: Question) -> bool:
    """Whether a word refers to an earlier prompt."""
    return re.compile(_BACK_REFERENCES, re.IGNORECASE).search(question.title) is not None


def _mentions_code(question: Question) -> bool:
    """Whether the text seems to mention code by a name, path or stack frame."""
    names = any(map(_looks_like_code, question.names)) or mentions.proper_names(question.title)
    places = question.places or question.frames or question.dotted or question.quoted
    return bool(names or places)


def _names_indexed_code(evidence: Evidence) -> bool:
    """Whether a symbol, path or stack frame that the prompt names is in the index."""
    quoted = evidence.question.quoted
    names = any(name in quoted or _looks_like_code(name) for name in evidence.named)
    places = evidence.places or evidence.frames or evidence.owned
    return bool(names or places or _names_a_type(evidence))


def _names_a_type(evidence: Evidence) -> bool:
    """Whether a capitalised word inside the sentence is a type of the project: add it to Owner."""
    return any(
        row.kind in TYPES
        for name in mentions.proper_names(evidence.question.title)
        for row in evidence.named.get(name, ())
        if evidence.files[row.file_id].role == "source"
    )


def _looks_like_code(name: str) -> bool:
    """Whether a word is written as only identifiers are."""
    return "_" in name.strip("_") or not (name.islower() or name.isupper() or name.istitle())


def _items(
    index: Database,
    sources: Sources,
    chosen: list[RankedSymbol],
    words: dict[str, float],
    tokens: int,
    use_factors: UseFactors | None,
) -> list[Item]:
    indexed = reader.symbols_with_files(index, [ranked.symbol.id for ranked in chosen])
    candidates = [
        Candidate._make((ranked.score, ranked.parts, key_of(symbol), symbol, file))
        for ranked in chosen
        if ranked.symbol.id in indexed
        for symbol, file in (indexed[ranked.symbol.id],)
    ]
    if use_factors:
        candidates = _by_use(candidates, use_factors)
    shown = _signatures(sources, candidates)
    left = tokens - sum([_cost(one.line) for one in shown])
    items: list[Item] = []
    for candidate, line, text in _with_bodies(sources, shown, words, left):
        # A rough end; what fits exactly is decided together with all other items.
        tokens -= _cost(text)
        if tokens < 0:
            break
        score, parts, key, symbol, _ = candidate
        # Another hash, so that a session that has the old text is told once that it changed.
        hash = symbol.fingerprint + ("~" if line.endswith(CHANGED_MARK) else "")
        items.append(Item(CODE, key, text, score, hash, parts, symbol.path, ""))
    return items


def _signatures(sources: Sources, candidates: list[Candidate]) -> list[_ShownSymbol]:
    """Each symbol that still exists as its signature."""
    paths = {one.symbol.path for one in candidates if one.symbol.signature}
    shown = []
    for candidate in candidates:
        if not candidate.symbol.signature and candidate.symbol.path in paths:
            continue  # a whole file of which symbols are shown
        line = _signature_line(sources, candidate.symbol, candidate.file)
        if line:
            shown.append(_ShownSymbol(candidate, line, line))
    return shown


def _with_bodies(
    sources: Sources, shown: list[_ShownSymbol], words: dict[str, float], left: int
) -> list[_ShownSymbol]:
    """The symbols, the best of them with bodies, which are longer where tokens are left."""
    result, bodies = [], 0
    for one in shown:
        if bodies < BODIES:
            others = BODY_TOKENS * (BODIES - bodies - 1)
            limit = max(BODY_TOKENS, min(LONGEST_BODY, left - others))
            body = _body(sources, one.candidate, words, limit)
            if body:
                left -= _cost(body) - _cost(one.line)
                one, bodies = one._replace(text=body), bodies + 1
        result.append(one)
    return result


def _cost(text: str) -> int:
    """The tokens of a text, roughly."""
    return len(text) // CHARACTERS_PER_TOKEN + 1


def key_of(symbol: IndexedSymbol) -> str:
    """The key under which a shown symbol is recorded."""
    return f"{symbol.path}::{symbol.qualified}"


def _by_use(candidates: list[Candidate], use_factors: UseFactors) -> list[Candidate]:
    """The candidates with their scores multiplied by past use, the highest first."""
    factors = use_factors([candidate.key for candidate in candidates])
    if factors:
        candidates = [_multiplied(one, factors.get(one.key, 1.0)) for one in candidates]
    return sorted(candidates, key=lambda candidate: -candidate.score)


def _multiplied(candidate: Candidate, factor: float) -> Candidate:
    if factor == 1.0:
        return candidate
    parts = (*candidate.parts, ("use", factor))
    return candidate._replace(score=candidate.score * factor, parts=parts)


def _signature_line(sources: Sources, symbol: IndexedSymbol, file: IndexedFile) -> str:
    """The symbol's line and signature as they are now; empty if it is gone."""
    # Secrets in signatures were redacted when they were indexed.
    signature = on_one_line(symbol.signature) or f"{symbol.kind} {symbol.name}"
    if len(signature) > LONGEST_SIGNATURE:
        signature = signature[: LONGEST_SIGNATURE - 1].rstrip() + "…"
    if sources.unchanged(file):
        return f"  :{symbol.line} {signature}"
    verdict = verify(sources, symbol, file)
    if not verdict.line:
        return ""
    mark = f"      {CHANGED_MARK}" if verdict.state == CHANGED else ""
    return f"  :{verdict.line} {signature}{mark}"


def _body(sources: Sources, candidate: Candidate, words: dict[str, float], tokens: int) -> str:
    """The symbol's text after the number of its first line; empty if it has only one line."""
    symbol, file = candidate.symbol, candidate.file
    verdict = verify(sources, symbol, file)
    if not verdict.text:
        return ""
    whole = dedented(verdict.text, indent_of(sources.read(file.path), verdict.start_line))
    first, *rest = excerpt(redact(whole), words, tokens).text.splitlines() or [""]
    if not any(rest):
        return ""
    rows = ["    " + row if row else "" for row in rest]
    return "\n".join((f"  :{verdict.start_line} {first}", *rows))


def _left_out(index: Database, text: Text, confidence: float, threshold: float) -> list[LeftOut]:
    best = [id for id, _ in list(text.symbols.items())[:3]]
    reason = f"{BELOW}: {confidence:.2f} of {threshold:.2f}"
    return [
        LeftOut(CODE, key_of(symbol), text.symbols[symbol.id], reason, ())
        for symbol in reader.symbols(index, best)
    ]
