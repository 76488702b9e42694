"""Sessions, tools, endings and compactions: what is said, what is kept, what is learned."""

import json
import pathlib
import subprocess

import pytest

from sightline.agents.transcript import last_reply
from sightline.engine import Engine
from sightline.index.refresh import refresh
from sightline.memory.tool_calls import observe
from sightline.model.session import SessionKey
from sightline.store import topics, usage
from sightline.tools.answer import answer
from sightline.tools.memory_links import links_for
from tests.events.conftest import Assistant
from tests.events.test_prompt import DECISION, PROMPT, keep


def test_a_fresh_session_hears_the_last_handoff_and_the_goals(
    claude: Assistant, engine: Engine
) -> None:
    handoff = keep(engine, "Stopped at the clock-skew test of token rotation", kind="handoff")
    goal = keep(engine, "Ship token rotation", kind="goal", status="active")
    text = claude.send("SessionStart", source="startup")
    assert handoff in text
    assert goal in text


def test_the_handoff_is_that_of_the_branch_at_hand(
    claude: Assistant, engine: Engine, root: pathlib.Path
) -> None:
    """Worktrees and parallel sessions leave theirs side by side."""
    here = keep(engine, "Stopped at the clock-skew test", kind="handoff", branch="rotation")
    newest = keep(engine, "The invoice export is reviewed", kind="handoff", branch="export")
    assert newest in claude.send("SessionStart", source="startup")
    subprocess.run(["git", "-C", str(root), "checkout", "-qb", "rotation"], check=True)
    text = Assistant(root, session="s-2").send("SessionStart", source="startup")
    assert here in text and newest not in text


@pytest.mark.parametrize("event", [{"name": "SessionStart", "source": "startup"}, {"name": "Stop"}])
def test_a_moved_repository_is_known_where_only_hooks_ran(
    claude: Assistant, root: pathlib.Path, event: dict[str, str]
) -> None:
    """No command and no server ever wrote down where it lies: sessions do."""
    git = ["git", "-C", str(root), "-c", "user.name=A", "-c", "user.email=a@b.c"]
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "Start"], check=True)
    claude.say("rotate the tokens of the gateway")
    claude.send("Stop", last_assistant_message="The gateway rotates its tokens daily.")
    claude.send(**event)
    moved = root.rename(root.with_name("elsewhere"))
    again = Assistant(moved, session="s-2")
    assert "[Focus | 2 prompts" in again.say("rotate the tokens of the gateway once more")


def test_an_empty_store_orients_nobody(claude: Assistant) -> None:
    assert claude.send("SessionStart", source="startup") == ""


def test_after_a_compaction_the_topics_and_decisions_come_back(
    claude: Assistant, engine: Engine
) -> None:
    identity = keep(engine, DECISION)
    claude.say(PROMPT)
    claude.send("PreCompact", trigger="auto")
    text = claude.send("SessionStart", source="compact")
    assert "[Focus | 1 prompts" in text
    assert identity in text


def test_after_a_compaction_facts_come_back_before_the_next_prompt(
    claude: Assistant, engine: Engine
) -> None:
    """A compaction comes in mid-work: what holds for the whole project must not wait for a prompt."""
    fact = keep(engine, "All prices are integers", kind="fact", level=0)
    assert fact in claude.say(PROMPT)
    text = claude.send("SessionStart", source="compact")
    assert f"[fact] {fact}" in text
    assert fact not in claude.say("and the seats of the exporter?"), "it has it again"


def test_what_a_compaction_brings_back_is_checked_against_the_code(
    claude: Assistant, engine: Engine, root: pathlib.Path
) -> None:
    (root / "clock.py").write_text("def tick():\n    return 1\n")
    refresh(engine.project, engine.settings)
    links, _ = links_for(engine, ["tick"])
    identity = keep(engine, "Ticks are counted once", links=links)
    claude.say(PROMPT)
    (root / "clock.py").write_text("def tick():\n    return 2\n")
    text = claude.send("SessionStart", source="compact")
    assert f"{identity} (" in text and "needs_review" in text


def test_after_a_compaction_the_files_at_work_are_named_last_first(
    claude: Assistant, engine: Engine, root: pathlib.Path
) -> None:
    """An assistant that lost its window reads them again: it need not search for them."""
    claude.say(PROMPT)
    for name in ("session.py", "tokens.py"):
        (root / name).write_text("x = 1\n")
        claude.send(
            "PostToolUse",
            tool_name="Edit",
            tool_input={"file_path": str(root / name)},
            tool_response={},
            tool_use_id=name,
        )
    text = claude.send("SessionStart", source="compact")
    assert text.index("[code] ") < text.index("came up")
    assert "session.py" in text
    assert "tokens.py" in text
    [told] = answer(engine, "recover_session", {}, SessionKey("claude", claude.session))[:1]
    assert "Files accessed (2):" in told


def test_a_session_gets_back_what_was_said_and_decided_in_it(
    claude: Assistant, engine: Engine
) -> None:
    """FO-26: also what was captured of it, however many calls of tools were noted since."""
    key = SessionKey("claude", claude.session)
    claude.say(PROMPT)
    claude.send("Stop", last_assistant_message="The sweeper is gone.")
    captured = {"source": "capture:directive", "session": claude.session}
    keep(engine, "Never sweep the sessions table", **captured)
    keep(engine, "Sweep in the night", **{**captured, "session": "another"})
    keep(engine, "All prices are integers", "fact")
    for number in range(210):
        observe(engine.memory, engine.project.id, "search_code", f"Looked {number}", engine.now())
    [told] = answer(engine, "recover_session", {}, key)[:1]
    assert "[decision] Never sweep the sessions table" in told
    assert "Sweep in the night" not in told
    assert "[fact] All prices are integers" in told
    assert f"  person: {PROMPT}\n  assistant: The sweeper is gone.\n" in told


def test_goals_are_told_until_they_are_reached(claude: Assistant, engine: Engine) -> None:
    goal = keep(engine, "Ship token rotation", kind="goal", status="active")
    for number in range(4):
        keep(engine, f"Reached {number} before", kind="goal", status="completed")
    text = claude.send("SessionStart", source="startup")
    assert goal in text and "Reached" not in text


def test_after_a_compaction_only_files_that_are_there_are_named(
    claude: Assistant, root: pathlib.Path
) -> None:
    (root / "gates.py").write_text("x = 1\n")
    claude.say("gates.py:1 and weirs.py:3 jam in the turnstile")
    text = claude.send("SessionStart", source="compact")
    assert "[code] gates.py  came up " in text
    assert "[code] weirs.py" not in text


def test_a_subagent_gets_a_brief(claude: Assistant) -> None:
    claude.say("rotate refresh tokens in the login flow")
    assert "[thread " in claude.send("SubagentStart", agent_id="a1", agent_type="Explore")


def test_a_known_failure_is_told_before_the_command_runs_again(
    claude: Assistant, engine: Engine
) -> None:
    identity = keep(
        engine,
        "pytest tests/auth hung on the redis fixture",
        kind="failure",
        fields={
            "command": "pytest tests/auth",
            "tool": "Bash",
            "error_type": "Timeout",
            "worked": "REDIS_URL=fakeredis:// pytest tests/auth",
        },
    )
    run = {"tool_name": "Bash", "tool_input": {"command": "pytest tests/auth -x"}}
    text = claude.send("PreToolUse", **run, tool_use_id="t1")
    assert identity in text
    assert claude.send("PreToolUse", **run, tool_use_id="t2") == ""
    other = {"tool_name": "Bash", "tool_input": {"command": "ls -la"}}
    assert claude.send("PreToolUse", **other, tool_use_id="t3") == ""


def test_an_edited_file_belongs_to_the_topic_at_work(
    claude: Assistant, engine: Engine, root: pathlib.Path
) -> None:
    claude.say("rotate refresh tokens in the login flow")
    edit = {"tool_name": "Edit", "tool_input": {"file_path": str(root / "auth" / "token.py")}}
    claude.send("PostToolUse", **edit, tool_response={}, tool_use_id="t1")
    place = topics.place_of(engine.memory, engine.project.id, _key())
    touched = topics.touches(engine.memory, place.topic, "file")
    assert [row[1] for row in touched] == ["auth/token.py"]


def test_files_outside_the_project_are_nobody_s_business(claude: Assistant, engine: Engine) -> None:
    claude.say("rotate refresh tokens in the login flow")
    edit = {"tool_name": "Edit", "tool_input": {"file_path": "/etc/passwd"}}
    claude.send("PostToolUse", **edit, tool_response={}, tool_use_id="t1")
    place = topics.place_of(engine.memory, engine.project.id, _key())
    assert topics.touches(engine.memory, place.topic, "file") == []


def test_a_memory_that_is_named_in_the_reply_was_used(claude: Assistant, engine: Engine) -> None:
    """LO-15: whether injected context is later referenced."""
    identity = keep(engine, DECISION)
    claude.say(PROMPT)
    claude.send("Stop", last_assistant_message=f"As {identity} says, expiry is lazy.")
    counters = usage.usage_of(engine.activity, "memory", [identity], project=engine.project.id)
    assert counters[identity].used == 1


def test_the_reply_becomes_a_line_of_the_guide(claude: Assistant, engine: Engine) -> None:
    """FG-34, ruling 7."""
    claude.say("rotate refresh tokens in the login flow")
    claude.send("Stop", last_assistant_message="The rotation works now.\nTests pass.")
    claude.send("Stop", last_assistant_message="The rotation works now.\nTests pass.")
    lines = topics.guide(engine.memory, engine.project.id, 15)
    assert [line.summary for line in lines] == ["The rotation works now. Tests pass."]


@pytest.mark.parametrize("form", ["lines", "array"])
def test_a_reply_is_found_in_a_transcript(form: str, tmp_path: pathlib.Path) -> None:
    """FG-7: JSON lines as assistants write them, or one array."""
    entries = [
        {"type": "user", "message": {"role": "user", "content": "hello"}},
        {"type": "assistant", "message": {"content": [{"type": "text", "text": "first"}]}},
        {"type": "assistant", "isSidechain": True, "message": {"content": "aside"}},
        {"type": "assistant", "message": {"content": [{"type": "text", "text": "last"}]}},
        {"type": "system", "message": None},
    ]
    path = tmp_path / "transcript"
    lines = "\n".join(json.dumps(entry) for entry in entries) + '\n{"type": "assi'
    path.write_text(lines if form == "lines" else json.dumps(entries))
    assert last_reply(str(path)) == "last"
    assert last_reply(str(tmp_path / "gone")) == ""


def test_the_end_of_a_session_says_nothing(claude: Assistant) -> None:
    claude.say("rotate refresh tokens in the login flow")
    assert claude.send("SessionEnd", reason="other") == ""


def _key():
    from sightline.model.session import SessionKey

    return SessionKey("claude", "s-1")


def test_a_resumed_session_that_has_its_context_is_told_nothing_again(claude: Assistant) -> None:
    """Ruling 80: what the assistant has already is not said again."""
    claude.say("the invoice parser loses the currency of foreign suppliers")
    assert claude.send("SessionStart", source="resume") == ""
    other = Assistant(claude.root, session="other")
    assert "[thread " in other.send("SessionStart", source="startup")


def test_the_first_prompt_after_a_compaction_finds_the_code_of_its_topic(
    claude: Assistant, engine: Engine
) -> None:
    """A short prompt is read with what was said before, though the assistant has lost it."""
    (claude.root / "billing.py").write_text(
        "def parse_invoice(text):\n    '''Read an invoice and the currency of its supplier.'''\n"
        "    return text\n"
    )
    for number in range(20):
        (claude.root / f"other_{number}.py").write_text(f"def other_{number}(x):\n    return x\n")
    refresh(engine.project, engine.settings)
    claude.say("why does parse_invoice lose the currency of foreign suppliers?")
    recalled = claude.send("SessionStart", source="compact")
    assert "symbols: parse_invoice\n" in recalled  # as people call it, without its module
    assert "billing.py" in claude.say("go on: where is the currency lost?")
