"""Reads the values, types and names of one file, and records what each name is bound to."""

import re
from collections.abc import Callable
from typing import NamedTuple

from sightline.model.code import Symbol
from sightline.parse.bindings import Bindings
from sightline.parse.chains import CALL, INDEX, Chain, continue_chain, read_chain
from sightline.parse.facts import ENTERED, OWN_CLASS, SELF, Expression
from sightline.parse.matches import AGAIN, Assignment, Definition, Parameter
from sightline.parse.rules import Rules
from sightline.parse.scopes import FUNCTIONS, TYPES, VALUES, Scopes
from sightline.parse.source_text import Lines

LONGEST_VALUE = 200  # bytes of a value or type that are read
MOST_VALUES = 8  # different values of a member, or results of a function
DEEPEST_WRAPPER = 4  # wrappers around wrappers

_NAME = re.compile(rb"(?:[^\W\d]|[\x80-\xff$@])(?:\w|[\x80-\xff$])*", re.ASCII)
_MEMBER = re.compile(rb"(@|\$?\w+)(?:\.|->)?(#?\w+)", re.ASCII)
# A value that can be a chain: names, members and indexes without operators between them.
_PATH = re.compile(
    rb"[\w$@#.:?!\->\x80-\xff]+(?:(?:\[[^\[\]\n]*\]|\.\([\w.*]+\))[\w$#.:?!\->\x80-\xff]*)*",
    re.ASCII,
)
# The kind of a literal by its first byte, where no call starts.
OBJECT: Chain = ("{",)
_LITERALS: dict[int, Chain] = {
    **{ord(quote): ("'",) for quote in "\"'`"},
    **{ord(number): ("0",) for number in "0123456789-"},
    ord("["): ("[",),
    ord("{"): OBJECT,
}
# Destructuring patterns: `a, b`, `[a, b]`, `{ a, b: c }`.
_NAMES = re.compile(rb"[^\W\d]\w*", re.ASCII)
_LIST = re.compile(rb"[\[(]?\s*\w+(?:\s*,\s*\w+)+\s*,?[\])]?", re.ASCII)
_PAIR = re.compile(rb"[{,]\s*(\w+)(?:\s*:\s*(\w+))?(?=\s*[,}=])", re.ASCII)


class CallEnd(NamedTuple):
    """Where a call ends, and the chain it calls."""

    end: int
    chain: Chain


class TypedEnd(NamedTuple):
    """Where a value of a written type ends, and that type."""

    end: int
    type: str


class Values:
    """Reads the values, types and names of one file, and collects what they are bound to."""

    def __init__(self, lines: Lines, scopes: Scopes, symbols: list[Symbol], rules: Rules) -> None:
        self.source, self.lines, self.scopes = lines.source, lines, scopes
        self.symbols, self.rules = symbols, rules
        self.called: dict[int, CallEnd] = {}  # calls by their start
        self.typed: dict[int, TypedEnd] = {}  # values that contain their type, by their start
        self.used: set[str] = set()  # names that expressions use: only their values matter
        self.types: list[tuple[int, int, str]] = []  # scope, line and text of written types
        self.bindings = Bindings(lines)
        # By class and member name: scope and value of each assignment.
        self.members: dict[int, dict[str, tuple[tuple[int, Expression], ...]]] = {}
        self._parameters: list[tuple[int, str, str | None, int]] = []  # not bound yet

    def expression(self, start: int, end: int) -> Chain | None:
        """The chain of a value, or None where it is not a chain."""
        source = self.source
        start, end = self._unwrap(start, end)
        call = self.called.get(start)
        if call and call.end <= end:
            chain: Chain = (*call.chain, CALL)
            if call.end < end:
                if end - call.end > LONGEST_VALUE:
                    return None
                chain = continue_chain(chain, source[call.end : end])
        else:
            literal = _LITERALS.get(source[start]) if start < end else None
            if literal or end - start > LONGEST_VALUE:
                return literal
            text = source[start:end]
            if not _PATH.fullmatch(text):
                return None
            chain = read_chain(text)
        return None if chain[0] == "?" and chain[1:2] < ("!",) else chain

    def text(self, start: int, end: int) -> str:
        """The text between two bytes on one line, up to a limit."""
        text = self.lines.text(start, min(end, start + LONGEST_VALUE))
        return " ".join(text.split())

    def add_type(self, start: int, end: int) -> str:
        """Record a written type; returns its text."""
        text = self.text(start, end)
        self.types.append((self.scopes.at(start), self.lines.at(start), text))
        return text

    def add_definitions(
        self, order: dict[int, int], returns: dict[int, tuple[Expression, ...]]
    ) -> None:
        """Record the written results of functions, and the types and values of fields and variables.

        `order` maps scopes to symbols; the results are added to `returns`.
        """
        parents = self.scopes.parents
        for position, definition in enumerate(self.scopes.definitions):
            if definition.result:
                returns[order[position]] = (self.add_type(*definition.result),)
            if definition.kind not in VALUES and not definition.type:
                continue
            name = self.text(*definition.name)
            value, stop = self._defined_value(definition)
            self.bindings.add(order[parents[position]], name, value, stop)

    def _defined_value(self, definition: Definition) -> tuple[Expression, int]:
        """The type or value of a variable, and the byte after which it holds."""
        value: Expression = None
        if definition.type:
            value = self.add_type(*definition.type)
        elif definition.value:
            value = self.expression(*definition.value)
        return value, definition.value[1] if definition.value else definition.name[1]

    def add_parameters(
        self,
        parameters: list[Parameter],
        rest_parameters: list[Parameter],
        receiver: "Callable[[int], Expression] | None",
    ) -> None:
        """Record parameters; `receiver` tells what the first one of a method is (`self`)."""
        pending, add, seen = self._parameters, self.bindings.add, set()
        for start, end, type in parameters:
            scope = self.scopes.at(start)
            name = self.lines.text(start, end)
            type_text = self.add_type(*type) if type else None
            if receiver and scope not in seen and self.symbols[scope].kind == "method":
                add(scope, name, receiver(scope), start, inner=True)
            else:
                pending.append((scope, name, type_text, start))
            seen.add(scope)
        for start, end, type in rest_parameters:
            type_text = "[]" + self.add_type(*type) if type else None
            pending.append((self.scopes.at(start), self.lines.text(start, end), type_text, start))

    def bind_parameters(self) -> None:
        """Bind the parameters that are used; call after everything else has been recorded."""
        for scope, name, type_text, place in self._parameters:
            if name in self.used:
                self.bindings.add(scope, name, type_text, place, inner=True)

    def add_assignments(self, assignments: list[Assignment], around: list[int]) -> None:
        """Record the values of names and members; `around` are the scopes of the assignments."""
        source, used, symbols = self.source, self.used, self.symbols
        # Backwards, so that in `a = b` the name `b` counts as used when `a` does.
        for at in range(len(assignments) - 1, -1, -1):
            assignment, scope = assignments[at], around[at]
            text = source[assignment.start : assignment.end]
            if _NAME.fullmatch(text):
                name = text.decode("utf-8", "replace")
                if name in used or symbols[scope].kind not in FUNCTIONS:
                    self._bind(scope, name, self._assigned_value(assignment), assignment)
                elif assignment.type:
                    self.add_type(*assignment.type)
                continue
            member = _MEMBER.fullmatch(text)
            if member:
                value = self._assigned_value(assignment)
                self._bind_member(scope, member[1].decode(), member[2].decode(), value)
            else:
                self._bind_pattern(scope, text[:LONGEST_VALUE], assignment)

    def _bind_pattern(self, scope: int, text: bytes, assignment: Assignment) -> None:
        """Bind the names of a destructuring pattern to parts of the value."""
        names = [name.decode() for name in _NAMES.findall(text)]
        if self.used.isdisjoint(names) or b"." in text or b"[" in text[1:]:
            return
        is_flat = _LIST.fullmatch(text) or (text[:1] == b"{" and b"{" not in text[1:])
        value = self._assigned_value(assignment) if is_flat else None
        is_pair = self.rules.loop_pairs and assignment.how == "element"
        for name, part in _pattern_parts(text, names, value, is_pair).items():
            if name in self.used:
                self._bind(scope, name, part, assignment)

    def _assigned_value(self, assignment: Assignment) -> Expression:
        """The type or value that an assignment gives to its target."""
        _, _, type, span, how = assignment
        if type:
            return self.add_type(*type)
        if span and how in ("value", AGAIN) and self.typed:
            type_text = self._literal_type(*span)
            if type_text:
                return type_text
        value = self.expression(*span) if span else None
        if value is None:
            return None
        self.used.add(value[0])
        if how in ("element", "entered"):
            return (*value, INDEX if how == "element" else ENTERED)
        return value

    def _literal_type(self, start: int, end: int) -> str | None:
        """The type of a value that contains its type."""
        start, end = self._unwrap(start, end)
        typed = self.typed.get(start)
        return typed.type if typed and typed.end == end else None

    def _unwrap(self, start: int, end: int) -> tuple[int, int]:
        """Strip wrappers that do not change what a value is: `await `, `&`, `Arc::new(…)`."""
        source, rules = self.source, self.rules
        for _ in range(DEEPEST_WRAPPER):
            for prefix in rules.transparent:
                if source.startswith(prefix, start):
                    start += len(prefix)
            wrapper = rules.wrapping and rules.wrapping.match(source, start, end)
            call = self.called.get(start) if wrapper else None
            if not wrapper or not call or call.end != end:
                break
            start = wrapper.end()
            end = start + len(source[start : end - 1].rstrip(b" \t\r\n,"))
        return start, end

    def _bind(self, scope: int, name: str, value: Expression, assignment: Assignment) -> None:
        _, end, type, span, how = assignment
        is_plain = how in ("value", AGAIN)
        is_case = type is not None and type[0] > end and b"\n" in self.source[end : type[0]]
        place = type[0] if type and is_case else span[1] if span and is_plain else end
        add = self.bindings.add_again if how == AGAIN else self.bindings.add
        add(scope, name, value, place, inner=is_case or not is_plain)

    def _bind_member(self, scope: int, head: str, member: str, value: Expression) -> None:
        if head not in self.rules.self_names:
            values = self.bindings.values(scope, head)
            if SELF not in values and OWN_CLASS not in values:
                return
        owner, symbols = scope, self.symbols
        while owner > 0 and symbols[owner].kind not in TYPES:
            owner = symbols[owner].parent
        if owner > 0:
            members = self.members.setdefault(owner, {})
            member_values = members.get(member, ())
            if len(member_values) < MOST_VALUES:
                members[member] = (*member_values, (scope, value))


def _pattern_parts(
    text: bytes, names: list[str], value: Expression, is_pair: bool
) -> dict[str, Expression]:
    """The value of each name of a pattern; `is_pair`: a key and an element, which is the value."""
    values: dict[str, Expression] = dict.fromkeys(names)
    if not isinstance(value, tuple):
        return values
    if text[:1] == b"{":
        for pair in _PAIR.finditer(text):
            values[(pair[2] or pair[1]).decode()] = (*value, pair[1].decode())
        return values
    for position, name in enumerate(names):
        values[name] = (*value, f"#{position}") if not is_pair else value if position else None
    return values
