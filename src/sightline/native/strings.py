# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Texts to numbers, and numbers in a row: what the compiled loops keep instead of Python objects."""

import cython
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memcmp, memcpy, memset

if not cython.compiled:
    raise ImportError("not compiled")

_FEWEST = cython.declare(cython.Py_ssize_t, 4096)


@cython.cclass
class Numbers:
    """Numbers one after the other, as many as come."""

    def __cinit__(self) -> None:
        self.at, self.count, self.room = cython.NULL, 0, 0

    def __dealloc__(self) -> None:
        free(self.at)

    def need(self, more):
        """Make room for more of them."""
        if self.count + more <= self.room:
            return 0
        room: cython.Py_ssize_t = max(2 * self.room, self.count + more, 256)
        at = cython.cast(
            cython.p_int,
            realloc(self.at, room * cython.cast(cython.Py_ssize_t, cython.sizeof(cython.int))),
        )
        if not at:
            raise MemoryError
        self.at, self.room = at, room
        return 0

    def add(self, number):
        if self.count == self.room:
            self.need(1)
        self.at[self.count] = number
        self.count += 1
        return 0


@cython.cclass
class Strings:
    """Texts to numbers, in the order they came: a hash table over bytes."""

    def __cinit__(self) -> None:
        self.slots, self.marks, self.starts, self.lengths = (
            cython.NULL,
            cython.NULL,
            cython.NULL,
            cython.NULL,
        )
        self.text = cython.NULL
        self.mask, self.room, self.text_room, self.text_used, self.count = 0, 0, 0, 0, 0
        self.clear()

    def __dealloc__(self) -> None:
        free(self.slots)
        free(self.marks)
        free(self.starts)
        free(self.lengths)
        free(self.text)

    def clear(self):
        """Forget all texts, and give back the room for more than a few."""
        self.count, self.room, self.text_used, self.text_room = 0, 0, 0, 0
        self.mask = _FEWEST - 1
        self._grow()
        return self._grow_text(16 * _FEWEST)

    def find(self, text, length, mark):
        """The number of a text, or -1."""
        slot: cython.Py_ssize_t = mark & self.mask
        number: cython.int = self.slots[slot]
        while number >= 0:
            if (
                self.marks[number] == mark
                and self.lengths[number] == length
                and memcmp(self.text + self.starts[number], text, length) == 0
            ):
                return number
            slot = (slot + 1) & self.mask
            number = self.slots[slot]
        return -1

    def add(self, text, length, mark):
        """Number a text that has none."""
        if self.count == self.room:
            self._grow()
        if self.text_used + length > self.text_room:
            self._grow_text(length)
        slot: cython.Py_ssize_t = mark & self.mask
        while self.slots[slot] >= 0:
            slot = (slot + 1) & self.mask
        number: cython.int = self.count
        self.slots[slot] = number
        self.marks[number], self.lengths[number] = mark, length
        self.starts[number] = self.text_used
        memcpy(self.text + self.text_used, text, length)
        self.text_used += length
        self.count += 1
        return number

    def _grow(self):
        """Twice the room; at most half of the slots are ever taken."""
        room: cython.Py_ssize_t = max(2 * self.room, _FEWEST)
        size: cython.Py_ssize_t = cython.sizeof(cython.uint)
        slots = cython.cast(cython.p_int, realloc(self.slots, 2 * room * size))
        if slots:
            self.slots = slots
        marks = cython.cast(cython.p_uint, realloc(self.marks, room * size))
        if marks:
            self.marks = marks
        starts = cython.cast(cython.p_uint, realloc(self.starts, room * size))
        if starts:
            self.starts = starts
        lengths = cython.cast(cython.p_uint, realloc(self.lengths, room * size))
        if lengths:
            self.lengths = lengths
        if not slots or not marks or not starts or not lengths:
            raise MemoryError
        self.room, self.mask = room, 2 * room - 1
        memset(self.slots, 0xFF, 2 * room * size)
        number: cython.int
        for number in range(self.count):
            slot: cython.Py_ssize_t = self.marks[number] & self.mask
            while self.slots[slot] >= 0:
                slot = (slot + 1) & self.mask
            self.slots[slot] = number
        return 0

    def _grow_text(self, more):
        room: cython.Py_ssize_t = max(2 * self.text_room, self.text_used + more)
        text = cython.cast(cython.p_uchar, realloc(self.text, room))
        if not text:
            raise MemoryError
        self.text, self.text_room = text, room
        return 0


def mark_of(text, length):
    """A hash of a text."""
    mark: cython.uint = 2166136261
    place: cython.Py_ssize_t
    for place in range(length):
        mark = (mark ^ text[place]) * 16777619
    return mark
