# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The loops of `parse` over what a query found: sorting it, and the two most frequent sorts of it.

Does what `parse.collect`, `parse.bindings` and `parse.gather` do where this is not compiled.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cython.cimports.cpython.dict import PyDict_GetItem
from cython.cimports.cpython.ref import PyObject

if not cython.compiled:
    raise ImportError("not compiled")


# What becomes of the captures of a pattern, by its role; those of others stay what they are.
_CALL = cython.declare(cython.int, 1)
_TARGET = cython.declare(cython.int, 2)
_LOCAL = cython.declare(cython.int, 3)
_PARAM = cython.declare(cython.int, 4)
_IMPLEMENTATION = cython.declare(cython.int, 5)
_CLOSURE = cython.declare(cython.int, 6)
_DEFINITION = cython.declare(cython.int, 7)
_SHAPES = cython.declare(
    dict,
    {
        "call": _CALL,
        "target": _TARGET,
        "local": _LOCAL,
        "param": _PARAM,
        "many": _PARAM,
        "implementation": _IMPLEMENTATION,
        "closure": _CLOSURE,
    },
)
_known_roles = cython.declare(dict, {})  # roles of a language: their shapes and kinds
_new = cython.declare(object, tuple.__new__)


def buckets(matches: list, roles: tuple, definition: object) -> list:
    """What all matches found, by the number of their pattern.

    Takes the matches apart: what a query made is at hand now, and slow to come back to.
    """
    found: list = [[] for _ in roles]
    if roles not in _known_roles:
        _known_roles[roles] = _shaped(roles)
    shapes: list = cython.cast(tuple, _known_roles[roles])[0]
    kinds: list = cython.cast(tuple, _known_roles[roles])[1]
    place: cython.Py_ssize_t
    for place in range(len(matches)):
        match: tuple = matches[place]
        pattern: cython.Py_ssize_t = match[0]
        captures: dict = match[1]
        bucket: list = found[pattern]
        shape: cython.int = shapes[pattern]
        if shape == _CALL:
            _add_call(bucket, captures)
        elif shape == _DEFINITION:
            bucket.append(_new(definition, _defined(captures, roles[pattern], kinds[pattern])))
        elif shape == _TARGET or shape == _LOCAL:
            _add_assignments(bucket, captures, shape == _LOCAL)
        elif shape == _PARAM:
            _add_params(bucket, captures, roles[pattern])
        elif shape == _CLOSURE:
            for node in captures["closure"]:
                start = node.start_byte
                known = (start, node.end_byte, "closure", (start, start), start)
                bucket.append(_new(definition, (*known, None, None, None, None, None, False)))
        elif shape == _IMPLEMENTATION:
            start, end = _first(captures, "implementation")
            known = (start, end, "implementation", _first(captures, "type"), end)
            base = _first(captures, "base")
            bucket.append(_new(definition, (*known, None, None, None, None, base, False)))
        else:
            bucket.append(_spans(captures))
        matches[place] = None
    return found


@cython.cfunc
def _shaped(roles: tuple) -> tuple:
    shapes: list = []
    for role in roles:
        shapes.append(_DEFINITION if role.startswith("definition.") else _SHAPES.get(role, 0))
    return (shapes, [role.partition(".")[2] for role in roles])


@cython.cfunc
def _nodes(captures: dict, name: str) -> object:
    """The nodes of a capture that may be missing."""
    item: cython.pointer(PyObject) = PyDict_GetItem(captures, name)
    return cython.cast(object, item) if item else None


@cython.cfunc
def _first(captures: dict, name: str) -> object:
    """Where a capture that may be missing stands."""
    item: cython.pointer(PyObject) = PyDict_GetItem(captures, name)
    return _span(cython.cast(list, cython.cast(object, item))[0]) if item else None


@cython.cfunc
def _span(node: object) -> tuple:
    return (node.start_byte, node.end_byte)  # twice as fast as asking for both at once


@cython.cfunc
def _spans(captures: dict) -> dict:
    place: cython.Py_ssize_t
    for captured in captures.values():
        nodes: list = captured
        for place in range(len(nodes)):
            nodes[place] = _span(nodes[place])
    return captures


@cython.cfunc
def _add_call(bucket: list, captures: dict) -> cython.int:
    """A call that says nothing but its callee, or what it makes, is told by places alone."""
    if len(captures) == 2:
        nodes = _nodes(captures, "callee")
        if nodes is not None:
            callees: list = nodes
            call = cython.cast(list, captures["call"])[0]
            bucket.append((call.start_byte, call.end_byte, callees[len(callees) - 1].end_byte))
            return 0
        made = _first(captures, "made")
        if made is not None:
            bucket.append(cython.cast(tuple, _first(captures, "call")) + cython.cast(tuple, made))
            return 0
    bucket.append(_spans(captures))
    return 0


@cython.cfunc
def _defined(captures: dict, role: str, kind: str) -> tuple:
    span: tuple = _first(captures, role)
    end = span[1]
    name = _first(captures, "name")
    body: cython.Py_ssize_t = -1
    around = _first(captures, "body")
    if around is not None:
        body = cython.cast(tuple, around)[0]
        if cython.cast(tuple, around)[1] > end:  # it follows its head (Dart)
            end = cython.cast(tuple, around)[1]
        if len(captures) == 3:  # most have nothing more to say
            return (span[0], end, kind, name, body, None, None, None, None, None, False)
    return (
        span[0],
        end,
        kind,
        name,
        body,
        _first(captures, "result"),
        _first(captures, "receiver"),
        _first(captures, "type"),
        _first(captures, "value"),
        None,
        "promoted" in captures,
    )


@cython.cfunc
def _add_assignments(bucket: list, captures: dict, local: cython.bint) -> cython.int:
    value, kind = _first(captures, "value"), None
    how: str = "value"
    if local:
        how = "local"
    elif value is not None:
        if len(captures) > 2 and "again" in captures:
            how = "again"
    else:
        value = _first(captures, "element")
        if value is not None:
            how = "element"
        else:
            value = _first(captures, "entered")
            if value is not None:
                how = "entered"
    if len(captures) > 2 or value is None:
        kind = _first(captures, "type")
    for node in cython.cast(list, captures["local" if local else "target"]):
        bucket.append((node.start_byte, node.end_byte, kind, value, how))
    return 0


@cython.cfunc
def _add_params(bucket: list, captures: dict, role: str) -> cython.int:
    kind = _first(captures, "type") if len(captures) > 1 else None
    for node in cython.cast(list, captures[role]):
        bucket.append((node.start_byte, node.end_byte, kind))
    return 0


def take_calls(
    bucket: list,
    source: bytes,
    ends: list,
    places: tuple,
    heads: set,
    called: dict,
    made: dict,
    reading: tuple,
) -> list:
    """The calls of a file, last first: scope, line, chain. Fills `called`.

    `places` are the points where scopes begin and end, and the scopes there; `reading` is how the
    text of a chain is read, gone on with, and taken from what says more than a callee; where types
    are noted that are no chain, and their text.
    """
    points: list = places[0]
    scopes: list = places[1]
    chains: Chains = Chains(source, heads, called, made, reading)
    found: list = []
    row: cython.Py_ssize_t = len(ends) - 1
    inside: cython.Py_ssize_t = len(scopes) - 1
    place: cython.Py_ssize_t
    # Backwards, so that of calls starting at one place the inner one is known first.
    for place in range(len(bucket) - 1, -1, -1):
        chain = chains.read(bucket[place])
        if not chain:
            continue
        called[chains.start] = (chains.end, chain)
        # Calls come nearly in order: a step or two from the last one, rather than a search.
        while cython.cast(cython.Py_ssize_t, points[inside]) > chains.start:
            inside -= 1
        while cython.cast(cython.Py_ssize_t, points[inside + 1]) <= chains.start:
            inside += 1
        while row and cython.cast(cython.Py_ssize_t, ends[row - 1]) >= chains.callee:
            row -= 1
        while cython.cast(cython.Py_ssize_t, ends[row]) < chains.callee:
            row += 1
        found.append((scopes[inside], row + 1, chain))
    return found


@cython.final
@cython.cclass
class Chains:
    """Reads what one call after the other calls, and where it starts and ends."""

    source: bytes
    heads: set
    called: dict
    made: dict
    known: dict
    read_chain: object
    continue_chain: object
    other_callee: object
    written: dict
    text: object
    mark: str
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    callee: cython.Py_ssize_t

    def __cinit__(
        self, source: bytes, heads: set, called: dict, made: dict, reading: tuple
    ) -> None:
        self.source, self.heads, self.called, self.made = source, heads, called, made
        self.known, self.read_chain, self.continue_chain = reading[:3]
        self.other_callee, self.written, self.text, self.mark = reading[3:]

    @cython.cfunc
    def read(self, captured: object) -> object:
        """The chain of a call, or nothing where there is none to be noted."""
        if not isinstance(captured, tuple):
            self.start, self.end, self.callee, chain = self.other_callee(captured)
            return chain
        places: tuple = cython.cast(tuple, captured)
        if len(places) == 4:
            return self._made(places)
        self.start, self.end, self.callee = places[0], places[1], places[2]
        if self.heads and self.callee in self.heads:
            return None
        item: cython.pointer(PyObject) = PyDict_GetItem(self.called, places[0])
        if not item:
            return self._plain()
        inner: tuple = cython.cast(tuple, cython.cast(object, item))
        stop: cython.Py_ssize_t = inner[0]
        if stop <= self.callee:
            return self.continue_chain((*inner[1], self.mark), self.source[stop : self.callee])
        if stop == self.end:  # a more telling pattern was here
            return None
        if self.start in self.made:  # `new Name().callee`, met after what follows it
            begun: tuple = self.made[self.start]
            return self.continue_chain(begun[1], self.source[begun[0] : self.callee])
        return self._plain()

    @cython.cfunc
    def _plain(self) -> object:
        """The chain of the text of a callee that no other call begins."""
        text: bytes = PyBytes_FromStringAndSize(
            PyBytes_AS_STRING(self.source) + self.start, max(self.callee - self.start, 0)
        )
        return self._read(text)

    @cython.cfunc
    def _read(self, text: bytes) -> object:
        item: cython.pointer(PyObject) = PyDict_GetItem(self.known, text)
        return cython.cast(object, item) if item else self.read_chain(text)

    @cython.cfunc
    def _made(self, places: tuple) -> object:
        """The chain of a type that an object is made of; nothing where it is more than a name."""
        self.start, self.end, self.callee = places[0], places[1], places[3]
        first: cython.Py_ssize_t = places[2]
        text: bytes = PyBytes_FromStringAndSize(
            PyBytes_AS_STRING(self.source) + first, max(self.callee - first, 0)
        )
        chain: tuple = self._read(text)
        self.made[places[0]] = (places[1], (*chain, self.mark))
        if cython.cast(str, chain[0]) in "?[" or b"{" in text:  # more than a name: `[]T`
            self.written[places[0]] = (places[1], self.text(places[2], places[3]))
            return None
        return chain
