# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What stands at the places of one file: its text, line and scope."""

import cython
from cython.cimports.cpython.bytes import (
    PyBytes_AS_STRING,
    PyBytes_FromStringAndSize,
    PyBytes_GET_SIZE,
)
from cython.cimports.cpython.unicode import PyUnicode_DecodeASCII
from cython.cimports.sightline.native.strings import Text

if not cython.compiled:
    raise ImportError("not compiled")

LONGEST_VALUE = cython.declare(cython.Py_ssize_t, 200)  # as in `parse.values`

_WORD = cython.declare(cython.int, 1)  # letters, digits and the underscore
_DIGIT = cython.declare(cython.int, 2)
_BEYOND = cython.declare(cython.int, 4)  # parts of what is no ASCII
_SIGN = cython.declare(cython.int, 8)  # other signs of a path of names
_BLANK = cython.declare(cython.int, 16)
_sorts = cython.declare(cython.uchar[256])


@cython.cfunc
def _fill_sorts() -> cython.int:
    sign: cython.int
    for sign in range(256):
        sort: cython.int = 0
        if 48 <= sign <= 57:
            sort = _WORD | _DIGIT
        elif 65 <= sign <= 90 or 97 <= sign <= 122 or sign == 95:
            sort = _WORD
        elif sign >= 128:
            sort = _BEYOND
        elif 9 <= sign <= 13 or 28 <= sign <= 32:
            sort = _BLANK
        _sorts[sign] = sort
    for sign in b"$@#.:?!->":
        _sorts[sign] = _SIGN
    return 0


_fill_sorts()


@cython.cclass
class Places:
    """One file: where its lines end, and the points where scopes begin and end."""

    def __init__(
        self, source: bytes, is_ascii: bool, ends: list, points: list, scopes: list
    ) -> None:
        self.source, self.ascii, self.ends = source, is_ascii, ends
        self.points, self.scopes = points, scopes
        self.begin = cython.cast(Text, PyBytes_AS_STRING(source))
        self.size = PyBytes_GET_SIZE(source)

    def scope(self, place):
        """The innermost scope around a byte."""
        return self.scopes[_after(self.points, place) - 1]

    def line(self, place):
        """The line of a byte, counted from 1."""
        return _after(self.ends, place) + 1

    def text(self, start, end):
        """The text between two bytes."""
        end = min(end, self.size)
        if end <= start:
            return ""
        text: cython.p_char = cython.cast(cython.p_char, self.begin) + start
        if self.ascii:
            return PyUnicode_DecodeASCII(text, end - start, cython.NULL)
        return text[: end - start].decode("utf-8", "replace")

    def short(self, start, end):
        """The same in one line, and not too much of it."""
        end = min(end, start + LONGEST_VALUE, self.size)
        place: cython.Py_ssize_t
        for place in range(start, end):
            if _sorts[self.begin[place]] & (_BLANK | _BEYOND):
                return " ".join(self.text(start, end).split())
        return self.text(start, end)

    def raw(self, start, end):
        """The bytes between two places."""
        text: cython.p_char = cython.cast(cython.p_char, self.begin) + start
        return PyBytes_FromStringAndSize(text, max(end - start, 0))

    def sort(self, start, end):
        """A name; a path, which may be a member of a name; or something else."""
        if end <= start:
            return OTHER
        place: cython.Py_ssize_t
        sign: cython.uchar = self.begin[start]
        sort: cython.uchar = _sorts[sign]
        if (sort & (_WORD | _BEYOND) and not sort & _DIGIT) or sign == 36 or sign == 64:
            for place in range(start + 1, end):
                sign = self.begin[place]
                if not (_sorts[sign] & (_WORD | _BEYOND) or sign == 36):
                    break
            else:
                return NAME
        for place in range(start, end):
            if not _sorts[self.begin[place]] & (_WORD | _SIGN):
                return OTHER
        return PATH

    def word_end(self, start, end):
        """Where letters, digits and underscores end that begin at a place."""
        while start < end and _sorts[self.begin[start]] & _WORD:
            start += 1
        return start

    def listed(self, start, end):
        """The names of `a, b`, or nothing where it is anything else."""
        names: list = []
        while True:
            stop: cython.Py_ssize_t = self.word_end(start, end)
            if stop == start or _sorts[self.begin[start]] & _DIGIT:
                return None
            names.append(self.text(start, stop))
            if stop == end:
                return names
            stop = self._behind_blanks(stop, end)
            if stop == end or self.begin[stop] != 44:
                return None
            start = self._behind_blanks(stop + 1, end)

    def _behind_blanks(self, start, end):
        while start < end and (self.begin[start] == 32 or 9 <= self.begin[start] <= 13):
            start += 1
        return start

    def is_path(self, start, end, asked):
        """Whether it is names and signs between them; one with brackets is asked for."""
        place: cython.Py_ssize_t
        for place in range(start, end):
            sign: cython.uchar = self.begin[place]
            if not _sorts[sign] & (_WORD | _SIGN | _BEYOND):
                if sign == 91 or sign == 40:
                    return asked(self.raw(start, end)) is not None
                return False
        return start < end


@cython.cfunc
@cython.exceptval(-1, check=True)
def _after(places: list, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """How many of the places come up to a place."""
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t = len(places)
    while low < high:
        middle: cython.Py_ssize_t = (low + high) // 2
        if place < cython.cast(cython.Py_ssize_t, places[middle]):
            high = middle
        else:
            low = middle + 1
    return low
