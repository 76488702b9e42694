"""`sightline serve` and `hook`: the programs that assistants start.

`cli.main` runs `hook` before any of this is loaded; here it is only declared.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace

from sightline.agents import NAMES
from sightline.cli.argument_types import integer
from sightline.cli.command import Command
from sightline.cli.project import engine_of
from sightline.errors import MissingExtra, UsageError
from sightline.hook.__main__ import main as answer_event
from sightline.server.stdio_server import serve_over_stdio
from sightline.store.server_token import server_token, token_path
from sightline.tools.catalog import PROFILES


def _serve(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    profile = arguments.tools or engine.settings.text("server.tools")
    port = engine.settings.integer("server.port") if arguments.port is None else arguments.port
    engine.close()
    roots = _roots(arguments)
    if arguments.http:
        _serve_over_http(arguments, roots, profile, port)
    else:
        serve_over_stdio(roots, profile=profile, background=not arguments.no_index)
    return 0


def _serve_over_http(arguments: Namespace, roots: list[str], profile: str, port: int) -> None:
    try:
        # Optional dependency that takes half a second to import.
        from sightline.server import http
    except ModuleNotFoundError as error:
        raise MissingExtra(package=error.name, extra="http") from error
    token = "" if arguments.no_token else server_token()
    http.check_interface(arguments.host, token)
    location = f"in {token_path()}" if token else "none; every program on this machine may connect"
    sys.stderr.write(f"token: {location}\n")
    http.serve_over_http(
        roots,
        profile=profile,
        host=arguments.host,
        port=port,
        token=token,
        background=not arguments.no_index,
    )


def _roots(arguments: Namespace) -> list[str]:
    """The projects named on the command line; they must exist."""
    roots = list(arguments.root or ([arguments.project] if arguments.project else []))
    for root in roots:
        if not os.path.isdir(os.path.expanduser(root)):
            raise UsageError(f"no directory called {root!r}", hint="give --root an existing path")
    return roots


def _serve_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--root", action="append", metavar="PATH", help="a project to serve; repeat for more"
    )
    parser.add_argument(
        "--http",
        action="store_true",
        help="serve over HTTP on the loopback interface instead of stdio",
    )
    parser.add_argument("--port", type=integer(0, 65_535), metavar="N", help="the HTTP port (3100)")
    parser.add_argument(
        "--host", default="127.0.0.1", help="the network interface to listen on (127.0.0.1)"
    )
    parser.add_argument(
        "--no-token", action="store_true", help="let every local program connect without a token"
    )
    parser.add_argument(
        "--tools",
        choices=PROFILES,
        help="offer the eight tools that assistants use (lean) or all (full; default: the setting server.tools)",
    )
    parser.add_argument(
        "--no-index", action="store_true", help="do not index or watch the projects"
    )


def _hook(arguments: Namespace) -> int:
    return answer_event(["--agent", arguments.agent, *(["--plain"] if arguments.plain else [])])


def _hook_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--agent", choices=NAMES, default="claude", help="the assistant that sent the event"
    )
    parser.add_argument("--plain", action="store_true", help="print plain text instead of JSON")


COMMANDS = (
    Command(
        name="serve",
        summary="for assistants: offer the tools over MCP until the assistant disconnects",
        example="sightline serve\nsightline serve --root ~/src/api --root ~/src/web\n"
        "sightline serve --http --port 3100",
        arguments=_serve_arguments,
        run=_serve,
        prints_facts=False,
    ),
    Command(
        name="hook",
        summary="for assistants: answer one hook event, JSON on stdin and the answer on stdout",
        example="sightline hook --agent claude < event.json\nsightline hook --plain < event.json",
        arguments=_hook_arguments,
        run=_hook,
        prints_facts=False,
        in_project=False,
    ),
)
