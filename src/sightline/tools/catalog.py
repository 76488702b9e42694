"""The table of tools: declares and describes them, checks their arguments and runs them.

It does not know how an answer travels; surfaces encode it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Any, NamedTuple

from sightline.engine import Engine
from sightline.errors import UnknownName, UsageError
from sightline.model.session import SessionKey
from sightline.text.foreign_json import parse_json
from sightline.tools.index_access import engine_for, incomplete_note

# Modules whose import declares tools, in the order in which the tools are listed.
MODULES = ("context", "symbols", "graph", "repository", "memory", "recovery", "focus", "topics")
# The tools that assistants use, offered by default.
LEAN = frozenset(
    (
        *("get_context", "search_code", "query_symbol", "get_skeleton", "get_impact_graph"),
        *("save_memory", "recall", "recover_session"),
    )
)
PROFILES = ("lean", "full")
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
    """One parameter of a tool; without a default it is required.

    A rare parameter is accepted everywhere, but described only where all tools are offered. The
    separator is between the elements of a list that is given as text on a command line.
    """

    name: str
    type: str
    sentence: str
    default: Any = REQUIRED
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    rare: bool = False
    separator: str = ","


# The root that is asked, of several; without it all are.
REPO = Param("repo", "string", "", "")


class Call(NamedTuple):
    """One call of a tool: its name and the session it comes from, if any."""

    name: str
    session: SessionKey | None = None


class Result(NamedTuple):
    """The result of a tool: text for a model, and the documented value for a program.

    `observation` is the sentence kept as a note of this call; an empty result has none.
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
    reads_index: bool = False
    shows_notes: bool = False
    takes_call: bool = False


_tools: dict[str, Tool] = {}


def tool(
    name: str,
    summary: str,
    *params: Param,
    read_only: bool,
    reads_index: bool = False,
    shows_notes: bool = False,
) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
    """Declare a function as a tool; read-only tools also take `format`.

    `reads_index`: the tool answers from the index. `shows_notes`: it may show notes of earlier
    calls. A function with a parameter `call` is given the Call.
    """

    def declare(run: Callable[..., Result]) -> Callable[..., Result]:
        takes_call = "call" in run.__annotations__
        _tools[name] = Tool(
            name, summary, params, read_only, run, reads_index, shows_notes, takes_call
        )
        return run

    return declare


def all_tools() -> tuple[Tool, ...]:
    """Every tool, in a fixed order."""
    for module in MODULES:
        import_module(f"sightline.tools.{module}")
    # The order must not depend on which module was imported first.
    order = {f"sightline.tools.{module}": place for place, module in enumerate(MODULES)}
    return tuple(sorted(_tools.values(), key=lambda declared: order[declared.run.__module__]))


def find_tool(name: str) -> Tool:
    """The tool with this name, or an error that offers the nearest ones."""
    names = [declared.name for declared in all_tools()]
    if name not in names:
        near = tuple(get_close_matches(name, names, n=3, cutoff=0.5))
        raise UnknownName("tool", name, nearest=near, hint="" if near else "see: sightline call")
    return _tools[name]


def shows_notes(name: str) -> bool:
    """Whether the tool with this name, if declared yet, may show notes of earlier calls."""
    declared = _tools.get(name)
    return declared is not None and declared.shows_notes


def offered(profile: str) -> tuple[Tool, ...]:
    """The tools of a profile: `full` is all of them, `lean` the few used most."""
    tools = all_tools()
    if profile == "full":
        return tools
    return tuple(declared for declared in tools if declared.name in LEAN)


def format_param() -> Param:
    """The parameter every read-only tool has."""
    return Param("format", "string", "text or the documented JSON", "text", FORMATS)


def input_schema(declared: Tool, profile: str = "full") -> dict[str, Any]:
    """The JSON schema of a tool's arguments, kept as short as possible."""
    is_full = profile == "full"
    properties: dict[str, Any] = {}
    for param in declared.params:
        if param.rare and not is_full:
            continue
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
    if declared.read_only and is_full:
        properties["format"] = {"enum": list(FORMATS)}
    required = [param.name for param in declared.params if param.default is REQUIRED]
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        schema["required"] = required
    return schema


def checked(declared: Tool, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments with defaults filled in; raises an error that names a wrong argument."""
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
            is_name = declared.reads_index and param.default is REQUIRED
            if is_name and isinstance(value, str) and not value.strip():
                raise UsageError(f"{declared.name}: {param.name} must not be empty")
    return values


def _checked_value(tool_name: str, param: Param, value: Any) -> Any:
    """The value converted to its parameter's type; raises if it is not of that type or range."""
    if isinstance(value, str) and param.type != "string":
        value = _converted(param.type, value)
    if param.type == "integer" and isinstance(value, float) and value.is_integer():
        value = int(value)
    if not _fits(param.type, value):
        kind = "a list of strings" if param.type == "strings" else f"of type {param.type}"
        raise UsageError(f"{tool_name}: {param.name} must be {kind}, not {value!r:.80}")
    if param.choices and value not in param.choices:
        choices = ", ".join(param.choices)
        near = get_close_matches(str(value), param.choices, 1)
        raise UsageError(
            f"{tool_name}: {param.name} must be one of {choices}, not {value!r:.80}",
            hint=f"did you mean {near[0]!r}?" if near else "",
        )
    low, high = param.low, param.high
    if (low is not None and value < low) or (high is not None and value > high):
        bounds = f"{low:,g} to {high:,g}" if None not in (low, high) else f"at least {low}"
        raise UsageError(f"{tool_name}: {param.name} must be {bounds}, not {value}")
    return tuple(value) if param.type == "strings" else value


def _fits(kind: str, value: Any) -> bool:
    """Whether a value has a parameter's type."""
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "strings":
        return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)
    types: dict[str, tuple[type, ...]]
    types = {"string": (str,), "integer": (int,), "number": (int, float), "object": (dict,)}
    return kind in types and isinstance(value, types[kind])


def _converted(kind: str, text: str) -> Any:
    """A quoted value in the type its parameter has: models quote numbers and lists."""
    value = parse_json(text.lower() if kind == "boolean" else text)
    if value is None:
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
    if declared.read_only:
        values.pop("format")  # the surface encodes the result in this format
    if declared.takes_call:
        values["call"] = Call(name, session)
    for root in engine.siblings:
        root.see_shared()
    result = declared.run(engine, **values)
    if declared.reads_index:
        note = incomplete_note(engine_for(engine, str(values.get("repo") or "")))
        if note:
            return result._replace(text=f"{result.text}\n\n{note}")
    return result
