"""Records whether the assistant used the items it was shown, and counts uses per item.

Ranking and thresholds that depend on the counts are computed elsewhere.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sightline.model.session import SessionKey
from sightline.model.usage import Shown, Usage
from sightline.store.sqlite.database import Database

# The kind under which whole injections are counted, keyed by the kind of their items.
INJECTIONS = "injections"
# All counts of injections are halved when this many have been counted.
REMEMBERED = 100
# At most this many items are decided per event; the next event continues.
AT_ONCE = 500


class _OverdueItem(NamedTuple):
    """An item that was not used in time."""

    injection: int
    place: int
    kind: str


# Under which kind and keys losses of the prompt cache are counted, and how long they count.
CACHE, WITH, WITHOUT = "cache", "with", "without"
CACHE_MS = 14 * 86_400_000
# Under which kind it is recorded that past sessions were counted.
CALIBRATED = "calibrated"


def open_items(activity: Database, key: SessionKey, *, limit: int = 200) -> list[Shown]:
    """The items this session was shown whose use is undecided, newest first."""
    session = _session(activity, key)
    if session is None:
        return []
    rows = activity.rows("usage.open", session=session, limit=limit)
    return [Shown(*row) for row in rows]


def mark_used(activity: Database, items: Iterable[Shown], how: str, *, now: int) -> int:
    """Record that the assistant used these items; how many of them were undecided."""
    with activity.transaction():
        used = list(items)
        for injection, kind in dict.fromkeys((item.injection, item.kind) for item in used):
            if not _helped(activity, injection, kind):
                _count_injection(activity, injection, kind, True, now)
        return sum(_decide(activity, item.injection, item.place, True, how, now) for item in used)


def close_open(
    activity: Database,
    kinds: tuple[str, ...],
    *,
    project: str,
    before: int,
    now: int,
    over: SessionKey | None = None,
) -> int:
    """Record items of these kinds shown before this time and not used since as unused; how many.

    Sessions often end without an event, so the next event of any session decides for all of
    them. For a session that is `over`, every item is decided.
    """
    ended = _session(activity, over) if over else None
    with activity.transaction():
        rows = activity.rows(
            "usage.overdue",
            project=project,
            kinds=kinds,
            before=before,
            over=ended or 0,
            limit=AT_ONCE,
        )
        items = [_OverdueItem._make(row) for row in rows]
        if len(items) == AT_ONCE:
            # An injection is counted once, so all of its items are decided together.
            last = items[-1].injection
            items = [item for item in items if item.injection != last] or items
        for injection, kind in dict.fromkeys((item.injection, item.kind) for item in items):
            if not _helped(activity, injection, kind):
                _count_injection(activity, injection, kind, False, now)
        return sum(_decide(activity, item.injection, item.place, False, "", now) for item in items)


def rate(activity: Database, kind: str, key: str, *, project: str, useful: bool) -> None:
    """Record a rating of an item."""
    activity.run("usage.rate", project=project, kind=kind, key=key, useful=int(useful))


def rate_shown(activity: Database, topic: str, *, project: str, useful: bool) -> int:
    """Record a rating of the items last shown for a topic; how many items."""
    with activity.transaction():
        rows = activity.rows("usage.last_of_topic", project=project, topic=topic)
        for kind, key in rows:
            rate(activity, kind, key, project=project, useful=useful)
    return len(rows)


class Balance(NamedTuple):
    """In how many of the last injections something of a kind was used, and in how many not."""

    used: int
    unused: int


def balance(activity: Database, kind: str, *, project: str) -> Balance:
    """How often injections with items of a kind were useful."""
    usage = usage_of(activity, INJECTIONS, [kind], project=project).get(kind)
    return Balance(usage.used, usage.unused) if usage else Balance(0, 0)


def add(
    activity: Database, kind: str, key: str, *, project: str, used: int, unused: int, now: int
) -> None:
    """Add to the counters of an item what became of several showings."""
    activity.run(
        "usage.add", project=project, kind=kind, key=key, used=used, unused=unused, now=now
    )


def was_calibrated(activity: Database, *, project: str) -> bool:
    """Whether the user's past sessions were counted in this project."""
    return bool(usage_of(activity, CALIBRATED, [""], project=project))


def note_calibrated(activity: Database, *, project: str, prompts: int, now: int) -> None:
    """Record that the user's past sessions were counted, and how many prompts they had."""
    add(activity, CALIBRATED, "", project=project, used=prompts, unused=0, now=now)


class CacheLosses(NamedTuple):
    """After how many prompts the assistant's prompt cache was kept and lost, with and without our text."""

    kept_with: int = 0
    lost_with: int = 0
    kept_without: int = 0
    lost_without: int = 0


def cache_losses(activity: Database, *, project: str, now: int) -> CacheLosses:
    """The losses of the prompt cache in a project's last weeks."""
    usage = usage_of(activity, CACHE, (WITH, WITHOUT), project=project)
    recent = {key: one for key, one in usage.items() if now - one.last_shown <= CACHE_MS}
    told, silent = recent.get(WITH, Usage()), recent.get(WITHOUT, Usage())
    return CacheLosses(told.used, told.unused, silent.used, silent.unused)


def count_cache(
    activity: Database, *, project: str, with_text: bool, is_lost: bool, now: int
) -> None:
    """Count whether the prompt cache was lost in a turn; old counts are forgotten first."""
    activity.run(
        "usage.count_cache",
        project=project,
        kind=CACHE,
        key=WITH if with_text else WITHOUT,
        kept=int(not is_lost),
        lost=int(is_lost),
        now=now,
        oldest=now - CACHE_MS,
    )


def usage_of(
    activity: Database, kind: str, keys: Iterable[str], *, project: str
) -> dict[str, Usage]:
    """The counters of the items among these that were ever shown or rated."""
    rows = activity.rows("usage.of_items", project=project, kind=kind, keys=list(keys))
    return {key: Usage._make(counters) for key, *counters in rows}


def _decide(activity: Database, injection: int, place: int, used: bool, how: str, now: int) -> int:
    decided = activity.run(
        "usage.decide", injection=injection, place=place, used=int(used), how=how
    )
    if decided:
        activity.run("usage.count_use", injection=injection, place=place, used=int(used), now=now)
    return decided


def _helped(activity: Database, injection: int, kind: str) -> bool:
    return bool(activity.value("usage.helped", injection=injection, kind=kind))


def _count_injection(activity: Database, injection: int, kind: str, helped: bool, now: int) -> None:
    """Count an injection as helpful or not; older injections count less and less."""
    activity.run(
        "usage.count_injection",
        injection=injection,
        counted=INJECTIONS,
        kind=kind,
        helped=int(helped),
        now=now,
    )
    activity.run("usage.fade", counted=INJECTIONS, most=REMEMBERED)


def _session(activity: Database, key: SessionKey) -> int | None:
    number = activity.value("activity.session", **key.identity())
    return None if number is None else int(number)
