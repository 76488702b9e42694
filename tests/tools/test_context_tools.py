"""From a question to code: the capsule under its budget, and the search."""

import contextlib
import json
import sqlite3
from collections.abc import Sequence

import pytest
from tests.tools.test_code_tools import engine, text, value  # noqa: F401

from sightline.engine import Engine
from sightline.errors import UnknownName, UsageError
from sightline.index.refresh import refresh
from sightline.model.session import SessionKey
from sightline.store.code.lease import hold_lease
from sightline.store.locations import index_path
from sightline.text.tokens import estimate_tokens
from sightline.tools.answer import answer


def test_a_capsule_has_the_documented_keys_and_a_pivot_with_its_body(engine: Engine) -> None:  # noqa: F811
    """FO-22: intent, items, memories, total_tokens, budget."""
    found = value(
        engine, "get_context", query="why does the cost of the cart crash", max_tokens=4000
    )
    assert set(found) >= {"intent", "items", "memories", "total_tokens", "budget"}
    assert found["intent"] == "debug"
    pivots = [item for item in found["items"] if item["is_pivot"]]
    assert any("return total(self.items)" in item["body"] for item in pivots)
    others = [item for item in found["items"] if not item["is_pivot"]]
    assert all(item["body"] == "" and item["signature"] for item in others)


@pytest.mark.parametrize("budget", [50, 100, 400, 2000, 12_000])
def test_the_rendered_capsule_keeps_its_budget(engine: Engine, budget: int) -> None:  # noqa: F811
    """Ruling 18: the text is held under the budget, memories included."""
    shown = text(
        engine, "get_context", query="how is the price of a cart summed", max_tokens=budget
    )
    assert estimate_tokens(shown) <= budget


@pytest.mark.parametrize("budget", [49, 100_001])
def test_a_budget_outside_the_range_is_an_error(engine: Engine, budget: int) -> None:  # noqa: F811
    """Ruling 56."""
    with pytest.raises(UsageError, match="50 to 100,000"):
        text(engine, "get_context", query="cart", max_tokens=budget)


def test_a_question_about_nothing_gets_nothing(engine: Engine) -> None:  # noqa: F811
    found = value(engine, "get_context", query="zzz qqqq xxyyzz")
    assert found["items"] == []
    assert found["total_tokens"] == 0


def test_a_body_of_a_capsule_is_not_sent_twice(engine: Engine) -> None:  # noqa: F811
    key = SessionKey("claude", "capsule-1")
    ask = {"query": "how does Cart.cost work", "format": "json"}
    first = json.loads(answer(engine, "get_context", ask, key)[0])
    second = json.loads(answer(engine, "get_context", ask, key)[0])
    assert any("return total" in item["body"] for item in first["items"])
    assert not any("return total" in item["body"] for item in second["items"])


def test_search_ranks_by_any_of_the_words(engine: Engine) -> None:  # noqa: F811
    """FO-18, ruling 21: OR-ed, ranked, identifiers split."""
    found = value(engine, "search_code", query="where are the items of the cart summed up")
    best = [row["qualified_name"] for row in found[:4]]
    assert {"shop.cart.Cart.cost", "shop.price.total"} & set(best)
    assert value(engine, "search_code", query="zzzqqq") == []
    assert {row["kind"] for row in value(engine, "search_code", query="cart", kind="class")} == {
        "class"
    }
    assert len(value(engine, "search_code", query="cart item price", max_results=2)) == 2


def test_an_index_that_was_never_finished_has_no_age(engine: Engine) -> None:  # noqa: F811
    path = index_path(engine.project.worktree_id, engine.home)
    with contextlib.closing(sqlite3.connect(path)) as index, index:
        index.execute("UPDATE meta SET value = 'building' WHERE key = 'state'")
        index.execute("DELETE FROM meta WHERE key = 'updated'")
    said = text(engine, "get_context", query="cost of the cart")
    assert "index not complete yet" in said.splitlines()[0]
    refresh(engine.project, engine.settings, home=engine.home, rebuild=True)


def test_what_an_unfinished_index_does_not_have_is_not_said_to_be_missing(
    engine: Engine,  # noqa: F811
) -> None:
    """After a first run that was interrupted, while nobody can take it up."""
    lease = hold_lease(engine.project.worktree_id, engine.home)
    assert lease is not None
    path = index_path(engine.project.worktree_id, engine.home)
    with lease:
        with contextlib.closing(sqlite3.connect(path)) as index, index:
            index.execute("UPDATE meta SET value = 'building' WHERE key = 'state'")
            index.execute("UPDATE meta SET value = 12 WHERE key = 'todo'")
        for tool, arguments in (
            ("query_symbol", {"name": "zzzqqq"}),
            ("get_impact_graph", {"symbol_name": "zzzqqq"}),
            ("get_dependents", {"symbol_name": "zzzqqq"}),
            ("get_skeleton", {"file_path": "zzz/qqq.py"}),
            ("batch_query", {"symbol_names": ["zzzqqq"]}),
            ("search_code", {"query": "zzzqqq"}),
            ("get_context", {"query": "zzzqqq"}),
        ):
            try:
                said = text(engine, tool, **arguments)
            except UnknownName as error:
                said = error.hint
            assert "index 25 % complete (4 of 16 files)" in said, tool
            assert said.endswith("it is being built now"), tool
    refresh(engine.project, engine.settings, home=engine.home, rebuild=True)
    with pytest.raises(UnknownName) as caught:
        text(engine, "query_symbol", name="zzzqqq")
    assert "complete" not in caught.value.hint


def test_callers_and_tests_are_named_with_the_line_of_the_call(engine: Engine) -> None:  # noqa: F811
    said = text(engine, "get_context", query="checkout of the cart", max_tokens=4000)
    assert "called by  shop/checkout.py:7 checkout" in said
    assert "tested by  tests/test_cart.py:5 test_checkout" in said


def test_an_unclear_question_is_compared_by_meaning_where_a_model_is_at_hand(
    engine: Engine,  # noqa: F811
) -> None:
    asked: list[str] = []

    def near(question: str, texts: Sequence[str]) -> list[float]:
        asked.append(question)
        return [float(place) for place, _ in enumerate(texts)]

    engine.allow_near(near)
    unclear = "who archives the monthly cart of a subscription abroad"
    for tool in ("get_context", "search_code"):
        text(engine, tool, query=unclear)
    text(engine, "get_context", query="the cost of the cart")
    assert asked == [unclear, unclear]
