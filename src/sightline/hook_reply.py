"""What a hook has from its first moment: a reply that somebody prints, a deadline, its input."""

from __future__ import annotations

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sightline.agents import Wire
    from sightline.model.event import Event

# Beyond this a payload is not a prompt; reading more would only cost time.
MAX_INPUT = 16_000_000
# Until the settings are read: the longest deadline of ruling 58.
FIRST_DEADLINE = 1.0


class Reply:
    """The answer as far as it is ready; printed once, by whoever comes first.

    The event's work fills `text` step by step. When the deadline passes, the watchdog prints
    what is there and ends the process; otherwise the main thread prints it.
    """

    def __init__(self) -> None:
        from _thread import allocate_lock

        started = time.monotonic()
        self.text = ""
        self.started = started
        self.deadline = started + FIRST_DEADLINE
        self.wire: Wire | None = None
        self.event: Event | None = None
        self.plain = False
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
            answer = answer[os.write(1, answer) :]
        return True


def read_input() -> bytes:
    """All of stdin."""
    parts = []
    size = 0
    while size < MAX_INPUT:
        part = os.read(0, 1 << 16)
        if not part:
            break
        parts.append(part)
        size += len(part)
    return b"".join(parts)


def watch(reply: Reply) -> None:
    """Start the thread that ends the process when the deadline passes."""
    from _thread import start_new_thread

    def wait_and_end() -> None:
        while (left := reply.deadline - time.monotonic()) > 0:
            time.sleep(min(left, 0.1))
        try:
            reply.print_once()
        except Exception:
            pass
        os._exit(0)

    start_new_thread(wait_and_end, ())
