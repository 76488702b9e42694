"""When the server ends: with its input, with its parent, or when told to; nothing outlives it."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable

POLL_SECONDS = 1.0


def die_with_parent(stop: Callable[[], None]) -> None:
    """Have this process end, after `stop`, when the one that started it ends."""
    if sys.platform == "linux":
        _set_death_signal()
    parent = os.getppid()

    def watch() -> None:
        # A signal is not asked for everywhere, and an adopted process has another parent.
        while os.getppid() == parent:
            time.sleep(POLL_SECONDS)
        stop()
        os._exit(0)

    def end(signum: int, frame: object) -> None:
        stop()
        os._exit(0)

    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), end)
    if parent > 1:
        threading.Thread(target=watch, name="parent-watch", daemon=True).start()


def _set_death_signal() -> None:
    import ctypes

    set_death_signal = 1
    try:
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGTERM)
    except (OSError, AttributeError):
        return
