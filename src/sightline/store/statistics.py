"""Reads activity for people: the log of injections, their reasons, latencies and savings."""

import json
from collections.abc import Sequence
from itertools import groupby
from math import ceil
from typing import Any, NamedTuple

from sightline.errors import UnknownName
from sightline.model.activity import (
    Filled,
    Injection,
    KindUse,
    Latency,
    Saving,
    SessionTotals,
    Totals,
    WeekUse,
)
from sightline.model.frame import Frame, Item, LeftOut
from sightline.model.session import SessionKey
from sightline.model.usage import Shown
from sightline.store.sqlite.database import Database


def injections(
    activity: Database, *, project: str = "", agent: str = "", session: str = "", limit: int = 20
) -> list[Injection]:
    """The last injections, newest first, without their texts."""
    rows = activity.rows(
        "statistics.injections", project=project, agent=agent, session=session, limit=limit
    )
    return [_injection(row) for row in rows]


def injection(activity: Database, identity: str = "", *, project: str = "") -> Injection:
    """One injection with all its parts: by its id, or the last one."""
    number = _number(activity, identity, project)
    row = activity.row("statistics.injection", number=number)
    if row is None:
        raise UnknownName("injection", identity or "newest", hint="see: sightline log")
    *head, text, frame, notes = row
    parts = json.loads(frame)
    summary = _injection(head)
    return summary._replace(
        text=text,
        frame=Frame(
            text,
            tuple(Item(*_exact(item)) for item in parts["items"]),
            tuple(LeftOut(*_exact(item)) for item in parts["left_out"]),
            summary.tokens,
            summary.budget,
        ),
        notes=json.loads(notes),
        shown=tuple(
            _shown(*values) for values in activity.rows("statistics.shown", injection=number)
        ),
    )


class _HookCall(NamedTuple):
    """One recorded hook call."""

    agent: str
    event: str
    ms: float
    ok: int
    at: int


def latencies(activity: Database, *, since: int, project: str = "") -> list[Latency]:
    """The latencies and failures of hook calls since a time, by agent and event."""
    rows = activity.rows("statistics.hook_calls", since=since, project=project)
    all_calls = map(_HookCall._make, rows)
    latencies = []
    for (agent, event), group in groupby(all_calls, key=lambda call: (call.agent, call.event)):
        calls = list(group)
        times = [call.ms for call in calls]
        latencies.append(
            Latency(
                agent,
                event,
                len(calls),
                sum(not call.ok for call in calls),
                percentile(times, 0.5),
                percentile(times, 0.95),
                times[-1],
                max(call.at for call in calls),
            )
        )
    return latencies


def last_seen(activity: Database, *, project: str = "") -> dict[str, int]:
    """When a hook of each agent was last called."""
    return dict(activity.rows("statistics.last_seen", project=project))


def savings(
    activity: Database, *, since: int = 0, project: str = "", session: str = ""
) -> list[Saving]:
    """Tokens without and with Sightline, by what saved them."""
    rows = activity.rows("statistics.savings", since=since, project=project, session=session)
    return [Saving(*row) for row in rows]


def totals(activity: Database, *, since: int = 0, project: str = "", session: str = "") -> Totals:
    """The number of injections, and how many of their items were used."""
    bounds = {"since": since, "project": project, "session": session}
    count, items, tokens, budget, sessions = activity.rows("statistics.totals", **bounds)[0]
    shown, decided, used = activity.rows("statistics.uses", **bounds)[0]
    return Totals(count, items, tokens, budget, shown, decided, used, sessions)


def fills(
    activity: Database, *, since: int = 0, project: str = "", session: str = ""
) -> list[Filled]:
    """How much of the budget was used, by kind of answer."""
    rows = activity.rows("statistics.fills", since=since, project=project, session=session)
    by_kind: dict[str, list[float]] = {}
    for what, after, budget in rows:
        by_kind.setdefault(what, []).append(after / budget)
    return [
        Filled(what, len(shares), min(shares), percentile(sorted(shares), 0.5), max(shares))
        for what, shares in by_kind.items()
    ]


def uses(
    activity: Database, *, since: int = 0, project: str = "", session: str = ""
) -> list[KindUse]:
    """Items shown and used, by kind."""
    rows = activity.rows("statistics.by_kind", since=since, project=project, session=session)
    return [KindUse(*row) for row in rows]


def weekly(
    activity: Database, kind: str, *, since: int = 0, project: str = "", session: str = ""
) -> list[WeekUse]:
    """How many injections and items of a kind were used, by week and project, newest first."""
    bounds = {"kind": kind, "since": since, "project": project, "session": session}
    return [WeekUse(*row) for row in activity.rows("statistics.weekly", **bounds)]


def injection_times(
    activity: Database, *, since: int = 0, project: str = "", session: str = ""
) -> list[float]:
    """Milliseconds each injection took, fastest first."""
    bounds = {"since": since, "project": project, "session": session}
    return [ms for (ms,) in activity.rows("statistics.injection_times", **bounds)]


def sessions(
    activity: Database, *, since: int = 0, project: str = "", session: str = "", limit: int = 10
) -> list[SessionTotals]:
    """The last sessions with their totals, newest first."""
    bounds = {"since": since, "project": project, "session": session, "limit": limit}
    return [SessionTotals(*row) for row in activity.rows("statistics.sessions", **bounds)]


def percentile(ordered: list[float], part: float) -> float:
    """The percentile of ordered values (nearest rank); `part` is between 0 and 1."""
    if not ordered:
        return 0.0
    return ordered[max(0, ceil(part * len(ordered)) - 1)]


def _injection(row: Sequence[Any]) -> Injection:
    number, agent, session, subagent, epoch, *rest = row
    return Injection(f"{number:04x}", SessionKey(agent, session, subagent, epoch), *rest)


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
    """The values of a frame read from JSON, with its lists as tuples."""
    return [_tuples(value) for value in values]


def _tuples(value: Any) -> Any:
    return tuple(_tuples(part) for part in value) if isinstance(value, list) else value
