"""Records sessions, injections, hook calls and savings; bounded in size, and safe to lose.

Text is redacted by the caller. `store.statistics` reads it back for people, `store.usage` counts
which items were used.
"""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from sightline.model.frame import Frame
from sightline.model.session import TELL_COMPACTIONS, SessionKey
from sightline.settings.load import Settings
from sightline.store.sqlite.database import Database, Row

DAYS = 90
MEGABYTES = 64
HOUR_MS = 3600 * 1000
DAY_MS = 24 * HOUR_MS
# Age and size are checked once in this many hook calls.
PRUNE_EVERY = 64
PRUNE_ROWS = 500
# For this many items of each kind in an injection, their use is tracked.
TRACKED_ITEMS = 16
# How long a repeated event is recognised: two installations may send the same one.
ANSWERED_MS = DAY_MS


class _SeenSession(NamedTuple):
    """A session in the activity database: its number, its epoch and how many prompts it had."""

    number: int
    epoch: int
    prompts: int


def see_session(
    activity: Database,
    key: SessionKey,
    *,
    now: int,
    project: str = "",
    worktree: str = "",
    prompt: bool = False,
) -> SessionKey:
    """Record that a session is alive (and had a prompt); its key with the current epoch."""
    seen = _seen(activity, key, now, project, worktree, prompt)
    return key._replace(epoch=seen.epoch)


def newest_session(activity: Database, agent: str, worktree: str) -> SessionKey | None:
    """The session of this agent that was last active in this working tree (ruling 44)."""
    row = activity.row("activity.newest_session", agent=agent, worktree=worktree)
    if row is None:
        return None
    session, epoch = row
    return SessionKey(agent, session, "", epoch)


def next_epoch(activity: Database, key: SessionKey, *, now: int) -> SessionKey:
    """Start a new epoch after a compaction: the assistant lost everything sent before."""
    with activity.transaction():
        seen = _seen(activity, key, now)
        epoch = seen.epoch + 1
        activity.run("activity.next_epoch", id=seen.number, now=now)
        activity.run("activity.forget_earlier_epochs", session=seen.number, epoch=epoch)
    return key._replace(epoch=epoch)


def still_has(
    activity: Database,
    key: SessionKey,
    *,
    now: int,
    lapse_prompts: int = 0,
    lapse_ms: int = 0,
) -> frozenset[str]:
    """Hashes of the content this session still has; a lapse of 0 means never."""
    seen = _find_session(activity, key)
    if seen is None:
        return frozenset()
    rows = activity.rows(
        "activity.still_has",
        session=seen.number,
        epoch=key.epoch,
        prompts_before=seen.prompts - lapse_prompts if lapse_prompts else -1,
        sent_before=now - lapse_ms if lapse_ms else -1,
    )
    return frozenset(content for (content,) in rows)


def has_now(activity: Database, key: SessionKey, settings: Settings, *, now: int) -> frozenset[str]:
    """What the session still has; it lapses if the agent reports no compactions (ruling 44)."""
    if key.agent in TELL_COMPACTIONS:
        return still_has(activity, key, now=now)
    return still_has(
        activity,
        key,
        now=now,
        lapse_prompts=settings.integer("injection.lapse_prompts"),
        lapse_ms=int(settings.number("injection.lapse_hours") * HOUR_MS),
    )


def disclose(activity: Database, key: SessionKey, hashes: Iterable[str], *, now: int) -> None:
    """Record content that was sent in a tool's answer instead of an injection."""
    with activity.transaction():
        _record_sent(activity, _seen(activity, key, now), key.epoch, hashes, now)


def forget_sent(activity: Database, key: SessionKey) -> None:
    """Allow everything to be sent again, as after `recover_session`."""
    seen = _find_session(activity, key)
    if seen is not None:
        activity.run("activity.forget_sent", session=seen.number, epoch=key.epoch)


def first_time(
    activity: Database, event_id: str, *, now: int, again_after_ms: int = ANSWERED_MS
) -> bool:
    """Whether this event was not answered yet; of several callers only one gets True."""
    return activity.run("activity.answer", id=event_id, at=now, again=again_after_ms) == 1


def record_injection(
    activity: Database,
    key: SessionKey,
    frame: Frame,
    *,
    project: str,
    event: str,
    prompt: str,
    ms: float,
    now: int,
    notes: dict[str, Any] | None = None,
) -> str:
    """Record an injection with all its parts, and that the assistant has them; its id."""
    with activity.transaction():
        seen = _find_session(activity, key) or _seen(activity, key, now, project)
        number = activity.insert(
            "activity.add_injection",
            session=seen.number,
            epoch=key.epoch,
            project=project,
            event=event,
            prompt=prompt,
            text=frame.text,
            frame=json.dumps({"items": frame.items, "left_out": frame.left_out}),
            notes=json.dumps(notes or {}),
            items=len(frame.items),
            tokens=frame.tokens,
            budget=frame.budget,
            ms=ms,
            created=now,
        )
        activity.many("activity.add_shown", _tracked_rows(number, frame))
        hashes = [hash for item in frame.items for hash in (item.hash, *item.records)]
        _record_sent(activity, seen, key.epoch, hashes, now)
    return f"{number:04x}"


def last_injected(activity: Database, key: SessionKey, event: str) -> int:
    """When something was last injected into a session with an event; 0 if never."""
    return int(activity.value("activity.last_injected", **key.identity(), event=event) or 0)


def _tracked_rows(injection: int, frame: Frame) -> list[Row]:
    """Rows for the items whose use is tracked: the first ones of each kind."""
    counts: dict[str, int] = {}
    rows: list[Row] = []
    for place, item in enumerate(frame.items):
        counts[item.kind] = counts.get(item.kind, 0) + 1
        if counts[item.kind] <= TRACKED_ITEMS:
            rows.append((injection, place, item.kind, item.key, item.hash, item.score))
    return rows


def erase_quotes(activity: Database, id: str) -> int:
    """Erase every injection that quoted a memory; how many."""
    activity.statement("PRAGMA secure_delete=ON")
    return activity.run("activity.erase_quotes", id=id)


def record_hook_call(
    activity: Database,
    *,
    agent: str,
    event: str,
    project: str,
    ms: float,
    now: int,
    error: str = "",
    days: int = DAYS,
    megabytes: int = MEGABYTES,
) -> None:
    """Record a hook call; now and then delete the oldest entries."""
    number = activity.insert(
        "activity.add_hook_call",
        at=now,
        agent=agent,
        event=event,
        project=project,
        ms=ms,
        ok=not error,
        error=error,
    )
    if number % PRUNE_EVERY == 0:
        prune(activity, now=now, days=days, megabytes=megabytes)


def record_saving(
    activity: Database,
    key: SessionKey | None,
    what: str,
    *,
    project: str,
    before: int,
    after: int,
    now: int,
    budget: int = 0,
) -> None:
    """Record how many tokens an answer would have cost without Sightline, and did cost."""
    with activity.transaction():
        session = _seen(activity, key, now, project).number if key else None
        activity.run(
            "activity.add_saving",
            at=now,
            session=session,
            project=project,
            what=what,
            before=before,
            after=after,
            budget=budget,
        )


def prune(activity: Database, *, now: int, days: int = DAYS, megabytes: int = MEGABYTES) -> int:
    """Delete entries that are too old, then the oldest until the size limit is met; how many."""
    with activity.transaction():
        dropped = _drop(activity, now - days * DAY_MS)
        for query in ("answers", "taken"):
            before = now - ANSWERED_MS if query == "answers" else now - days * DAY_MS
            dropped += activity.run(f"activity.drop_old_{query}", before=before, limit=PRUNE_ROWS)
    while activity.value("activity.bytes") > megabytes * 1024 * 1024:
        with activity.transaction():
            batch = _drop(activity, now + 1, size_only=True)
        dropped += batch
        if not batch:
            break
    if dropped:
        activity.give_space_back(1000)
    return dropped


def _drop(activity: Database, before: int, *, size_only: bool = False) -> int:
    kinds = ["injections", "hook_calls", "savings"]
    if not size_only:
        kinds += ["sessions", "usage"]
    return sum(
        activity.run(f"activity.drop_old_{kind}", before=before, limit=PRUNE_ROWS) for kind in kinds
    )


def _seen(
    activity: Database,
    key: SessionKey,
    now: int,
    project: str = "",
    worktree: str = "",
    prompt: bool = False,
) -> _SeenSession:
    """Record that a session is alive."""
    (row,) = activity.changed(
        "activity.see_session",
        **key.identity(),
        epoch=key.epoch,
        project=project,
        worktree=worktree,
        prompts=int(prompt),
        now=now,
    )
    return _SeenSession._make(row)


def _find_session(activity: Database, key: SessionKey) -> _SeenSession | None:
    row = activity.row("activity.session", **key.identity())
    return _SeenSession._make(row) if row else None


def _record_sent(
    activity: Database, session: _SeenSession, epoch: int, hashes: Iterable[str], now: int
) -> None:
    activity.run(
        "activity.send",
        session=session.number,
        epoch=epoch,
        hashes=list(hashes),
        prompt=session.prompts,
        at=now,
    )
