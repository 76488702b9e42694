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


def buckets(matches: list, calls: list) -> list:
    """The places that all matches captured, by the number of their pattern; which are calls.

    Takes the matches apart: what a query made is at hand now, and slow to come back to.
    """
    found: list = [[] for _ in calls]
    place: cython.Py_ssize_t
    for place in range(len(matches)):
        match: tuple = matches[place]
        pattern: cython.Py_ssize_t = match[0]
        captures: dict = match[1]
        entry = None
        if calls[pattern] and len(captures) == 2:
            entry = _plain_call(captures)
        if entry is None:
            entry = captures
            for nodes in captures.values():
                _to_spans(nodes)
        cython.cast(list, found[pattern]).append(entry)
        matches[place] = None
    return found


@cython.cfunc
def _plain_call(captures: dict) -> object:
    item: cython.pointer(PyObject) = PyDict_GetItem(captures, "callee")
    if not item:
        return None
    nodes: list = cython.cast(list, cython.cast(object, item))
    span: tuple = cython.cast(list, captures["call"])[0].byte_range
    return (span[0], span[1], nodes[len(nodes) - 1].end_byte)


@cython.cfunc
def _to_spans(nodes: list) -> cython.int:
    place: cython.Py_ssize_t
    for place in range(len(nodes)):
        nodes[place] = nodes[place].byte_range
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
    text of a chain is read, gone on with, and taken from captures that say more than a callee.
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
    mark: str
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    callee: cython.Py_ssize_t

    def __cinit__(
        self, source: bytes, heads: set, called: dict, made: dict, reading: tuple
    ) -> None:
        self.source, self.heads, self.called, self.made = source, heads, called, made
        self.known, self.read_chain, self.continue_chain, self.other_callee, self.mark = reading

    @cython.cfunc
    def read(self, captured: object) -> object:
        """The chain of a call, or nothing where there is none to be noted."""
        if not isinstance(captured, tuple):
            self.start, self.end = captured["call"][0]
            self.start, self.callee, chain = self.other_callee(captured, self.start, self.end)
            return chain
        places: tuple = cython.cast(tuple, captured)
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
        item: cython.pointer(PyObject) = PyDict_GetItem(self.known, text)
        return cython.cast(object, item) if item else self.read_chain(text)
