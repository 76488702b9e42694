"""What a setting's value may be, and how values are written. Reads nothing."""

import math

from sightline.settings.table import Setting

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}
_KINDS = {
    "flag": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "text": "a string",
    "texts": "a list of strings",
}


def fits(setting: Setting, value: object) -> bool:
    """Whether a setting can have this value."""
    if setting.kind == "flag":
        return isinstance(value, bool)
    if setting.kind == "texts":
        return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)
    if setting.kind == "text":
        return isinstance(value, str) and (not setting.choices or value in setting.choices)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return False
    if setting.kind == "integer" and value != int(value):
        return False
    above = setting.low is None or value >= setting.low
    return above and (setting.high is None or value <= setting.high)


def allowed(setting: Setting) -> str:
    """What a setting can be: `a whole number from 0 to 100`."""
    if setting.choices:
        return "one of " + ", ".join(setting.choices)
    return _KINDS[setting.kind] + _range(setting)


def typed(setting: Setting, value: object) -> object:
    """A fitting value in the type of its setting."""
    if setting.kind == "number":
        return float(value)  # type: ignore[arg-type]
    if setting.kind == "integer":
        return int(value)  # type: ignore[call-overload]
    return tuple(value) if setting.kind == "texts" else value  # type: ignore[arg-type]


def from_text(setting: Setting, text: str) -> object:
    """The value a text spells, or the text itself where it spells none."""
    if setting.kind == "texts":
        return [item.strip() for item in text.split(",") if item.strip()]
    if setting.kind == "flag":
        lower = text.strip().lower()
        return True if lower in _TRUE else False if lower in _FALSE else text
    if setting.kind in ("integer", "number"):
        try:
            return int(text) if setting.kind == "integer" else float(text)
        except ValueError:
            return text
    return text


def shown(value: object) -> str:
    """A value as it stands in a settings file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(shown, value)) + "]"
    if isinstance(value, str):
        return f'"{value}"'
    return f"{value:g}" if isinstance(value, float) and abs(value) < 1e5 else str(value)


def _range(setting: Setting) -> str:
    low, high = setting.low, setting.high
    if low is not None and high is not None:
        return f" from {low:,} to {high:,}"
    return f" of at least {low:,}" if low is not None else ""
