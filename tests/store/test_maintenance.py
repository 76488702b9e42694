"""What the store needs from time to time is done where nobody waits."""

import os
import pathlib

import pytest

from sightline.settings import load as settings_module
from sightline.store.activity import record_hook_call
from sightline.store.locations import activity_path, memory_path
from sightline.store.sqlite import maintenance
from sightline.store.sqlite.backup import DAY_MS, backups
from sightline.store.sqlite.database import SUSPECT, open_database

SETTINGS = settings_module.defaults()


@pytest.fixture
def home(tmp_path: pathlib.Path) -> str:
    home = str(tmp_path / "home")
    database = open_database(memory_path(home), "memory")
    database.run("meta.write", key="k", value=1)
    database.close()
    os.utime(memory_path(home), (10, 10))
    return home


def test_a_new_home_needs_nothing(tmp_path: pathlib.Path) -> None:
    assert maintenance.keep_up(SETTINGS, now=1, home=str(tmp_path / "none")) == []
    assert not (tmp_path / "none").exists()


def test_backups_and_pruning_follow_the_settings(home: str) -> None:
    activity = open_database(activity_path(home), "activity")
    record_hook_call(activity, agent="a", event="e", project="p", ms=1, now=0)
    said = maintenance.keep_up(SETTINGS, now=100 * DAY_MS, home=home)
    assert len(said) == 2
    assert "backed up" in said[0]
    assert "1 old entries" in said[1]
    assert maintenance.keep_up(SETTINGS, now=100 * DAY_MS + 1, home=home) == []
    assert len(backups(memory_path(home))) == 1


def test_a_suspicion_is_looked_into(home: str) -> None:
    marker = pathlib.Path(memory_path(home) + SUSPECT)
    marker.touch()
    said = maintenance.keep_up(SETTINGS, now=DAY_MS, home=home)
    assert not marker.exists(), "it was unfounded"
    assert len(said) == 1


def test_damage_is_said_with_the_way_back_and_not_backed_up(home: str) -> None:
    maintenance.keep_up(SETTINGS, now=DAY_MS, home=home)
    (good,) = backups(memory_path(home))
    pathlib.Path(memory_path(home)).write_bytes(b"garbage" * 1000)
    pathlib.Path(memory_path(home) + SUSPECT).touch()
    (said,) = maintenance.keep_up(SETTINGS, now=9 * DAY_MS, home=home)
    assert "damaged" in said
    assert good.path in said
    assert backups(memory_path(home)) == [good]
