"""Refreshes that outlive who asked for them, and leave nothing with who goes on."""

import os

import pytest

from sightline.process import detached


@pytest.mark.skipif(os.name != "posix", reason="only there does the system keep what has ended")
def test_a_process_that_goes_on_keeps_no_refreshes_that_have_ended(tmp_path, monkeypatch) -> None:
    """Servers over HTTP start one at the end of a turn, for days."""
    monkeypatch.setattr(detached, "_started", [])
    for _ in range(3):
        assert detached.start_refresh(str(tmp_path / "gone"), str(tmp_path / "home"))
        # Waits for its end without asking for it.
        os.waitid(os.P_PID, detached._started[-1].pid, os.WEXITED | os.WNOWAIT)
    (last,) = detached._started
    last.wait()
