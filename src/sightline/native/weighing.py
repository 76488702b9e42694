# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The words of a file, split and weighed in one pass: what `index.texts` and `index.weigh` make.

Needs to be compiled; the tests hold it equal to those two, which do the work where it is not.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cython.cimports.cpython.unicode import PyUnicode_AsUTF8AndSize
from cython.cimports.sightline.native.forms import Forms
from cython.cimports.sightline.native.looks import OTHER, sorts
from cython.cimports.sightline.native.strings import Numbers, Text, mark_of

if not cython.compiled:
    raise ImportError("not compiled")

# Identifiers remembered; then all are forgotten.
_MEMO_LIMIT = cython.declare(cython.int, 150_000)
# As in `mark_of`, which is not called for each byte.
FIRST_MARK = cython.declare(cython.uint, 2166136261)
MARK_FACTOR = cython.declare(cython.uint, 16777619)


@cython.cclass
class Weigher:
    """Weighs one file after the other, and remembers what their identifiers are made of.

    `callables` and `values` are kinds of symbols; `tables` has for the number of a symbol's words,
    `file_table` for that of a file's, how strongly a word is held that stands there so often;
    `name` is how often a word of a symbol's name counts, `path` one of the file's.
    """

    forms: Forms
    callables: frozenset
    values: frozenset
    longest_value: cython.int
    tables: object
    most_words: cython.int
    file_table: object
    name: cython.int
    path: cython.int
    # The identifiers of the source at hand: where they begin and end, and their numbers.
    source: bytes
    starts: Numbers
    ends: Numbers
    names: Numbers
    # Two for each word: the file it was last met in, and its place among the words of that.
    known: Numbers
    file: cython.int
    # By place: the word; and two for each: how often the symbol at hand has it, and the file.
    words: Numbers
    counts: Numbers
    touched: Numbers
    # One entry for each symbol that holds a word: the word's place, the symbol, how strongly.
    entry_words: Numbers
    entry_symbols: Numbers
    entry_hits: Numbers
    # What is counted at the moment: how many words, how much each counts, whether for the file too.
    length: cython.int
    weight: cython.int
    in_file: cython.bint

    def __init__(
        self,
        callables: frozenset,
        values: frozenset,
        longest_value: cython.int,
        tables: object,
        most_words: cython.int,
        file_table: object,
        name: cython.int,
        path: cython.int,
        beyond: object,
    ) -> None:
        self.callables, self.values, self.longest_value = callables, values, longest_value
        self.tables, self.most_words, self.file_table = tables, most_words, file_table
        self.name, self.path = name, path
        self.forms, self.file = Forms(beyond), 0
        self.starts, self.ends, self.names = Numbers(), Numbers(), Numbers()
        self.known, self.words = Numbers(), Numbers()
        self.counts, self.touched = Numbers(), Numbers()
        self.entry_words, self.entry_symbols = Numbers(), Numbers()
        self.entry_hits = Numbers()

    def weigh(self, path: list, source: bytes, symbols: list) -> tuple:
        """The words of a file, as the fields of `model.reading.Words`."""
        self._begin(source)
        word: str
        place: cython.int
        for word in path:
            place = self._place(self.forms.word(word))
            self.counts.at[2 * place] += 1
            self.counts.at[2 * place + 1] += self.path
        width: cython.int = self.words.count
        path_counts: Numbers = Numbers()
        path_counts.need(width)
        for place in range(width):
            path_counts.at[place] = self.counts.at[2 * place]
        inside: list = self._inside_callable(symbols)
        holes: list = self._holes(symbols, inside)
        path_hits: bytearray = bytearray(width * len(symbols))
        of_file: cython.Py_ssize_t = 0
        here: cython.int
        for here in range(len(symbols)):
            symbol: tuple = cython.cast(tuple, symbols[here])
            self._count_body(symbol, holes[here], inside[here])
            length: cython.int = self.length
            if self.in_file:
                of_file += length
            self.in_file = False
            self._count_text(symbol[3])
            self._count_text(symbol[4])
            self.weight = self.name
            self._count_text(symbol[0])
            table: bytes = self.tables[min(length, self.most_words)]
            self._settle(here, table, path_hits, path_counts, width, len(symbols))
        return self._result(width, len(symbols), path_hits, self.file_table(of_file))

    @cython.cfunc
    def _begin(self, source: bytes) -> cython.int:
        """Find the identifiers of a source."""
        if self.forms.names.count > _MEMO_LIMIT:
            self.forms.clear()
            self.known.count = 0
        self.file += 1
        self.source = source
        self.words.count = self.counts.count = self.touched.count = 0
        self.entry_words.count = self.entry_symbols.count = self.entry_hits.count = 0
        self.starts.count = self.ends.count = self.names.count = 0
        size: cython.Py_ssize_t = len(source)
        self.starts.need(size // 2 + 1)
        self.ends.need(size // 2 + 1)
        self.names.need(size // 2 + 1)
        text: Text = cython.cast(Text, PyBytes_AS_STRING(source))
        place: cython.Py_ssize_t = 0
        count: cython.Py_ssize_t = 0
        while place < size:
            if sorts[text[place]] == OTHER:
                place += 1
                continue
            start: cython.Py_ssize_t = place
            mark: cython.uint = FIRST_MARK
            while place < size and sorts[text[place]] != OTHER:
                mark = (mark ^ text[place]) * MARK_FACTOR
                place += 1
            self.starts.at[count], self.ends.at[count] = start, place
            self.names.at[count] = self.forms.number(text + start, place - start, mark)
            count += 1
        self.starts.count = self.ends.count = self.names.count = count
        return 0

    @cython.cfunc
    def _inside_callable(self, symbols: list) -> list:
        """Whether each symbol lies in a function; what lies there is the function's own text."""
        found: list = []
        place: cython.Py_ssize_t
        for place in range(len(symbols)):
            symbol: tuple = cython.cast(tuple, symbols[place])
            parent: cython.int = symbol[10]
            is_inside: cython.bint = False
            if parent >= 0:  # which may stand below what belongs to it
                is_inside = cython.cast(tuple, symbols[parent])[2] in self.callables
                if parent < len(found) and found[parent]:
                    is_inside = True
            found.append(is_inside)
        return found

    @cython.cfunc
    def _holes(self, symbols: list, inside: list) -> list:
        """By symbol, the spans of those that have words of their own and lie in its text."""
        holes: list = [None] * len(symbols)
        place: cython.int
        for place in range(1, len(symbols)):
            inner: tuple = cython.cast(tuple, symbols[place])
            if inner[2] in self.values or inside[place]:
                continue
            owner: cython.int = inner[10]
            while owner > 0:
                outer: tuple = cython.cast(tuple, symbols[owner])
                if outer[2] not in self.values and outer[5] <= inner[5] and inner[6] <= outer[6]:
                    break
                owner = outer[10]
            owner = max(owner, 0)
            if holes[owner] is None:
                holes[owner] = [inner]
            else:
                cython.cast(list, holes[owner]).append(inner)
        return holes

    @cython.cfunc
    def _count_body(self, symbol: tuple, holes: object, inside: cython.bint) -> cython.int:
        """Count the words of a symbol's own text, for the file too where it is no other's."""
        self.length, self.weight = 0, 1
        start: cython.Py_ssize_t = symbol[5]
        end: cython.Py_ssize_t = symbol[6]
        self.in_file = not inside
        if symbol[2] in self.values:
            self.in_file = False
            return self._count_span(start, min(end, start + self.longest_value))
        if holes is not None and symbol[2] not in self.callables:
            place: cython.Py_ssize_t
            for place in range(len(cython.cast(list, holes))):
                hole: tuple = cython.cast(tuple, cython.cast(list, holes)[place])
                first: cython.Py_ssize_t = hole[5]
                last: cython.Py_ssize_t = hole[6]
                if first > start:
                    self._count_span(start, first)
                start = max(start, last)
        if start < end:
            self._count_span(start, end)
        return 0

    @cython.cfunc
    def _count_span(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Count the identifiers of the source between two places, cut ones as what is left."""
        text: Text = cython.cast(Text, PyBytes_AS_STRING(self.source))
        end = min(end, len(self.source))
        low: cython.Py_ssize_t = 0
        high: cython.Py_ssize_t = self.ends.count
        while low < high:
            middle: cython.Py_ssize_t = (low + high) // 2
            if self.ends.at[middle] > start:
                high = middle
            else:
                low = middle + 1
        while low < self.starts.count and self.starts.at[low] < end:
            first: cython.Py_ssize_t = self.starts.at[low]
            last: cython.Py_ssize_t = self.ends.at[low]
            if first < start or last > end:
                first, last = max(first, start), min(last, end)
                mark: cython.uint = mark_of(text + first, last - first)
                self._count(self.forms.number(text + first, last - first, mark))
            else:
                self._count(self.names.at[low])
            low += 1
        return 0

    @cython.cfunc
    def _count_text(self, said: str) -> cython.int:
        """Count the identifiers of a text."""
        if not said:
            return 0
        written: bytes = b""
        size: cython.Py_ssize_t = 0
        text: Text
        if said.isascii():
            text = cython.cast(Text, PyUnicode_AsUTF8AndSize(said, cython.address(size)))
        else:
            written = said.encode("utf-8", "surrogatepass")
            text, size = cython.cast(Text, PyBytes_AS_STRING(written)), len(written)
        place: cython.Py_ssize_t = 0
        while place < size:
            start: cython.Py_ssize_t = place
            mark: cython.uint = FIRST_MARK
            while place < size and sorts[text[place]] != OTHER:
                mark = (mark ^ text[place]) * MARK_FACTOR
                place += 1
            if place > start:
                self._count(self.forms.number(text + start, place - start, mark))
            place += 1
        return 0

    @cython.cfunc
    def _count(self, name: cython.Py_ssize_t) -> cython.int:
        """Count the words of an identifier."""
        first: cython.int = self.forms.names.entries[4 * name + 2]
        last: cython.int = self.forms.names.entries[4 * name + 3]
        number: cython.int
        for number in range(first, last):
            place: cython.int = self._place(self.forms.pool.at[number])
            counts: cython.p_int = self.counts.at + 2 * cython.cast(cython.Py_ssize_t, place)
            if not counts[0]:
                self.touched.add(place)
            counts[0] += self.weight
            counts[1] += self.in_file
        self.length += last - first
        return 0

    @cython.cfunc
    def _place(self, word: cython.Py_ssize_t) -> cython.int:
        """The place of a word among those of the file."""
        while self.known.count <= 2 * word:
            self.known.add(0)
            self.known.add(0)
        known: cython.p_int = self.known.at + 2 * word
        if known[0] != self.file:
            known[0], known[1] = self.file, self.words.count
            self.words.add(word)
            self.counts.add(0)
            self.counts.add(0)
        return known[1]

    @cython.cfunc
    def _settle(
        self,
        here: cython.int,
        table: bytes,
        path_hits: bytearray,
        path_counts: Numbers,
        width: cython.int,
        symbols: cython.Py_ssize_t,
    ) -> cython.int:
        """Note how strongly a symbol holds what was counted, and count anew."""
        hits: Text = cython.cast(Text, PyBytes_AS_STRING(table))
        place: cython.int
        for place in range(width):
            path_hits[place * symbols + here] = hits[min(self.counts.at[2 * place], 255)]
            self.counts.at[2 * place] = path_counts.at[place]
        step: cython.Py_ssize_t
        for step in range(self.touched.count):
            place = self.touched.at[step]
            self.entry_words.add(place)
            self.entry_symbols.add(here)
            self.entry_hits.add(hits[min(self.counts.at[2 * place], 255)])
            self.counts.at[2 * place] = 0
        self.touched.count = 0
        return 0

    @cython.cfunc
    def _result(
        self,
        width: cython.int,
        symbols: cython.Py_ssize_t,
        path_hits: bytearray,
        file_table: bytes,
    ) -> tuple:
        """The entries in the order of the words, those of the path first."""
        words: cython.Py_ssize_t = self.words.count
        entries: cython.Py_ssize_t = self.entry_words.count
        file_hits: bytes = PyBytes_FromStringAndSize(cython.NULL, words)
        counts: bytes = PyBytes_FromStringAndSize(cython.NULL, 2 * words)
        places: bytes = PyBytes_FromStringAndSize(cython.NULL, 2 * (width * symbols + entries))
        hits: bytes = PyBytes_FromStringAndSize(cython.NULL, entries)
        of_file = cython.cast(cython.p_uchar, PyBytes_AS_STRING(file_hits))
        numbers = cython.cast(cython.p_ushort, PyBytes_AS_STRING(counts))
        held_by = cython.cast(cython.p_ushort, PyBytes_AS_STRING(places))
        strengths = cython.cast(cython.p_uchar, PyBytes_AS_STRING(hits))
        table: Text = cython.cast(Text, PyBytes_AS_STRING(file_table))
        each: Numbers = self.touched  # of no symbol any more: now in how many each word stands
        each.need(words)
        place: cython.Py_ssize_t
        step: cython.Py_ssize_t
        for place in range(words):
            each.at[place] = 0
            of_file[place] = table[min(self.counts.at[2 * place + 1], 255)]
        for step in range(entries):
            each.at[self.entry_words.at[step]] += 1
        before: cython.int = 0
        for place in range(words):
            count: cython.int = symbols if place < width else each.at[place]
            numbers[place] = count
            if place >= width:
                each.at[place], before = before, before + count
        for place in range(width):
            for step in range(symbols):
                held_by[place * symbols + step] = step
        for step in range(entries):
            target: cython.int = each.at[self.entry_words.at[step]]
            each.at[self.entry_words.at[step]] += 1
            held_by[width * symbols + target] = self.entry_symbols.at[step]
            strengths[target] = self.entry_hits.at[step]
        spelled: list = self.forms.spelled
        said: list = [spelled[self.words.at[place]] for place in range(words)]
        return (" ".join(said), file_hits, counts, places, bytes(path_hits) + hits)
