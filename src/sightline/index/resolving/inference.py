"""Works out what an expression is, from the facts of all files: a module, type, object, function.

Guesses nothing: what cannot be told is the empty tuple, what is known to lie outside the project
is OUTSIDE. Several possibilities come back together. Finds no edges.
"""

from sightline.index.resolving.file_view import View
from sightline.index.resolving.members import Members
from sightline.index.resolving.type_syntax import ANONYMOUS, Written, read_type
from sightline.index.resolving.values import (
    BEYOND,
    CALLABLE,
    DEEPEST,
    FUNCTION,
    LOCALS,
    MAKER,
    MANY,
    MODULE,
    MOST,
    NOTHING,
    OBJECT,
    OUTSIDE,
    PARTS,
    SUPER,
    TYPE,
    UNKNOWN,
    Value,
    Values,
)
from sightline.parse.chains import CALL, INDEX, Chain, is_private
from sightline.parse.facts import ENTERED, Expression

_LITERALS = frozenset("'0[{")
_MADE_UP = _LITERALS | {"@self", "@class", "@made", "?", "@", ".", ""}  # first parts, but no names


class Inference(Members):
    """What expressions are, remembered over all files of a run."""

    def expression(
        self, view: View, scope: int, expression: Expression, own: Value | None, line: int = 0
    ) -> Values:
        """What one expression or written type is."""
        if expression is None or self._depth > DEEPEST:
            return UNKNOWN
        self._depth += 1
        if isinstance(expression, str):
            found = self.written(view, scope, read_type(expression), own)
        else:
            found = self.chain(view, scope, expression, own, line)
        self._depth -= 1
        return found

    def chain(
        self, view: View, scope: int, chain: Chain, own: Value | None, line: int = 0
    ) -> Values:
        """What a chain of names, calls and indexes is."""
        values = self.first(view, scope, chain, own, line)
        receiver: Values = UNKNOWN
        skip = values != UNKNOWN and values[0][0] == SUPER and chain[1:2] == (CALL,)
        for part in chain[1:]:
            if skip:
                skip = False
            elif part[0] == "!":  # an asserted type says all, whatever stood before
                values = self.written(view, scope, read_type(part[1:]), own)
            elif not values or values == BEYOND:
                return values
            elif part == CALL:
                values, receiver = self._called(view, values, receiver), UNKNOWN
            elif part[0] in "[#@" and not is_private(part):
                values = self._step(view, values, part)
            else:
                receiver = values
                found = self.attribute(values, part)
                if found is None and part in view.habits.unwrapping:
                    skip = True  # its call gives the object itself
                    continue
                values = UNKNOWN if found is None else found
        return values

    def first(
        self, view: View, scope: int, chain: Chain, own: Value | None, line: int = 0
    ) -> Values:
        """What the first name of a chain is."""
        head = chain[0]
        if head in _MADE_UP:
            return self._made_up(view, scope, head, own)
        habits = view.habits
        if head in habits.nothing:
            return NOTHING
        found = self.name(view, scope, head, own, line)
        if found:
            return found
        if head in habits.unwrapping and chain[1:] == (CALL,):
            return ((CALLABLE, (own,)),) if own else UNKNOWN  # of the object: `= apply { … }`
        if found is not None:
            return found
        return self._reserved(view, scope, head, own)

    def _made_up(self, view: View, scope: int, head: str, own: Value | None) -> Values:
        if head in _LITERALS:
            return BEYOND
        if head == "@self":
            return (own,) if own else UNKNOWN
        if head == "@class":
            return ((TYPE, own[1], own[2]),) if own else UNKNOWN
        return ((LOCALS, view.file, scope),) if head == "@made" else UNKNOWN

    def _reserved(self, view: View, scope: int, head: str, own: Value | None) -> Values:
        habits = view.habits
        if head in habits.self_names:
            return (own,) if own else UNKNOWN
        if head in habits.self_types:
            return ((TYPE, own[1], own[2]),) if own else UNKNOWN
        if head in habits.super_names:
            here = self.own_type(view, scope)
            return ((SUPER, here[1], here[2]),) if here else UNKNOWN
        return UNKNOWN

    def _called(self, view: View, values: Values, receiver: Values) -> Values:
        own: Value | None = None
        for value in receiver:
            if value[0] in (OBJECT, TYPE):
                own = (OBJECT, value[1], value[2])
                break
        found: list[Value] = []
        for value in values:
            sort = value[0]
            if sort == TYPE:
                results: Values = ((OBJECT, value[1], value[2]),)
            elif sort == FUNCTION:
                results = self.result(value[1], value[2], own)
            elif sort == CALLABLE:
                results = value[1]
            elif sort == MAKER:
                results = ((OBJECT, value[1], value[2]),)
            elif sort == OBJECT and view.habits.call_method:
                results = self._result_of(value, view.habits.call_method)
            else:
                results = BEYOND if value == OUTSIDE else UNKNOWN
            for result in results:
                if result not in found:
                    found.append(result)
        return tuple(found[:MOST])

    def _result_of(self, value: Value, method: str) -> Values:
        found: Values = UNKNOWN
        for function in self.member(value, method) or ():
            if function[0] == FUNCTION:
                found += self.result(function[1], function[2], value)
        return found

    def _step(self, view: View, values: Values, part: str) -> Values:
        """What an index, an element of several results or a `with` gives."""
        found: Values = UNKNOWN
        for value in values:
            sort = value[0]
            if part == INDEX:
                found += self._indexed(view, value)
            elif part == ENTERED:
                method = view.habits.enter_method
                entered = self._result_of(value, method) if sort == OBJECT and method else UNKNOWN
                found += entered or ((value,) if sort == OBJECT else UNKNOWN)
            elif part[0] == "#":
                place = int(part[1:])
                if sort == PARTS:
                    found += value[1][place] if place < len(value[1]) else UNKNOWN
                elif sort == MANY:
                    found += value[1]
                elif place == 0:
                    found += (value,)
        return found[:MOST]

    def _indexed(self, view: View, value: Value) -> Values:
        sort = value[0]
        if sort == MANY:
            return value[1]  # type: ignore[no-any-return]
        if sort in (FUNCTION, TYPE):  # type arguments
            return (value,)
        if sort == PARTS:
            return tuple([inner for part in value[1] for inner in part])
        if sort == OBJECT:
            alias = self.alias(value)
            if alias:
                self._enter()
                found = [one for target in alias for one in self._indexed(view, target)]
                self._nested -= 1
                return tuple(found)
            if view.habits.index_method:
                return self._result_of(value, view.habits.index_method)
        return BEYOND if value == OUTSIDE else UNKNOWN

    def written(self, view: View, scope: int, written: Written, own: Value | None) -> Values:
        """What a value of a written type is."""
        kind, habits = written.kind, view.habits
        if kind == "name":
            last = written.path[-1]
            if written.parts and last in habits.containers:
                return ((MANY, self.written(view, scope, written.parts[-1], own), habits),)
            if written.parts and last in habits.wrappers:
                return self.written(view, scope, written.parts[0], own)
            if written.parts and last in habits.classes_of:
                inner = self.written(view, scope, written.parts[0], own)
                return tuple([(TYPE, *v[1:]) for v in inner if v[0] == OBJECT])
            if written.parts and last in habits.callables:
                return ((CALLABLE, self.written(view, scope, written.parts[-1], own)),)
            return self._named(view, scope, written.path, own)
        if kind == "many":
            return ((MANY, self.written(view, scope, written.parts[0], own), habits),)
        if kind == "tuple":
            parts = tuple([self.written(view, scope, part, own) for part in written.parts])
            return ((PARTS, parts),)
        if kind == "call":
            return ((CALLABLE, self.written(view, scope, written.parts[0], own)),)
        found: Values = UNKNOWN
        for part in written.parts if kind == "either" else ():
            found += self.written(view, scope, part, own)
        return found[:MOST]

    def _named(self, view: View, scope: int, path: tuple[str, ...], own: Value | None) -> Values:
        if path[0] in view.habits.self_types:
            return (own,) if own else UNKNOWN
        if path[0] == ANONYMOUS:
            return ((LOCALS, view.file, scope),)
        values: Values | None = self.type_name(view, scope, path)
        found: list[Value] = []
        for value in values or ():
            if value[0] == TYPE:
                found.append((OBJECT, value[1], value[2]))
            elif value == OUTSIDE or value[0] == OBJECT:  # a type parameter is bound to its limits
                found.append(value)
            elif view.habits.modules == "beside" and value[0] == MODULE:
                found.append(value)  # a file is a type (Zig)
        return tuple(found) if values is not None else BEYOND
