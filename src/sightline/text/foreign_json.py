"""Parses JSON that others wrote: whatever it contains, the result is a value or None."""

import json
from math import isfinite
from typing import Any


def _finite(text: str) -> float | None:
    number = float(text)
    return number if isfinite(number) else None


# 1e999 and NaN become None: an infinite number fails far from where it was read.
_DECODER = json.JSONDecoder(parse_float=_finite, parse_constant=lambda name: None)


def parse_json(text: str) -> Any:
    """The JSON value; None if the text is not JSON, or is nested too deeply."""
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError):
        return None
