"""`sightline context` and `call`: the code for a question, and any MCP tool by its name."""

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
from sightline.tools.index_access import has_index, update_index


def _context(arguments: Namespace) -> int:
    values = {"query": " ".join(arguments.query), "max_tokens": arguments.budget}
    return _run_tool(arguments, "get_context", values)


def _call(arguments: Namespace) -> int:
    if not arguments.tool:
        tools = all_tools()
        value = [{"name": tool.name, "summary": tool.summary} for tool in tools]
        lines = [f"{tool.name:<20} {_parameters(tool)}\n    {tool.summary}" for tool in tools]
        terminal.report(arguments, value, "\n".join(lines))
        return 0
    return _run_tool(arguments, arguments.tool, parse_values(arguments.tool, arguments.values))


def _parameters(tool: Tool) -> str:
    """The parameters of a tool as a usage line; optional ones in brackets."""
    words = []
    for param in tool.params:
        word = f"{param.name}={param.type.upper()}"
        words.append(word if param.default is REQUIRED else f"[{word}]")
    return " ".join(words)


def _run_tool(arguments: Namespace, name: str, values: dict[str, Any]) -> int:
    engine = engine_of(arguments)
    form = "json" if arguments.json else ""
    if form and find_tool(name).read_only:
        values = values | {"format": form}
    key = None
    if arguments.session:
        agent, _, session = arguments.session.rpartition(":")
        key = SessionKey(agent or "cli", session)
    try:
        if find_tool(name).reads_index:
            _refresh_existing_index(engine)
        try:
            texts = answer(engine, name, values, key, format=form)
        except NoIndex:
            # Build the missing index instead of failing with a hint to build it.
            print("no index yet; indexing the project first", file=sys.stderr)
            refresh_index(engine, rebuild=False)
            texts = answer(engine, name, values, key, format=form)
        # The context block of a session is not JSON, so --json prints the answer alone.
        for text in texts[:1] if form else texts:
            print(text)
    finally:
        engine.close()
    return 0


def _refresh_existing_index(engine: Engine) -> None:
    """Pick up edits since the last run, because no server watches the files for this command."""
    if has_index(engine):
        with terminal.Progress("reading") as bar:
            update_index(engine, progress=bar.phase)


def parse_values(name: str, words: list[str]) -> dict[str, Any]:
    """A tool's arguments from `key=value` words; the elements of a list are separated by commas.

    Lists of lists have semicolons between them.
    """
    lists = {param.name: param for param in find_tool(name).params if param.type == "strings"}
    values: dict[str, Any] = {}
    for word in words:
        key, separator, text = word.partition("=")
        if not separator:
            raise UsageError(
                f"expected key=value, got {word!r}",
                hint=f"example: sightline call {name} key=value",
            )
        param = None if text.startswith("[") else lists.get(key)
        values[key] = [part for part in text.split(param.separator) if part] if param else text
    return values


def _context_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("query", nargs="+", help="the question or task, in your own words")
    parser.add_argument(
        "--budget",
        type=integer(50, 100_000),
        default=4_000,
        metavar="N",
        help="most tokens to print (4000)",
    )
    parser.add_argument("--session", metavar="ID", help="act as this assistant session: agent:id")


def _call_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "tool", nargs="?", help="the name of an MCP tool; without it, list all tools"
    )
    parser.add_argument("values", nargs="*", metavar="key=value", help="its arguments")
    parser.add_argument("--session", metavar="ID", help="act as this assistant session: agent:id")


COMMANDS = (
    Command(
        name="context",
        summary="print the code a question is about, within a token budget",
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
