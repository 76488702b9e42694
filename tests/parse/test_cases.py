"""Each case folder reads as its expected text says (FO-6, FO-12, rulings 19, 20, 55)."""

import pathlib

import pytest

from tests.parse.reading import CASES, EXPECTED, LANGUAGES, case_folders, report

MAIN = ("python", "go", "typescript", "tsx", "javascript", "rust")
NEXT = ("java", "c", "cpp", "csharp", "ruby", "php", "kotlin", "swift", "scala")


@pytest.mark.parametrize("folder", case_folders(), ids=lambda p: p.relative_to(CASES).as_posix())
def test_a_case_reads_as_expected(folder: pathlib.Path) -> None:
    """FO-6, FO-10 with ruling 19: symbols, references, and what each was resolved to and how."""
    assert report(folder) == (folder / EXPECTED).read_text(encoding="utf-8")


def test_no_language_of_the_package_is_broken() -> None:
    assert LANGUAGES.problems == []


@pytest.mark.parametrize("language", sorted(LANGUAGES.by_name))
def test_every_language_is_shown_by_enough_cases(language: str) -> None:
    """FO-11 and many more: what each language's grammar shows is written down in case folders."""
    least = 8 if language in MAIN else 4 if language in NEXT else 1
    assert len(case_folders(language)) >= least
