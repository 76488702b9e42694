"""What hooks use of `os`, without `os`: that module makes thirty abstract classes when it is loaded.

The functions are those of the interpreter that `os` has too; what is not here comes from there.
Used in its place by `hook_warm`, and by modules that are loaded whole.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import environ as environ
    from os import name as name
    from os import path as path
    from os import sep as sep
    from typing import Any

    own: Any
else:
    try:
        if "os" in sys.modules:
            raise ImportError  # where the original is loaded there is nothing to gain
        import posix as own

        from sightline.lean import paths as path

        name, sep = "posix", "/"
    except ImportError:
        import os as own

        name, path, sep = own.name, own.path, own.sep


def fsencode(text: "str | bytes") -> bytes:
    """The bytes by which the system knows a file."""
    if isinstance(text, str):
        return text.encode(sys.getfilesystemencoding(), sys.getfilesystemencodeerrors())
    return text


def fsdecode(raw: "str | bytes") -> str:
    """The text for the bytes by which the system knows a file."""
    if isinstance(raw, bytes):
        return raw.decode(sys.getfilesystemencoding(), sys.getfilesystemencodeerrors())
    return raw


def __getattr__(wanted: str) -> "Any":
    if wanted == "environ" and "os" not in sys.modules:
        # Nothing in this process can change it.
        value: Any = {fsdecode(key): fsdecode(word) for key, word in own.environ.items()}
    elif wanted != "environ" and hasattr(own, wanted):
        value = getattr(own, wanted)
    else:
        import os

        return getattr(os, wanted)
    globals()[wanted] = value
    return value
