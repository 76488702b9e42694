# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The first sentence of a documentation, as `parse.describe` finds it, where its text is usual.

Where it is not, nothing is said and plain Python is to be asked; the tests hold both equal.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_GET_SIZE
from cython.cimports.cpython.mem import PyMem_Free, PyMem_Malloc
from cython.cimports.cpython.unicode import PyUnicode_DecodeASCII
from cython.cimports.libc.string import memchr, memcmp, memcpy
from cython.cimports.sightline.native.layout import is_blank, squeeze

if not cython.compiled:
    raise ImportError("not compiled")

_PREFIXES = cython.declare(bytes, b"rRuUbB")


@cython.cclass
class Docs:
    """Finds the documentation of one language.

    `marks` begin the lines of its comments; `longest` is what is kept, `most_read` what is looked
    at of a string and `most_lines` of a comment.
    """

    def __init__(
        self,
        marks: tuple,
        longest: cython.Py_ssize_t,
        most_read: cython.Py_ssize_t,
        most_lines: cython.Py_ssize_t,
    ) -> None:
        self.marks, self.longest = marks, longest
        self.most_read, self.most_lines = most_read, most_lines

    def string_doc(self, source: bytes, body: cython.Py_ssize_t) -> object:
        """The first sentence of the string a body opens with, or None."""
        return self.in_string(source, body)

    def comment_doc(self, source: bytes, start: cython.Py_ssize_t) -> object:
        """The first sentence of the comment that ends right above a definition, or None."""
        return self.in_comment(source, start)

    def in_string(self, source, body):
        text: Text = cython.cast(Text, PyBytes_AS_STRING(source))
        size: cython.Py_ssize_t = PyBytes_GET_SIZE(source)
        start: cython.Py_ssize_t = body
        while (
            start < size
            and start < body + 2
            and memchr(PyBytes_AS_STRING(_PREFIXES), text[start], 6) != cython.NULL
        ):
            start += 1
        if start >= size or (text[start] != 34 and text[start] != 39):
            return ""
        quote: cython.uchar = text[start]
        quotes: cython.Py_ssize_t = 1
        if start + 2 < size and text[start + 1] == quote and text[start + 2] == quote:
            quotes = 3
        start += quotes
        limit: cython.Py_ssize_t = min(size, start + self.most_read)
        end: cython.Py_ssize_t = start
        while end + quotes <= limit:
            found = cython.cast(Text, memchr(text + end, quote, limit - quotes + 1 - end))
            if not found:
                break
            end = found - text
            if quotes == 1 or (text[end + 1] == quote and text[end + 2] == quote):
                return self._sentence(text + start, end - start)
            end += 1
        return self._sentence(text + start, limit - start)

    def in_comment(self, source, start):
        text: Text = cython.cast(Text, PyBytes_AS_STRING(source))
        line: cython.Py_ssize_t = start
        while line > 0 and text[line - 1] != 10:
            line -= 1
            if not is_blank(text[line], False):
                return ""  # what stands above the line is about what the line begins with
        bottom: cython.Py_ssize_t = line
        lines: cython.Py_ssize_t = 0
        in_block: cython.bint = False
        while line > 0 and lines < self.most_lines:
            above: cython.Py_ssize_t = line - 1
            while above > 0 and text[above - 1] != 10:
                above -= 1
            end: cython.Py_ssize_t = _end(text, above, line - 1)
            mark: cython.Py_ssize_t = _mark(text, above, end)
            if self._said(text, mark, end) < 0:
                break
            if above == 0 and end >= 2 and text[0] == 35 and text[1] == 33:
                break  # it says what runs the file
            lines += 1
            line = above
            in_block = text[mark] == 42
            if text[mark] == 47 and mark + 1 < end and text[mark + 1] == 42:
                break
        if in_block or not lines:
            return ""  # nothing, or a line that begins with a star, but no comment
        return self._joined(text, line, bottom)

    def _said(self, text, mark, end):
        """Where the text of a line of a comment begins, or -1 where the line is none."""
        place: cython.Py_ssize_t
        for place in range(len(self.marks)):
            begins: bytes = cython.cast(bytes, self.marks[place])
            length: cython.Py_ssize_t = PyBytes_GET_SIZE(begins)
            if length > end - mark or memcmp(PyBytes_AS_STRING(begins), text + mark, length) != 0:
                continue
            last: cython.uchar = text[mark + length - 1]
            mark += length
            while mark < end and text[mark] == last and (length > 1 or last != 42):
                mark += 1
            if mark < end and (text[mark] == 33 or text[mark] == 124):
                mark += 1
            if mark < end and (text[mark] == 32 or text[mark] == 9):
                mark += 1
            if mark < end and (text[mark] == 124 or text[mark] == 94):
                mark += 1
            if mark < end and (text[mark] == 32 or text[mark] == 9):
                mark += 1
            return mark
        return -1

    def _joined(self, text, top, bottom):
        """The first sentence of what the lines of a comment say."""
        if memchr(text + top, 60, bottom - top) != cython.NULL:
            return None  # there may be tags in it
        buffer = cython.cast(cython.p_uchar, PyMem_Malloc(bottom - top))
        if not buffer:
            raise MemoryError
        used: cython.Py_ssize_t = 0
        while top < bottom:
            newline = cython.cast(Text, memchr(text + top, 10, bottom - top))
            end: cython.Py_ssize_t = _end(text, top, newline - text)
            said: cython.Py_ssize_t = self._said(text, _mark(text, top, end), end)
            memcpy(buffer + used, text + said, end - said)
            used += end - said
            buffer[used] = 10
            used += 1
            top = newline - text + 1
        found = self._sentence(buffer, used - 1)
        PyMem_Free(buffer)
        return found

    def _sentence(self, text, length):
        """The first sentence of a text on one line, or None where its text is not usual."""
        step: cython.int
        for step in range(3):  # white space, signs around a comment, white space again
            while length and _is_around(text[0], step):
                text += 1
                length -= 1
            while length and _is_around(text[length - 1], step):
                length -= 1
            if length and text[length - 1] > 127:
                return None
        if length > 1 and (text[0] == 64 or text[0] == 92) and 97 <= text[1] <= 122:
            return ""  # tags of a documentation tool
        place: cython.Py_ssize_t
        for place in range(length):
            sign: cython.uchar = text[place]
            if sign > 127 or (sign == 42 and place + 1 < length and text[place + 1] == 47):
                return None
            if sign == 10 and _ends_paragraph(text, place + 1, length):
                length = place
                break
            if place and (sign == 46 or sign == 33 or sign == 63):
                if place + 1 < length and text[place + 1] > 127:
                    return None
                if place + 1 == length or is_blank(text[place + 1], True):
                    length = place + 1
                    break
        buffer = cython.cast(cython.p_uchar, PyMem_Malloc(length + 1))
        if not buffer:
            raise MemoryError
        used: cython.Py_ssize_t = squeeze(text, length, buffer, True)
        said = None
        if used <= self.longest:
            said = PyUnicode_DecodeASCII(cython.cast(cython.p_char, buffer), used, cython.NULL)
        PyMem_Free(buffer)
        return said


@cython.cfunc
@cython.exceptval(check=False)
def _end(text: Text, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where a line ends without the white space behind it."""
    while end > start and is_blank(text[end - 1], False):
        end -= 1
    return end


@cython.cfunc
@cython.exceptval(check=False)
def _mark(text: Text, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where a line begins behind its indentation."""
    while start < end and (text[start] == 32 or text[start] == 9):
        start += 1
    return start


@cython.cfunc
@cython.exceptval(check=False)
def _is_around(sign: cython.uchar, step: cython.int) -> cython.bint:
    return (sign == 42 or sign == 47) if step == 1 else is_blank(sign, True)


@cython.cfunc
@cython.exceptval(check=False)
def _ends_paragraph(text: Text, place: cython.Py_ssize_t, length: cython.Py_ssize_t) -> cython.bint:
    """Whether an empty line or one with a tag begins here."""
    while place < length and (text[place] == 32 or text[place] == 9):
        place += 1
    if place >= length:
        return False
    if text[place] == 10:
        return True
    is_tag: cython.bint = text[place] == 64 or text[place] == 92 or text[place] == 58
    return is_tag and place + 1 < length and 97 <= text[place + 1] <= 122
