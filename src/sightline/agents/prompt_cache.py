"""How well an assistant's prompt cache worked, read from the token counts in its transcripts.

Only Claude Code writes them. Nothing but the counts is read, and each file only up to a limit.
"""

from __future__ import annotations

import glob
import itertools
import json
import os
from datetime import datetime
from typing import Any, NamedTuple

MOST_BYTES = 32 * 1024 * 1024
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
    by_id: dict[str, Request] = {}
    try:
        with open(path, "rb") as file:
            lines = file.read(MOST_BYTES).split(b"\n")
    except OSError:
        return []
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
