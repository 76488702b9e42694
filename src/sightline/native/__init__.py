"""Compiled where a compiler was at hand: the few loops over bytes that indexing spends its time in.

Written in Python for Cython. Without them, Sightline does the same in plain Python, more slowly.
"""

import importlib.machinery
import os
import sys

# An installation writes both one after the other, in either order.
_AT_ONCE = 30 * 10**9


def _block_outdated(folder: str) -> None:
    """Have plain Python do what was not compiled, or from another state of the source than this."""
    written: dict[str, int] = {}
    compiled: dict[str, int] = {}
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                name, _, ending = entry.name.partition(".")
                if ending == "py" and name != "__init__":
                    written[name] = entry.stat().st_mtime_ns
                elif f".{ending}" in importlib.machinery.EXTENSION_SUFFIXES:
                    compiled[name] = entry.stat().st_mtime_ns
    except OSError:  # packed into an archive: nothing was written since
        return
    for name, changed in written.items():
        if compiled.get(name, 0) + _AT_ONCE < changed:
            sys.modules[f"{__name__}.{name}"] = None  # type: ignore[assignment]


_block_outdated(os.path.dirname(__file__))
