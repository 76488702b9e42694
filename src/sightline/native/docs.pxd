"""What other compiled modules use of `docs` without going through Python."""

ctypedef const unsigned char* Text

cdef class Docs:
    cdef tuple marks
    cdef Py_ssize_t longest
    cdef Py_ssize_t most_read
    cdef Py_ssize_t most_lines
    cdef object in_string(self, bytes source, Py_ssize_t body)
    cdef object in_comment(self, bytes source, Py_ssize_t start)
    cdef Py_ssize_t _said(self, Text text, Py_ssize_t mark, Py_ssize_t end) noexcept
    cdef object _joined(self, Text text, Py_ssize_t top, Py_ssize_t bottom)
    cdef object _sentence(self, Text text, Py_ssize_t length)
