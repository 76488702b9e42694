"""Where the databases lie."""

import pytest

from sightline.store import homes


def test_everything_lies_under_the_given_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGHTLINE_HOME", "/somewhere")
    for path in (
        homes.memory_path(),
        homes.activity_path(),
        homes.index_path("w1"),
        homes.spool_folder(),
    ):
        assert path.replace("\\", "/").startswith("/somewhere/")
    assert homes.memory_path("/other").replace("\\", "/") == "/other/memory.db"


def test_each_working_tree_has_its_own_index() -> None:
    assert homes.index_path("a", "/h") != homes.index_path("b", "/h")
