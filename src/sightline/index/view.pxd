# What the compiler knows of `view.py`, which says the rest.

cdef class View:
    cdef public dict bindings, _around, owns, tops, types, _inner, orphans, bases, embeds, _imports, also, modules
    cdef public object facts, habits, file, _varying
    cdef public str path
    cdef public tuple symbols
    cdef public list stars
    cdef public set top_names, local_names
    cpdef _take_imports(self)
    cpdef str from_here(self, scope, str path)
    cpdef around(self, scope)
    cpdef tuple chain(self, scope)
    cpdef dict inner(self, scope)
    cpdef bint has_members(self, position)
    cpdef dict imports(self, scope)
    cpdef bound(self, scope, str name)

cpdef tuple in_turn(bound)
cpdef list on_line(tuple entries, line)
cpdef list declared(tuple entries, line)
