# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Identifiers to the words they are made of, as numbers: what `text.words` makes, without objects.

Needs to be compiled; the tests hold it equal to `text.words`.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_AS_STRING
from cython.cimports.cpython.unicode import PyUnicode_DecodeASCII
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.sightline.native.looks import (
    BEYOND,
    DIGIT,
    LOWER,
    UPPER,
    looks_random,
    sorts,
)
from cython.cimports.sightline.native.strings import Numbers, Strings, Text, mark_of

from sightline.text.randomness import LONGEST, SHORTEST

if not cython.compiled:
    raise ImportError("not compiled")

_shortest = cython.declare(cython.int, SHORTEST)
_longest = cython.declare(cython.int, LONGEST)


@cython.cclass
class Forms:
    """The words of every identifier met so far: whole and in parts, none where it says nothing."""

    def __cinit__(self, beyond: object) -> None:
        self.names, self.words = Strings(), Strings()
        self.pool = Numbers()
        self.spelled, self.beyond = [], beyond
        self.lower = cython.cast(cython.p_uchar, realloc(cython.NULL, _longest + 1))
        if not self.lower:
            raise MemoryError

    def __dealloc__(self) -> None:
        free(self.lower)

    def of(self, name: bytes) -> list:
        """The words of one identifier."""
        text: Text = cython.cast(Text, PyBytes_AS_STRING(name))
        number: cython.Py_ssize_t = self.number(text, len(name), mark_of(text, len(name)))
        place: cython.uint
        return [
            self.spelled[self.pool.at[place]]
            for place in range(
                self.names.entries[4 * number + 2], self.names.entries[4 * number + 3]
            )
        ]

    def clear(self):
        """Forget all identifiers and words."""
        self.names.clear()
        self.words.clear()
        self.pool.count, self.spelled = 0, []
        return 0

    def number(self, text, length, mark):
        """The number of an identifier; with its name it is said where its words begin and end."""
        number: cython.Py_ssize_t = self.names.find(text, length, mark)
        if number >= 0:
            return number
        begun: cython.uint = self.pool.count
        self._make(text, length)
        number = self.names.add(text, length, mark)
        self.names.entries[4 * number + 2] = begun
        self.names.entries[4 * number + 3] = self.pool.count
        return number

    def word(self, word):
        """The number of a word."""
        written: bytes = word.encode("utf-8", "surrogatepass")
        text: Text = cython.cast(Text, PyBytes_AS_STRING(written))
        mark: cython.uint = mark_of(text, len(written))
        number: cython.int = self.words.find(text, len(written), mark)
        if number < 0:
            number = self.words.add(text, len(written), mark)
            self.spelled.append(word)
        return number

    def _make(self, text, length):
        begun: cython.Py_ssize_t = self.pool.count
        place: cython.Py_ssize_t
        for place in range(length):
            if sorts[text[place]] == BEYOND:
                for word in self.beyond(text[:length]):
                    self.pool.add(self.word(word))
                return 0
        if length < _shortest:
            if _is_all(text, length, LOWER):
                return self._word(text, length, begun) if length > 1 else 0
        elif looks_random(text, length):
            return 0
        return self._whole(text, length, begun)

    def _whole(self, text, length, begun):
        """The identifier, the segments between its marks, and their parts."""
        self._word(text, length, begun)
        marks: cython.bint = False
        start: cython.Py_ssize_t = 0
        end: cython.Py_ssize_t
        for end in range(length):
            if text[end] == 95:
                marks = True
                break
        if not marks:
            return self._segment(text, length, begun)
        for end in range(length + 1):
            if end < length and text[end] != 95:
                continue
            if end > start:
                self._word(text + start, end - start, begun)
                if not _is_all(text + start, end - start, LOWER):
                    self._segment(text + start, end - start, begun)
            start = end + 1
        return 0

    def _segment(self, text, length, begun):
        """Its camelCase pieces, with digits (utf8, http2) and without (utf, http)."""
        place: cython.Py_ssize_t = 0
        while place < length:
            end: cython.Py_ssize_t = place + _part(text + place, length - place)
            after: cython.Py_ssize_t = end
            if sorts[text[place]] != DIGIT:
                while after < length and sorts[text[after]] == DIGIT:
                    after += 1
            if after > end:
                self._word(text + place, after - place, begun)
                self._word(text + place, end - place, begun)
                place = end
                end = after
            self._word(text + place, end - place, begun)
            place = end
        return 0

    def _word(self, text, length, begun):
        """Take in a word in lower case, unless it is too short or was taken in since `begun`."""
        if length < 2 or length > _longest:
            return 0
        place: cython.Py_ssize_t
        for place in range(length):
            self.lower[place] = text[place] | (32 if sorts[text[place]] == UPPER else 0)
        mark: cython.uint = mark_of(self.lower, length)
        number: cython.int = self.words.find(self.lower, length, mark)
        if number < 0:
            number = self.words.add(self.lower, length, mark)
            self.spelled.append(
                PyUnicode_DecodeASCII(cython.cast(cython.p_char, self.lower), length, cython.NULL)
            )
        for place in range(begun, self.pool.count):
            if self.pool.at[place] == number:
                return 0
        return self.pool.add(number)


@cython.cfunc
@cython.exceptval(check=False)
def _is_all(text: Text, length: cython.Py_ssize_t, sort: cython.uchar) -> cython.bint:
    place: cython.Py_ssize_t
    for place in range(length):
        if sorts[text[place]] != sort:
            return False
    return True


@cython.cfunc
@cython.exceptval(check=False)
def _run(text: Text, length: cython.Py_ssize_t, sort: cython.uchar) -> cython.Py_ssize_t:
    """How many characters of one sort a text begins with."""
    place: cython.Py_ssize_t = 0
    while place < length and sorts[text[place]] == sort:
        place += 1
    return place


@cython.cfunc
@cython.exceptval(check=False)
def _part(text: Text, length: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The length of the first camelCase piece of letters and digits."""
    digits: cython.Py_ssize_t = _run(text, length, DIGIT)
    if digits:
        return digits
    capitals: cython.Py_ssize_t = _run(text, length, UPPER)
    after: cython.Py_ssize_t = _run(text + capitals, length - capitals, LOWER)
    if capitals >= 2 and after:
        # URLs is one word; else the last capital begins the next.
        digit: cython.bint = capitals + 1 < length and sorts[text[capitals + 1]] == DIGIT
        if text[capitals] == 115 and after == 1 and not digit:
            return capitals + 1
        return capitals - 1
    return capitals + after
