"""Makes the symbols of a file from its matches, in order, with names, spans and fingerprints."""

import functools
import re
from bisect import bisect_right

from sightline.model.code import ParsedFile, Problem, Symbol
from sightline.parse import describe
from sightline.parse.collect import Assignment, Definition, Matches
from sightline.parse.facts import Facts
from sightline.parse.languages import Language
from sightline.parse.modules import module_name
from sightline.parse.scopes import FUNCTIONS, TYPES, VALUES, Scopes
from sightline.text.hashing import fingerprint

MOST_SYMBOLS = 50_000
_IDENTIFIER = re.compile(rb"(?:[^\W\d]|[\x80-\xff$])(?:\w|[\x80-\xff$])*", re.ASCII)


class Builder:
    """One file on its way from matches to symbols and facts."""

    def __init__(
        self, source: bytes, language: Language, path: str, lines: list[int], matches: Matches
    ) -> None:
        self.source, self.language, self.path, self.lines = source, language, path, lines
        self.matches = matches
        self.scopes = Scopes(matches)
        self.module = module_name(language, path, self._package())
        tests, self.test_name = test_patterns(language)
        self.in_test_file = bool(tests and tests.search(path))
        self.outer = {inner: outer for outer, inner, _ in matches.decorators}
        self.constant = re.compile(language.option("constant", r"^[A-Z][A-Z0-9_]*$"))

    def parsed(self, problems: tuple[Problem, ...]) -> ParsedFile:
        """The finished file."""
        entries = self._entries()
        order = {scope: place + 1 for place, (scope, _) in enumerate(entries) if scope >= 0}
        order[-1] = 0
        symbols = [self._module_symbol()]
        for scope, entry in entries:
            parent = self.scopes.parents[scope] if scope >= 0 else self.scopes.at(entry.start)
            symbols.append(self._symbol(entry, symbols, order[parent]))
        self.scopes.scopes = [order[scope] for scope in self.scopes.scopes]
        facts = Facts(self.source, self.language, self.lines, self.scopes, symbols)
        facts.take(self.matches)
        return ParsedFile(
            self.path,
            self.language.name,
            tuple(symbols),
            facts.packed(self.module),
            problems,
            facts.interface(),
            facts.defines(),
            facts.mentions(),
        )

    def _package(self) -> str:
        span = self.matches.package
        return self.source[span[0] : span[1]].decode("utf-8", "replace") if span else ""

    def _entries(self) -> list[tuple[int, Definition]]:
        """All definitions in order: those found as such, and values outside functions."""
        scopes, found = self.scopes, []
        for position, definition in enumerate(scopes.definitions):
            inside = scopes.parents[position]
            local = inside >= 0 and scopes.definitions[inside].kind in FUNCTIONS
            if not (local and definition.kind in VALUES):
                found.append((position, definition))
        if self.language.option("assignments_define", True):
            found.extend((-1, value) for value in self._assigned())
        found.sort(key=lambda entry: (entry[1].start, -entry[1].end))
        return found[:MOST_SYMBOLS]

    def _assigned(self) -> list[Definition]:
        """Module and class level assignments as definitions, the first of each name."""
        seen: set[tuple[int, bytes]] = set()
        taken = {definition.name for definition in self.scopes.definitions}
        found = []
        for assign in self.matches.assigns:
            scope = self.scopes.at(assign.start)
            if scope >= 0 and self.scopes.definitions[scope].kind in FUNCTIONS:
                continue
            name = self.source[assign.target[0] : assign.target[1]]
            key = (scope, name)
            if assign.how != "value" or key in seen or assign.target in taken:
                continue
            if _IDENTIFIER.fullmatch(name):
                seen.add(key)
                found.append(_value_definition(assign))
        return found

    def _module_symbol(self) -> Symbol:
        source = self.source
        name = re.split(r"[./:\\]+", self.module)[-1] or self.module
        doc = ""
        if self.language.option("doc", "comment") == "string":
            body = len(source) - len(source.lstrip())
            doc = describe.string_doc(source, body)
        lines = len(self.lines)
        return Symbol(
            name, self.module, "module", "", doc, 0, len(source), 1, lines, 1, -1,
            fingerprint(source), self.in_test_file,
        )  # fmt: skip

    def _symbol(self, found: Definition, symbols: list[Symbol], parent: int) -> Symbol:
        source, owner = self.source, symbols[parent]
        name = source[found.name[0] : found.name[1]].decode("utf-8", "replace")
        kind = self._kind(found, name, owner)
        start = self.outer.get(found.start, found.start)
        if self.language.option("doc", "comment") == "string":
            doc = describe.string_doc(source, found.body) if found.body >= 0 else ""
        else:
            doc = describe.comment_doc(source, start)
        return Symbol(
            name,
            f"{owner.qualified}{self.language.separator}{name}",
            kind,
            describe.signature(source, found.start, found.body, found.end),
            doc,
            start,
            found.end,
            bisect_right(self.lines, start) + 1,
            bisect_right(self.lines, max(start, found.end - 1)) + 1,
            bisect_right(self.lines, found.name[0]) + 1,
            parent,
            fingerprint(source[start : found.end]),
            self.in_test_file
            or owner.is_test
            or bool(self.test_name and self.test_name.search(name)),
        )

    def _kind(self, found: Definition, name: str, owner: Symbol) -> str:
        kind = found.kind
        if kind == "function" and owner.kind in TYPES:
            return "method"
        if kind == "variable":
            if owner.kind in TYPES:
                return "field"
            return "const" if self.constant.match(name) else kind
        return kind


def _value_definition(assign: Assignment) -> Definition:
    return Definition(
        assign.start,
        assign.end,
        "variable",
        assign.target,
        -1,
        None,
        None,
        assign.value,
        assign.type,
    )


@functools.cache
def test_patterns(language: Language) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None]:
    """What marks a path and a name as a test in this language."""
    paths, names = language.texts("tests.paths"), language.texts("tests.names")
    return (
        re.compile("|".join(paths)) if paths else None,
        re.compile("|".join(names)) if names else None,
    )
