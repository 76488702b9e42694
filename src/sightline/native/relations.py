# cython: language_level=3, boundscheck=False, wraparound=False
"""The loop of `store.edge_writer` over what a file refers to: one row for each relation.

Does what `edge_writer.in_python` does where this is not compiled.
"""

import cython
from cython.cimports.cpython.dict import PyDict_GetItem
from cython.cimports.cpython.ref import PyObject

if not cython.compiled:
    raise ImportError("not compiled")


def relations(
    file_id: object, found: list, firsts: dict, ids_of: object, shown: cython.double, kinds: dict
) -> tuple:
    """The rows of a file's relations, and those of its undecided ones."""
    own: cython.longlong = file_id
    known: dict = {}
    item: cython.pointer(PyObject)
    for reference in found:
        about: tuple = reference
        source: object = about[0]
        line: object = about[1]
        for one in cython.cast(tuple, about[2]):
            end: tuple = one
            place: tuple = end[1]
            file: cython.longlong = place[0]
            position: cython.longlong = place[1]
            if file == own and position == cython.cast(cython.longlong, source):
                continue
            item = PyDict_GetItem(firsts, place[0])
            if item:
                target: object = cython.cast(cython.longlong, cython.cast(object, item)) + position
            else:
                target = ids_of(place[0])[place[1]]
            key: tuple = (source, target, end[0])
            item = PyDict_GetItem(known, key)
            if not item:
                known[key] = [line, end[2], end[3], 1, end[4]]
                continue
            row: list = cython.cast(list, cython.cast(object, item))
            row[3] = row[3] + 1
            if line < row[0]:
                row[0] = line
            if end[2] > row[1]:
                row[1] = end[2]
                row[2] = end[3]
                row[4] = end[4]
    return _apart(known, ids_of(file_id), shown, kinds)


@cython.cfunc
def _apart(known: dict, sources: object, shown: cython.double, kinds: dict) -> tuple:
    edges: list = []
    maybes: list = []
    for key, value in known.items():
        names: tuple = key
        row: list = value
        source = sources[names[0]]
        kind = kinds[names[2]]
        if cython.cast(cython.double, row[1]) >= shown:
            edges.append((source, names[1], kind, row[0], row[1], row[2], row[3]))
        else:
            maybes.append((source, names[1], kind, row[0], row[1], row[2], row[4]))
    return (edges, maybes)
