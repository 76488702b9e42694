"""What one file yields when it is read."""

import pytest

from sightline.model.code import ParsedFile
from sightline.parse.extract import extract
from sightline.parse.languages import Languages

LANGUAGES = Languages()


def read(text: str, path: str = "src/pkg/mod.py") -> ParsedFile:
    language = LANGUAGES.of_path(path)
    assert language
    return extract(text.encode(), language, path)


def test_decorated_nested_and_async_definitions_are_found() -> None:
    """FO-12, ruling 20."""
    parsed = read(
        "@wraps(f)\nasync def outer(a, *, b: int = 1) -> str:\n"
        '    """Does it. And more."""\n    def inner(): pass\n'
    )
    module, outer, inner = parsed.symbols
    assert (module.kind, module.qualified) == ("module", "pkg.mod")
    assert (outer.qualified, outer.kind, outer.parent) == ("pkg.mod.outer", "function", 0)
    assert outer.signature == "async def outer(a, *, b: int = 1) -> str"
    assert outer.doc == "Does it."
    assert (outer.start, outer.start_line, outer.line, outer.end_line) == (0, 1, 2, 4)
    assert (inner.qualified, inner.parent) == ("pkg.mod.outer.inner", 1)


def test_members_and_constants_have_their_kinds() -> None:
    parsed = read("LIMIT = 3\nname = 4\nclass A:\n    size: int = 3\n    def go(self): x = 1\n")
    assert [(s.qualified, s.kind) for s in parsed.symbols[1:]] == [
        ("pkg.mod.LIMIT", "const"),
        ("pkg.mod.name", "variable"),
        ("pkg.mod.A", "class"),
        ("pkg.mod.A.size", "field"),
        ("pkg.mod.A.go", "method"),
    ]


@pytest.mark.parametrize(
    ("path", "text", "signature"),
    [
        ("a.py", "def f(n=a // b, m=2):  # first\n    pass\n", "def f(n=a // b, m=2)"),
        ("a.py", "def f(sep=' # ', m=2):\n    pass\n", "def f(sep=' # ', m=2)"),
        ("a.py", "def f(\n    a,  # one\n    b,\n):\n    pass\n", "def f( a, b, )"),
        ("a.ts", 'function f(u = "at //x") {}\n', 'function f(u = "at //x")'),
        ("a.rb", "def f(a) # one\n  1\nend\n", "def f(a)"),
    ],
)
def test_a_signature_has_no_comments_but_all_else(path: str, text: str, signature: str) -> None:
    assert read(text, path).symbols[1].signature == signature


def test_broken_code_yields_symbols_and_a_problem() -> None:
    parsed = read("def good(): pass\n\nclass (:\n   def x(\n")
    assert "pkg.mod.good" in [s.qualified for s in parsed.symbols]
    assert parsed.problems and parsed.problems[0].line == 3


def test_symbols_of_test_files_are_marked() -> None:
    assert all(s.is_test for s in read("def helper(): pass\n", "tests/test_a.py").symbols)
    assert not read("def helper(): pass\n").symbols[1].is_test


def test_bytes_that_are_no_text_cost_only_themselves() -> None:
    """FO-6: a condition of a query looks at text; where there is none, the rest is still read."""
    language = LANGUAGES.by_name["c"]
    source = b"#include <a/\xb0\xff>\n#include <b/c.h>\nint size(void) { return 1; }\n"
    parsed = extract(source, language, "a.c")
    assert [symbol.name for symbol in parsed.symbols[1:]] == ["size"]
    assert source[parsed.symbols[1].start : parsed.symbols[1].end].startswith(b"int size")


def test_a_file_that_takes_too_long_is_read_as_far_as_it_got(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Conditions of the query look at the text of what was read, which then ends somewhere."""
    monkeypatch.setattr("sightline.parse.extract.PARSE_SECONDS", 0.004)
    functions = "".join(f"func f{n}() *T {{\n\treturn new(T)\n}}\n\n" for n in range(20_000))
    parsed = read(f"package a\n\n{functions}", "a.go")
    assert any("not parsed beyond this line" in problem.message for problem in parsed.problems)
    assert len(parsed.symbols) < 20_000
