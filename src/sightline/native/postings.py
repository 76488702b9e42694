# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Postings gathered word by word, and the rows they make: what `store.gathered` does in Python.

Needs to be compiled; the tests hold it equal to that one, which does the work where it is not.
"""

import cython
from cython.cimports.cpython.bytearray import PyByteArray_AS_STRING, PyByteArray_FromStringAndSize
from cython.cimports.cpython.bytes import PyBytes_AS_STRING
from cython.cimports.cpython.unicode import PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memcpy
from cython.cimports.sightline.native.strings import Numbers, Strings, Text, mark_of

if not cython.compiled:
    raise ImportError("not compiled")

_SPACE = cython.declare(cython.uchar, 32)
# As in `mark_of`, which would go through a word a second time.
_FIRST_MARK = cython.declare(cython.uint, 2166136261)
_MARK_FACTOR = cython.declare(cython.uint, 16777619)


@cython.cclass
class Gathered:
    """Which files and texts hold each word, and how strongly.

    A piece is what one file says of one word: the file's number (0 for none), how strongly the file
    holds the word, and its texts that do, from where the piece begins to where the next one does.
    """

    words: Strings
    # By word: in how many files and texts it stands, in how many pieces that is told.
    in_files: Numbers
    in_texts: Numbers
    in_pieces: Numbers
    # By piece.
    piece_words: Numbers
    piece_files: Numbers
    piece_hits: Numbers
    piece_begins: Numbers
    # The texts of all pieces, and how strongly each holds the word.
    texts: Numbers
    hits: cython.p_uchar
    hits_room: cython.Py_ssize_t
    # The texts of the file at hand.
    own: Numbers

    def __cinit__(self) -> None:
        self.hits, self.hits_room = cython.NULL, 0

    def __init__(self) -> None:
        self.words = Strings()
        self.in_files, self.in_texts, self.in_pieces = Numbers(), Numbers(), Numbers()
        self.piece_words, self.piece_files = Numbers(), Numbers()
        self.piece_hits, self.piece_begins = Numbers(), Numbers()
        self.texts, self.own = Numbers(), Numbers()

    def __dealloc__(self) -> None:
        free(self.hits)

    def add(self, file: cython.uint, texts: list, words: object) -> None:
        """A file: its own number and those of its symbols; 0 for what is not to be added."""
        said: str
        file_hits: bytes
        counts: bytes
        places: bytes
        hits: bytes
        said, file_hits, counts, places, hits = words
        if 2 * len(file_hits) != len(counts) or 2 * len(hits) != len(places):
            raise ValueError("words and their counts do not fit")
        number: cython.uint
        self.own.count = 0
        for number in texts:
            self.own.add(cython.cast(cython.int, number))
        written: bytes = said.encode("utf-8", "surrogatepass")
        text: Text = cython.cast(Text, PyBytes_AS_STRING(written))
        of_file: Text = cython.cast(Text, PyBytes_AS_STRING(file_hits))
        held_by = cython.cast(cython.p_ushort, PyBytes_AS_STRING(counts))
        self._need(len(file_hits), len(hits))
        start: cython.Py_ssize_t = 0
        first: cython.Py_ssize_t = 0
        at: cython.Py_ssize_t
        for at in range(len(file_hits)):
            end: cython.Py_ssize_t = start
            mark: cython.uint = _FIRST_MARK
            while end < len(written) and text[end] != _SPACE:
                mark = (mark ^ text[end]) * _MARK_FACTOR
                end += 1
            if start > len(written) or first + held_by[at] > len(hits):
                raise ValueError("words and their counts do not fit")
            begun: cython.Py_ssize_t = self.texts.count
            self._hold(places, hits, first, first + held_by[at])
            self._tell(text + start, end - start, mark, begun, file, of_file[at])
            first += held_by[at]
            start = end + 1
        if len(file_hits) and start <= len(written):
            raise ValueError("words and their counts do not fit")

    def add_text(self, number: cython.uint, words: object, hits: bytes) -> None:
        """A text that belongs to no file."""
        if len(words) != len(hits):
            raise ValueError("words and their strengths do not fit")
        self._need(len(hits), len(hits))
        at: cython.Py_ssize_t = 0
        word: str
        for word in words:
            written: bytes = word.encode("utf-8", "surrogatepass")
            text: Text = cython.cast(Text, PyBytes_AS_STRING(written))
            begun: cython.Py_ssize_t = self.texts.count
            self.hits[begun] = cython.cast(Text, PyBytes_AS_STRING(hits))[at]
            self.texts.add(cython.cast(cython.int, number))
            self._tell(text, len(written), mark_of(text, len(written)), begun, 0, 0)
            at += 1

    def rows(self, kind: object, part: object) -> object:
        """As the table takes them, in the order of the words; they are complete then."""
        order: Numbers = Numbers()
        ends: Numbers = Numbers()
        said: list = self._sorted(order, ends)
        word: str
        for word in said:
            number: cython.int = self._number(word)
            content: bytearray = self._content(number, order, ends.at[number])
            yield (
                kind, word, part, self.in_files.at[number], self.in_texts.at[number], content
            )  # fmt: skip

    @cython.cfunc
    def _need(self, pieces: cython.Py_ssize_t, texts: cython.Py_ssize_t) -> cython.int:
        """Make room for so many more."""
        self.piece_words.need(pieces)
        self.piece_files.need(pieces)
        self.piece_hits.need(pieces)
        self.piece_begins.need(pieces + 1)
        self.texts.need(texts)
        if self.hits_room < self.texts.room:
            hits = cython.cast(cython.p_uchar, realloc(self.hits, self.texts.room))
            if not hits:
                raise MemoryError
            self.hits, self.hits_room = hits, self.texts.room
        return 0

    @cython.cfunc
    def _hold(
        self, places: bytes, hits: bytes, first: cython.Py_ssize_t, end: cython.Py_ssize_t
    ) -> cython.int:
        """Add the texts of a piece, as far as they are to be added."""
        held_by = cython.cast(cython.p_ushort, PyBytes_AS_STRING(places))
        strengths: Text = cython.cast(Text, PyBytes_AS_STRING(hits))
        to: cython.Py_ssize_t = self.texts.count
        at: cython.Py_ssize_t
        for at in range(first, end):
            if held_by[at] >= self.own.count:
                raise IndexError("a symbol that the file does not have")
            number: cython.int = self.own.at[held_by[at]]
            if number:
                self.texts.at[to], self.hits[to] = number, strengths[at]
                to += 1
        self.texts.count = to
        return 0

    @cython.cfunc
    def _tell(
        self,
        text: Text,
        length: cython.Py_ssize_t,
        mark: cython.uint,
        begun: cython.Py_ssize_t,
        file: cython.uint,
        hit: cython.int,
    ) -> cython.int:
        """Add the piece of a word whose texts were added, unless it says nothing."""
        if not hit:
            file = 0
        if not file and begun == self.texts.count:
            return 0
        word: cython.int = self.words.find(text, length, mark)
        if word < 0:
            word = self.words.add(text, length, mark)
            self.in_files.add(0)
            self.in_texts.add(0)
            self.in_pieces.add(0)
        if file:
            self.in_files.at[word] += 1
        self.in_texts.at[word] += self.texts.count - begun
        self.in_pieces.at[word] += 1
        self.piece_words.add(word)
        self.piece_files.add(cython.cast(cython.int, file))
        self.piece_hits.add(hit)
        self.piece_begins.add(begun)
        return 0

    @cython.cfunc
    def _sorted(self, order: Numbers, ends: Numbers) -> list:
        """All words in their order; the pieces word by word, and where those of each end."""
        self.piece_begins.need(1)
        order.need(self.piece_words.count)
        ends.need(self.words.count)
        said: list = []
        begins: cython.int = 0
        word: cython.int
        for word in range(self.words.count):
            entry: cython.p_uint = self.words.entries + 4 * cython.cast(cython.Py_ssize_t, word)
            text = cython.cast(cython.p_char, self.words.text + entry[0])
            said.append(PyUnicode_DecodeUTF8(text, entry[1], b"surrogatepass"))
            ends.at[word] = begins
            begins += self.in_pieces.at[word]
        piece: cython.Py_ssize_t
        for piece in range(self.piece_words.count):
            word = self.piece_words.at[piece]
            order.at[ends.at[word]] = piece
            ends.at[word] += 1
        self.piece_begins.at[self.piece_words.count] = self.texts.count
        said.sort()
        return said

    @cython.cfunc
    def _number(self, word: str) -> cython.int:
        """The number of a word that has one."""
        size: cython.Py_ssize_t = 0
        text: Text
        if word.isascii():
            text = cython.cast(Text, PyUnicode_AsUTF8AndSize(word, cython.address(size)))
            return self.words.find(text, size, mark_of(text, size))
        written: bytes = word.encode("utf-8", "surrogatepass")
        text = cython.cast(Text, PyBytes_AS_STRING(written))
        return self.words.find(text, len(written), mark_of(text, len(written)))

    @cython.cfunc
    def _content(self, word: cython.int, order: Numbers, end: cython.Py_ssize_t) -> bytearray:
        """The numbers of a word's files and texts, then how strongly each of them holds it."""
        files: cython.Py_ssize_t = self.in_files.at[word]
        texts: cython.Py_ssize_t = self.in_texts.at[word]
        content: bytearray = PyByteArray_FromStringAndSize(cython.NULL, 5 * (files + texts))
        to = cython.cast(cython.p_uchar, PyByteArray_AS_STRING(content))
        to_texts: cython.p_uchar = to + 4 * files
        to_file_hits: cython.p_uchar = to_texts + 4 * texts
        to_hits: cython.p_uchar = to_file_hits + files
        place: cython.Py_ssize_t
        for place in range(end - self.in_pieces.at[word], end):
            piece: cython.Py_ssize_t = order.at[place]
            if self.piece_files.at[piece]:
                memcpy(to, self.piece_files.at + piece, 4)
                to_file_hits[0] = self.piece_hits.at[piece]
                to, to_file_hits = to + 4, to_file_hits + 1
            begins: cython.Py_ssize_t = self.piece_begins.at[piece]
            count: cython.Py_ssize_t = self.piece_begins.at[piece + 1] - begins
            memcpy(to_texts, self.texts.at + begins, 4 * count)
            memcpy(to_hits, self.hits + begins, count)
            to_texts, to_hits = to_texts + 4 * count, to_hits + count
        return content
