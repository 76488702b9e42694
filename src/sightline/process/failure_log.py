"""The log of failures that nobody must see at the moment they happen."""

from __future__ import annotations

import os
import time

from sightline.settings.load import data_home

MAX_LOG = 1_000_000


def log_failure() -> None:
    """Keep the traceback in the log file, which starts anew when it grows too long."""
    import traceback  # a hook that works does without it

    try:
        folder = data_home()
        os.makedirs(folder, mode=0o700, exist_ok=True)
        path = os.path.join(folder, "hook.log")
        if os.path.exists(path) and os.path.getsize(path) > MAX_LOG:
            os.replace(path, path + ".1")
        text = f"{time.strftime('%Y-%m-%dT%H:%M:%S')} {traceback.format_exc()}\n"
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, text.encode("utf-8", "replace"))
        finally:
            os.close(descriptor)
    except OSError:
        # With no disk to write on there is nowhere to say it.
        return
