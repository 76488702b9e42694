# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""One symbol after the other from where it stands in the source, as `parse.build` makes them."""

import cython
from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_GET_SIZE
from cython.cimports.cpython.mem import PyMem_Free, PyMem_Malloc
from cython.cimports.cpython.unicode import PyUnicode_DecodeASCII, PyUnicode_DecodeUTF8
from cython.cimports.libc.string import memchr
from cython.cimports.sightline.native.docs import Docs
from cython.cimports.sightline.native.layout import Layout, squeeze
from cython.cimports.sightline.native.strings import Text

if not cython.compiled:
    raise ImportError("not compiled")

# Characters that end no signature.
_TRAILING = cython.declare(bytes, b":{= ")


@cython.cclass
class Describer:
    """Says of a definition of one file what its symbol holds.

    `rules` are those of the language, `asked` what plain Python is asked for: where a definition
    begins, and the signature and docs in comments and in strings where they are not usual.
    """

    source: bytes
    layout: Layout
    outer: dict
    separator: str
    one_line: cython.bint
    doc_comments: cython.bint
    doc_strings: cython.bint
    begins: cython.bint
    test_name: object
    test_mark: object
    aside: object
    is_constant: object
    types: frozenset
    docs: Docs
    longest: cython.Py_ssize_t
    names: str
    asked: tuple

    def __init__(self, layout: Layout, outer: dict, rules: tuple, asked: tuple) -> None:
        self.source, self.layout = layout.source, layout
        self.outer, self.asked = outer, asked
        (
            self.separator,
            self.one_line,
            self.doc_comments,
            self.doc_strings,
            self.begins,
            self.test_name,
            self.test_mark,
            self.aside,
            self.is_constant,
            self.types,
            self.docs,
            self.longest,
            self.names,
        ) = rules

    def describe(self, definition: object, home: tuple) -> tuple:
        """The values of a symbol, from its definition and what it belongs to."""
        found: tuple = cython.cast(tuple, definition)
        begin, plain_signature, comment_doc, string_doc = self.asked
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
            doc = self.docs.in_comment(self.source, start)
            if doc is None:
                doc = comment_doc(self.source, start)
        elif self.doc_strings and body >= 0:
            doc = self.docs.in_string(self.source, body)
            if doc is None:
                doc = string_doc(self.source, body)
        head_end: cython.Py_ssize_t = end
        if self.one_line:
            newline: cython.Py_ssize_t = self.source.find(b"\n", start, end)
            head_end = newline if newline >= 0 else end
        layout: Layout = self.layout
        first: cython.Py_ssize_t = layout.line(start, 0)
        last: cython.Py_ssize_t = layout.line(end - 1 if end > start else start, first - 1)
        line: cython.Py_ssize_t = layout.line(name_start, first - 1)
        is_test = home[3]
        if not is_test and self.test_name is not None:
            is_test = self.test_name(name) is not None
        if not is_test and self.test_mark is not None:
            is_test = self.test_mark(self.source, start, name_start) is not None
        said: str = self._signature(head, body, head_end)
        if said is None:
            said = plain_signature(head, body, head_end)
        qualified: str = home[1] + self.separator + name
        return (
            name, qualified, self._kind(found[2], name, home[2]), said, doc, start_of, found[1],
            first, last, line, home[0], layout.mark(start, end), is_test,
        )  # fmt: skip

    @cython.cfunc
    def _kind(self, kind: str, name: str, inside: object) -> str:
        if kind == "function":
            return "method" if inside in self.types else kind
        if kind == "variable":
            if inside in self.types:
                return "field"
            return "const" if self.is_constant(name) is not None else kind
        return kind

    @cython.cfunc
    def _text(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> str:
        end = min(end, PyBytes_GET_SIZE(self.source))
        if end <= start:
            return ""
        return PyUnicode_DecodeUTF8(PyBytes_AS_STRING(self.source) + start, end - start, b"replace")

    @cython.cfunc
    def _signature(
        self, start: cython.Py_ssize_t, body: cython.Py_ssize_t, end: cython.Py_ssize_t
    ) -> object:
        """The head of a definition on one line, or None where it is not plain."""
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
            lines += text[place] == 10
        if body < 0 and lines > 3:
            length = cython.cast(Text, memchr(text, 10, length)) - text
        for place in range(length):
            sign: cython.uchar = text[place]
            if sign > 127:
                return None
            if self.aside is not None and (
                sign == 35 or (sign == 47 and place + 1 < length and text[place + 1] == 47)
            ):
                return None  # there may be a comment in it
        buffer = cython.cast(cython.p_uchar, PyMem_Malloc(length + 1))
        if not buffer:
            raise MemoryError
        used: cython.Py_ssize_t = squeeze(text, length, buffer, True)
        while used and memchr(PyBytes_AS_STRING(_TRAILING), buffer[used - 1], 4) != cython.NULL:
            used -= 1
        said = None
        if used <= self.longest:
            said = PyUnicode_DecodeASCII(cython.cast(cython.p_char, buffer), used, cython.NULL)
        PyMem_Free(buffer)
        return said
