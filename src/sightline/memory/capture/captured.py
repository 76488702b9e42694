"""One thing recognised in a session, before it is kept."""

from __future__ import annotations

from typing import NamedTuple


class Captured(NamedTuple):
    """Something recognised: what kind of memory it makes, by which rule, and where it was said."""

    kind: str
    text: str
    rule: str
    place: str
    fields: tuple[tuple[str, str], ...] = ()
    files: tuple[str, ...] = ()
