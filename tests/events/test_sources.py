"""The blocks beside topic and code: other topics, an edited file's memories, synonyms."""

import pathlib
import subprocess

import pytest

from sightline.engine import Engine
from sightline.index.refresh import refresh
from sightline.memory.draft import draft
from sightline.memory.keeper import save
from sightline.model.memory import Link
from sightline.settings.load import config_home
from sightline.store import topics
from sightline.text.synonyms import USER_FILE as SYNONYMS_FILE
from tests.events.conftest import Assistant
from tests.events.test_prompt import keep

EARLIER = "the invoice parser loses the currency of foreign suppliers"
AGAIN = "and its logs show the currency of foreign suppliers"


def test_another_topic_that_said_the_same_is_named_with_its_id(
    root: pathlib.Path, engine: Engine
) -> None:
    """AS-8, ruling 47: one line with the id, so that the agent can recall, rate or merge it."""
    Assistant(root, session="one").say(EARLIER)
    earlier = topics.counters(engine.memory, engine.project.id).last_topic
    second = Assistant(root, session="two")
    second.say("upgrade the docker image of the staging cluster")
    text = second.say(AGAIN)
    line = f"[thread {earlier}] "
    assert line in text
    assert line not in second.say(AGAIN + ", again")


def test_another_topic_is_named_however_it_is_asked_for(root: pathlib.Path, engine: Engine) -> None:
    """By the last thing said in it; the talk around the subject counts for nothing."""
    first = Assistant(root, session="one")
    first.say(EARLIER)
    first.say("keep the currency of foreign suppliers in its own column")
    earlier = topics.counters(engine.memory, engine.project.id).last_topic
    second = Assistant(root, session="two")
    second.say("upgrade the docker image of the staging cluster")
    talk = "and hey, I forgot, could you remind me what we said last week on monday morning about "
    line = next(
        line
        for line in second.say(f"{talk} the currency of foreign suppliers?").splitlines()
        if line.startswith(f"[thread {earlier}] ")
    )
    assert line.endswith(": keep the currency of foreign suppliers in its own column")


def test_another_topic_is_told_by_its_title_and_where_it_stood(root: pathlib.Path) -> None:
    first = Assistant(root, session="one")
    first.say(f"{EARLIER} with two bank accounts abroad")
    first.send("Stop", last_assistant_message="`parse` reads the currency from the bank line.")
    first.say("and the suppliers of the currency?")
    first.send("Stop", last_assistant_message="OK.")
    second = Assistant(root, session="two")
    second.say("upgrade the docker image of the staging cluster")
    text = second.say(AGAIN)
    line = next(line for line in text.splitlines() if line.startswith("[thread "))
    assert "nvoice parser loses the currency of foreign suppliers" in line
    assert line.endswith(": stood: `parse` reads the currency from the bank line.")


def test_a_topic_about_something_else_is_not_named(root: pathlib.Path, engine: Engine) -> None:
    """Restraint: two words of the prompt must have been said there."""
    Assistant(root, session="one").say(EARLIER)
    text = Assistant(root, session="two").say("upgrade the docker image of the staging cluster")
    assert "[thread " not in text


def test_a_topic_in_focus_is_named_whatever_is_said(root: pathlib.Path, engine: Engine) -> None:
    """Ruling 25: a boost alone may qualify a topic."""
    from sightline.model.session import Focus

    Assistant(root, session="one").say(EARLIER)
    earlier = topics.counters(engine.memory, engine.project.id).last_topic
    topics.set_focus(engine.memory, engine.project.id, Focus(earlier, 1.0, engine.now()))
    text = Assistant(root, session="two").say("upgrade the docker image of the staging cluster")
    assert f"[thread {earlier}] " in text


def edit(claude: Assistant, path: pathlib.Path, number: int, **more: object) -> str:
    return claude.send(
        "PostToolUse",
        tool_name="Edit",
        tool_input={"file_path": str(path)},
        tool_response={},
        tool_use_id=f"use-{number}",
        **more,
    )


def test_what_is_kept_about_an_edited_file_is_told_once(
    claude: Assistant, engine: Engine, root: pathlib.Path
) -> None:
    """After an edit, where the agent takes context after a tool; once per session and epoch."""
    (root / "rates.py").write_text("RATE = 2\n")
    memory = draft(
        "decision",
        "Rates are rounded half to even",
        now=engine.now(),
        project=engine.project.id,
        links=(Link("", "rates.py"),),
    )
    identity = save(engine.memory, memory, now=engine.now()).memory.id
    assert identity in edit(claude, root / "rates.py", 1)
    assert edit(claude, root / "rates.py", 2) == ""
    assert identity in edit(Assistant(root, session="other"), root / "rates.py", 3)


def test_what_is_kept_about_a_renamed_file_is_told_of_it(
    claude: Assistant, engine: Engine, root: pathlib.Path
) -> None:
    git = ["git", "-C", str(root), "-c", "user.name=A", "-c", "user.email=a@b.c"]
    links = (Link("", "rates.py"),)
    identity = keep(engine, "Rates are rounded half to even", links=links)
    (root / "rates.py").write_text("RATE = 2\n")
    for name in ("rates.py", "prices.py"):
        (root / "rates.py").rename(root / name)
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-qm", name], check=True)
        refresh(engine.project, engine.settings)
    text = edit(claude, root / "prices.py", 1)
    assert identity in text and "(rates.py is prices.py now)" in text


def test_nothing_is_told_about_a_file_nobody_wrote_about(
    claude: Assistant, engine: Engine, root: pathlib.Path
) -> None:
    keep(engine, "Rates are rounded half to even")
    (root / "rates.py").write_text("RATE = 2\n")
    assert edit(claude, root / "rates.py", 1) == ""


def test_a_keyword_matches_by_its_synonyms_of_an_editable_file(
    claude: Assistant, engine: Engine, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LO-8, LO-14, ruling 10: the file lies in the user's config directory."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("APPDATA", str(tmp_path / "config"))
    folder = pathlib.Path(config_home())
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SYNONYMS_FILE).write_text("gateway: gateway, proxy\n")
    identity = keep(engine, "The proxy drops idle sockets")
    assert identity in claude.say("idle sockets of the gateway")
