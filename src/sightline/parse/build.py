"""Builds the symbols of a file from its matches, with names, spans and fingerprints."""

import functools
import re
from bisect import bisect_right
from typing import NamedTuple

from sightline.model.code import ParsedFile, Problem, Symbol
from sightline.parse import source_text
from sightline.parse.bindings import assignment_scopes
from sightline.parse.fact_collector import FactCollector
from sightline.parse.facts import NAMELESS, NAMELESS_ARROW, mentions, pack
from sightline.parse.languages import Language
from sightline.parse.matches import CLOSURE, IMPLEMENTATION, Definition, Matches, Span
from sightline.parse.modules import is_usual, module_name
from sightline.parse.rules import rules_of
from sightline.parse.scopes import TYPES, VALUES, Entry, Scopes, by_start, merge_clauses
from sightline.parse.source_text import Lines

_QUOTES = ":\"'` "  # around a name, not part of it
MOST_SYMBOLS = 50_000
MOST_CACHED = 5_000  # names of types
_TYPE_NAME = re.compile(r"[\w$.:\\]*[\w$]")

_new = tuple.__new__  # creates a NamedTuple faster than its class


class Parent(NamedTuple):
    """The symbol that a definition belongs to."""

    position: int
    qualified: str
    kind: str
    is_test: bool


class Builder:
    """Builds the symbols and facts of one file."""

    def __init__(self, source: bytes, language: Language, path: str, matches: Matches) -> None:
        self.source, self.language, self.path, self.matches = source, language, path, matches
        self.rules = rules_of(language)
        self.lines = Lines(source)
        self.outer: dict[int, int] = {}  # where the decorators of a definition begin, by its start
        for captures in matches.by_role["decorator"]:
            if "outer" in captures:
                start = captures["decorated"][0][0]
                begin = captures["outer"][0][0]
                self.outer[start] = min(begin, self.outer.get(start, begin))
        self.nameless = _nameless_members(matches)
        definitions = matches.definitions
        if self.rules.merge_clauses:
            definitions = merge_clauses(definitions, source)
        self.scopes = Scopes(definitions, self.outer)
        self.around = assignment_scopes(matches.assignments, self.scopes.points, self.scopes.scopes)
        packages = matches.by_role["package"]
        package = self._text(packages[0]["package"][0]) if packages else ""
        self.module = module_name(language, path, package)
        self.in_test_file = bool(self.rules.test_path and self.rules.test_path.search(path))
        self.order: dict[int, int] = {}  # the symbol of each scope
        self.types: dict[str, int] = {}  # positions of the types in the symbols, by name
        self.parents: dict[int, Parent] = {}  # by position in the definitions
        self.names: dict[int, str] = {}  # qualified names, by position in the symbols
        self.forward_parents: set[int] = set()  # parents that are defined later in the file
        self.owners: dict[int, str] = {}  # the owning type of a symbol, if it is not around it

    def symbols(self) -> list[Symbol]:
        """The symbols of the file, its module first; must be called before `parsed`."""
        entries, scopes = self._entries(), self.scopes
        self.order = self._order(entries)
        symbols = [self._module_symbol()]
        parents, nameless = self.parents, self.nameless
        parents[-1] = Parent(0, self.module, "module", self.in_test_file)
        for position, (scope, definition) in enumerate(entries, 1):
            inside = scopes.parents[scope] if scope >= 0 else scopes.at(definition.start)
            parent = parents.get(inside) if definition.receiver is None else None
            if parent is None:
                parent = self._parent(definition, inside, position)
            if position in self.forward_parents and _is_inside(parent.position, position, symbols):
                parent = parents[-1]
            symbol = self._symbol(definition, parent)
            if definition.start in nameless and parent.kind not in VALUES | TYPES:
                self.owners[position] = nameless[definition.start]
            symbols.append(symbol)
            self.names[position] = symbol.qualified
            if scope >= 0:
                parents[scope] = Parent(position, symbol.qualified, symbol.kind, symbol.is_test)
        return symbols

    def parsed(self, symbols: list[Symbol], problems: tuple[Problem, ...]) -> ParsedFile:
        """The finished file."""
        self._drop_inner_returns()
        order, scopes = self.order, self.scopes
        scopes.scopes = [order[scope] for scope in scopes.scopes]
        collector = FactCollector(self.lines, self.language, scopes, symbols, order, self.owners)
        facts = collector.collect(
            self.matches,
            [order[scope] for scope in self.around],
            self.module,
            is_usual(self.language, self.path, self.source),
        )
        return ParsedFile(
            self.path,
            self.language.name,
            tuple(symbols),
            pack(facts),
            problems,
            mentions(facts),
        )

    def _drop_inner_returns(self) -> None:
        """Drop what closures return: it is not a result of the function around them."""
        by_role, scopes = self.matches.by_role, self.scopes
        if by_role["returned"] and any(d.kind == CLOSURE for d in scopes.definitions):
            by_role["returned"] = [
                captures
                for captures in by_role["returned"]
                if (scope := scopes.at(captures["returned"][0][0])) < 0
                or scopes.definitions[scope].kind != CLOSURE
            ]

    def _text(self, span: Span) -> str:
        return self.lines.text(span[0], span[1])

    def _entries(self) -> list[Entry]:
        """All definitions that are symbols, in order, with assigned values outside functions."""
        scopes, rules = self.scopes, self.rules
        entries = scopes.entries(self._imported(), self.source, rules.keywords)
        if rules.assignments_define:
            values = scopes.assigned_values(self.matches.assignments, self.around, self.source)
            entries.extend(Entry(-1, value) for value in values)
            entries.sort(key=by_start)
        if rules.most_symbols and len(entries) > rules.most_symbols:
            return []
        return entries[:MOST_SYMBOLS]

    def _imported(self) -> set[Span]:
        """Names of imported modules that look like assigned values."""
        by_role = self.matches.by_role
        return {
            captures["alias"][0]
            for role in ("module", "from")
            for captures in by_role[role]
            if "alias" in captures
        }

    def _order(self, entries: list[Entry]) -> dict[int, int]:
        """The symbol of each scope; an implementation belongs to its type, if the file has it."""
        scopes = self.scopes
        order = {scope: position for position, (scope, _) in enumerate(entries, 1) if scope >= 0}
        order[-1] = 0
        self.types = {
            self._text(definition.name): position
            for position, (scope, definition) in enumerate(entries, 1)
            if definition.kind in TYPES
            or (definition.kind == "type_alias" and not self._is_member(scope))
        }
        for position, definition in enumerate(scopes.definitions):
            if definition.kind == IMPLEMENTATION:
                owner = _type_name(self._text(definition.name))
                enclosing = order.get(scopes.parents[position], 0)
                order[position] = self.types.get(_short(owner), enclosing)
            elif position not in order:  # a local value, or one beyond the limit
                order[position] = order.get(scopes.parents[position], 0)
        return order

    def _is_member(self, scope: int) -> bool:
        """Whether a scope is inside a type: an implementation never names an associated type."""
        parent = self.scopes.parents[scope]
        return parent >= 0 and self.scopes.definitions[parent].kind in TYPES

    def _parent(self, definition: Definition, inside: int, position: int) -> Parent:
        """The parent of a symbol: the scope around it, or its owning type."""
        receiver, enclosing = definition.receiver, inside
        around = self.scopes.definitions[inside] if inside >= 0 else None
        if receiver is None and around and around.kind == IMPLEMENTATION:
            receiver, enclosing = around.name, self.scopes.parents[inside]
        while enclosing not in self.parents:
            enclosing = self.scopes.parents[enclosing]
        outer = self.parents[enclosing]
        if receiver is None:
            return outer
        owner = _type_name(self._text(receiver))
        short = _short(owner)
        self.owners[position] = owner
        type_position = self.types.get(short, outer.position)
        qualified = self.names.get(type_position) if short in self.types else None
        if type_position >= position:
            self.forward_parents.add(type_position)
        qualified = qualified or outer.qualified + self.rules.separator + short
        return Parent(type_position, qualified, "class", outer.is_test)

    def _module_symbol(self) -> Symbol:
        source = self.source
        name = re.split(r"[./:\\]+", self.module)[-1] or self.module
        if self.language.modules == "file":
            name = self.path.rpartition("/")[2]
        doc = ""
        if self.rules.doc_strings:
            doc = source_text.string_doc(source, len(source) - len(source.lstrip()))
        elif packages := self.matches.by_role["package"]:
            start = packages[0]["package"][0][0]
            line = source.rfind(b"\n", 0, start) + 1
            doc = source_text.comment_doc(source, line, self.rules.comment)
        last = len(self.lines.ends)
        return Symbol(
            name=name,
            qualified=self.module,
            kind="module",
            signature="",
            doc=doc,
            start=0,
            end=len(source),
            start_line=1,
            end_line=last,
            line=1,
            parent=-1,
            fingerprint=self.lines.fingerprint(0, len(source), 1, last),
            is_test=self.in_test_file,
        )

    def _begin(self, head: int, start: int) -> tuple[int, int]:
        """Where a definition begins, without and with its decorators and attributes."""
        source, rules = self.source, self.rules
        if rules.leading:
            head = start = source_text.leading(source, start, rules.leading)
        if rules.above:
            start = source_text.above(source, start, rules.above)
        return head, start

    def _symbol(self, definition: Definition, parent: Parent) -> Symbol:
        source, rules, lines = self.source, self.rules, self.lines
        end, body, (name_start, name_end) = definition.end, definition.body, definition.name
        name = lines.text(name_start, name_end)
        name = name.strip(_QUOTES) or name
        outer_start = self.outer.get(definition.start, definition.start)
        head, start = self._begin(definition.start, outer_start)
        doc, head_end = "", end
        if rules.doc_comments:
            doc = source_text.comment_doc(source, start, rules.comment)
        elif rules.doc_strings and body >= 0:
            doc = source_text.string_doc(source, body)
        if rules.one_line:
            newline = source.find(b"\n", start, end)
            head_end = newline if newline >= 0 else end
        ends = lines.ends
        first = bisect_right(ends, start) + 1
        last = bisect_right(ends, end - 1 if end > start else start, first - 1) + 1
        is_test = parent.is_test
        if not is_test and rules.test_name:
            is_test = bool(rules.test_name.search(name))
        if not is_test and rules.test_mark:
            is_test = bool(rules.test_mark.search(source, start, name_start))
        return _new(
            Symbol,
            (
                name,
                parent.qualified + rules.separator + name,
                self._kind(definition.kind, name, parent.kind),
                source_text.signature(lines, head, body, head_end, rules.aside),
                doc,
                start,
                end,
                first,
                last,
                bisect_right(ends, name_start, first - 1) + 1,
                parent.position,
                lines.fingerprint(start, end, first, last),
                is_test,
            ),
        )

    def _kind(self, kind: str, name: str, parent_kind: str) -> str:
        if kind == "function":
            return "method" if parent_kind in TYPES else kind
        if kind == "variable":
            if parent_kind in TYPES:
                return "field"
            return "const" if self.rules.constant.match(name) else kind
        return kind


def _nameless_members(matches: Matches) -> dict[int, str]:
    """The starts of members of nameless objects, and whether they have a `this` of their own."""
    by_role = matches.by_role
    members = {
        captures["apart"][0][0]: NAMELESS_ARROW if "value" in captures else NAMELESS
        for captures in by_role["apart"]
    }
    for captures in by_role["exported"]:
        members.pop(captures["exported"][0][0], None)
    return members


def _is_inside(position: int, around: int, symbols: list[Symbol]) -> bool:
    """Whether a symbol is another one or belongs to it, among the symbols built so far."""
    while 0 < position < len(symbols):
        position = symbols[position].parent
    return position == around


@functools.lru_cache(MOST_CACHED)
def _short(name: str) -> str:
    return re.split(r"[.:\\]+", name)[-1]


@functools.lru_cache(MOST_CACHED)
def _type_name(type_text: str) -> str:
    """`*pkg.Server[T]` is `pkg.Server`."""
    match = _TYPE_NAME.search(
        re.sub(r"^(?:[&*\s]*'\w+\s)?(?:\W*(?:mut|dyn|const)\s+)?", "", type_text)
    )
    return match[0] if match else type_text
