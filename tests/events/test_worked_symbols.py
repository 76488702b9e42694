"""The symbols of a topic are those of its work, not those that were only shown."""

import pytest

from sightline.engine import Engine
from sightline.index.refresh import refresh
from tests.events.conftest import Assistant


@pytest.fixture
def indexed(claude: Assistant, engine: Engine) -> Assistant:
    (claude.root / "billing.py").write_text(
        "class Invoice:\n"
        "    def total(self):\n        '''Sum the lines of an invoice.'''\n        return 0\n\n"
        "def parse_invoice(text):\n    '''Read an invoice and the currency of its supplier.'''\n"
        "    return text\n\n"
        "def read_currency(line):\n    '''The currency of a supplier.'''\n    return line\n"
    )
    (claude.root / "cart.py").write_text("class Cart:\n    def total(self):\n        return 1\n")
    for number in range(20):
        (claude.root / f"other_{number}.py").write_text(f"def other_{number}(x):\n    return x\n")
    refresh(engine.project, engine.settings)
    return claude


def symbols_told(claude: Assistant) -> list[str]:
    text = claude.send("SessionStart", source="compact")
    line = next(line for line in text.splitlines() if line.startswith("[thread "))
    part = next((part for part in line.split(" | ") if part.startswith("symbols: ")), "")
    return sorted(part.removeprefix("symbols: ").split(", ")) if part else []


def turn(claude: Assistant, prompt: str, reply: str, file: str = "") -> str:
    text = claude.say(prompt)
    if file:
        edit = {"tool_name": "Edit", "tool_input": {"file_path": str(claude.root / file)}}
        claude.send("PostToolUse", **edit, tool_response={}, tool_use_id=f"e{claude.turn}")
    claude.send("Stop", last_assistant_message=reply)
    return text


def test_a_symbol_that_was_only_shown_is_not_at_work(indexed: Assistant) -> None:
    shown = turn(
        indexed,
        "why does the invoice lose the currency of its supplier in billing.py?",
        "The supplier's record has none.",
    )
    assert "parse_invoice" in shown
    assert symbols_told(indexed) == []


@pytest.mark.parametrize(
    "reply",
    [
        "`read_currency` dropped the last letter; it keeps it now.",
        "read_currency verliert keinen Buchstaben mehr.",
        "`read_currency` が最後の文字を落としていました。",
        "Теперь `billing.read_currency()` сохраняет последнюю букву.",
    ],
)
def test_a_symbol_that_a_reply_names_is_at_work(indexed: Assistant, reply: str) -> None:
    turn(indexed, "why does the invoice lose the currency of its supplier?", reply, "billing.py")
    assert symbols_told(indexed) == ["read_currency"]


def test_of_several_symbols_the_one_in_the_files_of_the_turn_is_meant(indexed: Assistant) -> None:
    turn(indexed, "the sum of a basket is one too high", "`total` starts at 0 now.", "cart.py")
    assert symbols_told(indexed) == ["Cart.total"]


def test_a_name_that_several_share_is_not_guessed(indexed: Assistant) -> None:
    turn(indexed, "the sum is one too high", "`total` should start at 0, in `no_such_name` too.")
    assert symbols_told(indexed) == []


def test_a_module_is_no_symbol_at_work(indexed: Assistant) -> None:
    turn(indexed, "the sum of a basket is one too high", "`cart.py` starts at 0 now.", "cart.py")
    turn(indexed, "the basket of two people?", "Both have a `cart` of 0 lines.", "cart.py")
    assert symbols_told(indexed) == []
