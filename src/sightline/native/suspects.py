# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Finds texts and long words in a source in one pass over its bytes, for `index.hiding`."""

import cython
from cython.cimports.cpython.bytearray import PyByteArray_AS_STRING
from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_GET_SIZE
from cython.cimports.cpython.unicode import PyUnicode_AsUTF8AndSize
from cython.cimports.libc.string import memcmp
from cython.cimports.sightline.native.strings import Numbers, Strings, Text, mark_of

if not cython.compiled:
    raise ImportError("not compiled")


@cython.cclass
class Suspects:
    """Where some texts stand, upper or lower case, and the long words that are judged to matter.

    `signs` are the bytes that long words of `length` bytes and more are made of.
    """

    texts: list
    first: bytearray  # by the two bytes a text begins with: its number and 1, or 0
    after: Numbers  # by text: the next that begins with the same two
    is_sign: Numbers
    length: cython.Py_ssize_t
    most: cython.int
    judge: object
    words: Strings
    judged: Numbers

    def __init__(
        self, texts: list, signs: bytes, length: cython.int, judge: object, most: cython.int
    ) -> None:
        self.texts, self.length, self.judge, self.most = texts, length, judge, most
        self.first, self.after, self.is_sign = bytearray(65536), Numbers(), Numbers()
        self.words, self.judged = Strings(), Numbers()
        place: cython.int
        for place in range(256):
            self.is_sign.add(place in signs)
        text: bytes
        for place in range(len(texts)):
            text = texts[place]
            pair: cython.int = text[0] * 256 + text[1]
            self.after.add(self.first[pair])
            self.first[pair] = place + 1

    def find(self, lower: bytes) -> list:
        """The number and place of each text in a source of lower case, none over itself."""
        found: list = []
        text: Text = cython.cast(Text, PyBytes_AS_STRING(lower))
        size: cython.Py_ssize_t = PyBytes_GET_SIZE(lower)
        first = cython.cast(Text, PyByteArray_AS_STRING(self.first))
        free: Numbers = Numbers()
        free.need(len(self.texts))
        number: cython.int
        for number in range(len(self.texts)):
            free.at[number] = 0
        place: cython.Py_ssize_t
        for place in range(size - 1):
            number = first[text[place] * 256 + text[place + 1]]
            while number:
                beginning: bytes = cython.cast(bytes, self.texts[number - 1])
                length: cython.Py_ssize_t = PyBytes_GET_SIZE(beginning)
                if (
                    place + length <= size
                    and place >= free.at[number - 1]
                    and memcmp(text + place, PyBytes_AS_STRING(beginning), length) == 0
                ):
                    found.append((number - 1, place))
                    free.at[number - 1] = place + length
                number = self.after.at[number - 1]
        return found

    def holds(self, said: str) -> bool:
        """Whether one of the texts stands in another."""
        size: cython.Py_ssize_t = 0
        text: Text = cython.cast(Text, PyUnicode_AsUTF8AndSize(said, cython.address(size)))
        first = cython.cast(Text, PyByteArray_AS_STRING(self.first))
        place: cython.Py_ssize_t
        for place in range(size - 1):
            number: cython.int = first[text[place] * 256 + text[place + 1]]
            while number:
                beginning: bytes = cython.cast(bytes, self.texts[number - 1])
                length: cython.Py_ssize_t = PyBytes_GET_SIZE(beginning)
                if (
                    place + length <= size
                    and memcmp(text + place, PyBytes_AS_STRING(beginning), length) == 0
                ):
                    return True
                number = self.after.at[number - 1]
        return False

    def holds_long(self, said: str) -> bool:
        """Whether a long word stands in a text."""
        size: cython.Py_ssize_t = 0
        text: Text = cython.cast(Text, PyUnicode_AsUTF8AndSize(said, cython.address(size)))
        start: cython.Py_ssize_t = 0
        while start + self.length <= size:
            end: cython.Py_ssize_t = self._not_sign(text, start)
            if end < start:
                return True
            start = end + 1
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def _not_sign(self, text: Text, start: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The last place of what would be a long word that keeps it from being one, or before it.

        Its last byte is looked at first: most bytes never are.
        """
        end: cython.Py_ssize_t = start + self.length - 1
        while end >= start and self.is_sign.at[text[end]]:
            end -= 1
        return end

    def long_words(self, source: bytes) -> list:
        """Where the long words stand that are judged to matter; each word is judged once."""
        found: list = []
        text: Text = cython.cast(Text, PyBytes_AS_STRING(source))
        size: cython.Py_ssize_t = PyBytes_GET_SIZE(source)
        start: cython.Py_ssize_t = 0
        end: cython.Py_ssize_t
        if self.words.count > self.most:
            self.words.clear()
            self.judged.count = 0
        while start + self.length <= size:
            end = self._not_sign(text, start)
            if end >= start:
                start = end + 1
                continue
            end = start + self.length
            while end < size and self.is_sign.at[text[end]]:
                end += 1
            mark: cython.uint = mark_of(text + start, end - start)
            number: cython.int = self.words.find(text + start, end - start, mark)
            if number < 0:
                self.judged.add(bool(self.judge(source[start:end])))
                number = self.words.add(text + start, end - start, mark)
            if self.judged.at[number]:
                found.append(start)
            start = end
        return found
