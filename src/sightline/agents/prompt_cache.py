"""How well an assistant's prompt cache worked, read from the token counts in its transcripts.

Only Claude Code writes them. Nothing but the counts is read, and each file only up to a limit.
"""

from __future__ import annotations

import glob
import itertools
import json
import os
from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from sightline.process.regular_files import read_end, read_start

MOST_BYTES = 32 * 1024 * 1024
# How much of a transcript's end is read for its last turn.
TURN_BYTES = 2_000_000
# A request that reads less than this share of what the one before it sent has lost the cache.
LOST_SHARE = 0.5
# Caches expire by themselves after this pause.
EXPIRY_SECONDS = 300.0


class Request(NamedTuple):
    """The input tokens of one request: read from the cache, written to it, and neither."""

    read: int
    written: int
    plain: int
    at: float = 0.0

    @property
    def total(self) -> int:
        """All input tokens."""
        return self.read + self.written + self.plain


def cache_health(home: str, sessions: list[str]) -> dict[str, Any]:
    """Requests, the share of tokens read from the cache, and how often the cache was lost."""
    requests = lost = read = total = 0
    for session in sessions:
        if not session or glob.escape(session) != session or os.sep in session:
            continue
        for path in glob.glob(os.path.join(home, ".claude", "projects", "*", f"{session}.jsonl")):
            own = requests_in(path)
            requests += len(own)
            lost += losses(own)
            read += sum(one.read for one in own)
            total += sum(one.total for one in own)
    share = round(read / total, 4) if total else None
    return {"requests": requests, "lost": lost, "read_share": share, "tokens": total}


def requests_in(path: str) -> list[Request]:
    """The requests of one transcript, in order, each once."""
    try:
        lines = read_start(path, MOST_BYTES).content.split(b"\n")
    except OSError:
        return []
    return _requests(lines)


def _requests(lines: Iterable[bytes]) -> list[Request]:
    by_id: dict[str, Request] = {}
    for number, line in enumerate(lines):
        if b'"cache_read_input_tokens"' not in line:
            continue
        try:
            entry = json.loads(line)
            message = entry["message"]
            request = request_of(message["usage"], _seconds(entry.get("timestamp", "")))
        except (ValueError, KeyError, TypeError):
            continue
        # One request is written once per block of its answer.
        by_id[str(message.get("id") or number)] = request
    return list(by_id.values())


class CacheTurn(NamedTuple):
    """A turn: when its prompt was given (in seconds), and whether its first request lost the cache."""

    at: float
    is_lost: bool


def last_turn(path: str) -> CacheTurn | None:
    """The last turn of a transcript; None if it does not tell, or a pause emptied the cache."""
    try:
        lines = read_end(path, TURN_BYTES).content.split(b"\n")
    except OSError:
        return None
    for number in range(len(lines) - 1, -1, -1):
        at = _prompted_at(lines[number])
        if at is not None:
            before, after = _requests(lines[:number])[-1:], _requests(lines[number:])[:1]
            if not (before and after) or after[0].at - before[0].at > EXPIRY_SECONDS:
                return None
            return CacheTurn(at, bool(losses([*before, *after])))
    return None


def _prompted_at(line: bytes) -> float | None:
    """When the prompt on this line was given; None if it is not a prompt."""
    if b'"user"' not in line or b'"tool_result"' in line:
        return None
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    if not isinstance(entry, dict) or entry.get("type") != "user":
        return None
    is_own = entry.get("isMeta") or entry.get("isSidechain") or entry.get("isCompactSummary")
    return None if is_own else _seconds(str(entry.get("timestamp", "")))


def request_of(usage: dict[str, Any], at: float = 0.0) -> Request:
    """The request with these token counts."""
    return Request(
        int(usage.get("cache_read_input_tokens") or 0),
        int(usage.get("cache_creation_input_tokens") or 0),
        int(usage.get("input_tokens") or 0),
        at,
    )


def losses(requests: list[Request]) -> int:
    """How many requests had to send again what the one before them had put into the cache."""
    return sum(
        after.read < before.total * LOST_SHARE and after.total >= before.total
        for before, after in itertools.pairwise(requests)
        if not (before.at and after.at and after.at - before.at > EXPIRY_SECONDS)
    )


def _seconds(text: str) -> float:
    try:
        return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()
    except ValueError:
        return 0.0
