"""Answers say where they cannot know everything."""

import os
import pathlib

from sightline.engine import Lifetime, open_engine
from sightline.tools.index_state import note


def test_answers_about_a_project_that_was_renamed_meanwhile_say_so(
    tmp_path: pathlib.Path,
) -> None:
    """Nothing is found there, which must not be taken for the truth about the code."""
    (tmp_path / "shop" / ".git").mkdir(parents=True)
    engine = open_engine(str(tmp_path / "shop"), Lifetime.COMMAND, home=str(tmp_path / "home"))
    os.rename(tmp_path / "shop", tmp_path / "store")
    assert "shop is gone, moved or renamed" in note(engine, "sightline.tools.graph")
    assert note(engine, "sightline.tools.memory") == ""
    engine.close()
