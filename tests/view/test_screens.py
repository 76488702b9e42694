"""Each screen's values say what the stores hold."""

import json
import pathlib
import re

from sightline.agents.prompt_cache import cache_health
from sightline.context.frame_text import compose
from sightline.context.select import MEANT
from sightline.context.selection_weights import FITS, OPENED
from sightline.engine import Engine
from sightline.events.dispatch import handle
from sightline.events.reply import Reply
from sightline.index.refresh import refresh
from sightline.model.event import PROMPT, Event
from sightline.model.frame import CODE, FOCUS, LINE_OF, MEMORY, RETURN, Item
from sightline.model.session import SessionKey
from sightline.store import activity
from sightline.view.impact import (
    impact,
    impacts,
    symbol_names,
    symbols_named_in,
    told_symbols,
)
from sightline.view.index_summary import index_summary
from sightline.view.injections import injection_detail, injection_rows, line_edits
from sightline.view.memories import memory_code, memory_rows
from sightline.view.screens import QUESTIONS, SCREENS, screen
from sightline.view.topics import topic_streams
from tests.view.conftest import OVERLOADS, inject, remember

CART = """class Cart:
    def total(self):
        return 0


class Discounted(Cart):
    def total(self):
        return 1


def show(cart: Cart):
    return cart.total()
"""


def test_a_row_counts_what_was_used(engine: Engine) -> None:
    id = inject(engine)
    (row,) = injection_rows(engine)
    assert (row["id"], row["items"], row["decided"], row["used"]) == (id, 2, 1, 1)


def test_a_detail_has_scores_uses_and_what_was_left_out(engine: Engine) -> None:
    detail = injection_detail(engine, inject(engine))
    code, memory = sorted(detail["items"], key=lambda item: item["kind"])
    assert code["used"] is True
    assert code["how"] == "edited"
    assert code["parts"] == [["text", 0.5], ["name", 0.3]]
    assert memory["used"] is None
    assert detail["left_out"][0]["reason"] == "below the threshold"
    assert detail["replay"] is True


def test_without_an_item_its_lines_go(engine: Engine) -> None:
    detail = injection_detail(engine, inject(engine))
    code = next(item for item in detail["items"] if item["kind"] == "code")
    lines = detail["text"].split("\n")
    removed = [line for first, last, _ in code["without"] for line in lines[first:last]]
    assert "  :1 def expire(session)" in removed


def test_line_edits_turn_one_text_into_the_other() -> None:
    before, after = "a\nb\nc\nd", "a\nx\nd"
    lines = before.split("\n")
    for first, last, instead in reversed(line_edits(before, after)):
        lines[first:last] = instead
    assert "\n".join(lines) == after


def test_a_memory_knows_its_code_its_state_and_where_it_was_told(
    engine: Engine, project: pathlib.Path
) -> None:
    memory = remember(engine, "Expire lazily", symbols=("expire",))
    told = inject(engine, memory.id)
    (row,) = memory_rows(engine)
    assert row["state"] == "fresh"
    assert (row["links"][0]["path"], row["links"][0]["line"]) == ("app.py", 1)
    assert row["told_in"] == [told]
    assert memory_code(engine, memory.id)[0]["lines"][0] == "def expire(session):"
    (project / "app.py").write_text("def other():\n    pass\n")
    assert memory_rows(engine)[0]["state"] != "fresh"


def test_captured_memories_wait_for_review(engine: Engine) -> None:
    remember(engine, "Expire lazily", source="capture")
    assert memory_rows(engine)[0]["review"] is True


def test_the_blast_radius_has_distances_and_tests(engine: Engine) -> None:
    value = impact(engine, "app.py::app.expire", 2)
    nodes = {node["name"]: node for node in value["nodes"]}
    assert nodes["expire"]["distance"] == 0
    assert nodes["login"]["distance"] == 1
    assert nodes["test_login"]["test"] is True
    names = {node["id"]: node["name"] for node in value["nodes"]}
    edges = {(names[edge["from"]], names[edge["to"]]) for edge in value["edges"]}
    assert ("login", "expire") in edges
    assert value["rest"] == 0


def test_edges_to_any_overload_lead_to_the_one_node_of_the_symbol(
    engine: Engine, project: pathlib.Path
) -> None:
    (project / "body.ts").write_text(OVERLOADS)
    refresh(engine.project, engine.settings, home=engine.home)
    radius = impact(engine, "Body.parse")
    drawn = {node["id"] for node in radius["nodes"]}
    assert [node["name"] for node in radius["nodes"]] == ["parse", "show"]
    assert len(radius["edges"]) == 1
    assert all({edge["from"], edge["to"]} <= drawn for edge in radius["edges"])


def test_what_uses_or_overrides_a_member_is_joined_to_the_class(
    engine: Engine, project: pathlib.Path
) -> None:
    (project / "cart.py").write_text(CART)
    refresh(engine.project, engine.settings, home=engine.home)
    for symbol in ("Cart", "Cart.total"):
        radius = impact(engine, symbol)
        origin, *near = [node["id"] for node in radius["nodes"] if node["distance"] < 2]
        assert near
        assert {(id, origin) for id in near} <= {
            (edge["from"], edge["to"]) for edge in radius["edges"]
        }


def test_items_are_called_by_the_title_of_their_topic_or_memory(engine: Engine) -> None:
    memory = remember(engine, "Expire lazily")
    detail = injection_detail(engine, inject(engine, memory.id))
    assert [item["title"] for item in detail["items"]] == ["Expire lazily", ""]


def test_lines_of_topics_are_called_by_their_topics(engine: Engine) -> None:
    event = Event(PROMPT, "claude", session="s1", cwd=engine.project.root, prompt="fix expiry")
    handle(engine, event, Reply(), limit=9_000)
    (topic,) = topic_streams(engine)["topics"]
    items = [
        Item(RETURN, LINE_OF + topic["id"], "[thread] fix expiry", 1.0, "h1"),
        Item(FOCUS, "t-merged-away", "[Focus]", 1.0, "h2"),
    ]
    id = activity.record_injection(
        engine.activity, SessionKey("claude", "s1"), compose(items, tokens=300, chars=9000),
        project=engine.project.id, event="PostToolUse", prompt="", ms=1.0, now=engine.now(),
    )  # fmt: skip
    titles = {item["kind"]: item["title"] for item in injection_detail(engine, id)["items"]}
    assert titles[RETURN] == f"Where “{topic['title']}” stood"
    assert titles[FOCUS] == "Topics of this session"


def test_the_page_has_words_for_parts_of_an_estimate_and_for_nothing_else() -> None:
    web = pathlib.Path(__file__).parents[2] / "web"
    table = (web / "src" / "evidence.ts").read_text(encoding="utf-8").partition("};")[0]
    words = set(re.findall(r'^  "?([\w ]+)"?: "', table, re.M))
    assert len(words) > 20  # a part without words is shown by its name
    assert words <= {*FITS, *OPENED, *MEANT, "use"}


def test_a_file_that_was_told_names_the_symbols_at_its_lines(engine: Engine) -> None:
    item = Item(CODE, "app.py", "[code] app.py  expire:1 · login:6\n  :2 elsewhere", 0.5, "h")
    assert symbols_named_in(engine, item) == ["app.py::app.expire", "app.py::app.login"]
    assert symbols_named_in(engine, item._replace(key="gone.py")) == []
    assert symbols_named_in(engine, item._replace(kind=MEMORY)) == []


def test_told_symbols_and_the_search_box_find_symbols(engine: Engine) -> None:
    inject(engine)
    assert told_symbols(engine, 5) == ["app.py::app.expire"]
    assert list(impacts(engine, ["app.py::app.expire", "nothing::at.all"])) == [
        "app.py::app.expire"
    ]
    assert symbol_names(engine, "expi")[0]["name"].endswith("expire")


def test_the_index_is_counted_by_folder_and_language(engine: Engine) -> None:
    summary = index_summary(engine)
    assert summary["state"] == "ready"
    assert {folder["folder"]: folder["files"] for folder in summary["folders"]} == {
        ".": 1,
        "tests": 1,
    }
    assert summary["languages"][0]["language"] == "python"


def test_every_screen_and_question_is_plain_json(engine: Engine) -> None:
    inject(engine)
    for name in SCREENS:
        json.dumps(screen(engine, name))
    query = {"id": "0001", "symbol": "expire", "part": "ex", "topic": "t-1", "depth": "1"}
    for question in QUESTIONS.values():
        json.dumps(question(engine, query))


def test_costs_of_a_day_hold_tokens_and_uses(engine: Engine) -> None:
    inject(engine)
    (day,) = screen(engine, "costs")["days"]
    assert day["injections"] == 1
    assert (day["decided"], day["used"]) == (1, 1)


def test_prompts_stand_in_their_topics_with_the_points_of_change(engine: Engine) -> None:
    for session, text in (("a", "parse the yaml manifest of helm charts"), ("b", "resize avatars")):
        event = Event(PROMPT, "claude", session=session, cwd=engine.project.root, prompt=text)
        handle(engine, event, Reply(), limit=9_000)
    streams = topic_streams(engine)
    assert next(prompt["text"] for prompt in streams["prompts"]).startswith("parse the yaml")
    assert {topic["id"] for topic in streams["topics"]} >= {
        prompt["topic"] for prompt in streams["prompts"] if prompt["topic"]
    }


def test_topics_without_prompts_are_empty(engine: Engine) -> None:
    assert topic_streams(engine)["topics"] == []


def test_a_lost_prompt_cache_is_counted(tmp_path: pathlib.Path) -> None:
    folder = tmp_path / ".claude" / "projects" / "work"
    folder.mkdir(parents=True)

    def entry(id: str, read: int, written: int) -> str:
        usage = {"cache_read_input_tokens": read, "cache_creation_input_tokens": written}
        return json.dumps({"message": {"id": id, "usage": usage}})

    requests = [entry("a", 0, 1000), entry("b", 1000, 100), entry("c", 0, 1200)]
    (folder / "s1.jsonl").write_text("\n".join(requests))
    health = cache_health(str(tmp_path), ["s1", "../s1", "unknown"])
    assert (health["requests"], health["lost"]) == (3, 1)
    assert cache_health(str(tmp_path), [])["read_share"] is None
