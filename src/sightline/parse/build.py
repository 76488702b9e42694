"""Makes the symbols of a file from its matches, in order, with names, spans and fingerprints."""

import re

from sightline.model.code import ParsedFile, Problem, Symbol
from sightline.parse import describe
from sightline.parse.bindings import Assignment, assignments
from sightline.parse.collect import Definition, Matches
from sightline.parse.facts import interface, mentions, pack
from sightline.parse.gather import Facts
from sightline.parse.languages import Language
from sightline.parse.lines import Lines
from sightline.parse.modules import module_name
from sightline.parse.rules import rules_of
from sightline.parse.scopes import FUNCTIONS, TYPES, VALUES, Scopes

MOST_SYMBOLS = 50_000
_IDENTIFIER = re.compile(rb"(?:[^\W\d]|[\x80-\xff$])(?:\w|[\x80-\xff$])*", re.ASCII)


class Builder:
    """One file on its way from matches to symbols and facts."""

    def __init__(self, source: bytes, language: Language, path: str, matches: Matches) -> None:
        self.source, self.language, self.path, self.matches = source, language, path, matches
        self.rules = rules_of(language)
        self.lines = Lines(source)
        self.scopes = Scopes(matches.definitions)
        self.assigns = assignments(matches, self.scopes)
        self.module = module_name(language, path, self._package())
        self.in_test_file = bool(self.rules.test_path and self.rules.test_path.search(path))
        self.outer = {
            captures["decorated"][0].start_byte: captures["outer"][0].start_byte
            for captures in matches.by_role["decorator"]
        }

    def parsed(self, problems: tuple[Problem, ...]) -> ParsedFile:
        """The finished file."""
        entries = self._entries()
        scopes = self.scopes
        order = {scope: place + 1 for place, (scope, _) in enumerate(entries) if scope >= 0}
        order[-1] = 0
        symbols = [self._module_symbol()]
        for scope, entry in entries:
            parent = scopes.parents[scope] if scope >= 0 else scopes.at(entry.start)
            symbols.append(self._symbol(entry, symbols[order[parent]], order[parent]))
        scopes.scopes = [order[scope] for scope in scopes.scopes]
        facts = Facts(self.lines, self.language, scopes, symbols, order).take(
            self.matches, self.assigns, self.module
        )
        return ParsedFile(
            self.path,
            self.language.name,
            tuple(symbols),
            pack(facts),
            problems,
            interface(facts),
            _defines(symbols),
            mentions(facts),
        )

    def _package(self) -> str:
        for captures in self.matches.by_role["package"]:
            start, end = captures["package"][0].byte_range
            return self.source[start:end].decode("utf-8", "replace")
        return ""

    def _entries(self) -> list[tuple[int, Definition]]:
        """All definitions in order: those found as such, and values outside functions."""
        scopes = self.scopes
        found = [
            (position, definition)
            for position, definition in enumerate(scopes.definitions)
            if definition.kind not in VALUES or not scopes.is_local(scopes.parents[position])
        ]
        if self.rules.assignments_define:
            found.extend((-1, value) for value in self._assigned())
        found.sort(key=_order)
        return found[:MOST_SYMBOLS]

    def _assigned(self) -> list[Definition]:
        """Module and class level assignments as definitions, the first of each name."""
        seen: set[tuple[int, bytes]] = set()
        taken = {definition.name for definition in self.scopes.definitions}
        found = []
        for assign in self.assigns:
            scope, start, end = assign.scope, assign.start, assign.end
            if assign.how != "value" or self.scopes.is_local(scope) or (start, end) in taken:
                continue
            name = self.source[start:end]
            if (scope, name) not in seen and _IDENTIFIER.fullmatch(name):
                seen.add((scope, name))
                found.append(_value_definition(assign))
        return found

    def _module_symbol(self) -> Symbol:
        source = self.source
        name = re.split(r"[./:\\]+", self.module)[-1] or self.module
        doc = ""
        if self.rules.doc_strings:
            doc = describe.string_doc(source, len(source) - len(source.lstrip()))
        last = len(self.lines.ends)
        mark = self.lines.fingerprint(0, len(source), 1, last)
        return Symbol(
            name, self.module, "module", "", doc, 0, len(source), 1, last, 1, -1, mark,
            self.in_test_file,
        )  # fmt: skip

    def _symbol(self, found: Definition, owner: Symbol, parent: int) -> Symbol:
        source, rules, lines = self.source, self.rules, self.lines
        name = source[found.name[0] : found.name[1]].decode("utf-8", "replace")
        start, end = self.outer.get(found.start, found.start), found.end
        if not rules.doc_strings:
            doc = describe.comment_doc(source, start)
        else:
            doc = describe.string_doc(source, found.body) if found.body >= 0 else ""
        first, last = lines.at(start), lines.at(max(start, end - 1))
        return Symbol(
            name,
            owner.qualified + rules.separator + name,
            self._kind(found.kind, name, owner.kind),
            describe.signature(source, found.start, found.body, end),
            doc,
            start,
            end,
            first,
            last,
            lines.at(found.name[0]),
            parent,
            lines.fingerprint(start, end, first, last),
            owner.is_test or bool(rules.test_name and rules.test_name.search(name)),
        )

    def _kind(self, kind: str, name: str, inside: str) -> str:
        if kind == "function":
            return "method" if inside in TYPES else kind
        if kind == "variable":
            if inside in TYPES:
                return "field"
            return "const" if self.rules.constant.match(name) else kind
        return kind


def _defines(symbols: list[Symbol]) -> tuple[str, ...]:
    """The names other files may refer to: all but those inside functions and sections."""
    names = {
        symbol.name
        for symbol in symbols[1:]
        if symbol.kind != "section" and symbols[symbol.parent].kind not in FUNCTIONS
    }
    return tuple(sorted(names))


def _order(entry: tuple[int, Definition]) -> tuple[int, int]:
    return (entry[1].start, -entry[1].end)


def _value_definition(assign: Assignment) -> Definition:
    _, start, end, kind, value, _ = assign
    stop = max(end, kind[1] if kind else 0, value[1] if value else 0)
    return Definition(start, stop, "variable", (start, end), -1, None, None)
