"""Limits what is told unasked: standing facts have a cap, some records are for people only, and of
several memories about the same only the one of the most specific scope is told."""

from collections.abc import Sequence
from typing import NamedTuple

from sightline.model.frame import FACT, REST_TOKENS, Item, with_rest
from sightline.model.memory import SESSION_HISTORY, Memory
from sightline.store.sqlite.database import Database
from sightline.text.tokens import estimate_tokens

# Standing facts in a prompt have at most so many tokens (ruling 74).
STANDING_TOKENS = 300
# Files that assistants load themselves: what was imported from them is not told again.
LOADED_FILES = ("CLAUDE.md", "AGENTS.md", "GEMINI.md", ".cursorrules", "copilot-instructions.md")


class CappedItems(NamedTuple):
    """The items, without standing facts for which there is no room."""

    items: list[Item]
    no_room: list[Item]


def capped(items: Sequence[Item]) -> CappedItems:
    """The standing facts that fit their cap, in the given order, and all other items.

    The last of these facts says how many more there are.
    """
    costs = [estimate_tokens(item.text) if item.kind == FACT else 0 for item in items]
    left = STANDING_TOKENS
    if sum(costs) > left:
        left -= REST_TOKENS
    fitting, no_room = [], []
    for item, cost in zip(items, costs, strict=True):
        if cost > left:
            no_room.append(item)
            continue
        left -= cost
        fitting.append(item)
    facts = [at for at, item in enumerate(fitting) if item.kind == FACT]
    if no_room and facts:
        # Frames show the best first, and those with the same score by their keys.
        last = max(facts, key=lambda at: (-fitting[at].score, fitting[at].key))
        fitting[last] = with_rest(fitting[last], len(no_room))
    return CappedItems(fitting, no_room)


def is_told(memory: Memory) -> bool:
    """Whether a memory may be told: not session statistics, nor what the assistant loads itself."""
    if memory.domain == SESSION_HISTORY:
        return False
    imported = memory.source.startswith("import")
    return not (imported and memory.origin.replace("\\", "/").rpartition("/")[2] in LOADED_FILES)


def most_specific(database: Database, memories: Sequence[Memory]) -> dict[int, str]:
    """The memories that hold, by number, each with a note of what it overrules, if anything."""
    if not any(memory.scope for memory in memories):
        return {memory.number: "" for memory in memories}
    # Loads the comparison of texts, which only shared memories need.
    from sightline.memory.share.precedence import overruled

    losers = overruled(database, memories)
    notes = {}
    for memory in memories:
        if memory.number not in losers:
            ids = [one.id for one in memories if losers.get(one.number) == memory]
            notes[memory.number] = f"used here instead of {', '.join(ids)}" if ids else ""
    return notes
