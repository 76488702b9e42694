"""The settings in force as a value, and the names they may be given by. Reads nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PROJECT_FILE = ".sightline.toml"
USER_FILE = "settings.toml"
# Documented names of another system that mean one of ours (LO-3, ruling 62).
ALIASES = {
    "LORE_CONTEXT_BUDGET": "injection.budget",
    "LORE_CONTEXT_DEBUG": "injection.debug",
}


class Settings:
    """The values in force, and what was wrong with the ones that are not."""

    __slots__ = ("_values", "origins", "problems")

    def __init__(
        self,
        values: Mapping[str, Any],
        *,
        origins: Mapping[str, str] | None = None,
        problems: tuple[str, ...] = (),
    ) -> None:
        self._values = values
        self.origins = origins or {}
        self.problems = problems

    def integer(self, name: str) -> int:
        """A whole number."""
        return int(self._values[name])

    def number(self, name: str) -> float:
        """A number."""
        return float(self._values[name])

    def flag(self, name: str) -> bool:
        """Yes or no."""
        return bool(self._values[name])

    def text(self, name: str) -> str:
        """A string."""
        return str(self._values[name])

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of strings."""
        return tuple(self._values[name])

    def values(self) -> dict[str, Any]:
        """Every setting by its full name."""
        return dict(self._values)

    def origin(self, name: str) -> str:
        """Where the value comes from: a file, an environment variable, or `default`."""
        return self.origins.get(name, "default")

    def replaced(self, **values: object) -> Settings:
        """The same with some values changed; `focus__memorySize` is `focus.memorySize`."""
        changed = {name.replace("__", "."): value for name, value in values.items()}
        unknown = changed.keys() - self._values.keys()
        if unknown:
            raise KeyError(", ".join(sorted(unknown)))
        return Settings({**self._values, **changed}, origins=self.origins, problems=self.problems)
