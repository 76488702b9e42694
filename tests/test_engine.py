"""One project with its databases, opened when they are first used."""

import os
import pathlib

import pytest

from sightline.engine import Lifetime, open_engine
from sightline.errors import StoreMissing
from sightline.store.locations import memory_path


@pytest.fixture
def home(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_databases_open_when_they_are_first_used(
    home: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    (tmp_path / "work").mkdir()
    engine = open_engine(str(tmp_path / "work"))
    assert sorted(name for name in os.listdir(home) if name.endswith(".db")) == ["memory.db"]
    engine.activity.value("meta.read", key="x")
    assert any(name.startswith("activity") for name in os.listdir(home))
    engine.close()


def test_a_project_never_indexed_has_no_index(home: pathlib.Path, tmp_path: pathlib.Path) -> None:
    (tmp_path / "work").mkdir()
    engine = open_engine(str(tmp_path / "work"))
    with pytest.raises(StoreMissing):
        engine.index.value("meta.read", key="x")
    engine.close()


def test_a_project_keeps_its_id_when_it_is_opened_again(
    home: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    (tmp_path / "work" / "below").mkdir(parents=True)
    first = open_engine(str(tmp_path / "work"))
    second = open_engine(str(tmp_path / "work" / "below"))
    assert first.project.id == second.project.id
    first.close()
    second.close()


def test_looking_writes_nothing_and_settling_does(
    home: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    engine = open_engine(str(tmp_path), Lifetime.COMMAND)
    assert not os.path.exists(memory_path())
    engine.settle()
    assert engine.memory.value("project.by_id", id=engine.project.id) == engine.project.id
    engine.close()


def test_a_damaged_store_does_not_hide_the_project(
    home: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    home.mkdir()
    pathlib.Path(memory_path()).write_bytes(b"no database at all" * 200)
    engine = open_engine(str(tmp_path), Lifetime.COMMAND)
    assert engine.project.root == str(tmp_path.resolve())
    engine.close()
