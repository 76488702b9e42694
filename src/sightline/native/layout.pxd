"""What other compiled modules use of `layout` without going through Python."""

from sightline.native.strings cimport Numbers

ctypedef const unsigned char* Text

cdef class Layout:
    cdef bytes source
    cdef Numbers starts       # where each line begins but the first, and one after the end
    cdef Numbers offsets      # by line: how much of the squeezed text comes before it
    cdef unsigned char* squeezed
    cdef int _read(self) except -1
    cdef Py_ssize_t line(self, Py_ssize_t place, Py_ssize_t low) noexcept
    cdef Py_ssize_t _offset(self, Py_ssize_t place, Py_ssize_t low) noexcept
    cdef str mark(self, Py_ssize_t start, Py_ssize_t end)

cdef bint is_blank(unsigned char sign, bint marks) noexcept
cdef Py_ssize_t squeeze(Text text, Py_ssize_t length, unsigned char* buffer, bint marks) noexcept
