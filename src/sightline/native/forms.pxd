"""What other compiled modules use of `forms` without going through Python."""

from sightline.native.strings cimport Numbers, Strings, Text

cdef class Forms:
    cdef Strings names
    cdef Strings words
    cdef Numbers pool       # numbers of words, name after name; where is said with the name
    cdef list spelled       # by word: its text
    cdef object beyond
    cdef unsigned char* lower
    cdef int clear(self) except? -1
    cdef int number(self, Text text, Py_ssize_t length, unsigned int mark) except? -1
    cdef int _make(self, Text text, Py_ssize_t length) except? -1
    cdef int _whole(self, Text text, Py_ssize_t length, Py_ssize_t begun) except? -1
    cdef int _segment(self, Text text, Py_ssize_t length, Py_ssize_t begun) except? -1
    cdef int _word(self, Text text, Py_ssize_t length, Py_ssize_t begun) except? -1
    cdef int word(self, str word) except? -1
