"""The topic block in a session: what its assistant does not have, and no other session's work."""

import pathlib

from tests.events.conftest import Assistant

TOKENS = "rotate refresh tokens in the login flow"
MORE_TOKENS = "rotate refresh tokens in the logout flow too"
INVOICE = "the invoice parser loses the currency of foreign suppliers"


def reply(assistant: Assistant, text: str) -> None:
    assistant.send("Stop", last_assistant_message=text)


def test_what_an_assistant_said_itself_brings_no_block(claude: Assistant) -> None:
    """Ruling 45: a line of the guide is worth saying where it is not in the window."""
    claude.say(TOKENS)
    reply(claude, "Rotation works in the login flow.")
    assert claude.say(MORE_TOKENS) == ""


def test_what_was_said_of_this_topic_in_another_session_is_told(root: pathlib.Path) -> None:
    first, second = Assistant(root, session="one"), Assistant(root, session="two")
    first.say(TOKENS)
    reply(first, "Rotation works in the login flow.")
    assert "  - Rotation works in the login flow." in second.say(MORE_TOKENS)
    reply(first, "The logout flow rotates as well.")
    assert "  - The logout flow rotates as well." in second.say(f"{MORE_TOKENS}, with tests")


def test_what_another_session_does_beside_it_is_not_told(root: pathlib.Path) -> None:
    first, second = Assistant(root, session="one"), Assistant(root, session="two")
    first.say(TOKENS)
    second.say(INVOICE)
    first.say(MORE_TOKENS)
    reply(second, "The parser keeps the currency now.")
    assert first.say(f"{MORE_TOKENS}, with tests") == ""
    third = Assistant(root, session="three").say("upgrade the docker image of the staging cluster")
    assert "[Focus | 5 prompts" in third
    assert "Guide:" not in third


def test_a_compaction_brings_back_the_session_s_own_words_once(root: pathlib.Path) -> None:
    first, second = Assistant(root, session="one"), Assistant(root, session="two")
    first.say(TOKENS)
    reply(first, "Rotation works in the login flow.")
    second.say(INVOICE)
    reply(second, "The parser keeps the currency now.")
    text = first.send("SessionStart", source="compact")
    assert text.count("Rotation works in the login flow.") == 1, "its line tells it, not the guide"
    assert "The parser keeps the currency now." not in text
    assert text.count("[thread ") == 1, "one line for the topic of the session"
    assert "stood: Rotation works in the login flow." in text
    assert first.say(MORE_TOKENS) == "", "told by the compaction"


def test_own_words_come_back_where_a_compaction_is_told_by_no_session_start(
    root: pathlib.Path,
) -> None:
    cursor = Assistant(root, agent="cursor", session="c-1")
    cursor.send("beforeSubmitPrompt", prompt=TOKENS)
    cursor.send("afterAgentResponse", text="Rotation works in the login flow.")
    cursor.send("preCompact", trigger="auto")
    text = cursor.send("beforeSubmitPrompt", prompt=MORE_TOKENS)
    assert "  - Rotation works in the login flow." in text
    assert cursor.send("beforeSubmitPrompt", prompt=f"{MORE_TOKENS}, with tests") == ""


def test_a_topic_is_told_by_the_last_thing_said_in_it(root: pathlib.Path) -> None:
    claude = Assistant(root, session="one")
    claude.say(TOKENS)
    claude.say(MORE_TOKENS)
    text = Assistant(root, session="two").send("SessionStart", source="startup")
    assert f": {MORE_TOKENS}, just now" in text


def test_the_present_topic_is_in_the_block_however_much_was_said_of_others(
    root: pathlib.Path,
) -> None:
    subjects = ("zeppelin exporter", "sidebar icons", "mailer queue", "chart probe", "ledger sums")
    for number, subject in enumerate(subjects):
        other = Assistant(root, session=f"other-{number}")
        for word in ("drops", "loses", "paints", "keeps"):
            other.say(f"the {subject} {word} rows of {subject} where it should not do so at all")
    text = Assistant(root, session="mine").say(TOKENS)
    assert f"  [1.00] {TOKENS}\n" in text


def test_a_session_about_something_else_is_told_of_the_others_on_one_line(
    root: pathlib.Path,
) -> None:
    for number, prompt in enumerate(
        ("the zeppelin exporter drops rows", "invoice totals ignore discounts", "rename the logo")
    ):
        Assistant(root, session=f"s{number}").say(prompt)
    text = Assistant(root, session="other").say("write a Dockerfile for the crawler")
    told = [line for line in text.splitlines() if "eppelin" in line or "nvoice" in line]
    assert len(told) == 1 and told[0].startswith("  elsewhere: ")
    assert "] write a Dockerfile for the crawler" in text
