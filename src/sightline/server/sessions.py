"""Which assistant session a call belongs to, so that hook and server agree (ruling 44)."""

from __future__ import annotations

import os
from typing import NamedTuple

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


class Caller(NamedTuple):
    """Who calls a tool: the client's name for itself, and its connection where it has an id."""

    client: str
    connection: str = ""


def session_of(engine: Engine, caller: Caller, environ: dict[str, str]) -> SessionKey:
    """The session of a call: told by the environment, else the newest its agent's hook saw."""
    worktree = engine.project.worktree_id
    for variable, agent in VARIABLES:
        if environ.get(variable):
            return _with_epoch(engine, SessionKey(agent, environ[variable]), worktree)
    agent = agent_of(caller.client)
    try:
        newest = activity.newest_session(engine.activity, agent, worktree)
    except StoreError:
        newest = None
    if newest is not None:
        return newest
    # A session of the server's own: that of the connection over HTTP, else of this process. It
    # has no working tree, so that no other server takes it for a hook's.
    own = SessionKey(agent, f"server-{caller.connection or os.getpid()}")
    return _with_epoch(engine, own, "")


def _with_epoch(engine: Engine, key: SessionKey, worktree: str) -> SessionKey:
    try:
        return activity.see_session(
            engine.activity, key, now=engine.now(), project=engine.project.id, worktree=worktree
        )
    except StoreError:
        return key


def agent_of(name: str) -> str:
    """The agent behind a client's name; its own name where we know none."""
    lowered = name.lower()
    return next((agent for word, agent in CLIENTS if word in lowered), lowered or "mcp")
