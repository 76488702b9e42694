"""The short block for AGENTS.md and CLAUDE.md, written only where the person asks for it."""

from __future__ import annotations

from sightline.agents.edit.changes import Change, TextBlock
from sightline.agents.paths import Place

# Assistants that read AGENTS.md; Claude Code reads CLAUDE.md where there is one.
TEXT = """\
## Sightline

This project has a context engine, offered as MCP tools and as the command `sightline`.
- Context it adds to a prompt was checked against the working tree: use it before searching.
- To find code, ask `get_context` with the question, then read only what it names.
- Before changing a function, ask `get_impact_graph` what depends on it.
- Keep what was decided and why with `save_memory`; look it up with `recall`.
"""


def changes(place: Place, agents: tuple[str, ...]) -> tuple[Change, ...]:
    """The block in the files that the chosen assistants read."""
    claude = place.in_project("CLAUDE.md")
    own_file = "claude" in agents and place.has(claude)
    files = [claude] if own_file else []
    if not own_file or set(agents) - {"claude"}:
        files.append(place.in_project("AGENTS.md"))
    return tuple(TextBlock(file, (), TEXT) for file in files)
