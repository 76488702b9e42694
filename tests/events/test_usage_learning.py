"""What is used rises, what is not falls, and a project's estimates follow (LO-15, AS-7)."""

import json
import pathlib

import pytest

from sightline.agents import wire
from sightline.context.use_feedback import (
    LEAST_FACTOR,
    MOST_FACTOR,
    MOST_SHIFT,
    file_shift,
    project_shift,
    use_factor,
)
from sightline.engine import Engine, open_engine
from sightline.events import usage_learning
from sightline.events.dispatch import handle
from sightline.events.reply import Reply
from sightline.index.refresh import refresh
from sightline.model.frame import CODE
from sightline.model.usage import Shown, Usage
from sightline.store import statistics, usage
from sightline.tools import catalog

HOUR = 3_600_000
PROMPT = "why does parse_invoice lose the currency of an invoice?"
PARSER = "billing.py"


class Replay:
    """Sessions one after the other, an hour apart, on one engine."""

    def __init__(self, root: pathlib.Path) -> None:
        (root / "billing.py").write_text(
            'def parse_invoice(text):\n    """Parse an invoice and its currency."""\n    return text\n'
        )
        (root / "totals.py").write_text(
            'def invoice_currency(rows):\n    """The currency of an invoice."""\n    return rows\n'
        )
        self.root, self.now, self.session = root, 1_800_000_000_000, 0
        self.engine: Engine = open_engine(str(root), now=lambda: self.now)
        refresh(self.engine.project, self.engine.settings)

    def send(self, name: str, **fields: object) -> str:
        adapter = wire("claude")
        payload = {"hook_event_name": name, "session_id": f"s{self.session}", "cwd": str(self.root)}
        event = adapter.decode(payload | fields, {})
        reply = Reply()
        handle(self.engine, event, reply, limit=9000)
        return reply.text

    def event(self, *, edits: str = "") -> str:
        """One prompt of a new session, what the assistant does then, and its end."""
        self.session += 1
        said = self.send("UserPromptSubmit", prompt=PROMPT, prompt_id=f"p{self.session}")
        if edits:
            file = str(self.root / edits)
            self.send("PostToolUse", tool_name="Edit", tool_input={"file_path": file})
        self.now += HOUR
        self.send("Stop", last_assistant_message="Done.")
        return said

    def scores(self) -> dict[str, float]:
        last = statistics.injections(self.engine.activity, project=self.engine.project.id)[0]
        found = statistics.injection(self.engine.activity, last.id)
        assert found is not None
        return {item.key: item.score for item in found.frame.items if item.kind == CODE}

    def shift(self) -> float:
        return usage_learning.code_shift(self.engine)


@pytest.fixture
def replay(root: pathlib.Path) -> Replay:
    replay = Replay(root)
    yield replay
    replay.engine.close()


def test_what_is_named_often_and_never_opened_vanishes(replay: Replay) -> None:
    """LO-15: in many sessions nothing that was named was opened."""
    assert PARSER in replay.event()
    said = [replay.event() for _ in range(60)]
    project = replay.engine.project.id
    counts = usage.usage_of(replay.engine.activity, CODE, [PARSER], project=project)[PARSER]
    assert counts.used == 0 and 0 < counts.unused < 30
    assert file_shift(counts) < 0 and replay.shift() < 0
    assert not any(PARSER in text for text in said[-20:])


def test_what_is_opened_each_time_is_estimated_higher(replay: Replay) -> None:
    """LO-15: the file that is named is edited each time."""
    replay.event(edits=PARSER)
    before = replay.scores()
    for _ in range(10):
        replay.event(edits=PARSER)
    assert replay.scores()[PARSER] > before[PARSER]
    assert replay.shift() > 0


def test_what_short_sessions_did_not_use_counts_as_well(replay: Replay) -> None:
    """LO-15: most sessions are over long before half an hour has passed, and some never say so."""
    for number in range(40):
        replay.session += 1
        replay.send("UserPromptSubmit", prompt=PROMPT, prompt_id=f"p{number}")
        replay.send("Stop", last_assistant_message="Done.")
        if number % 2:
            replay.send("SessionEnd", reason="other")
        replay.now += 5 * 60_000
    assert replay.shift() < 0


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("Read", {"file_path": "billing.py"}),
        ("Bash", {"command": "sed -n 1,40p billing.py"}),
        ("Read", {"file_path": "other.py"}),
    ],
)
def test_what_was_read_in_a_turn_is_seen_at_its_end(
    replay: Replay, tmp_path: pathlib.Path, tool: str, given: dict[str, str]
) -> None:
    """Reading is no event of its own; the transcript tells of it, of this turn alone."""
    (replay.root / "other.py").write_text("")
    call = {"type": "tool_use", "id": "1", "name": tool, "input": given}
    earlier = {"type": "tool_use", "id": "0", "name": "Read", "input": {"file_path": "billing.py"}}
    result = {"type": "tool_result", "tool_use_id": "1", "content": "…"}
    entries = [
        {"type": "assistant", "message": {"content": [earlier]}},
        {"type": "user", "message": {"content": PROMPT}},
        {"type": "assistant", "message": {"content": [call]}},
        {"type": "user", "message": {"content": [result]}},
        {"type": "assistant", "message": {"content": [{"type": "text", "text": "Done."}]}},
    ]
    transcript = tmp_path / "transcript.jsonl"
    transcript.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    assert "parse_invoice" in replay.send("UserPromptSubmit", prompt=PROMPT)
    replay.send("Stop", transcript_path=str(transcript))
    project = replay.engine.project.id
    counts = usage.usage_of(replay.engine.activity, CODE, [PARSER], project=project)
    assert bool(counts) == ("other.py" not in given.values())


def test_a_judgement_counts_more_than_a_look(replay: Replay) -> None:
    """AS-7: ai_rate_context judges what was shown with the topic, too."""
    replay.event()
    last = statistics.injections(replay.engine.activity, project=replay.engine.project.id)[0]
    found = statistics.injection(replay.engine.activity, last.id)
    assert found is not None
    topic = found.notes["topic"]
    arguments = {"thread_id": topic, "useful": False}
    catalog.run(replay.engine, "ai_rate_context", arguments, None)
    project = replay.engine.project.id
    counts = usage.usage_of(replay.engine.activity, CODE, [PARSER], project=project)[PARSER]
    assert counts.useless == 1
    assert use_factor(Usage(useless=1)) < use_factor(Usage(unused=1))
    assert use_factor(Usage(useful=1)) > use_factor(Usage(used=1))


def test_learning_stays_within_bounds() -> None:
    assert use_factor(Usage()) == 1.0
    assert use_factor(Usage(unused=10_000)) == LEAST_FACTOR
    assert use_factor(Usage(used=10_000)) == MOST_FACTOR
    assert file_shift(Usage()) == project_shift(0, 0) == 0.0
    assert file_shift(Usage(used=10_000)) == MOST_SHIFT
    assert file_shift(Usage(unused=200, used=4)) < -3.0
    assert file_shift(Usage(useless=1)) < file_shift(Usage(unused=1)) < 0
    assert -MOST_SHIFT == project_shift(0, 1_000) < project_shift(0, 10) < project_shift(10, 0)


def test_why_tells_what_use_changed(replay: Replay) -> None:
    for _ in range(8):
        replay.event(edits=PARSER)
    last = statistics.injections(replay.engine.activity, project=replay.engine.project.id)[0]
    found = statistics.injection(replay.engine.activity, last.id)
    assert found is not None
    assert "use" in found.notes
    parts = {item.key: dict(item.parts) for item in found.frame.items if item.kind == CODE}
    assert parts[PARSER]["use"] > 0.0


def test_a_file_that_is_mentioned_counts_as_used() -> None:
    shown = Shown(1, 1, CODE, "src/expiry.py", "hash", 1.0)
    assert usage_learning._is_used(shown, (), "I will change expiry.py first")
    assert not usage_learning._is_used(shown, (), "I will change something else")
