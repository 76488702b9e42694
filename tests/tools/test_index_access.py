"""Answers say where they cannot know everything."""

import os
import pathlib

from sightline.engine import Lifetime, open_engine
from sightline.tools.catalog import find_tool, run


def test_answers_about_a_project_that_was_renamed_meanwhile_say_so(
    tmp_path: pathlib.Path,
) -> None:
    """Nothing is found there, which must not be taken for the truth about the code."""
    (tmp_path / "shop" / ".git").mkdir(parents=True)
    engine = open_engine(str(tmp_path / "shop"), Lifetime.COMMAND, home=str(tmp_path / "home"))
    os.rename(tmp_path / "shop", tmp_path / "store")
    assert "shop is gone, moved or renamed" in run(engine, "get_health", {}, None).text
    assert "shop is gone" not in run(engine, "list_memories", {}, None).text
    assert find_tool("get_impact_graph").reads_index and not find_tool("recall").reads_index
    engine.close()
