"""Finding memories by what they say, each read together with its neighbours of the same session.

Candidates come from the full text by the rarest words; the few hundred of them are scored here.
Nothing is written, not even that something was found.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sightline.memory.neighbours import (
    REACH,
    Hit,
    Terms,
    Words,
    bm25,
    count_words,
    score_rows,
    session_scores,
)
from sightline.memory.question_dates import dates_in
from sightline.memory.search_terms import question_roots
from sightline.store import memory_search
from sightline.store.memory_search import PositionRange, SearchRow
from sightline.store.sqlite.database import Database
from sightline.text.word_lists import is_everyday

# A long question counts by its weightiest words; names are looked for at its beginning.
MOST_TERMS = 24
MOST_NAMES = 16
MOST_OF_ALL = 0.25
# A session counts by its best memory, the second best and all of it as one text.
SECOND = 0.3
TOGETHER = 0.5
# Sessions whose whole text is read when sessions are wanted, and how much of each.
SESSIONS = 45
MOST_POSITIONS = 30


class Scope(NamedTuple):
    """Where to look: in these projects (None for all) and for these kinds (empty for all)."""

    projects: tuple[str, ...] | None = None
    kinds: tuple[str, ...] = ()


EVERYTHING = Scope()


class Effort(NamedTuple):
    """How many full-text matches are looked at, how many read, and how many scored with theirs."""

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
    accept: Callable[[SearchRow], bool] | None = None,
    limit: int = 10,
    effort: Effort = THOROUGH,
) -> list[Hit]:
    """The memories that match best; an empty list when no word of the question occurs.

    `accept` decides on a row of `store.recall`; neighbours lend their words even when refused.
    """
    found = search_rows(
        database, text, now=now, scope=scope, accept=accept, limit=limit, effort=effort
    )
    return [hit for hit, _ in found]


def search_rows(
    database: Database,
    text: str,
    *,
    now: int,
    scope: Scope,
    accept: Callable[[SearchRow], bool] | None,
    limit: int,
    effort: Effort,
) -> list[tuple[Hit, SearchRow]]:
    """The same with the row of each."""
    terms = read_question(database, text)
    candidates, known = find_candidates(database, terms, scope, accept, effort)
    rows = rows_around(database, candidates[: effort.scored])
    hits = score_rows(rows, terms, dates_in(text, now), known)
    # What is known was accepted; its neighbours were not asked yet.
    wanted = {
        row.number: row
        for row in rows
        if row.number in known or (within(row, scope) and (accept is None or accept(row)))
    }
    return [(hit, wanted[hit.number]) for hit in hits if hit.number in wanted][:limit]


def search_sessions(
    database: Database, text: str, *, now: int, scope: Scope = EVERYTHING, limit: int = 10
) -> list[Hit]:
    """The sessions that match best, each by its best memory and by all of it together."""
    terms = read_question(database, text)
    rows = rows_of_sessions(database, find_candidates(database, terms, scope, None)[0])
    whole = session_scores(rows, terms)
    best: dict[int, list[Hit]] = {}
    for hit in score_rows(rows, terms, dates_in(text, now)):
        best.setdefault(hit.session, []).append(hit)
    ranked = []
    for session_no, hits in best.items():
        second = SECOND * hits[1].score if len(hits) > 1 else 0.0
        together = TOGETHER * whole.get(session_no, 0.0)
        parts = (*hits[0].parts, ("second", second), ("session", together))
        ranked.append(hits[0]._replace(score=hits[0].score + second + together, parts=parts))
    ranked.sort(key=lambda hit: (-hit.score, -hit.number))
    return ranked[:limit]


def read_question(database: Database, text: str) -> Terms:
    """The words of a question, weighed by their rarity in the store."""
    weighted = question_roots(text)
    total, words = memory_search.totals(database)
    marks = {"_a" + word: word for word in list(weighted)[:MOST_NAMES]}
    counts = memory_search.counts(database, [*weighted, *marks])
    names = {word for mark, word in marks.items() if mark in counts}
    # A name tells who spoke; what was said stands in the other words, if there are any.
    if len(names) < len(weighted):
        weighted = {word: lead for word, lead in weighted.items() if word not in names}
    # What nobody said yet counts as if it had been said once, or it would outweigh all that few
    # memories know.
    weights = {
        word: lead * rarity(counts.get(word, 1), max(1, total)) for word, lead in weighted.items()
    }
    heaviest = sorted(weights, key=lambda word: (-weights[word], word))[:MOST_TERMS]
    known = sorted((word for word in heaviest if word in counts), key=lambda w: (counts[w], w))
    return Terms(
        words=tuple(known),
        weights=tuple(weights[word] for word in known),
        counts=tuple(counts[word] for word in known),
        names=tuple(sorted(names)),
        total=total,
        average=words / total if total else 1.0,
        unseen=sum(weights[word] for word in heaviest if word not in counts and not _is_talk(word)),
    )


def _is_talk(word: str) -> bool:
    """Whether a root is of everyday life: that no memory has it speaks against none of them."""
    return is_everyday(word) or is_everyday(f"{word}e")


def rarity(count: int, total: int) -> float:
    """The weight of a word that so many of all memories have."""
    return math.log(1 + (total - count + 0.5) / (count + 0.5))


def within(row: SearchRow, scope: Scope) -> bool:
    """Whether a row belongs to the wanted projects and kinds."""
    if scope.projects is not None and row.project not in scope.projects:
        return False
    return not scope.kinds or row.kind in scope.kinds


def scope_marks(database: Database, scope: Scope, total: int) -> tuple[list[list[str]], float]:
    """The marks a match must have to be in scope, and which share of the rest is in scope.

    Where most memories are in scope it is cheaper to look at more of them than to ask.
    """
    asked: list[list[str]] = []
    share = 1.0
    for mark, values in (("_p", scope.projects), ("_k", scope.kinds or None)):
        if values is None:
            continue
        marks = [mark + "".join(c for c in value if c.isalnum() or c == "_") for value in values]
        part = memory_search.marked(database, marks) / max(1, total)
        if part < MOST_OF_ALL:
            asked.append(marks)
        else:
            share *= part
    return asked, min(1.0, share)


def find_candidates(
    database: Database,
    terms: Terms,
    scope: Scope,
    accept: Callable[[SearchRow], bool] | None,
    effort: Effort = THOROUGH,
) -> tuple[list[SearchRow], dict[int, Words]]:
    """The memories that match best by themselves, looked for by the rarest words.

    Beside them the words each of them has.
    """
    asked, share = scope_marks(database, scope, terms.total)
    scores: dict[int, float] = {}
    left = effort.matches
    for word, weight, count in zip(terms.words, terms.weights, terms.counts, strict=True):
        if count > left and scores:
            break
        most = effort.matches if count <= left else left
        numbers = memory_search.matching(database, word, asked, most)
        if scores:
            for number in numbers:
                scores[number] = scores.get(number, 0.0) + weight
        else:
            scores = dict.fromkeys(numbers, weight)
        left -= count
        if left <= 0:
            break
    best = _highest(scores, int(effort.candidates / max(share, MOST_OF_ALL)))
    rows = memory_search.rows_of(database, best)
    rows = [row for row in rows if within(row, scope) and (accept is None or accept(row))]
    counted = count_words(rows, terms)
    own = {rows[at].number: bm25(hits, rows[at].length, terms) for at, hits in counted.items()}
    known = {rows[at].number: hits for at, hits in counted.items()}
    return sorted(rows, key=lambda row: (-own.get(row.number, 0.0), -row.number)), known


def _highest(scores: dict[int, float], most: int) -> list[int]:
    """The memories with the highest scores; of equal ones the newest first."""
    if len(scores) > most > 0:
        # Few scores differ, so that they are sorted faster than those who have them.
        floor = sorted(scores.values(), reverse=True)[most - 1]
        scores = {number: score for number, score in scores.items() if score >= floor}
    # As they stand after the first sorting.
    best = sorted(scores, reverse=True)
    best.sort(key=scores.__getitem__, reverse=True)
    return best[:most]


def rows_around(database: Database, chosen: Sequence[SearchRow]) -> list[SearchRow]:
    """The chosen rows and their neighbours, ordered by session and position."""
    ranges: list[PositionRange] = []
    for row in sorted(chosen, key=lambda row: (row.session_no, row.position)):
        if not row.session_no:
            continue
        first, last = row.position - REACH, row.position + REACH
        if ranges and ranges[-1].session_no == row.session_no and first <= ranges[-1].last + 1:
            ranges[-1] = ranges[-1]._replace(last=last)
        else:
            ranges.append(PositionRange(row.session_no, first, last))
    alone = [row for row in chosen if not row.session_no]
    return alone + memory_search.rows_between(database, ranges)


def rows_of_sessions(database: Database, candidates: Sequence[SearchRow]) -> list[SearchRow]:
    """The rows of the best candidates' sessions; a long session around its best candidate."""
    positions: dict[int, int] = {}
    for row in candidates:
        if row.session_no and len(positions) < SESSIONS:
            positions.setdefault(row.session_no, row.position)
    ranges = []
    for session_no, position in positions.items():
        first = max(1, position - MOST_POSITIONS // 2)
        ranges.append(PositionRange(session_no, first, first + MOST_POSITIONS))
    return memory_search.rows_between(database, ranges)
