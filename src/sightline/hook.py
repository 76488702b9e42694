"""One hook event: the assistant's JSON on stdin, its answer on stdout, exit code 0 always.

Runs on every prompt of a person who waits: it loads little, keeps a deadline, never writes to
stderr, and says nothing rather than fail. Run as a file by a bare interpreter
(`python -I -S …/sightline/hook.py --agent NAME`), it needs no installed environment.
"""

from __future__ import annotations

import os
import sys
import time

if __name__ == "__main__":
    # A bare interpreter knows no site-packages: the package is where this file is.
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

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

    def __init__(self, started: float) -> None:
        from _thread import allocate_lock

        self.text = ""
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


def main(argv: list[str]) -> int:
    """Handle one event; every failure is logged and silent."""
    started = time.monotonic()
    reply = Reply(started)
    try:
        agent, reply.plain = arguments(argv)
        _watch(reply)
        _answer(agent, reply)
        reply.print_once()
    except Exception:
        # The prompt must go through whatever happened; the log says what did.
        try:
            from sightline.events.log import log_failure

            log_failure()
            reply.print_once()
        except Exception:
            pass
    return 0


def arguments(argv: list[str]) -> tuple[str, bool]:
    """The agent's name and whether the bare block is wanted."""
    agent = "claude"
    for position, word in enumerate(argv):
        if word == "--agent" and position + 1 < len(argv):
            agent = argv[position + 1]
        elif word.startswith("--agent="):
            agent = word.partition("=")[2]
    return agent, "--plain" in argv


def _answer(agent: str, reply: Reply) -> None:
    raw = _read_input()
    if not raw.strip():
        return
    import json

    try:
        payload = json.loads(raw)
    except ValueError:
        return
    if not isinstance(payload, dict):
        return
    from sightline.agents import wire
    from sightline.agents.host import actual_agent
    from sightline.events import handle

    environ = dict(os.environ)
    agent = actual_agent(agent, payload, environ)
    reply.wire = wire(agent)
    if reply.wire is None:
        return
    reply.event = reply.wire.decode(payload, environ)
    if reply.event.kind:
        handle(reply.event, reply, environ=environ, limit=reply.wire.LIMIT)


def _read_input() -> str:
    """All of stdin as text; bytes that are no text become replacement characters."""
    parts = []
    size = 0
    while size < MAX_INPUT:
        part = os.read(0, 1 << 16)
        if not part:
            break
        parts.append(part)
        size += len(part)
    return b"".join(parts).decode("utf-8", "replace")


def _watch(reply: Reply) -> None:
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


if __name__ == "__main__":
    code = main(sys.argv[1:])
    # Nothing is left to flush; the interpreter's own clean-up would only take time.
    os._exit(code)
