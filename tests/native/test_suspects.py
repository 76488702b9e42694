"""What is looked for before secrets are, is found the same compiled and in plain Python."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.index import hiding, weighed
from sightline.text.secret_formats import BEGINNINGS
from sightline.text.secrets import begins_one, masked

needs_compiled = pytest.mark.skipif(weighed.compiled is None, reason="nothing was compiled")

PIECES = st.one_of(
    st.sampled_from(BEGINNINGS),
    st.sampled_from(BEGINNINGS).map(lambda text: text[:-1]),
    st.sampled_from(("password = ", "hunter22", " --token ", " -p", "$5$", "é", "\n", '"', ": ")),
    st.text(st.sampled_from("abcXYZ019_+/-=. "), max_size=30),
)
TEXTS = st.lists(PIECES, max_size=8).map("".join)


@needs_compiled
@given(TEXTS)
def test_compiled_code_looks_for_secrets_as_python_does(text: str) -> None:
    begins, is_long = hiding._looks
    assert begins(text) == begins_one(text)
    assert is_long(text) == (re.search(r"[A-Za-z0-9_+/-]{20}", text) is not None)
    assert masked(text, begins, is_long) == masked(text)


@needs_compiled
@given(TEXTS)
def test_flags_are_found_where_a_pattern_finds_them(text: str) -> None:
    lower = text.encode().lower()
    flag = hiding._SUSPECTS[-1]
    found = [
        place
        for number, place in hiding._suspects.find(lower)
        if hiding._SUSPECTS[number] is flag and flag[2].match(lower, place + len(flag[1]))
    ]
    assert found == [match.start() for match in re.finditer(b" -" + hiding._FLAG, lower)]
