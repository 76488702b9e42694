"""Finds the test file of a source file by its name, as projects of many languages name them."""

from __future__ import annotations

from collections.abc import Iterable

from sightline.store.code import evidence as store
from sightline.store.code.evidence import FileRow
from sightline.store.sqlite.database import Database

# How test files are named after a source file: `{stem}` without and `{ending}` with its dot.
_PATTERNS = (
    *("{stem}_test{ending}", "test_{stem}{ending}", "{stem}.test{ending}", "{stem}.spec{ending}"),
    *("{stem}Test{ending}", "{stem}Tests{ending}", "{stem}_spec{ending}", "{stem}Spec{ending}"),
    *("tests_{stem}{ending}", "{stem}_tests{ending}", "test-{stem}{ending}", "{stem}-test{ending}"),
)
# A name that more files have says too little.
_MOST_NAMESAKES = 4


def tests_of(index: Database, paths: Iterable[str]) -> dict[str, tuple[FileRow, ...]]:
    """The test file of each source file that has one, by the path of the source file."""
    names = {path: _test_names(path) for path in paths}
    wanted = {name for own in names.values() for name in own}
    by_base: dict[str, list[FileRow]] = {}
    for file in store.files_based(index, wanted):
        if file.role == "test":
            by_base.setdefault(file.path.rpartition("/")[2], []).append(file)
    tests: dict[str, tuple[FileRow, ...]] = {}
    for path, own in names.items():
        files = [file for name in own for file in by_base.get(name, ())]
        if 0 < len(files) <= _MOST_NAMESAKES:
            tests[path] = (max(files, key=lambda file: (_shared(file.path, path), file.path)),)
    return tests


def _test_names(path: str) -> list[str]:
    base = path.rpartition("/")[2]
    stem, dot, ending = base.rpartition(".")
    if not stem:
        return []
    return [pattern.format(stem=stem, ending=dot + ending) for pattern in _PATTERNS]


def _shared(one: str, other: str) -> int:
    """How many folders two paths share, in any place."""
    return len(set(one.split("/")[:-1]) & set(other.split("/")[:-1]))
