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


def test_a_topic_in_focus_is_first_in_every_kind_of_frame(
    claude: Assistant, engine: Engine
) -> None:
    """Its line and its memories, before other work and before newer memories."""
    claude.say(EXPORTER)
    edit(claude, "src/export.py")
    kept = {"category": "decision", "content": "The exporter never writes hidden rows"}
    call(engine, "save_memory", claude.session, **kept)
    claude.send("Stop", last_assistant_message="The last sheet was closed too early.")
    turn(claude, INVOICES, "Discounts are subtracted before tax now.", "src/invoice.py")
    call(engine, "save_memory", category="handoff", content="Invoices come next")
    call(engine, "ai_focus", topic=topic_called(engine, "exporter"))
    frames = [
        claude.send("SessionStart", source="compact"),
        Assistant(claude.root, session="new").send("SessionStart", source="startup"),
        Assistant(claude.root, session="other").say(UNRELATED),
    ]
    for text in frames:
        assert "exporter" in lines_of(text)[0] and "src/export.py" in lines_of(text)[0]
        assert sum("exporter" in line for line in lines_of(text)) == 1, "told once"
        assert "never writes hidden rows" in text
        if "Invoices come next" in text:
            assert text.index("hidden rows") < text.index("Invoices come next")
    call(engine, "ai_unfocus")
    text = Assistant(claude.root, session="last").say("upgrade the docker image of the cluster")
    assert "hidden rows" not in text and not lines_of(text)


def test_the_newest_focuses_are_told(claude: Assistant, engine: Engine) -> None:
    prompts = (EXPORTER, INVOICES, "write kubernetes probes", "throttle the login endpoint")
    for number, prompt in enumerate(prompts):
        one = Assistant(claude.root, session=f"s-{number}")
        turn(one, prompt, "It is done as you asked, with a test of its own.")
    for word in ("exporter", "nvoice", "ubernetes", "login"):
        said = call(engine, "ai_focus", topic=topic_called(engine, word)).text
    assert "4 threads are in focus; told in full: " in said
    text = Assistant(claude.root, session="new").send("SessionStart", source="startup")
    first, second, *_ = lines_of(text)
    assert "login" in first and "ubernetes" in second, "the newest first"


def test_a_focus_asks_for_a_topic_rated_useless_before(claude: Assistant, engine: Engine) -> None:
    work(claude)
    exporter = topic_called(engine, "exporter")
    rate_useless(engine, exporter)
    assert "rated not useful before" in call(engine, "ai_focus", topic="zeppelin").text
    text = Assistant(claude.root, session="new").say(UNRELATED)
    assert "exporter" in lines_of(text)[0]
    rate_useless(engine, exporter)
    text = Assistant(claude.root, session="newer").say("upgrade the docker image of the cluster")
    assert not lines_of(text), "rated again after the focus"
    assert "src/export.py" not in text


@pytest.mark.parametrize("reached", ["archived", "crowded out", "merged"])
def test_a_focus_on_an_id_holds_whatever_became_of_the_topic(
    claude: Assistant, engine: Engine, reached: str
) -> None:
    work(claude)
    memory, project = engine.memory, engine.project.id
    exporter, invoices = topic_called(engine, "exporter"), topic_called(engine, "nvoice")
    call(engine, "ai_focus", topic=exporter)
    if reached == "merged":
        call(engine, "ai_merge", survivor_id=invoices, absorbed_id=exporter)
    else:
        store.archive(memory, project, [exporter])
    if reached == "crowded out":
        topic = store.topic(memory, project, exporter)
        assert topic is not None
        for number in range(70):
            newer = topic._replace(id=f"t-{number:010x}", used=topic.used + 1)
            store.save_topic(memory, project, newer)
    expected = invoices if reached == "merged" else exporter
    assert lines_of(Assistant(claude.root, session="new").say(UNRELATED))[0].startswith(
        f"[thread {expected}]"
    )
    assert "1 threads" in call(engine, "ai_focus", topic=exporter).text


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
