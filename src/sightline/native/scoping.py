# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Which definition lies in which, and which are symbols, as `parse.scopes` and `parse.build` say."""

import cython
from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cython.cimports.cpython.dict import PyDict_GetItem
from cython.cimports.cpython.ref import PyObject

if not cython.compiled:
    raise ImportError("not compiled")

_new = cython.declare(object, tuple.__new__)


def unique(definitions: list, better: object) -> list:
    """The definitions in order, the better one where two have the same name at the same place."""
    by_name: dict = {}
    for definition in definitions:
        name = cython.cast(tuple, definition)[3]
        item: cython.pointer(PyObject) = PyDict_GetItem(by_name, name)
        if item:
            by_name[name] = better(cython.cast(object, item), definition)
        else:
            by_name[name] = definition
    ordered: list = []
    end: cython.Py_ssize_t
    for definition in by_name.values():
        end = cython.cast(tuple, definition)[1]
        one: tuple = cython.cast(tuple, definition)
        ordered.append((one[0], -end, one[3], definition))  # no two have all three the same
    ordered.sort()
    return [cython.cast(tuple, entry)[3] for entry in ordered]


def nested(definitions: list, outer: dict, values: frozenset, insides: frozenset) -> tuple:
    """The parent of each definition, and the points where scopes begin and end with the scopes."""
    parents: list = []
    points: list = [0]
    scopes: list = [-1]
    opened: list = [-1]  # positions
    ends: list = [None]
    depth: cython.Py_ssize_t = 0
    position: cython.Py_ssize_t
    for position in range(len(definitions)):
        definition: tuple = cython.cast(tuple, definitions[position])
        begin = outer.get(definition[0], definition[0]) if outer else definition[0]
        start: cython.Py_ssize_t = begin  # with its decorators
        while depth and cython.cast(cython.Py_ssize_t, ends[depth]) <= start:
            points.append(ends.pop())
            opened.pop()
            depth -= 1
            scopes.append(opened[depth])
        if definition[10]:
            parents.append(_outside(opened, definitions, insides))
        else:
            parents.append(opened[depth])
        body: cython.Py_ssize_t = definition[4]
        if body >= 0 or definition[2] not in values:
            opened.append(position)
            ends.append(definition[1])
            depth += 1
            points.append(begin)
            scopes.append(position)
    while depth:
        points.append(ends.pop())
        opened.pop()
        depth -= 1
        scopes.append(opened[depth])
    return (parents, points, scopes)


@cython.cfunc
def _outside(opened: list, definitions: list, insides: frozenset) -> object:
    """The definition that one promoted from its function lies in."""
    place: cython.Py_ssize_t
    for place in range(len(opened) - 1, 0, -1):
        if not _is_local(definitions, opened[place], insides):
            return opened[place]
    return -1


def entries(
    definitions: list,
    parents: list,
    imported: set,
    assigned: object,
    source: bytes,
    keywords: frozenset,
    kinds: tuple,
) -> list:
    """All definitions that are symbols, in order, each with its position or -1.

    `assigned` are assignments and their scopes, where values outside functions are symbols.
    """
    values: frozenset = kinds[0]
    insides: frozenset = kinds[1]
    nameless: tuple = kinds[2]
    found: list = []
    position: cython.Py_ssize_t
    for position in range(len(definitions)):
        definition: tuple = cython.cast(tuple, definitions[position])
        kind = definition[2]
        if kind in nameless or (imported and definition[3] in imported):
            continue
        if kind in values and _is_local(definitions, parents[position], insides):
            continue
        if keywords and _bytes(source, definition[3]) in keywords:
            continue
        found.append((position, definitions[position]))
    if assigned is None:
        return found
    known: cython.Py_ssize_t = len(found)
    for value in _assigned(definitions, assigned, source, insides, kinds[3]):
        found.append((-1, value))
    if len(found) > known:  # the others are in order
        for position in range(len(found)):
            found[position] = _keyed(found[position], position)
        found.sort()
        for position in range(len(found)):
            found[position] = cython.cast(tuple, found[position])[3]
    return found


@cython.cfunc
def _keyed(entry: tuple, place: cython.Py_ssize_t) -> tuple:
    """An entry behind what it is sorted by."""
    definition: tuple = cython.cast(tuple, entry[1])
    end: cython.Py_ssize_t = definition[1]
    return (definition[0], -end, place, entry)


@cython.cfunc
def _assigned(
    definitions: list, assigned: tuple, source: bytes, insides: frozenset, sort: object
) -> list:
    """Module and class level assignments as definitions, the first of each name."""
    assigns: list = assigned[0]
    around: list = assigned[1]
    taken: set = {cython.cast(tuple, definition)[3] for definition in definitions}
    seen: set = set()
    found: list = []
    place: cython.Py_ssize_t
    for place in range(len(assigns)):
        assign: tuple = cython.cast(tuple, assigns[place])
        if assign[4] != "value" or _is_local(definitions, around[place], insides):
            continue
        span: tuple = (assign[0], assign[1])
        if span in taken:
            continue
        name: bytes = _bytes(source, span)
        key: tuple = (around[place], name)
        if key in seen or not _is_identifier(name):
            continue
        seen.add(key)
        stop = assign[1]
        for around_it in (assign[2], assign[3]):
            if around_it is not None:
                stop = max(stop, cython.cast(tuple, around_it)[1])
        found.append(
            _new(
                sort,
                (assign[0], stop, "variable", span, -1, None, None, None, None, None, False),
            )
        )
    return found


@cython.cfunc
def _is_local(definitions: list, scope: cython.Py_ssize_t, insides: frozenset) -> cython.bint:
    return scope >= 0 and cython.cast(tuple, definitions[scope])[2] in insides


@cython.cfunc
def _bytes(source: bytes, span: object) -> bytes:
    start: cython.Py_ssize_t = cython.cast(tuple, span)[0]
    end: cython.Py_ssize_t = cython.cast(tuple, span)[1]
    end = min(end, len(source))
    return PyBytes_FromStringAndSize(PyBytes_AS_STRING(source) + start, max(end - start, 0))


@cython.cfunc
def _is_identifier(name: bytes) -> cython.bint:
    place: cython.Py_ssize_t
    for place in range(len(name)):
        sign: cython.uchar = name[place]
        if not (65 <= sign <= 90 or 97 <= sign <= 122 or sign in (36, 95) or sign >= 128) and (
            not place or not 48 <= sign <= 57
        ):
            return False
    return len(name) > 0
