"""Who is talking to us: an assistant's session and its epoch; topics and turns."""

from __future__ import annotations

from sightline.model.record import NamedTuple


class SessionKey(NamedTuple):
    """One stretch of context an assistant still has: it ends with each compaction."""

    agent: str
    session: str
    subagent: str = ""
    epoch: int = 0
