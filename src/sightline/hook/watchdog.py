"""The reply of a hook process, printed once, and the watchdog that enforces its deadline."""

import os
import time
from _thread import allocate_lock, start_new_thread
from collections.abc import Callable

from sightline.events.reply import Reply

# A larger payload is not a prompt; reading more would only take time.
MAX_INPUT = 16_000_000
# Applies until the settings are read: the longest deadline of ruling 58.
FIRST_DEADLINE = 1.0
# After this share of the time, a prompt that is not tracked yet is spooled.
SPOOL_AT = 0.8
# A process that was suspended before it read its input gets this long to read it.
READ_SECONDS = 0.5


class HookReply(Reply):
    """The reply of a hook process, printed once, by the main thread or by the watchdog.

    If the deadline passes, the watchdog prints what there is and ends the process.
    """

    def __init__(self, token: str = "") -> None:
        self.started = time.monotonic()
        super().__init__(token, deadline=self.started + _first_deadline())
        # Encodes the text in the format of the assistant.
        self.encode: Callable[[str], str] | None = None
        # The event as it was received; None until all of it is read.
        self.raw: bytes | None = None
        self._printing = allocate_lock()
        self._spooling = allocate_lock()

    def encoded(self) -> bytes:
        """The bytes for stdout: nothing, the bare text, or the format of the assistant."""
        text = self.text_by_now()
        if text and self.encode is not None and not self.plain:
            text = self.encode(text)
        return (text + "\n").encode("utf-8", "replace") if text else b""

    def give(self) -> bool:
        """Print the reply unless one was printed already."""
        return self.print_once(self.encoded())

    def print_once(self, answer: bytes) -> bool:
        """Print this answer unless one was printed already."""
        if not self._printing.acquire(False):
            return False
        while answer:
            answer = answer[os.write(1, answer) :]
        return True

    def spool_once(self) -> None:
        """Spool the prompt if it was read and is not tracked; the process must not end before."""
        with self._spooling:
            spool = self.spool_prompt
            if spool is None or self.raw is None:
                return
            try:
                spool()
                self.spool_prompt = None
            except Exception:
                return  # tried again at the deadline and before the process ends


def read_input(reply: HookReply) -> bytes:
    """All of stdin."""
    parts = []
    size = 0
    while size < MAX_INPUT and (part := os.read(0, 1 << 16)):
        parts.append(part)
        size += len(part)
    reply.raw = b"".join(parts)
    return reply.raw


def watch(reply: HookReply) -> None:
    """Start the thread that ends the process when the deadline passes."""

    def wait_and_end() -> None:
        _sleep_until(reply, SPOOL_AT)
        reply.spool_once()
        _sleep_until(reply, 1.0)
        last = time.monotonic() + READ_SECONDS
        while reply.raw is None and time.monotonic() < last:
            time.sleep(0.01)
        reply.spool_once()
        try:
            reply.give()
        except Exception:
            pass
        os._exit(0)

    start_new_thread(wait_and_end, ())


def _sleep_until(reply: HookReply, share: float) -> None:
    """Sleep for this share of the time; the deadline may move meanwhile."""
    while True:
        left = reply.started + (reply.deadline - reply.started) * share - time.monotonic()
        if left <= 0:
            return
        time.sleep(min(left, 0.1))


def _first_deadline() -> float:
    """SIGHTLINE_HOOK_PROMPT_SECONDS also extends the initial deadline."""
    try:
        return max(FIRST_DEADLINE, float(os.environ["SIGHTLINE_HOOK_PROMPT_SECONDS"]))
    except (KeyError, ValueError):
        return FIRST_DEADLINE
