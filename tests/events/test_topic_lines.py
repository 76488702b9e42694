"""Coming back to a topic, to a session after a compaction, and to work after a while."""

import pathlib
import sqlite3

import pytest

from sightline.engine import Engine
from sightline.model.session import Focus
from sightline.settings.load import data_home
from sightline.store import topics
from tests.events.conftest import Assistant

EXPORTER = "the zeppelin exporter drops rows in the last sheet"
INVOICES = "something else: invoice totals ignore discounts"
BACK = "back to the zeppelin exporter: the header is wrong too"


def turn(claude: Assistant, prompt: str, reply: str, file: str = "") -> str:
    text = claude.say(prompt)
    if file:
        path = str(claude.root / file)
        edit = {"tool_name": "Edit", "tool_input": {"file_path": path}, "tool_response": {}}
        claude.send("PostToolUse", **edit, tool_use_id=f"{file}-{claude.turn}")
    claude.send("Stop", last_assistant_message=reply)
    return text


def two_topics(claude: Assistant) -> None:
    turn(claude, EXPORTER, "The last sheet was closed too early; rows stay now.", "src/export.py")
    turn(claude, "ok", "Done.")
    turn(claude, INVOICES, "Discounts are subtracted before tax now.", "src/invoice.py")


def line_of(text: str) -> str:
    return next((line for line in text.splitlines() if line.startswith("[thread ")), "")


def test_returning_brings_where_the_topic_stood_and_its_files(claude: Assistant) -> None:
    two_topics(claude)
    line = line_of(claude.say(BACK))
    assert "Zeppelin exporter drops rows in the last sheet" in line
    assert "stood: The last sheet was closed too early; rows stay now." in line
    assert "files: src/export.py" in line
    assert "invoice" not in line


def test_a_line_is_told_once_for_each_return(claude: Assistant) -> None:
    two_topics(claude)
    assert line_of(turn(claude, BACK, "The header is right now.", "src/export.py"))
    assert not line_of(claude.say("and the exporter footer in the last sheet?"))


def test_the_files_of_a_turn_bring_the_topic_they_return_to(claude: Assistant) -> None:
    two_topics(claude)
    turn(claude, BACK, "The exporter writes it once.", "src/export.py")
    turn(claude, "and in the zeppelin footer", "The exporter's footer too.", "src/export.py")
    turn(claude, "and hidden rows?", "The last sheet has its header now.", "src/export.py")
    turn(claude, "again something else: invoices need numbers", "They have.", "src/invoice.py")
    turn(claude, "without gaps", "Invoice numbers are drawn late.", "src/invoice.py")
    assert not line_of(claude.say("the margin is too wide"))
    path = str(claude.root / "src/export.py")
    edit = {"tool_name": "Edit", "tool_input": {"file_path": path}, "tool_response": {}}
    line = line_of(claude.send("PostToolUse", **edit, tool_use_id="e1"))
    assert "stood: The last sheet has its header now." in line
    assert not line_of(claude.send("PostToolUse", **edit, tool_use_id="e2"))
    claude.send("Stop", last_assistant_message="The exporter skips empty rows.")
    assert not line_of(claude.say("and the tests?"))


def test_the_files_of_a_turn_bring_a_topic_of_another_session(root: pathlib.Path) -> None:
    one, two = Assistant(root, session="one"), Assistant(root, session="two")
    turn(one, EXPORTER, "The last sheet was closed too early.", "src/export.py")
    turn(one, "and in the footer of the sheet", "The footer too.", "src/export.py")
    turn(one, "and hidden rows?", "The last sheet has its header now.", "src/export.py")
    turn(two, INVOICES, "Discounts are subtracted before tax.", "src/invoice.py")
    turn(two, "invoices need numbers without gaps", "They have.", "src/invoice.py")
    assert not line_of(two.say("the last column is blank"))
    path = str(root / "src/export.py")
    edit = {"tool_name": "Edit", "tool_input": {"file_path": path}, "tool_response": {}}
    line = line_of(two.send("PostToolUse", **edit, tool_use_id="e1"))
    assert "stood: The last sheet has its header now." in line


def test_files_of_the_topic_at_work_bring_no_line(claude: Assistant) -> None:
    two_topics(claude)
    claude.say("round the invoice totals")
    path = str(claude.root / "src/invoice.py")
    edit = {"tool_name": "Edit", "tool_input": {"file_path": path}, "tool_response": {}}
    assert not line_of(claude.send("PostToolUse", **edit, tool_use_id="e1"))


def test_staying_brings_no_line(claude: Assistant) -> None:
    turn(claude, EXPORTER, "Rows stay now.", "src/export.py")
    assert not line_of(claude.say("the zeppelin exporter header is wrong too"))


def test_an_earlier_asking_of_the_same_is_not_told_as_a_return(root: pathlib.Path) -> None:
    Assistant(root, session="one").say(EXPORTER)
    two = Assistant(root, session="two")
    assert not line_of(two.say(f"{EXPORTER}!"))
    assert not line_of(two.say("and in the zeppelin header"))
    assert not line_of(
        Assistant(root, session="three").say("zeppelin exporter: header rows dropped")
    )
    turn(two, "the zeppelin header", "The exporter's header is frozen now.")
    assert "header is frozen" in line_of(Assistant(root, session="four").say(EXPORTER))


def test_words_of_routine_between_do_not_hide_where_a_topic_stood(claude: Assistant) -> None:
    two_topics(claude)
    for _ in range(8):
        turn(claude, "ok", "Done.")
    text = Assistant(claude.root, session="later").say("where were we?")
    assert "stood: Discounts are subtracted before tax now." in line_of(text)


@pytest.mark.parametrize(
    ("prompt", "reply"),
    [
        ("commit", "Committed as 8be21f0 on `billing`: 3 files changed."),
        ("please apply it", "I've made the changes you asked for."),
        ("push", "Pushed to origin/main."),
        ("danke", "Gern geschehen, sag Bescheid, wenn noch etwas fehlt."),
    ],
)
def test_a_commit_or_courtesy_does_not_replace_where_a_topic_stood(
    claude: Assistant, prompt: str, reply: str
) -> None:
    two_topics(claude)
    turn(claude, prompt, reply)
    text = claude.send("SessionStart", source="compact")
    assert "stood: Discounts are subtracted before tax now." in line_of(text)


def test_asking_where_one_was_does_not_make_the_work_younger(
    claude: Assistant, engine: Engine
) -> None:
    two_topics(claude)
    with sqlite3.connect(data_home() + "/memory.db") as memory:
        memory.execute("UPDATE turn SET created = created - ?", (15 * 3_600_000,))
    for session in ("next", "and-another"):
        line = line_of(Assistant(claude.root, session=session).say("where were we?"))
        assert "(15 h ago)" in line


def test_a_failed_command_is_told_as_open(claude: Assistant) -> None:
    claude.say(EXPORTER)
    failed = {"tool_name": "Bash", "tool_input": {"command": "pytest tests/test_export.py"}}
    claude.send("PostToolUseFailure", **failed, error="1 failed", tool_use_id="b1")
    claude.send("Stop", last_assistant_message="The export test still fails on the last sheet.")
    turn(claude, INVOICES, "Discounts are subtracted before tax now.", "src/invoice.py")
    line = line_of(claude.say(BACK))
    assert "open failure: pytest tests/test_export.py" in line


def test_after_a_compaction_every_topic_of_the_session_has_a_line(claude: Assistant) -> None:
    two_topics(claude)
    text = claude.send("SessionStart", source="compact")
    lines = [line for line in text.splitlines() if line.startswith("[thread ")]
    assert len(lines) == 2
    assert "nvoice totals ignore discounts" in lines[0] and "src/invoice.py" in lines[0]
    assert "exporter" in lines[1] and "stood: Done." not in lines[1]


SUBJECTS = (
    "the zeppelin exporter drops rows",
    "invoice totals ignore discounts",
    "sidebar icons are painted blurred",
    "the mailer queue loses receipts",
    "kernel modules fail to unload",
    "the giraffe gallery scrolls sideways",
    "violin samples click at loop ends",
    "quartz timers drift overnight",
    "the harbour map forgets its zoom",
    "compost sensors report negative moisture",
    "the lighthouse lamp flickers at dusk",
    "tram schedules ignore public holidays",
    "the bakery scales round to kilos",
    "orchid labels lose their accents",
    "the ferry booking charges twice",
    "glacier charts swap their axes",
)


def work_on(claude: Assistant, subjects: tuple[str, ...]) -> None:
    for subject in subjects:
        noun = subject.replace("the ", "").split()[0]
        turn(
            claude,
            f"new task: {subject}",
            f"The {subject.removeprefix('the ')} because of a cache in `{noun}`, which is keyed by the "
            "wrong field; it is rebuilt now, and staging still has the old build to be replaced.",
            f"src/some/long/folder/of/the/{noun}.py",
        )


def test_after_a_compaction_the_topic_at_work_is_first_and_everything_is_said_once(
    claude: Assistant,
) -> None:
    work_on(claude, SUBJECTS[:4])
    turn(claude, f"back to {SUBJECTS[1]}", "The totals subtract a discount of 5 percent now.")
    text = claude.send("SessionStart", source="compact")
    block = text.partition("[/Focus]")[0].splitlines()
    assert "nvoice totals" in block[1] and block[1].endswith("   current")
    assert text.count("subtract a discount of 5 percent") == 1
    for noun in ("zeppelin", "icons", "mailer"):
        assert not any(noun in line for line in block), "its line tells it"
        assert sum(noun in line for line in text.splitlines() if line.startswith("[thread ")) == 1
    assert "elsewhere" not in text


def test_many_topics_have_shorter_lines_and_no_topic_is_passed_over(claude: Assistant) -> None:
    work_on(claude, SUBJECTS[:14])
    text = claude.send("SessionStart", source="compact")
    lines = [line for line in text.splitlines() if line.startswith("[thread ")]
    assert len(lines) == 14
    assert "files: src/some/long/folder/of/the/orchid.py" in lines[0]
    assert "zeppelin exporter" in lines[-1] and "files: zeppelin.py" in lines[-1]
    assert len(lines[-1]) < len(lines[1])


def test_if_there_is_no_room_one_line_says_how_many_topics_are_left(
    claude: Assistant,
) -> None:
    (claude.root / ".sightline.toml").write_text("[injection]\ntokens = 600\n")
    work_on(claude, SUBJECTS)
    lines = claude.send("SessionStart", source="compact").splitlines()
    told = [line for line in lines if line.startswith("[thread ")]
    assert 2 < len(told) < 16
    assert any(line.startswith(f"{16 - len(told)} more topics of this session") for line in lines)


def test_a_session_s_own_topics_are_not_work_elsewhere(claude: Assistant) -> None:
    work_on(claude, SUBJECTS[:7])
    assert "elsewhere" not in claude.say(f"new task: {SUBJECTS[7]}")
    text = Assistant(claude.root, session="other").say(f"new task: {SUBJECTS[8]}")
    assert "  elsewhere: " in text


def test_a_new_session_is_told_where_topics_stood(claude: Assistant) -> None:
    two_topics(claude)
    lines = Assistant(claude.root, session="two").send("SessionStart", source="startup")
    told = [line for line in lines.splitlines() if line.startswith("[thread ")]
    assert len(told) == 2
    exporter, invoices = sorted(told, key=lambda line: "nvoice" in line)
    assert "Zeppelin exporter drops rows in the last sheet: stood: The last sheet was" in exporter
    assert invoices.endswith(": stood: Discounts are subtracted before tax now, just now")


def test_where_were_we_is_answered_in_several_languages(root: pathlib.Path) -> None:
    two_topics(Assistant(root, session="one"))
    for number, question in enumerate(
        (
            "where were we?",
            "wo waren wir stehen geblieben?",
            "où en étions-nous ?",
            "我们做到哪了?",
            "continue where we left off",
            "mach weiter, wo wir aufgehört haben",
            "continúa donde lo dejamos",
            "reprends là où on s'est arrêtés",
            "riprendi da dove eravamo rimasti",
            "前回の続きをお願いします",
        )
    ):
        text = Assistant(root, session=f"later-{number}").say(question)
        assert "nvoice totals ignore discounts" in line_of(text), question
        assert "src/invoice.py" in text


def test_a_topic_in_focus_comes_first_until_it_is_unfocused(
    claude: Assistant, engine: Engine
) -> None:
    two_topics(claude)
    topics.set_focus(engine.memory, engine.project.id, Focus("exporter", 0.8, 1))
    text = claude.say("round the invoice totals to cents")
    assert "xporter drops rows" in line_of(text)
    assert text.count("[thread ") == 1, "told once"
    topics.remove_focus(engine.memory, engine.project.id, "exporter")
    assert not line_of(claude.say("invoice totals in euro"))


def test_a_topic_rated_useless_twice_is_not_told_until_it_has_news(
    claude: Assistant, engine: Engine
) -> None:
    """Ruling 75."""
    two_topics(claude)
    project, now = engine.project.id, engine.now()
    names = topics.topics_of_status(engine.memory, project, "active")
    exporter = next(topic.id for topic in names if "exporter" in topic.title)
    for _ in range(2):
        topics.add_rating(engine.memory, project, exporter, False, "", now=now)
    assert not line_of(claude.say(BACK))
    later = Assistant(claude.root, session="later")
    assert not line_of(later.say(BACK)), "a question is no news"
    assert "Guide:" not in later.say("the zeppelin exporter again")
    turn(claude, "the zeppelin exporter header", "The exporter writes a header row now.")
    assert "writes a header row" in line_of(Assistant(claude.root, session="last").say(BACK))


def test_going_back_brings_the_line_in_other_languages_too(claude: Assistant) -> None:
    turn(
        claude,
        "la factura suma mal los descuentos",
        "La factura resta los descuentos.",
        "src/factura.py",
    )
    turn(
        claude, "Ahora otra cosa: el carrito se vacía", "El carrito dura un día.", "src/carrito.py"
    )
    line = line_of(claude.say("Volvamos a la factura: también debe redondear a céntimos"))
    assert "stood: La factura resta los descuentos." in line


def test_a_line_is_not_told_again_while_nothing_came_of_its_topic(claude: Assistant) -> None:
    two_topics(claude)
    assert line_of(claude.say(BACK))
    claude.say("back to the invoice totals and discounts")
    assert not line_of(claude.say("back to the zeppelin exporter once more"))
    claude.send("SessionStart", source="compact")
    assert not line_of(claude.say("back to the invoice totals and their discounts"))


def test_files_that_only_the_returning_prompt_names_are_no_files_of_the_topic(
    claude: Assistant,
) -> None:
    two_topics(claude)
    line = line_of(claude.say("back to the zeppelin exporter: look at mailer.py too"))
    assert "files: src/export.py" in line and "mailer" not in line


def test_where_were_we_answers_with_a_topic_of_which_something_came(claude: Assistant) -> None:
    turn(claude, EXPORTER, "The last sheet was closed too early; rows stay now.", "src/export.py")
    Assistant(claude.root, session="asks").say("what would a zebra striping of the report need")
    text = Assistant(claude.root, session="later").say("¿por dónde íbamos?")
    assert "stood: The last sheet was closed too early" in line_of(text)


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        *(("SHOP-123", "CSV export"), ("is SHOP-123 done?", "CSV export")),
        *(("SHOP-123: add a test for it", "CSV export"), ("pick up #77 again", "rate limiting")),
        *(("#77: return 429 with a header", "rate limiting"), ("continue", ""), ("1", "")),
        *(("SHOP-124 the invoice is wrong", ""), ("back to the kubernetes deployment", "")),
    ],
)
def test_a_ticket_brings_its_topic_back(claude: Assistant, prompt: str, title: str) -> None:
    csv = "SHOP-123: the CSV export of orders breaks with umlauts"
    turn(claude, csv, "The CSV export writes UTF-8 with a BOM now.", "src/export.py")
    limit = "New topic: add rate limiting to the login endpoint, see #77"
    turn(claude, limit, "Login allows five attempts a minute.", "src/login.py")
    turn(claude, "Something else: dark mode toggle in the header", "It is kept.", "src/header.ts")
    line = line_of(claude.say(prompt))
    assert title in line if title else not line


def test_the_answer_to_where_were_we_is_not_where_a_topic_stood(root: pathlib.Path) -> None:
    one, two = Assistant(root, session="one"), Assistant(root, session="two")
    turn(one, "the zeppelin exporter drops rows", "The last sheet keeps them.", "src/export.py")
    turn(one, "where were we?", "You were working on the exporter and its sheets.")
    turn(two, "invoices need numbers", "They have.", "src/invoice.py")
    line = line_of(two.say("back to the zeppelin exporter: the footer is missing"))
    assert "stood: The last sheet keeps them." in line


def test_a_new_session_is_told_of_the_last_work_first(root: pathlib.Path) -> None:
    one, two = Assistant(root, session="one"), Assistant(root, session="two")
    two_topics(one)
    turn(one, "without gaps", "Numbers are drawn late.", "src/invoice.py")
    turn(one, BACK, "The header stays.", "src/export.py")
    started = two.send("SessionStart", source="startup")
    told = [line for line in started.splitlines() if line.startswith("[thread")]
    assert "The header stays" in told[0] and len(told) == 2


def test_a_subagent_is_told_of_the_topic_of_its_session(root: pathlib.Path) -> None:
    one, two = Assistant(root, session="one"), Assistant(root, session="two")
    turn(one, "the zeppelin exporter drops rows", "The last sheet keeps them.", "src/export.py")
    turn(two, "invoices need numbers", "Numbers are drawn late.", "src/invoice.py")
    text = one.send("SubagentStart", agent_id="a1", agent_type="Explore")
    assert "exporter" in text and "nvoices" not in text
