"""Which assistant really runs a hook: some assistants also run hooks written for another.

Only positive evidence overrides the agent named on the command line.
"""

from __future__ import annotations


def actual_agent(named: str, payload: dict[str, object], environ: dict[str, str]) -> str:
    """The assistant whose format the answer must have."""
    session = payload.get("session_id")
    if named == "claude" and session and session == environ.get("CLAUDE_CODE_SESSION_ID"):
        return "claude"
    if "cursor_version" in payload or (named == "claude" and environ.get("CURSOR_VERSION")):
        return "cursor"
    if named in ("claude", "vscode") and environ.get("COPILOT_CLI") == "1":
        return "copilot"
    if named == "claude" and "clineVersion" in payload:
        return "cline"
    return named
