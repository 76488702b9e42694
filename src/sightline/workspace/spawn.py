"""Runs a program and reads what it prints, on POSIX systems, with little more than the system has.

`subprocess` can do more, but loading it is a tenth of a run that finds nothing to do.
"""

import os
import select
import time

_BLOCK = 1 << 16
_KILL = 9


def printed(command: list[str], environment: dict[str, str], timeout: float) -> bytes | None:
    """What a program printed, or None when it failed, took too long or is not installed."""
    source, target = map(_above_standard, os.pipe())
    nowhere = _above_standard(os.open(os.devnull, os.O_RDWR))
    actions = [
        (os.POSIX_SPAWN_DUP2, end, place) for place, end in enumerate((nowhere, target, nowhere))
    ]
    try:
        try:
            pid = os.posix_spawnp(command[0], command, environment, file_actions=actions)
        finally:
            os.close(target)
            os.close(nowhere)
        text = _read(source, time.monotonic() + timeout)
        if text is None:
            os.kill(pid, _KILL)
        _, status = os.waitpid(pid, 0)
    except OSError:
        return None
    finally:
        os.close(source)
    return text if status == 0 else None


def _read(source: int, deadline: float) -> bytes | None:
    """All that comes until the other side is closed; None when that takes too long."""
    blocks: list[bytes] = []
    waiting = select.poll()
    waiting.register(source, select.POLLIN)
    while waiting.poll(max(deadline - time.monotonic(), 0) * 1000):
        block = os.read(source, _BLOCK)
        if not block:
            return b"".join(blocks)
        blocks.append(block)
    return None


def _above_standard(descriptor: int) -> int:
    """The same descriptor above those that every program has; ours may have been closed."""
    if descriptor > 2:
        return descriptor
    higher = _above_standard(os.dup(descriptor))
    os.close(descriptor)
    return higher
