"""Collects the facts of a file from its matches, in one pass over each role. Resolves nothing."""

import re
from typing import NamedTuple

from sightline.model.code import Symbol
from sightline.parse.chains import CALL, Chain, continue_chain, known_chains, read_chain
from sightline.parse.facts import MADE, OWN_CLASS, SELF, Expression, FileFacts
from sightline.parse.imports import imports
from sightline.parse.languages import Language
from sightline.parse.matches import IMPLEMENTATION, Captures, Matches, PlainCall, PlainCreation
from sightline.parse.rules import rules_of
from sightline.parse.scopes import VALUES, Scopes
from sightline.parse.source_text import Lines
from sightline.parse.values import LONGEST_VALUE, MOST_VALUES, OBJECT, CallEnd, TypedEnd, Values

_BEFORE = re.compile(rb"[\w.:]*$", re.ASCII)
_new = tuple.__new__  # creates a NamedTuple faster than its class


class Callee(NamedTuple):
    """The span of a call, the end of its callee, and the chain it calls; empty if there is none."""

    start: int
    end: int
    callee_end: int
    chain: Chain


class FactCollector:
    """The facts of one file while they are collected."""

    def __init__(
        self,
        lines: Lines,
        language: Language,
        scopes: Scopes,
        symbols: list[Symbol],
        order: dict[int, int],
        owners: dict[int, str],
    ) -> None:
        """`order` maps definitions to symbols, `owners` symbols to their owning type."""
        self.source, self.lines, self.language = lines.source, lines, language
        self.rules = rules_of(language)
        self.scopes, self.symbols, self.order, self.owners = scopes, symbols, order, owners
        self.calls: list[tuple[int, int, Chain]] = []
        self.bases: list[tuple[int, int, str, str, str]] = []
        self.returns: dict[int, tuple[Expression, ...]] = {}
        self.decorators: dict[int, tuple[Chain, ...]] = {}
        self.created: dict[int, CallEnd] = {}  # expressions that create an object, by their start
        self.values = Values(lines, scopes, symbols, self.rules)
        self.called, self.used = self.values.called, self.values.used

    def collect(self, matches: Matches, around: list[int], module: str, usual: bool) -> FileFacts:
        """The facts of all matches; `around` are the scopes of the assignments."""
        by_role, values = matches.by_role, self.values
        self._add_calls(matches)
        self._add_decorators(by_role["decorator"])
        self._add_definitions()
        self._add_returns(by_role)
        receiver = self._receiver if self.rules.self_parameter else None
        values.add_parameters(matches.parameters, matches.rest_parameters, receiver)
        values.add_assignments(matches.assignments, around)
        values.bind_parameters()
        self._add_properties(by_role["property"])
        self._add_bases(by_role["base"], "base", "implements")
        self._add_bases(by_role["embed"], "embed", "embeds")
        for captures in by_role["type"]:
            for span in captures["type"]:
                values.add_type(*span)
        for captures in by_role["default"]:
            start, end = captures["default"][0]
            values.bindings.add(0, "default", values.expression(start, end), start)
        owners = self.owners
        imported = imports(matches, self.lines, self.scopes, self.rules)
        if self.rules.firm_imports:
            for scope, _, local, _, _ in imported:
                values.bindings.scopes.get(scope, {}).pop(local, None)
        return FileFacts(
            self.language.name,
            module,
            usual,
            tuple(
                [(s.name, s.kind, s.parent, owners.get(i, "")) for i, s in enumerate(self.symbols)]
            ),
            tuple(imported),
            tuple(self.calls),
            tuple(self.bases),
            values.bindings.settled(self.symbols),
            values.members,
            self.returns,
            self.decorators,
            tuple(dict.fromkeys(values.types)),
            tuple([symbol.start_line for symbol in self.symbols]),
        )

    def _add_calls(self, matches: Matches) -> None:
        heads: set[int] = set()  # ends of names that look like callees
        if self.rules.heads_are_calls:
            heads = {definition.name[1] for definition in self.scopes.definitions}
            heads.update(captures["head"][0][1] for captures in matches.by_role["head"])
        source, ends, called = self.source, self.lines.ends, self.called
        points, scopes = [*self.scopes.points, ends[-1]], self.scopes.scopes
        calls: list[tuple[int, int, Chain]] = []
        row, inside = len(ends) - 1, len(scopes) - 1
        # Backwards, so that of calls with the same start the inner one comes first.
        for match in reversed(matches.calls):
            if isinstance(match, PlainCall):
                start, end, callee_end = match
                if callee_end in heads:
                    continue
                inner = called.get(start)
                if inner is None:
                    text = source[start:callee_end]
                    chain = known_chains.get(text) or read_chain(text)
                else:
                    chain = self._outer_callee(inner, match)
            else:
                start, end, callee_end, chain = self._other_callee(match)
            if not chain:
                continue
            called[start] = _new(CallEnd, (end, chain))
            # Calls come nearly in order: a step or two from the last one is faster than a search.
            while points[inside] > start:
                inside -= 1
            while points[inside + 1] <= start:
                inside += 1
            while row and ends[row - 1] >= callee_end:
                row -= 1
            while ends[row] < callee_end:
                row += 1
            calls.append((scopes[inside], row + 1, chain))
        calls.reverse()
        self.calls += calls
        self.used.update([chain[0] for _, _, chain in calls])

    def _outer_callee(self, inner: CallEnd, call: PlainCall) -> Chain:
        """The callee of a call that starts with another call; empty if both are the same."""
        start, end, callee_end = call
        if inner.end <= callee_end:
            return continue_chain((*inner.chain, CALL), self.source[inner.end : callee_end])
        if inner.end == end:  # a more specific pattern has matched it
            return ()
        created = self.created.get(start)
        if created:  # `new Name().callee`, matched after what follows it
            return continue_chain(created.chain, self.source[created.end : callee_end])
        return read_chain(self.source[start:callee_end])

    def _other_callee(self, match: Captures | PlainCreation) -> Callee:
        """The callee of a call whose text before the arguments is not the whole callee."""
        if isinstance(match, tuple):
            return Callee(match.start, match.end, match.type_end, self._created_type(*match))
        start, end = match["call"][0]
        if "made" in match:
            first, last = match["made"][0]
            return Callee(start, end, last, self._created_type(start, end, first, last))
        first, last = match["callee"][-1]
        if "receiver" in match:
            receiver = self.values.expression(*match["receiver"][0])
            name = read_chain(self.source[first:last])[-1:]
            return Callee(start, end, last, (*(receiver or ("?",)), *name))
        if "whole" in match:  # a name that may contain any character, as in a shell
            whole = self.source[first:last].decode("utf-8", "replace")
            return Callee(start, end, last, (whole,))
        if "loose" in match:  # the text before belongs to the callee, but not to its node
            start = self._chain_start(start)
        inner = self.called.get(start)
        if inner and inner.end == end:
            return Callee(start, end, last, ())
        if inner and inner.end <= last:
            text = self.source[inner.end : last]
            return Callee(start, end, last, continue_chain((*inner.chain, CALL), text))
        return Callee(start, end, last, read_chain(self.source[start:last]))

    def _created_type(self, start: int, end: int, first: int, last: int) -> Chain:
        """The callee of an expression that creates an object; `first` to `last` is its type."""
        text = self.source[first:last]
        chain = read_chain(text)
        self.created[start] = CallEnd(end, (*chain, CALL))
        if chain[0] in "?[" or b"{" in text:  # more than a name: `[]T`, `map[K]V`
            self.values.typed[start] = TypedEnd(end, self.values.text(first, last))
            return ()
        return chain

    def _chain_start(self, end: int) -> int:
        """Where the chain of names begins that ends at a byte."""
        text = self.source[max(0, end - LONGEST_VALUE) : end]
        match = _BEFORE.search(text)
        return end - len(match[0]) if match else end

    def _add_decorators(self, matches: list[Captures]) -> None:
        for captures in matches:
            start, end = captures["decorator"][0]
            scope = self.scopes.at(captures["decorated"][0][0])
            chain = self.values.expression(start, end)
            if chain:
                self.decorators[scope] = (*self.decorators.get(scope, ()), chain)
                if chain[-1] != CALL and chain[0] not in self.rules.self_names:
                    self.calls.append((scope, self.lines.at(start), chain))

    def _add_definitions(self) -> None:
        """Add the types and values of definitions, and the interfaces of implementations."""
        order, values = self.order, self.values
        values.add_definitions(order, self.returns)
        for position, definition in enumerate(self.scopes.definitions):
            if definition.base and definition.kind == IMPLEMENTATION:
                line, base = self.lines.at(definition.base[0]), values.text(*definition.base)
                owner = values.text(*definition.name)
                self.bases.append((order[position], line, base, "implements", owner))

    def _receiver(self, scope: int) -> Expression:
        """What the first parameter of a method is."""
        rules = self.rules
        if scope in self.decorators:
            decorators = {chain[-1] for chain in self.decorators[scope]}
            if not decorators.isdisjoint(rules.plain_functions):
                return None
            if not decorators.isdisjoint(rules.class_receivers):
                return OWN_CLASS
        return OWN_CLASS if self.symbols[scope].name in rules.class_methods else SELF

    def _add_returns(self, by_role: dict[str, list[Captures]]) -> None:
        generators = {self.scopes.at(captures["yields"][0][0]) for captures in by_role["yields"]}
        for captures in by_role["returned"]:
            start, end = captures["returned"][0]
            scope = self.scopes.at(start)
            results = self.returns.get(scope, ())
            if scope in generators or (results and isinstance(results[0], str)):
                continue
            value = self.values.expression(start, end)
            if value == OBJECT and self.rules.value_members:
                value = MADE
            if value:
                self.used.add(value[0])
            if value not in results and len(results) < MOST_VALUES:
                self.returns[scope] = (*results, value)

    def _add_properties(self, matches: list[Captures]) -> None:
        """Add members of an object literal that are other values: `{ name, key: other }`."""
        for captures in matches:
            start, end = captures["property"][0]
            scope = self.scopes.at(start)
            if self.symbols[scope].kind in VALUES:
                value = self.values.expression(*captures.get("value", captures["property"])[0])
                members = self.values.members.setdefault(scope, {})
                members[self.lines.text(start, end)] = ((self.symbols[scope].parent, value),)

    def _add_bases(self, matches: list[Captures], role: str, kind: str) -> None:
        for captures in matches:
            for span in captures[role]:
                line = self.lines.at(span[0])
                self.bases.append(
                    (self.scopes.at(span[0]), line, self.values.text(*span), kind, "")
                )
