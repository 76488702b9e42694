"""The symbols a topic worked on: those that its prompts and replies name, found in the index.

A symbol that was only shown for a prompt is not among them.
"""

import re
from collections.abc import Collection

from sightline.errors import StoreError
from sightline.events.moment import Moment
from sightline.model.indexed import IndexedSymbol
from sightline.store.code import reader
from sightline.store.turns import topic_files
from sightline.topics.tracker import touch

# How much of a reply is read, how many names of it are looked up, and how many symbols a turn links.
_CHARACTERS, _MOST_NAMES, MOST_SYMBOLS = 2000, 20, 8
# How many symbols may share a name.
_MOST_ALIKE = 20
_QUOTED = r"`([^`\n]+)`"
_NAME = r"[A-Za-z_]\w{2,}"
# Names that only code has: with an underscore or a capital inside.
_CODE_NAME = r"\b(?:[A-Za-z]+_\w+|_\w{2,}|[A-Za-z][a-z0-9]+[A-Z]\w*)\b"


def are_named(symbols: Collection[str], prompt: str) -> list[str]:
    """Those of these symbols that a prompt names, by the last part of their names."""
    words = set(re.compile(_NAME).findall(prompt))
    return [key for key in symbols if re.compile(r"\w+").findall(key)[-1] in words]


def touch_said_symbols(moment: Moment, topic: str, reply: str) -> None:
    """Link a topic to the symbols that a reply names: those of its files, or the only ones."""
    names = _code_names(reply[:_CHARACTERS])
    if not topic or not names:
        return
    try:
        files = topic_files(moment.engine.memory, [topic]).get(topic, {})
        keys = _found(moment, names, files)
        if keys:
            touch(moment.engine.memory, topic, now=moment.now, symbols=keys)
    except StoreError:
        return


def _code_names(reply: str) -> list[str]:
    """The names of code in a reply: each in backticks, and those that only code has."""
    names: dict[str, None] = {}
    for quoted in re.compile(_QUOTED).findall(reply):
        parts = re.compile(_NAME).findall(quoted)
        # A file, a command or a line of code names no symbol of its own.
        if parts and len(quoted.split()) == 1 and "/" not in quoted:
            names[parts[-1]] = None
    names.update(dict.fromkeys(re.compile(_CODE_NAME).findall(reply)))
    return list(names)[:_MOST_NAMES]


def _found(moment: Moment, names: list[str], files: Collection[str]) -> list[str]:
    index = moment.engine.index
    keys: list[str] = []
    with index.reading():
        for name in names:
            named = reader.symbols_named(index, name, limit=_MOST_ALIKE)
            # A module is a file, which the line names already.
            alike = [symbol for symbol in named if symbol.parent_id]
            keys += [f"{symbol.path}::{symbol.qualified}" for symbol in _meant(alike, files)]
    return list(dict.fromkeys(keys))[:MOST_SYMBOLS]


def _meant(alike: list[IndexedSymbol], files: Collection[str]) -> list[IndexedSymbol]:
    """The symbol meant by a name that several may share; none if that is not clear."""
    at_work = [symbol for symbol in alike if symbol.path in files]
    if at_work:
        return at_work[:1]
    return alike if len(alike) == 1 else []
