"""The cost screen as plain values: tokens told, used and saved by day and project, and hook times."""

from __future__ import annotations

import os
from typing import Any

from sightline.agents.prompt_cache import cache_health
from sightline.engine import Engine
from sightline.store import projects, statistics, timeline

DAYS = 90
DAY_MS = 86_400_000
MOST_SESSIONS = 30


def costs(engine: Engine, *, only_this_project: bool = False) -> dict[str, Any]:
    """What was told and what it cost in the last days."""
    now = engine.now()
    since = (now // DAY_MS - DAYS + 1) * DAY_MS
    own = engine.project.id
    days = [
        day._asdict()
        for day in timeline.days(engine.activity, since=since)
        if day.project == own or not only_this_project
    ]
    sessions = statistics.sessions(engine.activity, since=since, project=own, limit=MOST_SESSIONS)
    return {
        "days": days,
        "from_day": since // DAY_MS,
        "to_day": now // DAY_MS,
        "project": own,
        "projects": _names(engine, {str(day["project"]) for day in days} | {own}),
        "hooks": [
            one._asdict() for one in statistics.latencies(engine.activity, since=since, project=own)
        ],
        "kinds": [
            one._asdict() for one in statistics.uses(engine.activity, since=since, project=own)
        ],
        "savings": [
            one._asdict() for one in statistics.savings(engine.activity, since=since, project=own)
        ],
        "sessions": [one._asdict() for one in sessions],
        "cache": cache_health(os.path.expanduser("~"), [one.session for one in sessions]),
    }


def _names(engine: Engine, ids: set[str]) -> dict[str, str]:
    known = projects.names(engine.memory)
    return {id: known.get(id, engine.project.name if id == engine.project.id else id) for id in ids}
