# What the compiler knows of `infer.py`, which says the rest.

from sightline.index.view cimport View
from sightline.index.members cimport Members

cdef class Inference(Members):
    cpdef tuple chain(self, View view, scope, tuple chain, own, line=*)
    cpdef tuple first(self, View view, scope, tuple chain, own, line=*)
    cpdef tuple _made_up(self, View view, scope, str head, own)
    cpdef tuple _reserved(self, View view, scope, str head, own)
    cpdef tuple _called(self, View view, tuple values, tuple receiver)
    cpdef tuple _result_of(self, value, str method)
    cpdef tuple _step(self, View view, tuple values, str part)
    cpdef tuple _indexed(self, View view, value)
    cpdef tuple written(self, View view, scope, written, own)
    cpdef tuple _named(self, View view, scope, tuple path, own)
