"""Docs and fingerprints are the same compiled and in plain Python."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.index import weighed
from sightline.parse import describe
from sightline.parse.lines import LinesInPython, lines_of
from sightline.parse.rules import COMMENTS, _comment_line

needs_compiled = pytest.mark.skipif(weighed.compiled is None, reason="nothing was compiled")

SAID = (
    *(
        "Opens",
        "the file",
        "e.g. this",
        "Done.",
        "Why?!",
        ".",
        "..",
        "*",
        "*/",
        "/",
        "/*",
        "@param",
    ),
    *("\\brief", ":return", "<b>", "<", " ", "  ", "\t", "\n", "\n\n", "\n   \n", "\r\n", "\x1c"),
    *("\f", "\x0b", "é", "\u00a0", "\u0085", "。", "x" * 120, "'", '"', '"""', "\0", "|", "!", "^"),
)
PROSE = st.lists(st.sampled_from(SAID), max_size=14).map("".join)
MARKS = (COMMENTS, ("//", "/*", "*"), ("#",), ("(*", "*"), ("--", "{-"))
QUOTES = st.sampled_from(('"""', "'''", '"', "'", 'r"', "Rb'''", 'uu"""', 'bbb"', "return", ""))


@needs_compiled
@given(QUOTES, PROSE, QUOTES, st.integers(0, 30))
def test_docs_in_strings_are_the_same(opened: str, said: str, closed: str, body: int) -> None:
    from sightline.native.docs import Docs

    source = f"{' ' * (body % 3)}{opened}{said}{closed}{said}".encode()
    docs = Docs((), describe.LONGEST_DOC, describe.LONGEST_READ, describe.MOST_LINES)
    for place in {body, body % 3}:
        found = docs.string_doc(source, place)
        assert found is None or found == describe.string_doc(source, place)


@needs_compiled
def test_docs_are_found_up_to_where_a_string_is_read() -> None:
    from sightline.native.docs import Docs

    docs = Docs((), describe.LONGEST_DOC, describe.LONGEST_READ, describe.MOST_LINES)
    for length in range(describe.LONGEST_READ - 6, describe.LONGEST_READ + 6):
        for quote in (b'"', b'"""'):
            source = quote + b"Said" + b" " * (length - 5) + b"x" + quote + b" more"
            assert docs.string_doc(source, 0) == describe.string_doc(source, 0)


@needs_compiled
@given(
    st.sampled_from(MARKS),
    st.lists(st.tuples(st.sampled_from(("", " ", "\t", "\f", "x ")), st.integers(0, 9), PROSE)),
    st.sampled_from(("", "  ", "\t", "x = ")),
    st.sampled_from(("", "#!/bin/sh\n", "\n")),
)
def test_docs_in_comments_are_the_same(
    marks: tuple[str, ...], lines: list[tuple[str, int, str]], before: str, top: str
) -> None:
    from sightline.native.docs import Docs

    comment = _comment_line(marks)
    docs = Docs(
        tuple(mark.encode() for mark in marks), describe.LONGEST_DOC, describe.LONGEST_READ, 60
    )
    source = top.encode()
    for indent, mark, said in lines:
        source += f"{indent}{marks[mark % len(marks)]}{said}\n".encode()
    source += before.encode()
    found = docs.comment_doc(source, len(source))
    assert found is None or found == describe.comment_doc(source, len(source), comment)


@needs_compiled
def test_only_so_many_lines_of_a_comment_are_read() -> None:
    from sightline.native.docs import Docs

    docs = Docs((b"#",), describe.LONGEST_DOC, describe.LONGEST_READ, describe.MOST_LINES)
    comment = _comment_line(("#",))
    for count in range(describe.MOST_LINES - 2, describe.MOST_LINES + 3):
        source = b"".join(b"# line %d.\n" % number for number in range(count))
        said = docs.comment_doc(source, len(source))
        assert said == describe.comment_doc(source, len(source), comment)


@needs_compiled
def test_usual_docs_need_no_plain_python() -> None:
    from sightline.native.docs import Docs

    docs = Docs((b"//", b"/*", b"*"), describe.LONGEST_DOC, describe.LONGEST_READ, 60)
    assert docs.string_doc(b'"""Opens a file.\n\nMore."""', 0) == "Opens a file."
    comment = "// Open opens a\n// file. It is éasy now.\n".encode()
    assert docs.comment_doc(comment, len(comment)) == "Open opens a file."
    assert docs.string_doc('"""Öffnet."""'.encode(), 0) is None


@needs_compiled
@given(PROSE, st.integers(0, 60), st.integers(0, 60))
def test_fingerprints_of_parts_are_the_same(said: str, start: int, length: int) -> None:
    source = said.encode()
    compiled, plain = lines_of(source), LinesInPython(source)
    assert compiled.ends == plain.ends
    start = min(start, len(source))
    end = min(start + length, len(source))
    first, last = plain.at(start), plain.at(max(start, end - 1))
    assert compiled.fingerprint(start, end, first, last) == plain.fingerprint(
        start, end, first, last
    )
