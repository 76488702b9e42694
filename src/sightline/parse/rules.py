"""What `language.toml` says, ready for use: looked up once per language, not once per symbol."""

import functools
import re
from typing import NamedTuple

from sightline.parse.languages import Language

# What begins a line of a comment where a language does not say.
COMMENTS = ("//", "/*", "*", "#", "--", ";", "%", '"')
# What begins a comment behind code; without the blank it may be something else (`#[test]`).
_ASIDES = {"#": "# ", "//": "//"}


class Rules(NamedTuple):
    """The rules of one language that reading a file needs."""

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
    comment: re.Pattern[bytes]  # a line of a comment, its text as the group
    comment_marks: tuple[bytes, ...]  # what such a line may begin with
    aside: re.Pattern[str] | None  # a comment behind code; a text in quotes, as the group
    transparent: tuple[bytes, ...]
    wrapping: re.Pattern[bytes] | None  # what is called only to wrap its argument, with the bracket
    self_parameter: bool
    self_names: frozenset[str]
    plain_functions: frozenset[str]
    class_receivers: frozenset[str]
    class_methods: frozenset[str]
    import_binds: str
    import_omits: frozenset[str]  # parts of an imported path that lead nowhere else
    firm_imports: bool  # a name that is imported has no other value in its scope
    value_members: bool  # values may be asked for the functions and names written in them
    loop_pairs: bool
    heads_are_calls: bool
    merge_clauses: bool
    directives: bool  # conditions of a preprocessor may stand anywhere
    # Words that only a preprocessor understands, as groups, in files that hold one of the texts.
    unread: tuple[tuple[tuple[bytes, ...], re.Pattern[bytes]], ...]
    keywords: frozenset[bytes]  # what looks like a definition of these is none
    one_line: bool  # what has no body ends with its first line
    most_symbols: int  # a file with more is data; 0 when there is no such limit


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
        comment_marks=tuple(mark.encode() for mark in language.texts("comments") or COMMENTS),
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
            (tuple(text.encode() for text in one["holds"]), re.compile(one["pattern"].encode()))
            for one in language.option("unread", ())
        ),
        keywords=frozenset(word.encode() for word in language.texts("keywords")),
        one_line=language.option("one_line", False),
        most_symbols=language.option("most_symbols", 0),
    )


def _comment_line(marks: tuple[str, ...]) -> re.Pattern[bytes]:
    """A line that begins with one of the marks, however often its last sign is repeated."""
    starts = [
        re.escape(mark) + (re.escape(mark[-1]) + "*" if mark != "*" else "") for mark in marks
    ]
    return re.compile(rf"[ \t]*(?:{'|'.join(starts)})[!|]?[ \t]?[|^]?[ \t]?(.*)".encode())


def _aside(marks: tuple[str, ...]) -> re.Pattern[str] | None:
    """A comment up to the end of its line, and texts in quotes, which may look like one inside."""
    found = [_ASIDES[mark] for mark in marks if mark in _ASIDES]
    if not found:
        return None
    return re.compile(
        rf"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\s(?:{"|".join(found)})[^\n]*"""
    )


def _called(patterns: tuple[str, ...]) -> re.Pattern[bytes] | None:
    found = "|".join(patterns)
    return re.compile(rf"(?:\w+(?:\.|::))*(?:{found})\s*\(\s*".encode()) if patterns else None


def _any(patterns: tuple[str, ...]) -> re.Pattern[str] | None:
    return re.compile("|".join(patterns)) if patterns else None
