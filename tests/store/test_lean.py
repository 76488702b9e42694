"""What the prompt hook loads of the store stays light."""

import json
import os
import pathlib
import subprocess
import sys

SOURCE = str(pathlib.Path(__file__).parents[2] / "src")
HEAVY = {
    *("argparse", "contextlib", "dataclasses", "datetime", "hashlib", "inspect", "logging"),
    *("pathlib", "shutil", "sqlite3", "subprocess", "tempfile", "tomllib", "typing", "uuid"),
}
SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from sightline.model.frame import Frame, Item
from sightline.model.session import SessionKey
from sightline.store import activity as a, fulltext, spool, usage
from sightline.store.database import open_database
memory = open_database(sys.argv[2] + "/memory.db", "memory")
memory.value("meta.read", key="x")
log = open_database(sys.argv[2] + "/activity.db", "activity")
key = a.see_session(log, SessionKey("claude", "s"), now=1, prompt=True)
a.still_has(log, key, now=1)
frame = Frame("t", (Item("code", "k", "t", 0.5, "h"),))
a.record_injection(log, key, frame, project="p", event="e", prompt="", ms=1, now=1)
a.record_hook_call(log, agent="a", event="e", project="p", ms=1, now=1)
queue = spool.Spool(sys.argv[2] + "/spool", "memory")
if queue.waiting():
    raise SystemExit(1)
import json
print(json.dumps(sorted(sys.modules)))
"""


def test_opening_reading_and_recording_load_nothing_heavy(tmp_path: pathlib.Path) -> None:
    """Invariant 3 of the design; the databases exist, as they do for every prompt but the first."""
    command = [sys.executable, "-I", "-S", "-c", SCRIPT, SOURCE, str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ})
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    loaded = set(json.loads(done.stdout))
    assert loaded & HEAVY == set()
    assert "sightline.store.schema" not in loaded
