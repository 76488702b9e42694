"""Reads the JSON form in which an editor hands over what its language server knows.

docs/guides/precise-edges.md describes it. Lines and columns count from zero and columns are UTF-16
units, as in the language server protocol.
"""

from __future__ import annotations

import json
import os
from typing import Any

from sightline.errors import OverlayRefused
from sightline.index.overlay.outside import (
    Elsewhere,
    Outside,
    OutsideFile,
    OutsideReference,
    Position,
    origin_name,
)
from sightline.store.code.overlay import EDITOR

MOST_BYTES = 64 << 20
_MOST_FILES = 10_000


def read_editor_json(content: bytes, name: str, root: str) -> list[Outside]:
    """What the editor says, by origin; raises OverlayRefused where the form is not kept."""
    try:
        value = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise OverlayRefused(path=name, reason=f"it is not JSON ({error})") from error
    entries = value if isinstance(value, list) else [value]
    if not entries or len(entries) > _MOST_FILES:
        raise OverlayRefused(path=name, reason=f"it has {len(entries)} files")
    by_origin: dict[str, list[OutsideFile]] = {}
    for number, entry in enumerate(entries):
        try:
            origin = origin_name(_text(entry, "origin"))
            by_origin.setdefault(origin, []).append(_file(entry, root))
        except (KeyError, TypeError, ValueError) as error:
            reason = f"entry {number} is not as documented: {error}"
            raise OverlayRefused(path=name, reason=reason) from error
    return [Outside(EDITOR, origin, files) for origin, files in by_origin.items()]


def _file(entry: dict[str, Any], root: str) -> OutsideFile:
    path = _path(_text(entry, "file"), root)
    if path is None:
        raise ValueError(f"{entry['file']} is not in the project")
    references = []
    for reference in entry.get("references") or ():
        line, column = _place(reference)
        target = reference.get("target")
        references.append(OutsideReference(line, column, _position(target, root)))
    sha256 = _text(entry, "hash").lower()
    if len(sha256) != 64:
        raise ValueError("'hash' must be the SHA-256 of the file in hexadecimal")
    return OutsideFile(path, references, {}, sha256)


def _position(target: Any, root: str) -> Position | Elsewhere:
    """The place of a definition, which may be outside the project."""
    if target is None:
        return Elsewhere()
    named = _text(target, "file")
    path = _path(named, root)
    return Elsewhere(path=named) if path is None else Position(path, *_place(target))


def _place(value: Any) -> tuple[int, int]:
    line, column = value["line"], value["column"]
    for number in (line, column):
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise ValueError(f"{number!r} is not a line or column")
    return line, column


def _text(value: Any, key: str) -> str:
    if not isinstance(value, dict) or not isinstance(value.get(key), str) or not value[key]:
        raise ValueError(f"{key!r} must be a text")
    return str(value[key])


def _path(path: str, root: str) -> str | None:
    """A path relative to the project; None if it is outside."""
    whole = os.path.normpath(os.path.join(root, path))
    relative = os.path.relpath(whole, root).replace(os.sep, "/")
    return None if relative == ".." or relative.startswith("../") else relative
