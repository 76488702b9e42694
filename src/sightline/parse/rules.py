"""The parsing rules of a language: the options of `language.toml`, compiled once per language."""

import functools
import re
from typing import NamedTuple

from sightline.parse.languages import Language

# The default beginnings of a comment line.
COMMENTS = ("//", "/*", "*", "#", "--", ";", "%", '"')
# The beginning of a comment after code; without the blank it may be something else (`#[test]`).
_ASIDES = {"#": "# ", "//": "//"}


class Rules(NamedTuple):
    """The rules by which a file of one language is parsed."""

    separator: str
    doc_strings: bool
    doc_comments: bool
    assignments_define: bool
    constant: re.Pattern[str]
    test_path: re.Pattern[str] | None
    test_name: re.Pattern[str] | None
    test_mark: re.Pattern[bytes] | None
    leading: frozenset[bytes]
    above: tuple[bytes, ...]
    comment: re.Pattern[bytes]  # a comment line, with its text as the group
    aside: re.Pattern[str] | None  # a comment after code, or a quoted text as the group
    transparent: tuple[bytes, ...]
    wrapping: re.Pattern[bytes] | None  # a function that only wraps its argument, and its bracket
    self_parameter: bool
    self_names: frozenset[str]
    plain_functions: frozenset[str]
    class_receivers: frozenset[str]
    class_methods: frozenset[str]
    import_binds: str
    import_omits: frozenset[str]  # parts of an imported path that do not change its meaning
    firm_imports: bool  # an imported name has no other value in its scope
    value_members: bool  # object literals have members
    loop_pairs: bool
    heads_are_calls: bool
    merge_clauses: bool
    directives: bool  # preprocessor conditions may be anywhere
    # Patterns whose groups only a preprocessor understands, in files that contain one of the texts.
    unread: tuple[tuple[tuple[bytes, ...], re.Pattern[bytes]], ...]
    keywords: frozenset[bytes]  # names that are never defined
    one_line: bool  # a definition without a body ends with its first line
    most_symbols: int  # a file with more symbols is data; 0 for no limit


@functools.cache
def rules_of(language: Language) -> Rules:
    """The rules of a language."""
    marks = language.texts("tests.marks")
    return Rules(
        separator=language.separator,
        doc_strings=language.option("doc", "comment") == "string",
        doc_comments=language.option("doc", "comment") == "comment",
        assignments_define=language.option("assignments_define", True),
        constant=re.compile(language.option("constant", r"^[A-Z][A-Z0-9_]*$")),
        test_path=_any(language.texts("tests.paths")),
        test_name=_any(language.texts("tests.names")),
        test_mark=re.compile("|".join(marks).encode()) if marks else None,
        leading=frozenset(word.encode() for word in language.texts("leading")),
        above=tuple(text.encode() for text in language.texts("above")),
        comment=_comment_line(language.texts("comments") or COMMENTS),
        aside=_aside(language.texts("comments")),
        transparent=tuple(text.encode() for text in language.texts("transparent")),
        wrapping=_called(language.texts("wrapping")),
        self_parameter=language.option("self_parameter", False),
        self_names=frozenset(language.texts("self_names")),
        plain_functions=frozenset(language.texts("plain_functions")),
        class_receivers=frozenset(language.texts("class_receivers")),
        class_methods=frozenset(language.texts("class_methods")),
        import_binds=language.option("import_binds", "last"),
        import_omits=frozenset(language.texts("import_omits")),
        firm_imports=language.option("firm_imports", False),
        value_members=language.option("value_members", False),
        loop_pairs=language.option("loop_pairs", False),
        heads_are_calls=language.option("heads_are_calls", False),
        merge_clauses=language.option("merge_clauses", False),
        directives=language.option("directives", False),
        unread=tuple(
            (tuple(text.encode() for text in rule["holds"]), re.compile(rule["pattern"].encode()))
            for rule in language.option("unread", ())
        ),
        keywords=frozenset(word.encode() for word in language.texts("keywords")),
        one_line=language.option("one_line", False),
        most_symbols=language.option("most_symbols", 0),
    )


def _comment_line(marks: tuple[str, ...]) -> re.Pattern[bytes]:
    """A line that begins with one of the marks, whose last character may be repeated."""
    starts = [
        re.escape(mark) + (re.escape(mark[-1]) + "*" if mark != "*" else "") for mark in marks
    ]
    return re.compile(rf"[ \t]*(?:{'|'.join(starts)})[!|]?[ \t]?[|^]?[ \t]?(.*)".encode())


def _aside(marks: tuple[str, ...]) -> re.Pattern[str] | None:
    """A comment up to the end of its line, or a quoted text, which may contain its mark."""
    starts = [_ASIDES[mark] for mark in marks if mark in _ASIDES]
    if not starts:
        return None
    return re.compile(
        rf"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\s(?:{"|".join(starts)})[^\n]*"""
    )


def _called(patterns: tuple[str, ...]) -> re.Pattern[bytes] | None:
    names = "|".join(patterns)
    return re.compile(rf"(?:\w+(?:\.|::))*(?:{names})\s*\(\s*".encode()) if patterns else None


def _any(patterns: tuple[str, ...]) -> re.Pattern[str] | None:
    return re.compile("|".join(patterns)) if patterns else None
