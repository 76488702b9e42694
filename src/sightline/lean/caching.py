"""The one function of `functools` that the SQLite library asks for, without the rest."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def stand_in() -> bool:
    """Put a module with `lru_cache` in the place of functools; whether that was possible."""
    try:
        from _functools import _lru_cache_wrapper  # type: ignore[import-not-found]
    except ImportError:
        return False
    module: Any = type(sys)("functools")

    def lru_cache(maxsize: int) -> Callable[[Callable[..., Any]], Any]:
        return lambda function: _lru_cache_wrapper(function, maxsize, False, tuple)

    module.lru_cache = lru_cache
    sys.modules["functools"] = module
    return True
