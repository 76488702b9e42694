# What the compiler knows of `views.py`, which says the rest.

from sightline.index.view cimport View

cdef class Views:
    cdef public object names, languages
    cdef public dict _views, _modules, _asked
    cpdef View view(self, file)
    cpdef list views_of(self, str module)
    cpdef list views_with(self, str module, str name)
    cpdef list _in_order(self, files)
