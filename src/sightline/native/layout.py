# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Where the lines of a source begin, and fingerprints of its parts, from one pass over its bytes."""

import cython
from cython.cimports.cpython.bytes import (
    PyBytes_AS_STRING,
    PyBytes_FromStringAndSize,
    PyBytes_GET_SIZE,
)
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memchr, memcpy
from cython.cimports.sightline.native.strings import Numbers

from sightline.text.hashing import digest

if not cython.compiled:
    raise ImportError("not compiled")

# By byte: whether it is no white space, as 1 or 0, and what stands for it in squeezed text.
_solid = cython.declare(cython.Py_ssize_t[256])
_shown = cython.declare(cython.uchar[256])


def _fill_tables() -> None:
    sign: cython.int
    for sign in range(256):
        _solid[sign] = not is_blank(sign, False)
        _shown[sign] = sign if _solid[sign] else 32


_fill_tables()


@cython.cclass
class Layout:
    """The lines of one source, and the source with one space for all white space between words.

    What any part of it would be when squeezed is a part of the whole, so it is squeezed once.
    """

    def __init__(self, source: bytes) -> None:
        self.source, self.starts, self.offsets = source, Numbers(), Numbers()
        self.squeezed = cython.cast(cython.p_uchar, malloc(PyBytes_GET_SIZE(source) + 1))
        if not self.squeezed:
            raise MemoryError
        self._read()

    def __dealloc__(self) -> None:
        free(self.squeezed)

    def ends(self) -> list:
        """Where each line but the first begins, and one after the end."""
        place: cython.Py_ssize_t
        return [self.starts.at[place] for place in range(self.starts.count)]

    def fingerprint(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> str:
        """The fingerprint of the bytes from start to end."""
        return self.mark(start, end)

    def _read(self):
        text: Text = cython.cast(Text, PyBytes_AS_STRING(self.source))
        size: cython.Py_ssize_t = PyBytes_GET_SIZE(self.source)
        self.starts.need(size // 24)
        self.offsets.need(size // 24)
        squeezed: cython.p_uchar = self.squeezed
        used: cython.Py_ssize_t = 0
        place: cython.Py_ssize_t = 0
        while True:
            self.offsets.add(used)
            newline = cython.cast(Text, memchr(text + place, 10, size - place))
            end: cython.Py_ssize_t = newline - text if newline else size
            before: cython.Py_ssize_t = 0  # whether no white space comes before
            while place < end:
                solid: cython.Py_ssize_t = _solid[text[place]]
                squeezed[used] = _shown[text[place]]
                used += solid | before
                before = solid
                place += 1
            if before:
                squeezed[used] = 32
                used += 1
            place = end + 1
            self.starts.add(place)
            if not newline:
                return 0

    def line(self, place, low):
        """The line of a byte, counted from 1, which is not before line `low` + 1."""
        high: cython.Py_ssize_t = self.starts.count
        while low < high:
            middle: cython.Py_ssize_t = (low + high) // 2
            if self.starts.at[middle] > place:
                high = middle
            else:
                low = middle + 1
        return low + 1

    def _offset(self, place, low):
        """Where a byte that is no white space stands in the squeezed text."""
        text: Text = cython.cast(Text, PyBytes_AS_STRING(self.source))
        line: cython.Py_ssize_t = self.line(place, low) - 1
        used: cython.Py_ssize_t = self.offsets.at[line]
        start: cython.Py_ssize_t = self.starts.at[line - 1] if line else 0
        before: cython.Py_ssize_t = 0
        while start < place:
            solid: cython.Py_ssize_t = _solid[text[start]]
            used += solid | before
            before = solid
            start += 1
        return used

    def mark(self, start, end):
        """The fingerprint of the bytes from start to end."""
        text: Text = cython.cast(Text, PyBytes_AS_STRING(self.source))
        end = min(end, PyBytes_GET_SIZE(self.source))
        while start < end and not _solid[text[start]]:
            start += 1
        while start < end and not _solid[text[end - 1]]:
            end -= 1
        if start >= end:
            return digest(b"")
        first: cython.Py_ssize_t = self._offset(start, 0)
        squeezed: cython.p_char = cython.cast(cython.p_char, self.squeezed)
        length: cython.Py_ssize_t = self._offset(end - 1, 0) + 1 - first
        return digest(PyBytes_FromStringAndSize(squeezed + first, length))


def is_blank(sign, marks):
    """Whether a byte is white space; in text four marks between records are, too."""
    return sign == 32 or 9 <= sign <= 13 or (marks and 28 <= sign <= 31)


def squeeze(text, length, buffer, marks):
    """Write a text with one space for all white space between two words; how long it is then."""
    used: cython.Py_ssize_t = 0
    place: cython.Py_ssize_t = 0
    while place < length:
        if is_blank(text[place], marks):
            place += 1
            continue
        word: cython.Py_ssize_t = place
        while place < length and not is_blank(text[place], marks):
            place += 1
        if used:
            buffer[used] = 32
            used += 1
        memcpy(buffer + used, text + word, place - word)
        used += place - word
    return used
