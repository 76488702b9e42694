"""Many rows at once are the same rows."""

import pathlib

import pytest

from sightline.errors import StoreError
from sightline.store.sqlite.bulk_insert import AT_ONCE, fill
from sightline.store.sqlite.database import Database, open_database


@pytest.fixture
def index(tmp_path: pathlib.Path) -> Database:
    return open_database(str(tmp_path / "index.db"), "index")


def rows(count: int) -> list[tuple[object, ...]]:
    return [(0, f"word{number}", 1, 2, 3, bytes([number % 256])) for number in range(count)]


def stored(index: Database) -> list[tuple[object, ...]]:
    return index.statement("SELECT * FROM posting ORDER BY rowid")


@pytest.mark.parametrize("count", [0, 1, 999, 1000, 1001, 1000 + AT_ONCE, 3 * 1000 + 7])
def test_all_rows_are_added_in_their_order(index: Database, count: int) -> None:
    fill(index, "posting.add", (row for row in rows(count)))
    assert stored(index) == rows(count)


def test_a_row_that_cannot_be_added_takes_the_transaction_back(index: Database) -> None:
    fill(index, "posting.add", rows(1))
    bad = [*rows(1500), (0, None, 1, 2, 3, b""), *rows(1500)]
    with pytest.raises(StoreError), index.transaction():
        index.many("posting.add", rows(5))
        fill(index, "posting.add", bad)
    assert stored(index) == rows(1)
    fill(index, "posting.add", rows(2))
    assert stored(index) == rows(1) + rows(2)
