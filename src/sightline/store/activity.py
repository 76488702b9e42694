"""Writes what was sent, seen and answered; all of it may be lost, none of it may grow without end.

Text comes in redacted. Reading it back for people is in `store.statistics`, learning in
`store.usage`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sightline.model.frame import Frame
from sightline.model.session import TELL_COMPACTIONS, SessionKey
from sightline.settings.load import Settings
from sightline.store.sqlite.database import Database

DAYS = 90
MEGABYTES = 64
HOUR_MS = 3600 * 1000
DAY_MS = 24 * HOUR_MS
# A cheap look at age and size comes once in so many hook calls or injections.
PRUNE_EVERY = 64
PRUNE_ROWS = 500
# Of how many items of a kind in one injection it is noted whether they were used.
LEARNED = 16
# How long the same event may come again: both installations answer within seconds.
ANSWERED_MS = DAY_MS


def see_session(
    activity: Database,
    key: SessionKey,
    *,
    now: int,
    project: str = "",
    worktree: str = "",
    prompt: bool = False,
) -> SessionKey:
    """Note that a session is alive (and had a prompt); its key with the epoch it is in."""
    epoch = _seen(activity, key, now, project, worktree, prompt)[1]
    return key._replace(epoch=epoch)


def newest_session(activity: Database, agent: str, worktree: str) -> SessionKey | None:
    """Ruling 44: the session a hook of this agent saw last in this working tree."""
    row = activity.row("activity.newest_session", agent=agent, worktree=worktree)
    return SessionKey(agent, row[0], "", row[1]) if row else None


def next_epoch(activity: Database, key: SessionKey, *, now: int) -> SessionKey:
    """A compaction happened: the assistant has nothing of what was sent before."""
    with activity.transaction():
        number, epoch, _ = _seen(activity, key, now)
        activity.run("activity.next_epoch", id=number, now=now)
        activity.run("activity.forget_earlier_epochs", session=number, epoch=epoch + 1)
    return key._replace(epoch=epoch + 1)


def still_has(
    activity: Database,
    key: SessionKey,
    *,
    now: int,
    lapse_prompts: int = 0,
    lapse_ms: int = 0,
) -> frozenset[str]:
    """Hashes of the content this session still has; 0 means that it never lapses."""
    found = activity.row("activity.session", **_names(key))
    if found is None:
        return frozenset()
    number, _, prompts = found
    rows = activity.rows(
        "activity.still_has",
        session=number,
        epoch=key.epoch,
        prompts_before=prompts - lapse_prompts if lapse_prompts else -1,
        sent_before=now - lapse_ms if lapse_ms else -1,
    )
    return frozenset(row[0] for row in rows)


def has_now(activity: Database, key: SessionKey, settings: Settings, *, now: int) -> frozenset[str]:
    """Ruling 44: what the session still has; it lapses where the agent signals no compaction."""
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
    """Note content that was sent by other means than an injection: a tool's answer."""
    with activity.transaction():
        number, _, prompts = _seen(activity, key, now)
        _send(activity, number, key.epoch, prompts, hashes, now)


def forget_sent(activity: Database, key: SessionKey) -> None:
    """Everything may be sent again, as after `recover_session`."""
    found = activity.row("activity.session", **_names(key))
    if found is not None:
        activity.run("activity.forget_sent", session=found[0], epoch=key.epoch)


def first_time(
    activity: Database, event_id: str, *, now: int, again_after_ms: int = ANSWERED_MS
) -> bool:
    """Whether this event was not answered before; of several that ask, one is told yes."""
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
    """Keep an injection with all its parts, and what the assistant has now; its id."""
    with activity.transaction():
        known = activity.row("activity.session", **_names(key))
        session, _, prompts = known or _seen(activity, key, now, project)
        number = activity.insert(
            "activity.add_injection",
            session=session,
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
        activity.many("activity.add_shown", [(number, *one) for one in _learned(frame)])
        _send(activity, session, key.epoch, prompts, [item.hash for item in frame.items], now)
    return f"{number:04x}"


def _learned(frame: Frame) -> list[tuple[int, str, str, str, float]]:
    """The items whose use is looked for: of each kind those that stood first."""
    counts: dict[str, int] = {}
    found = []
    for place, item in enumerate(frame.items):
        counts[item.kind] = counts.get(item.kind, 0) + 1
        if counts[item.kind] <= LEARNED:
            found.append((place, item.kind, item.key, item.hash, item.score))
    return found


def erase_quotes(activity: Database, id: str) -> int:
    """Take out every injection that quoted a memory, for good; how many there were."""
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
    """Keep how a hook call went; now and then the oldest entries go."""
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
    """Keep how many tokens an answer would have cost without us, and did cost."""
    with activity.transaction():
        session = _seen(activity, key, now, project)[0] if key else None
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
    """Drop what is too old, then the oldest until the rest is small enough; rows dropped."""
    with activity.transaction():
        dropped = _drop(activity, now - days * DAY_MS)
        for query in ("answers", "taken"):
            before = now - ANSWERED_MS if query == "answers" else now - days * DAY_MS
            dropped += activity.run(f"activity.drop_old_{query}", before=before, limit=PRUNE_ROWS)
    while activity.value("activity.bytes") > megabytes * 1024 * 1024:
        with activity.transaction():
            gone = _drop(activity, now + 1, size_only=True)
        dropped += gone
        if not gone:
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
) -> tuple[int, int, int]:
    number, epoch, prompts = activity.changed(
        "activity.see_session",
        **_names(key),
        epoch=key.epoch,
        project=project,
        worktree=worktree,
        prompts=int(prompt),
        now=now,
    )[0]
    return number, epoch, prompts


def _send(
    activity: Database, session: int, epoch: int, prompt: int, hashes: Iterable[str], now: int
) -> None:
    sent = list(hashes)
    activity.run("activity.send", session=session, epoch=epoch, hashes=sent, prompt=prompt, at=now)


def _names(key: SessionKey) -> dict[str, str]:
    return {"agent": key.agent, "session": key.session, "subagent": key.subagent}
