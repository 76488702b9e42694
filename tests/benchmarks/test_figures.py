"""Every figure in the documents comes from a checked-in result, and the report matches the results.

A number that looks measured (with ms, MB, GB, %, x or times, or with decimals in a table) must be in a
block with one of these comments:

    7.2 x <!-- figure: hook_speed | prompt hook, django: alone | cpu_over_bare_p50 -->
    <!-- figures: quality_topics -->   every such number of the block is a value of that benchmark
    <!-- limit -->                     the block's numbers are chosen, not measured
    <!-- removed -->                   the numbers describe something that was removed
"""

import pathlib
import re
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.lib import figures, first_page  # noqa: E402

from benchmarks import report  # noqa: E402

PAGES = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
WRITTEN = [
    path
    for path in sorted([*map(ROOT.joinpath, PAGES), *(ROOT / "docs").rglob("*.md")])
    if "reference" not in path.parts and path.name != "benchmarks.md"
]
NUMBER = r"\d[\d,]*(?:\.\d+)?"
CLAIM = re.compile(rf"(?<![\w.])({NUMBER})\s?(?:ms|milliseconds|MB|GB|%|x|×|times)(?![\w`])")
DECIMAL = re.compile(r"(?<![\w.])(\d+\.\d+)(?![\w.])")
ONE = re.compile(r"<!-- figure: ([^|]+) \| ([^|]+) \| ([^|]+) -->")
MANY = re.compile(r"<!-- figures: (\w+) -->")
LIMIT = "<!-- limit -->"
# What was removed cannot be measured again.
REMOVED = "<!-- removed -->"


def blocks(text: str) -> list[str]:
    """Paragraphs and tables, without code blocks."""
    plain = re.sub(r"^( *)```.*?^\1```", "", text, flags=re.DOTALL | re.MULTILINE)
    return [block for block in re.split(r"\n\s*\n", plain) if block.strip()]


def claims(block: str) -> list[str]:
    """The numbers of a block that look measured."""
    bare = re.sub(r"<!--.*?-->|`[^`]*`|\]\([^)]*\)", " ", block, flags=re.DOTALL)
    numbers = CLAIM.findall(bare)
    for line in bare.splitlines():
        if line.lstrip().startswith("|"):
            numbers += DECIMAL.findall(line)
    return numbers


def same(shown: str, value: float) -> bool:
    """Whether a value, rounded to the digits shown, equals the number shown."""
    digits = len(shown.partition(".")[2])
    return f"{abs(value):.{digits}f}" == shown.replace(",", "")


def unsourced(block: str) -> list[str]:
    """The numbers of a block that no result contains."""
    numbers = claims(block)
    if not numbers or LIMIT in block or REMOVED in block:
        return []
    values = [value for name in MANY.findall(block) for value in figures.numbers_in(name)]
    values += [
        float(value)
        for parts in ONE.findall(block)
        if (value := figures.value_of(*parts)) is not None
    ]
    return [shown for shown in numbers if not any(same(shown, value) for value in values)]


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_figure_has_a_source(path: pathlib.Path) -> None:
    for block in blocks(path.read_text(encoding="utf-8")):
        assert not unsourced(block), f"no result says this (see tests/benchmarks):\n{block}"


def test_the_report_says_what_the_results_say() -> None:
    assert not report.stale(), "stale; run: python -m benchmarks.report"


def test_a_figure_without_a_source_is_seen() -> None:
    assert unsourced("The hook takes 23 ms.") == ["23"]
    assert unsourced("| ours | 74.4 |\n| theirs | 4.8 |") == ["74.4", "4.8"]
    assert unsourced("It waits for 50 ms. <!-- limit -->") == []
    assert unsourced("Use `--budget 4` and version 3.11.") == []


def test_a_figure_that_no_longer_holds_is_seen() -> None:
    name = "<!-- figure: topics_load | endurance | ratio -->"
    held = figures.value_of("topics_load", "endurance", "ratio")
    assert unsourced(f"{held:.2f} times {name}") == []
    assert unsourced(f"{held + 0.5:.2f} times {name}") != []


def test_of_lines_under_one_name_the_newest_counts(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "RESULTS", tmp_path)
    (tmp_path / "speed.jsonl").write_text('{"figure": "a", "ms": 5}\n{"figure": "a", "ms": 3}\n')
    assert figures.value_of("speed", "a", "ms") == 3
    assert figures.value_of("speed", "b", "ms") is None
    assert figures.value_of("none", "a", "ms") is None


def test_the_first_page_is_short_and_answers_every_question() -> None:
    page = report.pages()[report.PAGE]
    first, _, _ = page.partition("## Budgets")
    assert len(first.splitlines()) <= 60
    for question in first_page.QUESTIONS:
        assert f"| {question.text} | " in first
    # One line per section, not one per missed bound.
    assert first.count("bounds are missed") <= len(report.SECTIONS)


def test_plots_are_the_same_each_time_and_hold_on_dark_paper() -> None:
    made = report.pages()
    assert made == report.pages()
    drawn = [text for path, text in made.items() if path.endswith(".svg")]
    assert drawn
    assert all("prefers-color-scheme:dark" in text for text in drawn)
