"""Answers tool calls for a set of roots, whichever transport they come over.

Holds what outlives a call: the roots, the note writer and the background indexing.
"""

from __future__ import annotations

import os
import threading
from typing import Any

from sightline.errors import SightlineError
from sightline.process.private_files import log_failure
from sightline.server.background import Background
from sightline.server.index_wait import IndexWait, Report
from sightline.server.jsonrpc import Message
from sightline.server.note_writer import NoteWriter
from sightline.server.protocol import call_result, error_text
from sightline.server.roots import Roots, offered_paths, root_paths
from sightline.server.sessions import Caller, session_of
from sightline.tools.answer import Note, answer, keep_notes
from sightline.tools.catalog import find_tool, shows_notes
from sightline.tools.index_access import Completeness, completeness

# Worker threads for calls; each has its own connections, so a few serve many callers.
THREADS = 4


class Backend:
    """Everything behind the protocol; `call` may run in any thread."""

    def __init__(
        self,
        named_roots: list[str],
        *,
        environ: dict[str, str],
        session_environ: dict[str, str],
        background: bool,
    ) -> None:
        # The variables that tell the assistant's session; over HTTP the server has nobody's.
        self._session_environ = session_environ
        self.has_named_roots = bool(named_roots)
        self.roots = Roots(root_paths(named_roots, environ, os.getcwd()))
        self._background = Background() if background else None
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
        """The result of one tool call; errors are results too, which the model can read."""
        self.start_indexing()
        try:
            find_tool(name)  # an unknown tool is refused without waiting
            self._wait_for_index(report, cancelled or threading.Event())
            texts = self.ask(name, arguments, caller)
        except SightlineError as error:
            return call_result([error_text(error)], failed=True)
        except Exception as error:
            # The model can do nothing with a traceback; it can with a sentence.
            return call_result([unexpected(name, error)], failed=True)
        return call_result(texts, failed=False)

    def ask(self, name: str, arguments: dict[str, Any], caller: Caller) -> list[str]:
        """The texts that answer a call."""
        engine = self.roots.engine()
        key = session_of(engine, caller, self._session_environ)
        if shows_notes(name):
            self._notes.flush()
        return answer(engine, name, arguments, key, self._notes.add)

    def start_indexing(self) -> None:
        """Begin to index and watch the roots, once, after the first answer is on its way."""
        if not self._indexing:
            self._indexing = True
            self._follow_roots()

    def offer_roots(self, uris: list[str]) -> None:
        """Answer for the client's roots from now on, unless a person named others."""
        if self.has_named_roots or not self.roots.replace(offered_paths(uris)):
            return
        self._index_wait.reset()
        if self._indexing:
            self._follow_roots()

    def stop(self) -> None:
        """End the background work and write the pending notes."""
        if self._background is not None:
            self._background.stop()
        self._notes.stop()

    def _follow_roots(self) -> None:
        if self._background is not None:
            self._background.follow(self.roots.paths, named=self.has_named_roots)

    def _wait_for_index(self, report: Report | None, cancelled: threading.Event) -> None:
        if self._background is not None and self._background.follows(self.roots.paths[0]):
            self._index_wait.wait(report, cancelled)

    def _completeness(self) -> Completeness:
        return completeness(self.roots.engine())

    def _write_notes(self, notes: list[Note]) -> None:
        keep_notes(self.roots.engine().memory, notes)


def unexpected(name: str, error: Exception) -> str:
    """A bug of ours in one sentence; the traceback goes to the log."""
    log_failure()
    return (
        f"error: {name} failed: {type(error).__name__}: {error}\n"
        "This is a bug in Sightline, not in your query. Run `sightline doctor` to find the log."
    )
