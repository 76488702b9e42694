"""The topic forest on the command line."""

import json
import pathlib

import pytest
from tests.conftest import Sightline

from sightline.cli.main import main
from sightline.engine import open_engine
from sightline.model.session import SessionKey
from sightline.topics.settling import TurnEnd, settle
from sightline.topics.tracker import Submission, track


@pytest.fixture
def speak(tmp_path: pathlib.Path):  # type: ignore[no-untyped-def]
    """Says prompts in the project of the test's directory."""

    def say(*prompts: str, session: str = "") -> list[str]:
        engine = open_engine(str(tmp_path))
        result = []
        for prompt in prompts:
            key = SessionKey("claude", session) if session else None
            submission = Submission(engine.project.id, prompt, engine.now(), key)
            tracked = track(engine.memory, engine.settings, submission)
            assert tracked is not None
            result.append(tracked.topic)
        engine.close()
        return result

    return say


@pytest.fixture
def work(tmp_path: pathlib.Path):  # type: ignore[no-untyped-def]
    """Turns of one session, each a prompt, a reply and the file edited; returns their topics."""

    def turns(*done: tuple[str, str, str], session: str = "one") -> list[str]:
        engine = open_engine(str(tmp_path))
        project, key = engine.project.id, SessionKey("claude", session)
        topics = []
        for prompt, reply, file in done:
            track(engine.memory, engine.settings, Submission(project, prompt, engine.now(), key))
            end = TurnEnd(project, key, engine.now(), reply, (file,))
            topics.append(settle(engine.memory, engine.settings, end))
        engine.close()
        return topics

    return turns


EXPORTER = ("the zeppelin exporter drops rows", "Rows stay.", "src/export.py")
INVOICES = (
    "something else: invoice totals ignore discounts",
    "Discounts are subtracted before tax.",
    "src/invoice.py",
)
BACK = ("back to the zeppelin exporter: rows are blank", "It skips them.", "src/export.py")


def test_status_prints_the_block(sightline: Sightline, speak) -> None:  # type: ignore[no-untyped-def]
    """FG-3, FG-41."""
    block, sentence = sightline("status").stdout.split("[/Focus]\n")
    assert block == "[Focus | 0 prompts | 0/100 mem | 0 trees]\n"
    assert sentence.startswith("no topics yet")
    speak("zeppelin exporter drops rows")
    lines = sightline("status").stdout.splitlines()
    assert lines[0] == "[Focus | 1 prompts | 1/100 mem | 1 trees]"
    assert lines[1] == "  [1.00] zeppelin exporter drops rows"
    value = json.loads(sightline("status", "--json").stdout)
    assert (value["prompts"], len(value["trees"])) == (1, 1)


def test_reading_topics_creates_no_store(sightline: Sightline, home: pathlib.Path) -> None:
    """FG-44: not even a file is created."""
    for command in (["status"], ["inspect"], ["dry-run", "anything at all"]):
        assert sightline(*command).returncode == 0
    assert not list(home.rglob("*.db"))


def test_inspect_shows_the_whole_forest(sightline: Sightline, speak) -> None:  # type: ignore[no-untyped-def]
    """FG-42."""
    speak("zeppelin exporter drops rows", "zeppelin exporter header", session="one")
    speak("sidebar icons paint", session="two")
    text = sightline("inspect").stdout
    for part in (
        "Config",
        "memorySize = 100",
        "Forest",
        "├─ ",
        "└─ ",
        "idx=true",
        "TF-IDF",
        "Markov",
    ):
        assert part in text
    value = json.loads(sightline("inspect", "--json").stdout)
    assert list(value) == ["config", "forest", "tfidf", "guide", "markov"]
    forest = value["forest"]
    assert (forest["totalPrompts"], forest["nodeCount"], forest["treeCount"]) == (3, 4, 2)
    tree = forest["trees"][0]
    assert (tree["nodeCount"], tree["leafCount"], tree["root"]["depth"]) == (3, 2, 0)
    assert [child["parentId"] for child in tree["root"]["children"]] == [tree["rootId"]] * 2
    node = tree["root"]["children"][0]
    wanted = (
        "id content depth weight frequency created lastAccessed sources childIds parentId indexed"
    )
    assert set(wanted.split()) <= set(node)
    assert value["tfidf"]["totalDocs"] == 3
    assert value["markov"]["transitions"][0]["total"] == 2
    assert value["guide"] == {"count": 0, "maxSize": 15, "entries": []}


def test_inspect_says_which_topic_was_left_and_which_taken_up_and_why(
    sightline: Sightline,
    work,  # type: ignore[no-untyped-def]
) -> None:
    exporter, invoices, again = work(EXPORTER, INVOICES, BACK)
    assert exporter == again != invoices
    text = sightline("inspect").stdout
    assert "  the first topic\n" in text
    left = next(line for line in text.splitlines() if "  left " in line)
    assert '  left "Zeppelin exporter drops rows" (0.0' in left and "for this new topic: " in left
    assert left.index('"something else: invoice totals…" turns to something else') < left.index(
        "other files (invoice.py)"
    )
    back = next(line for line in text.splitlines() if "  returned (" in line)
    assert 'from "Invoice totals ignore discounts" (0.' in back
    why = back.partition("): ")[2]
    assert "words " in why and "exporter" in why and "zeppelin" in why
    assert 'goes back to "' in why and "touches export.py" in why
    assert text.count(": placed here at once, confirmed when the turn ended") == 3
    numbers = text.splitlines()[text.splitlines().index(back) + 2]
    assert numbers.startswith(f"      {exporter} ") and "words +" in numbers
    assert "pause -0.0" not in text and "start +0.0" not in text


def test_inspect_tells_the_same_as_values(sightline: Sightline, work) -> None:  # type: ignore[no-untyped-def]
    exporter, invoices, _ = work(EXPORTER, INVOICES, BACK)
    value = json.loads(sightline("inspect", "--json").stdout)
    trees = {tree["id"]: tree["changePoints"] for tree in value["forest"]["trees"]}
    (left,) = trees[invoices]
    first, back = trees[exporter]
    assert [point["kind"] for point in (first, left, back)] == ["first", "new", "returned"]
    assert {point["settled"] for point in (first, left, back)} == {"confirmed"}
    assert (left["from"], left["fromTitle"]) == (exporter, "Zeppelin exporter drops rows")
    assert left["chosen"] is None and left["left"]["id"] == exporter
    assert left["left"]["against"] == left["reasons"]
    assert left["left"]["about"]["files"] == ["src/invoice.py"]
    assert back["chosen"]["id"] == exporter and back["left"]["id"] == invoices
    assert back["chosen"]["for"] == back["reasons"]
    assert back["chosen"]["score"] > 0.25 and back["placed"] is None
    assert back["evidence"] == back["chosen"]["parts"]


def test_inspect_shows_changes_stored_without_a_reason(
    sightline: Sightline,
    tmp_path: pathlib.Path,
    work,  # type: ignore[no-untyped-def]
) -> None:
    work(EXPORTER, INVOICES, BACK)
    engine = open_engine(str(tmp_path))
    rows = ('{"start": 0.0}', '{"stay": 3.0, "cue": -6.3, "pause": -0.0}', '{"words": 3.1}')
    changes = engine.memory.statement(
        "SELECT number FROM turn WHERE evidence <> '' ORDER BY number"
    )
    for (number,), evidence in zip(changes, rows, strict=True):
        engine.memory.run("session.settle_turn", number=number, evidence=evidence)
    engine.close()
    text = sightline("inspect").stdout
    assert "  the first topic\n" in text
    assert (
        'left "Zeppelin exporter drops rows" (0.01) for this new topic: turns to something else\n'
        in text
    )
    assert 'returned (0.88) from "Invoice totals ignore discounts": its words\n' in text
    assert "placed here" not in text and "pause" not in text


def test_dry_run_says_for_which_session_it_answers(sightline: Sightline, work) -> None:  # type: ignore[no-untyped-def]
    exporter, _ = work(EXPORTER, INVOICES)
    work(("paint the bicycle", "Painted.", "bicycle.py"), session="two")
    prompt = "back to the zeppelin exporter"
    newest = sightline("dry-run", prompt).stdout.splitlines()[0]
    assert newest.startswith('session  claude two, on "Paint the bicycle" since its last prompt at')
    earlier = json.loads(sightline("dry-run", prompt, "--session", "one", "--json").stdout)
    assert (earlier["session"]["agent"], earlier["session"]["id"]) == ("claude", "one")
    assert earlier["session"]["topic"] != exporter == earlier["topic"]
    text = sightline("dry-run", prompt, "--session", "one").stdout
    assert 'claude one, on "Invoice totals ignore discounts"' in text
    unknown = sightline("dry-run", prompt, "--session", "three").stdout
    assert "session  claude three, which said nothing yet" in unknown
    value = json.loads(sightline("dry-run", prompt, "--session", "three", "--json").stdout)
    new = {"agent": "claude", "id": "three", "topic": None, "lastPrompt": None}
    assert value["session"] == new


def test_dry_run_gives_its_reasons_in_words(sightline: Sightline, work) -> None:  # type: ignore[no-untyped-def]
    exporter, invoices = work(EXPORTER, INVOICES)
    value = json.loads(sightline("dry-run", "back to the zeppelin exporter", "--json").stdout)
    assert any(reason.startswith("words ") and "exporter" in reason for reason in value["reasons"])
    trees = {tree["treeId"]: tree for tree in value["treeScores"]}
    assert trees[exporter]["for"] == value["reasons"]
    assert "no shared words" in trees[invoices]["against"]
    text = sightline("dry-run", "back to the zeppelin exporter").stdout
    assert 'goes back to "zeppelin' in text and "against  no shared words" in text
    assert f"why      {'; '.join(value['reasons'])}" in text
    text = sightline("dry-run", "add a dark mode to the settings page").stdout
    assert 'new topic: the nearest is "' in text and ", below 0.25\n" in text
    assert "no shared words" in text.rpartition("why ")[2]


def test_dry_run_explains_and_changes_nothing(sightline: Sightline, speak) -> None:  # type: ignore[no-untyped-def]
    """FG-43, FG-44."""
    (topic,) = speak("zeppelin exporter drops rows")
    before = sightline("inspect", "--json").stdout
    value = json.loads(sightline("dry-run", "the zeppelin exporter again", "--json").stdout)
    assert list(value)[:7] == [
        *("prompt", "tokens", "vector", "treeScores", "bestAction", "bestScore", "bestTree")
    ]
    assert (value["topic"], value["bestTree"], value["matcher"]) == (topic, 0, "best")
    (tree,) = value["treeScores"]
    assert tree["leafScores"] is None and tree["parts"]["words"] > 0
    assert {"treeIdx", "rootCosine", "rootBoosted", "boostFactor"} <= set(tree)
    text = sightline("dry-run", "the zeppelin exporter again").stdout
    assert f"branch {topic}" in text or f"extend {topic}" in text
    assert "why" in text and "words +" in text
    after = json.loads(sightline("inspect", "--json").stdout)
    assert after["forest"]["totalPrompts"] == json.loads(before)["forest"]["totalPrompts"]


def test_dry_run_says_null_where_there_is_nothing(sightline: Sightline) -> None:
    """FG-43, FG-5: also for a prompt of nothing but stop words."""
    value = json.loads(sightline("dry-run", "ok", "--json").stdout)
    assert value["tokens"] is value["vector"] is value["treeScores"] is None
    assert (value["bestAction"], value["bestTree"]) == ("new", -1)
    assert "bestLeaf" not in value
    assert "wait" in sightline("dry-run", "ok").stdout


def test_dry_run_needs_a_prompt(sightline: Sightline) -> None:
    """FG-5."""
    assert sightline("dry-run").returncode == 2
    empty = sightline("dry-run", "<system-reminder>x</system-reminder>")
    assert empty.returncode != 0 and "prompt is empty after cleaning" in empty.stderr


def test_dry_run_of_the_documented_matcher_shows_cosines(sightline: Sightline, speak) -> None:  # type: ignore[no-untyped-def]
    """Ruling 4."""
    speak("zeppelin exporter drops rows")
    result = sightline("dry-run", "zeppelin exporter", "--json", SIGHTLINE_FOCUS_MATCHER="tfidf")
    value = json.loads(result.stdout)
    assert value["bestScore"] == pytest.approx(value["treeScores"][0]["rootBoosted"])
    assert value["bestAction"] == "extend" and value["parts"] is None


def test_reset_clears_topics_and_undo_restores_them(sightline: Sightline, speak) -> None:  # type: ignore[no-untyped-def]
    """FG-49, ruling 53."""
    speak("zeppelin exporter drops rows")
    told = sightline("reset").stdout.splitlines()
    assert told[0] == "[Focus] Reset complete. All tracking data cleared."
    assert "1 turn removed" in told[1]
    assert "0 prompts" in sightline("status").stdout
    assert "undone: reset of 1 turns" in sightline("undo").stdout
    assert "1 prompts" in sightline("status").stdout
    assert "nothing to undo" in sightline("undo").stdout


def test_reset_keeps_memories_unless_all_and_undo_restores_them(
    sightline: Sightline,
    tmp_path: pathlib.Path,
    speak,  # type: ignore[no-untyped-def]
) -> None:
    """Ruling 53."""
    from sightline.store import memory as memories
    from sightline.tools import catalog

    engine = open_engine(str(tmp_path))
    pin = catalog.run(engine, "ai_pin", {"content": "never touch the zeppelin"}, None).value
    catalog.run(engine, "ai_focus", {"topic": "zeppelin"}, None)
    speak("zeppelin exporter drops rows")
    sightline("reset")
    assert memories.by_id(engine.memory, pin["memory_id"]) is not None
    assert sightline("undo").returncode == 0
    assert "1 memory" in sightline("reset", "--all").stdout
    assert memories.by_id(engine.memory, pin["memory_id"]) is None
    assert catalog.run(engine, "ai_unfocus", {"topic": "zeppelin"}, None).value["removed"] == 0
    assert "and 1 memory" in sightline("undo").stdout
    assert memories.by_id(engine.memory, pin["memory_id"]) is not None
    assert catalog.run(engine, "ai_unfocus", {"topic": "zeppelin"}, None).value["removed"] == 1
    engine.close()


def test_a_damaged_setting_leaves_the_others_in_force(sightline: Sightline, speak) -> None:  # type: ignore[no-untyped-def]
    """FG-45 as ruled (62): the rest still in force, the wrong one named."""
    speak("zeppelin exporter drops rows")
    result = sightline("status", SIGHTLINE_FOCUS_MEMORYSIZE="50", SIGHTLINE_FOCUS_DECAYRATE="fast")
    assert result.returncode == 0 and "1/50 mem" in result.stdout


def test_status_says_that_a_project_is_paused(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "data"))
    here = ["--project", str(tmp_path)]
    assert main(["pause", *here]) == 0
    capsys.readouterr()
    assert main(["status", *here]) == 0
    assert capsys.readouterr().out.startswith("paused: nothing is injected or recorded")
