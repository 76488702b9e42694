"""Detached processes outlive the caller and leave nothing behind in a long-lived one."""

import os

import pytest

from sightline.process import spawn


@pytest.mark.skipif(os.name != "posix", reason="only POSIX keeps zombies of ended children")
def test_a_long_lived_process_reaps_detached_processes_that_have_ended(
    tmp_path, monkeypatch
) -> None:
    """HTTP servers start one at the end of every turn, for days."""
    monkeypatch.setattr(spawn, "_detached", [])
    for _ in range(3):
        arguments = ("index", "--background", "--project", str(tmp_path / "gone"))
        assert spawn.start_detached("sightline", *arguments, home=str(tmp_path / "home"))
        # Wait for its end without reaping it.
        os.waitid(os.P_PID, spawn._detached[-1].pid, os.WEXITED | os.WNOWAIT)
    (last,) = spawn._detached
    last.wait()
