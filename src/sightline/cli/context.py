"""`sightline context` and `call`: the capsule for a question, and any tool by its name."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from sightline.cli import terminal
from sightline.cli.argument_types import integer
from sightline.cli.command import Command
from sightline.cli.index.command import refresh_index
from sightline.cli.project import engine_of
from sightline.engine import Engine
from sightline.errors import NoIndex, UsageError
from sightline.model.session import SessionKey
from sightline.tools.answer import answer
from sightline.tools.catalog import REQUIRED, Tool, all_tools, find_tool
from sightline.tools.find_symbol import follow, has_index
from sightline.tools.index_state import reads_index


def _context(arguments: Namespace) -> int:
    wanted = {"query": " ".join(arguments.query), "max_tokens": arguments.budget}
    return _ask(arguments, "get_context", wanted)


def _call(arguments: Namespace) -> int:
    if not arguments.tool:
        tools = all_tools()
        value = [{"name": one.name, "summary": one.summary} for one in tools]
        lines = [f"{one.name:<20} {_parameters(one)}\n    {one.summary}" for one in tools]
        terminal.report(arguments, value, "\n".join(lines))
        return 0
    return _ask(arguments, arguments.tool, typed(arguments.tool, arguments.values))


def _parameters(tool: Tool) -> str:
    """How a tool is called: what it needs, and what it may be given in brackets."""
    words = []
    for param in tool.params:
        word = f"{param.name}={param.type.upper()}"
        words.append(word if param.default is REQUIRED else f"[{word}]")
    return " ".join(words)


def _ask(arguments: Namespace, name: str, values: dict[str, Any]) -> int:
    engine = engine_of(arguments)
    form = "json" if arguments.json else ""
    if form and find_tool(name).read_only:
        values = values | {"format": form}
    key = None
    if arguments.session:
        agent, _, session = arguments.session.rpartition(":")
        key = SessionKey(agent or "cli", session)
    try:
        if reads_index(find_tool(name).run.__module__):
            _follow(engine)
        try:
            texts = answer(engine, name, values, key, form=form)
        except NoIndex:
            # Nobody asks for code to be told that it was not read yet.
            print("no index yet: reading the project first", file=sys.stderr)
            refresh_index(engine, rebuild=False)
            texts = answer(engine, name, values, key, form=form)
        # The frame of a session is no JSON: a script that asks for JSON gets the answer alone.
        for text in texts[:1] if form else texts:
            print(text)
    finally:
        engine.close()
    return 0


def _follow(engine: Engine) -> None:
    """Bring an index there is up to date: here no server follows what is edited."""
    if has_index(engine):
        with terminal.Progress("reading") as bar:
            follow(engine, progress=bar.phase)


def typed(name: str, words: list[str]) -> dict[str, Any]:
    """`key=value` words as a tool reads them; lists are separated by commas."""
    types = {param.name: param.type for param in find_tool(name).params}
    values: dict[str, Any] = {}
    for word in words:
        key, separator, text = word.partition("=")
        if not separator:
            raise UsageError(
                f"{word!r} is no key=value", hint=f"example: sightline call {name} key=value"
            )
        is_list = types.get(key) == "strings" and not text.startswith("[")
        values[key] = [part for part in text.split(",") if part] if is_list else text
    return values


def _context_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("query", nargs="+", help="the question or task, as you would say it")
    parser.add_argument(
        "--budget", type=integer(50, 100_000), default=4_000, metavar="N", help="tokens (4000)"
    )
    parser.add_argument("--session", metavar="ID", help="as this assistant session: agent:id")


def _call_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("tool", nargs="?", help="the name of an MCP tool; without one, all of them")
    parser.add_argument("values", nargs="*", metavar="key=value", help="its arguments")
    parser.add_argument("--session", metavar="ID", help="as this assistant session: agent:id")


COMMANDS = (
    Command(
        name="context",
        summary="the code a question is about, under a budget",
        example='sightline context "why does login expire early" --budget 4000',
        arguments=_context_arguments,
        run=_context,
    ),
    Command(
        name="call",
        summary="call any MCP tool by its name",
        example="sightline call\n"
        "sightline call get_impact_graph symbol_name=expire_session depth=3\n"
        "sightline call batch_query symbol_names=login,logout --json",
        arguments=_call_arguments,
        run=_call,
    ),
)
