"""Finds calls that run a value which an object keeps: `self.handler(request)`.

The graph has no edge for such a call. The function that sets the attribute, and what it names, say what runs.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from sightline.model.indexed import CALLABLE, IndexedSymbol
from sightline.store.code import reader
from sightline.store.sqlite.database import Database
from sightline.workspace.source import Sources

_CALLED = re.compile(r"\b(?:self|this)\.([A-Za-z_]\w*)\(")


class StoredValue(NamedTuple):
    """A function that calls what an attribute holds, and the function that sets the attribute."""

    caller: IndexedSymbol
    setter: IndexedSymbol


def stored_value(
    index: Database, sources: Sources, goal: IndexedSymbol, callers: Collection[int]
) -> StoredValue | None:
    """One of these callers, in the goal's file, that may run the goal through an attribute."""
    text = sources.read(goal.path) or b""
    functions = [s for s in reader.symbols_in_file(index, goal.file_id) if s.kind in CALLABLE]
    bodies = {s.id: text[s.start : s.end].decode("utf-8", "replace") for s in functions}
    names_goal = re.compile(rf"(?<!\w){re.escape(goal.name)}(?!\w)")
    known = {symbol.name for symbol in functions}
    for caller in functions:
        if caller.id not in callers:
            continue
        for attribute in dict.fromkeys(_CALLED.findall(bodies[caller.id])):
            if attribute in known:
                continue
            is_set = re.compile(rf"\b(?:self|this)\.{re.escape(attribute)}\s*=(?!=)")
            for setter in functions:
                body = bodies[setter.id]
                if setter.id != goal.id and is_set.search(body) and names_goal.search(body):
                    return StoredValue(caller, setter)
    return None
