"""Reads the values, types and names of one file, and notes what is bound to what."""

import re
from collections.abc import Callable
from typing import NamedTuple

from sightline.model.code import Symbol
from sightline.parse.bindings import Bindings
from sightline.parse.chains import CALL, INDEX, Chain, continue_chain, read_chain
from sightline.parse.facts import ENTERED, OWN_CLASS, SELF, Expression
from sightline.parse.lines import Lines
from sightline.parse.matches import AGAIN, Assignment, Definition, Param
from sightline.parse.patterns import names_in, parts, says_parts
from sightline.parse.rules import Rules
from sightline.parse.scopes import FUNCTIONS, TYPES, VALUES, Scopes
from sightline.parse.wrapping import unwrapped

LONGEST_VALUE = 200  # bytes of a value or type looked at
MOST_VALUES = 8  # different values of a member or results of a function that are kept

_NAME = re.compile(rb"(?:[^\W\d]|[\x80-\xff$@])(?:\w|[\x80-\xff$])*", re.ASCII)
_MEMBER = re.compile(rb"(@|\$?\w+)(?:\.|->)?(#?\w+)", re.ASCII)
# A value worth a chain: names, members and indexes without operators between them.
_PATH = re.compile(
    rb"[\w$@#.:?!\->\x80-\xff]+(?:(?:\[[^\[\]\n]*\]|\.\([\w.*]+\))[\w$#.:?!\->\x80-\xff]*)*",
    re.ASCII,
)
# What a value is when its first byte tells and no call starts there.
OBJECT: Chain = ("{",)
_LITERALS: dict[int, Chain] = {
    **{ord(quote): ("'",) for quote in "\"'`"},
    **{ord(number): ("0",) for number in "0123456789-"},
    ord("["): ("[",),
    ord("{"): OBJECT,
}


class Noted(NamedTuple):
    """What was found out so far of one file, and is filled further."""

    called: dict[int, tuple[int, Chain]]  # start of a call: its end and chain
    written: dict[int, tuple[int, str]]  # the same for values of a written type
    used: set[str]  # names something is asked of: only their values matter
    types: list[tuple[int, int, str]]
    bindings: Bindings
    members: dict[int, dict[str, tuple[tuple[int, Expression], ...]]]


class Values:
    """Reads values, types and names of one file."""

    def __init__(
        self, lines: Lines, scopes: Scopes, symbols: list[Symbol], rules: Rules, noted: Noted
    ) -> None:
        self.source, self.lines, self.scopes = lines.source, lines, scopes
        self.symbols, self.rules, self.noted = symbols, rules, noted
        self.called, self.written, self.used = noted.called, noted.written, noted.used
        self.pending: list[tuple[int, str, str | None, int]] = []  # parameters

    def expression(self, start: int, end: int) -> Chain | None:
        """The chain of a value, or None where it is no chain."""
        source = self.source
        start, end = unwrapped(source, start, end, self.rules, self.called)
        known = self.called.get(start)
        if known and known[0] <= end:
            chain: Chain = (*known[1], CALL)
            if known[0] < end:
                if end - known[0] > LONGEST_VALUE:
                    return None
                chain = continue_chain(chain, source[known[0] : end])
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
        """What stands between two places, in one line and not too much of it."""
        text = self.lines.text(start, min(end, start + LONGEST_VALUE))
        return " ".join(text.split())

    def take_type(self, start: int, end: int) -> str:
        """Note a written type; its text."""
        text = self.text(start, end)
        self.noted.types.append((self.scopes.at(start), self.lines.at(start), text))
        return text

    def take_definitions(
        self,
        definitions: list[Definition],
        parents: list[int],
        order: dict[int, int],
        returns: dict[int, tuple[Expression, ...]],
    ) -> None:
        """Note written results, and the types and values of fields and variables."""
        for position, definition in enumerate(definitions):
            if definition.result:
                returns[order[position]] = (self.take_type(*definition.result),)
            if definition.kind not in VALUES and not definition.type:
                continue
            value: Expression = None
            if definition.type:
                value = self.take_type(*definition.type)
            elif definition.value:
                value = self.expression(*definition.value)
            stop = definition.value[1] if definition.value else definition.name[1]
            name = self.text(*definition.name)
            self.noted.bindings.add(order[parents[position]], name, value, stop)

    def take_params(
        self, params: list[Param], many: list[Param], own: "Callable[[int], Expression] | None"
    ) -> None:
        """Note parameters; `own` says what the first one of a method is, if it is the object."""
        pending, add, seen = self.pending, self.noted.bindings.add, set()
        for start, end, kind in params:
            scope = self.scopes.at(start)
            name = self.lines.text(start, end)
            written = self.take_type(*kind) if kind else None
            if own and scope not in seen and self.symbols[scope].kind == "method":
                add(scope, name, own(scope), start, inner=True)
            else:
                pending.append((scope, name, written, start))
            seen.add(scope)
        for start, end, kind in many:
            written = "[]" + self.take_type(*kind) if kind else None
            pending.append((self.scopes.at(start), self.lines.text(start, end), written, start))

    def bind_params(self) -> None:
        """Parameters matter when something is asked of them, which all else has shown by now."""
        for scope, name, written, place in self.pending:
            if name in self.used:
                self.noted.bindings.add(scope, name, written, place, inner=True)

    def take_assigns(self, assigns: list[Assignment], around: list[int]) -> None:
        """Note what is given to names and members; `around` are the scopes of the assignments."""
        source, used, symbols = self.source, self.used, self.symbols
        # Backwards, so that `a = b` makes `b` matter when `a` does.
        for place in range(len(assigns) - 1, -1, -1):
            assign, scope = assigns[place], around[place]
            start, end, kind, _, _ = assign
            text = source[start:end]
            if _NAME.fullmatch(text):
                name = text.decode("utf-8", "replace")
                if name in used or symbols[scope].kind not in FUNCTIONS:
                    self._bind(scope, name, self._assigned(assign), assign)
                elif kind:
                    self.take_type(*kind)
                continue
            member = _MEMBER.fullmatch(text)
            if member:
                value = self._assigned(assign)
                self._bind_member(scope, member[1].decode(), member[2].decode(), value)
            else:
                self._bind_several(scope, text[:LONGEST_VALUE], assign)

    def _bind_several(self, scope: int, text: bytes, assign: Assignment) -> None:
        """The names of a pattern; those of a plain one are parts of the value."""
        if self.used.isdisjoint(names_in(text)) or b"." in text or b"[" in text[1:]:
            return
        value = self._assigned(assign) if says_parts(text) else None
        paired = self.rules.loop_pairs and assign[4] == "element"
        for name, part in parts(text, value, paired).items():
            if name in self.used:
                self._bind(scope, name, part, assign)

    def _assigned(self, assign: Assignment) -> Expression:
        """What an assignment says of its target."""
        _, _, kind, span, how = assign
        if kind:
            return self.take_type(*kind)
        if span and how in ("value", AGAIN) and self.written:
            literal = self._literal(*span)
            if literal:
                return literal
        value = self.expression(*span) if span else None
        if value is None:
            return None
        self.used.add(value[0])
        if how in ("element", "entered"):
            return (*value, INDEX if how == "element" else ENTERED)
        return value

    def _literal(self, start: int, end: int) -> str | None:
        """The written type of a value that says its type itself."""
        start, end = unwrapped(self.source, start, end, self.rules, self.called)
        known = self.written.get(start)
        return known[1] if known and known[0] == end else None

    def _bind(self, scope: int, name: str, value: Expression, assign: Assignment) -> None:
        _, end, kind, span, how = assign
        plain = how in ("value", AGAIN)
        case = kind is not None and kind[0] > end and b"\n" in self.source[end : kind[0]]
        place = kind[0] if kind and case else span[1] if span and plain else end
        bindings = self.noted.bindings
        add = bindings.add_again if how == AGAIN else bindings.add
        add(scope, name, value, place, inner=case or not plain)

    def _bind_member(self, scope: int, head: str, member: str, value: Expression) -> None:
        if head not in self.rules.self_names:
            known = self.noted.bindings.values(scope, head)
            if SELF not in known and OWN_CLASS not in known:
                return
        owner, symbols = scope, self.symbols
        while owner > 0 and symbols[owner].kind not in TYPES:
            owner = symbols[owner].parent
        if owner > 0:
            bound = self.noted.members.setdefault(owner, {})
            known_values = bound.get(member, ())
            if len(known_values) < MOST_VALUES:
                bound[member] = (*known_values, (scope, value))
