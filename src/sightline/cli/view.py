"""`sightline view`: the page as a file or live, or the newest injections as text."""

from __future__ import annotations

import os
import secrets
import sys
import webbrowser
from argparse import ArgumentParser, Namespace
from typing import Any

from sightline.cli import terminal
from sightline.cli.argument_types import integer
from sightline.cli.command import Command
from sightline.cli.explain import NOTHING_YET, short_key
from sightline.cli.project import engine_of, project_path
from sightline.engine import Engine, Lifetime, open_engine
from sightline.model.activity import Injection
from sightline.store import statistics
from sightline.text.fence import one_line
from sightline.text.wording import ago, counted
from sightline.view.injections import item_title, titles_in
from sightline.view.page import page_data, page_html
from sightline.view.server import ViewServer

TEXT_LIMIT = 5


def _run(arguments: Namespace) -> int:
    if arguments.text or arguments.json:
        return _text(arguments)
    if arguments.serve:
        return _serve(arguments)
    return _write(arguments)


def _text(arguments: Namespace) -> int:
    """The newest injections, each item with a sign for its use."""
    engine = engine_of(arguments)
    rows = statistics.injections(engine.activity, project=engine.project.id, limit=arguments.limit)
    injections = [statistics.injection(engine.activity, row.id) for row in rows]
    now = engine.now()
    texts = [injection_text(one, titles_in(engine, one), now) for one in injections]
    engine.close()
    text = "\n\n".join(texts) or NOTHING_YET
    terminal.report(arguments, [_value(injection) for injection in injections], text)
    return 0


def injection_text(injection: Injection, titles: dict[str, str], now: int) -> str:
    """One injection for the terminal: its prompt and its items by title, used ones in green."""
    prompt = one_line(injection.prompt, 90) or f"({injection.event})"
    lines = [
        f"{terminal.paint(prompt, 'bold')}",
        terminal.paint(
            f"  {injection.id} · {ago(injection.created, now)} · {injection.session.agent} · "
            f"{counted(injection.items, 'item')} · {injection.tokens:,} tokens",
            "dim",
        ),
    ]
    shown = {(one.kind, one.key): one for one in injection.shown}
    for item in injection.frame.items:
        record = shown.get((item.kind, item.key))
        used = record.used if record else None
        sign, style = {True: ("✓", "green"), False: ("·", "dim"), None: ("?", "cyan")}[used]
        how = f"  {record.how}" if record and record.used and record.how else ""
        name = one_line(item_title(item, titles), 70) or short_key(item.key)
        line = f"  {terminal.mark(sign)} {item.kind:<8} {item.score:5.2f}  {name}{how}"
        lines.append(terminal.paint(line, style))
    left = len(injection.frame.left_out)
    if left:
        lines.append(terminal.paint(f"    {left} left out: sightline why {injection.id}", "dim"))
    return "\n".join(lines)


def _value(injection: Injection) -> dict[str, Any]:
    shown = {(one.kind, one.key): one for one in injection.shown}
    return {
        "id": injection.id,
        "prompt": injection.prompt,
        "agent": injection.session.agent,
        "session": injection.session.session,
        "tokens": injection.tokens,
        "created": injection.created,
        "items": [
            {
                "kind": item.kind,
                "key": item.key,
                "score": item.score,
                "used": record.used if (record := shown.get((item.kind, item.key))) else None,
            }
            for item in injection.frame.items
        ],
        "left_out": len(injection.frame.left_out),
    }


def _write(arguments: Namespace) -> int:
    """Write the page with its data and open it, or write one that can be shared."""
    engine = engine_of(arguments)
    shared = arguments.out is not None
    data = page_data(engine, shared=shared, symbols=tuple(arguments.symbol or ()))
    path = arguments.out or os.path.join(engine.home, "view", f"{engine.project.worktree_id}.html")
    engine.close()
    _write_private(path, page_html(data), private=not shared)
    note = " without secrets, personal memories and local paths" if shared else ""
    print(f"wrote {path}{note}")
    if not shared and not arguments.no_open:
        _open(f"file://{os.path.abspath(path)}")
    return 0


def _write_private(path: str, text: str, *, private: bool) -> None:
    """Write the file anew; a page with everything in it is readable by its owner only."""
    mode = 0o600 if private else 0o644
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    temporary = f"{path}.{os.getpid()}"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with open(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(temporary, path)


def _serve(arguments: Namespace) -> int:
    path = project_path(arguments)
    engine_of(arguments, writes=True).close()

    def open_project() -> Engine:
        return open_engine(path, Lifetime.COMMAND)

    server = ViewServer(open_project, secrets.token_urlsafe(24), arguments.port)
    print(f"{server.address}\nstop with Ctrl-C", flush=True)
    if not arguments.no_open:
        _open(server.address)
    try:
        server.serve_forever(poll_interval=0.2)
    except KeyboardInterrupt:
        pass
    finally:
        server.stopping.set()
        server.server_close()
    return 0


def _open(address: str) -> None:
    """Open a browser if there is one; without a display only the address is printed."""
    has_display = os.name == "nt" or sys.platform == "darwin" or os.environ.get("DISPLAY")
    if has_display or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--serve", action="store_true", help="serve the page live on loopback, with actions"
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write a page to share, without secrets, personal memories and local paths",
    )
    parser.add_argument(
        "--text", action="store_true", help="print the newest injections in the terminal instead"
    )
    parser.add_argument(
        "--symbol", action="append", metavar="NAME",
        help="include the blast radius of this symbol; repeat for more",
    )  # fmt: skip
    parser.add_argument(
        "--limit", type=integer(1, 1000), default=TEXT_LIMIT, metavar="N",
        help=f"how many injections --text prints ({TEXT_LIMIT})",
    )  # fmt: skip
    parser.add_argument(
        "--port", type=integer(0, 65_535), default=0, metavar="N", help="the port (any free one)"
    )
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")


COMMANDS = (
    Command(
        name="view",
        summary="show injections, memories, topics, blast radius, index and costs in a browser",
        example="sightline view\nsightline view --serve\nsightline view --out page.html\n"
        "sightline view --text",
        arguments=_arguments,
        run=_run,
    ),
)
