# What the compiler knows of `lookup.py`, which says the rest.

from sightline.index.view cimport View, in_turn, on_line, declared
from sightline.index.views cimport Views

cdef class Lookup(Views):
    cdef public dict _known
    cdef public int _depth, _nested
    cdef public object includes
    cpdef tuple expression(self, View view, scope, expression, own, line=*)
    cpdef attribute(self, values, str name)
    cpdef member(self, value, str name)
    cpdef bint is_written(self, value, str name)
    cpdef own_type(self, View view, scope)
    cpdef _enter(self)
    cpdef name(self, View view, scope, str name, own, line=*)
    cpdef top_name(self, View view, str name)
    cpdef tuple _name(self, View view, scope, str name, own, line)
    cpdef _in_scope(self, View view, scope, str name, own)
    cpdef tuple either(self, View view, scope, tuple bound, own)
    cpdef tuple either_of(self, View view, scope, entries, own)
    cpdef module_name(self, View view, str name, own=*)
    cpdef _in_packages(self, View view, str name)
    cpdef anywhere(self, View view, scope, tuple path)
    cpdef _anywhere(self, habits, tuple path, tuple around)
    cpdef _taken_whole(self, View view, str name)
    cpdef tuple imported(self, View view, str written, str member)
    cpdef tuple _imported(self, View view, str written, str member)
    cpdef tuple _exported(self, str module, habits)
    cpdef tuple _member_of_type(self, View view, str written, str member)
    cpdef module_member(self, str module, str name, habits)
    cpdef tuple symbol(self, View view, position, own=*)
