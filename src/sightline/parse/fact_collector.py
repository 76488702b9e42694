"""Gathers the facts of a file from its matches, in one pass over each kind. Resolves nothing."""

import re

from sightline.model.code import Symbol
from sightline.parse import calls
from sightline.parse.bindings import Bindings
from sightline.parse.chains import CALL, Chain, continue_chain, known_chains, read_chain
from sightline.parse.facts import MADE, OWN_CLASS, SELF, Expression, FileFacts
from sightline.parse.imports import imports
from sightline.parse.languages import Language
from sightline.parse.lines import Lines
from sightline.parse.matches import IMPLEMENTATION, Captures, Matches, PlainMade
from sightline.parse.rules import rules_of
from sightline.parse.scopes import VALUES, Scopes
from sightline.parse.values import LONGEST_VALUE, MOST_VALUES, OBJECT, Noted, Values

_BEFORE = re.compile(rb"[\w.:]*$", re.ASCII)


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
        self.calls: list[tuple[int, int, Chain]] = []
        self.bases: list[tuple[int, int, str, str, str]] = []
        self.returns: dict[int, tuple[Expression, ...]] = {}
        self.decorators: dict[int, tuple[Chain, ...]] = {}
        self.made: dict[int, tuple[int, Chain]] = {}  # start of an object made: its end and type
        noted = Noted({}, {}, set(), [], Bindings(lines), {})
        self.called, self.written, self.used, self.types, self.bindings, self.members = noted
        self.values = Values(lines, scopes, symbols, self.rules, noted)

    def take(self, matches: Matches, around: list[int], module: str, usual: bool) -> FileFacts:
        """The facts of all matches; `around` are the scopes of the assignments."""
        by_role = matches.by_role
        self._take_calls(matches)
        self._take_decorators(by_role["decorator"])
        self._take_definitions()
        self._take_returns(by_role)
        own = self._own if self.rules.self_parameter else None
        self.values.take_params(matches.params, matches.many, own)
        self.values.take_assigns(matches.assigns, around)
        self.values.bind_params()
        self._take_properties(by_role["property"])
        self._take_bases(by_role["base"], "base", "implements")
        self._take_bases(by_role["embed"], "embed", "embeds")
        for captures in by_role["type"]:
            for span in captures["type"]:
                self.values.take_type(*span)
        for captures in by_role["default"]:
            start, end = captures["default"][0]
            self.bindings.add(0, "default", self.values.expression(start, end), start)
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
            (
                known_chains,
                read_chain,
                continue_chain,
                self._other_callee,
                self.written,
                self.values.text,
                CALL,
            ),
        )
        found.reverse()
        self.calls += found
        self.used.update([chain[0] for _, _, chain in found])

    def _other_callee(self, captures: Captures | PlainMade) -> tuple[int, int, int, Chain]:
        """What is called where the text before the arguments does not say it whole."""
        if isinstance(captures, tuple):
            return (*captures[:2], captures[3], self._made(*captures))
        start, end = captures["call"][0]
        if "made" in captures:
            first, last = captures["made"][0]
            return start, end, last, self._made(start, end, first, last)
        first, last = captures["callee"][-1]
        if "receiver" in captures:
            receiver = self.values.expression(*captures["receiver"][0])
            name = read_chain(self.source[first:last])[-1:]
            return start, end, last, (*(receiver or ("?",)), *name)
        if "whole" in captures:  # a name may hold any sign, as in a shell
            return start, end, last, (self.source[first:last].decode("utf-8", "replace"),)
        if "loose" in captures:  # what is before belongs to it, but no node says so
            start = self._before(start)
        inner = self.called.get(start)
        if inner and inner[0] == end:
            return start, end, last, ()
        if inner and inner[0] <= last:
            text = self.source[inner[0] : last]
            return start, end, last, continue_chain((*inner[1], CALL), text)
        return start, end, last, read_chain(self.source[start:last])

    def _made(self, start: int, end: int, first: int, last: int) -> Chain:
        """What is called where an object is made of the type between two places."""
        text = self.source[first:last]
        chain = read_chain(text)
        self.made[start] = (end, (*chain, CALL))
        if chain[0] in "?[" or b"{" in text:  # more than a name: `[]T`, `map[K]V`
            self.written[start] = (end, self.values.text(first, last))
            return ()
        return chain

    def _before(self, start: int) -> int:
        """Where the chain of names that ends at a place begins."""
        text = self.source[max(0, start - LONGEST_VALUE) : start]
        found = _BEFORE.search(text)
        return start - len(found[0]) if found else start

    def _take_decorators(self, bucket: list[Captures]) -> None:
        for captures in bucket:
            start, end = captures["decorator"][0]
            scope = self.scopes.at(captures["decorated"][0][0])
            chain = self.values.expression(start, end)
            if chain:
                self.decorators[scope] = (*self.decorators.get(scope, ()), chain)
                if chain[-1] != CALL and chain[0] not in self.rules.self_names:
                    self.calls.append((scope, self.lines.at(start), chain))

    def _take_definitions(self) -> None:
        """Written results, and the types and values of fields and variables."""
        order, scopes, values = self.order, self.scopes, self.values
        values.take_definitions(scopes.definitions, scopes.parents, order, self.returns)
        for position, definition in enumerate(scopes.definitions):
            if definition.base and definition.kind == IMPLEMENTATION:
                line, written = self.lines.at(definition.base[0]), values.text(*definition.base)
                owner = values.text(*definition.name)
                self.bases.append((order[position], line, written, "implements", owner))

    def _own(self, scope: int) -> Expression:
        """What the first parameter of a method is."""
        rules = self.rules
        if scope in self.decorators:
            marks = {chain[-1] for chain in self.decorators[scope]}
            if not marks.isdisjoint(rules.plain_functions):
                return None
            if not marks.isdisjoint(rules.class_receivers):
                return OWN_CLASS
        return OWN_CLASS if self.symbols[scope].name in rules.class_methods else SELF

    def _take_returns(self, by_role: dict[str, list[Captures]]) -> None:
        generators = {self.scopes.at(c["yields"][0][0]) for c in by_role["yields"]}
        for captures in by_role["returned"]:
            start, end = captures["returned"][0]
            scope = self.scopes.at(start)
            known = self.returns.get(scope, ())
            if scope in generators or (known and isinstance(known[0], str)):
                continue
            value = self.values.expression(start, end)
            if value == OBJECT and self.rules.value_members:
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
                value = self.values.expression(*captures.get("value", captures["property"])[0])
                bound = self.members.setdefault(scope, {})
                bound[self.lines.text(start, end)] = ((self.symbols[scope].parent, value),)

    def _take_bases(self, bucket: list[Captures], role: str, kind: str) -> None:
        for captures in bucket:
            for span in captures[role]:
                line = self.lines.at(span[0])
                self.bases.append(
                    (self.scopes.at(span[0]), line, self.values.text(*span), kind, "")
                )
