"""One call, whole: run the tool, remember that it was asked, add the frame that belongs to it.

The text of a tool and the frame stay apart; surfaces encode them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sightline.tools import catalog

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sightline.engine import Engine
    from sightline.model.session import SessionKey


def answer(
    engine: Engine, name: str, arguments: Mapping[str, Any], key: SessionKey | None
) -> list[str]:
    """The tool's text and, for an assistant's session, the frame as a separate last text."""
    result = catalog.run(engine, name, arguments, key)
    return [encoded(result, str(arguments.get("format") or "text"))]


def encoded(result: catalog.Result, form: str) -> str:
    """The answer in the form that was asked for (ruling 42)."""
    if form == "json":
        return json.dumps(result.value, ensure_ascii=False, indent=1)
    return result.text or "nothing found"
