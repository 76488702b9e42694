"""Reads the activity back for people: the log, why something was sent, latencies and savings."""

from __future__ import annotations

import json
from itertools import groupby
from math import ceil
from typing import Any

from sightline.errors import UnknownName
from sightline.model.activity import (
    Filled,
    Injection,
    KindUse,
    Latency,
    Saving,
    SessionTotals,
    Shown,
    Totals,
)
from sightline.model.frame import Frame, Item, LeftOut
from sightline.model.session import SessionKey
from sightline.store.sqlite.database import Database, Row


def injections(
    activity: Database, *, project: str = "", agent: str = "", session: str = "", limit: int = 20
) -> list[Injection]:
    """The last injections, newest first, without their texts."""
    rows = activity.rows(
        "statistics.injections", project=project, agent=agent, session=session, limit=limit
    )
    return [_injection(row) for row in rows]


def injection(activity: Database, identity: str = "", *, project: str = "") -> Injection:
    """One injection whole: by its id, or the last one."""
    number = _number(activity, identity, project)
    row = activity.row("statistics.injection", number=number)
    if row is None:
        raise UnknownName("injection", identity or "newest", hint="see: sightline log")
    text, frame, notes = row[13:]
    parts = json.loads(frame)
    found = _injection(row)
    return found._replace(
        text=text,
        frame=Frame(
            text,
            tuple(Item(*_exact(item)) for item in parts["items"]),
            tuple(LeftOut(*_exact(item)) for item in parts["left_out"]),
            found.tokens,
            found.budget,
        ),
        notes=json.loads(notes),
        shown=tuple(
            _shown(*values) for values in activity.rows("statistics.shown", injection=number)
        ),
    )


def latencies(activity: Database, *, since: int, project: str = "") -> list[Latency]:
    """How the hook calls since a time went, by agent and event."""
    rows = activity.rows("statistics.hook_calls", since=since, project=project)
    found = []
    for (agent, event), group in groupby(rows, key=lambda row: (row[0], row[1])):
        calls = list(group)
        times = [row[2] for row in calls]
        found.append(
            Latency(
                agent,
                event,
                len(calls),
                sum(not row[3] for row in calls),
                percentile(times, 0.5),
                percentile(times, 0.95),
                times[-1],
                max(row[4] for row in calls),
            )
        )
    return found


def last_seen(activity: Database, *, project: str = "") -> dict[str, int]:
    """When each agent's hooks were last called."""
    return dict(activity.rows("statistics.last_seen", project=project))


def savings(
    activity: Database, *, since: int = 0, project: str = "", session: str = ""
) -> list[Saving]:
    """Tokens without and with us, by what saved them."""
    rows = activity.rows("statistics.savings", since=since, project=project, session=session)
    return [Saving(*row) for row in rows]


def totals(activity: Database, *, since: int = 0, project: str = "", session: str = "") -> Totals:
    """Injections counted, and how many of their items were used."""
    bounds = {"since": since, "project": project, "session": session}
    count, items, tokens, budget, sessions = activity.rows("statistics.totals", **bounds)[0]
    shown, decided, used = activity.rows("statistics.uses", **bounds)[0]
    return Totals(count, items, tokens, budget, shown, decided, used, sessions)


def fills(
    activity: Database, *, since: int = 0, project: str = "", session: str = ""
) -> list[Filled]:
    """How much of each budget was used, by what was answered."""
    rows = activity.rows("statistics.fills", since=since, project=project, session=session)
    found = []
    for what, group in groupby(rows, key=lambda row: row[0]):
        shares = sorted(after / budget for _, after, budget in group)
        found.append(Filled(what, len(shares), shares[0], percentile(shares, 0.5), shares[-1]))
    return found


def uses(
    activity: Database, *, since: int = 0, project: str = "", session: str = ""
) -> list[KindUse]:
    """Items shown and used, by what they are."""
    rows = activity.rows("statistics.by_kind", since=since, project=project, session=session)
    return [KindUse(*row) for row in rows]


def injection_times(
    activity: Database, *, since: int = 0, project: str = "", session: str = ""
) -> list[float]:
    """Milliseconds each injection took to make, quickest first."""
    bounds = {"since": since, "project": project, "session": session}
    return [ms for (ms,) in activity.rows("statistics.injection_times", **bounds)]


def sessions(
    activity: Database, *, since: int = 0, project: str = "", session: str = "", limit: int = 10
) -> list[SessionTotals]:
    """The last sessions, newest first, each counted by itself."""
    bounds = {"since": since, "project": project, "session": session, "limit": limit}
    return [SessionTotals(*row) for row in activity.rows("statistics.sessions", **bounds)]


def percentile(ordered: list[float], part: float) -> float:
    """The value below which this part of the ordered values lies (nearest rank)."""
    if not ordered:
        return 0.0
    return ordered[max(0, ceil(part * len(ordered)) - 1)]


def _injection(row: Row) -> Injection:
    number, agent, session, subagent, epoch, project, event, prompt, tokens, budget = row[:10]
    key = SessionKey(agent, session, subagent, epoch)
    items, ms, created = row[10:13]
    return Injection(
        f"{number:04x}", key, project, event, prompt, tokens, budget, items, ms, created
    )


def _shown(
    number: int, place: int, kind: str, key: str, content: str, score: float, used: Any, how: str
) -> Shown:
    decided = None if used is None else bool(used)
    return Shown(number, place, kind, key, content, score, decided, how)


def _number(activity: Database, identity: str, project: str) -> int:
    if not identity:
        return int(activity.value("statistics.newest_injection", project=project) or 0)
    try:
        return min(int(identity, 16), 2**62)
    except ValueError:
        raise UnknownName("injection", identity, hint="see: sightline log") from None


def _exact(values: list[Any]) -> list[Any]:
    """JSON knows lists only; the values hold tuples."""
    return [_tuples(value) for value in values]


def _tuples(value: Any) -> Any:
    return tuple(_tuples(part) for part in value) if isinstance(value, list) else value
