"""Nothing in the data folder is readable for others, whatever the umask says."""

import os
import pathlib
import stat
import sys

import pytest
from tests.conftest import Sightline
from tests.workspace.conftest import git, write


@pytest.mark.skipif(sys.platform == "win32", reason="file modes are POSIX")
def test_modes_do_not_follow_the_umask(
    tmp_path: pathlib.Path, home: pathlib.Path, sightline: Sightline
) -> None:
    root = tmp_path / "shop"
    root.mkdir()
    git(root, "init", "-q")
    write(root, "app.py", "def charge(order):\n    return order\n")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Charge orders")
    before = os.umask(0)
    try:
        for command in (
            ("index",),
            ("remember", "Orders are charged once"),
            ("backup",),
            ("pause",),
        ):
            assert sightline(*command, cwd=root).returncode == 0
    finally:
        os.umask(before)
    open_to_others = [
        str(path)
        for path in (home / "sightline").rglob("*")
        if stat.S_IMODE(path.stat().st_mode) & 0o077
    ]
    assert open_to_others == []
