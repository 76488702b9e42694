"""Generates the settings of the VS Code extension: python -m sightline.settings.editor PACKAGE_JSON"""

import json
import sys
from typing import Any

from sightline.settings.table import SECTIONS, SETTINGS, Setting

_TYPES = {"integer": "integer", "number": "number", "flag": "boolean", "text": "string"}


def configuration() -> dict[str, Any]:
    """The configuration that `contributes` lists second, after the extension's own settings."""
    properties = {
        f"sightline.{setting.name}": _property(setting, order)
        for order, setting in enumerate(SETTINGS)
    }
    return {"title": "Sightline", "properties": properties}


def _property(setting: Setting, order: int) -> dict[str, Any]:
    # A repository may bring settings of its workspace: what belongs in one's own file, and what keeps
    # files unread, is not for them to say.
    is_own = setting.user_only or setting.section == "privacy"
    value: dict[str, Any] = {
        "type": _TYPES.get(setting.kind, "array"),
        "default": list(setting.default) if setting.kind == "texts" else setting.default,
        "description": f"{SECTIONS[setting.section]} {setting.sentence}".replace("`", ""),
        "order": order,
        "scope": "machine" if is_own else "resource",
    }
    if setting.kind == "texts":
        value["items"] = {"type": "string"}
    if setting.choices:
        value["enum"] = list(setting.choices)
    if setting.low is not None:
        value["minimum"] = setting.low
    if setting.high is not None:
        value["maximum"] = setting.high
    return value


def main(path: str) -> None:
    """Write the settings into the extension's package.json."""
    with open(path, encoding="utf-8") as file:
        package = json.load(file)
    own, *_ = package["contributes"]["configuration"]
    package["contributes"]["configuration"] = [own, configuration()]
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(package, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
