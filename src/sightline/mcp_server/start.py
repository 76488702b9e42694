"""Puts the server together: roots, catalogue, sessions, background, transport."""

from __future__ import annotations

import os
from typing import Any

from sightline.engine import Engine, open_engine
from sightline.mcp_server import protocol
from sightline.mcp_server.background import Background
from sightline.mcp_server.roots import Roots, root_paths
from sightline.mcp_server.sessions import session_of
from sightline.tools.answer import answer


def open_root(path: str) -> Engine:
    """The engine of one root; a server may run git to know a repository again."""
    from sightline.workspace.origin import ask_git

    return open_engine(path, origin=ask_git)


def serve(
    named_roots: list[str],
    *,
    profile: str,
    http: bool = False,
    host: str = "127.0.0.1",
    port: int = 3100,
    token: str = "",
    background: bool = True,
) -> None:
    """Serve until the assistant is gone, or, over HTTP, until interrupted."""
    environ = dict(os.environ)
    roots = Roots(root_paths(named_roots, environ, os.getcwd()), open_root)
    worker = Background(roots.paths)

    def ask(name: str, arguments: dict[str, Any], context: Any) -> list[str]:
        engine = roots.engine()
        key = session_of(engine, context, environ)
        return answer(engine, name, arguments, key)

    server = protocol.build(profile, ask, worker.start if background else lambda: None)
    try:
        if http:
            from sightline.mcp_server.hooks import answer_hook
            from sightline.mcp_server.http import application, serve_http

            app = application(server, answer_hook, token=token, host=host, port=port)
            serve_http(app, host=host, port=port)
        else:
            from sightline.mcp_server.stdio import serve_stdio

            serve_stdio(server, worker.stop)
    finally:
        worker.stop()
