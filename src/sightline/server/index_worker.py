"""The worker process of a server: refreshes the index of one working tree and exits.

`python -m sightline.server.index_worker ROOT`: one line on stdin names the changed files as a JSON
list, null for the whole tree. stdin stays open as long as the server lives; its end is ours.
"""

from __future__ import annotations

import json
import os
import sys

from sightline.engine import Lifetime, open_engine
from sightline.errors import IndexBusy, SightlineError
from sightline.index.refresh import refresh, refresh_files
from sightline.process.parent import end_with_input
from sightline.process.private_files import log_failure
from sightline.server.background import BUSY, DONE, FAILED
from sightline.tools import sharing
from sightline.workspace.privacy import is_paused

_NICE = 10


def main(arguments: list[str]) -> int:
    """Index the files that stdin names; returns the exit code."""
    line = sys.stdin.buffer.readline()
    if not line:
        return FAILED
    end_with_input(FAILED)
    if hasattr(os, "nice"):
        os.nice(_NICE)
    engine = open_engine(arguments[0], Lifetime.COMMAND)
    project, settings, home = engine.project, engine.settings, engine.home
    if is_paused(project, home):
        return DONE
    sharing.settle_quietly(engine)
    engine.close()
    paths = json.loads(line)
    try:
        if paths is None:
            refresh(project, settings, home=home, wait=0.0)
        else:
            refresh_files(project, settings, paths, home=home, wait=0.0)
    except IndexBusy:
        return BUSY
    except SightlineError:
        log_failure()
        return FAILED
    return DONE


if __name__ == "__main__":
    code = main(sys.argv[1:])
    # The thread that waits for the server's end would disturb a normal exit.
    os._exit(code)
