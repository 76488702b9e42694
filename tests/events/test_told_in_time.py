"""Memories are told before they are needed: at the start, before an edit, on return, whatever their age."""

import pathlib

import pytest

from sightline.engine import Engine
from sightline.index.refresh import refresh
from sightline.memory.draft import draft
from sightline.memory.keeper import save
from sightline.memory.standing import STANDING_TOKENS
from sightline.model.memory import Link
from sightline.settings.load import data_home
from sightline.text.tokens import estimate_tokens
from sightline.tools.memory_links import links_for
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


def test_a_memory_confirmed_400_days_ago_is_told_while_its_code_is_unchanged(
    claude: Assistant, engine: Engine, root: pathlib.Path
) -> None:
    (root / "retry.py").write_text("def retry_upload(part):\n    return part\n")
    refresh(engine.project, engine.settings, home=engine.home)
    text = "Failing parcels are sent again by the courier service after a pause"
    links = links_for(engine, ["retry_upload"]).links
    kept = keep(engine, "decision", text, age=400, links=links)
    told = claude.say("Is the courier told about failing parcels")
    (head,) = [line for line in told.splitlines() if kept in line]
    assert "fresh" in head


def test_standing_facts_keep_their_cap_the_immutable_first(
    claude: Assistant, engine: Engine
) -> None:
    """Ruling 74: 300 tokens for what is told unasked, and one line about the rest."""
    first = keep(engine, "fact", "Amounts are integer cents", level=0, immutable=True, age=30)
    for number in range(30):
        keep(engine, "fact", f"Depot {number} closes at noon and opens on Mondays", level=0)
    start = claude.send("SessionStart", source="startup")
    assert start.index(first) < start.index("Depot")
    for text in (
        start,
        Assistant(claude.root, session="two").say("rename the header of the settings page"),
    ):
        facts = text[text.index("[fact]") :].partition("\n---")[0]
        assert first in facts and 0 < facts.count("Depot") < 30
        assert sum(map(estimate_tokens, facts.split("\n\n"))) <= STANDING_TOKENS
        (line,) = [line for line in facts.splitlines() if "more: recall" in line]
        assert line == f"{30 - facts.count('Depot')} more: recall with level 0"


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


def test_a_failure_written_down_by_hand_is_told_before_its_command(
    claude: Assistant, engine: Engine
) -> None:
    told = keep(engine, "failure", "`make e2e` fails with ECONNREFUSED unless the gateway runs")
    keep(engine, "failure", "make docs fails without graphviz")
    run = {"tool_name": "Bash", "tool_input": {"command": "make e2e"}}
    assert told in claude.send("PreToolUse", tool_use_id="u1", **run)
    docs = {"tool_name": "Bash", "tool_input": {"command": "make docs"}}
    assert claude.send("PreToolUse", tool_use_id="u2", **docs) == ""
