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
    """Texts to numbers, in the order they came: a hash table over bytes.

    What is looked at together lies together: the table is larger than a processor's own memory.
    """

    def __cinit__(self) -> None:
        self.slots, self.entries, self.text = cython.NULL, cython.NULL, cython.NULL
        self.mask, self.room, self.text_room, self.text_used, self.count = 0, 0, 0, 0, 0
        self.clear()

    def __dealloc__(self) -> None:
        free(self.slots)
        free(self.entries)
        free(self.text)

    def clear(self):
        """Forget all texts, and give back the room for more than a few."""
        self.count, self.room, self.text_used, self.text_room = 0, 0, 0, 0
        self._grow()
        return self._grow_text(16 * _FEWEST)

    def find(self, text, length, mark):
        """The number of a text, or -1."""
        slot: cython.Py_ssize_t = mark & self.mask
        number: cython.uint = self.slots[2 * slot + 1]
        while number:
            if self.slots[2 * slot] == mark:
                entry: cython.p_uint = self.entries + 4 * cython.cast(cython.Py_ssize_t, number - 1)
                if entry[1] == length and memcmp(self.text + entry[0], text, length) == 0:
                    return number - 1
            slot = (slot + 1) & self.mask
            number = self.slots[2 * slot + 1]
        return -1

    def add(self, text, length, mark):
        """Number a text that has none."""
        if self.count == self.room:
            self._grow()
        if self.text_used + length > self.text_room:
            self._grow_text(length)
        number: cython.int = self.count
        entry: cython.p_uint = self.entries + 4 * cython.cast(cython.Py_ssize_t, number)
        entry[0], entry[1], entry[2], entry[3] = self.text_used, length, 0, 0
        memcpy(self.text + self.text_used, text, length)
        self.text_used += length
        self.count += 1
        self._take_slot(mark, number)
        return number

    def _take_slot(self, mark, number):
        slot: cython.Py_ssize_t = mark & self.mask
        while self.slots[2 * slot + 1]:
            slot = (slot + 1) & self.mask
        self.slots[2 * slot], self.slots[2 * slot + 1] = mark, number + 1

    def _grow(self):
        """Twice the room; at most half of the slots are ever taken."""
        room: cython.Py_ssize_t = max(2 * self.room, _FEWEST)
        size: cython.Py_ssize_t = cython.sizeof(cython.uint)
        slots = cython.cast(cython.p_uint, realloc(self.slots, 4 * room * size))
        if slots:
            self.slots = slots
        entries = cython.cast(cython.p_uint, realloc(self.entries, 4 * room * size))
        if entries:
            self.entries = entries
        if not slots or not entries:
            raise MemoryError
        self.room, self.mask = room, 2 * room - 1
        memset(self.slots, 0, 4 * room * size)
        number: cython.int
        for number in range(self.count):
            entry: cython.p_uint = self.entries + 4 * cython.cast(cython.Py_ssize_t, number)
            self._take_slot(mark_of(self.text + entry[0], entry[1]), number)
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
