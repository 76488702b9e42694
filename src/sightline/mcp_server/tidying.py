"""Looks for garbage after an answer instead of within it: nobody waits for that."""

from __future__ import annotations

import gc
import threading

# Where one event follows the other without a pause it is looked for all the same, now and then.
MOST_WITHOUT = 50


class Tidying:
    """A `with` block, of several threads at once, in which nobody looks for garbage."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._without = 0

    def __enter__(self) -> None:
        with self._lock:
            self._inside += 1
            gc.disable()

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            self._without += 1
            if self._inside and self._without < MOST_WITHOUT:
                return
            self._without = 0
            if not self._inside:
                gc.enable()
        # What lives on since long ago is left to the interpreter: it knows when that is worth it.
        gc.collect(1)
