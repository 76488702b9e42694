"""Patterns kept in the compiler's form find what freshly compiled ones find."""

import re

import pytest

from sightline.lean import patterns

SOURCES = [
    (r"[A-Za-z0-9_]+", 0),
    (r"(?P<year>\d{4})-(\d{2})", 0),
    (r"\b(?:back to|continu(?:e|ing))\b", patterns.IGNORECASE),
    (r"^-{2,}\s*(end\b[^\n]*)$", patterns.IGNORECASE | patterns.MULTILINE),
    (r"(?ix) a (?P<n> b+ ) # comment", 0),
    ("[\u1100-\u11ff\u4e00-\u9fff\U00020000-\U000323af]+|[^\u4e00-\u9fff]+", 0),
    (r"<(x|y)>.*?</\1>", patterns.DOTALL),
]
TEXT = "Back to 2024-05 \n-- End here\nABB abb <x>a\nb</x> 日本 𠀀 continue_it"


def test_the_flags_are_those_of_re() -> None:
    wanted = (re.IGNORECASE, re.MULTILINE, re.DOTALL)
    assert wanted == (patterns.IGNORECASE, patterns.MULTILINE, patterns.DOTALL)


@pytest.mark.parametrize(("source", "flags"), SOURCES)
def test_a_kept_pattern_finds_what_a_compiled_one_finds(
    source: str, flags: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = patterns.code_of(source, flags)
    assert code is not None
    monkeypatch.setattr(patterns, "codes", {(source, flags): code})
    monkeypatch.setattr(patterns, "_patterns", {})
    monkeypatch.setattr(patterns, "fresh", [])
    ready, usual = patterns.pattern(source, flags), re.compile(source, flags)
    assert not patterns.fresh
    assert [m.span() for m in ready.finditer(TEXT)] == [m.span() for m in usual.finditer(TEXT)]
    assert ready.groupindex == usual.groupindex
    assert ready.flags == usual.flags


def test_a_code_that_is_damaged_is_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    source = "damaged[0-9]"
    monkeypatch.setattr(patterns, "codes", {(source, 0): b"(\x01"})
    monkeypatch.setattr(patterns, "_patterns", {})
    monkeypatch.setattr(patterns, "fresh", [])
    assert patterns.pattern(source).search("damaged7")
    assert patterns.fresh == [(source, 0)]
