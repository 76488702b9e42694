"""Ends a process of ours on a signal, with its parent, with its input or after a time limit."""

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
    """Call `stop` and exit on a signal; for a main thread that wakes up regularly."""

    def end(signum: int, frame: object) -> None:
        stop()
        os._exit(0)

    for number in SIGNALS:
        signal.signal(number, end)


def end_on_signals_while_reading(stop: Callable[[], None]) -> None:
    """Call `stop` and exit on a signal; for a main thread that blocks in a read.

    Python runs signal handlers in the main thread only, but the system may interrupt any thread.
    A separate thread therefore waits for the byte that each signal writes into a pipe.
    """
    receiving, sending = os.pipe()
    if os.name == "posix":  # required on POSIX; not available on Windows before Python 3.12
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
    """Call `stop` and exit when the process that started this one ends.

    Polls the parent's id. Linux could send a signal instead, but does so when the parent's *thread*
    ends, and assistants start their servers from short-lived threads.
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


def end_with_input(exit_code: int) -> None:
    """Exit with this code when stdin closes, which it does however the parent ended."""

    def watch() -> None:
        while os.read(0, 1024):
            pass
        os._exit(exit_code)

    threading.Thread(target=watch, name="input-watch", daemon=True).start()


def end_after(seconds: float) -> None:
    """Exit when this time has passed, whatever the process is doing then."""
    timer = threading.Timer(seconds, os._exit, (0,))
    timer.daemon = True
    timer.start()
