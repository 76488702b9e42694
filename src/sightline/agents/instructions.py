"""The short block for AGENTS.md and CLAUDE.md, written only with --instructions."""

from __future__ import annotations

from sightline.agents.edit.changes import Change, TextBlock
from sightline.agents.paths import InstallTarget

TEXT = """\
## Sightline

This project has a context engine, available as MCP tools and as the command `sightline`.
- The context it adds to prompts is checked against the working tree: use it before searching.
- To find code, call `get_context` with the question, then read only the files it names.
- Before changing a function, call `get_impact_graph` to see what depends on it.
- Save decisions and their reasons with `save_memory`; find them with `recall`.
"""


def changes(target: InstallTarget, agents: tuple[str, ...]) -> tuple[Change, ...]:
    """The block for each file that these assistants read."""
    claude = target.in_project("CLAUDE.md")
    own_file = "claude" in agents and target.has(claude)
    files = [claude] if own_file else []
    if not own_file or set(agents) - {"claude"}:
        files.append(target.in_project("AGENTS.md"))
    return tuple(TextBlock(file, (), TEXT) for file in files)
