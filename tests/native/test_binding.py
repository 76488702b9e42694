"""Scopes, and what names have for values in them, are the same with and without compiled code."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.model.code import Symbol
from sightline.parse import bindings, entries, scopes
from sightline.parse.collect import Assignment, Definition
from sightline.parse.lines import lines_of

binding = pytest.importorskip("sightline.native.binding")
scoping = pytest.importorskip("sightline.native.scoping")

LINES = st.lists(
    st.sampled_from(
        (b"", b"  ", b"a = 1", b"    b", b"\tc", b" \x0b d", b"        e\r", b"\xc3\xa9")
    ),
    min_size=1,
    max_size=14,
)
VALUES = st.sampled_from((None, "int", ("a",), ("b", "()"), ("@self",)))
KINDS = ("function", "class", "variable", "field", "closure", "implementation", "const")


@given(LINES, st.data())
def test_values_are_settled_as_python_does(lines: list[bytes], data: st.DataObject) -> None:
    source = b"\n".join(lines)
    entry = st.tuples(st.integers(0, len(source)), st.booleans(), VALUES)
    names = st.dictionaries(st.sampled_from("abc"), st.lists(entry, min_size=1, max_size=4))
    known = data.draw(st.dictionaries(st.integers(0, 1), names))
    symbols = [
        Symbol("m", "m", kind, "", "", 0, len(source), line, 9, 1, -1, "", False)
        for line, kind in ((1, "module"), (2, "function"))
    ]
    about = (source, lines_of(source).ends, data.draw(st.sampled_from((1, 3, 2000))))

    def copied() -> dict[int, dict[str, list[bindings.Entry]]]:
        return {scope: {name: [*all_of] for name, all_of in inside.items()}
                for scope, inside in known.items()}  # fmt: skip

    compiled = binding.settle(copied(), symbols, scopes.FUNCTIONS, about)
    assert compiled == bindings._settle(copied(), symbols, scopes.FUNCTIONS, about)


@st.composite
def definitions(draw: st.DrawFn) -> list[Definition]:
    """Definitions that lie in each other, beside each other, or overlap as broken code does."""
    found = []
    for _ in range(draw(st.integers(0, 7))):
        start, end = sorted(draw(st.tuples(st.integers(0, 30), st.integers(0, 30))))
        name = (start, min(end, start + draw(st.integers(0, 3))))
        body = draw(st.sampled_from((-1, start)))
        kind, promoted = draw(st.sampled_from(KINDS)), draw(st.booleans())
        found.append(Definition(start, end, kind, name, body, promoted=promoted))
    return found


@st.composite
def assignments(draw: st.DrawFn) -> list[Assignment]:
    found = []
    for _ in range(draw(st.integers(0, 7))):
        start = draw(st.integers(0, 30))
        span = draw(st.sampled_from((None, (start + 2, start + 5))))
        kind = draw(st.sampled_from((None, (start + 1, start + 9))))
        how = draw(st.sampled_from(("value", "value", "local", "element", "again")))
        found.append((start, start + draw(st.integers(0, 2)), kind, span, how))
    return found


@given(definitions(), st.dictionaries(st.integers(0, 9), st.integers(0, 9)), assignments())
def test_scopes_and_entries_are_found_as_python_does(
    found: list[Definition], outer: dict[int, int], assigns: list[Assignment]
) -> None:
    source = b"ab = x.y \xc3\xa9 = 9z; $a _b, AB\n class"
    unique = scoping.unique(found, scopes._better)
    assert unique == scopes._unique(found, scopes._better)
    nested = scoping.nested(unique, outer, scopes.VALUES, scopes.INSIDES)
    assert nested == scopes._nested(unique, outer, scopes.VALUES, scopes.INSIDES)
    parents, points, inside = nested
    around = binding.around(assigns, points, inside)
    assert around == bindings._around(assigns, points, inside)
    for assigned in (None, (assigns, around)):
        given_all = (unique, parents, {(0, 2)}, assigned, source, frozenset((b"class",)))
        assert entries.entries(*given_all) == entries.in_python(*given_all)
