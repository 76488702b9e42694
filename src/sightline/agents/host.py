"""Which assistant really runs a hook: some assistants also run hooks written for another.

Only positive evidence overrides the agent named on the command line.
"""

from __future__ import annotations


def actual_agent(named: str, payload: dict[str, object], environ: dict[str, str]) -> str:
    """The assistant whose format the answer must have; empty if it must get no answer."""
    session = payload.get("session_id")
    if named == "claude" and session and session == environ.get("CLAUDE_CODE_SESSION_ID"):
        return "claude"
    if "cursor_version" in payload or (named == "claude" and environ.get("CURSOR_VERSION")):
        return "cursor"
    in_copilot = environ.get("COPILOT_CLI") == "1"
    if named == "vscode" and in_copilot:
        return ""  # Copilot CLI also runs VS Code's hooks, but it has hooks of its own
    if named == "claude" and in_copilot:
        return "copilot"
    if named == "copilot" and not in_copilot and "hookEventName" in payload:
        return "vscode"  # which also runs Copilot CLI's hooks; only VS Code names the event so
    if named == "claude" and "clineVersion" in payload:
        return "cline"
    return named
