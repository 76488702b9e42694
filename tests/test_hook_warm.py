"""The one file a hook loads: whatever is in it, answers are as without it."""

from __future__ import annotations

import json
import marshal
import os
import pathlib
import shutil
import subprocess
import sys
import time

import pytest

from sightline.hook_warm import WIDTH

PACKAGE = pathlib.Path(__file__).parents[1] / "src" / "sightline"


@pytest.fixture(scope="module")
def settled(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A copy of the program that has nothing left to learn from this sort of event."""
    base = tmp_path_factory.mktemp("settled")
    program = base / "lib" / "sightline"
    # Byte code stays: a first start without it would take as long as a prompt may wait.
    shutil.copytree(PACKAGE, program, ignore=shutil.ignore_patterns("*.warm*"))
    git = base / "project" / ".git"
    git.mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    settings = base / ".config" / "sightline" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("[hook]\nprompt_seconds = 25\n")
    # What was only just written is read again by every event, and such an event is no example.
    os.utime(settings, (1_700_000_000, 1_700_000_000))
    settle(program)
    return base


@pytest.fixture
def program(settled: pathlib.Path, tmp_path: pathlib.Path) -> pathlib.Path:
    """The same for one test."""
    shutil.copytree(settled, tmp_path / "copy")
    return tmp_path / "copy" / "lib" / "sightline"


def ask(program: pathlib.Path, prompt: str, session: str = "s", log: str = "") -> str:
    base = program.parents[1]
    event = {
        "session_id": session,
        "cwd": str(base / "project"),
        "hook_event_name": "UserPromptSubmit",
        "prompt": prompt,
    }
    environ = {"HOME": str(base), "SIGHTLINE_HOME": str(base / "home")}
    done = subprocess.run(
        [os.path.realpath(sys.executable), "-I", "-S", str(program / "hook.py")],
        input=json.dumps(event),
        env=environ,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    file = base / "home" / "hook.log"
    logged = file.read_text() if file.exists() else ""
    assert log in logged if log else not logged, logged
    file.unlink(missing_ok=True)
    return done.stdout


def warm_file(program: pathlib.Path) -> pathlib.Path:
    (found,) = (program / "__pycache__").glob("hook-prompt.*.warm")
    return found


def settle(program: pathlib.Path) -> None:
    """Ask until nothing is left to be learned."""
    before = b""
    for number in range(30):
        ask(program, "fix the exporter of rows", f"session {number}")
        wait_until_written(program)
        found = list((program / "__pycache__").glob("hook-prompt.*.warm"))
        content = found[0].read_bytes() if found else b""
        if content and content == before:
            return
        before = content
    raise AssertionError("it goes on learning")


def wait_until_written(program: pathlib.Path) -> None:
    """Another process writes; nobody else waits for it."""
    deadline = time.monotonic() + 60
    while any((program / "__pycache__").glob("*.writing")):
        assert time.monotonic() < deadline, "it goes on writing"
        time.sleep(0.01)


def test_it_answers_as_without_the_file(program: pathlib.Path) -> None:
    home = program.parents[1] / "home"
    shutil.rmtree(home)
    with_file = ask(program, "fix the exporter of rows")
    shutil.rmtree(home)
    warm_file(program).unlink()
    assert "exporter" in with_file
    assert ask(program, "fix the exporter of rows") == with_file


def test_a_function_that_was_never_called_is_there_when_it_is(program: pathlib.Path) -> None:
    secret = "ghp_" + "a1B2c3D4e5" * 4
    for prompt in (f"use {secret} and the importer", "continue", "/help", "ünïcode 中文 importer?"):
        ask(program, prompt, "other")
    assert "importer" in ask(program, "fix the importer", "more")


def test_a_changed_source_counts_at_once(program: pathlib.Path) -> None:
    source = program / "agents" / "nested.py"
    source.write_text(source.read_text().replace("hookSpecificOutput", "hookOtherOutput"))
    assert "hookOtherOutput" in ask(program, "fix the exporter of rows", "changed")


@pytest.mark.parametrize("damage", ["empty", "cut", "noise"])
def test_a_damaged_file_is_left_aside_and_made_anew(program: pathlib.Path, damage: str) -> None:
    path = warm_file(program)
    whole = path.read_bytes()
    content = {
        "empty": b"",
        "cut": whole[: len(whole) // 2],
        "noise": whole[:16] + bytes(len(whole) - 16),
    }[damage]
    path.write_bytes(content)
    assert "exporter" in ask(program, "fix the exporter of rows", "damaged")
    assert "exporter" in ask(program, "fix the exporter of rows", "after")
    wait_until_written(program)
    assert path.read_bytes() != content


def test_a_file_that_left_something_out_fails_one_prompt_only(program: pathlib.Path) -> None:
    path = warm_file(program)
    path.write_bytes(without(path.read_bytes(), "open_engine"))
    ask(program, "fix the exporter of rows", "failing", log="NameError: name 'open_engine'")
    assert not path.exists()
    assert "exporter" in ask(program, "fix the exporter of rows", "after")


def without(content: bytes, function: str) -> bytes:
    """A file that lacks a function it should have."""
    size = int.from_bytes(content[:WIDTH], "little")
    *head, sizes = marshal.loads(content[2 * WIDTH : 2 * WIDTH + size])
    rest = content[2 * WIDTH + size :]
    portions = []
    for length in sizes:
        items = marshal.loads(rest[:length])
        portions.append(marshal.dumps([one for one in items if one[1] != function]))
        rest = rest[length:]
    begin = marshal.dumps((*head, tuple(map(len, portions))))
    body = b"".join([*portions, rest])
    return b"".join([*(len(part).to_bytes(WIDTH, "little") for part in (begin, body)), begin, body])


def test_where_nothing_can_be_written_it_works_without(program: pathlib.Path) -> None:
    (program / "__pycache__").rename(program / "elsewhere")
    (program / "__pycache__").write_text("no folder")
    assert "exporter" in ask(program, "fix the exporter of rows", "a")
    assert "exporter" in ask(program, "fix the exporter of rows", "b")
