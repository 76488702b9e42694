"""What hooks use of `os`, without `os`: that module makes thirty abstract classes when it is loaded.

The functions are those of the interpreter that `os` has too; what is not here comes from there.
Used in its place by `hook_warm`, and by modules that are loaded whole.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_own: Any
path: Any
try:
    import posix as _own

    from sightline.lean import paths as path
except ImportError:  # another system
    import os as _own

    path = _own.path

name = "posix" if _own.__name__ == "posix" else str(_own.name)
sep = "/" if name == "posix" else str(_own.sep)


def fsencode(text: str | bytes) -> bytes:
    """The bytes by which the system knows a file."""
    if isinstance(text, str):
        return text.encode(sys.getfilesystemencoding(), sys.getfilesystemencodeerrors())
    return text


def fsdecode(raw: str | bytes) -> str:
    """The text for the bytes by which the system knows a file."""
    if isinstance(raw, bytes):
        return raw.decode(sys.getfilesystemencoding(), sys.getfilesystemencodeerrors())
    return raw


def __getattr__(wanted: str) -> Any:
    if wanted == "environ" and name == "posix":
        # Read only: who changes the environment loads `os`, which has a copy of its own.
        value: Any = {fsdecode(key): fsdecode(word) for key, word in _own.environ.items()}
    elif hasattr(_own, wanted):
        value = getattr(_own, wanted)
    else:
        import os

        value = getattr(os, wanted)
    globals()[wanted] = value
    return value
