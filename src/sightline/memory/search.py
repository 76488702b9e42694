"""Searches memories by their words, each scored together with its neighbours in its session.

Full-text search by the rarest words brings a few hundred candidates, which are scored here.
Nothing is written, not even that a memory was found.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sightline.memory.fusion import LEAST_COSINE, fuse
from sightline.memory.neighbours import (
    REACH,
    Hit,
    TermCounts,
    Terms,
    bm25,
    count_terms,
    length_norm,
    rarity,
    rarity_in_general,
    score_rows,
    session_scores,
    weights_for,
)
from sightline.memory.vocabulary import dates_in, question_roots
from sightline.store import memory_search
from sightline.store.memory_search import PositionRange, SearchRow
from sightline.store.sqlite.database import Database
from sightline.text.function_words import OTHER_FUNCTION_WORDS
from sightline.text.synonyms import Alternatives
from sightline.text.word_lists import is_everyday

# How many of the weightiest words of a question count, and how many of its first words may be names.
MOST_TERMS = 24
MOST_NAMES = 16
# The weight of everyday words: how rare they are in the store says little about them.
EVERYDAY = 0.5
# How many other words are searched for.
MOST_OTHERS = 80
# A project or kind with a larger share of all memories is not filtered by the full-text search.
LARGEST_FILTERED = 0.25
# The weights of a session's second-best memory and of all its text, added to its best memory.
SECOND = 0.3
TOGETHER = 0.5
# How many sessions are read when sessions are searched, and how many memories of each.
SESSIONS = 45
MOST_POSITIONS = 30

Accept = Callable[[SearchRow], bool]


class Scope(NamedTuple):
    """Where to look: in these projects (None for all) and for these kinds (empty for all)."""

    projects: tuple[str, ...] | None = None
    kinds: tuple[str, ...] = ()


EVERYTHING = Scope()


class Effort(NamedTuple):
    """How many full-text matches are weighed, rows read, and rows scored with their neighbours."""

    matches: int = 3_000
    candidates: int = 150
    scored: int = 40


THOROUGH, QUICK = Effort(), Effort(700, 50, 20)


def search(
    database: Database,
    text: str,
    *,
    now: int,
    scope: Scope = EVERYTHING,
    accept: Accept | None = None,
    limit: int = 10,
    effort: Effort = THOROUGH,
    others: Alternatives | None = None,
    similar: Mapping[int, float] | None = None,
) -> list[Hit]:
    """The memories that match best; an empty list when nothing of the question occurs.

    `accept` filters rows; neighbours lend their words even when they are not accepted. `others` are
    other words that count as those of the question, `similar` the cosines of memories by number.
    """
    matches = search_rows(
        database,
        text,
        now=now,
        scope=scope,
        accept=accept,
        limit=limit,
        effort=effort,
        others=others,
        similar=similar,
    )
    return [match.hit for match in matches]


class SearchMatch(NamedTuple):
    """A hit with the row it was made from."""

    hit: Hit
    row: SearchRow


def search_rows(
    database: Database,
    text: str,
    *,
    now: int,
    scope: Scope,
    accept: Accept | None,
    limit: int,
    effort: Effort,
    others: Alternatives | None = None,
    similar: Mapping[int, float] | None = None,
) -> list[SearchMatch]:
    """The memories that match best, as `search` finds them, with their rows."""
    terms = read_question(database, text, others)
    candidates = find_candidates(database, terms, scope, accept, effort)
    rows = rows_around(database, candidates.rows[: effort.scored])
    hits = score_rows(rows, terms, dates_in(text, now), candidates.counts)
    if similar:
        rows += _similar_rows(database, similar, {row.number for row in rows}, effort)
        hits = fuse(hits, similar)
    # Candidates were accepted already; their neighbours were not.
    accepted = {
        row.number: row
        for row in rows
        if row.number in candidates.counts
        or (within(row, scope) and (accept is None or accept(row)))
    }
    matches = [SearchMatch(hit, accepted[hit.number]) for hit in hits if hit.number in accepted]
    return matches[:limit]


def _similar_rows(
    database: Database, similar: Mapping[int, float], known: set[int], effort: Effort
) -> list[SearchRow]:
    """The rows of the memories that are nearest in meaning, without those known already."""
    near = [number for number, cosine in similar.items() if cosine >= LEAST_COSINE]
    near.sort(key=lambda number: -similar[number])
    return memory_search.rows_of(
        database, [number for number in near[: effort.scored] if number not in known]
    )


def search_sessions(
    database: Database, text: str, *, now: int, scope: Scope = EVERYTHING, limit: int = 10
) -> list[Hit]:
    """The best memory of each session, sessions that match best first.

    A session scores by its best two memories and by all of its text together.
    """
    terms = read_question(database, text)
    # What is read of a session is its turns, in which everyday words count in full.
    terms = terms._replace(weights=terms.turn_weights)
    rows = rows_of_sessions(database, find_candidates(database, terms, scope, None).rows)
    whole = session_scores(rows, terms)
    by_session: dict[int, list[Hit]] = {}
    for hit in score_rows(rows, terms, dates_in(text, now)):
        by_session.setdefault(hit.session_no, []).append(hit)
    ranked = []
    for session_no, hits in by_session.items():
        second = SECOND * hits[1].score if len(hits) > 1 else 0.0
        together = TOGETHER * whole.get(session_no, 0.0)
        parts = (*hits[0].parts, ("second", second), ("session", together))
        ranked.append(hits[0]._replace(score=hits[0].score + second + together, parts=parts))
    ranked.sort(key=lambda hit: (-hit.score, -hit.number))
    return ranked[:limit]


def read_question(database: Database, text: str, others: Alternatives | None = None) -> Terms:
    """The terms of a question, weighted by their rarity in the store, and `others` for them."""
    weighted = question_roots(text)
    total, words = memory_search.totals(database)
    marks = {"_a" + word: word for word in list(weighted)[:MOST_NAMES]}
    counts = memory_search.counts(database, [*weighted, *marks])
    names = {word for mark, word in marks.items() if mark in counts}
    # A name tells the author; the other words, if there are any, tell the content.
    if len(names) < len(weighted):
        weighted = {word: lead for word, lead in weighted.items() if word not in names}
    # A word of no memory counts as if one had it, or it would outweigh all rare words.
    weights = {
        word: lead * rarity_in_general(word, counts.get(word, 1), total)
        for word, lead in weighted.items()
    }
    heaviest = sorted(weights, key=lambda word: (-weights[word], word))[:MOST_TERMS]
    stored = sorted((word for word in heaviest if word in counts), key=lambda w: (counts[w], w))
    everyday = {word for word in heaviest if _is_everyday_root(word)}
    terms = [
        _Term(
            word,
            weights[word] * (EVERYDAY if word in everyday else 1.0),
            weighted[word] * rarity(counts[word], max(1, total)),
            heaviest.index(word),
            counts[word],
        )
        for word in stored
    ]
    if others:
        terms += _other_terms(database, heaviest, weights, counts, others, total)
    return Terms(
        words=tuple(term.word for term in terms),
        weights=tuple(term.weight for term in terms),
        turn_weights=tuple(term.turn_weight for term in terms),
        slots=tuple(term.slot for term in terms),
        counts=tuple(term.memories for term in terms),
        names=tuple(sorted(names)),
        total=total,
        average=words / total if total else 1.0,
        total_weight=sum(
            weights[word] * (EVERYDAY if word in everyday else 1.0)
            for word in heaviest
            if word in counts or word not in everyday
        ),
        everyday=frozenset(slot for slot, word in enumerate(heaviest) if word in everyday),
    )


class _Term(NamedTuple):
    word: str
    weight: float
    turn_weight: float
    slot: int
    memories: int


def _other_terms(
    database: Database,
    heaviest: Sequence[str],
    weights: Mapping[str, float],
    counts: Mapping[str, int],
    others: Alternatives,
    total: int,
) -> list[_Term]:
    """Other words for the words of a question, as far as they occur, rarest first.

    Such a word weighs at most as much as the word it stands for, if that occurs at all.
    """
    spoken = set(heaviest)
    wanted = {
        other: None for word in heaviest for other in others.get(word, ()) if other not in spoken
    }
    near = memory_search.counts(database, wanted)
    best: dict[str, _Term] = {}
    for slot, word in enumerate(heaviest):
        for other, factor in others.get(word, {}).items():
            count = near.get(other, 0)
            if not count:
                continue
            weight = rarity_in_general(other, count, total)
            if word in counts:
                weight = min(weight, weights[word])
            weight *= EVERYDAY if _is_everyday_root(word) else 1.0
            term = _Term(other, factor * weight, 0.0, slot, count)
            if other not in best or term.weight > best[other].weight:
                best[other] = term
    return sorted(best.values(), key=lambda term: (term.memories, term.word))[:MOST_OTHERS]


def _is_everyday_root(word: str) -> bool:
    """Whether a root is an everyday word, which says nothing about memories that lack it."""
    return is_everyday(word) or is_everyday(f"{word}e") or word in OTHER_FUNCTION_WORDS


def within(row: SearchRow, scope: Scope) -> bool:
    """Whether a row belongs to the projects and kinds of a scope."""
    if scope.projects is not None and row.project not in scope.projects:
        return False
    return not scope.kinds or row.kind in scope.kinds


class ScopeFilter(NamedTuple):
    """The marks a full-text match must have, and the share of such matches that is in scope."""

    marks: list[list[str]]
    share: float


def scope_filter(database: Database, scope: Scope, total: int) -> ScopeFilter:
    """How the full-text search filters by scope.

    Where most memories are in scope, reading more of them is cheaper than filtering.
    """
    filtered: list[list[str]] = []
    share = 1.0
    for mark, values in (("_p", scope.projects), ("_k", scope.kinds or None)):
        if values is None:
            continue
        marks = [mark + "".join(c for c in value if c.isalnum() or c == "_") for value in values]
        part = memory_search.marked(database, marks) / max(1, total)
        if part < LARGEST_FILTERED:
            filtered.append(marks)
        else:
            share *= part
    return ScopeFilter(filtered, min(1.0, share))


class Candidates(NamedTuple):
    """Rows that match by themselves, best first, and the term counts of each by its number."""

    rows: list[SearchRow]
    counts: dict[int, TermCounts]


def find_candidates(
    database: Database,
    terms: Terms,
    scope: Scope,
    accept: Accept | None,
    effort: Effort = THOROUGH,
) -> Candidates:
    """The memories that match best by themselves, found by the rarest words."""
    marks, share = scope_filter(database, scope, terms.total)
    scores: dict[int, float] = {}
    left = effort.matches
    for word, weight, count in zip(terms.words, terms.weights, terms.counts, strict=True):
        if count > left and scores:
            break
        most = effort.matches if count <= left else left
        numbers = memory_search.matching(database, word, marks, most)
        if scores:
            for number in numbers:
                scores[number] = scores.get(number, 0.0) + weight
        else:
            scores = dict.fromkeys(numbers, weight)
        left -= count
        if left <= 0:
            break
    best = _highest(scores, int(effort.candidates / max(share, LARGEST_FILTERED)))
    rows = memory_search.rows_of(database, best)
    rows = [row for row in rows if within(row, scope) and (accept is None or accept(row))]
    counts = {rows[at].number: hits for at, hits in count_terms(rows, terms).items()}
    own = {
        row.number: bm25(
            counts[row.number],
            length_norm(row, row.length, terms),
            weights_for(row, terms),
            terms.slots,
        )
        for row in rows
        if row.number in counts
    }
    rows.sort(key=lambda row: (-own.get(row.number, 0.0), -row.number))
    return Candidates(rows, counts)


def _highest(scores: dict[int, float], most: int) -> list[int]:
    """The memories with the highest scores; of equal ones the newest first."""
    if len(scores) > most > 0:
        # Few scores are distinct: sorting them is faster than sorting the memories by them.
        floor = sorted(scores.values(), reverse=True)[most - 1]
        scores = {number: score for number, score in scores.items() if score >= floor}
    # The second sort is stable: equal scores keep this order.
    best = sorted(scores, reverse=True)
    best.sort(key=scores.__getitem__, reverse=True)
    return best[:most]


def rows_around(database: Database, chosen: Sequence[SearchRow]) -> list[SearchRow]:
    """The chosen rows and their neighbours, in the order of their positions."""
    ranges: list[PositionRange] = []
    for row in sorted(chosen, key=lambda row: (row.session_no, row.position)):
        if not row.session_no:
            continue
        new = PositionRange(row.session_no, row.position - REACH, row.position + REACH)
        last = ranges[-1] if ranges else None
        if last and last.session_no == new.session_no and new.first <= last.last + 1:
            ranges[-1] = last._replace(last=new.last)
        else:
            ranges.append(new)
    alone = [row for row in chosen if not row.session_no]
    return alone + memory_search.rows_between(database, ranges)


def rows_of_sessions(database: Database, candidates: Sequence[SearchRow]) -> list[SearchRow]:
    """The memories of the candidates' sessions; of a long session those around its candidate."""
    positions: dict[int, int] = {}
    for row in candidates:
        if row.session_no and len(positions) < SESSIONS:
            positions.setdefault(row.session_no, row.position)
    half = MOST_POSITIONS // 2
    ranges = [
        PositionRange(session_no, max(1, position - half), max(1, position - half) + MOST_POSITIONS)
        for session_no, position in positions.items()
    ]
    return memory_search.rows_between(database, ranges)
