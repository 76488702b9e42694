"""Answers tool calls, whichever transport they come over, and finds the session of a caller.

Owns what outlives a call: the roots, the note writer and the background indexing.
"""

from __future__ import annotations

import os
import threading
from typing import Any, NamedTuple

from sightline.engine import Engine, Near, Similar
from sightline.errors import SightlineError, StoreError
from sightline.memory.keeper import process_expired
from sightline.model.session import SessionKey
from sightline.process.private_files import log_failure
from sightline.server.background import Background, IndexWait, Report
from sightline.server.engines import Roots, offered_paths, root_paths
from sightline.server.jsonrpc import Message
from sightline.server.note_writer import NoteWriter
from sightline.server.protocol import call_result, error_text
from sightline.server.team_sync import TeamSync
from sightline.settings.load import data_home
from sightline.store import activity
from sightline.store.locations import activity_path, memory_path
from sightline.store.sqlite.database import open_database
from sightline.tools.answer import Note, answer, keep_notes
from sightline.tools.catalog import find_tool, shows_notes
from sightline.tools.index_access import Completeness, completeness
from sightline.workspace.privacy import is_paused

# Worker threads for calls; each has its own connections, so a few serve many callers.
THREADS = 4
PAUSED = (
    "Sightline is paused in this project: it answers and records nothing until `sightline resume`."
)
# Words in the name of a client, and its agent.
AGENT_OF_CLIENT = (
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
# Environment variables in which assistants name the session, and their agents.
SESSION_VARIABLES = (("CLAUDE_CODE_SESSION_ID", "claude"), ("GEMINI_SESSION_ID", "gemini"))


class Caller(NamedTuple):
    """A client that calls a tool: its name, and the id of its connection if it has one."""

    client: str
    connection: str = ""


class Backend:
    """Everything behind the protocol; `call` may run in any thread."""

    def __init__(
        self,
        named_roots: list[str],
        *,
        environ: dict[str, str],
        session_environ: dict[str, str],
        background: bool,
        similar: Similar | None = None,
        near: Near | None = None,
    ) -> None:
        # The environment of the assistant; empty over HTTP, where many assistants connect.
        self._session_environ = session_environ
        self.has_named_roots = bool(named_roots)
        self.roots = Roots(root_paths(named_roots, environ, os.getcwd()), similar, near)
        self._background = Background() if background else None
        self._team_sync = TeamSync(self.roots.engines) if background else None
        self._notes = NoteWriter(self._write_notes)
        self._index_wait = IndexWait(self._completeness)
        self._indexing = False

    def call(
        self,
        name: str,
        arguments: dict[str, Any],
        caller: Caller,
        *,
        report: Report | None = None,
        cancelled: threading.Event | None = None,
    ) -> Message:
        """The result of one tool call; an error is a result too, for the model to read."""
        self.start_indexing()
        try:
            find_tool(name)  # an unknown tool is refused without waiting
            self._wait_for_index(report, cancelled or threading.Event())
            texts = self.ask(name, arguments, caller)
        except SightlineError as error:
            return call_result([error_text(error)], failed=True)
        except Exception as error:
            # A sentence is more use to the model than a traceback.
            return call_result([unexpected(name, error)], failed=True)
        return call_result(texts, failed=False)

    def ask(self, name: str, arguments: dict[str, Any], caller: Caller) -> list[str]:
        """The texts of the result of a call."""
        engine = self.roots.engine()
        if is_paused(engine.project, engine.home):
            return [PAUSED]
        key = session_of(engine, caller, self._session_environ)
        if shows_notes(name):
            self._notes.flush()
        return answer(engine, name, arguments, key, self._notes.add)

    def start_indexing(self) -> None:
        """Begin to index and watch the roots, once, after the first answer is sent."""
        if not self._indexing:
            self._indexing = True
            self._follow_roots()
            threading.Thread(target=self._expire, name="expiry", daemon=True).start()
            if self._team_sync is not None:
                self._team_sync.start()

    def offer_roots(self, uris: list[str]) -> None:
        """Use the roots of the client from now on, unless the command line named others."""
        if self.has_named_roots or not self.roots.replace(offered_paths(uris)):
            return
        self._index_wait.reset()
        if self._indexing:
            self._follow_roots()

    def stop(self) -> None:
        """End the background work, write the pending notes and empty the journals."""
        if self._background is not None:
            self._background.stop()
        if self._team_sync is not None:
            self._team_sync.stop()
        self._notes.stop()
        _empty_journals(data_home())

    def _follow_roots(self) -> None:
        if self._background is not None:
            self._background.follow(self.roots.paths, named=self.has_named_roots)

    def _wait_for_index(self, report: Report | None, cancelled: threading.Event) -> None:
        if self._background is not None and self._background.follows(self.roots.paths[0]):
            self._index_wait.wait(report, cancelled)

    def _completeness(self) -> Completeness:
        return completeness(self.roots.engine())

    def _expire(self) -> None:
        """Apply the time limits of memories and notes: not every assistant reports a session's end."""
        try:
            engine = self.roots.engine()
            days = engine.settings.integer("memory.auto_days")
            if not is_paused(engine.project, engine.home):
                process_expired(engine.memory, now=engine.now(), auto_days=days)
            engine.close()
        except SightlineError:
            return

    def _write_notes(self, notes: list[Note]) -> None:
        keep_notes(self.roots.engine().memory, notes)


def _empty_journals(home: str) -> None:
    """Leave no journals behind: the process ends without closing the connections of its threads."""
    for path, schema in ((memory_path(home), "memory"), (activity_path(home), "activity")):
        if not os.path.exists(path):
            continue
        try:
            database = open_database(path, schema)
        except StoreError:
            continue  # a damaged database is reported where it is read
        database.empty_journal()
        database.close()


def unexpected(name: str, error: Exception) -> str:
    """A bug of ours in one sentence; the traceback goes to the log."""
    log_failure()
    return (
        f"error: {name} failed: {type(error).__name__}: {error}\n"
        "This is a bug in Sightline, not in your query. Run `sightline doctor` to find the log."
    )


def session_of(engine: Engine, caller: Caller, environ: dict[str, str]) -> SessionKey:
    """Ruling 44: the session of a call, so that hook and server agree on it.

    It is named by the environment, else it is the newest one that the agent's hook saw.
    """
    worktree = engine.project.worktree_id
    for variable, agent in SESSION_VARIABLES:
        if environ.get(variable):
            return _with_epoch(engine, SessionKey(agent, environ[variable]), worktree)
    agent = agent_of(caller.client)
    try:
        newest = activity.newest_session(engine.activity, agent, worktree)
    except StoreError:
        newest = None
    if newest is not None:
        return newest
    # A session of the server itself, named after the HTTP connection or this process. It has no
    # working tree, so that no other server takes it for the session of a hook.
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
    """The agent behind the name of a client; the name itself if the client is unknown."""
    lowered = name.lower()
    return next((agent for word, agent in AGENT_OF_CLIENT if word in lowered), lowered or "mcp")
