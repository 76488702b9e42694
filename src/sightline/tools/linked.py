"""What is remembered about code, in short, for the tools that show code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sightline.engine import Engine


def memories_of_symbol(engine: Engine, qualified: str) -> list[dict[str, Any]]:
    """The memories linked to a symbol."""
    return []


def count_memories(engine: Engine) -> int:
    """How many memories the project has."""
    return 0
