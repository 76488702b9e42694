"""The commands of the guide for teams, run in order by two people with a repository between them."""

import os
import pathlib
import subprocess
import sys

import pytest

from tests.memory.team import git
from tests.test_tutorial import ROOT, blocks


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_the_guide_for_teams_does_what_it_says(tmp_path: pathlib.Path) -> None:
    git(tmp_path, "init", "-q", "--bare", "-b", "main", "origin.git")
    for name in ("me", "colleague"):
        git(tmp_path, "clone", "-q", "origin.git", name)
        git(tmp_path / name, "config", "user.name", name)
        git(tmp_path / name, "config", "user.email", f"{name}@example.org")
        git(tmp_path / name, "symbolic-ref", "HEAD", "refs/heads/main")
    (tmp_path / "me" / "app.py").write_text("def expire(session):\n    return session\n")
    git(tmp_path / "me", "add", "-A")
    git(tmp_path / "me", "commit", "-q", "-m", "Begin")
    git(tmp_path / "me", "push", "-q", "origin", "main")
    git(tmp_path / "colleague", "pull", "-q", "origin", "main")
    git(tmp_path / "colleague", "branch", "-q", "--set-upstream-to=origin/main")
    programs = tmp_path / "bin"
    programs.mkdir()
    # Two people have two homes, though one shell types for both.
    (programs / "sightline").write_text(
        f'#!/bin/sh\nHOME="{tmp_path}/home-$(basename "$PWD")"; export HOME\n'
        f'exec "{sys.executable}" -m sightline "$@"\n'
    )
    (programs / "sightline").chmod(0o755)
    environ = {
        "HOME": str(tmp_path),
        "PATH": f"{programs}:/usr/bin:/bin:{pathlib.Path(sys.executable).parent}",
        "PYTHONPATH": str(ROOT / "src"),
        "LANG": "C.UTF-8",
    }
    script = "set -eu\n" + "\n".join(blocks("docs/guides/team-git.md"))
    done = subprocess.run(
        ["sh", "-c", script],
        cwd=tmp_path / "me",
        env=environ,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    steps = [
        "sharing is on for this repository",
        "kept as dec-",
        "wrote .sightline/memories/dec-",
        "author: me",
        "## Reason",
        "1 memory file of this repository, not read until you trust it: sightline share --trust",
        "1 memory shared, 0 of them yours",
        "shared by me, ",
        "shared it: Share how sessions expire",
        "changed dec-",
        "wrote .sightline/memories/dec-",
        "the shared memories here are those of the default branch",
        "sharing is off",
    ]
    position = 0
    for step in steps:
        position = done.stdout.find(step, position)
        assert position >= 0, f"{step!r} is missing, or not in this order:\n{done.stdout}"
