"""Where the databases lie."""

import pytest

from sightline.store import locations


def test_everything_lies_under_the_given_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGHTLINE_HOME", "/somewhere")
    for path in (
        locations.memory_path(),
        locations.activity_path(),
        locations.index_path("w1"),
        locations.spool_folder(),
    ):
        assert path.replace("\\", "/").startswith("/somewhere/")
    assert locations.memory_path("/other").replace("\\", "/") == "/other/memory.db"


def test_each_working_tree_has_its_own_index() -> None:
    assert locations.index_path("a", "/h") != locations.index_path("b", "/h")
