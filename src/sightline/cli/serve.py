"""`sightline serve`: the MCP server, over stdio or, for those who ask, over HTTP on loopback."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sightline.cli.command import Command
from sightline.cli.project import engine_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def _run(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    profile = arguments.tools or engine.settings.text("server.tools")
    port = engine.settings.integer("server.port") if arguments.port is None else arguments.port
    engine.close()
    roots = list(arguments.root or ([arguments.project] if arguments.project else []))
    token = ""
    if arguments.http:
        token = _token(arguments)
    from sightline.mcp_server.start import serve

    serve(
        roots,
        profile=profile,
        http=arguments.http,
        host=arguments.host,
        port=port,
        token=token,
        background=not arguments.no_index,
    )
    return 0


def _token(arguments: Namespace) -> str:
    """The token callers must send, printed once with the address."""
    import sys

    from sightline.mcp_server.http import check_interface
    from sightline.store.token import server_token, token_path

    token = "" if arguments.no_token else server_token()
    check_interface(arguments.host, token)
    place = f"token in {token_path()}" if token else "no token"
    sys.stderr.write(f"sightline on {arguments.host}, paths /mcp /hook /health, {place}\n")
    return token


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--root", action="append", metavar="PATH", help="a project to answer for; may repeat"
    )
    parser.add_argument("--http", action="store_true", help="listen on loopback instead of stdio")
    parser.add_argument("--port", type=int, metavar="N", help="the port (3100)")
    parser.add_argument("--host", default="127.0.0.1", help="the interface (127.0.0.1)")
    parser.add_argument("--no-token", action="store_true", help="let every local program ask")
    parser.add_argument("--tools", choices=("full", "lean"), help="which tools are offered")
    parser.add_argument("--no-index", action="store_true", help="neither index nor watch")


COMMANDS = (
    Command(
        name="serve",
        summary="answer an assistant over MCP until it is gone",
        example="sightline serve\nsightline serve --root ~/src/api --root ~/src/web\n"
        "sightline serve --http --port 3100",
        arguments=_arguments,
        run=_run,
        prints_facts=False,
    ),
)
