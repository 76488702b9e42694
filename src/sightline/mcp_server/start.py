"""Puts the server together: roots, catalogue, sessions, background, transport."""

from __future__ import annotations

import os
from typing import Any

import anyio
from mcp import types

from sightline.engine import Engine, open_engine
from sightline.mcp_server import protocol
from sightline.mcp_server.afterwards import Afterwards
from sightline.mcp_server.background import Background
from sightline.mcp_server.patience import Patience
from sightline.mcp_server.roots import Roots, offered_paths, root_paths
from sightline.mcp_server.sessions import session_of
from sightline.tools.answer import Note, answer, keep_notes
from sightline.tools.catalog import shows_notes
from sightline.tools.completeness import Completeness, completeness

# A client that offers roots but does not name them in this time is not waited for.
ROOTS_SECONDS = 2.0


def open_root(path: str) -> Engine:
    """The engine of one root; a server may run git to know a repository again."""
    from sightline.workspace.first_commit import ask_git

    return open_engine(path, origin=ask_git)


class Serving:
    """What stands behind the protocol: the roots, and the work beside the answers."""

    def __init__(
        self, named_roots: list[str], environ: dict[str, str], *, http: bool, background: bool
    ) -> None:
        # Over HTTP the environment is that of whoever started the server, not of who asks.
        self.environ = {} if http else environ
        self.named = bool(named_roots)
        self.roots = Roots(root_paths(named_roots, environ, os.getcwd()), open_root)
        self.background = Background() if background else None
        self.notes = Afterwards(self._keep_notes)
        self.patience = Patience(self._completeness)
        self._asks_roots = not http and not self.named
        self._began = False

    def ask(self, name: str, arguments: dict[str, Any], context: Any) -> list[str]:
        """The texts that answer a call."""
        engine = self.roots.engine()
        key = session_of(engine, context, self.environ)
        if shows_notes(name):
            self.notes.settle()
        return answer(engine, name, arguments, key, self.notes.take)

    def answered(self) -> None:
        """Begin to index and watch, once."""
        if not self._began:
            self._began = True
            self._follow()

    async def before_call(self, context: Any, limiter: anyio.CapacityLimiter) -> None:
        """Wait a little for an index that is being built here."""
        if self.background is not None and self.background.follows(self.roots.paths[0]):
            await self.patience.wait(context, limiter)

    async def client_ready(self, context: Any) -> None:
        """Take the client's roots for ours where nobody named any (ruling 57)."""
        if not self._asks_roots or not _offers_roots(context):
            return
        listed: Any = None
        with anyio.move_on_after(ROOTS_SECONDS):
            try:
                listed = await context.session.send_request(
                    types.ListRootsRequest(), types.ListRootsResult
                )
            except Exception:
                # Roots are a courtesy of the client; without them we stay where we are.
                return
        if listed is None:
            return
        if self.roots.replace(offered_paths(str(root.uri) for root in listed.roots)):
            self.patience.begin_again()
            if self._began:
                self._follow()

    def stop(self) -> None:
        """End what runs beside the answers."""
        if self.background is not None:
            self.background.stop()
        self.notes.stop()

    def _follow(self) -> None:
        if self.background is not None:
            self.background.follow(self.roots.paths, named=self.named)

    def _keep_notes(self, notes: list[Note]) -> None:
        keep_notes(self.roots.engine().memory, notes)

    def _completeness(self) -> Completeness:
        return completeness(self.roots.engine())


def _offers_roots(context: Any) -> bool:
    capabilities = getattr(context.session, "client_capabilities", None)
    return getattr(capabilities, "roots", None) is not None


def serve_over_stdio(named_roots: list[str], *, profile: str, background: bool = True) -> None:
    """Serve until the assistant is gone."""
    from sightline.mcp_server.stdio import serve_stdio

    serving = Serving(named_roots, dict(os.environ), http=False, background=background)
    serve_stdio(protocol.build(profile, serving), serving.stop)


def serve_over_http(
    named_roots: list[str],
    *,
    profile: str,
    host: str,
    port: int,
    token: str,
    background: bool = True,
) -> None:
    """Listen on one interface until interrupted."""
    from sightline.mcp_server import hooks
    from sightline.mcp_server.http import application, listening, serve_http

    serving = Serving(named_roots, dict(os.environ), http=True, background=background)
    with listening(host, port) as socket:
        port = socket.getsockname()[1]
        server = protocol.build(profile, serving)
        hooks.hold_stores()
        app = application(server, hooks.answer_hook, token=token, host=host, port=port)
        try:
            serve_http(app, socket, ready=serving.answered, stop=serving.stop)
        finally:
            hooks.stop()
