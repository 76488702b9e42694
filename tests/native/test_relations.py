"""Compiled code makes the same rows of what a file refers to as plain Python."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.model.code import EDGE_KINDS, SHOWN, Ends, Reference
from sightline.store.edge_writer import in_python, relations

KINDS = {kind: place for place, kind in enumerate(EDGE_KINDS)}
FILE = 3
PLACES = st.tuples(st.integers(1, 4), st.integers(0, 5))
SURENESS = st.sampled_from((1.0, 0.8, 0.7, SHOWN, 0.4, 0.2))
WAYS = st.sampled_from(("local", "name", "unique"))
END = st.tuples(st.sampled_from(EDGE_KINDS), PLACES, SURENESS, WAYS, st.integers(1, 5))
ENDS: st.SearchStrategy[Ends] = st.lists(END, max_size=4).map(tuple)
FOUND = st.lists(st.tuples(st.integers(0, 5), st.integers(1, 90), ENDS), max_size=30)


@pytest.mark.skipif(relations is in_python, reason="nothing was compiled")
@given(FOUND, st.sampled_from(({}, {1: 100}, {1: 100, 2: 2**40, 3: 300, 4: 7})))
def test_compiled_code_makes_the_same_rows(found: list[Reference], firsts: dict[int, int]) -> None:
    def ids_of(file: int) -> list[int]:
        return [file * 1000 + place * 7 for place in range(6)]

    about = (FILE, found, firsts, ids_of, SHOWN, KINDS)
    assert relations(*about) == in_python(*about)
