"""Which assistant session a call belongs to, so that hook and server agree (ruling 44)."""

from __future__ import annotations

import os
from typing import Any

from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.model.session import SessionKey
from sightline.store import activity

# Words in a client's name, and the agent it is.
CLIENTS = (
    ("claude", "claude"),
    ("codex", "codex"),
    ("gemini", "gemini"),
    ("copilot", "copilot"),
    ("cursor", "cursor"),
    ("opencode", "opencode"),
    ("visual studio code", "vscode"),
    ("vscode", "vscode"),
    ("cline", "cline"),
)
# Variables in which assistants tell their servers the session.
VARIABLES = (("CLAUDE_CODE_SESSION_ID", "claude"), ("GEMINI_SESSION_ID", "gemini"))


def session_of(engine: Engine, context: Any, environ: dict[str, str]) -> SessionKey:
    """The session of a call: told by the environment, else the newest its agent's hook saw."""
    worktree = engine.project.worktree_id
    for variable, agent in VARIABLES:
        if environ.get(variable):
            return _with_epoch(engine, SessionKey(agent, environ[variable]), worktree)
    agent = agent_of(client_name(context))
    try:
        found = activity.newest_session(engine.activity, agent, worktree)
    except StoreError:
        found = None
    # Our own sessions stand in no working tree, so that no other server takes them for a hook's.
    return found or _with_epoch(engine, SessionKey(agent, _own(context)), "")


def _own(context: Any) -> str:
    """A session of our own: the connection's over HTTP, where it has one, else this process's."""
    headers = getattr(getattr(context, "request", None), "headers", None) or {}
    return f"server-{headers.get('mcp-session-id') or os.getpid()}"


def _with_epoch(engine: Engine, key: SessionKey, worktree: str) -> SessionKey:
    try:
        return activity.see_session(
            engine.activity, key, now=engine.now(), project=engine.project.id, worktree=worktree
        )
    except StoreError:
        return key


def client_name(context: Any) -> str:
    """What the client calls itself, in either era of the protocol."""
    parameters = getattr(getattr(context, "session", None), "client_params", None)
    information = getattr(parameters, "client_info", None)
    return str(getattr(information, "name", "") or "")


def agent_of(name: str) -> str:
    """The agent behind a client's name; its own name where we know none."""
    lowered = name.lower()
    return next((agent for word, agent in CLIENTS if word in lowered), lowered or "mcp")
