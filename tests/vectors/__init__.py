"""Inputs and outputs of the documented formulas."""

import json
import pathlib
from typing import Any


def vectors(name: str) -> Any:
    """The vectors of one documented system."""
    return json.loads((pathlib.Path(__file__).parent / f"{name}.json").read_text())
