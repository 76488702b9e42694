"""What other compiled modules use of `places` without going through Python."""

from sightline.native.strings cimport Text

cdef enum:
    OTHER = 0
    NAME = 1
    PATH = 2

cdef class Places:
    cdef bytes source
    cdef Text begin
    cdef Py_ssize_t size
    cdef bint ascii
    cdef list ends
    cdef list points
    cdef list scopes
    cdef object scope(self, Py_ssize_t place)
    cdef Py_ssize_t line(self, Py_ssize_t place) except? -1
    cdef str text(self, Py_ssize_t start, Py_ssize_t end)
    cdef str short(self, Py_ssize_t start, Py_ssize_t end)
    cdef bytes raw(self, Py_ssize_t start, Py_ssize_t end)
    cdef int sort(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef Py_ssize_t word_end(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef list listed(self, Py_ssize_t start, Py_ssize_t end)
    cdef Py_ssize_t _behind_blanks(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef bint is_path(self, Py_ssize_t start, Py_ssize_t end, object asked) except? -1
