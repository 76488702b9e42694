"""What a prompt asks for without naming it: tests, documents, users of a symbol, the line of an error."""

import pathlib
from collections.abc import Iterator

import pytest

from sightline.context.documents import find_documents
from sightline.context.implied_files import MOST_USERS, Wanted, subject, wanted
from sightline.context.prompt_code import NOTHING_EARLIER, Earlier, offer_code
from sightline.context.ranking import test_files
from sightline.context.select import Situation
from sightline.engine import Engine, open_engine
from sightline.index.refresh import refresh
from sightline.model.frame import Item
from sightline.workspace.source import Sources

TREE = {
    "shop/orders.py": (
        "def settle_order(order):\n"
        '    """Settle an order of a customer."""\n'
        "    return order\n\n\n"
        "class Basket:\n"
        "    def load(self):\n"
        "        return self.read()\n\n\n"
        "class Parcel:\n"
        "    def load(self):\n"
        "        if not self.items:\n"
        '            raise ValueError(f"the parcel {self} has nothing to be sent yet")\n'
    ),
    "shop/desk.py": (
        "from shop.orders import settle_order\n\n\n"
        "def close_desk(orders):\n"
        "    return [settle_order(order) for order in orders]\n"
    ),
    "tests/test_orders.py": (
        "from shop.orders import settle_order\n\n\n"
        "def test_a_parcel_is_loaded():\n    pass\n\n\n"
        "def test_an_order_is_settled():\n    settle_order(1)\n"
    ),
    "docs/ref/orders.txt": (
        "======\nOrders\n======\n\nSettling an order\n=================\n\n" + "settle order " * 9
    ),
    "docs/releases/1.2.txt": "1.2\n===\n\nsettle order " * 12,
    "docs/ref/desk.txt": "The desk\n========\n\nA desk is closed at night.\n",
    "docs/_build/orders.txt": "settle order " * 99,
}


@pytest.fixture
def engine(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "home"))
    root = tmp_path / "work"
    for path, text in TREE.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    for number in range(20):
        names = "".join(f"def other_{number}_{n}(x):\n    return x\n\n" for n in range(8))
        (root / "shop" / f"other_{number}.py").write_text(names)
    engine = open_engine(str(root))
    refresh(engine.project, engine.settings)
    yield engine
    engine.close()


def offered(
    engine: Engine, prompt: str, before: Earlier = NOTHING_EARLIER, **more: object
) -> list[Item]:
    situation = Situation(prompt=prompt, **more)  # type: ignore[arg-type]
    sources = Sources(engine.project.root)
    return offer_code(engine.index, sources, situation, earlier=before).items


def test_a_test_that_is_asked_for_comes_with_its_nearest_test(engine: Engine) -> None:
    items = {item.key: item.text for item in offered(engine, "Write a test for settle_order")}
    assert items["tests/test_orders.py"].startswith(
        "[code] tests/test_orders.py  test_an_order_is_settled:8"
    )


def test_tests_for_what_was_just_worked_on_are_those_of_the_opened_files(engine: Engine) -> None:
    worked = {"earlier": 2, "opened": frozenset(("shop/orders.py",)), "recent": ("shop/orders.py",)}
    said = Earlier(texts=("settle the order of a parcel",))
    items = offered(engine, "can we add tests for this?", said, **worked)
    assert [item.key for item in items] == ["tests/test_orders.py"]
    assert offered(engine, "can we do this?", said, **worked) == []
    # The words of what was said lead elsewhere: nothing is sure.
    assert offered(engine, "can we add tests for this?", **worked) == []


def test_documents_that_are_asked_for_come_with_their_headings(engine: Engine) -> None:
    items = offered(engine, "Update the docs for settle_order and its order")
    texts = [item.text for item in items if item.key.startswith("docs/")]
    assert texts == ["[code] docs/ref/orders.txt  Orders:2 · Settling an order:5"]


def test_denied_built_and_hidden_documents_are_not_read(engine: Engine) -> None:
    root = engine.project.root
    found = find_documents(root, ("settle", "order"), "", lambda path: path.endswith("orders.txt"))
    assert [document.path for document in found] == ["docs/releases/1.2.txt"]
    assert find_documents(root, ("nowhere",), "", lambda path: False) == []
    assert find_documents(f"{root}/gone", ("order",), "", lambda path: False) == []


def test_a_document_that_is_named_is_the_one(engine: Engine) -> None:
    pathlib.Path(engine.project.root, "CHANGELOG.md").write_text("# Changes\n\n#. one\n")
    assert [item.text for item in offered(engine, "commit and update the changelog")] == [
        "[code] CHANGELOG.md"
    ]
    assert offered(engine, "update docs/ref/desk.txt for parcels")[0].key == "docs/ref/desk.txt"


def test_a_rename_brings_every_user_tests_included(engine: Engine) -> None:
    items = offered(engine, "Rename settle_order to close_order everywhere")
    assert items[0].text == "[code] shop/orders.py  settle_order:1"
    assert {item.key: item.text.partition("  ")[2] for item in items[1:]} == {
        "shop/desk.py": "close_desk:5 · line 1",
        "tests/test_orders.py": "test_an_order_is_settled:9 · line 1",
    }


def test_an_error_message_is_searched_for_in_the_whole_source(engine: Engine) -> None:
    prompt = "Why?\n\nValueError: the parcel <Parcel: 3> has nothing to be sent yet"
    first = offered(engine, prompt)[0]
    assert first.text.startswith(
        "[code] shop/orders.py  the error is raised at line 14 in Parcel.load"
    )


def test_a_frame_means_the_function_of_its_name_nearest_to_its_line(engine: Engine) -> None:
    """An installed copy differs by some lines from the working tree."""
    prompt = (
        "it crashes\n\nTraceback (most recent call last):\n"
        '  File "/srv/lib/shop/orders.py", line 16, in load\n'
        "    if not self.read():\n"
        "RuntimeError: stop"
    )
    (item,) = offered(engine, prompt)
    assert item.text == "[code] shop/orders.py  Parcel.load:16"


@pytest.mark.parametrize(
    ("prompt", "tests", "documents"),
    [
        ("write a test that orders are settled", True, False),
        ("the tests fail on CI", True, False),
        ("please update the README and the changelog", False, True),
        ("document how orders are settled", False, True),
        ("settle the order", False, False),
        ("what does the documented behaviour say?", False, False),
        ("x" * 400 + " write a test and update the docs", False, False),
    ],
)
def test_what_is_wanted_is_said_at_the_beginning(prompt: str, tests: bool, documents: bool) -> None:
    assert wanted(prompt).tests == tests
    assert wanted(prompt).documents == documents


def test_a_test_may_cover_several_files_of_one_beginning(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "home"))
    root = tmp_path / "work"
    root.mkdir()
    for name in ("order_lines", "order_test", "parcel_lines", "parcel_lines_test"):
        (root / f"{name}.go").write_text("package shop\n")
    (root / "other").mkdir()
    (root / "other" / "order_sum.go").write_text("package other\n")
    engine = open_engine(str(root))
    refresh(engine.project, engine.settings)
    paths = ["order_lines.go", "parcel_lines.go", "other/order_sum.go"]
    found = test_files.tests_of(engine.index, paths)
    assert {path: [test.path for test in tests] for path, tests in found.items()} == {
        "order_lines.go": ["order_test.go"],
        "parcel_lines.go": ["parcel_lines_test.go"],
    }
    engine.close()


def test_a_request_that_does_not_say_of_what_brings_no_code(engine: Engine) -> None:
    assert offered(engine, "update the changelog and bump the version") == []


def test_a_question_for_callers_brings_them_and_no_body(engine: Engine) -> None:
    texts = [item.text for item in offered(engine, "Where is settle_order called?")]
    assert texts == [
        "[code] shop/orders.py  settle_order:1",
        "[code] shop/desk.py  close_desk:5 · line 1",
        "[code] tests/test_orders.py  test_an_order_is_settled:9 · line 1",
    ]


def test_users_in_tests_come_after_those_in_the_code(engine: Engine) -> None:
    root = pathlib.Path(engine.project.root)
    source = "from shop.orders import settle_order\n\n\ndef test_twice():\n    settle_order(1)\n"
    (root / "a_tests").mkdir()
    (root / "a_tests" / "test_twice.py").write_text(source)
    refresh(engine.project, engine.settings)
    paths = [item.key for item in offered(engine, "Rename settle_order to close_order")]
    assert paths == [
        "shop/orders.py",
        "shop/desk.py",
        "a_tests/test_twice.py",
        "tests/test_orders.py",
    ]


def test_more_users_than_are_listed_are_counted(engine: Engine) -> None:
    root = pathlib.Path(engine.project.root)
    for number in range(MOST_USERS + 1):
        source = "from shop.orders import settle_order\n\nsettle_order(1)\n"
        (root / "shop" / f"user_{number}.py").write_text(source)
    refresh(engine.project, engine.settings)
    first = offered(engine, "Rename settle_order to close_order everywhere")[0]
    assert first.text == "[code] shop/orders.py  settle_order:1 · 3 more files use it"


@pytest.mark.parametrize(
    "prompt",
    [
        "shop.errors.NotSent: the parcel <Parcel: 3> has nothing to be sent yet",
        'I get "the parcel 7 has nothing to be sent yet" as an error',
    ],
)
def test_a_message_is_found_whatever_its_error_is_called(engine: Engine, prompt: str) -> None:
    assert offered(engine, prompt)[0].text.startswith(
        "[code] shop/orders.py  the error is raised at line 14 in Parcel.load"
    )


def test_a_plan_with_headings_names_its_files_itself() -> None:
    plan = "Implement the plan:\n\n# Add tests\n\nUpdate the docs and rename it everywhere"
    assert wanted(plan) == Wanted()
    assert subject(plan) == plan


def test_words_that_only_say_what_kind_of_file_is_wanted_are_no_subject() -> None:
    assert subject("Update the docs for the order").split() == ["the", "for", "the", "order"]
    assert subject("fix tests/test_orders.py") == "fix tests/test_orders.py"


def test_a_long_body_is_not_shown_in_pieces(engine: Engine) -> None:
    root = pathlib.Path(engine.project.root)
    lines = "".join(f"    total += price_of({n}) * rate_of({n})\n" for n in range(90))
    (root / "shop" / "sums.py").write_text(f"def sum_everything(total):\n{lines}    return total\n")
    refresh(engine.project, engine.settings)
    first = offered(engine, "Speed up sum_everything")[0]
    assert first.text == "[code] shop/sums.py  sum_everything:1"
