"""Parses settings from TOML files and the environment, and validates them.

An invalid value is reported and skipped, so that the value from the weaker source applies.
"""

import math
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from sightline.errors import SettingError
from sightline.settings.load import ALIASES, PROJECT_FILE, Settings
from sightline.settings.table import SECTIONS, SETTINGS, Setting

_LARGEST_FILE = 1_000_000
_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}
_KINDS = {
    "flag": "true or false",
    "integer": "an integer",
    "number": "a number",
    "text": "a string",
    "texts": "a list of strings",
}
_BY_NAME = {setting.name: setting for setting in SETTINGS}
_WEIGHTS = tuple(name for name in _BY_NAME if name.startswith("facts.") and "weight" in name)


def read(files: tuple[str, ...], overrides: tuple[tuple[str, str], ...]) -> Settings:
    """The settings from these files, the strongest last, and these environment variables."""
    reader = _Reader()
    for path in files:
        for name, value in file_values(path, reader.problems).items():
            reader.set(name, value, path)
    # Aliases first, so that our own variables override them.
    for variable, text in sorted(overrides, key=lambda pair: pair[0] not in ALIASES):
        reader.set_from_variable(variable, text)
    reader.check_together()
    return Settings(reader.values, origins=reader.origins, problems=tuple(reader.problems))


def facts_problem(values: "Mapping[str, Any]") -> str:
    """What is wrong with the `facts` settings, in the documented words (PC-10), or nothing."""
    if values["facts.token_budget"] <= 0:
        return "token_budget must be positive"
    if values["facts.max_facts"] <= 0:
        return "max_facts must be positive"
    if any(values[name] < 0 for name in _WEIGHTS):
        return "weights must be non-negative"
    if not any(values[name] > 0 for name in _WEIGHTS):
        return "at least one weight must be positive"
    return ""


class _Reader:
    """The values so far, the source of each, and the problems with rejected values."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {setting.name: setting.default for setting in SETTINGS}
        self.origins: dict[str, str] = {}
        self.problems: list[str] = []

    def set(self, name: str, value: object, source: str) -> None:
        setting = _BY_NAME.get(name)
        if setting is None:
            self.problems.append(f"{source}: {name} is not a setting{_nearest(name)}")
            return
        problem = self._problem(setting, value, os.path.basename(source) == PROJECT_FILE)
        if problem:
            problem = f"{problem}; {shown(self.values[name])} stays in effect"
            error = SettingError(source=source, key=name, value=value, problem=problem)
            self.problems.append(error.message)
            return
        new = typed(setting, value)
        if setting.adds:
            new = tuple(dict.fromkeys((*self.values[name], *new)))  # type: ignore[misc]
        self.values[name] = new
        self.origins[name] = source

    def set_from_variable(self, variable: str, text: str) -> None:
        name = ALIASES.get(variable) or _name_of_variable(variable)
        if name is not None:
            setting = _BY_NAME.get(name)
            self.set(name, from_text(setting, text) if setting else text, variable)

    def check_together(self) -> None:
        """Reset values that are each valid but contradict one another."""
        message = facts_problem(self.values)
        if message:
            self._back_to_defaults(_WEIGHTS, message)
        extend, branch = "focus.similarity.extend", "focus.similarity.branch"
        if self.values[extend] < self.values[branch]:
            self._back_to_defaults((extend, branch), "extend must not be below branch")

    def _problem(self, setting: Setting, value: object, from_project: bool) -> str:
        if setting.user_only and from_project:
            return "applies to all projects and belongs in your own settings file"
        if not fits(setting, value):
            documented = (
                facts_problem({**self.values, setting.name: value})
                if (setting.section == "facts" and isinstance(value, int | float))
                else ""
            )
            return f"must be {allowed(setting)}" + (f": {documented}" if documented else "")
        if setting.adds and from_project and any(item.startswith("!") for item in value):  # type: ignore[attr-defined]
            return "must not use `!` to allow what your own settings deny"
        return ""

    def _back_to_defaults(self, names: tuple[str, ...], problem: str) -> None:
        sources = sorted({self.origins[name] for name in names if name in self.origins})
        stated = ", ".join(f"{name} = {shown(self.values[name])}" for name in names)
        self.problems.append(
            f"{' and '.join(sources)}: {stated}: {problem}; the defaults stay in effect"
        )
        for name in names:
            self.values[name] = _BY_NAME[name].default
            self.origins.pop(name, None)


def _name_of_variable(variable: str) -> str | None:
    """The setting a variable names; `section.key` if only the section exists, else None."""
    plain = variable.removeprefix("SIGHTLINE_")
    squeezed = plain.replace("_", "").lower()
    for name in _BY_NAME:
        if name.replace(".", "").replace("_", "").lower() == squeezed:
            return name
    section, _, key = plain.lower().partition("_")
    return f"{section}.{key}" if section in SECTIONS else None


def _nearest(name: str) -> str:
    folded = {setting.lower(): setting for setting in _BY_NAME}
    key = name.rpartition(".")[2].lower()
    matches = [setting for setting in folded if setting.rpartition(".")[2] == key][:1]
    matches = matches or get_close_matches(name.lower(), folded, 1, 0.6)
    return f"; nearest: {folded[matches[0]]}" if matches else ""


def fits(setting: Setting, value: object) -> bool:
    """Whether this value is valid for the setting."""
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
    """The values a setting allows: `an integer from 0 to 100`."""
    if setting.choices:
        return "one of " + ", ".join(setting.choices)
    return _KINDS[setting.kind] + _range(setting)


def typed(setting: Setting, value: object) -> object:
    """A valid value converted to the type of its setting."""
    if setting.kind == "number":
        return float(value)  # type: ignore[arg-type]
    if setting.kind == "integer":
        return int(value)  # type: ignore[call-overload]
    return tuple(value) if setting.kind == "texts" else value  # type: ignore[arg-type]


def from_text(setting: Setting, text: str) -> object:
    """The value a text stands for, or the text itself if it cannot be converted."""
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
    """A value as written in a settings file."""
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


def file_values(path: str, problems: list[str]) -> dict[str, object]:
    """Every value in a file by its dotted name; empty if the file does not exist."""
    try:
        if not os.path.isfile(path) and os.path.exists(path):
            raise ValueError("not a regular file")  # a pipe or device might never end
        with open(path, "rb") as file:
            raw = file.read(_LARGEST_FILE + 1)
        if len(raw) > _LARGEST_FILE:
            raise ValueError("larger than a megabyte")
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        problems.append(f"{path}: cannot be read: {error}")
        return {}
    try:
        return dict(_flatten("", tomllib.loads(text)))
    except (tomllib.TOMLDecodeError, RecursionError):
        return _salvage(path, text, problems)


def _salvage(path: str, text: str, problems: list[str]) -> dict[str, object]:
    """The valid statements of a file that is not valid TOML as a whole."""
    table = ""
    values: dict[str, object] = {}
    for line, statement in _statements(text):
        try:
            stated = dict(_flatten("", tomllib.loads(table + statement)))
        except (tomllib.TOMLDecodeError, RecursionError):
            shown = statement.strip().splitlines()[0]
            problems.append(f"{path}: line {line} is not valid TOML and was skipped: {shown}")
            continue
        if statement.lstrip().startswith("["):
            table = statement + "\n"
        problems += [
            f"{path}: line {line} states {name} again; the last one counts"
            for name in stated
            if name in values
        ]
        values.update(stated)
    return values


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Each `key = value` or `[section]` with its continuation lines, and its line number."""
    start = re.compile(r"\s*(?:\[\[?[\w\s.\"'-]*\]?\]?\s*(?:#.*)?$|[\w\"'][\w.\"' -]*=)")
    lines: list[str] = []
    first = 1
    for number, line in enumerate(text.split("\n"), 1):
        if lines and start.match(line):
            yield first, "\n".join(lines)
            lines = []
        if lines or line.partition("#")[0].strip():
            first = first if lines else number
            lines.append(line)
    if lines:
        yield first, "\n".join(lines)


def _flatten(prefix: str, table: dict[str, Any]) -> Iterator[tuple[str, object]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(f"{prefix}{key}.", value)
        else:
            yield prefix + key, value
