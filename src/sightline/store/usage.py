"""Did the assistant use what it was shown? Decides the open cases and counts them per item.

How counts turn into ranks and thresholds is not decided here.
"""

from __future__ import annotations

from collections.abc import Iterable

from sightline.model.activity import Shown, Usage
from sightline.model.session import SessionKey
from sightline.store.sqlite.database import Database

# Under this kind whole injections are counted, by the kind of what they showed.
INJECTIONS = "injections"
# When so many are counted, all counts are halved.
REMEMBERED = 100
# So many items are decided by one event; the next one goes on.
AT_ONCE = 500


def open_items(activity: Database, key: SessionKey, *, limit: int = 200) -> list[Shown]:
    """What this session was shown whose use is still open, newest first."""
    session = _session(activity, key)
    if session is None:
        return []
    rows = activity.rows("usage.open", session=session, limit=limit)
    return [Shown(*row) for row in rows]


def mark_used(activity: Database, items: Iterable[Shown], how: str, *, now: int) -> int:
    """The assistant used these items; how many of them were still open."""
    with activity.transaction():
        found = list(items)
        for injection, kind in dict.fromkeys((item.injection, item.kind) for item in found):
            if not _helped(activity, injection, kind):
                _count_injection(activity, injection, kind, True, now)
        return sum(_decide(activity, item.injection, item.place, True, how, now) for item in found)


def close_open(
    activity: Database, *, project: str, before: int, now: int, over: SessionKey | None = None
) -> int:
    """What a project was shown before this time and not used by now was not used; how many items.

    A session often ends before its time is up, and without a word: so that of all sessions is
    decided by whoever comes next. Of one that is `over` everything is.
    """
    ended = _session(activity, over) if over else None
    with activity.transaction():
        rows = activity.rows(
            "usage.overdue", project=project, before=before, over=ended or 0, limit=AT_ONCE
        )
        if len(rows) == AT_ONCE:
            # An injection is counted once, so it is decided whole.
            rows = [row for row in rows if row[0] != rows[-1][0]] or rows
        for injection, kind in dict.fromkeys((row[0], row[2]) for row in rows):
            if not _helped(activity, injection, kind):
                _count_injection(activity, injection, kind, False, now)
        return sum(_decide(activity, row[0], row[1], False, "", now) for row in rows)


def rate(activity: Database, kind: str, key: str, *, project: str, useful: bool) -> None:
    """Someone said whether an item was useful."""
    activity.run("usage.rate", project=project, kind=kind, key=key, useful=int(useful))


def rate_shown(activity: Database, topic: str, *, project: str, useful: bool) -> int:
    """Someone said whether what was shown last of a topic was useful; how many items that is."""
    with activity.transaction():
        rows = activity.rows("usage.last_of_topic", project=project, topic=topic)
        for kind, key in rows:
            rate(activity, kind, key, project=project, useful=useful)
    return len(rows)


def balance(activity: Database, kind: str, *, project: str) -> tuple[int, int]:
    """In how many of the last injections something of a kind was used, and in how many not."""
    found = usage_of(activity, INJECTIONS, [kind], project=project).get(kind)
    return (found.used, found.unused) if found else (0, 0)


def usage_of(
    activity: Database, kind: str, keys: Iterable[str], *, project: str
) -> dict[str, Usage]:
    """The counters of those items that were ever shown or rated."""
    rows = activity.rows("usage.of_items", project=project, kind=kind, keys=list(keys))
    return {row[0]: Usage(*row[1:]) for row in rows}


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
    """One more injection helped or did not; what was long ago counts less and less."""
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
    row = activity.row(
        "activity.session", agent=key.agent, session=key.session, subagent=key.subagent
    )
    return int(row[0]) if row else None
