"""Makes the data of a page fit for sharing: without secrets, personal memories and local paths."""

from __future__ import annotations

import os
import re
from typing import Any

from sightline.text.secrets.redact import redact

# Kinds of memories that describe a person's own work rather than the project.
PERSONAL_KINDS = ("handoff", "pin", "goal")
EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
REMOVED = "(left out)"


def shareable(data: dict[str, Any], root: str) -> dict[str, Any]:
    """The data without personal memories and all that quotes them, with every text cleaned."""
    screens = dict(data["screens"])
    personal = {row["id"] for row in screens["memories"] if is_personal(row)}
    screens["memories"] = [row for row in screens["memories"] if row["id"] not in personal]
    costs = screens["costs"]
    own = costs["project"]
    screens["costs"] = {
        **costs,
        "days": [day for day in costs["days"] if day["project"] == own],
        "projects": {own: costs["projects"][own]},
    }
    cleaned = _clean(
        {
            **data,
            "screens": screens,
            "details": {
                id: _without_items(detail, personal) for id, detail in data["details"].items()
            },
            "code": {id: code for id, code in data["code"].items() if id not in personal},
        },
        _Cleaner(root),
    )
    result: dict[str, Any] = cleaned
    result["head"]["root"] = result["head"]["project"]
    return result


def is_personal(row: dict[str, Any]) -> bool:
    """Whether a memory is about the person: valid in all projects, or of a personal kind."""
    return bool(row["global"]) or row["kind"] in PERSONAL_KINDS


def _without_items(detail: dict[str, Any], personal: set[str]) -> dict[str, Any]:
    """The detail without items that quote personal memories; then the sent text is left out too."""
    items = [item for item in detail["items"] if item["key"] not in personal]
    left_out = [item for item in detail["left_out"] if item["key"] not in personal]
    if len(items) == len(detail["items"]):
        return {**detail, "left_out": left_out}
    items = [{**item, "without": []} for item in items]
    return {**detail, "items": items, "left_out": left_out, "text": REMOVED}


class _Cleaner:
    """Cleans texts: masks secrets, and replaces the paths of this machine and mail addresses."""

    def __init__(self, root: str) -> None:
        home = os.path.expanduser("~")
        self._paths = [(root, os.path.basename(root) or root)]
        if len(home) > 1:
            self._paths.append((home, "~"))

    def __call__(self, text: str) -> str:
        for path, replacement in self._paths:
            text = text.replace(path, replacement)
        if len(text) > 8:
            text = EMAIL.sub("(address)", redact(text))
        return text


def _clean(value: Any, cleaner: _Cleaner) -> Any:
    if isinstance(value, str):
        return cleaner(value)
    if isinstance(value, list):
        return [_clean(part, cleaner) for part in value]
    if isinstance(value, dict):
        return {key: _clean(part, cleaner) for key, part in value.items()}
    return value
