"""Finds test files: that of a source file by its name, and the one with the words of a prompt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from sightline.store.code import evidence as store
from sightline.store.code import reader
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
# How many tests are found by their words, and over how many postings.
_SEARCHED, _MOST_POSTINGS = 40, 30_000
# How many parts at the end of a file's name may be missing in that of its test.
_MOST_SHORTER = 2


def tests_of(index: Database, paths: Iterable[str]) -> dict[str, tuple[FileRow, ...]]:
    """The test file of each source file that has one, by the path of the source file.

    A test may cover several files of one beginning: `order_test.go` also tests `order_lines.go`.
    """
    names = {path: [_test_names(path, stem) for stem in _stems(path)] for path in paths}
    wanted = {name for stems in names.values() for own in stems for name in own}
    by_base: dict[str, list[FileRow]] = {}
    for file in store.files_based(index, wanted):
        if file.role == "test":
            by_base.setdefault(file.path.rpartition("/")[2], []).append(file)
    tests: dict[str, tuple[FileRow, ...]] = {}
    for path, stems in names.items():
        for shorter, own in enumerate(stems):
            files = [file for name in own for file in by_base.get(name, ())]
            if shorter:  # less of the name agrees, so more of the place must
                files = [file for file in files if _folder(file.path) == _folder(path)]
            if 0 < len(files) <= _MOST_NAMESAKES:
                tests[path] = (max(files, key=lambda file: (_shared(file.path, path), file.path)),)
                break
    return tests


def test_with(index: Database, words: Mapping[str, float]) -> str:
    """The test file whose tests have most of the words; empty if none has any.

    The best tests of a file count, so that a long file is not found for its length.
    """
    symbols = reader.search_symbols(index, words, _SEARCHED, demoted=True, most=_MOST_POSTINGS)
    scores = dict(symbols)
    by_path: dict[str, list[float]] = {}
    for symbol in reader.symbols(index, list(scores)):
        if symbol.role == "test":
            by_path.setdefault(symbol.path, []).append(scores[symbol.id])
    rated = {
        path: sum(score / (1 + place) for place, score in enumerate(sorted(own, reverse=True)[:3]))
        for path, own in by_path.items()
    }
    return min(rated, key=lambda path: (-rated[path], path), default="")


def _stems(path: str) -> list[str]:
    """The name of a file without its ending, then without its last parts."""
    stem = path.rpartition("/")[2].rpartition(".")[0]
    stems = [stem] if stem else []
    while stem and len(stems) <= _MOST_SHORTER:
        stem = re.sub(r"(?:[_.-]+[^_.-]*|(?<=[a-z0-9])[A-Z][a-z0-9]*)$", "", stem)
        if not stem or stem == stems[-1]:
            break
        stems.append(stem)
    return stems


def _test_names(path: str, stem: str) -> list[str]:
    ending = "." + path.rpartition(".")[2]
    return [pattern.format(stem=stem, ending=ending) for pattern in _PATTERNS]


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _shared(one: str, other: str) -> int:
    """How many folders two paths share, in any place."""
    return len(set(_folder(one).split("/")) & set(_folder(other).split("/")))
