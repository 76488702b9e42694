"""`sightline backup`, as a user calls it."""

import json
import pathlib
import subprocess
from collections.abc import Callable

from sightline.store.sqlite.database import open_database

Sightline = Callable[..., "subprocess.CompletedProcess[str]"]


def store_of(sightline: Sightline) -> pathlib.Path:
    return pathlib.Path(json.loads(sightline("--json").stdout)["store"]["path"])


def test_memories_are_backed_up_listed_and_restored(sightline: Sightline) -> None:
    path = store_of(sightline)
    nothing = sightline("backup")
    assert nothing.returncode == 1
    assert "there is no database" in nothing.stderr
    assert "no backup yet" in sightline("backup", "--list").stdout
    database = open_database(str(path), "memory")
    database.run("meta.write", key="k", value="kept")
    database.close()
    made = json.loads(sightline("backup", "--json").stdout)["backup"]
    assert [
        copy["path"] for copy in json.loads(sightline("backup", "--list", "--json").stdout)
    ] == [made]
    path.write_bytes(b"damaged" * 1000)
    result = sightline("backup", "--restore")
    assert (result.returncode, result.stderr) == (0, "")
    assert made in result.stdout
    assert "was kept as" in result.stdout
    assert open_database(str(path), "memory").value("meta.read", key="k") == "kept"


def test_restoring_a_missing_backup_is_an_error(sightline: Sightline) -> None:
    result = sightline("backup", "--restore", "nowhere.db")
    assert result.returncode == 2
    assert result.stderr.startswith("error: no backup called 'nowhere.db'")
    assert sightline("backup", "--restore").returncode == 2
