"""What a hook has from its first moment: a reply that somebody prints, a deadline, its input."""

import time
from _thread import allocate_lock, start_new_thread

try:
    import posix as system  # `os` around it would take a tenth of the interpreter's start
except ImportError:
    import os as system  # type: ignore[no-redef]

# No `from __future__`: that would be one more module to load.
from collections.abc import Callable
from typing import Any, NoReturn

from sightline.agents import Wire
from sightline.model.event import Event

# Beyond this a payload is not a prompt; reading more would only cost time.
MAX_INPUT = 16_000_000
# Until the settings are read: the longest deadline of ruling 58.
FIRST_DEADLINE = 1.0
# After this share of the time a prompt that is not taken in yet is kept for the next process.
SAVE_AT = 0.8


class Reply:
    """The answer as far as it is ready; printed once, by whoever comes first.

    The event's work fills `text` step by step. When the deadline passes, the watchdog prints
    what is there and ends the process; otherwise the main thread prints it.
    """

    def __init__(self) -> None:
        started = time.monotonic()
        self.text = ""
        self.started = started
        self.deadline = started + _first_deadline()
        self.wire: Wire | None = None
        self.event: Event | None = None
        self.plain = False
        # What keeps the prompt for the next process, until it is taken in; and under which id.
        self.save: Callable[[], None] | None = None
        self.late_id = ""
        self._printing = allocate_lock()

    def encoded(self) -> bytes:
        """The bytes for stdout: nothing, the bare text, or the agent's own form."""
        text = self.text
        if not text:
            return b""
        if not self.plain and self.wire is not None and self.event is not None:
            text = self.wire.encode(self.event, text)
        return (text + "\n").encode("utf-8", "replace") if text else b""

    def print_once(self) -> bool:
        """Write the answer unless it was written already."""
        if not self._printing.acquire(False):
            return False
        answer = self.encoded()
        while answer:
            answer = answer[system.write(1, answer) :]
        return True


def read_input() -> bytes:
    """All of stdin."""
    parts = []
    size = 0
    while size < MAX_INPUT:
        part = system.read(0, 1 << 16)
        if not part:
            break
        parts.append(part)
        size += len(part)
    return b"".join(parts)


def watch(reply: "Reply") -> None:
    """Start the thread that ends the process when the deadline passes."""

    def wait_and_end() -> None:
        _sleep_until(reply, SAVE_AT)
        try:
            if (save := reply.save) is not None:
                save()
        except Exception:
            pass
        _sleep_until(reply, 1.0)
        try:
            reply.print_once()
        except Exception:
            pass
        end()

    start_new_thread(wait_and_end, ())


def end() -> "NoReturn":
    """End the process; nothing is left to flush, and the interpreter's clean-up only takes time."""
    system._exit(0)


def _sleep_until(reply: "Reply", share: float) -> None:
    """Sleep for this share of the time; the deadline may move meanwhile."""
    while True:
        left = reply.started + (reply.deadline - reply.started) * share - time.monotonic()
        if left <= 0:
            return
        time.sleep(min(left, 0.1))


def _first_deadline() -> float:
    """Who allows more by the environment means the start as well."""
    try:
        given: Any = dict(system.environ)
        # Here the names are bytes where the system has no text.
        seconds = (
            given.get(b"SIGHTLINE_HOOK_PROMPT_SECONDS") or given["SIGHTLINE_HOOK_PROMPT_SECONDS"]
        )
        return max(FIRST_DEADLINE, float(seconds))
    except (KeyError, ValueError):
        return FIRST_DEADLINE
