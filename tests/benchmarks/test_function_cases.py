"""Which functions a commit changed: the innermost around its lines, in the tree before it."""

import pathlib
import subprocess

from benchmarks.learn_weights import (
    PAGE,
    TABLES,
    Candidate,
    Example,
    Learned,
    figures,
    fit,
    left_out,
    written,
)
from benchmarks.lib.function_cases import changed_functions
from benchmarks.lib.ranking_cases import RankingCase

from sightline.context.ranking.rank import SYMBOL
from sightline.parse.languages import Languages

BEFORE = """
def plain(cup):
    return cup.rim


class Kettle:
    def pour(self, cup):
        def drop(water):
            return water.weight
        total = drop(self.water)

        return total
"""


def git(root: pathlib.Path, *arguments: str) -> str:
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    command = ["git", "-C", str(root), *identity, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def changed(root: pathlib.Path, after: str) -> list[str]:
    """The functions that a commit of the file changed."""
    git(root, "init", "-q")
    path = root / "tea.py"
    for text in (BEFORE, after):
        path.write_text(text, encoding="utf-8")
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", "Brew")
    return changed_functions(root, git(root, "rev-parse", "HEAD"), "tea.py", Languages())


def test_the_innermost_function_around_a_changed_line_counts(tmp_path: pathlib.Path) -> None:
    after = BEFORE.replace("water.weight", "water.mass")
    assert changed(tmp_path, after) == ["tea.py::tea.Kettle.pour.drop"]


def test_an_added_line_counts_for_the_function_it_is_added_to(tmp_path: pathlib.Path) -> None:
    after = BEFORE.replace(
        "\n\n        return total", "\n        total += 1\n\n        return total"
    )
    assert changed(tmp_path, after) == ["tea.py::tea.Kettle.pour"]


def test_a_function_that_is_added_between_others_changes_none(tmp_path: pathlib.Path) -> None:
    after = BEFORE.replace("\nclass Kettle", "\ndef new(cup):\n    return 1\n\n\nclass Kettle")
    assert changed(tmp_path, after) == []


def example(gold: str) -> Example:
    """A case in which only the class around a function tells which one is meant."""
    case = RankingCase("pour the tea", frozenset((gold,)), "", "functions")
    others = [Candidate(f"x{at}", {"text": 1.0}, 0.0) for at in range(10)]
    return Example("functions", case, (*others, Candidate("y", {"text": 1.0, "around": 1.0}, 0.0)))


def test_weights_that_help_other_projects_are_learned() -> None:
    start = {"text": 1.0, "around": -0.1}
    learned = [Learned(f"a/{name}", [example("y")]) for name in "bcdefg"]
    weights = fit(learned, start)
    assert weights["around"] > 0.0 > start["around"]
    assert figures((one, start) for one in learned) == {"functions R@10": 0.0}
    assert left_out(learned, start) == {"functions R@10": 100.0}


def test_the_weights_are_stored_as_they_are_written() -> None:
    assert PAGE.read_text(encoding="utf-8") == written(TABLES)
    assert set(TABLES[SYMBOL]) >= {"text", "around"}
