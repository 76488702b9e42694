"""What other compiled modules use of `strings` without going through Python."""

ctypedef const unsigned char* Text

cdef class Numbers:
    cdef int* at
    cdef Py_ssize_t count
    cdef Py_ssize_t room
    cdef int need(self, Py_ssize_t more) except? -1
    cdef int add(self, int number) except? -1

cdef class Strings:
    cdef unsigned int* slots    # two for each: the hash, and the number and 1, or 0
    cdef unsigned int* entries  # four for each: where its text begins, its length, two for others
    cdef unsigned char* text
    cdef Py_ssize_t mask
    cdef Py_ssize_t room
    cdef Py_ssize_t text_room
    cdef Py_ssize_t text_used
    cdef int count
    cdef int clear(self) except? -1
    cdef int find(self, Text text, Py_ssize_t length, unsigned int mark) noexcept
    cdef int add(self, Text text, Py_ssize_t length, unsigned int mark) except? -1
    cdef void _take_slot(self, unsigned int mark, int number) noexcept
    cdef int _grow(self) except? -1
    cdef int _grow_text(self, Py_ssize_t more) except? -1

cdef unsigned int mark_of(Text text, Py_ssize_t length) noexcept
