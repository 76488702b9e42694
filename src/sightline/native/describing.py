# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""One symbol after the other from where it stands in the source, as `parse.build` makes them."""

import cython
from cython.cimports.cpython.bytes import (
    PyBytes_AS_STRING,
    PyBytes_FromStringAndSize,
    PyBytes_GET_SIZE,
)
from cython.cimports.cpython.mem import PyMem_Free, PyMem_Malloc
from cython.cimports.cpython.unicode import PyUnicode_DecodeASCII
from cython.cimports.libc.string import memchr, memcpy
from cython.cimports.sightline.native.strings import Numbers, Text

if not cython.compiled:
    raise ImportError("not compiled")

# Characters that end no signature.
_TRAILING = cython.declare(bytes, b":{= ")


def line_ends(source: bytes) -> list:
    """Where each line but the first begins, and one after the end."""
    start: cython.p_char = PyBytes_AS_STRING(source)
    end: cython.p_char = start + PyBytes_GET_SIZE(source)
    place: cython.p_char = start
    found: list = []
    while True:
        newline = cython.cast(cython.p_char, memchr(place, 10, end - place))
        if not newline:
            break
        place = newline + 1
        found.append(place - start)
    found.append(end - start + 1)
    return found


def squeezed(source: bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> bytes:
    """The bytes from start to end with one space for all white space between two words."""
    end = min(end, PyBytes_GET_SIZE(source))
    start = min(start, end)
    buffer = cython.cast(cython.p_uchar, PyMem_Malloc(end - start + 1))
    if not buffer:
        raise MemoryError
    text: Text = cython.cast(Text, PyBytes_AS_STRING(source)) + start
    used: cython.Py_ssize_t = _squeeze(text, end - start, buffer, False)
    found: bytes = PyBytes_FromStringAndSize(cython.cast(cython.p_char, buffer), used)
    PyMem_Free(buffer)
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _is_blank(sign: cython.uchar, marks: cython.bint) -> cython.bint:
    """Whether a byte is white space; in text four marks between records are, too."""
    return sign == 32 or 9 <= sign <= 13 or (marks and 28 <= sign <= 31)


@cython.cfunc
@cython.exceptval(check=False)
def _squeeze(
    text: Text, length: cython.Py_ssize_t, buffer: cython.p_uchar, marks: cython.bint
) -> cython.Py_ssize_t:
    used: cython.Py_ssize_t = 0
    place: cython.Py_ssize_t = 0
    while place < length:
        if _is_blank(text[place], marks):
            place += 1
            continue
        word: cython.Py_ssize_t = place
        while place < length and not _is_blank(text[place], marks):
            place += 1
        if used:
            buffer[used] = 32
            used += 1
        memcpy(buffer + used, text + word, place - word)
        used += place - word
    return used


@cython.cclass
class Describer:
    """Says of a definition of one file what its symbol holds.

    `rules` are those of the language, `asked` what plain Python is asked for: the signature that
    is not plain, docs in comments and in strings, a kind, a digest, where a definition begins.
    """

    source: bytes
    text: str  # of a source that is plain ASCII
    ends: Numbers
    outer: dict
    separator: str
    one_line: cython.bint
    doc_comments: cython.bint
    doc_strings: cython.bint
    begins: cython.bint
    test_name: object
    test_mark: object
    aside: object
    comment_starts: bytes
    string_starts: bytes
    longest: cython.Py_ssize_t
    names: str
    asked: tuple

    def __init__(
        self, source: bytes, text: object, ends: list, outer: dict, rules: tuple, asked: tuple
    ) -> None:
        self.source, self.text, self.outer, self.asked = source, text, outer, asked
        self.ends = Numbers()
        self.ends.need(len(ends))
        end: cython.int
        for end in ends:
            self.ends.add(end)
        (
            self.separator,
            self.one_line,
            self.doc_comments,
            self.doc_strings,
            self.begins,
            self.test_name,
            self.test_mark,
            self.aside,
            self.comment_starts,
            self.string_starts,
            self.longest,
            self.names,
        ) = rules

    def describe(self, definition: object, home: tuple) -> tuple:
        """The values of a symbol, from its definition and what it belongs to."""
        found: tuple = cython.cast(tuple, definition)
        plain_signature, comment_doc, string_doc, kind_of, digest, begin = self.asked
        head = found[0]
        end: cython.Py_ssize_t = found[1]
        span: tuple = found[3]
        name_start: cython.Py_ssize_t = span[0]
        body: cython.Py_ssize_t = found[4]
        name: str = self._text(name_start, span[1])
        name = name.strip(self.names) or name
        start_of = self.outer.get(head, head)
        if self.begins:
            head, start_of = begin(head, start_of)
        start: cython.Py_ssize_t = start_of
        doc: str = ""
        if self.doc_comments:
            if self._may_have_comment(start):
                doc = comment_doc(self.source, start)
        elif self.doc_strings and body >= 0 and self._may_be_string(body):
            doc = string_doc(self.source, body)
        head_end: cython.Py_ssize_t = end
        if self.one_line:
            newline: cython.Py_ssize_t = self.source.find(b"\n", start, end)
            head_end = newline if newline >= 0 else end
        first: cython.Py_ssize_t = self._line(start, 0)
        last: cython.Py_ssize_t = self._line(end - 1 if end > start else start, first - 1)
        line: cython.Py_ssize_t = self._line(name_start, first - 1)
        is_test = home[3]
        if not is_test and self.test_name is not None:
            is_test = self.test_name(name) is not None
        if not is_test and self.test_mark is not None:
            is_test = self.test_mark(self.source, start, name_start) is not None
        kind: str = found[2]
        if kind == "function" or kind == "variable":
            kind = kind_of(kind, name, home[2])
        said: str = self._signature(head, body, head_end)
        if said is None:
            said = plain_signature(head, body, head_end)
        mark: str = digest(squeezed(self.source, start, end))
        qualified: str = home[1] + self.separator + name
        return (
            name, qualified, kind, said, doc, start_of, found[1], first, last, line,
            home[0], mark, is_test,
        )  # fmt: skip

    @cython.cfunc
    def _text(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> str:
        if self.text is not None:
            return self.text[start:end]
        return self.source[start:end].decode("utf-8", "replace")

    @cython.cfunc
    @cython.exceptval(check=False)
    def _line(self, place: cython.Py_ssize_t, low: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The line of a byte, counted from 1, which is not before line `low` + 1."""
        high: cython.Py_ssize_t = self.ends.count
        while low < high:
            middle: cython.Py_ssize_t = (low + high) // 2
            if self.ends.at[middle] > place:
                high = middle
            else:
                low = middle + 1
        return low + 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_be_string(self, body: cython.Py_ssize_t) -> cython.bint:
        text: Text = cython.cast(Text, PyBytes_AS_STRING(self.source))
        starts: cython.p_char = PyBytes_AS_STRING(self.string_starts)
        if body >= PyBytes_GET_SIZE(self.source):
            return False
        return memchr(starts, text[body], PyBytes_GET_SIZE(self.string_starts)) != cython.NULL

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_have_comment(self, start: cython.Py_ssize_t) -> cython.bint:
        """Whether only white space is before it on its line, and the line above begins a comment."""
        text: Text = cython.cast(Text, PyBytes_AS_STRING(self.source))
        starts: cython.p_char = PyBytes_AS_STRING(self.comment_starts)
        place: cython.Py_ssize_t = start
        while place > 0 and text[place - 1] != 10:
            place -= 1
            if not _is_blank(text[place], False):
                return False
        if place == 0:
            return False
        place -= 1
        while place > 0 and text[place - 1] != 10:
            place -= 1
        while text[place] == 32 or text[place] == 9:
            place += 1
        return memchr(starts, text[place], PyBytes_GET_SIZE(self.comment_starts)) != cython.NULL

    @cython.cfunc
    def _signature(
        self, start: cython.Py_ssize_t, body: cython.Py_ssize_t, end: cython.Py_ssize_t
    ) -> object:
        """The head of a definition on one line, or None where it is not plain."""
        if self.text is None:
            return None
        if body >= 0:
            end = min(body, start + 4 * self.longest)
        else:
            end = min(end, start + self.longest)
        end = min(end, PyBytes_GET_SIZE(self.source))
        if end <= start:
            return ""
        text: Text = cython.cast(Text, PyBytes_AS_STRING(self.source)) + start
        length: cython.Py_ssize_t = end - start
        place: cython.Py_ssize_t
        lines: cython.int = 0
        for place in range(length):
            if text[place] == 10:
                lines += 1
            elif self.aside is not None and (
                text[place] == 35
                or (text[place] == 47 and place + 1 < length and text[place + 1] == 47)
            ):
                return None  # there may be a comment in it
        if body < 0 and lines > 3:
            length = cython.cast(cython.p_char, memchr(text, 10, length)) - cython.cast(
                cython.p_char, text
            )
        buffer = cython.cast(cython.p_uchar, PyMem_Malloc(length + 1))
        if not buffer:
            raise MemoryError
        used: cython.Py_ssize_t = _squeeze(text, length, buffer, True)
        while used and memchr(PyBytes_AS_STRING(_TRAILING), buffer[used - 1], 4) != cython.NULL:
            used -= 1
        said = None
        if used <= self.longest:
            said = PyUnicode_DecodeASCII(cython.cast(cython.p_char, buffer), used, cython.NULL)
        PyMem_Free(buffer)
        return said
