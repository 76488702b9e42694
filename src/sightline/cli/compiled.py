"""Regular expressions as an earlier process compiled them, so that this one need not do so again.

Compiling is a seventh of what it takes to index one changed file. They go where `re` looks for those
it has compiled before; where an interpreter has no such place, everything is compiled as ever.
"""

import os
import re
import sys
from marshal import dumps, loads

from sightline.lean.patterns import code_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Codes = dict[tuple[str | bytes, int], bytes]

# Where they are kept in the user's data folder.
PLACE = ("index", "patterns")

_LOCALE = 4  # what such an expression means depends on the process
_MOST = 400  # beyond this some are of no use any more
_cache: "dict[tuple[Any, ...], Any]" = getattr(re, "_cache", {})
_kept: "Codes" = {}


def recall(path: str) -> None:
    """Make known to `re` what was kept in a file."""
    try:
        import _sre  # type: ignore[import-not-found]

        with open(path, "rb") as file:
            version, codes = loads(file.read())
        if version != sys.version:
            return
        for (source, flags), code in codes.items():
            if code:
                ready = _sre.compile(source, *loads(code))
                _cache.setdefault((type(source), source, flags), ready)
        _kept.update(codes)
    except (OSError, ImportError, RuntimeError, TypeError, ValueError, OverflowError, EOFError):
        return


def keep(path: str) -> None:
    """Keep in a file what had to be compiled; a folder that is not there is not made."""
    used = [key[1:] for key in list(_cache) if len(key) == 3 and not key[2] & _LOCALE]
    fresh = [key for key in used if key not in _kept]
    if not fresh:
        return
    # Nothing for what cannot be kept, so that it is not tried again.
    _kept.update((key, code_of(*key) or b"") for key in fresh)
    codes = _kept if len(_kept) <= _MOST else {key: _kept[key] for key in used}
    try:
        beside = f"{path}.{os.getpid()}"
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(dumps((sys.version, codes)))
        os.replace(beside, path)
    except OSError:
        return
