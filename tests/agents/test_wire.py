"""Every assistant's payload is understood, and answered in the form it accepts."""

import json
import pathlib

import pytest

from sightline.agents import NAMES, wire
from sightline.agents.host import actual_agent

CASES = json.loads((pathlib.Path(__file__).parent / "payloads" / "cases.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=[case["about"] for case in CASES])
def test_a_payload_is_read_and_answered(case: dict) -> None:
    """LO-1, FG-2, ruling 1: prompt and user_prompt; the answer has the named agent's form."""
    adapter = wire(case["agent"])
    event = adapter.decode(case["payload"], case["environ"])
    assert {key: getattr(event, key) for key in case["event"]} == case["event"]
    for key, value in case.get("tool", {}).items():
        actual = getattr(event.tool, key)
        assert (list(actual) if isinstance(actual, tuple) else actual) == value
    answer = adapter.encode(event, "CONTEXT")
    assert (json.loads(answer) if answer else None) == case["answer"]


@pytest.mark.parametrize("agent", NAMES)
@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"prompt": 5, "session_id": [], "cwd": None},
        {"hook_event_name": {"a": 1}, "tool_input": "text", "tool_name": 4},
        {"hook_event_name": "PostToolUse", "tool_input": None, "tool_response": [[[[[["deep"]]]]]]},
        {"workspace_roots": "x", "workspaceRoots": 3, "hookName": "PostToolUse", "postToolUse": 1},
        {"toolName": "x", "toolArgs": "{broken", "toolResult": 4},
    ],
)
def test_values_of_the_wrong_type_count_as_missing(agent: str, payload: dict) -> None:
    event = wire(agent).decode(payload, {})
    assert isinstance(event.prompt, str)
    assert isinstance(event.session, str)


def test_an_unknown_agent_has_no_wire() -> None:
    assert wire("nobody") is None


def test_gemini_never_sees_angle_brackets() -> None:
    adapter = wire("gemini")
    event = adapter.decode({"hook_event_name": "BeforeAgent", "prompt": "x"}, {})
    assert "<" not in adapter.encode(event, "List<int> -> x")


@pytest.mark.parametrize(
    ("named", "payload", "environ", "agent"),
    [
        ("claude", {"session_id": "1"}, {}, "claude"),
        ("claude", {"session_id": "1"}, {"CURSOR_VERSION": "3"}, "cursor"),
        ("claude", {"session_id": "1"}, {"COPILOT_CLI": "1"}, "copilot"),
        (
            "claude",
            {"session_id": "1"},
            {"COPILOT_CLI": "1", "CLAUDE_CODE_SESSION_ID": "1"},
            "claude",
        ),
        ("codex", {"session_id": "1"}, {"CLAUDECODE": "1"}, "codex"),
        ("copilot", {"sessionId": "1"}, {"COPILOT_CLI": "1"}, "copilot"),
        ("copilot", {"sessionId": "1", "hookEventName": "SessionStart"}, {}, "vscode"),
        ("vscode", {"sessionId": "1", "hookEventName": "SessionStart"}, {}, "vscode"),
        ("vscode", {"session_id": "1"}, {"COPILOT_CLI": "1"}, ""),
    ],
)
def test_hooks_run_by_another_assistant_answer_in_its_format(
    named: str, payload: dict, environ: dict, agent: str
) -> None:
    assert actual_agent(named, payload, environ) == agent
