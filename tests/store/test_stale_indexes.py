"""Indexes that nobody will ask again are taken away, and no others."""

import os
import pathlib

import pytest

from sightline.process.private_files import try_lock
from sightline.store.code.stale_indexes import DAY_MS, remove_stale_indexes
from sightline.store.sqlite.database import SCHEMAS, open_database

NOW = 1_800_000_000_000
CURRENT = SCHEMAS["index"].compatible_from


def make(home: pathlib.Path, name: str, *, days: int, root: str = "") -> pathlib.Path:
    path = home / "index" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if root:
        index = open_database(str(path), "index")
        index.statement("INSERT INTO meta (key, value) VALUES ('root', ?)", (root,))
        index.close()
    else:
        path.write_bytes(b"of an older program")
        path.with_name(name + "-wal").write_bytes(b"")
    used = (NOW - days * DAY_MS) / 1000
    for file in path.parent.glob(f"{name}*"):
        os.utime(file, (used, used))
    return path


def test_indexes_of_older_programs_go_after_a_week(tmp_path: pathlib.Path) -> None:
    old = make(tmp_path, f"aa-{CURRENT - 1}.db", days=8)
    young = make(tmp_path, f"bb-{CURRENT - 1}.db", days=6)
    newer = make(tmp_path, f"cc-{CURRENT + 1}.db", days=400)
    other = tmp_path / "index" / "patterns"
    other.write_bytes(b"")
    assert remove_stale_indexes(NOW, str(tmp_path)) == [str(old)]
    assert not old.exists() and not old.with_name(old.name + "-wal").exists()
    assert young.exists() and newer.exists() and other.exists()


@pytest.mark.parametrize(
    ("days", "exists", "kept"), [(31, False, False), (29, False, True), (400, True, True)]
)
def test_indexes_of_trees_that_are_gone_go_after_a_month(
    tmp_path: pathlib.Path, days: int, exists: bool, kept: bool
) -> None:
    root = tmp_path if exists else tmp_path / "gone"
    path = make(tmp_path, f"aa-{CURRENT}.db", days=days, root=str(root))
    assert remove_stale_indexes(NOW, str(tmp_path)) == ([] if kept else [str(path)])
    assert path.exists() == kept


def test_one_that_is_being_written_stays(tmp_path: pathlib.Path) -> None:
    path = make(tmp_path, f"aa-{CURRENT - 1}.db", days=8)
    lease = f"{path}.lease"
    lock = try_lock(lease)
    assert lock is not None
    os.utime(lease, (0, 0))
    with lock:
        assert remove_stale_indexes(NOW, str(tmp_path)) == []
    assert path.exists()


def test_one_that_cannot_be_read_stays(tmp_path: pathlib.Path) -> None:
    path = make(tmp_path, f"aa-{CURRENT}.db", days=400)
    assert remove_stale_indexes(NOW, str(tmp_path)) == []
    assert path.exists()


def test_without_a_folder_there_is_nothing_to_do(tmp_path: pathlib.Path) -> None:
    assert remove_stale_indexes(NOW, str(tmp_path / "nowhere")) == []
