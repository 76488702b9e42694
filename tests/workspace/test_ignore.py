"""Ignore files mean what git says they mean."""

import pathlib
import subprocess

import pytest

from sightline.workspace import ignore

PATTERNS = [
    "*.log",
    "build/",
    "/top.txt",
    "docs/*.md",
    "**/cache",
    "logs/**",
    "a/**/b",
    "!keep.log",
    "data?.csv",
    "[ab].txt",
    "[!x]y.txt",
    "\\#hash",
    "\\!bang",
    "trail\\ ",
    "foo",
    "foo/*",
    "!foo/bar",
    "*.py[co]",
    "deep/*/file",
    "x**y",
    "***",
]
PATHS = [
    "a.log",
    "keep.log",
    "sub/keep.log",
    "build/x.o",
    "sub/build/y.o",
    "build.txt",
    "top.txt",
    "sub/top.txt",
    "docs/a.md",
    "docs/sub/a.md",
    "x/docs/a.md",
    "cache/z",
    "m/n/cache",
    "logs/1/2",
    "a/b",
    "a/q/b",
    "a/q/r/b/c",
    "data1.csv",
    "data12.csv",
    "a.txt",
    "c.txt",
    "xy.txt",
    "zy.txt",
    "#hash",
    "!bang",
    "trail ",
    "foo/bar",
    "foo/baz",
    "sub/foo",
    "m.pyc",
    "m.py",
    "deep/one/file",
    "deep/one/two/file",
    "xaby",
    "xa/by",
]


def git_ignores(root: pathlib.Path, pattern_text: str) -> set[str]:
    (root / ".gitignore").write_text(pattern_text)
    done = subprocess.run(
        ["git", "check-ignore", "--stdin", "--no-index", "-z"],
        cwd=root,
        input="\0".join(PATHS).encode(),
        capture_output=True,
    )
    return {path.decode() for path in done.stdout.split(b"\0") if path}


@pytest.fixture
def repository(tmp_path: pathlib.Path) -> pathlib.Path:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    for path in PATHS:
        if path not in ("a/b", "foo", "cache", "m/n/cache", "sub/foo"):
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).touch()
    return tmp_path


@pytest.mark.parametrize("pattern", PATTERNS[:-1])
def test_a_pattern_ignores_what_git_ignores(repository: pathlib.Path, pattern: str) -> None:
    """FO-8: ignore files are honoured where there is no git."""
    rules = ignore.parse(pattern)
    assert {p for p in PATHS if ignore.covers(rules, p)} == git_ignores(repository, pattern)


def test_later_lines_take_back_earlier_ones_as_in_git(repository: pathlib.Path) -> None:
    text = "\n".join(p for p in PATTERNS if p not in ("***", "foo"))
    rules = ignore.parse(text)
    assert {p for p in PATHS if ignore.covers(rules, p)} == git_ignores(repository, text)


def test_a_broken_pattern_matches_nothing() -> None:
    assert ignore.parse("[abc\n#comment\n\n") == ()


def test_rules_of_a_folder_speak_only_of_what_lies_below_it() -> None:
    rules = ignore.parse("*.txt", "sub")
    assert ignore.covers(rules, "sub/a.txt")
    assert not ignore.covers(rules, "a.txt")
