"""What `sightline bench` measures on a repository, and that it leaves everything as it was."""

import json
import os
import pathlib

import pytest

from sightline.cli.main import main
from sightline.measure.delivery import read_files
from sightline.measure.past_commits import is_code, past_tasks, without_trailers


def test_past_commits_become_tasks_without_trailers(
    repository: pathlib.Path,
) -> None:
    past = past_tasks(str(repository), 10, is_code)
    assert [task.text for task in past.tasks] == [
        "Keep the ledger in order of entry",
        "Refuse an address without a host",
        "Round the tax to whole cents",
    ]
    assert past.tasks[0].files == ("store/ledger.py",)


def test_the_base_commit_precedes_the_oldest_task(repository: pathlib.Path) -> None:
    newest = past_tasks(str(repository), 1, is_code)
    all_of_them = past_tasks(str(repository), 3, is_code)
    assert len(newest.tasks) == 1
    assert newest.base != all_of_them.base


def test_trailers_are_not_part_of_a_message() -> None:
    assert (
        without_trailers("Add it\n\nWhy: it helps\nCo-authored-by: B <b@c>\n")
        == "Add it\n\nWhy: it helps"
    )


def test_a_search_stops_when_it_has_read_the_right_files_and_counts_its_tokens(
    repository: pathlib.Path,
) -> None:
    paths = ["billing/tax.py", "mail/address.py", "mail/outbox.py"]
    files = read_files(str(repository), paths)
    search = files.search_and_read("parse_address fails", ["mail/address.py"], len)
    assert search.read == ("mail/address.py",)
    whole = len((repository / "mail/address.py").read_text())
    assert whole < search.tokens < whole + 100
    assert files.search_and_read("nothing like that zzz", ["mail/address.py"], len).read == ()


def test_a_repository_is_measured_without_touching_the_users_store(
    repository: pathlib.Path,
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("SIGHTLINE_HOME", str(home))
    before = sorted(path.as_posix() for path in repository.rglob("*"))
    code = main(["bench", "--json", "--tasks", "3", "--project", str(repository)])
    value = json.loads(capsys.readouterr().out)
    assert code == 0
    assert not home.exists()
    assert os.environ["SIGHTLINE_HOME"] == str(home)
    assert sorted(path.as_posix() for path in repository.rglob("*")) == before
    assert value["index"]["files"] == 5
    assert value["index"]["yardsticks"][-1]["name"].startswith("reading ")
    assert {row["question"] for row in value["questions"]} >= {"symbol by name", "search"}
    assert value["hook"]["runs"] == 15
    tokens = value["tokens"]
    assert tokens["tasks"] == 3
    assert tokens["ways"]["whole files"]["files_found"] == 1.0
    assert tokens["ways"]["capsule"]["files_found"] > 0.5
    assert [row["commit"] for row in tokens["each"]]


def test_a_folder_without_history_says_that_tokens_were_not_measured(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "home"))
    folder = tmp_path / "plain"
    folder.mkdir()
    (folder / "one.py").write_text("def greet(name):\n    return name\n")
    assert main(["bench", "--project", str(folder)]) == 0
    assert "tokens     not measured: no past commits" in capsys.readouterr().out
