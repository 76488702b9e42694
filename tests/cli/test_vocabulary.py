"""`sightline vocabulary`: the words a project's own history has for a word."""

import json
import pathlib
import subprocess

import pytest
from tests.conftest import Sightline

from sightline.index.history.vocabulary import FEWEST_COMMITS, MOST_PAIRS, MOST_PER_WORD, learn
from sightline.model.indexed import IndexedCommit

GIT = ("git", "-c", "user.name=A", "-c", "user.email=a@example.org")
OTHERS = ("ledger", "invoice", "parcel", "voucher", "supplier", "warehouse", "customs", "pallet")


def change(root: pathlib.Path, name: str, message: str) -> None:
    path = root / f"{name}.py"
    before = path.read_text() if path.exists() else ""
    path.write_text(f"{before}{name.upper()}_{len(before)} = 1\n")
    subprocess.run([*GIT, "add", "-A"], cwd=root, check=True)
    subprocess.run([*GIT, "commit", "-qm", message], cwd=root, check=True)


@pytest.fixture
def root(tmp_path: pathlib.Path) -> pathlib.Path:
    """A project whose people say basket to what its code calls an allocation."""
    root = tmp_path / "shop"
    root.mkdir()
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    for _ in range(FEWEST_COMMITS):
        change(root, "stock_allocation", "Empty the basket at night")
    change(root, "tariff", "Round the duty")
    for other in OTHERS * 4:
        change(root, other, f"Describe the {other}")
    return root


def test_a_word_of_commit_messages_is_shown_with_the_names_of_what_they_changed(
    sightline: Sightline, root: pathlib.Path
) -> None:
    project = ("--project", str(root))
    assert "history" not in sightline("vocabulary", "basket", *project).stdout
    assert sightline("index", str(root)).returncode == 0
    shown = sightline("vocabulary", "baskets", *project).stdout
    (line,) = [line for line in shown.splitlines() if "history" in line]
    assert "baskets: " in line and "allocation" in line and "(3 commits)" in line
    told = json.loads(sightline("vocabulary", "basket", "duty", *project, "--json").stdout)
    # One commit about the duty is not enough.
    assert {(one["word"], one["commits"]) for one in told["history"]} == {("basket", 3)}
    assert {one["other"] for one in told["history"]} == {"stock", "allocation"}


def commit(number: int, message: str, *files: str) -> IndexedCommit:
    return IndexedCommit(number, str(number), number, number, message, files, ())


def test_the_vocabulary_is_bounded_and_leaves_out_what_chance_explains() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    names = [f"quux{one}{two}{three}" for one in letters for two in letters for three in "xyz"]
    commits = [
        commit(number, f"{name}q", *(f"{name}{end}.py" for end in ("k", "l", "m", "n", "o", "p")))
        for number, name in enumerate(names * FEWEST_COMMITS)
    ]
    learned = learn(commits)
    assert len(learned) == MOST_PAIRS
    (word, *_) = learned
    assert len([one for one in learned if one.word == word.word]) == MOST_PER_WORD
    # A word that is said everywhere tells nothing, however often it meets a name.
    assert learn([one._replace(message="basket") for one in commits]) == []
