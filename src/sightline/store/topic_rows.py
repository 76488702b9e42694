"""Converts between rows of the memory database and topics, turns and nodes.

Every query that reads one of them selects its columns in the order of the value's fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sightline.model.session import Node, Topic, Turn
from sightline.store.sqlite.database import Row

# Columns that are stored as text or as an integer and converted on reading.
_TERMS, _PINNED = (Topic._fields.index(name) for name in ("terms", "pinned"))
_NODE_WORD_LISTS = tuple(Node._fields.index(name) for name in ("stems", "words", "sources"))
_INDEXED = Node._fields.index("indexed")


def topic_of(row: Sequence[Any]) -> Topic:
    """A topic from its row."""
    values = list(row)
    values[_TERMS] = tuple(values[_TERMS].split())
    values[_PINNED] = bool(values[_PINNED])
    return tuple.__new__(Topic, values)


def turn_of(row: Row) -> Turn:
    """A turn from its row."""
    turn = Turn._make(row)
    return turn._replace(terms=tuple(str(turn.terms).split()))


def node_of(row: Row) -> Node:
    """A node from its row."""
    values = list(row)
    for column in _NODE_WORD_LISTS:
        values[column] = tuple(values[column].split())
    values[_INDEXED] = bool(values[_INDEXED])
    # A forest has a hundred nodes, so this skips the checks of the constructor.
    return tuple.__new__(Node, values)


def node_row(project: str, node: Node) -> dict[str, object]:
    """The columns of a node."""
    return {
        **node._asdict(),
        "project": project,
        "stems": " ".join(node.stems),
        "words": " ".join(node.words),
        "sources": " ".join(node.sources),
        "indexed": int(node.indexed),
    }


def topic_from(values: Sequence[Any]) -> Topic:
    """A topic from a snapshot."""
    topic = Topic(*values)  # a snapshot of an earlier version has fewer values
    return topic._replace(terms=tuple(topic.terms), pinned=bool(topic.pinned))


def node_from(values: Sequence[Any]) -> Node:
    """A node from a snapshot."""
    return Node._make(tuple(value) if isinstance(value, list) else value for value in values)
