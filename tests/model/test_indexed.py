"""Values read back from the index."""

from sightline.model.code import Symbol
from sightline.model.indexed import IndexedSymbol


def test_an_indexed_symbol_has_all_fields_of_a_symbol_in_their_order() -> None:
    own = [name.replace("parent_id", "parent") for name in IndexedSymbol._fields]
    first = own.index("name")
    assert tuple(own[first : first + len(Symbol._fields)]) == Symbol._fields
