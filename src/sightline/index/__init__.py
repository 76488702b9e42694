"""Keeps the index of a working tree up to date: reads, resolves, writes, watches. Never memories.

What works out where names lead may be compiled, all of it together and from the source itself.
"""

import os
import sys
from _imp import extension_suffixes  # of `importlib.machinery`, without what that loads

COMPILED = ("view", "views", "lookup", "members", "infer", "calls", "resolve")

_FOLDER = __path__[0]
# An installation writes both one after the other, in either order.
_AT_ONCE = 30 * 10**9


class _Source:
    """Finds these modules as they are written, whatever was compiled of them."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> object:
        package, _, module = name.rpartition(".")
        if package != __name__ or module not in COMPILED:
            return None
        from importlib.util import spec_from_file_location

        return spec_from_file_location(name, os.path.join(_FOLDER, module + ".py"))


def serve_source() -> None:
    """Have plain Python work out where names lead, from now on."""
    sys.meta_path.insert(0, _Source)  # type: ignore[arg-type]


def _is_outdated() -> bool:
    """Whether something was compiled, but not all of it or from another state of the source."""
    ending = extension_suffixes()[0]
    compiled = {name: _changed(name + ending) for name in COMPILED}
    return any(compiled.values()) and any(
        changed + _AT_ONCE < max(_changed(name + ".py"), _changed(name + ".pxd"))
        for name, changed in compiled.items()
    )


def _changed(name: str) -> int:
    """When a file was changed; 0 when there is none."""
    try:
        return os.stat(os.path.join(_FOLDER, name)).st_mtime_ns
    except OSError:
        return 0


if _is_outdated():
    serve_source()
