"""When the server ends: with its input, with its parent, or when told to; nothing outlives it."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable

POLL_SECONDS = 1.0
SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")
    if hasattr(signal, name)
)


def end_on_signals(stop: Callable[[], None]) -> None:
    """End this process, after `stop`, on a signal; for a main thread that wakes up regularly."""

    def end(signum: int, frame: object) -> None:
        stop()
        os._exit(0)

    for number in SIGNALS:
        signal.signal(number, end)


def end_on_signals_while_reading(stop: Callable[[], None]) -> None:
    """End this process, after `stop`, on a signal; for a main thread that blocks in a read.

    Python runs handlers in the main thread only, and the system may interrupt any other thread.
    So a thread of its own waits for the byte that every signal writes into a pipe.
    """
    receiving, sending = os.pipe()
    if os.name == "posix":  # required there, and not to be had on Windows before Python 3.12
        os.set_blocking(sending, False)
    signal.set_wakeup_fd(sending, warn_on_full_buffer=False)
    for number in SIGNALS:
        signal.signal(number, lambda signum, frame: None)

    def wait() -> None:
        os.read(receiving, 1)
        stop()
        os._exit(0)

    threading.Thread(target=wait, name="signals", daemon=True).start()


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
