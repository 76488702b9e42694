"""Reads and writes the vectors of memories; `memory.semantic` makes and compares them."""

from collections.abc import Sequence
from typing import NamedTuple

from sightline.store.sqlite.database import Database

# Only so many of the newest memories have vectors: about 0.4 kB each, and as much again for every
# other wording.
MOST_VECTORS = 20_000


class StoredVectors(NamedTuple):
    """The vectors of one memory, one after the other."""

    number: int
    vectors: bytes


def missing(database: Database, model: str, kinds: Sequence[str], limit: int) -> list[int]:
    """The newest memories of these kinds that have no vectors of a model."""
    rows = database.rows(
        "vector.missing", model=model, kinds=list(kinds), most=MOST_VECTORS, limit=limit
    )
    return [number for (number,) in rows]


def put(database: Database, model: str, stored: Sequence[StoredVectors]) -> None:
    """Save the vectors of some memories."""
    with database.transaction():
        for number, vectors in stored:
            database.run("vector.put", number=number, model=model, vectors=vectors)


def of_projects(
    database: Database, model: str, projects: Sequence[str] | None
) -> list[StoredVectors]:
    """The vectors of the memories of these projects, or of all."""
    if projects is None:
        rows = database.rows("vector.everywhere", model=model, most=MOST_VECTORS)
    else:
        rows = database.rows(
            "vector.of_projects", model=model, projects=list(projects), most=MOST_VECTORS
        )
    return [StoredVectors._make(row) for row in rows]


def count(database: Database, model: str) -> int:
    """How many memories have vectors of a model."""
    return int(database.value("vector.count", model=model) or 0)
