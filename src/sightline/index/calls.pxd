# What the compiler knows of `calls.py`, which says the rest.

from sightline.index.view cimport View
from sightline.index.infer cimport Inference

cdef class Known:
    cdef public object leads
    cdef public dict asked, places, ends

cdef class Calls:
    cdef public object names, _nearness
    cdef public Inference infer
    cdef public dict _known, _same_name
    cpdef Known known(self, habits)
    cpdef tuple ends(self, Known known, View view, scope, tuple chain, line, own)
    cpdef _asked(self, Known known, View view, tuple receiver, str name, bint is_own)
    cpdef tuple _outside(self, Known known, View view, tuple chain)
    cpdef tuple _settled(self, Known known, View view, tuple targets, str how)
    cpdef tuple _spread(self, Known known, View view, tuple targets)
    cpdef str _kind(self, tuple place)
    cpdef bint _is_extension(self, file, position)
    cpdef tuple _by_path(self, Known known, View view, scope, tuple chain)
    cpdef tuple _bare(self, Known known, View view, scope, tuple chain, line, own)
    cpdef tuple _anywhere(self, View view, scope, tuple chain, own)
    cpdef tuple _targets(self, Known known, View view, tuple values)
    cpdef tuple _constructors(self, View view, value)
    cpdef _named_like_its_type(self, value, bint above)
    cpdef tuple _by_name(self, Known known, View view, tuple chain, tuple receiver)
    cpdef tuple _candidates(self, View view, str name, frozenset kinds)
    cpdef tuple _overloaded(self, View view, tuple places)

cpdef bint _is_step(str part)
