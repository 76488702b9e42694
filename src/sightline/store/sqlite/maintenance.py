"""Periodic maintenance of the store: checks after damage, backups, removal of old activity.

Runs where nobody waits for it: at the end of a session, in commands and in the server.
"""

from __future__ import annotations

import os

from sightline.errors import StoreCorrupt, StoreError
from sightline.settings.load import Settings
from sightline.store.activity import prune
from sightline.store.locations import activity_path, memory_path
from sightline.store.sqlite.backup import back_up_if_due
from sightline.store.sqlite.database import open_database
from sightline.store.sqlite.repair import is_suspect, mend

HOUR_MS = 3600 * 1000


def keep_up(settings: Settings, *, now: int, home: str | None = None) -> list[str]:
    """Run the maintenance that is due; messages about what was done or needs attention."""
    messages: list[str] = []
    for step in (_check_suspect, _back_up, _prune):
        try:
            messages += step(settings, now, home)
        except StoreCorrupt as error:
            # A backup of a damaged database would displace a good one.
            return [*messages, f"{error.message}; {error.hint}"]
        except StoreError as error:
            messages.append(f"{error.message}; {error.hint}" if error.hint else error.message)
    return messages


def _check_suspect(settings: Settings, now: int, home: str | None) -> list[str]:
    path = memory_path(home)
    if not os.path.exists(path) or not is_suspect(path):
        return []
    return [f"rebuilt: {part}" for part in mend(path).mended]


def _back_up(settings: Settings, now: int, home: str | None) -> list[str]:
    backup = back_up_if_due(
        memory_path(home),
        now=now,
        keep=settings.integer("memory.backups"),
        every_ms=int(settings.number("memory.backup_hours") * HOUR_MS),
    )
    return [f"backed up to {backup}"] if backup else []


def _prune(settings: Settings, now: int, home: str | None) -> list[str]:
    path = activity_path(home)
    if not os.path.exists(path):
        return []
    activity = open_database(path, "activity")
    try:
        days, megabytes = settings.integer("activity.days"), settings.integer("activity.megabytes")
        dropped = prune(activity, now=now, days=days, megabytes=megabytes)
    finally:
        activity.close()
    return [f"{dropped} old entries of the activity log removed"] if dropped else []
