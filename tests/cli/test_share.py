"""`sightline share`, `blame` and `review --shared`, as people call them."""

import json
import pathlib
import subprocess
from typing import Any

import pytest
from tests.conftest import Sightline


@pytest.fixture
def project(tmp_path: pathlib.Path) -> pathlib.Path:
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "config", "user.name", "Ana")
    git(tmp_path, "config", "user.email", "ana@example.org")
    (tmp_path / "app.py").write_text("def charge(order):\n    return order\n")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "Begin")
    return tmp_path


def git(folder: pathlib.Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


def values(sightline: Sightline, *arguments: str) -> Any:
    result = sightline(*arguments, "--json")
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def remember(sightline: Sightline, text: str, *options: str) -> str:
    return str(values(sightline, "remember", text, *options)["memory_id"])


def test_sharing_is_off_until_it_is_turned_on(sightline: Sightline, project: pathlib.Path) -> None:
    id = remember(sightline, "Charge orders once", "--kind", "decision")
    refused = sightline("share", id)
    assert refused.returncode == 1
    assert "not shared yet" in refused.stderr
    assert "sightline share" in refused.stderr
    assert not (project / ".sightline").exists()
    assert values(sightline, "share")["sharing"] is True
    assert not (project / ".sightline").exists()
    written = values(sightline, "share", id)["written"]
    assert written == [f".sightline/memories/{id}.md"]
    assert values(sightline, "share")["own"] == [id]
    assert "1 memory" in sightline().stdout


def test_options_that_exclude_each_other_are_refused(
    sightline: Sightline, project: pathlib.Path
) -> None:
    for words, problem in (
        (("--all",), "say which kinds"),
        (("--kind", "decision"), "--kind needs --all"),
        (("dec-1a2b3c4d", "--off"), "cannot be combined"),
        (("--all", "--kind", "pin"), "--kind cannot be 'pin'"),
    ):
        result = sightline("share", *words)
        assert result.returncode == 2
        assert problem in result.stderr


def test_a_folder_without_git_cannot_share(sightline: Sightline, tmp_path: pathlib.Path) -> None:
    result = sightline("share")
    assert result.returncode == 2
    assert "git init" in result.stderr


def test_an_edit_is_shared_only_when_that_is_asked_for(
    sightline: Sightline, project: pathlib.Path
) -> None:
    sightline("share")
    id = remember(sightline, "Charge orders once", "--kind", "decision")
    sightline("share", id)
    path = project / ".sightline" / "memories" / f"{id}.md"
    edited = sightline("edit", id, "--text", "Charge orders twice").stdout
    assert f"for the others: sightline share {id}" in edited
    assert "once" in path.read_text()
    assert values(sightline, "share")["changed_here"] == [id]
    sightline("share", id)
    assert "twice" in path.read_text()
    assert values(sightline, "share")["changed_here"] == []
    new = values(sightline, "supersede", id, "Charge orders never")
    assert f"supersedes:\n  - {id}\n" not in path.read_text()
    sightline("share", new["memory_id"])
    successor = path.with_name(f"{new['memory_id']}.md").read_text()
    assert f"supersedes:\n  - {id}\n" in successor
    forgotten = sightline("forget", new["memory_id"]).stdout
    assert f"sightline share --remove {new['memory_id']}" in forgotten


def test_a_setting_shares_kinds_as_they_are_saved(
    sightline: Sightline, project: pathlib.Path, home: pathlib.Path
) -> None:
    (home / "config" / "sightline").mkdir(parents=True)
    (home / "config" / "sightline" / "settings.toml").write_text('[share]\nkinds = ["decision"]\n')
    before = remember(sightline, "Charge orders once", "--kind", "decision")
    assert not (project / ".sightline").exists()
    sightline("share")
    fact = remember(sightline, "Orders have lines", "--kind", "fact")
    decision = remember(sightline, "Refund in cents", "--kind", "decision")
    names = {path.stem for path in (project / ".sightline" / "memories").iterdir()}
    assert names == {before, decision}
    assert fact not in names


def test_a_repository_cannot_make_anybody_share(
    sightline: Sightline, project: pathlib.Path
) -> None:
    (project / ".sightline.toml").write_text('[share]\nkinds = ["decision"]\n')
    sightline("share")
    remember(sightline, "Charge orders once", "--kind", "decision")
    assert not (project / ".sightline").exists()


def test_blame_and_review_say_who_and_what(sightline: Sightline, project: pathlib.Path) -> None:
    sightline("share")
    id = remember(sightline, "Charge orders once", "--kind", "decision")
    sightline("share", id)
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", "Share a decision")
    git(project, "checkout", "-q", "-b", "prices")
    other = remember(sightline, "Refund in cents", "--kind", "decision")
    sightline("share", other)
    (project / ".sightline" / "memories" / f"{id}.md").unlink()
    review = values(sightline, "review", "--shared")
    assert [memory["id"] for memory in review["added"]] == [other]
    assert review["removed"] == [id]
    git(project, "checkout", "-q", ".")
    changes = values(sightline, "blame", id)["changes"]
    assert changes[0]["who"] == "Ana"
    assert changes[0]["what"] == "shared it: Share a decision"


def test_an_organisation_is_shared_with_blamed_and_left(
    sightline: Sightline, project: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    handbook = tmp_path / "handbook"
    handbook.mkdir()
    git(handbook, "init", "-q", "-b", "main")
    git(handbook, "config", "user.name", "Ana")
    git(handbook, "config", "user.email", "ana@example.org")
    sightline("share", "--organisation", str(handbook))
    id = remember(sightline, "Log in UTC", "--kind", "convention")
    said = sightline("share", id, "--scope", "organisation").stdout
    assert f"git -C {handbook}/.sightline/memories add" in said
    git(handbook, "add", "-A")
    git(handbook, "commit", "-q", "-m", "Agree on time")
    assert values(sightline, "blame", id)["changes"][0]["what"] == "shared it: Agree on time"
    assert f"1 memory in {handbook}" in sightline("share").stdout
    sightline("share", "--off", "--scope", "organisation")
    assert values(sightline, "share")["organisations"] == []


def test_ignored_files_are_pointed_out(sightline: Sightline, project: pathlib.Path) -> None:
    (project / ".gitignore").write_text(".sightline/\n")
    sightline("share")
    id = remember(sightline, "Charge orders once", "--kind", "decision")
    assert "git ignores .sightline/memories" in sightline("share", id).stdout


def test_files_that_are_not_trusted_are_said_and_not_told(
    sightline: Sightline, project: pathlib.Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    sightline("share")
    id = remember(sightline, "Customer sessions expire after 30 minutes", "--kind", "decision")
    sightline("share", id)
    stranger = {"SIGHTLINE_HOME": str(tmp_path_factory.mktemp("stranger"))}
    said = "1 memory file of this repository, not read until you trust it: sightline share --trust"
    for command in ((), ("status",), ("init", "--dry-run", "--agent", "claude")):
        assert said in sightline(*command, **stranger).stdout, command
    sightline("index", **stranger)
    event = json.dumps(
        {
            "hook_event_name": "UserPromptSubmit",
            "prompt": "when do customer sessions expire?",
            "session_id": "one",
            "cwd": str(project),
        }
    )
    told = sightline("hook", "--agent", "claude", text=event, **stranger).stdout
    assert "30 minutes" not in told
    assert id not in told
    assert id not in sightline("recall", "sessions expire", **stranger).stdout
    sightline("share", "--trust", **stranger)
    event = event.replace('"one"', '"two"')
    told = sightline("hook", "--agent", "claude", text=event, **stranger).stdout
    assert id in told
    assert "shared by Ana" in told
