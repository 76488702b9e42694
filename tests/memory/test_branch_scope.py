"""Memories made on a branch: told there and below, promoted by a merge, archived with the branch."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

from sightline.engine import Lifetime, open_engine
from sightline.memory import keeper
from sightline.memory.memory_text import record_text
from sightline.memory.share.visibility import branch_to_keep
from sightline.store.shared import PERSON, SESSION, take_notice
from sightline.tools import sharing
from tests.memory.team import Person, make_team


@pytest.fixture
def ana(tmp_path: pathlib.Path) -> Person:
    (person,) = make_team(tmp_path, "Ana")
    return person


def on_branch(person: Person, name: str = "expiry", *, commits: int = 2) -> str:
    """A branch with commits of its own and a memory that is kept to it."""
    person.git("checkout", "-q", "-b", name)
    for number in range(commits):
        (person.tree / f"{name}{number}.py").write_text(f"def {name}{number}():\n    return 1\n")
        person.git("add", "-A")
        person.git("commit", "-q", "-m", f"{name} {number}")
    id = person.remember("Expire sessions on read", branch=name, branch_only=True).id
    sharing.settle(person.engine)
    return id


def test_a_memory_of_a_branch_is_told_there_and_not_elsewhere(ana: Person) -> None:
    id = on_branch(ana)
    assert id in ana.texts()
    assert "(from branch expiry)" in record_text(ana.memory(id))
    ana.git("checkout", "-q", "main")
    assert id not in ana.texts()
    ana.git("checkout", "-q", "-b", "other")
    assert id not in ana.texts()
    ana.git("checkout", "-q", "expiry")
    assert id in ana.texts()


def test_a_branch_that_grew_out_of_it_is_told_too(ana: Person) -> None:
    id = on_branch(ana)
    ana.git("checkout", "-q", "-b", "expiry-tests")
    (ana.tree / "more.py").write_text("x = 1\n")
    ana.git("add", "-A")
    ana.git("commit", "-q", "-m", "More")
    sharing.settle(ana.engine)
    assert id in ana.texts()


def test_a_branch_that_has_just_begun_is_told_too_without_asking_git(ana: Person) -> None:
    id = on_branch(ana)
    ana.git("checkout", "-q", "-b", "expiry-tests")
    assert id in ana.texts()
    ana.git("checkout", "-q", "-b", "unrelated", "main")
    assert id not in ana.texts()


@pytest.mark.parametrize("packed", [False, True])
def test_a_branch_that_was_squashed_and_deleted_before_anybody_asked_git_is_merged(
    ana: Person, packed: bool
) -> None:
    """Each event on the branch notes where it ends."""
    ana.git("checkout", "-q", "-b", "expiry")
    id = ana.remember("Expire sessions on read", branch="expiry", branch_only=True).id
    ana.texts()
    for number in range(2):
        (ana.tree / f"expiry{number}.py").write_text("x = 1\n")
        ana.git("add", "-A")
        ana.git("commit", "-q", "-m", f"Work {number}")
    if packed:
        ana.git("pack-refs", "--all")
    ana.texts()
    ana.git("checkout", "-q", "main")
    ana.git("merge", "-q", "--squash", "expiry")
    ana.git("commit", "-q", "-m", "Squashed")
    ana.git("branch", "-q", "-D", "expiry")
    (line,) = sharing.settle(ana.engine)
    assert line == "branch expiry was merged: 1 memory of it told everywhere now"
    assert id in ana.texts()


def test_the_next_session_is_told_once_what_was_archived(ana: Person) -> None:
    on_branch(ana)
    ana.git("checkout", "-q", "main")
    ana.git("branch", "-q", "-D", "expiry")
    sharing.settle(ana.engine)
    start = {"hook_event_name": "SessionStart", "source": "startup", "cwd": str(ana.tree)}
    said = "[branch] branch expiry was deleted without a merge: 1 memory of it archived"
    assert said in run_hook(ana, {**start, "session_id": "one"})
    assert "expiry" not in run_hook(ana, {**start, "session_id": "two"})


MERGES = {
    "merge": [["merge", "-q", "--no-ff", "--no-edit", "expiry"]],
    "fast-forward": [["merge", "-q", "--ff-only", "expiry"]],
    "squash": [["merge", "-q", "--squash", "expiry"], ["commit", "-q", "-m", "Squashed"]],
    "squash, then changed again": [
        ["merge", "-q", "--squash", "expiry"],
        ["commit", "-q", "-m", "Squashed"],
        ["rm", "-q", "expiry0.py"],
        ["commit", "-q", "-m", "Later"],
    ],
    "squash with a file more": [
        ["merge", "-q", "--squash", "expiry"],
        ["mv", "app.py", "shop.py"],
        ["commit", "-q", "-m", "Squashed, and renamed a file"],
        ["rm", "-q", "expiry1.py"],
        ["commit", "-q", "-m", "Later"],
    ],
    "rebase": [["cherry-pick", "main..expiry"]],
}


@pytest.mark.parametrize("how", MERGES)
@pytest.mark.parametrize("deleted", [False, True])
def test_a_merge_promotes(ana: Person, how: str, deleted: bool) -> None:
    id = on_branch(ana)
    ana.git("checkout", "-q", "main")
    (ana.tree / "other.py").write_text("y = 1\n")
    if how != "fast-forward":
        ana.git("add", "-A")
        ana.git("commit", "-q", "-m", "Meanwhile")
    for command in MERGES[how]:
        ana.git(*command)
    if deleted:
        ana.git("branch", "-q", "-D", "expiry")
    lines = sharing.settle(ana.engine)
    assert lines == ["branch expiry was merged: 1 memory of it told everywhere now"]
    assert id in ana.texts()
    assert not ana.memory(id).branch_only
    assert sharing.settle(ana.engine) == []


def test_a_merge_on_the_server_promotes_after_a_fetch(ana: Person) -> None:
    id = on_branch(ana)
    ana.git("push", "-q", "origin", "expiry:main")
    ana.git("fetch", "-q")
    sharing.settle(ana.engine)
    ana.git("checkout", "-q", "main")
    assert id in ana.texts()


def test_a_branch_deleted_unmerged_takes_its_memories_along(ana: Person) -> None:
    id = on_branch(ana)
    ana.git("checkout", "-q", "main")
    ana.git("branch", "-q", "-D", "expiry")
    (line,) = sharing.settle(ana.engine)
    assert line == "branch expiry was deleted without a merge: 1 memory of it archived"
    assert id not in ana.texts()
    assert ana.memory(id).status == "archived"
    for listener in (PERSON, SESSION):
        assert take_notice(ana.engine.memory, ana.engine.project.id, listener) == line
        assert take_notice(ana.engine.memory, ana.engine.project.id, listener) == ""
    # It is not lost: the person can make it count everywhere.
    keeper.promote(ana.engine.memory, id, "", now=ana.engine.now())
    assert id in ana.texts()


def test_a_renamed_branch_keeps_its_memories(ana: Person) -> None:
    id = on_branch(ana)
    ana.git("branch", "-q", "-m", "expiry", "session-expiry")
    assert sharing.settle(ana.engine) == []
    assert id in ana.texts()
    assert ana.memory(id).branch == "session-expiry"


def test_a_branch_without_commits_is_neither_merged_nor_lost_while_it_exists(ana: Person) -> None:
    id = on_branch(ana, commits=0)
    assert id in ana.texts()
    ana.git("checkout", "-q", "main")
    assert sharing.settle(ana.engine) == []
    assert id not in ana.texts()


@pytest.mark.parametrize(
    "setting, captured, kept",
    [
        ("captured", True, "expiry"),
        ("captured", False, ""),
        ("all", False, "expiry"),
        ("none", True, ""),
    ],
)
def test_the_setting_says_what_is_kept_to_its_branch(
    ana: Person, setting: str, captured: bool, kept: str
) -> None:
    project = ana.engine.project
    assert branch_to_keep(project, setting, captured=captured) == ""
    ana.git("checkout", "-q", "-b", "expiry")
    assert branch_to_keep(project, setting, captured=captured) == kept


def run_hook(ana: Person, event: dict[str, object]) -> str:
    # A busy machine must not end what a test looks at; the deadline has tests of its own.
    patient = {f"SIGHTLINE_HOOK_{event}_SECONDS": "20" for event in ("PROMPT", "START", "END")}
    environ = {**os.environ, **patient, "SIGHTLINE_HOME": str(ana.home)}
    done = subprocess.run(
        [sys.executable, "-m", "sightline", "hook", "--agent", "claude"],
        cwd=ana.tree, env=environ, input=json.dumps(event), capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0
    return done.stdout


def test_what_is_captured_on_a_branch_is_told_there_only(
    ana: Person, tmp_path: pathlib.Path
) -> None:
    """Through the hook: the reply of a turn is captured, the next prompt is told of it or not."""
    ana.git("checkout", "-q", "-b", "expiry")
    transcript = tmp_path / "session.jsonl"
    said = "From now on, always expire sessions on read, never with a nightly sweeper job."
    lines = [
        {"type": "user", "message": {"role": "user", "content": said}},
        {"type": "assistant", "message": {"role": "assistant", "content": "Noted, done."}},
    ]
    transcript.write_text("".join(json.dumps(line) + "\n" for line in lines))
    event = {
        "session_id": "one",
        "cwd": str(ana.tree),
        "transcript_path": str(transcript),
    }
    run_hook(ana, {**event, "hook_event_name": "Stop"})
    engine = open_engine(str(ana.tree), Lifetime.COMMAND, environ={}, home=str(ana.home))
    captured = [memory for memory in ana.texts(engine).values() if "expire sessions" in memory]
    assert captured
    prompt = "how do we expire sessions, on read or with a sweeper job?"
    asked = {**event, "hook_event_name": "UserPromptSubmit", "prompt": prompt, "session_id": "two"}
    told = run_hook(ana, asked)
    assert "nightly sweeper" in told
    assert "captured from a session on branch expiry, not reviewed" in told
    ana.git("checkout", "-q", "main")
    elsewhere = run_hook(ana, {**asked, "session_id": "three"})
    assert "nightly sweeper" not in elsewhere


def test_the_most_specific_scope_holds_and_says_so(tmp_path: pathlib.Path) -> None:
    ana, ben = make_team(tmp_path, "Ana", "Ben")
    (tmp_path / "handbook").mkdir()
    for person in (ana, ben):
        sharing.add_organisation(person.engine, str(tmp_path / "handbook"))
    general = ana.remember("Customer sessions expire after 30 minutes", "convention").id
    sharing.share(ana.engine, [general], scope="organisation")
    asked = {
        "session_id": "one",
        "cwd": str(ben.tree),
        "hook_event_name": "UserPromptSubmit",
        "prompt": "when do customer sessions expire?",
    }
    told = run_hook(ben, asked)
    assert general in told
    assert "shared in the organisation by Ana" in told
    own = ben.remember("Customer sessions expire after 8 hours", "convention")
    told = run_hook(ben, {**asked, "session_id": "two"})
    assert own.id in told
    assert f"used here instead of {general}" in told
    assert "shared in the organisation" not in told
