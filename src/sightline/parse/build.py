"""Makes the symbols of a file from its matches, in order, with names, spans and fingerprints."""

import functools
import re
from bisect import bisect_right

from sightline.model.code import ParsedFile, Problem, Symbol
from sightline.parse import source_text
from sightline.parse.bindings import around
from sightline.parse.entries import entries
from sightline.parse.fact_collector import Facts
from sightline.parse.facts import NAMELESS, NAMELESS_ARROW, mentions, pack
from sightline.parse.languages import Language
from sightline.parse.lines import Lines
from sightline.parse.matches import CLOSURE, IMPLEMENTATION, Definition, Matches, Span
from sightline.parse.modules import module_name
from sightline.parse.rules import rules_of
from sightline.parse.scopes import TYPES, VALUES, Scopes, merge_clauses
from sightline.parse.variants import is_usual

_MARKS = ":\"'` "  # around a name, no part of it
MOST_SYMBOLS = 50_000
MOST_REMEMBERED = 5_000  # names of types
_TYPE_NAME = re.compile(r"[\w$.:\\]*[\w$]")

_new = tuple.__new__  # makes a NamedTuple without going through its keywords

# Where a symbol belongs: position of its parent, its qualified name and kind, whether a test.
Home = tuple[int, str, str, bool]


class Builder:
    """One file on its way from matches to symbols and facts."""

    def __init__(self, source: bytes, language: Language, path: str, matches: Matches) -> None:
        self.source, self.language, self.path, self.matches = source, language, path, matches
        self.rules = rules_of(language)
        self.lines = Lines(source)
        self.outer: dict[int, int] = {}
        for captures in matches.by_role["decorator"]:
            if "outer" in captures:
                start = captures["decorated"][0][0]
                begin = captures["outer"][0][0]
                self.outer[start] = min(begin, self.outer.get(start, begin))
        self.apart = _apart(matches)
        definitions = matches.definitions
        if self.rules.merge_clauses:
            definitions = merge_clauses(definitions, source)
        self.scopes = Scopes(definitions, self.outer)
        self.around = around(matches.assigns, self.scopes.points, self.scopes.scopes)
        packages = matches.by_role["package"]
        package = self._text(packages[0]["package"][0]) if packages else ""
        self.module = module_name(language, path, package)
        self.in_test_file = bool(self.rules.test_path and self.rules.test_path.search(path))
        self.order: dict[int, int] = {}  # the symbol of each scope
        self.homes: dict[int, Home] = {}  # by position in the definitions
        self.names: dict[int, str] = {}  # qualified, by position in the symbols
        self.promised: set[int] = set()  # symbols that others belong to before they are made
        self.owners: dict[int, str] = {}  # symbols of types that are written elsewhere

    def symbols(self) -> list[Symbol]:
        """The symbols of the file, its module first; comes before `parsed`."""
        found, scopes = self._entries(), self.scopes
        order = self.order = self._order(found)
        symbols = [self._module_symbol()]
        homes, apart = self.homes, self.apart
        homes[-1] = (0, self.module, "module", self.in_test_file)
        for place, (scope, entry) in enumerate(found, 1):
            inside = scopes.parents[scope] if scope >= 0 else scopes.at(entry.start)
            home = homes[inside] if entry.receiver is None and inside in homes else None
            home = home or self._home(entry, inside, order, place)
            if place in self.promised and _is_inside(home[0], place, symbols):
                home = homes[-1]
            symbol = self._symbol(entry, home)
            if apart and entry.start in apart and home[2] not in VALUES and home[2] not in TYPES:
                self.owners[place] = apart[entry.start]
            symbols.append(symbol)
            self.names[place] = symbol.qualified
            if scope >= 0:
                homes[scope] = (place, symbol.qualified, symbol.kind, symbol.is_test)
        return symbols

    def parsed(self, symbols: list[Symbol], problems: tuple[Problem, ...]) -> ParsedFile:
        """The finished file."""
        self._drop_inner_returns()
        order, scopes = self.order, self.scopes
        scopes.scopes = [order[scope] for scope in scopes.scopes]
        facts = Facts(self.lines, self.language, scopes, symbols, order, self.owners).take(
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
        """What a function without a name returns says nothing of the function around it."""
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

    def _entries(self) -> list[tuple[int, Definition]]:
        """All definitions in order: those found as such, and values outside functions."""
        scopes, rules = self.scopes, self.rules
        found = entries(
            scopes.definitions,
            scopes.parents,
            self._imported(),
            (self.matches.assigns, self.around) if rules.assignments_define else None,
            self.source,
            rules.keywords,
        )
        if rules.most_symbols and len(found) > rules.most_symbols:
            return []
        return found[:MOST_SYMBOLS]

    def _imported(self) -> set[Span]:
        """Names that are another module's, although they are written like a value."""
        by_role = self.matches.by_role
        return {
            captures["alias"][0]
            for role in ("module", "from")
            for captures in by_role[role]
            if "alias" in captures
        }

    def _order(self, found: list[tuple[int, Definition]]) -> dict[int, int]:
        """The symbol of each scope; implementations are scopes of their type, if it is here."""
        scopes = self.scopes
        order = {scope: place for place, (scope, _) in enumerate(found, 1) if scope >= 0}
        order[-1] = 0
        self.types = {
            self._text(entry.name): place
            for place, (scope, entry) in enumerate(found, 1)
            if entry.kind in TYPES or (entry.kind == "type_alias" and not self._is_member(scope))
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
        """Whether it lies in a type; no implementation is of a type's associated type."""
        parent = self.scopes.parents[scope]
        return parent >= 0 and self.scopes.definitions[parent].kind in TYPES

    def _home(self, entry: Definition, inside: int, order: dict[int, int], place: int) -> Home:
        """What a symbol belongs to: the scope around it, or the type it is written for."""
        written, enclosing = entry.receiver, inside
        around = self.scopes.definitions[inside] if inside >= 0 else None
        if written is None and around and around.kind == IMPLEMENTATION:
            written, enclosing = around.name, self.scopes.parents[inside]
        while enclosing not in self.homes:
            enclosing = self.scopes.parents[enclosing]
        home = self.homes[enclosing]
        if written is None:
            return home
        owner = _type_name(self._text(written))
        short = _short(owner)
        self.owners[place] = owner
        parent = self.types.get(short, home[0])
        known = self.names.get(parent) if short in self.types else None
        if parent >= place:
            self.promised.add(parent)
        return (parent, known or home[1] + self.rules.separator + short, "class", home[3])

    def _module_symbol(self) -> Symbol:
        source = self.source
        name = re.split(r"[./:\\]+", self.module)[-1] or self.module
        if self.language.modules == "file":
            name = self.path.rpartition("/")[2]
        doc = ""
        if self.rules.doc_strings:
            doc = source_text.string_doc(source, len(source) - len(source.lstrip()))
        elif packages := self.matches.by_role["package"]:
            place = packages[0]["package"][0][0]
            line = source.rfind(b"\n", 0, place) + 1
            doc = source_text.comment_doc(source, line, self.rules.comment)
        last = len(self.lines.ends)
        mark = self.lines.fingerprint(0, len(source), 1, last)
        return Symbol(
            name, self.module, "module", "", doc, 0, len(source), 1, last, 1, -1, mark,
            self.in_test_file,
        )  # fmt: skip

    def _begin(self, head: int, start: int) -> tuple[int, int]:
        """Where a definition and what belongs to it really begin."""
        source, rules = self.source, self.rules
        if rules.leading:
            head = start = source_text.leading(source, start, rules.leading)
        if rules.above:
            start = source_text.above(source, start, rules.above)
        return head, start

    def _symbol(self, found: Definition, home: Home) -> Symbol:
        source, rules, lines = self.source, self.rules, self.lines
        parent, prefix, inside, is_test = home
        head, end, kind, (name_start, name_end), body = found[:5]
        name = lines.text(name_start, name_end)
        name = name.strip(_MARKS) or name
        head, start = self._begin(head, self.outer.get(head, head))
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
        if not is_test and rules.test_name:
            is_test = bool(rules.test_name.search(name))
        if not is_test and rules.test_mark:
            is_test = bool(rules.test_mark.search(source, start, name_start))
        line = bisect_right(ends, name_start, first - 1) + 1
        kind = self._kind(kind, name, inside)
        said = source_text.signature(lines, head, body, head_end, rules.aside)
        mark = lines.fingerprint(start, end, first, last)
        qualified = prefix + rules.separator + name
        return _new(
            Symbol,
            (
                name,
                qualified,
                kind,
                said,
                doc,
                start,
                end,
                first,
                last,
                line,
                parent,
                mark,
                is_test,
            ),
        )

    def _kind(self, kind: str, name: str, inside: str) -> str:
        if kind == "function":
            return "method" if inside in TYPES else kind
        if kind == "variable":
            if inside in TYPES:
                return "field"
            return "const" if self.rules.constant.match(name) else kind
        return kind


def _apart(matches: Matches) -> dict[int, str]:
    """Where members of objects without a name begin, and whether `this` is another in them."""
    by_role = matches.by_role
    found = {
        captures["apart"][0][0]: NAMELESS_ARROW if "value" in captures else NAMELESS
        for captures in by_role["apart"]
    }
    for captures in by_role["exported"]:
        found.pop(captures["exported"][0][0], None)
    return found


def _is_inside(place: int, around: int, symbols: list[Symbol]) -> bool:
    """Whether a symbol is another one or belongs to it, as far as symbols are made."""
    while 0 < place < len(symbols):
        place = symbols[place].parent
    return place == around


@functools.lru_cache(MOST_REMEMBERED)
def _short(name: str) -> str:
    return re.split(r"[.:\\]+", name)[-1]


@functools.lru_cache(MOST_REMEMBERED)
def _type_name(written: str) -> str:
    """`*pkg.Server[T]` is `pkg.Server`."""
    found = _TYPE_NAME.search(
        re.sub(r"^(?:[&*\s]*'\w+\s)?(?:\W*(?:mut|dyn|const)\s+)?", "", written)
    )
    return found[0] if found else written
