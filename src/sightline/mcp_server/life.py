"""When the server ends: with its input, with its parent, or when told to; nothing outlives it."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable

POLL_SECONDS = 1.0


def end_on_signals(stop: Callable[[], None]) -> None:
    """Have this process end, after `stop`, when it is told to."""

    def end(signum: int, frame: object) -> None:
        stop()
        os._exit(0)

    for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), end)


def end_with_parent(stop: Callable[[], None]) -> None:
    """Have this process end, after `stop`, when the one that started it ends.

    Asked from time to time: the system's own signal comes when the *thread* that started us ends,
    and assistants start their servers from threads that do not last.
    """
    parent = os.getppid()
    if parent <= 1:
        return

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(POLL_SECONDS)
        stop()
        os._exit(0)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()


def die_by_signal_with_parent(number: int) -> None:
    """Have the system end this process with the thread that started it, where it can (Linux)."""
    if sys.platform != "linux":
        return
    import ctypes

    set_death_signal = 1
    try:
        ctypes.CDLL(None).prctl(set_death_signal, number)
    except (OSError, AttributeError):
        return
