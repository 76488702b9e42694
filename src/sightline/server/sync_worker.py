"""The worker process of a server that exchanges memories with a team server, once, and exits.

`python -m sightline.server.sync_worker ROOT`: the driver of the database is loaded here and not in the
server. stdin stays open as long as the server lives; its end is ours.
"""

from __future__ import annotations

import os
import sys

from sightline.engine import Lifetime, open_engine
from sightline.errors import SightlineError
from sightline.memory.sync.run import synchronise_quietly
from sightline.process.parent import end_with_input
from sightline.process.private_files import log_failure

_NICE = 10


def main(arguments: list[str]) -> int:
    """Synchronise the project at a root if it is due; returns the exit code."""
    end_with_input(1)
    if hasattr(os, "nice"):
        os.nice(_NICE)
    try:
        engine = open_engine(arguments[0], Lifetime.COMMAND)
        synchronise_quietly(
            engine.memory, engine.project, engine.settings, engine.home, now=engine.now()
        )
        engine.close()
    except SightlineError:
        log_failure()
        return 1
    return 0


if __name__ == "__main__":
    code = main(sys.argv[1:])
    # The thread that waits for the server's end would disturb a normal exit.
    os._exit(code)
