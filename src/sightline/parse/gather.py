"""Gathers the facts of a file from its matches, in one pass over each kind. Resolves nothing."""

import re

from sightline.model.code import Symbol
from sightline.parse import calls
from sightline.parse.bindings import AGAIN, Assignment, Bindings
from sightline.parse.chains import CALL, INDEX, Chain, continue_chain, known_chains, read_chain
from sightline.parse.collect import IMPLEMENTATION, Captures, Matches, Span
from sightline.parse.facts import ENTERED, MADE, OWN_CLASS, SELF, Expression, FileFacts
from sightline.parse.imports import imports
from sightline.parse.languages import Language
from sightline.parse.lines import Lines
from sightline.parse.patterns import names_in, parts, says_parts
from sightline.parse.rules import rules_of
from sightline.parse.scopes import FUNCTIONS, TYPES, VALUES, Scopes
from sightline.parse.wrapping import unwrapped

LONGEST_VALUE = 200  # bytes of a value or type looked at
MOST_VALUES = 8  # different values of a member or results of a function that are kept

_NAME = re.compile(rb"(?:[^\W\d]|[\x80-\xff$@])(?:\w|[\x80-\xff$])*", re.ASCII)
_MEMBER = re.compile(rb"(@|\$?\w+)(?:\.|->)?(#?\w+)", re.ASCII)
_BEFORE = re.compile(rb"[\w.:]*$", re.ASCII)
# A value worth a chain: names, members and indexes without operators between them.
_PATH = re.compile(
    rb"[\w$@#.:?!\->\x80-\xff]+(?:(?:\[[^\[\]\n]*\]|\.\([\w.*]+\))[\w$#.:?!\->\x80-\xff]*)*",
    re.ASCII,
)
# What a value is when its first byte tells and no call starts there.
_OBJECT: Chain = ("{",)
_LITERALS: dict[int, Chain] = {
    **{ord(quote): ("'",) for quote in "\"'`"},
    **{ord(number): ("0",) for number in "0123456789-"},
    ord("["): ("[",),
    ord("{"): _OBJECT,
}


class Facts:
    """The facts of one file while they are gathered."""

    def __init__(
        self,
        lines: Lines,
        language: Language,
        scopes: Scopes,
        symbols: list[Symbol],
        order: dict[int, int],
        owners: dict[int, str],
    ) -> None:
        self.source, self.lines, self.language = lines.source, lines, language
        self.rules = rules_of(language)
        self.scopes, self.symbols, self.order, self.owners = scopes, symbols, order, owners
        self.pending: list[tuple[int, str, Expression, int]] = []  # parameters
        self.used: set[str] = set()  # names something is asked of: only their values matter
        self.calls: list[tuple[int, int, Chain]] = []
        self.bases: list[tuple[int, int, str, str, str]] = []
        self.bindings = Bindings(lines)
        self.members: dict[int, dict[str, tuple[tuple[int, Expression], ...]]] = {}
        self.returns: dict[int, tuple[Expression, ...]] = {}
        self.decorators: dict[int, tuple[Chain, ...]] = {}
        self.types: list[tuple[int, int, str]] = []
        self.written: dict[int, tuple[int, str]] = {}  # the same for values of a written type
        self.made: dict[int, tuple[int, Chain]] = {}  # start of an object made: its end and type
        self.called: dict[int, tuple[int, Chain]] = {}  # start of a call: its end and chain

    def take(
        self, matches: Matches, assigns: list[Assignment], module: str, usual: bool
    ) -> FileFacts:
        """The facts of all matches."""
        by_role = matches.by_role
        self._take_calls(matches)
        self._take_decorators(by_role["decorator"])
        self._take_definitions()
        self._take_returns(by_role)
        self._take_params(by_role["param"], by_role["many"])
        self._take_assigns(assigns)
        self._bind_params()
        self._take_properties(by_role["property"])
        self._take_bases(by_role["base"], "base", "implements")
        self._take_bases(by_role["embed"], "embed", "embeds")
        for captures in by_role["type"]:
            for span in captures["type"]:
                self._take_type(span)
        for captures in by_role["default"]:
            start, end = captures["default"][0]
            self.bindings.add(0, "default", self.expression(start, end), start)
        owners = self.owners
        imported = imports(matches, self.lines, self.scopes, self.rules)
        if self.rules.firm_imports:
            for scope, _, local, _, _ in imported:
                self.bindings.scopes.get(scope, {}).pop(local, None)
        return FileFacts(
            self.language.name,
            module,
            usual,
            tuple([(s[0], s[2], s[10], owners.get(i, "")) for i, s in enumerate(self.symbols)]),
            tuple(imported),
            tuple(self.calls),
            tuple(self.bases),
            self.bindings.settled(self.symbols),
            self.members,
            self.returns,
            self.decorators,
            tuple(dict.fromkeys(self.types)),
            tuple([s[7] for s in self.symbols]),
        )

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

    def _text(self, span: Span) -> str:
        text = self.lines.text(span[0], min(span[1], span[0] + LONGEST_VALUE))
        return " ".join(text.split())

    def _take_calls(self, matches: Matches) -> None:
        heads: set[int] = set()
        if self.rules.heads_are_calls:
            heads = {definition.name[1] for definition in self.scopes.definitions}
            heads.update(captures["head"][0][1] for captures in matches.by_role["head"])
        found = calls.take(
            matches.calls,
            self.source,
            self.lines.ends,
            ([*self.scopes.points, self.lines.ends[-1]], self.scopes.scopes),
            heads,
            self.called,
            self.made,
            (known_chains, read_chain, continue_chain, self._other_callee, CALL),
        )
        found.reverse()
        self.calls += found
        self.used.update([chain[0] for _, _, chain in found])

    def _other_callee(self, captures: Captures, start: int, end: int) -> tuple[int, int, Chain]:
        """What is called where the text before the arguments does not say it whole."""
        if "made" in captures:
            first, last = captures["made"][0]
            text = self.source[first:last]
            chain = read_chain(text)
            self.made[start] = (end, (*chain, CALL))
            if chain[0] in "?[" or b"{" in text:  # more than a name: `[]T`, `map[K]V`
                self.written[start] = (end, self._text((first, last)))
                return start, last, ()
            return start, last, chain
        first, last = captures["callee"][-1]
        if "receiver" in captures:
            receiver = self.expression(*captures["receiver"][0])
            name = read_chain(self.source[first:last])[-1:]
            return start, last, (*(receiver or ("?",)), *name)
        if "whole" in captures:  # a name may hold any sign, as in a shell
            return start, last, (self.source[first:last].decode("utf-8", "replace"),)
        if "loose" in captures:  # what is before belongs to it, but no node says so
            start = self._before(start)
        inner = self.called.get(start)
        if inner and inner[0] == end:
            return start, last, ()
        if inner and inner[0] <= last:
            return start, last, continue_chain((*inner[1], CALL), self.source[inner[0] : last])
        return start, last, read_chain(self.source[start:last])

    def _before(self, start: int) -> int:
        """Where the chain of names that ends at a place begins."""
        text = self.source[max(0, start - LONGEST_VALUE) : start]
        found = _BEFORE.search(text)
        return start - len(found[0]) if found else start

    def _take_decorators(self, bucket: list[Captures]) -> None:
        for captures in bucket:
            start, end = captures["decorator"][0]
            scope = self.scopes.at(captures["decorated"][0][0])
            chain = self.expression(start, end)
            if chain:
                self.decorators[scope] = (*self.decorators.get(scope, ()), chain)
                if chain[-1] != CALL and chain[0] not in self.rules.self_names:
                    self.calls.append((scope, self.lines.at(start), chain))

    def _take_definitions(self) -> None:
        """Written results, and the types and values of fields and variables."""
        order, parents = self.order, self.scopes.parents
        for position, definition in enumerate(self.scopes.definitions):
            scope = order[position]
            if definition.result:
                self.returns[scope] = (self._text(definition.result),)
                self._take_type(definition.result)
            if definition.kind == IMPLEMENTATION:
                if definition.base:
                    line, written = self.lines.at(definition.base[0]), self._text(definition.base)
                    owner = self._text(definition.name)
                    self.bases.append((scope, line, written, "implements", owner))
            elif definition.kind in VALUES or definition.type:
                value: Expression = None
                if definition.type:
                    value = self._text(definition.type)
                    self._take_type(definition.type)
                elif definition.value:
                    value = self.expression(*definition.value)
                name = self._text(definition.name)
                stop = definition.value[1] if definition.value else definition.name[1]
                self.bindings.add(order[parents[position]], name, value, stop)

    def _take_params(self, bucket: list[Captures], many: list[Captures]) -> None:
        own = self.rules.self_parameter
        pending, seen = self.pending, set()
        for captures in bucket:
            kind = captures.get("type")
            written = self._text(kind[0]) if kind else None
            for start, end in captures["param"]:
                scope = self.scopes.at(start)
                name = self.lines.text(start, end)
                if own and scope not in seen and self.symbols[scope].kind == "method":
                    self.bindings.add(scope, name, self._own(scope), start, inner=True)
                else:
                    pending.append((scope, name, written, start))
                seen.add(scope)
            if kind:
                self._take_type(kind[0])
        for captures in many:
            for start, end in captures["many"]:
                name = self.source[start:end].decode("utf-8", "replace")
                kind = captures.get("type")
                written = "[]" + self._text(kind[0]) if kind else None
                pending.append((self.scopes.at(start), name, written, start))
            if "type" in captures:
                self._take_type(captures["type"][0])

    def _bind_params(self) -> None:
        """Parameters matter when something is asked of them, which all else has shown by now."""
        for scope, name, written, place in self.pending:
            if name in self.used:
                self.bindings.add(scope, name, written, place, inner=True)

    def _own(self, scope: int) -> Expression:
        """What the first parameter of a method is."""
        rules = self.rules
        marks = {chain[-1] for chain in self.decorators.get(scope, ())}
        if not marks.isdisjoint(rules.plain_functions):
            return None
        of_class = not marks.isdisjoint(rules.class_receivers)
        if of_class or self.symbols[scope].name in rules.class_methods:
            return OWN_CLASS
        return SELF

    def _take_assigns(self, assigns: list[Assignment]) -> None:
        source, order, used, symbols = self.source, self.order, self.used, self.symbols
        # Backwards, so that `a = b` makes `b` matter when `a` does.
        for assign in reversed(assigns):
            position, start, end, kind, _, _ = assign
            text = source[start:end]
            scope = order[position]
            if _NAME.fullmatch(text):
                name = text.decode("utf-8", "replace")
                if name in used or symbols[scope].kind not in FUNCTIONS:
                    self._bind(scope, name, self._assigned(assign), assign)
                elif kind:
                    self._take_type(kind)
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
        paired = self.rules.loop_pairs and assign.how == "element"
        for name, part in parts(text, value, paired).items():
            if name in self.used:
                self._bind(scope, name, part, assign)

    def _assigned(self, assign: Assignment) -> Expression:
        """What an assignment says of its target."""
        _, _, _, kind, span, how = assign
        if kind:
            self._take_type(kind)
            return self._text(kind)
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
        _, _, end, kind, span, how = assign
        plain = how in ("value", AGAIN)
        case = kind is not None and kind[0] > end and b"\n" in self.source[end : kind[0]]
        place = kind[0] if kind and case else span[1] if span and plain else end
        add = self.bindings.add_again if how == AGAIN else self.bindings.add
        add(scope, name, value, place, inner=case or not plain)

    def _bind_member(self, scope: int, head: str, member: str, value: Expression) -> None:
        if head not in self.rules.self_names:
            known = self.bindings.values(scope, head)
            if SELF not in known and OWN_CLASS not in known:
                return
        owner, symbols = scope, self.symbols
        while owner > 0 and symbols[owner].kind not in TYPES:
            owner = symbols[owner].parent
        if owner > 0:
            bound = self.members.setdefault(owner, {})
            known_values = bound.get(member, ())
            if len(known_values) < MOST_VALUES:
                bound[member] = (*known_values, (scope, value))

    def _take_returns(self, by_role: dict[str, list[Captures]]) -> None:
        generators = {self.scopes.at(c["yields"][0][0]) for c in by_role["yields"]}
        for captures in by_role["returned"]:
            start, end = captures["returned"][0]
            scope = self.scopes.at(start)
            known = self.returns.get(scope, ())
            if scope in generators or (known and isinstance(known[0], str)):
                continue
            value = self.expression(start, end)
            if value == _OBJECT and self.rules.value_members:
                value = MADE
            if value:
                self.used.add(value[0])
            if value not in known and len(known) < MOST_VALUES:
                self.returns[scope] = (*known, value)

    def _take_properties(self, bucket: list[Captures]) -> None:
        """Members of a value of the file that are other values: `{ name, key: other }`."""
        for captures in bucket:
            start, end = captures["property"][0]
            scope = self.scopes.at(start)
            if self.symbols[scope].kind in VALUES:
                value = self.expression(*captures.get("value", captures["property"])[0])
                bound = self.members.setdefault(scope, {})
                bound[self.lines.text(start, end)] = ((self.symbols[scope].parent, value),)

    def _take_bases(self, bucket: list[Captures], role: str, kind: str) -> None:
        for captures in bucket:
            for span in captures[role]:
                line = self.lines.at(span[0])
                self.bases.append((self.scopes.at(span[0]), line, self._text(span), kind, ""))

    def _take_type(self, span: Span) -> None:
        self.types.append((self.scopes.at(span[0]), self.lines.at(span[0]), self._text(span)))
