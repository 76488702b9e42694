"""Which events a database has taken in, so that each is taken in once; see `store.spool`."""

from __future__ import annotations

from sightline.store.sqlite.database import Database

REMEMBER_MS = 30 * 24 * 3600 * 1000
# Looking for what may be forgotten comes once in so many events, by the clock's last digits.
FORGET_EVERY = 50


def first_time(database: Database, event_id: str, *, now: int) -> bool:
    """Mark an event as taken in, inside the caller's transaction; False if it was already."""
    if not database.run("spool.take", id=event_id, taken=now):
        return False
    if now % FORGET_EVERY == 0:
        database.run("spool.forget", before=now - REMEMBER_MS)
    return True
