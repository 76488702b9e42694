"""Reads a plain command line: known words, each written out; all others are for `cli.parser`.

Nearly every line is one, and making a parser takes as long as finding out that nothing changed.
"""

from __future__ import annotations

from types import SimpleNamespace

from sightline.cli.command import declare

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any, NoReturn

    from sightline.cli.command import Command

_TEXTS = frozenset(("help", "metavar", "dest", "default"))  # declared of any argument


def plain_arguments(command: Command, words: list[str]) -> Namespace | None:
    """What a parser would make of the words; None where that takes a parser to say."""
    declared = _Declared()
    try:
        declare(command, declared)  # type: ignore[arg-type]
        return declared.read(words)  # type: ignore[return-value]
    except _NotPlain:
        return None


class _NotPlain(Exception):
    """Something that only a parser knows how to treat."""


class _Declared:
    """Takes note of arguments as a parser would; of few sorts, and of no other."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}
        self._flags: dict[str, str] = {}
        self._options: dict[str, str] = {}
        self._place: str | None = None

    def add_argument(self, *names: str, **told: Any) -> None:
        """An argument: a flag, an option with a text, or one word that may be left out."""
        longest = max(names, key=len)
        name = told.get("dest") or longest.lstrip("-").replace("-", "_")
        more = told.keys() - _TEXTS
        self._values[name] = told.get("default")
        if longest[0] != "-":
            if more != {"nargs"} or told["nargs"] != "?" or self._place is not None:
                raise _NotPlain
            self._place = name
        elif told.get("action") == "store_true" and more == {"action"}:
            self._values[name] = bool(told.get("default"))
            self._flags.update(dict.fromkeys(names, name))
        elif not more:
            self._options.update(dict.fromkeys(names, name))
        else:
            raise _NotPlain

    def __getattr__(self, name: str) -> NoReturn:
        raise _NotPlain

    def read(self, words: list[str]) -> SimpleNamespace:
        """The values of all arguments."""
        values, place = self._values, self._place
        left = iter(words)
        for word in left:
            if word in self._flags:
                values[self._flags[word]] = True
            elif word in self._options:
                values[self._options[word]] = _text(next(left, ""))
            elif place is not None:
                values[place], place = _text(word), None
            else:
                raise _NotPlain
        return SimpleNamespace(**values)


def _text(word: str) -> str:
    if not word or word[0] == "-":
        raise _NotPlain
    return word
