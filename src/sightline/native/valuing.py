# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Reads the values, types and names of one file, as `parse.values` does."""

import cython
from cython.cimports.cpython.bytes import PyBytes_AS_STRING
from cython.cimports.cpython.dict import PyDict_GetItem
from cython.cimports.cpython.ref import PyObject
from cython.cimports.libc.string import memchr, memcmp
from cython.cimports.sightline.native.places import NAME, OTHER, Places

if not cython.compiled:
    raise ImportError("not compiled")


@cython.final
@cython.cclass
class Values:
    """Reads values, types and names of one file.

    `file` is where it all stands, `noted` what is filled, `language` what is known of chains.
    """

    source: bytes
    places: Places
    symbols: list

    called: dict
    written: dict
    used: set
    types: list
    bound: dict
    again: list
    members: dict
    pending: list

    rules: object
    transparent: tuple
    wraps: cython.bint
    self_names: frozenset
    loop_pairs: cython.bint

    known: dict
    read_chain: object
    continue_chain: object
    unwrapped: object
    patterns: tuple
    is_member: object
    is_path: object
    literals: list
    functions: frozenset
    kinds: frozenset
    values: frozenset
    call: str
    index: str
    entered: str
    own: object
    own_class: object
    longest: cython.Py_ssize_t
    most: cython.Py_ssize_t
    most_bindings: cython.Py_ssize_t

    def __init__(self, file: tuple, noted: tuple, rules: object, language: tuple) -> None:
        self.source, text, ends, points, scopes, self.symbols = file
        self.places = Places(self.source, text is not None, ends, points, scopes)
        self.called, self.written, self.used, self.types = noted[:4]
        self.bound, self.again, self.members = noted[4:]
        self.pending, self.rules = [], rules
        self.transparent, self.wraps = rules.transparent, rules.wrapping is not None
        self.self_names, self.loop_pairs = rules.self_names, rules.loop_pairs
        self.known, self.read_chain, self.continue_chain, self.unwrapped = language[:4]
        self.patterns, tests, self.literals, kinds, marks, limits = language[4:]
        self.is_member, self.is_path = tests
        self.functions, self.kinds, self.values = kinds
        self.call, self.index, self.entered, self.own, self.own_class = marks
        self.longest, self.most, self.most_bindings = limits

    def expression(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> object:
        """The chain of a value, or None where it is no chain."""
        return self._expression(start, end)

    def text(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> str:
        """What stands between two places, in one line and not too much of it."""
        return self.places.short(start, end)

    def take_type(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> str:
        """Note a written type; its text."""
        return self._take_type(start, end)

    def take_definitions(
        self, definitions: list, parents: list, order: dict, returns: dict
    ) -> None:
        """Note written results, and the types and values of fields and variables."""
        position: cython.Py_ssize_t
        for position in range(len(definitions)):
            definition: tuple = cython.cast(tuple, definitions[position])
            kind = definition[7]
            if definition[5] is not None:
                returns[order[position]] = (self._take_span(definition[5]),)
            if kind is None and definition[2] not in self.values:
                continue
            name: tuple = definition[3]
            value, stop = None, name[1]
            if definition[8] is not None:
                stop = cython.cast(tuple, definition[8])[1]
            if kind is not None:
                value = self._take_span(kind)
            elif definition[8] is not None:
                value = self._expression(cython.cast(tuple, definition[8])[0], stop)
            said = self.places.short(name[0], name[1])
            self._add(order[parents[position]], said, value, stop, False)

    def take_params(self, params: list, many: list, own: object) -> None:
        """Note parameters; `own` says what the first one of a method is, if it is the object."""
        seen: set = set()
        for param in params:
            start: cython.Py_ssize_t = cython.cast(tuple, param)[0]
            end: cython.Py_ssize_t = cython.cast(tuple, param)[1]
            kind = cython.cast(tuple, param)[2]
            scope = self.places.scope(start)
            name = self.places.text(start, end)
            written = None if kind is None else self._take_span(kind)
            if own is not None and scope not in seen and self._kind(scope) == "method":
                self._add(scope, name, own(scope), start, True)
            else:
                self.pending.append((scope, name, written, start))
            if own is not None:
                seen.add(scope)
        for param in many:
            start = cython.cast(tuple, param)[0]
            end = cython.cast(tuple, param)[1]
            kind = cython.cast(tuple, param)[2]
            written = None if kind is None else "[]" + self._take_span(kind)
            self.pending.append(
                (self.places.scope(start), self.places.text(start, end), written, start)
            )

    def bind_params(self) -> None:
        """Parameters matter when something is asked of them, which all else has shown by now."""
        for param in self.pending:
            values: tuple = cython.cast(tuple, param)
            if values[1] in self.used:
                self._add(values[0], values[1], values[2], values[3], True)

    def take_assigns(self, assigns: list, around: list) -> None:
        """Note what is given to names and members; `around` are the scopes of the assignments."""
        place: cython.Py_ssize_t
        # Backwards, so that `a = b` makes `b` matter when `a` does.
        for place in range(len(assigns) - 1, -1, -1):
            assign: tuple = cython.cast(tuple, assigns[place])
            scope = around[place]
            start: cython.Py_ssize_t = assign[0]
            end: cython.Py_ssize_t = assign[1]
            sort: cython.int = self.places.sort(start, end)
            if sort == NAME:
                name = self.places.text(start, end)
                if name in self.used or self._kind(scope) not in self.functions:
                    self._bind(scope, name, self._assigned(assign), assign)
                elif assign[2] is not None:
                    self._take_span(assign[2])
            elif sort == OTHER or not self._take_member(scope, start, end, assign):
                self._bind_several(scope, start, min(end, start + self.longest), assign)

    @cython.cfunc
    def _take_member(
        self, scope: object, start: cython.Py_ssize_t, end: cython.Py_ssize_t, assign: tuple
    ) -> cython.bint:
        """Note what a member of something is given, if it is one."""
        dot: cython.Py_ssize_t = self.places.word_end(start, end)
        if (
            start < dot < end - 1
            and self.places.begin[dot] == 46
            and self.places.word_end(dot + 1, end) == end
        ):
            head, member = self.places.text(start, dot), self.places.text(dot + 1, end)
        else:
            found = self.is_member(self.source[start:end])
            if found is None:
                return False
            head, member = found[1].decode(), found[2].decode()
        self._bind_member(scope, head, member, self._assigned(assign))
        return True

    @cython.cfunc
    def _bind_several(
        self, scope: object, start: cython.Py_ssize_t, end: cython.Py_ssize_t, assign: tuple
    ) -> cython.int:
        """The names of a pattern; those of a plain one are parts of the value."""
        names: list = self.places.listed(start, end)
        found: dict
        if names is not None:
            if self.used.isdisjoint(names):
                return 0
            found = self._parts(names, self._assigned(assign), assign[4])
        else:
            names_in, says_parts, parts = self.patterns
            text: bytes = self.places.raw(start, end)
            if self.used.isdisjoint(names_in(text)) or b"." in text or b"[" in text[1:]:
                return 0
            value = self._assigned(assign) if says_parts(text) else None
            found = parts(text, value, self.loop_pairs and assign[4] == "element")
        for name, part in found.items():
            if name in self.used:
                self._bind(scope, name, part, assign)
        return 0

    @cython.cfunc
    def _parts(self, names: list, value: object, how: str) -> dict:
        """What each of the names is that a value is given to together."""
        found: dict = dict.fromkeys(names)
        if not isinstance(value, tuple):
            return found
        paired: cython.bint = self.loop_pairs and how == "element"
        place: cython.Py_ssize_t
        for place in range(len(names)):
            if not paired:
                found[names[place]] = (*value, f"#{place}")
            else:
                found[names[place]] = value if place else None
        return found

    @cython.cfunc
    def _assigned(self, assign: tuple) -> object:
        """What an assignment says of its target."""
        if assign[2] is not None:
            return self._take_span(assign[2])
        if assign[3] is None:
            return None
        span: tuple = cython.cast(tuple, assign[3])
        how: str = assign[4]
        plain: cython.bint = how == "value" or how == "again"
        if plain and self.written:
            start, end = self.unwrapped(self.source, span[0], span[1], self.rules, self.called)
            item: cython.pointer(PyObject) = PyDict_GetItem(self.written, start)
            if item:
                known: tuple = cython.cast(tuple, cython.cast(object, item))
                if known[0] == end and known[1]:
                    return known[1]
        value = self._expression(span[0], span[1])
        if value is None:
            return None
        self.used.add(cython.cast(tuple, value)[0])
        if how == "element":
            return (*value, self.index)
        if how == "entered":
            return (*value, self.entered)
        return value

    @cython.cfunc
    def _expression(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> object:
        if self.wraps:
            start, end = self.unwrapped(self.source, start, end, self.rules, self.called)
        else:
            start = self._bare(start)
        item: cython.pointer(PyObject) = PyDict_GetItem(self.called, start)
        chain: tuple
        if item:
            call: tuple = cython.cast(tuple, cython.cast(object, item))
            stop: cython.Py_ssize_t = call[0]
            if stop <= end:
                chain = (*cython.cast(tuple, call[1]), self.call)
                if stop < end:
                    if end - stop > self.longest:
                        return None
                    chain = self.continue_chain(chain, self.source[stop:end])
                return self._told(chain)
        if start < end:
            literal = self.literals[self.places.begin[start]]
            if literal is not None:
                return literal
        if end - start > self.longest or not self.places.is_path(start, end, self.is_path):
            return None
        text: bytes = self.places.raw(start, end)
        item = PyDict_GetItem(self.known, text)
        chain = cython.cast(tuple, cython.cast(object, item)) if item else self.read_chain(text)
        return self._told(chain)

    @cython.cfunc
    def _bare(self, start: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where a value begins behind signs that change nothing."""
        for prefix in self.transparent:
            sign: bytes = prefix
            length: cython.Py_ssize_t = len(sign)
            if (
                start + length <= self.places.size
                and memcmp(self.places.begin + start, PyBytes_AS_STRING(sign), length) == 0
            ):
                start += length
        return start

    @cython.cfunc
    def _told(self, chain: tuple) -> object:
        """A chain that says something."""
        return None if chain[0] == "?" and chain[1:2] < ("!",) else chain

    @cython.cfunc
    def _bind(self, scope: object, name: object, value: object, assign: tuple) -> cython.int:
        place: cython.Py_ssize_t = assign[1]
        how: str = assign[4]
        inner: cython.bint = not (how == "value" or how == "again")
        if not inner and assign[3] is not None:
            place = cython.cast(tuple, assign[3])[1]
        if assign[2] is not None:
            end: cython.Py_ssize_t = assign[1]
            kind: cython.Py_ssize_t = cython.cast(tuple, assign[2])[0]
            if kind > end and memchr(self.places.begin + end, 10, kind - end):  # a case of its own
                place, inner = kind, True
        if how == "again":
            self.again.append((scope, name, value, place, inner))
            return 0
        return self._add(scope, name, value, place, inner)

    @cython.cfunc
    def _add(
        self, scope: object, name: object, value: object, place: object, inner: cython.bint
    ) -> cython.int:
        """A name has a value after a place; `inner`: at once, and only inside the block below."""
        item: cython.pointer(PyObject) = PyDict_GetItem(self.bound, scope)
        names: dict
        if item:
            names = cython.cast(dict, cython.cast(object, item))
        else:
            names = self.bound[scope] = {}
        item = PyDict_GetItem(names, name)
        if not item:
            names[name] = [(place, inner, value)]
            return 0
        known: list = cython.cast(list, cython.cast(object, item))
        if len(known) < self.most_bindings:
            known.append((place, inner, value))
        return 0

    @cython.cfunc
    def _bind_member(
        self, scope: object, head: object, member: object, value: object
    ) -> cython.int:
        if head not in self.self_names and not self._is_own(scope, head):
            return 0
        owner: cython.Py_ssize_t = scope
        while owner > 0:
            symbol: tuple = cython.cast(tuple, self.symbols[owner])
            if symbol[2] in self.kinds:
                break
            owner = symbol[10]
        if owner <= 0:
            return 0
        item: cython.pointer(PyObject) = PyDict_GetItem(self.members, owner)
        bound: dict
        if item:
            bound = cython.cast(dict, cython.cast(object, item))
        else:
            bound = self.members[owner] = {}
        item = PyDict_GetItem(bound, member)
        if not item:
            bound[member] = ((scope, value),)
            return 0
        known: tuple = cython.cast(tuple, cython.cast(object, item))
        if len(known) < self.most:
            bound[member] = (*known, (scope, value))
        return 0

    @cython.cfunc
    def _is_own(self, scope: object, head: object) -> cython.bint:
        """Whether a name is the object that a method is called on, or its class."""
        item: cython.pointer(PyObject) = PyDict_GetItem(self.bound, scope)
        if not item:
            return False
        item = PyDict_GetItem(cython.cast(dict, cython.cast(object, item)), head)
        if not item:
            return False
        for entry in cython.cast(list, cython.cast(object, item)):
            value = cython.cast(tuple, entry)[2]
            if value is not None and (value == self.own or value == self.own_class):
                return True
        return False

    @cython.cfunc
    def _kind(self, scope: cython.Py_ssize_t) -> object:
        return cython.cast(tuple, self.symbols[scope])[2]

    @cython.cfunc
    def _take_span(self, span: object) -> str:
        return self._take_type(cython.cast(tuple, span)[0], cython.cast(tuple, span)[1])

    @cython.cfunc
    def _take_type(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> str:
        text: str = self.places.short(start, end)
        self.types.append((self.places.scope(start), self.places.line(start), text))
        return text
