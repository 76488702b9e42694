"""What other compiled modules use of `looks` without going through Python."""

ctypedef const unsigned char* Text

cdef enum:
    OTHER = 0
    DIGIT = 1
    LOWER = 2
    UPPER = 3
    MARK = 4
    BEYOND = 5

cdef unsigned char[256] sorts

cdef bint looks_random(Text text, Py_ssize_t length) noexcept
