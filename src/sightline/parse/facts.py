"""Collects what resolving names needs, as plain values that `marshal` carries; resolves nothing.

Layout (see `FileFacts` for the names). An expression is a chain (tuple, see `chains`), a written
type (str), or None when nothing is known of it. Scopes are positions in the file's symbols.
"""

import marshal
import re
from bisect import bisect_right
from typing import Any, NamedTuple

from sightline.model.code import Symbol
from sightline.parse.chains import CALL, INDEX, Chain, continue_chain, read_chain
from sightline.parse.collect import Assignment, Matches, Span
from sightline.parse.languages import Language
from sightline.parse.scopes import FUNCTIONS, TYPES, Scopes
from sightline.text.hashing import digest

Expression = Chain | str | None

SELF: Chain = ("@self",)  # an instance of the enclosing class
OWN_CLASS: Chain = ("@class",)  # the enclosing class itself
ENTERED = "@enter"  # what a `with` gives for the value before
LONGEST_VALUE = 400  # bytes of a value looked at

_NAMES = re.compile(rb"[^\W\d][\w.]*", re.ASCII)
_BLANKS = re.compile(rb"\s+")


class FileFacts(NamedTuple):
    """The facts of one file."""

    language: str
    module: str
    symbols: tuple[tuple[str, str, int], ...]  # name, kind, parent
    imports: tuple[tuple[int, int, str, str, str], ...]  # scope, line, local name, module, member
    calls: tuple[tuple[int, int, Chain], ...]  # scope, line, chain of what is called
    bases: tuple[tuple[int, int, str, str], ...]  # scope, line, written type, implements or embeds
    bindings: dict[int, dict[str, tuple[Expression, ...]]]  # scope: name: everything bound to it
    members: dict[int, dict[str, tuple[tuple[int, Expression], ...]]]  # class: name: (scope, value)
    returns: dict[int, tuple[Expression, ...]]  # function: what it returns; written type alone
    decorators: dict[int, tuple[Chain, ...]]
    types: tuple[tuple[int, int, str], ...]  # scope, line, written type


def unpack(packed: bytes) -> FileFacts:
    """The facts of a file from their stored form."""
    return FileFacts(*marshal.loads(packed))


class Facts:
    """The facts of one file while they are collected."""

    def __init__(
        self,
        source: bytes,
        language: Language,
        lines: list[int],
        scopes: Scopes,
        symbols: list[Symbol],
    ) -> None:
        self.source, self.language, self.lines = source, language, lines
        self.scopes, self.symbols = scopes, symbols
        self.transparent = tuple(t.encode() for t in language.texts("transparent"))
        self.calls: list[tuple[int, int, Chain]] = []
        self.imports: list[tuple[int, int, str, str, str]] = []
        self.bases: list[tuple[int, int, str, str]] = []
        self.bindings: dict[int, dict[str, Any]] = {}
        self.members: dict[int, dict[str, Any]] = {}
        self.returns: dict[int, Any] = {}
        self.decorators: dict[int, Any] = {}
        self.types: list[tuple[int, int, str]] = []
        self.called: dict[int, tuple[int, Chain]] = {}  # start of a call: its end and chain

    def take(self, matches: Matches) -> None:
        """Collects the facts of all matches."""
        self._take_calls(matches)
        self._take_decorators(matches)
        self._take_results()
        self._take_params(matches)
        for assign in matches.assigns:
            self._take_assign(assign)
        generators = {self.scopes.at(place) for place in matches.yields}
        for span in matches.returns:
            scope = self.scopes.at(span[0])
            if scope not in generators:
                known = self.returns.setdefault(scope, [])
                if not (known and isinstance(known[0], str)):
                    known.append(self.expression(*span))
        for span in matches.bases:
            scope = self.scopes.at(span[0])
            self.bases.append((scope, self._line(span[0]), self._text(span), "implements"))
        for span, _ in matches.embeds:
            scope = self.scopes.at(span[0])
            self.bases.append((scope, self._line(span[0]), self._text(span), "embeds"))
        for span in matches.types:
            self._take_type(span)
        self._take_imports(matches)

    def expression(self, start: int, end: int) -> Expression:
        """The chain of a value, or None where it is no chain."""
        for prefix in self.transparent:
            if self.source.startswith(prefix, start):
                start += len(prefix)
        known = self.called.get(start)
        if known and known[0] <= end:
            if end - known[0] > LONGEST_VALUE:
                return None
            chain = continue_chain((*known[1], CALL), self.source[known[0] : end])
            return None if chain[0] == "?" or "?" in chain else chain
        if end - start > LONGEST_VALUE:
            return None
        chain = read_chain(self.source[start:end])
        return None if chain[0] == "?" else chain

    def _line(self, place: int) -> int:
        return bisect_right(self.lines, place) + 1

    def _text(self, span: Span) -> str:
        text = self.source[span[0] : min(span[1], span[0] + LONGEST_VALUE)]
        return _BLANKS.sub(b" ", text).decode("utf-8", "replace")

    def _take_calls(self, matches: Matches) -> None:
        called, source, lines = self.called, self.source, self.lines
        points, scopes, found = self.scopes.points, self.scopes.scopes, self.calls
        for start, end, callee in reversed(matches.calls):
            inner = called.get(start)
            if inner and inner[0] <= callee:
                chain = continue_chain((*inner[1], CALL), source[inner[0] : callee])
            else:
                chain = read_chain(source[start:callee])
            called[start] = (end, chain)
            scope = scopes[bisect_right(points, start) - 1]
            found.append((scope, bisect_right(lines, callee - 1) + 1, chain))
        found.reverse()

    def _take_decorators(self, matches: Matches) -> None:
        by_start = {definition.start: definition for definition in self.scopes.definitions}
        for _, inner, span in matches.decorators:
            if inner not in by_start:
                continue
            scope = self.scopes.at(inner)
            chain = self.expression(*span)
            if isinstance(chain, tuple):
                self.decorators.setdefault(scope, []).append(chain)
                if chain[-1] != CALL:
                    self.calls.append((scope, self._line(span[0]), chain))

    def _take_results(self) -> None:
        for definition in self.scopes.definitions:
            if definition.result:
                scope = self.scopes.at(definition.name[0])
                self.returns[scope] = [self._text(definition.result)]
                self._take_type(definition.result)

    def _take_params(self, matches: Matches) -> None:
        own = self.language.option("self_parameter", False)
        plain = self.language.texts("plain_functions")
        of_class = self.language.texts("class_receivers")
        class_methods = self.language.texts("class_methods")
        for span, kind, many in matches.params:
            scope = self.scopes.at(span[0])
            bound = self.bindings.setdefault(scope, {})
            name = self._text(span)
            symbol = self.symbols[scope]
            if own and not bound and symbol.kind == "method" and not many:
                marks = {chain[-1] for chain in self.decorators.get(scope, ())}
                if marks.isdisjoint(plain):
                    cls = symbol.name in class_methods or not marks.isdisjoint(of_class)
                    bound[name] = [OWN_CLASS if cls else SELF]
                    continue
            bound.setdefault(name, []).append(self._text(kind) if kind and not many else None)
            if kind:
                self._take_type(kind)

    def _take_assign(self, assign: Assignment) -> None:
        scope = self.scopes.at(assign.start)
        if assign.type:
            value: Expression = self._text(assign.type)
            self._take_type(assign.type)
        else:
            value = self.expression(*assign.value) if assign.value else None
            if isinstance(value, tuple) and assign.how in ("element", "entered"):
                value = (*value, INDEX if assign.how == "element" else ENTERED)
        target = self.source[assign.target[0] : assign.target[1]]
        if (
            target.isidentifier()
            if isinstance(target, str)
            else target.isalnum() or b"." not in target
        ):
            self._bind_names(scope, target, value)
            return
        head, _, member = target.partition(b".")
        if member.replace(b"_", b"a").isalnum():
            self._bind_member(scope, head.decode("utf-8", "replace"), member.decode(), value)

    def _bind_names(self, scope: int, target: bytes, value: Expression) -> None:
        bound = self.bindings.setdefault(scope, {})
        names = _NAMES.findall(target[:LONGEST_VALUE])
        if len(names) == 1 and names[0] == target:
            bound.setdefault(target.decode(), []).append(value)
        elif b"[" not in target[1:]:
            for name in names:
                bound.setdefault(name.decode(), []).append(None)

    def _bind_member(self, scope: int, head: str, member: str, value: Expression) -> None:
        bound = self.bindings.get(scope, {}).get(head)
        if bound not in ([SELF], [OWN_CLASS]) and head not in self.language.texts("self_names"):
            return
        owner = scope
        while owner > 0 and self.symbols[owner].kind not in TYPES:
            owner = self.symbols[owner].parent
        if owner > 0:
            self.members.setdefault(owner, {}).setdefault(member, []).append((scope, value))

    def _take_type(self, span: Span) -> None:
        self.types.append((self.scopes.at(span[0]), self._line(span[0]), self._text(span)))

    def _take_imports(self, matches: Matches) -> None:
        for start, module_span, member_span, alias_span, everything, whole in matches.imports:
            scope, line = self.scopes.at(start), self._line(start)
            module = self._text(module_span).replace(" ", "") if module_span else ""
            member = "*" if everything else self._text(member_span) if member_span else ""
            alias = self._text(alias_span) if alias_span else ""
            if whole and not alias and self.language.option("import_binds_first", False):
                alias = module.split(self.language.separator)[0]
                self.imports.append((scope, line, alias, alias, ""))
                if alias != module:
                    self.imports.append((scope, line, "", module, ""))
                continue
            self.imports.append((scope, line, alias or member or module, module, member))

    def packed(self, module: str) -> bytes:
        """The facts in their stored form."""
        freeze = {s: {n: tuple(v) for n, v in names.items()} for s, names in self.bindings.items()}
        members = {s: {n: tuple(v) for n, v in names.items()} for s, names in self.members.items()}
        facts = FileFacts(
            self.language.name,
            module,
            tuple((s.name, s.kind, s.parent) for s in self.symbols),
            tuple(self.imports),
            tuple(self.calls),
            tuple(self.bases),
            freeze,
            members,
            {s: tuple(v) for s, v in self.returns.items()},
            {s: tuple(v) for s, v in self.decorators.items()},
            tuple(self.types),
        )
        return marshal.dumps(tuple(facts))

    def interface(self) -> str:
        """A digest of what other files can see: names, bases, imports, types of members and results."""
        seen = (
            [(s.name, s.kind, s.parent) for s in self.symbols],
            [(i[0], *i[2:]) for i in self.imports],
            [(b[0], *b[2:]) for b in self.bases],
            self.bindings.get(0),
            [(s, self.bindings.get(s)) for s, x in enumerate(self.symbols) if x.kind in TYPES],
            self.members,
            self.returns,
            self.decorators,
        )
        return digest(repr(seen))

    def defines(self) -> tuple[str, ...]:
        """The names other files may refer to."""
        symbols = self.symbols
        return tuple(
            sorted(
                {
                    s.name
                    for s in symbols[1:]
                    if s.kind not in ("section",) and symbols[s.parent].kind not in FUNCTIONS
                }
            )
        )

    def mentions(self) -> tuple[str, ...]:
        """The names this file refers to."""
        names = {chain[-1] for _, _, chain in self.calls}
        for _, _, local, module, member in self.imports:
            names.update((local, member, module.rpartition(self.language.separator)[2]))
        for bound in (self.bases, self.types):
            for entry in bound:
                names.update(re.findall(r"\w+", entry[2]))
        return tuple(sorted(name for name in names if name and name[0] not in "([?'"))
