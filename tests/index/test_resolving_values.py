"""Values of inference: what keeps them apart, and how the memory they take is released."""

import gc
import weakref

from sightline.index.resolving import values
from sightline.index.resolving.resolver import Resolver
from sightline.parse.extract import extract
from sightline.parse.languages import Languages

from .names_in_memory import NamesInMemory


def test_values_of_different_classes_with_the_same_fields_are_not_equal() -> None:
    """Caches and lists of alternatives compare values; named tuples compare by fields alone."""
    of_symbols = (
        values.InstanceValue,
        values.TypeValue,
        values.SuperValue,
        values.FactoryValue,
        values.FunctionValue,
        values.AnonymousValue,
    )
    assert len({value_class(1, 2) for value_class in of_symbols}) == len(of_symbols)
    assert values.OUTSIDE != values.NULL


def test_a_dropped_resolver_is_freed_without_the_garbage_collector() -> None:
    """Indexing runs with the collector disabled and drops resolvers to bound its memory."""
    languages, names = Languages(), NamesInMemory()
    source = b"class A:\n    def run(self):\n        self.run()\n        unknown.run()\n"
    python = languages.by_name["python"]
    names.add(0, "a.py", extract(source, python, "a.py").facts)
    resolver = Resolver(names, languages)
    assert resolver.references(0)
    inference = weakref.ref(resolver.inference)
    gc.disable()
    try:
        del resolver
        assert inference() is None
    finally:
        gc.enable()
