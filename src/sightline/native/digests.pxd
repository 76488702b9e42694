"""What other compiled modules use of `digests` without going through Python."""

ctypedef const unsigned char* Text

cdef str digest_of(Text text, Py_ssize_t length)
