"""What ratings and focus change in what an assistant is told, event by event."""

import pathlib

import pytest

from sightline.engine import Engine
from sightline.memory import keeper
from sightline.model.session import SessionKey
from sightline.store import topics as store
from sightline.store import turns
from sightline.tools import catalog
from tests.events.conftest import Assistant

EXPORTER = "the zeppelin exporter drops rows in the last sheet"
INVOICES = "something else: invoice totals ignore discounts"
BACK = "back to the zeppelin exporter: the header is wrong too"
UNRELATED = "paint the sidebar icons"


def turn(claude: Assistant, prompt: str, reply: str, file: str = "") -> str:
    text = claude.say(prompt)
    if file:
        edit(claude, file)
    claude.send("Stop", last_assistant_message=reply)
    return text


def edit(claude: Assistant, file: str) -> str:
    path = claude.root / file
    path.parent.mkdir(exist_ok=True)
    path.write_text("ROWS = 1\n")
    fields = {"tool_name": "Edit", "tool_input": {"file_path": str(path)}, "tool_response": {}}
    return claude.send("PostToolUse", **fields, tool_use_id=f"{file}-{claude.turn}")


def lines_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("[thread ")]


def work(claude: Assistant) -> None:
    turn(claude, EXPORTER, "The last sheet was closed too early; rows stay now.", "src/export.py")
    turn(claude, INVOICES, "Discounts are subtracted before tax now.", "src/invoice.py")


def topic_called(engine: Engine, word: str) -> str:
    topics = store.topics_of_status(engine.memory, engine.project.id, "active")
    return next(topic.id for topic in topics if word in topic.title)


def call(engine: Engine, tool: str, session: str = "", **arguments: object) -> catalog.Result:
    key = SessionKey("cli", session) if session else None
    return catalog.run(engine, tool, arguments, key)


def rate_useless(engine: Engine, topic: str) -> None:
    for _ in range(2):
        call(engine, "ai_rate_context", thread_id=topic, useful=False)


@pytest.mark.parametrize("reply", ["OK.", "Erledigt.", "C'est fait.", "已完成。", "Готово."])
def test_a_reply_that_only_confirms_does_not_bring_a_useless_topic_back(
    claude: Assistant, engine: Engine, reply: str
) -> None:
    """Ruling 75."""
    work(claude)
    rate_useless(engine, topic_called(engine, "exporter"))
    turn(claude, BACK, reply)
    later = Assistant(claude.root, session="later")
    assert "xporter" not in later.send("SessionStart", source="startup")
    assert not lines_of(later.say(BACK))


def test_the_reply_of_the_turn_that_rated_is_no_news_but_the_next_one_is(
    claude: Assistant, engine: Engine
) -> None:
    """Ruling 75: whoever rates in a turn knows what it is going to answer."""
    work(claude)
    claude.say(BACK)
    rate_useless(engine, topic_called(engine, "exporter"))
    claude.send("Stop", last_assistant_message="The zeppelin exporter writes a header row now.")
    later = Assistant(claude.root, session="later")
    assert "xporter" not in later.send("SessionStart", source="startup")
    turn(claude, "and the zeppelin footer", "The exporter writes the footer once.", "src/export.py")
    assert "xporter" in Assistant(claude.root, session="last").send(
        "SessionStart", source="startup"
    )


def test_summing_up_is_no_news(claude: Assistant, engine: Engine) -> None:
    work(claude)
    turn(claude, BACK, "The zeppelin exporter writes a header row now.", "src/export.py")
    rate_useless(engine, topic_called(engine, "exporter"))
    turn(claude, "wo waren wir?", "Wir waren beim Zeppelin-Exporter und seiner Kopfzeile.")
    assert "xporter" not in Assistant(claude.root, session="later").send(
        "SessionStart", source="startup"
    )


def test_after_a_compaction_the_useless_topic_at_work_is_not_told(
    claude: Assistant, engine: Engine
) -> None:
    work(claude)
    turn(claude, BACK, "The zeppelin exporter writes a header row now.", "src/export.py")
    rate_useless(engine, topic_called(engine, "exporter"))
    text = claude.send("SessionStart", source="compact")
    assert "xporter" not in text and "src/export.py" not in text
    assert "nvoice totals ignore discounts" in lines_of(text)[0]
    assert "  elsewhere: Invoice totals ignore discoun" in text, "no other one as the present one"


def test_where_were_we_does_not_tell_a_useless_topic(claude: Assistant, engine: Engine) -> None:
    work(claude)
    rate_useless(engine, topic_called(engine, "nvoice"))
    (line,) = lines_of(claude.say("où en étions-nous ?"))
    assert "xporter" in line, "the session's topic before it"
    (line,) = lines_of(Assistant(claude.root, session="later").say("where were we?"))
    assert "xporter" in line
    rate_useless(engine, topic_called(engine, "xporter"))
    assert not lines_of(Assistant(claude.root, session="last").say("where were we?"))


def test_the_whole_block_has_no_reply_of_a_useless_topic(
    claude: Assistant, engine: Engine, root: pathlib.Path
) -> None:
    (root / ".sightline.toml").write_text("[focus]\nevery_prompt = true\n")
    work(claude)
    assert "Discounts are subtracted" in claude.say(UNRELATED)
    rate_useless(engine, topic_called(engine, "nvoice"))
    text = claude.say("paint the sidebar borders")
    assert "Discounts are subtracted" not in text and "rows stay now" in text


def test_a_memory_saved_in_a_session_belongs_to_the_topic_of_its_turn(
    claude: Assistant, engine: Engine
) -> None:
    """Also where the turn moves to another topic when it ends, or no assistant is named."""
    turn(claude, EXPORTER, "The last sheet was closed too early.", "src/export.py")
    turn(claude, "and in the zeppelin header", "The header of the last sheet too.", "src/export.py")
    turn(claude, INVOICES, "Discounts are subtracted before tax.", "src/invoice.py")
    turn(claude, "invoice numbers without gaps", "They are drawn late.", "src/invoice.py")
    claude.say("the last column is blank")
    edit(claude, "src/export.py")
    content = "Blank columns are kept, because customers count them"
    call(engine, "save_memory", claude.session, category="decision", content=content)
    claude.send(
        "Stop", last_assistant_message="The zeppelin exporter keeps the last column of a sheet."
    )
    key = SessionKey("claude", claude.session)
    (prompt,) = turns.session_prompts(engine.memory, engine.project.id, key, 1)
    linked = store.touches(engine.memory, prompt.topic, "memory")
    assert [touch.key[:4] for touch in linked] == ["dec-"]
    exporter = topic_called(engine, "exporter")
    assert prompt.topic == exporter, "settled by the file"
    assert store.topics_touching(engine.memory, engine.project.id, "memory", linked[0].key) == [
        exporter
    ]


def test_a_memory_saved_without_a_session_belongs_to_no_topic(
    claude: Assistant, engine: Engine
) -> None:
    work(claude)
    for session in ("", "nobody"):
        content = f"Totals are rounded once, says {session or 'a person'}"
        call(engine, "save_memory", session, category="decision", content=content)
    assert not store.touches(engine.memory, topic_called(engine, "nvoice"), "memory")


def test_after_a_compaction_the_decisions_of_the_session_come_first(
    claude: Assistant, engine: Engine
) -> None:
    claude.say(EXPORTER)
    content = "The exporter never writes hidden rows"
    call(engine, "save_memory", claude.session, category="decision", content=content)
    claude.send("Stop", last_assistant_message="The last sheet was closed too early.")
    others = ("Icons are drawn twice", "Logins expire at noon", "Prices are whole cents")
    for number, other in enumerate((*others, *(f"{other} on Sundays" for other in others))):
        call(engine, "save_memory", category="decision", content=f"{other} ({number})", anyway=True)
    text = claude.send("SessionStart", source="compact")
    decisions = text[text.index("[decision]") :]
    assert content in decisions.splitlines()[1]
    assert decisions.count("[decision]") == 5


def test_a_pin_on_the_current_thread_needs_a_session_that_has_one(
    claude: Assistant, engine: Engine
) -> None:
    work(claude)
    with pytest.raises(Exception, match="there is no current thread"):
        call(engine, "ai_pin", "nobody", content="never round twice", current=True)
    pinned = call(engine, "ai_pin", claude.session, content="never round twice", current=True)
    assert pinned.value["thread_id"] == topic_called(engine, "nvoice")
    pinned = call(engine, "ai_pin", content="round half to even", current=True)
    assert pinned.value["thread_id"] == topic_called(engine, "nvoice"), "the project's last one"


def test_a_decision_kept_to_another_branch_does_not_come_with_its_topic(
    claude: Assistant, engine: Engine
) -> None:
    work(claude)
    kept = {"category": "decision", "content": "The exporter never writes hidden rows"}
    saved = call(engine, "save_memory", claude.session, **kept)
    change = {"branch": "elsewhere", "branch_only": True}
    keeper.update(engine.memory, saved.value["memory_id"], change, now=engine.now())
    assert "hidden rows" not in claude.send("SessionStart", source="compact")
