"""Memories are told before they are needed: at the start, before an edit, on return, whatever their age."""

import pathlib

import pytest

from sightline.engine import Engine
from sightline.memory.draft import draft
from sightline.memory.keeper import save
from sightline.model.memory import Link
from sightline.settings.load import data_home
from tests.events.conftest import Assistant

DAY = 86_400_000


def keep(engine: Engine, kind: str, text: str, *, age: int = 0, **values: object) -> str:
    now = engine.now() - age * DAY
    memory = draft(kind, text, now=now, project=engine.project.id, **values)
    return save(engine.memory, memory, now=now, anyway=True).memory.id


def test_a_session_starts_with_project_facts_handoff_and_goals(
    claude: Assistant, engine: Engine
) -> None:
    keep(engine, "project", "A ledger for small shops")
    wanted = [
        keep(engine, "fact", "Python 3.11 is the least version", level=0),
        keep(engine, "handoff", "The import is half done"),
        keep(engine, "goal", "Ship the export in May"),
    ]
    keep(engine, "auto", "42 tool calls in 3 sessions")
    text = claude.send("SessionStart", source="startup")
    assert [identity for identity in wanted if identity not in text] == []
    assert "A ledger for small shops" in text and "tool calls" not in text
    # What was told is not told again.
    assert wanted[0] not in claude.say("round the totals of the ledger")


def test_what_is_kept_about_a_file_is_told_before_it_is_edited(
    claude: Assistant, engine: Engine, root: pathlib.Path
) -> None:
    (root / "rates.py").write_text("RATE = 2\n")
    told = keep(engine, "decision", "Rates are rounded half to even", links=(Link("", "rates.py"),))
    tool = {"tool_name": "Edit", "tool_input": {"file_path": str(root / "rates.py")}}
    assert told in claude.send("PreToolUse", tool_use_id="u1", **tool)
    assert claude.send("PostToolUse", tool_use_id="u1", tool_response={}, **tool) == ""
    read = tool | {"tool_name": "Read"}
    assert Assistant(root, session="two").send("PreToolUse", tool_use_id="u2", **read) == ""


def test_a_memory_of_400_days_is_still_told(claude: Assistant, engine: Engine) -> None:
    old = keep(
        engine, "decision", "Ledger exports are gzip compressed with a checksum trailer", age=400
    )
    assert old in claude.say("Drop the checksum trailer of the gzip ledger export")
    assert old not in claude.say("Change the colour of the login button to blue")


@pytest.mark.parametrize(
    "said",
    ["Let's carry on with the exporter", "mach weiter mit dem exporter", "继续 exporter 的工作"],
)
def test_a_handoff_is_told_when_a_prompt_goes_on_with_its_subject(
    claude: Assistant, engine: Engine, said: str
) -> None:
    handoff = keep(engine, "handoff", "exporter: totals are written, taxes are missing")
    keep(engine, "handoff", "login: the form is done")
    assert handoff in claude.say(said)


def test_the_log_says_how_a_prompt_was_answered_if_asked_for(
    claude: Assistant, engine: Engine
) -> None:
    told = keep(engine, "decision", "Ledger exports are gzip compressed with a checksum trailer")
    log = pathlib.Path(data_home(), "hook.log")
    claude.say("Drop the checksum trailer of the gzip ledger export")
    assert not log.exists()
    (claude.root / ".sightline.toml").write_text("[injection]\ndebug = true\n")
    Assistant(claude.root, session="two").say("Drop the checksum trailer of the gzip ledger")
    assert f"told memory {told}" in log.read_text()
