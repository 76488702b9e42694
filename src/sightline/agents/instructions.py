"""The short block for AGENTS.md and CLAUDE.md, written only with --instructions."""

from __future__ import annotations

from sightline.agents.edit.changes import Change, TextBlock
from sightline.agents.paths import InstallTarget

TEXT = """\
## Sightline

This project has a context engine, offered as MCP tools and as the command `sightline`.
- Context it adds to a prompt was checked against the working tree: use it before searching.
- To find code, ask `get_context` with the question, then read only what it names.
- Before changing a function, ask `get_impact_graph` what depends on it.
- Keep what was decided and why with `save_memory`; look it up with `recall`.
"""


def changes(target: InstallTarget, agents: tuple[str, ...]) -> tuple[Change, ...]:
    """The block for each file that these assistants read."""
    claude = target.in_project("CLAUDE.md")
    own_file = "claude" in agents and target.has(claude)
    files = [claude] if own_file else []
    if not own_file or set(agents) - {"claude"}:
        files.append(target.in_project("AGENTS.md"))
    return tuple(TextBlock(file, (), TEXT) for file in files)
