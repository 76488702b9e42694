# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Where assignments stand, and what names have for values in the end, as `parse.bindings` says."""

from bisect import bisect_right

import cython
from cython.cimports.cpython.bytes import PyBytes_AS_STRING

if not cython.compiled:
    raise ImportError("not compiled")


def around(assigns: list, points: list, scopes: list) -> list:
    """The scope of each assignment; scopes begin and end at the points, after the last is none."""
    found: list = []
    inside: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = len(points) - 1
    for assign in assigns:
        start: cython.Py_ssize_t = cython.cast(tuple, assign)[0]
        if cython.cast(tuple, assign)[4] == "local":
            found.append(scopes[bisect_right(points, start) - 1])
            continue
        # They come nearly in order: a step or two from the last one, rather than a search.
        while cython.cast(cython.Py_ssize_t, points[inside]) > start:
            inside -= 1
        while inside < last and cython.cast(cython.Py_ssize_t, points[inside + 1]) <= start:
            inside += 1
        found.append(scopes[inside])
    return found


def settle(scopes: dict, symbols: list, functions: frozenset, lines: tuple) -> dict:
    """Each name of each scope with its one value, or with values and lines where it has several."""
    found: dict = {}
    for scope, inside in scopes.items():
        names: dict = inside
        symbol: tuple = cython.cast(tuple, symbols[scope])
        several: set = _several(names) if symbol[2] in functions else set()
        settled: dict = {}
        for name, entries in names.items():
            bound: list = entries
            if several and name in several:
                settled[name] = _by_line(bound, symbol[7], lines)
            elif len(bound) == 1:
                settled[name] = (cython.cast(tuple, bound[0])[2],)
            else:
                bound.sort(key=_place)
                settled[name] = tuple({cython.cast(tuple, entry)[2]: None for entry in bound})
        found[scope] = settled
    return found


@cython.cfunc
def _by_line(bound: list, first: cython.Py_ssize_t, lines: tuple) -> tuple:
    """Lines count from the scope's own, so that they stay when it moves."""
    ends: list = lines[1]
    told: set = set()
    for entry in bound:
        if cython.cast(tuple, entry)[2] is not None:
            told.add(bisect_right(ends, cython.cast(tuple, entry)[0]))
    entries: list = []
    for entry in sorted(bound, key=_place):
        row: cython.Py_ssize_t = bisect_right(ends, cython.cast(tuple, entry)[0])
        value = cython.cast(tuple, entry)[2]
        if value is None and row in told:
            continue  # another pattern knows what is bound there
        inner: cython.bint = cython.cast(tuple, entry)[1]
        end: cython.Py_ssize_t = _until(row, inner, lines[0], ends, lines[2])
        entries.append((row + 2 - inner - first + 1, end - first + 1, value))
    return tuple(entries)


@cython.cfunc
@cython.exceptval(-1, check=True)
def _until(
    row: cython.Py_ssize_t,
    inner: cython.bint,
    source: bytes,
    ends: list,
    most: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """The last line of the block that a row stands in, or that begins on it; at most so many."""
    last: cython.Py_ssize_t = min(len(ends), row + 1 + most)
    text: cython.p_uchar = cython.cast(cython.p_uchar, PyBytes_AS_STRING(source))
    start: cython.Py_ssize_t = ends[row - 1] if row else 0
    stop: cython.Py_ssize_t = ends[row]
    place: cython.Py_ssize_t = _behind_blanks(text, start, stop - 1)
    depth: cython.Py_ssize_t = (place - start if place < stop - 1 else -1) + inner
    if depth <= 0:
        return last
    following: cython.Py_ssize_t
    for following in range(row + 1, last):
        start, stop = ends[following - 1], ends[following]
        place = _behind_blanks(text, start, min(start + depth, stop - 1))
        if place < start + depth and place < stop - 1:  # indented less, and not blank
            return following
    return last


@cython.cfunc
@cython.exceptval(check=False)
def _behind_blanks(
    text: cython.p_uchar, start: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    while start < end and (text[start] == 32 or 9 <= text[start] <= 13):
        start += 1
    return start


def _place(entry: tuple) -> object:
    return entry[0]


@cython.cfunc
def _several(names: dict) -> set:
    """The names that have several values in turn, and those made from such a name."""
    several: set = set()
    for name, entries in names.items():
        bound: list = entries
        if len(bound) > 1:
            first = cython.cast(tuple, bound[0])[2]
            for entry in bound:
                if cython.cast(tuple, entry)[2] != first:
                    several.add(name)
                    break
    if not several:
        return several
    stems: list = []
    for name, entries in names.items():
        for entry in cython.cast(list, entries):
            value = cython.cast(tuple, entry)[2]
            if isinstance(value, tuple) and cython.cast(tuple, value)[0] in several:
                stems.append(name)
                break
    several.update(stems)
    return several
