"""`sightline bench --mine`: a person's past sessions against what would have been injected."""

import json
import pathlib
from datetime import UTC, datetime
from typing import Any

import pytest

from sightline.cli.main import main
from sightline.engine import open_engine
from sightline.measure.replay import known_paths
from sightline.measure.transcripts import CONTINUED, TranscriptFile, all_prompts, prompts_in

from .conftest import DAY, START


def stamp(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")


def said(cwd: str, text: str, at: int) -> dict[str, Any]:
    return {
        "type": "user",
        "cwd": cwd,
        "timestamp": stamp(at),
        "message": {"role": "user", "content": text},
    }


def used(tool: str, path: str, number: int) -> list[dict[str, Any]]:
    use = {"type": "tool_use", "id": f"t{number}", "name": tool, "input": {"file_path": path}}
    result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": "done"}
    return [
        {"type": "assistant", "message": {"role": "assistant", "content": [use]}},
        {"type": "user", "message": {"role": "user", "content": [result]}},
    ]


def write(path: pathlib.Path, lines: list[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


@pytest.fixture
def past(
    tmp_path: pathlib.Path, repository: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> pathlib.Path:
    """Claude Code's folder with one session in the repository and one elsewhere."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "store"))
    folder = tmp_path / ".claude" / "projects"
    root, noon = str(repository), START + 4 * DAY
    lines = [
        said(root, "why does tax_of in billing/tax.py not round?", noon),
        *used("Read", f"{root}/billing/tax.py", 1),
        *used("Edit", f"{root}/billing/tax.py", 2),
        said(root, "thanks", noon + 60),
        said(root, "make parse_address refuse an empty name", noon + 120),
        *used("Edit", f"{root}/mail/address.py", 3),
        *used("Write", f"{root}/mail/brand_new.py", 4),
    ]
    write(folder / "-shop" / "aaaa.jsonl", lines)
    write(folder / "-else" / "bbbb.jsonl", [said(str(tmp_path / "else"), "fix tax_of", noon)])
    return folder


def test_past_prompts_are_compared_with_the_files_edited_after_them(
    past: pathlib.Path, repository: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "--mine", "--json", "--project", str(repository)]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["prompts"] == 3
    assert value["with_edits"] == 2
    assert value["recall"]["in_view"] == 1.0
    assert value["silent"]["right"] == 1.0
    assert value["new_files"] == 1
    assert value["each"][0]["found"] == ["billing/tax.py"]
    assert value["each"][1] == {**value["each"][1], "prompt": "thanks", "shown": [], "edited": []}
    assert not pathlib.Path(past.parents[1] / "store").exists()


def test_sessions_of_a_project_that_was_moved_are_found(
    past: pathlib.Path, repository: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = open_engine(str(repository))
    engine.settle()
    engine.close()
    moved = repository.with_name("moved")
    repository.rename(moved)
    engine = open_engine(str(moved))
    engine.settle()
    engine.close()
    assert main(["bench", "--mine", "--json", "--project", str(moved)]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["prompts"] == 3
    assert value["recall"]["in_view"] == 1.0


def test_the_text_report_includes_losses(
    past: pathlib.Path, repository: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "--mine", "--project", str(repository)]) == 0
    text = capsys.readouterr().out
    assert "3 prompts of 1 sessions replayed" in text
    assert "tokens wasted" in text
    assert "Nothing left this machine" in text


def test_a_prompt_is_replayed_on_the_code_of_its_time(
    past: pathlib.Path, repository: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`rounded` was committed on the first day: a prompt of the day before cannot be shown it."""
    root = str(repository)
    early = START + DAY // 2
    lines = [said(root, "what does rounded do?", early), *used("Edit", f"{root}/billing/tax.py", 1)]
    write(past / "-shop" / "aaaa.jsonl", lines)
    assert main(["bench", "--mine", "--json", "--project", root]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["each"][0]["shown"] == []
    assert value["silent"]["though_files_were_edited"] == 1


def test_without_past_sessions_it_says_where_it_looked(
    tmp_path: pathlib.Path,
    repository: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert main(["bench", "--mine", "--project", str(repository)]) == 1
    assert "no past sessions of this project" in capsys.readouterr().err


def test_a_resumed_session_counts_each_prompt_once_and_compactions_are_seen(
    tmp_path: pathlib.Path,
) -> None:
    first = [said("/shop", "add a test for it", START)]
    again = [
        *first,
        said("/shop", CONTINUED + " …", START + 5),
        said("/shop", "go on now", START + 9),
    ]
    write(tmp_path / "a.jsonl", first)
    write(tmp_path / "b.jsonl", again)
    prompts = all_prompts(
        [TranscriptFile("claude", str(tmp_path / name)) for name in ("a.jsonl", "b.jsonl")]
    )
    assert [prompt.text for prompt in prompts] == ["add a test for it", "go on now"]
    assert [prompt.after_compaction for prompt in prompts] == [False, True]


def test_a_truncated_transcript_is_read_as_far_as_possible(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "torn.jsonl"
    path.write_text(json.dumps(said("/shop", "fix it all", START)) + '\n{"type": "us')
    assert [prompt.text for prompt in prompts_in(TranscriptFile("claude", str(path)))] == [
        "fix it all"
    ]
    assert list(prompts_in(TranscriptFile("claude", str(tmp_path / "none.jsonl")))) == []


def test_paths_of_another_copy_are_matched_by_their_suffix() -> None:
    known = {"mail/outbox.py": "source", "tests/test_mail.py": "test", "setup.py": "source"}
    edited = ["/other/place/mail/outbox.py", "/shop/new.py", "/etc/setup.py", "/shop/setup.py"]
    assert known_paths(edited, "/shop", known) == (
        ("mail/outbox.py", "setup.py"),
        ("/shop/new.py",),
    )
    tests = ["/shop/tests/test_mail.py"]
    assert known_paths(tests, "/shop", known) == (("tests/test_mail.py",), ())
    assert known_paths(tests, "/shop", {"tests/test_mail.py": "generated"}) == ((), ())
