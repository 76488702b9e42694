"""What the store needs from time to time: a closer look after damage, a backup, old entries gone.

Called where nobody waits: at the end of a session, by commands and by the server.
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
    """Do what is due; sentences on what was done or needs a person. A busy store is left alone."""
    said: list[str] = []
    for step in (_look_after_damage, _back_up, _prune):
        try:
            said += step(settings, now, home)
        except StoreCorrupt as error:
            # No backup of a damaged database: it would push out a good one.
            return [*said, f"{error.message}; {error.hint}"]
        except StoreError as error:
            said.append(f"{error.message}; {error.hint}" if error.hint else error.message)
    return said


def _look_after_damage(settings: Settings, now: int, home: str | None) -> list[str]:
    path = memory_path(home)
    if not os.path.exists(path) or not is_suspect(path):
        return []
    return [f"built again: {what}" for what in mend(path).mended]


def _back_up(settings: Settings, now: int, home: str | None) -> list[str]:
    made = back_up_if_due(
        memory_path(home),
        now=now,
        keep=settings.integer("memory.backups"),
        every_ms=int(settings.number("memory.backup_hours") * HOUR_MS),
    )
    return [f"backed up to {made}"] if made else []


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
