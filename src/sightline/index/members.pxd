# What the compiler knows of `members.py`, which says the rest.

from sightline.index.view cimport View, in_turn
from sightline.index.lookup cimport Lookup

cdef class Members(Lookup):
    cpdef type_name(self, View view, scope, tuple path)
    cpdef _along(self, values, tuple path)
    cpdef _own_type(self, View view, scope)
    cpdef _owner(self, View view, scope, str owner)
    cpdef tuple alias(self, value)
    cpdef _field(self, file, scope, str name)
    cpdef _made(self, value, str name, found)
    cpdef tuple _of_many(self, value, str name)
    cpdef tuple _read(self, owner, tuple values)
    cpdef _own_member(self, file, position, str name, own)
    cpdef tuple _either_member(self, View view, position, str name, list inner, own)
    cpdef tuple _orphan(self, View view, position, str name)
    cpdef tuple lineage(self, file, position)
    cpdef tuple _lineage(self, file, position)
    cpdef list _parts(self, file, position)
    cpdef tuple result(self, file, position, own)
