"""Makes the page: one HTML file with the data of every screen inside, or an empty one to be served.

`page.html` is built from `web/` and contains all styles, scripts and libraries.
"""

from __future__ import annotations

import json
import os
from typing import Any

from sightline.engine import Engine
from sightline.view import impact, injections, memories
from sightline.view.screens import SCREENS, head
from sightline.view.share import shareable

TEMPLATE = os.path.join(os.path.dirname(__file__), "page.html")
# Where the built page keeps its data.
SLOT = '<script id="data" type="application/json">{}</script>'
FILE, SHARED, LIVE = "file", "shared", "live"
# A page without a server has the details of this many injections, symbols and memories.
DETAILS = 200
SYMBOLS = 24
EXCERPTS = 300


def page_html(data: dict[str, Any]) -> str:
    """The page with this data inside."""
    with open(TEMPLATE, encoding="utf-8") as file:
        template = file.read()
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # Inside a script element, no text may look like its end or like a comment.
    text = text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    before, slot, after = template.partition(SLOT)
    if not slot:
        raise ValueError(f"{TEMPLATE} has no slot for data")
    return f"{before}{SLOT.replace('{}', text)}{after}"


def page_data(engine: Engine, *, shared: bool, symbols: tuple[str, ...] = ()) -> dict[str, Any]:
    """Everything a page shows that has no server behind it."""
    screens = {name: make(engine) for name, make in SCREENS.items()}
    rows = screens["injections"]
    details = {row["id"]: injections.injection_detail(engine, row["id"]) for row in rows[:DETAILS]}
    linked = [row for row in screens["memories"] if row["links"]][:EXCERPTS]
    names = [*symbols, *impact.told_symbols(engine, SYMBOLS - len(symbols))]
    data = {
        "head": head(engine, SHARED if shared else FILE),
        "screens": screens,
        "details": details,
        "code": {row["id"]: memories.code_of_links(engine, row["links"]) for row in linked},
        "impacts": impact.impacts(engine, names) if screens["index"]["state"] != "none" else {},
    }
    return shareable(data, engine.project.root) if shared else data


def live_html(engine: Engine, token: str) -> str:
    """The page that asks the server for its data."""
    return page_html({"head": head(engine, LIVE), "token": token})
