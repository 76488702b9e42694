"""The tour shows the real thing on a real project and leaves nothing behind."""

import pathlib
import subprocess
from collections.abc import Callable

from sightline.cli.tour import steps

Sightline = Callable[..., "subprocess.CompletedProcess[str]"]


def test_the_tour_shows_every_step_and_saves_nothing(
    sightline: Sightline, tmp_path: pathlib.Path, home: pathlib.Path
) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path / "app")], check=True)
    (tmp_path / "app" / "session.py").write_text("def expire_session(user):\n    return user\n")
    result = sightline("tour", "where do sessions expire?", cwd=tmp_path / "app")
    assert (result.returncode, result.stderr) == (0, "")
    for number, step in enumerate(steps(), 1):
        assert f"{number}. {step.title}\n" in result.stdout
    assert "app: a git repository" in result.stdout
    assert "error:" not in result.stdout
    assert "integrity ok" in result.stdout
    assert "session.py:1  function session.expire_session" in result.stdout
    assert not list(home.rglob("*.db"))
    assert {path.name for path in (tmp_path / "app").iterdir()} == {".git", "session.py"}
