"""Did the assistant use what it was shown? Decides the open cases and counts them per item.

How counts turn into ranks and thresholds is not decided here.
"""

from __future__ import annotations

from sightline.model.activity import Shown, Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from sightline.model.session import SessionKey
    from sightline.store.database import Database


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
        return sum(_decide(activity, item.injection, item.place, True, how, now) for item in items)


def close_open(activity: Database, key: SessionKey, *, before: int, now: int) -> int:
    """What was shown before this time and not used by now was not used; how many items."""
    session = _session(activity, key)
    if session is None:
        return 0
    with activity.transaction():
        rows = activity.rows("usage.overdue", session=session, before=before)
        return sum(_decide(activity, injection, place, False, "", now) for injection, place in rows)


def rate(activity: Database, kind: str, key: str, *, project: str, useful: bool) -> None:
    """Someone said whether an item was useful."""
    activity.run("usage.rate", project=project, kind=kind, key=key, useful=int(useful))


def usage_of(
    activity: Database, kind: str, keys: Iterable[str], *, project: str
) -> dict[str, Usage]:
    """The counters of those items that were ever shown or rated."""
    rows = activity.rows("usage.of_items", project=project, kind=kind, keys=list(keys))
    return {row[0]: Usage(*row[1:]) for row in rows}


def outcomes(
    activity: Database, kind: str, *, project: str, limit: int = 200
) -> list[tuple[float, bool]]:
    """Score and use of what was shown last in a project, newest first: to set a threshold by."""
    rows = activity.rows("usage.outcomes", project=project, kind=kind, limit=limit)
    return [(score, bool(used)) for score, used in rows]


def item_outcomes(
    activity: Database, kind: str, key: str, *, project: str, limit: int = 20
) -> list[bool]:
    """Whether one item was used the last times it was shown, newest first."""
    rows = activity.rows("usage.item_outcomes", project=project, kind=kind, key=key, limit=limit)
    return [bool(used) for (used,) in rows]


def _decide(activity: Database, injection: int, place: int, used: bool, how: str, now: int) -> int:
    decided = activity.run(
        "usage.decide", injection=injection, place=place, used=int(used), how=how
    )
    if decided:
        activity.run("usage.count_use", injection=injection, place=place, used=int(used), now=now)
    return decided


def _session(activity: Database, key: SessionKey) -> int | None:
    row = activity.row(
        "activity.session", agent=key.agent, session=key.session, subagent=key.subagent
    )
    return int(row[0]) if row else None
