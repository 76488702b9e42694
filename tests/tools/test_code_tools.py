"""The read tools on a small project: documented names, shapes, limits and errors."""

import json
import pathlib
import subprocess

import pytest

from sightline.engine import Engine, open_engine
from sightline.errors import SightlineError, UnknownName, UsageError
from sightline.index.refresh import refresh
from sightline.model.session import SessionKey
from sightline.text.tokens import estimate_tokens
from sightline.tools.answer import answer

FILES = {
    "shop/cart.py": '''"""The cart."""

from shop.price import total


class Cart:
    """Things to buy."""

    LIMIT = 10

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self.items = []

    def add(self, item: str) -> None:
        """Puts one thing in. More follows."""
        self.items.append(item)

    def cost(self) -> int:
        return total(self.items)
''',
    "shop/price.py": '''"""Prices."""


def total(items: list) -> int:
    """Sums up."""
    return sum(price(item) for item in items)


def price(item: str) -> int:
    token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    return len(item)
''',
    "shop/checkout.py": """from shop.cart import Cart


def checkout(owner: str) -> int:
    cart = Cart(owner)
    cart.add("book")
    return cart.cost()
""",
    "tests/test_cart.py": """from shop.checkout import checkout


def test_checkout() -> None:
    assert checkout("me") == 4
""",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    root = tmp_path_factory.mktemp("shop")
    patch = pytest.MonkeyPatch()
    patch.setenv("SIGHTLINE_HOME", str(tmp_path_factory.mktemp("home")))
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    git = ["git", "-C", str(root), "-c", "user.name=Ann", "-c", "user.email=a@b.c"]
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-qm", "Sell things"], check=True)
    engine = open_engine(str(root))
    refresh(engine.project, engine.settings, home=engine.home)
    yield engine
    engine.close()
    patch.undo()


def text(engine: Engine, tool: str, /, **arguments: object) -> str:
    return answer(engine, tool, arguments, None)[0]


def value(engine: Engine, tool: str, /, **arguments: object):
    return json.loads(text(engine, tool, format="json", **arguments))


def test_query_symbol_finds_parts_of_names_with_bodies(engine: Engine) -> None:
    """FO 1.2.5: query_symbol is a search by part; exact names come first."""
    found = value(engine, "query_symbol", name="cost")
    assert [row["qualified_name"] for row in found] == ["shop.cart.Cart.cost"]
    assert set(found[0]) >= {
        *("id", "name", "kind", "signature", "body", "file_path", "repo_name"),
        *("start_line", "end_line", "memories"),
    }
    assert "return total(self.items)" in found[0]["body"]
    assert {row["name"] for row in value(engine, "query_symbol", name="art")} >= {"Cart"}


def test_an_unknown_symbol_is_an_error_with_the_nearest_names(engine: Engine) -> None:
    with pytest.raises(UnknownName) as caught:
        text(engine, "get_dependents", symbol_name="chekout")
    assert "shop.checkout.checkout" in caught.value.hint
    assert "not found" in caught.value.hint


@pytest.mark.parametrize("tool", ["query_symbol name", "search_code query"])
def test_a_kind_nobody_has_is_said_and_not_an_empty_answer(engine: Engine, tool: str) -> None:
    name, parameter = tool.split()
    with pytest.raises(UnknownName) as caught:
        text(engine, name, **{parameter: "cost", "kind": "banana"})
    assert "no kind of symbol called 'banana'" in caught.value.message
    assert "method" in caught.value.hint


def test_a_kind_without_the_name_is_what_is_missing(engine: Engine) -> None:
    with pytest.raises(UnknownName) as caught:
        text(engine, "query_symbol", name="Cart", kind="macro")
    assert caught.value.message.startswith("no macro called 'Cart'")
    assert text(engine, "search_code", query="Cart", kind="macro") == "no macro matches 'Cart'"


def test_what_was_written_a_moment_ago_is_known(engine: Engine) -> None:
    """A name is called unknown only after the working tree was looked at again."""
    path = pathlib.Path(engine.project.root) / "shop" / "moment.py"
    try:
        path.write_text("def just_written():\n    return 1\n")
        assert "shop/moment.py" in text(engine, "query_symbol", name="just_writ")
        path.write_text("def written_anew():\n    return just_written\n")
        assert "written_anew" in text(engine, "get_dependencies", symbol_name="written_anew")
        path = path.rename(path.with_name("renamed.py"))
        assert "written_anew" in text(engine, "get_skeleton", file_path="shop/renamed.py")
    finally:
        path.unlink()
        refresh(engine.project, engine.settings, home=engine.home)


def test_wildcards_in_a_name_mean_themselves(engine: Engine) -> None:
    with pytest.raises(SightlineError):
        text(engine, "query_symbol", name="c%t")


def test_a_name_of_several_symbols_lists_them_with_paths(
    engine: Engine, tmp_path: pathlib.Path
) -> None:
    root = pathlib.Path(engine.project.root)
    (root / "shop" / "other.py").write_text("def price(a):\n    return a\n")
    refresh(engine.project, engine.settings, home=engine.home)
    with pytest.raises(UsageError) as caught:
        text(engine, "get_impact_graph", symbol_name="price")
    assert "shop/other.py:1" in caught.value.hint
    assert "shop/price.py:9" in caught.value.hint
    assert "shop.price.price" in text(engine, "get_dependents", symbol_name="shop/price.py::price")
    (root / "shop" / "other.py").unlink()
    refresh(engine.project, engine.settings, home=engine.home)


def test_file_symbols_come_by_the_end_of_a_path(engine: Engine) -> None:
    rows = value(engine, "get_file_symbols", file_path="cart.py")
    assert {"name", "kind", "signature", "start_line", "end_line"} == set(rows[0])
    assert [row["name"] for row in value(engine, "get_file_symbols", file_path="price.py")] == [
        "total",
        "price",
    ]
    with pytest.raises(UnknownName) as caught:
        text(engine, "get_file_symbols", file_path="carts.py")
    assert "shop/cart.py" in caught.value.hint


def test_the_three_details_of_a_skeleton_differ(engine: Engine) -> None:
    """FO: detail is no longer ignored."""
    answers = [
        text(engine, "get_skeleton", file_path="shop/cart.py", detail=detail)
        for detail in ("minimal", "standard", "verbose")
    ]
    assert len(set(answers)) == 3
    assert [len(one) for one in answers] == sorted(len(one) for one in answers)
    assert "def add(self, item: str) -> None" in answers[1]
    assert "self.items.append" not in answers[2]
    assert "Puts one thing in." in answers[2]


def test_batch_query_takes_exact_names_and_says_what_is_missing(engine: Engine) -> None:
    answer = text(engine, "batch_query", symbol_names=["total", "nothing", "checkout"])
    assert "shop.price.total" in answer
    assert "shop.checkout.checkout" in answer
    assert "not found: nothing" in answer
    without = value(engine, "batch_query", symbol_names=["total"], include_body=False)
    assert without[0]["body"] == ""


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("get_dependencies", {"symbol_name": "total", "depth": 4}),
        ("get_impact_graph", {"symbol_name": "total", "depth": 6}),
        ("batch_query", {"symbol_names": ["total"], "max_tokens": 49}),
    ],
)
def test_limits_are_errors_that_name_the_range(engine: Engine, tool: str, arguments: dict) -> None:
    with pytest.raises(UsageError, match="must be"):
        text(engine, tool, **arguments)


def test_secrets_in_quoted_source_are_masked(engine: Engine) -> None:
    """Ruling 38."""
    assert "ghp_16C7" not in text(engine, "query_symbol", name="price")


def test_a_changed_file_is_read_again_before_it_is_quoted(engine: Engine) -> None:
    file = pathlib.Path(engine.project.root) / "shop" / "price.py"
    before = file.read_text()
    file.write_text("# a new first line\n" + before.replace("return len(item)", "return 7"))
    try:
        row = value(engine, "query_symbol", name="price")[0]
        assert "return 7" in row["body"]
        assert row["start_line"] == 10
    finally:
        file.write_text(before)
        refresh(engine.project, engine.settings, home=engine.home)


def test_a_body_is_sent_once_per_session_and_epoch(engine: Engine) -> None:
    """FO-19, ruling 23."""
    key = SessionKey("claude", "s-1")
    ask = {"name": "checkout", "format": "json"}
    first = json.loads(answer(engine, "query_symbol", ask, key)[0])[0]["body"]
    second = json.loads(answer(engine, "query_symbol", ask, key)[0])[0]["body"]
    other = json.loads(answer(engine, "query_symbol", ask, key._replace(epoch=1))[0])[0]["body"]
    assert "Cart(owner)" in first
    assert second == "(full body sent earlier in session)"
    assert other == first


def test_a_lookup_without_bodies_marks_nothing_as_sent(engine: Engine) -> None:
    key = SessionKey("claude", "s-2")
    answer(engine, "batch_query", {"symbol_names": ["total"], "include_body": False}, key)
    body = json.loads(answer(engine, "query_symbol", {"name": "total", "format": "json"}, key)[0])
    assert "sum(" in body[0]["body"]


def test_overview_and_health_have_the_documented_keys(engine: Engine) -> None:
    overview = value(engine, "get_repo_overview")[0]
    assert overview["file_count"] == 4
    assert overview["languages"] == [{"language": "python", "count": 4}]
    health = value(engine, "get_health")
    assert set(health) >= {
        *("db_size_bytes", "symbol_count", "file_count", "edge_count", "memory_count"),
        *("repo_count", "fts_ok"),
    }
    assert health["indexing_complete"] is True
    assert health["fts_ok"] is True


def test_health_says_when_past_commits_are_still_unread(engine: Engine) -> None:
    said: list[str] = []

    def progress(phase: str, done: int, total: int) -> None:
        if phase == "history" and not said:
            said.append(text(other, "get_health"))

    other = open_engine(engine.project.root)
    other.home = engine.home + "-other"
    refresh(other.project, other.settings, home=other.home, progress=progress)
    assert "index complete" in said[0] and "past commits not read yet" in said[0]
    assert "1 commit;" in text(other, "get_health")
    other.close()


def test_an_unknown_repo_is_an_error(engine: Engine) -> None:
    """FO-24 is replaced by ruling 57."""
    with pytest.raises(UnknownName, match="no repo called 'nowhere'"):
        text(engine, "get_repo_overview", repo="nowhere")


def test_history_follows_the_lines_of_a_symbol(engine: Engine) -> None:
    """Ruling 64."""
    row = value(engine, "get_symbol_history", symbol_name="total")[0]
    assert row["message"] == "Sell things"
    assert row["author"] == "Ann"
    assert set(row) == {"hash", "author", "date", "message"}


def test_history_follows_lines_that_edits_moved(tmp_path: pathlib.Path) -> None:
    """Ruling 64: git counts lines as they were committed, the symbol stands where it is now."""
    git = ["git", "-C", str(tmp_path), "-c", "user.name=Ann", "-c", "user.email=a@b.c"]
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    file = tmp_path / "shop.py"
    file.write_text("def first():\n    return 1\n")
    for message, added in (("Sell", "sold"), ("Rent", "rented")):
        file.write_text(file.read_text() + f"\n\ndef {added}():\n    return 2\n")
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "-qm", message], check=True)
    file.write_text("import os\n\n\n\n" + file.read_text())
    engine = open_engine(str(tmp_path))
    refresh(engine.project, engine.settings, home=engine.home)
    rows = value(engine, "get_symbol_history", symbol_name="sold")
    assert [row["message"] for row in rows] == ["Sell"]
    shown = text(engine, "get_symbol_history", symbol_name="sold")
    assert shown.startswith("1 commit that changed the lines of shop.sold")
    engine.close()


def test_asking_again_brings_no_other_bodies(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repeated lookup costs a small part of the first, also where not all bodies found room."""
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "home"))
    root = tmp_path / "many"
    root.mkdir()
    body = "\n".join(f"    first_{n} = other_{n} + third_{n} * {n}" for n in range(60))
    for number in range(8):
        (root / f"part_{number}.py").write_text(f"def same_name_{number}(x):\n{body}\n")
    engine = open_engine(str(root), home=str(tmp_path / "home"))
    refresh(engine.project, engine.settings, home=engine.home)
    key = SessionKey("claude", "again")
    first = answer(engine, "query_symbol", {"name": "same_name"}, key)[0]
    second = answer(engine, "query_symbol", {"name": "same_name"}, key)[0]
    engine.close()
    assert "first_0 =" in first
    assert "first_0 =" not in second
    assert len(second) < len(first) / 5


def test_a_long_body_and_a_common_name_do_not_flood_the_assistant(tmp_path: pathlib.Path) -> None:
    """FO-22: bodies are cut where the tokens end, and of many names the first are listed."""
    rows = "\n".join(
        f"        self.row_{number} = compute(row, {number})" for number in range(3000)
    )
    (tmp_path / "big.py").write_text(f"class Table:\n    def fill(self, row):\n{rows}\n")
    many = "\n\n".join(f"def table_{number}(a):\n    return a" for number in range(150))
    (tmp_path / "many.py").write_text(many)
    engine = open_engine(str(tmp_path))
    refresh(engine.project, engine.settings)
    said = text(engine, "query_symbol", name="Table")
    assert estimate_tokens(said) < 10_000
    assert "lines left out: big.py:" in said
    assert "more: give a longer name" in said
    assert len(value(engine, "query_symbol", name="Table")) > 100
    engine.close()


def test_many_symbols_are_listed_without_bodies(tmp_path: pathlib.Path) -> None:
    """A list costs a line for each symbol; the exact name still has its body."""
    many = "\n\n".join(
        f"def table_{number}(a):\n" + "    a += 1\n" * 40 + "    return a" for number in range(90)
    )
    (tmp_path / "many.py").write_text(many)
    engine = open_engine(str(tmp_path))
    refresh(engine.project, engine.settings)
    key = SessionKey("claude", "again")
    listed = answer(engine, "query_symbol", {"name": "table_"}, key)[0]
    assert listed.startswith("90 symbols, listed without a body")
    assert "a += 1" not in listed and "more: give a longer name" in listed
    exact = answer(engine, "query_symbol", {"name": "table_1"}, key)[0]
    assert "a += 1" in exact and "called by 0 symbols\ncomplete: " in exact
    assert "10 symbols, listed without a body" in exact
    again = answer(engine, "query_symbol", {"name": "table_1"}, key)[0]
    assert again.startswith("sent earlier: many.py:")
    engine.close()


def test_names_that_were_asked_for_are_all_listed(tmp_path: pathlib.Path) -> None:
    """What was named one by one is not cut short like a part of a name."""
    names = [f"row_{number}" for number in range(60)]
    code = "\n\n".join(f"def {name}(a):\n    return a" for name in names)
    (tmp_path / "many.py").write_text(code)
    engine = open_engine(str(tmp_path))
    refresh(engine.project, engine.settings)
    said = text(engine, "batch_query", symbol_names=names, include_body=False)
    assert all(f"def {name}(a)" in said for name in names)
    assert "more: give a longer name" not in said
    engine.close()


def test_two_symbols_of_the_same_text_are_both_named_in_one_answer(tmp_path: pathlib.Path) -> None:
    """Ruling 23: what stands further up in the same answer was not sent earlier."""
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text("def twin(a):\n    return a\n")
    engine = open_engine(str(tmp_path))
    refresh(engine.project, engine.settings)
    said = text(engine, "query_symbol", name="twin")
    assert "one.py:1-2" in said and "two.py:1-2" in said
    assert "sent earlier" not in said
    engine.close()


def test_overloads_are_named_once_and_a_place_means_what_stands_there(
    engine: Engine,
) -> None:
    root = pathlib.Path(engine.project.root)
    (root / "shop" / "over.ts").write_text(
        "export function price(a: string): number\n"
        "export function price(a: number): number\n"
        "export function price(a: any) {\n  return 1\n}\n"
    )
    refresh(engine.project, engine.settings, home=engine.home)
    with pytest.raises(UsageError) as caught:
        text(engine, "get_dependents", symbol_name="price")
    assert "means 2 symbols" in caught.value.message
    assert caught.value.hint.count("shop/over.price") == 1
    assert "1 dependent of shop.price.price" in text(
        engine, "get_dependents", symbol_name="shop/price.py:10"
    )
    (root / "shop" / "over.ts").unlink()
    refresh(engine.project, engine.settings, home=engine.home)


def test_methods_that_override_each_other_are_told_of_each_other(engine: Engine) -> None:
    """Who changes a method of a base breaks what overrides it; callers go through the base."""
    root = pathlib.Path(engine.project.root)
    (root / "shop" / "calls.ts").write_text(
        "export interface Call {\n  execute(): number\n}\n"
        "export class RealCall implements Call {\n"
        "  constructor(readonly n: number) {}\n  execute(): number {\n    return 1\n  }\n}\n"
        "export class SlowCall extends RealCall {\n"
        "  execute(): number {\n    return 2\n  }\n}\n"
        "export function run(call: Call) {\n  const n = 1\n"
        "  call.execute()\n  return call.execute()\n}\n"
    )
    refresh(engine.project, engine.settings, home=engine.home)
    base = text(engine, "get_impact_graph", symbol_name="Call.execute", depth=1)
    assert (
        "  shop/calls.ts\n"
        "    :6 RealCall.execute  implements\n"
        "    :11 SlowCall.execute  implements\n"
        "    :17 run  2 times\n"
    ) in base
    assert base.endswith(
        "\ncomplete: every parsed use of this name in the project was accounted for"
    )
    real = text(engine, "get_dependents", symbol_name="RealCall.execute")
    assert "1 dependent of" in real and "SlowCall.execute  implements" in real
    assert ":17 run  through shop/calls.Call.execute  2 times" in real
    assert real.endswith("\nnot complete: what it overrides may be called in its place")
    (root / "shop" / "calls.ts").unlink()
    refresh(engine.project, engine.settings, home=engine.home)


def test_an_error_repeats_no_more_of_a_name_than_a_line(engine: Engine) -> None:
    for tool, parameter in (("query_symbol", "name"), ("get_skeleton", "file_path")):
        with pytest.raises(UnknownName) as caught:
            text(engine, tool, **{parameter: "Nothing" * 100_000})
        assert len(caught.value.message) < 300


def test_the_hint_for_an_unknown_name_leads_somewhere(engine: Engine) -> None:
    with pytest.raises(UnknownName) as caught:
        text(engine, "query_symbol", name="check_in")
    assert "try query_symbol name=check" in caught.value.hint
    assert "checkout" in text(engine, "query_symbol", name="check")
    with pytest.raises(UnknownName) as caught:
        text(engine, "query_symbol", name="zzzqqq")
    assert "query_symbol" not in caught.value.hint


def test_a_file_that_was_not_read_is_told_from_one_that_is_not_there(engine: Engine) -> None:
    (pathlib.Path(engine.project.root) / "data.bin").write_bytes(b"\0" * 100)
    with pytest.raises(UnknownName) as caught:
        text(engine, "get_skeleton", file_path="data.bin")
    assert "was not indexed" in caught.value.hint
    for path in ("gone.py", "../../etc/passwd", "a\0b"):
        with pytest.raises(UnknownName) as caught:
            text(engine, "get_skeleton", file_path=path)
        assert "was not read" not in caught.value.hint


def test_the_body_of_a_method_stands_at_the_margin(engine: Engine) -> None:
    said = text(engine, "query_symbol", name="Cart.cost")
    assert "\n  def cost(self) -> int:\n      return total(self.items)" in said


def test_a_method_is_found_by_its_class_in_every_way_to_write_it(engine: Engine) -> None:
    root = pathlib.Path(engine.project.root)
    (root / "Till.php").write_text(
        "<?php\nnamespace App;\nclass Till {\n  public function ring(): int { return 1; }\n}\n"
        "class Bell {\n  public function ring(): int { return (new Till)->ring(); }\n}\n"
    )
    refresh(engine.project, engine.settings, home=engine.home)
    names = (
        "Till::ring Till.ring Till#ring Till/ring App\\Till::ring App\\Till\\ring \\App\\Till::ring"
    )
    names += (
        " Till->ring Till?->ring Till->ring() Till::ring($a,$b) Till.php::Till->ring `Till.ring`"
    )
    for name in names.split():
        assert "dependent" in text(engine, "get_dependents", symbol_name=name), name
        assert "App\\Till\\ring" in {
            row["qualified_name"] for row in value(engine, "query_symbol", name=name)
        }
    (root / "Till.php").unlink()
    refresh(engine.project, engine.settings, home=engine.home)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("ring/2", "Shop.Till.ring"),
        ("&Till.ring/2", "Shop.Till.ring"),
        ("(*Server).Serve", "Server.Serve"),
        ("Server.Serve(ctx, 2)", "Server.Serve"),
        ("Bell.prototype.toll", "Bell.toll"),
        ("this.toll()", "Bell.toll"),
        ("Box->operator->", "Box::operator->"),
        ("Box::operator()", "Box::operator()"),
        ("checkout()", "shop.checkout.checkout"),
    ],
)
def test_names_are_taken_as_people_write_them(
    engine: Engine, tmp_path: pathlib.Path, name: str, meant: str
) -> None:
    for path, source in {
        "till.ex": "defmodule Shop.Till do\n  def ring(a, b), do: a + b\nend\n",
        "server.go": "package web\n\ntype Server struct{}\n\nfunc (s *Server) Serve() {}\n",
        "bell.js": "class Bell {\n  toll() {}\n}\n",
        "box.cpp": "struct Box { int operator->(); int operator()(int); };\n",
        "shop/checkout.py": "def checkout():\n    pass\n",
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(source)
    other = open_engine(str(tmp_path))
    refresh(other.project, other.settings, home=other.home)
    found = value(other, "query_symbol", name=name)
    other.close()
    assert [row["qualified_name"].endswith(meant) for row in found] == [True]
