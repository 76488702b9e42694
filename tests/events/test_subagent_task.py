"""A subagent is told what its own task needs, not what the main session works on."""

import pathlib

from sightline.engine import Engine
from sightline.index.refresh import refresh
from tests.events.conftest import Assistant
from tests.events.test_prompt import keep

INVOICE = '''
def export_invoice(order):
    """Write one invoice as CSV."""
    return ",".join(order)
'''
ROTATION = '''
def rotate_token(token):
    """Replace a token before it expires."""
    return token[::-1]
'''


def prepare(engine: Engine, root: pathlib.Path) -> str:
    (root / "invoices.py").write_text(INVOICE)
    (root / "tokens.py").write_text(ROTATION)
    refresh(engine.project, engine.settings, home=engine.home)
    return keep(engine, "Invoices are exported in the order of their numbers", kind="decision")


def delegate(claude: Assistant, task: str) -> str:
    arguments = {"description": "look", "prompt": task, "subagent_type": "Explore"}
    return claude.send("PreToolUse", tool_name="Task", tool_input=arguments, tool_use_id=task)


def test_a_subagent_gets_the_code_and_memories_of_its_task(
    claude: Assistant, engine: Engine, root: pathlib.Path
) -> None:
    decision = prepare(engine, root)
    claude.say("rotate the token in rotate_token earlier")
    assert delegate(claude, "Find how export_invoice orders the invoices it writes") == ""
    text = claude.send("SubagentStart", agent_id="a-1", agent_type="Explore")
    assert "invoices.py" in text
    assert decision in text
    assert "tokens.py" not in text


def test_each_of_two_subagents_gets_its_own_task(
    claude: Assistant, engine: Engine, root: pathlib.Path
) -> None:
    prepare(engine, root)
    delegate(claude, "Read export_invoice in invoices.py")
    delegate(claude, "Read rotate_token in tokens.py")
    first = claude.send("SubagentStart", agent_id="a-1", agent_type="Explore")
    second = claude.send("SubagentStart", agent_id="a-2", agent_type="Explore")
    assert ("invoices.py" in first, "tokens.py" in first) == (True, False)
    assert ("invoices.py" in second, "tokens.py" in second) == (False, True)
    assert "invoices.py" not in claude.send("SubagentStart", agent_id="a-3", agent_type="Explore")
