"""Merges settings from files and the environment; names what is wrong and goes on."""

import os
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from sightline.errors import SettingError
from sightline.settings.check import allowed, fits, from_text, shown, typed
from sightline.settings.table import SECTIONS, SETTINGS, Setting
from sightline.settings.toml import file_values
from sightline.settings.values import ALIASES, PROJECT_FILE, Settings

_BY_NAME = {setting.name: setting for setting in SETTINGS}
_WEIGHTS = tuple(name for name in _BY_NAME if name.startswith("facts.") and "weight" in name)


def read(files: tuple[str, ...], overrides: tuple[tuple[str, str], ...]) -> Settings:
    """The values in force from these files, the stronger last, and these variables."""
    reading = _Reading()
    for path in files:
        for name, value in file_values(path, reading.problems).items():
            reading.take(name, value, path)
    # Documented names of another system first: our own variable is the stronger.
    for variable, text in sorted(overrides, key=lambda pair: pair[0] not in ALIASES):
        reading.take_variable(variable, text)
    reading.check_together()
    return Settings(reading.values, origins=reading.origins, problems=tuple(reading.problems))


def facts_problem(values: "Mapping[str, Any]") -> str:
    """What is wrong with the fact engine's numbers, in the documented words (PC-10), or nothing."""
    if values["facts.token_budget"] <= 0:
        return "token_budget must be positive"
    if values["facts.max_facts"] <= 0:
        return "max_facts must be positive"
    if any(values[name] < 0 for name in _WEIGHTS):
        return "weights must be non-negative"
    if not any(values[name] > 0 for name in _WEIGHTS):
        return "at least one weight must be positive"
    return ""


class _Reading:
    """The values so far, where each came from, and what was refused."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {setting.name: setting.default for setting in SETTINGS}
        self.origins: dict[str, str] = {}
        self.problems: list[str] = []

    def take(self, name: str, value: object, source: str) -> None:
        setting = _BY_NAME.get(name)
        if setting is None:
            self.problems.append(f"{source}: {name} is not a setting{_nearest(name)}")
            return
        problem = self._problem(setting, value, os.path.basename(source) == PROJECT_FILE)
        if problem:
            kept = f"{problem}; {shown(self.values[name])} stays in force"
            error = SettingError(source=source, key=name, value=value, problem=kept)
            self.problems.append(error.message)
            return
        taken = typed(setting, value)
        if setting.adds:
            taken = tuple(dict.fromkeys((*self.values[name], *taken)))  # type: ignore[misc]
        self.values[name] = taken
        self.origins[name] = source

    def take_variable(self, variable: str, text: str) -> None:
        name = ALIASES.get(variable) or _name_of_variable(variable)
        if name is not None:
            setting = _BY_NAME.get(name)
            self.take(name, from_text(setting, text) if setting else text, variable)

    def check_together(self) -> None:
        """Refuse values that are each allowed but make no sense together."""
        message = facts_problem(self.values)
        if message:
            self._back_to_defaults(_WEIGHTS, message)
        extend, branch = "focus.similarity.extend", "focus.similarity.branch"
        if self.values[extend] < self.values[branch]:
            self._back_to_defaults((extend, branch), "extend must not be below branch")

    def _problem(self, setting: Setting, value: object, from_project: bool) -> str:
        if setting.user_only and from_project:
            return "concerns all projects and belongs into your own settings file"
        if not fits(setting, value):
            documented = (
                facts_problem({**self.values, setting.name: value})
                if (setting.section == "facts" and isinstance(value, int | float))
                else ""
            )
            return f"must be {allowed(setting)}" + (f": {documented}" if documented else "")
        if setting.adds and from_project and any(item.startswith("!") for item in value):  # type: ignore[attr-defined]
            return "must not open with `!` what your own settings keep closed"
        return ""

    def _back_to_defaults(self, names: tuple[str, ...], problem: str) -> None:
        sources = sorted({self.origins[name] for name in names if name in self.origins})
        stated = ", ".join(f"{name} = {shown(self.values[name])}" for name in names)
        self.problems.append(
            f"{' and '.join(sources)}: {stated}: {problem}; the defaults stay in force"
        )
        for name in names:
            self.values[name] = _BY_NAME[name].default
            self.origins.pop(name, None)


def _name_of_variable(variable: str) -> str | None:
    """The setting a variable means; `section.key` of its own if only the section is known."""
    plain = variable.removeprefix("SIGHTLINE_")
    squeezed = plain.replace("_", "").lower()
    for name in _BY_NAME:
        if name.replace(".", "").replace("_", "").lower() == squeezed:
            return name
    section, _, key = plain.lower().partition("_")
    return f"{section}.{key}" if section in SECTIONS else None


def _nearest(name: str) -> str:
    folded = {known.lower(): known for known in _BY_NAME}
    key = name.rpartition(".")[2].lower()
    matches = [known for known in folded if known.rpartition(".")[2] == key][:1]
    matches = matches or get_close_matches(name.lower(), folded, 1, 0.6)
    return f"; nearest: {folded[matches[0]]}" if matches else ""
