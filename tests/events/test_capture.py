"""What a reply and a session leave in memory."""

import json
import pathlib

import pytest

from sightline.agents.transcript import last_reply, read_steps
from sightline.engine import Engine
from sightline.model.memory import Memory
from sightline.store import memory as store
from tests.events.conftest import Assistant


def transcript(tmp_path: pathlib.Path, root: pathlib.Path) -> pathlib.Path:
    def used(id: str, name: str, **given: str) -> dict[str, object]:
        part = {"type": "tool_use", "id": id, "name": name, "input": given}
        return {"type": "assistant", "message": {"content": [part]}}

    def result(id: str, text: str, *, failed: bool = False) -> dict[str, object]:
        part = {"type": "tool_result", "tool_use_id": id, "content": text, "is_error": failed}
        return {"type": "user", "message": {"content": [part]}}

    entries = [
        {"type": "user", "message": {"content": "make the export stable, never sort by time"}},
        used("1", "Bash", command="gh pr diff 88 --stat"),
        result("1", "Exit code 1\nunknown flag: --stat", failed=True),
        used("2", "Bash", command="gh pr diff 88 --name-only"),
        result("2", "a.py"),
        used("3", "Edit", file_path=str(root / "a.py")),
        result("3", "ok"),
        used("4", "Read", file_path=str(root / "a.py")),
        result("4", "x"),
        {"type": "user", "message": {"content": "why was it unstable before my change"}},
        {
            "type": "assistant",
            "message": {
                "content": [
                    {
                        "type": "text",
                        "text": "Root cause: `export_lines` walked a set, so the order changed with the hash seed.",
                    }
                ]
            },
        },
    ]
    path = tmp_path / "transcript.jsonl"
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    return path


def captured(engine: Engine) -> list[Memory]:
    found = store.of_numbers(engine.memory, store.newest(engine.memory, [engine.project.id]))
    return [memory for memory in found if memory.source.startswith("capture:")]


def test_a_reply_leaves_what_it_found_out_marked_for_review(
    claude: Assistant, engine: Engine, tmp_path: pathlib.Path, root: pathlib.Path
) -> None:
    path = transcript(tmp_path, root)
    claude.send("Stop", transcript_path=str(path))
    (found,) = captured(engine)
    assert found.kind == "bug_fix" and found.text.startswith("Root cause")
    assert found.origin == f"{path}#L11" and found.reviewed == 0 and found.automatic
    assert found.session == "s-1" and found.agent == "claude"
    claude.send("Stop", transcript_path=str(path), stop_hook_active=True)
    assert len(captured(engine)) == 1
    assert store.to_review(engine.memory, engine.project.id) == [found]


def test_a_session_leaves_its_failures_a_summary_and_a_handoff(
    claude: Assistant, engine: Engine, tmp_path: pathlib.Path, root: pathlib.Path
) -> None:
    (root / "a.py").write_text("x = 1\n")
    claude.send("SessionEnd", transcript_path=str(transcript(tmp_path, root)), reason="exit")
    found = {memory.kind: memory for memory in captured(engine)}
    assert set(found) == {"failure", "bug_fix", "convention", "fact", "handoff"}
    assert found["failure"].fields["worked"] == "gh pr diff 88 --name-only"
    assert found["fact"].domain == "session-history"
    assert found["handoff"].fields["git_uncommitted"] == ["a.py"]
    assert found["handoff"].id.startswith("session-20")


def test_a_session_that_goes_on_replaces_the_handoff_it_left(
    claude: Assistant, engine: Engine, tmp_path: pathlib.Path, root: pathlib.Path
) -> None:
    path = transcript(tmp_path, root)
    claude.send("SessionEnd", transcript_path=str(path), reason="exit")
    with path.open("a") as file:
        entry = {"type": "user", "message": {"content": "and now sort the tags as well"}}
        file.write(json.dumps(entry) + "\n")
    claude.send("SessionEnd", transcript_path=str(path), reason="exit")
    (handoff,) = [memory for memory in captured(engine) if memory.kind == "handoff"]
    assert "sort the tags" in handoff.text
    assert len([memory for memory in captured(engine) if memory.kind == "fact"]) == 1


@pytest.mark.parametrize(
    ("agent", "prompted", "ended", "reply"),
    [
        ("gemini", "BeforeAgent", "AfterAgent", "prompt_response"),
        ("cursor", "beforeSubmitPrompt", "afterAgentResponse", "text"),
        ("opencode", "UserPromptSubmit", "Stop", ""),
        ("vscode", "UserPromptSubmit", "Stop", ""),
    ],
)
def test_without_a_transcript_what_was_said_in_events_is_captured(
    engine: Engine, root: pathlib.Path, agent: str, prompted: str, ended: str, reply: str
) -> None:
    assistant = Assistant(root, agent=agent)
    assistant.send(
        prompted, prompt="from now on write money as integer cents", conversation_id="s-1"
    )
    answered = {reply: "Done. Which timezone should the report use?"} if reply else {}
    assistant.send(ended, conversation_id="s-1", **answered)
    (wish,) = captured(engine)
    assert wish.text == "from now on write money as integer cents" and wish.agent == agent
    answer = "UTC everywhere, conversions only in the view"
    assistant.send(prompted, prompt=answer, conversation_id="s-1")
    assistant.send(ended, conversation_id="s-1", **({reply: "Understood."} if reply else {}))
    texts = [memory.text for memory in captured(engine)]
    assert any("timezone" in text and "UTC everywhere" in text for text in texts) is bool(reply)
    assistant.send(
        ended, conversation_id="s-1", **({reply: "And one more thing."} if reply else {})
    )
    assert [memory.text for memory in captured(engine)] == texts


def test_the_events_file_of_copilot_is_a_transcript(
    engine: Engine, root: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    def event(type: str, **data: object) -> str:
        return json.dumps({"type": type, "data": data, "id": "1", "parentId": None}) + "\n"

    path = tmp_path / "events.jsonl"
    path.write_text(
        event("session.start", sessionId="s-1", version=1, producer="copilot-agent")
        + event("user.message", content="run the tests, and never commit generated files")
        + event("assistant.message", content="", toolRequests=[])
        + event("tool.execution_start", toolCallId="1", toolName="bash", arguments={"command": "npm test"})
        + event("tool.execution_complete", toolCallId="1", success=False, error={"message": "no test script"})
        + event("tool.execution_start", toolCallId="2", toolName="bash", arguments={"command": "npm run test:unit"})
        + event("tool.execution_complete", toolCallId="2", success=True, result={"content": "12 passed"})
        + event("assistant.message", content="12 tests pass.", toolRequests=[])
    )  # fmt: skip
    steps = read_steps(str(path))
    assert [step.kind for step in steps] == ["prompt", "tool", "tool", "reply"]
    assert steps[1].failed and steps[1].command == "npm test" and "no test" in steps[1].output
    Assistant(root, agent="copilot").send("Stop", transcript_path=str(path))
    texts = [memory.text for memory in captured(engine)]
    assert any("never commit generated files" in text for text in texts)
    assert last_reply(str(path)) == "12 tests pass."


def test_nothing_is_captured_when_it_is_switched_off(
    claude: Assistant,
    engine: Engine,
    tmp_path: pathlib.Path,
    root: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SIGHTLINE_MEMORY_CAPTURE", "false")
    (root / ".sightline.toml").write_text("[memory]\ncapture = false\n")
    claude.send("SessionEnd", transcript_path=str(transcript(tmp_path, root)), reason="exit")
    assert captured(engine) == []


def test_a_transcript_that_is_gone_or_torn_harms_nothing(
    claude: Assistant, engine: Engine, tmp_path: pathlib.Path
) -> None:
    claude.send("SessionEnd", transcript_path=str(tmp_path / "none.jsonl"))
    (tmp_path / "torn.jsonl").write_bytes(b'{"type": "user", "mess\n\xff\xfe\n[1]\n3\n')
    claude.send("Stop", transcript_path=str(tmp_path / "torn.jsonl"))
    assert captured(engine) == []
