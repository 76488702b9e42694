"""Reads activity in bulk for the page: every injection in one row, tellings of items, totals by day."""

from itertools import groupby
from typing import Any, NamedTuple

from sightline.model.session import PROMPT, Topic, Turn
from sightline.store.sqlite.database import Database
from sightline.store.statistics import percentile
from sightline.store.topics import topics_named, turns_named


class TimelineEntry(NamedTuple):
    """One injection in a row, with the number of its tracked, decided and used items."""

    number: int
    agent: str
    session: str
    epoch: int
    event: str
    prompt: str
    tokens: int
    budget: int
    items: int
    ms: float
    created: int
    tracked: int
    decided: int
    used: int


class Telling(NamedTuple):
    """One time an item was shown; `used` is None while that is undecided."""

    key: str
    injection: int
    created: int
    used: int | None


class DayTotals(NamedTuple):
    """What one project was told on one day, what was used, and how long hooks took."""

    day: int  # days since the epoch
    project: str
    injections: int = 0
    tokens: int = 0
    items: int = 0
    sessions: int = 0
    decided: int = 0
    used: int = 0
    saved: int = 0
    hook_calls: int = 0
    hook_p50: float = 0.0
    hook_p95: float = 0.0


class SessionLine(NamedTuple):
    """The counts of one session that a status line shows."""

    prompts: int
    told: int
    used: int


def entries(activity: Database, project: str, *, limit: int) -> list[TimelineEntry]:
    """The last injections of a project, newest first."""
    rows = activity.rows("timeline.entries", project=project, limit=limit)
    return [TimelineEntry._make(row) for row in rows]


def tellings(
    activity: Database, project: str, kinds: tuple[str, ...], *, limit: int
) -> list[Telling]:
    """Where items of these kinds were shown, newest first."""
    rows = activity.rows("timeline.tellings", project=project, kinds=kinds, limit=limit)
    return [Telling._make(row) for row in rows]


def days(activity: Database, *, since: int) -> list[DayTotals]:
    """Totals by day and project since a time, oldest first."""
    totals: dict[tuple[int, str], dict[str, Any]] = {}

    def add(day: int, project: str, **values: float) -> None:
        totals.setdefault((day, project), {}).update(values)

    for day, project, count, tokens, items, sessions in activity.rows(
        "timeline.injections_by_day", since=since
    ):
        add(day, project, injections=count, tokens=tokens, items=items, sessions=sessions)
    for day, project, decided, used in activity.rows("timeline.uses_by_day", since=since):
        add(day, project, decided=decided, used=used)
    for day, project, saved in activity.rows("timeline.savings_by_day", since=since):
        add(day, project, saved=saved)
    calls = activity.rows("timeline.hook_times_by_day", since=since)
    for (day, project), group in groupby(calls, key=lambda call: (call[0], call[1])):
        times = [ms for _, _, ms in group]
        p50, p95 = percentile(times, 0.5), percentile(times, 0.95)
        add(day, project, hook_calls=len(times), hook_p50=p50, hook_p95=p95)
    return [DayTotals(day, project, **values) for (day, project), values in sorted(totals.items())]


def session_line(activity: Database, agent: str, session: str) -> SessionLine:
    """The counts of one session; zeros if it is unknown."""
    row = activity.row("timeline.session_line", agent=agent, session=session)
    return SessionLine._make(row) if row else SessionLine(0, 0, 0)


def topics(memory: Database, project: str, *, limit: int) -> list[Topic]:
    """The topics of a project, whatever their status, most recently used first."""
    ids = [id for (id,) in memory.rows("timeline.topics", project=project, limit=limit)]
    by_id = {topic.id: topic for topic in topics_named(memory, project, ids)}
    return [by_id[id] for id in ids if id in by_id]


def prompts(memory: Database, project: str, *, limit: int) -> list[Turn]:
    """The last prompts of a project, oldest first."""
    rows = memory.rows("timeline.prompts", project=project, role=PROMPT, limit=limit)
    return turns_named(memory, project, [number for (number,) in rows])
