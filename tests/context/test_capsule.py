"""Capsules: what is chosen, in which direction the graph is followed, and that the budget holds."""

import pathlib
from collections.abc import Iterator

import pytest

from sightline.context.capsule import pack
from sightline.context.excerpt import dedented
from sightline.context.quote import comment_above
from sightline.context.ranking.rank import SIGNALS
from sightline.context.ranking.retrieval import find
from sightline.engine import Engine, open_engine
from sightline.index.refresh import refresh
from sightline.text.tokens import estimate_tokens
from sightline.workspace.source import Sources

NOW = 1_800_000_000_000
STEPS = "\n".join(f"    total += tray.part_{n}.weight" for n in range(80))
SOURCE = f'''
def caller_of_weigh(tray):
    return weigh(tray)


def helper_of_weigh(tray):
    return tray.grams


def weigh(tray):
    """Puts a tray on the scales and reads the fulcrum."""
    total = helper_of_weigh(tray)
{STEPS}
    return total


class Scales:
    def tare(self, tray):
        return tray.empty

    def tare_again(self, tray):
        return tray.empty

    def tare_once_more(self, tray):
        return tray.empty

    def tare_for_good(self, tray):
        return tray.empty

    def tare_at_last(self, tray):
        return tray.empty
'''


@pytest.fixture
def engine(tmp_path: pathlib.Path) -> Iterator[Engine]:
    root = tmp_path / "shop"
    root.mkdir()
    (root / "scales.py").write_text(SOURCE)
    found = open_engine(str(root))
    refresh(found.project, found.settings, workers=1)
    yield found
    found.close()


def capsule(engine: Engine, question: str, task: str, budget: int = 4_000):  # type: ignore[no-untyped-def]
    found = find(engine.index, question, task)
    return pack(engine.index, Sources(engine.project.root), found, task, budget, now=NOW)


def near(engine: Engine, task: str) -> set[str]:
    """What became a candidate because the graph leads there."""
    found = find(engine.index, "reads the fulcrum of the scales", task)
    names = {one.symbol.id: one.symbol.name for one in found.ranking.symbols}
    return {names[id] for id in found.evidence.neighbours if id in names}


def test_the_graph_is_followed_in_the_direction_of_the_task(engine: Engine) -> None:
    """FO-20: debug both ways, refactor dependents, modify and explore dependencies."""
    assert {"caller_of_weigh", "helper_of_weigh"} <= near(engine, "debug")
    assert "caller_of_weigh" in near(engine, "refactor")
    assert "helper_of_weigh" not in near(engine, "refactor")
    for task in ("modify", "explore"):
        assert "helper_of_weigh" in near(engine, task)
        assert "caller_of_weigh" not in near(engine, task)


def test_neighbours_are_shown_as_signatures(engine: Engine) -> None:
    """FO-20: skeleton items have an empty body."""
    shown = capsule(engine, "reads the fulcrum of the scales", "debug", 120)
    others = [item for item in shown.items if not item.is_pivot]
    assert others and all(item.body == "" and item.signature for item in others)


def test_a_file_with_a_body_gets_no_line_of_something_else(engine: Engine) -> None:
    shown = capsule(engine, "reads the fulcrum of the scales", "debug", 400)
    assert {item.symbol.name for item in shown.items} == {
        *("weigh", "caller_of_weigh", "helper_of_weigh"),
    }


def test_what_was_touched_lately_ranks_higher_not_lower(engine: Engine) -> None:
    """FO-23 as it was meant: recency raises, its sign is right."""
    assert all(one.weight > 0 and one.vague > 0 for one in SIGNALS if one.name == "recent")


@pytest.mark.parametrize("budget", [50, 120, 400, 1_500, 4_000, 20_000])
def test_both_costs_stay_within_the_budget(engine: Engine, budget: int) -> None:
    """FO-19, ruling 18: by the documented formula and of the rendered text."""
    shown = capsule(engine, "why does weigh of the tray crash", "debug", budget)
    assert shown.total_tokens <= budget
    assert shown.text_tokens <= budget
    assert estimate_tokens(shown.text) <= budget


def test_a_long_body_is_cut_to_what_bears_on_the_question(engine: Engine) -> None:
    shown = capsule(engine, "weigh reads part_41 of the tray", "explore", 900)
    (item,) = [one for one in shown.items if one.is_pivot and one.symbol.name == "weigh"]
    assert "part_41" in item.body and "lines left out]" in item.body
    assert "part_79" not in item.body


def test_the_named_function_comes_first_and_whole(engine: Engine) -> None:
    shown = capsule(engine, "why is the tray empty in weigh()?", "debug", 4_000)
    first = shown.items[0]
    assert first.symbol.name == "weigh" and "left out" not in first.body
    assert all(f"part_{n}.weight" in first.body for n in range(80))
    notes = {note.name: note.text for note in first.notes}
    assert "caller_of_weigh" in notes["called by"] and "helper_of_weigh" in notes["calls"]


def test_who_calls_the_named_function_is_said_before_other_bodies(tmp_path: pathlib.Path) -> None:
    root = tmp_path / "shop"
    root.mkdir()
    steps = "\n".join(f"    plume += kiln.draught_{n}.plume" for n in range(8))
    others = "\n\n".join(f"def plume_draught_{n}(kiln):\n    plume = 0\n{steps}" for n in range(30))
    named = "def smeltOre(kiln):\n" + "\n".join(f"    kiln.charge_{n}()" for n in range(70))
    (root / "kiln.py").write_text(f"{named}\n\n\n{others}\n")
    for n in range(8):
        text = f"from kiln import smeltOre\n\n\ndef fire_{n}(k):\n    smeltOre(k)\n"
        (root / f"yard_behind_the_old_wall_{n}.py").write_text(text)
    engine = open_engine(str(root))
    refresh(engine.project, engine.settings, workers=1)
    shown = capsule(engine, "fix the plume and draught of `smeltOre`", "debug", 2_000)
    engine.close()
    first, *rest = shown.items
    assert first.symbol.name == "smeltOre"
    assert [note.text.count("fire_") for note in first.notes if note.name == "called by"] == [8]
    assert any(item.is_pivot for item in rest), "and the room that is left is used"


def test_a_member_named_with_its_owner_comes_before_its_namesakes(engine: Engine) -> None:
    shown = capsule(engine, "change Scales.tare_at_last", "modify", 2_000)
    assert shown.items[0].symbol.name == "tare_at_last"


def test_members_of_one_name_in_one_file_are_all_shown(tmp_path: pathlib.Path) -> None:
    """As overloads, or the handlers of several hooks of one plugin."""
    root = tmp_path / "shop"
    root.mkdir()
    hooks = "\n".join(f"  hook{n}: {{ handler(x) {{ return x.part_{n} }} }}," for n in range(4))
    (root / "sluice.ts").write_text(
        f"export function sluicePlugin() {{\n  return {{\n{hooks}\n  }}\n}}\n"
    )
    engine = open_engine(str(root))
    refresh(engine.project, engine.settings, workers=1)
    shown = capsule(engine, "how does sluicePlugin.handler work", "explore")
    engine.close()
    assert all(f"part_{n}" in shown.text for n in range(4))
    assert [item.symbol.name for item in shown.items[:4]] == ["handler"] * 4


def test_a_body_sent_in_part_may_come_whole_later(engine: Engine) -> None:
    """Ruling 72: only a body that was sent whole counts as sent."""
    found = find(engine.index, "why is the tray empty in weigh()?", "debug")
    sources = Sources(engine.project.root)
    first = pack(engine.index, sources, found, "debug", 600, now=NOW)
    assert "left out" in first.items[0].body
    sent = {item.record for item in first.items if item.is_pivot}
    again = pack(engine.index, sources, found, "debug", 600, now=NOW, sent=sent)
    assert again.items[0].body.startswith("(lines ") and "full" not in again.items[0].body
    later = pack(engine.index, sources, found, "debug", 4_000, now=NOW, sent=sent)
    assert "part_79.weight" in later.items[0].body


def test_a_body_the_assistant_has_is_named_and_costs_next_to_nothing(engine: Engine) -> None:
    """FO-19: already sent, so its body is not counted."""
    found = find(engine.index, "tare the empty tray", "explore")
    sources = Sources(engine.project.root)
    first = pack(engine.index, sources, found, "explore", 2_000, now=NOW)
    sent = {item.record for item in first.items if item.is_pivot}
    again = pack(engine.index, sources, found, "explore", 2_000, now=NOW, sent=sent)
    bodies = {item.body for item in again.items if item.record in sent and item.is_pivot}
    assert "(full body sent earlier in session)" in bodies
    assert all(body.endswith(" sent earlier in session)") for body in bodies)
    assert sum(item.spared for item in again.items) > 0


def test_a_repeated_question_brings_no_weaker_code_in_place_of_what_was_sent(
    tmp_path: pathlib.Path,
) -> None:
    for n in range(30):
        steps = "\n".join(f"    total += tray.grams_{n}_{step}" for step in range(12))
        text = f"def weigh_tray_{n}(tray):\n    total = 0\n{steps}\n    return total\n"
        (tmp_path / f"tray_{n}.py").write_text(text)
    opened = open_engine(str(tmp_path))
    refresh(opened.project, opened.settings, workers=1)
    sources, question = Sources(str(tmp_path)), "how is the weight of a tray found"
    found = find(opened.index, question, "explore")
    first = pack(opened.index, sources, found, "explore", 2_000, now=NOW)
    sent = {item.record for item in first.items if item.is_pivot}
    again = pack(opened.index, sources, found, "explore", 2_000, now=NOW, sent=sent)
    opened.close()
    assert first.text_tokens > 1_000
    assert [item.symbol.id for item in again.items] == [item.symbol.id for item in first.items]
    assert again.text_tokens < first.text_tokens / 2


def test_a_type_that_is_only_named_brings_a_line_of_the_best_files(tmp_path: pathlib.Path) -> None:
    (tmp_path / "tray.py").write_text("class Tray:\n    pass\n")
    (tmp_path / "tray_stand.py").write_text("def tray_stand(tray):\n    return tray\n")
    opened = open_engine(str(tmp_path))
    refresh(opened.project, opened.settings, workers=1)
    shown = capsule(opened, "Tray", "explore")
    opened.close()
    assert [item.symbol.path for item in shown.items] == ["tray.py", "tray_stand.py"]


def test_what_changed_since_it_was_indexed_is_shown_as_its_signature(engine: Engine) -> None:
    path = pathlib.Path(engine.project.root, "scales.py")
    path.write_text(SOURCE.replace("return tray.grams", "return tray.grams * 1000"))
    shown = capsule(engine, "helper_of_weigh", "explore")
    (item,) = [one for one in shown.items if one.symbol.name == "helper_of_weigh"]
    assert not item.is_pivot and item.changed


def test_what_is_gone_is_left_out(engine: Engine) -> None:
    path = pathlib.Path(engine.project.root, "scales.py")
    path.write_text("def something_else():\n    return 1\n")
    assert "helper_of_weigh" not in capsule(engine, "helper_of_weigh", "explore").text


def test_a_question_that_means_nothing_here_gets_nothing(engine: Engine) -> None:
    shown = capsule(engine, "zebra xylophone", "explore")
    assert shown.items == () and shown.text == "" and shown.total_tokens == 0


def test_a_question_that_only_names_brings_what_the_named_code_uses(engine: Engine) -> None:
    shown = capsule(engine, "how does caller_of_weigh work", "explore", 12_000)
    assert [item.symbol.name for item in shown.items] == ["caller_of_weigh", "weigh"]
    more = capsule(engine, "caller_of_weigh and the empty tray", "explore", 12_000)
    assert "tare" in {item.symbol.name for item in more.items}


def test_a_class_that_does_not_fit_is_shown_as_its_outline(engine: Engine) -> None:
    shown = capsule(engine, "explain `Scales`", "explore", 120)
    first = shown.items[0]
    assert first.symbol.name == "Scales" and "return tray.empty" not in first.body
    assert (
        first.body.startswith("class Scales:\n") and " def tare_at_last(self, tray)" in first.body
    )
    whole = capsule(engine, "explain `Scales`", "explore", 4_000).items[0]
    assert whole.body.count("return tray.empty") == 5


def test_no_line_is_shown_twice(engine: Engine) -> None:
    for question in ("tare the empty tray of the scales", "Scales.tare and Scales"):
        shown = capsule(engine, question, "explore", 8_000)
        lines = [
            (item.symbol.path, line)
            for item in shown.items
            for first, last in item.lines
            for line in range(first, last + 1)
        ]
        assert lines and len(lines) == len(set(lines))


def test_the_lines_of_an_item_are_those_of_the_file(engine: Engine) -> None:
    item = capsule(engine, "Scales.tare_once_more", "explore").items[0]
    ((first, last),) = item.lines
    text = "\n".join(SOURCE.split("\n")[first - 1 : last])
    assert text.split() == item.body.split()


def test_files_come_in_the_order_of_the_ranking(engine: Engine) -> None:
    root = pathlib.Path(engine.project.root)
    (root / "harbour.py").write_text("def moor(boat, pier):\n    return pier.rope(boat)\n")
    (root / "pier.py").write_text('"""Piers and boats at the harbour: moor them."""\nROPE = 3\n')
    refresh(engine.project, engine.settings, workers=1)
    found = find(engine.index, "how do boats moor at a pier of the harbour", "explore")
    shown = pack(engine.index, Sources(str(root)), found, "explore", 4_000, now=NOW)
    paths = list(dict.fromkeys(item.symbol.path for item in shown.items))
    assert len(paths) > 1
    assert paths == [one.file.path for one in found.ranking.files if one.file.path in paths]


def test_an_indented_symbol_is_shown_at_the_margin() -> None:
    assert dedented("def a():\n        return 1\n\n      # low", 4) == (
        "def a():\n    return 1\n\n  # low"
    )


def test_every_good_file_has_a_line_though_bodies_could_fill_the_budget(
    tmp_path: pathlib.Path,
) -> None:
    steps = "\n".join(f"    total += tray.weight_{n}  # tare of the tray" for n in range(40))
    for name in ("tare", "tray", "scales", "load"):
        text = f"def {name}_of_tray(tray):\n    total = 0\n{steps}\n    return total\n"
        (tmp_path / f"{name}.py").write_text(text)
    (tmp_path / "tare_tray.py").write_text("from tare import tare_of_tray\n")
    opened = open_engine(str(tmp_path))
    refresh(opened.project, opened.settings, workers=1)
    shown = capsule(opened, "how is the tare of a tray found", "explore", 1_000)
    paths = {item.symbol.path for item in shown.items}
    opened.close()
    assert {"tare.py", "tray.py", "tare_tray.py"} <= paths
    assert "tare_tray.py" in shown.text.split("\n")


def test_a_name_that_several_files_define_does_not_jump_before_the_best_file(
    tmp_path: pathlib.Path,
) -> None:
    (tmp_path / "gauge.py").write_text("def needle():\n    return 'gauge shows pressure'\n")
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text("def read_value():\n    return 1\n")
    opened = open_engine(str(tmp_path))
    refresh(opened.project, opened.settings, workers=1)
    vague = capsule(opened, "gauge pressure needle shows, read_value", "explore")
    exact = capsule(opened, "gauge pressure needle shows, `read_value`", "explore")
    opened.close()
    assert vague.items[0].symbol.path == "gauge.py"
    assert exact.items[0].symbol.name == "read_value"
    assert sum(item.symbol.name == "read_value" and item.is_pivot for item in vague.items) == 2


def test_the_comment_above_a_function_is_shown_with_it(tmp_path: pathlib.Path) -> None:
    text = "package shop\n\n// Tare empties the tray.\n// It never fails.\nfunc Tare() int {\n\treturn 0\n}\n"
    (tmp_path / "shop.go").write_text(text)
    opened = open_engine(str(tmp_path))
    refresh(opened.project, opened.settings, workers=1)
    (item,) = [
        one for one in capsule(opened, "what does `Tare` do", "explore").items if one.is_pivot
    ]
    opened.close()
    assert item.body.startswith("// Tare empties the tray.\n// It never fails.\nfunc Tare()")
    assert [tuple(lines) for lines in item.lines] == [(3, 7)]


def test_a_comment_with_a_secret_above_a_function_is_left_out() -> None:
    key = "\n".join(
        ["// -----BEGIN RSA PRIVATE KEY-----", *(f"// {'Qk9' * 20}{n}" for n in range(4))]
    )
    source = f"{key}\n// -----END RSA PRIVATE KEY-----\n// Opens the door.\nfunc Open() {{}}\n"
    assert comment_above(source.encode(), 8) == []
    long = "\n".join(f"// line {n}" for n in range(30))
    assert comment_above(f"{long}\nfunc Open() {{}}\n".encode(), 31) == []
    assert comment_above(b"// Opens the door.\nfunc Open() {}\n", 2) == ["// Opens the door."]
