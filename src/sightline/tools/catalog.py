"""The table of tools: declaring, checking arguments, describing and calling them.

It knows nothing of how an answer travels; surfaces encode it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Any, NamedTuple

from sightline.engine import Engine
from sightline.errors import UnknownName, UsageError
from sightline.model.session import SessionKey
from sightline.tools.find_symbol import picked
from sightline.tools.index_state import note

# Modules whose import declares tools, in the order in which the tools are listed.
MODULES = ("context", "symbols", "graph", "repository", "memory", "recovery", "topics")
# Those of them that read what was noted of earlier calls.
SHOWING_NOTES = ("memory", "recovery", "topics")
LEAN = ("get_context", "search_code", "get_impact_graph", "get_skeleton", "recall", "save_memory")
FORMATS = ("text", "json")
REQUIRED = object()
JSON_TYPES: dict[str, dict[str, Any]] = {
    "string": {"type": "string"},
    "integer": {"type": "integer"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "strings": {"type": "array", "items": {"type": "string"}},
    "object": {"type": "object"},
}


class Param(NamedTuple):
    """One parameter of a tool; without a default it is required."""

    name: str
    type: str
    sentence: str
    default: Any = REQUIRED
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None


class Call(NamedTuple):
    """Who asks, and in which form the answer is wanted."""

    name: str
    session: SessionKey | None = None
    format: str = "text"


class Result(NamedTuple):
    """What a tool found: text for a model, and the documented value for a program.

    `observation` is the sentence that is remembered of this call; an empty result has none.
    `symbols` (path and qualified name) and `memories` (ids) name what was shown.
    """

    text: str
    value: Any = None
    observation: str = ""
    symbols: tuple[tuple[str, str], ...] = ()
    memories: tuple[str, ...] = ()


class Tool(NamedTuple):
    """One declared tool."""

    name: str
    summary: str
    params: tuple[Param, ...]
    read_only: bool
    run: Callable[..., Result]


_tools: dict[str, Tool] = {}


def tool(
    name: str, summary: str, *params: Param, read_only: bool
) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
    """Declare a function as a tool; read-only tools also take `format`."""

    def declare(run: Callable[..., Result]) -> Callable[..., Result]:
        _tools[name] = Tool(name, summary, params, read_only, run)
        return run

    return declare


def all_tools() -> tuple[Tool, ...]:
    """Every tool, in a fixed order."""
    for module in MODULES:
        import_module(f"sightline.tools.{module}")
    # Who imported which module first must not show: the order is that of the table.
    places = {f"sightline.tools.{module}": place for place, module in enumerate(MODULES)}
    return tuple(sorted(_tools.values(), key=lambda known: places[known.run.__module__]))


def find_tool(name: str) -> Tool:
    """The tool of this name, or an error that offers the nearest ones."""
    names = [known.name for known in all_tools()]
    if name not in names:
        near = tuple(get_close_matches(name, names, n=3, cutoff=0.5))
        raise UnknownName("tool", name, nearest=near, hint="" if near else "see: sightline call")
    return _tools[name]


def shows_notes(name: str) -> bool:
    """Whether a tool may show what was noted of earlier calls."""
    known = _tools.get(name)
    return known is not None and known.run.__module__.rpartition(".")[2] in SHOWING_NOTES


def offered(profile: str) -> tuple[Tool, ...]:
    """The tools of a profile: `full` is all of them, `lean` the few used most."""
    tools = all_tools()
    if profile == "full":
        return tools
    return tuple(known for known in tools if known.name in LEAN)


def format_param() -> Param:
    """The parameter every read-only tool has."""
    return Param("format", "string", "text or the documented JSON", "text", FORMATS)


def input_schema(declared: Tool) -> dict[str, Any]:
    """The JSON schema of a tool's arguments, as short as it can be said."""
    properties: dict[str, Any] = {}
    for param in declared.params:
        field: dict[str, Any] = dict(JSON_TYPES[param.type])
        if param.sentence:
            field["description"] = param.sentence
        if param.choices:
            field["enum"] = list(param.choices)
        if param.low is not None:
            field["minimum"] = param.low
        if param.high is not None:
            field["maximum"] = param.high
        if param.default is not REQUIRED and param.default not in (None, "", ()):
            field["default"] = list(param.default) if param.type == "strings" else param.default
        properties[param.name] = field
    if declared.read_only:
        properties["format"] = {"enum": list(FORMATS)}
    required = [param.name for param in declared.params if param.default is REQUIRED]
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        schema["required"] = required
    return schema


def checked(declared: Tool, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments with defaults filled in; a wrong one is an error that names it."""
    params = list(declared.params) + ([format_param()] if declared.read_only else [])
    names = [param.name for param in params]
    for name in arguments:
        if name not in names:
            near = get_close_matches(name, names, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]!r}?" if near else "it takes: " + ", ".join(names)
            raise UsageError(f"{declared.name} has no parameter {name!r}", hint=hint)
    values = {}
    for param in params:
        value = arguments.get(param.name)
        if value is None:
            if param.default is REQUIRED:
                raise UsageError(f"Missing required parameter: {param.name}", hint=param.sentence)
            values[param.name] = param.default
        else:
            values[param.name] = _checked_value(declared.name, param, value)
    return values


def _checked_value(tool_name: str, param: Param, value: Any) -> Any:
    """This value in its parameter's type and range."""
    if isinstance(value, str) and param.type != "string":
        value = _meant(param.type, value)
    if param.type == "integer" and isinstance(value, float) and value.is_integer():
        value = int(value)
    if not _fits(param.type, value):
        kind = "a list of strings" if param.type == "strings" else f"of type {param.type}"
        raise UsageError(f"{tool_name}: {param.name} must be {kind}, not {value!r:.80}")
    if param.choices and value not in param.choices:
        choices = ", ".join(param.choices)
        raise UsageError(f"{tool_name}: {param.name} must be one of {choices}, not {value!r:.80}")
    low, high = param.low, param.high
    if (low is not None and value < low) or (high is not None and value > high):
        bounds = f"{low:,g} to {high:,g}" if None not in (low, high) else f"at least {low}"
        raise UsageError(f"{tool_name}: {param.name} must be {bounds}, not {value}")
    return tuple(value) if param.type == "strings" else value


def _fits(kind: str, value: Any) -> bool:
    """Whether a value is of a parameter's type."""
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "strings":
        return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)
    types: dict[str, tuple[type, ...]]
    types = {"string": (str,), "integer": (int,), "number": (int, float), "object": (dict,)}
    return kind in types and isinstance(value, types[kind])


def _meant(kind: str, text: str) -> Any:
    """What a text stands for where another type is wanted: models quote numbers and lists."""
    try:
        value = json.loads(text.lower() if kind == "boolean" else text)
    except ValueError:
        value = text
    if kind == "strings":
        return value if isinstance(value, list) else [text]
    return value if _fits(kind, value) or isinstance(value, float) else text


def run(
    engine: Engine, name: str, arguments: Mapping[str, Any], session: SessionKey | None
) -> Result:
    """Check the arguments and run the tool; errors are raised as SightlineError."""
    declared = find_tool(name)
    values = checked(declared, arguments)
    answer_format = values.pop("format", "text") if declared.read_only else "text"
    result = declared.run(engine, Call(name, session, answer_format), **values)
    unfinished = note(_asked(engine, values), declared.run.__module__)
    if unfinished:
        return result._replace(text=f"{result.text}\n\n{unfinished}")
    return result


def _asked(engine: Engine, values: Mapping[str, Any]) -> Engine:
    """The engine of the root that was asked about."""
    return picked(engine, str(values.get("repo") or ""))
