"""Sorts the matches of a language's query by what they mean; byte positions only, no text.

The capture names are the vocabulary of docs/guides/add-a-language.md.
"""

from typing import Any, NamedTuple

from tree_sitter import Node

from sightline.parse.languages import Grammar

Span = tuple[int, int]


class Definition(NamedTuple):
    """A named thing in the source; `body` is where its signature ends, -1 when it has no body."""

    start: int
    end: int
    kind: str
    name: Span
    body: int
    result: Span | None
    receiver: Span | None
    value: Span | None
    type: Span | None


class Assignment(NamedTuple):
    """A name, member or pattern that is given a value or a type."""

    start: int
    end: int
    target: Span
    type: Span | None
    value: Span | None
    how: str  # value, element, entered; local: never a symbol


class Matches:
    """Everything one file's query found."""

    __slots__ = (
        "assigns", "bases", "calls", "decorators", "definitions", "embeds", "implementations",
        "imports", "outside", "package", "params", "returns", "types", "yields",
    )  # fmt: skip

    def __init__(self) -> None:
        self.definitions: list[Definition] = []
        self.implementations: list[tuple[int, int, Span, Span | None]] = []
        self.calls: list[tuple[int, int, int]] = []
        self.assigns: list[Assignment] = []
        self.params: list[tuple[Span, Span | None, bool]] = []
        self.returns: list[Span] = []
        self.yields: list[int] = []
        self.decorators: list[tuple[int, int, Span]] = []
        self.bases: list[Span] = []
        self.embeds: list[tuple[Span, Span | None]] = []
        self.imports: list[tuple[int, Span | None, Span | None, Span | None, bool, bool]] = []
        self.outside: list[Span] = []
        self.types: list[Span] = []
        self.package: Span | None = None


# The capture that tells what a pattern is for, in order of precedence.
ROLES = (
    "call", "assign", "param", "many", "returned", "decorator", "implementation",
    "base", "embed", "module", "from", "outside", "yields", "package", "type",
)  # fmt: skip


def roles_of(grammar: Grammar) -> list[str]:
    """What each pattern of a query is for: a role, or `definition.<kind>`."""
    roles = []
    for names in grammar.captures:
        defined = [n for n in names if n.startswith("definition.")]
        roles.append(defined[0] if defined else next((r for r in ROLES if r in names), ""))
    return roles


def collect(grammar: Grammar, roles: list[str], root: Node) -> Matches:
    """All matches of the query below a node, sorted by role."""
    found = Matches()
    calls, assigns = found.calls, found.assigns
    for pattern, captures in grammar.cursor.matches(root):
        role = roles[pattern]
        if role == "call":
            node = captures["call"][0]
            calls.append((node.start_byte, node.end_byte, captures["callee"][-1].end_byte))
        elif role == "assign":
            assigns.extend(_assignments(captures))
        elif role.startswith("definition."):
            found.definitions.append(_definition(captures, role))
        elif role == "param" or role == "many":
            kind = _span(captures, "type")
            found.params.extend((n.byte_range, kind, role == "many") for n in captures[role])
        elif role in ("module", "from"):
            found.imports.append(_imported(captures, role))
        else:
            _collect_other(found, role, captures)
    return found


def _collect_other(found: Matches, role: str, captures: dict[str, list[Node]]) -> None:
    if role == "decorator":
        outer, inner = captures["outer"][0], captures["decorated"][0]
        found.decorators.append(
            (outer.start_byte, inner.start_byte, captures["decorator"][0].byte_range)
        )
    elif role == "implementation":
        node = captures["implementation"][0]
        owner = captures["type"][0].byte_range
        found.implementations.append(
            (node.start_byte, node.end_byte, owner, _span(captures, "base"))
        )
    elif role == "returned":
        found.returns.append(captures["returned"][0].byte_range)
    elif role == "base":
        found.bases.extend(node.byte_range for node in captures["base"])
    elif role == "embed":
        found.embeds.append((captures["embed"][0].byte_range, _span(captures, "name")))
    elif role == "outside":
        found.outside.extend(node.byte_range for node in captures["outside"])
    elif role == "yields":
        found.yields.append(captures["yields"][0].start_byte)
    elif role == "package":
        found.package = captures["package"][0].byte_range
    elif role == "type":
        found.types.extend(node.byte_range for node in captures["type"])


def _span(captures: dict[str, list[Node]], name: str) -> Span | None:
    nodes = captures.get(name)
    return nodes[0].byte_range if nodes else None


def _definition(captures: dict[str, list[Node]], role: str) -> Definition:
    node = captures[role][0]
    body = captures.get("body")
    return Definition(
        node.start_byte,
        node.end_byte,
        role[11:],
        captures["name"][0].byte_range,
        body[0].start_byte if body else -1,
        _span(captures, "result"),
        _span(captures, "receiver"),
        _span(captures, "value"),
        _span(captures, "type"),
    )


def _assignments(captures: dict[str, list[Node]]) -> list[Assignment]:
    start, end = captures["assign"][0].byte_range
    kind = _span(captures, "type")
    how = next((how for how in ("value", "element", "entered") if how in captures), "value")
    value = _span(captures, how)
    found = [
        Assignment(start, end, target.byte_range, kind, value, how)
        for target in captures.get("target", ())
    ]
    found.extend(
        Assignment(start, end, target.byte_range, kind, value, "local")
        for target in captures.get("local", ())
    )
    return found


def _imported(captures: dict[str, list[Node]], role: str) -> Any:
    node = captures[role][0]
    return (
        node.start_byte,
        node.byte_range,
        _span(captures, "member"),
        _span(captures, "alias"),
        "all" in captures,
        role == "module",
    )
