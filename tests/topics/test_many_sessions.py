"""Many sessions speak at once."""

import os
import pathlib
import subprocess
import sys

from sightline.store.sqlite.database import open_database

SPEAK = """
import sys
from sightline.topics.tracker import Submission, track
from sightline.model.session import SessionKey
from sightline.settings.load import load
from sightline.store.sqlite.database import open_database
path, speaker = sys.argv[1:]
memory = open_database(path, "memory", busy_ms=30000)
settings = load(None, {})
for number in range(6):
    prompt = f"{speaker} says thing{number} about exporter{number}"
    track(memory, settings, Submission("project", prompt, 1_800_000_000_000 + number,
                                       SessionKey("claude", speaker)))
"""


def test_no_prompt_is_lost_and_every_count_is_exact(tmp_path: pathlib.Path) -> None:
    """Weakness 3.1.8: the original kept 22 of 40."""
    path = str(tmp_path / "memory.db")
    memory = open_database(path, "memory")
    speakers = [
        subprocess.Popen([sys.executable, "-c", SPEAK, path, f"speaker{n}"], env=dict(os.environ))
        for n in range(6)
    ]
    assert [process.wait(timeout=60) for process in speakers] == [0] * 6
    assert memory.statement("SELECT prompts FROM forest") == [(36,)]
    kept = memory.statement(
        "SELECT count(*), count(DISTINCT source), count(DISTINCT text) FROM turn"
    )
    assert kept == [(36, 36, 36)]
    assert memory.statement("SELECT sum(turns) FROM topic") == [(36,)]
    assert memory.statement("SELECT sum(count) FROM transition") == [(35,)]
