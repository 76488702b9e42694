# What the compiler knows of `resolve.py`, which says the rest.

from sightline.index.view cimport View
from sightline.index.infer cimport Inference
from sightline.index.calls cimport Calls, Known

cdef class Resolver:
    cdef public object names
    cdef public Inference infer
    cdef public Calls _calls_of
    cpdef list references(self, file)
    cpdef _calls(self, View view, list found)
    cpdef tuple _home(self, View view, scope, dict shared)
    cpdef _imports(self, View view, list found)
    cpdef _bases(self, View view, list found)
    cpdef _types(self, View view, list found)
    cpdef tuple _type(self, View view, scope, tuple path)
