"""Code beside a prompt: only when two telling words meet, small, verified, in the documented form."""

import pathlib
from collections.abc import Iterator

import pytest

from sightline.context.frame_text import FRAME_CHARS, FRAME_TOKENS, compose
from sightline.context.prompt_code import LONGEST_BODY, suggest
from sightline.engine import Engine, open_engine
from sightline.index.refresh import refresh
from sightline.text.tokens import estimate_tokens
from sightline.text.word_lists import is_everyday
from sightline.workspace.source import Sources

SOURCE = '''
def parse_invoice(text):
    """Read an invoice of a supplier."""
    return text


def render_ledger(rows):
    """Lay the rows of a ledger out."""
    return rows


def station_address(name):
    """Where a station lies."""
    return name
'''


@pytest.fixture
def engine(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "home"))
    root = tmp_path / "work"
    root.mkdir()
    (root / "billing.py").write_text(SOURCE)
    for number in range(30):
        names = "".join(f"def other_{number}_{n}(x):\n    return x\n\n" for n in range(8))
        (root / f"other_{number}.py").write_text(names)
    engine = open_engine(str(root))
    refresh(engine.project, engine.settings)
    yield engine
    engine.close()


def keys(engine: Engine, prompt: str, **more: float) -> list[str]:
    items, _ = suggest(engine.index, Sources(engine.project.root), prompt, **more)
    return [item.key.rpartition(".")[2] for item in items]


def test_a_named_symbol_comes_with_its_place_and_a_body(engine: Engine) -> None:
    items, _ = suggest(engine.index, Sources(engine.project.root), "fix parse_invoice please")
    assert items[0].text.startswith("  :2 def parse_invoice(text)")
    assert "Read an invoice" in items[0].text


def test_words_that_meet_in_a_symbol_are_enough(engine: Engine) -> None:
    assert keys(engine, "the invoice of a supplier is not parsed")[0] == "parse_invoice"


@pytest.mark.parametrize(
    "prompt",
    [
        "The nearest police station is on Parkside, the postcode is CB11JG.",
        "what is the address and the phone number of the hotel?",
        "i love ledger movies , what about you ?",
        "run the tests again and commit",
        "looks good, push",
        "ok",
    ],
)
def test_talk_about_other_things_brings_no_code(engine: Engine, prompt: str) -> None:
    """Restraint: one rare word, however rare, is chance; everyday words are no evidence."""
    assert keys(engine, prompt) == []


def test_what_was_left_out_says_why(engine: Engine) -> None:
    _, left_out = suggest(engine.index, Sources(engine.project.root), "a ledger")
    assert left_out
    assert "below the threshold" in left_out[0].reason


def test_a_projects_threshold_decides(engine: Engine) -> None:
    prompt = "the invoice of a supplier is not parsed"
    assert keys(engine, prompt, threshold=0.1)
    assert keys(engine, prompt, threshold=50.0) == []


def test_what_changed_is_flagged_and_what_is_gone_is_left_out(engine: Engine) -> None:
    """Ruling 61: every quoted symbol is checked against the working tree at that moment."""
    path = pathlib.Path(engine.project.root) / "billing.py"
    path.write_text(SOURCE.replace("return text", "text = text.strip()"))
    sources = Sources(engine.project.root)
    items, _ = suggest(engine.index, sources, "fix parse_invoice")
    assert items[0].text.endswith("changed since indexed: signature only")
    path.write_text("# nothing here any more\n")
    items, _ = suggest(engine.index, Sources(engine.project.root), "fix parse_invoice")
    assert not [item for item in items if "parse_invoice" in item.key]


def test_the_fence_costs_what_is_set_aside_for_it(engine: Engine) -> None:
    """Ruling 46: the whole text stays under the budget, fence included."""
    items, _ = suggest(engine.index, Sources(engine.project.root), "fix parse_invoice")
    empty = compose(items[:1], tokens=5000, chars=50_000)
    fence = empty.text.replace(items[0].text, "")
    assert estimate_tokens(fence) <= FRAME_TOKENS + 10
    assert len(fence) <= FRAME_CHARS + 40
    for tokens in range(60, 400, 17):
        frame = compose(items, tokens=tokens, chars=9000)
        assert estimate_tokens(frame.text) <= tokens


@pytest.mark.parametrize("word", ["stopped", "making", "tries", "weekends", "20", "11th", "nicely"])
def test_everyday_words_are_known_in_every_form(word: str) -> None:
    assert is_everyday(word)


@pytest.mark.parametrize("word", ["invoice", "parser", "checkpoint", "session", "handler", "ssl"])
def test_words_of_programs_are_not_everyday(word: str) -> None:
    assert not is_everyday(word)


def test_a_method_is_quoted_at_the_margin_and_a_long_signature_cut_visibly(engine: Engine) -> None:
    options = ", ".join(f"option_number_{n}=None" for n in range(20))
    (pathlib.Path(engine.project.root) / "billing.py").write_text(
        f"class Bill:\n    def settle_bill(self, {options}):\n        return None\n\n"
        "    def parse_invoice(self):\n        return 'read'\n"
    )
    refresh(engine.project, engine.settings)
    items, _ = suggest(engine.index, Sources(engine.project.root), "fix parse_invoice, settle_bill")
    text = "\n".join(item.text for item in items)
    assert "  :5 def parse_invoice(self):\n        return 'read'" in text
    path = pathlib.Path(engine.project.root) / "billing.py"
    path.write_text(path.read_text().replace("return None", "return 0"))
    items, _ = suggest(engine.index, Sources(engine.project.root), "fix settle_bill")
    assert items[0].text.startswith("  :2 def settle_bill(self, option_number_0=None")
    assert "…" in items[0].text


def test_a_body_stands_behind_its_line_and_repeats_no_signature(engine: Engine) -> None:
    items, _ = suggest(engine.index, Sources(engine.project.root), "fix parse_invoice please")
    assert items[0].text.splitlines() == [
        "  :2 def parse_invoice(text):",
        '        """Read an invoice of a supplier."""',
        "        return text",
    ]


def test_two_bodies_at_most_are_shown(engine: Engine) -> None:
    items, _ = suggest(
        engine.index,
        Sources(engine.project.root),
        "parse_invoice, render_ledger and station_address are wrong",
    )
    assert len(items) > 2
    assert sum("\n" in item.text for item in items) == 2


def test_the_surer_it_is_the_more_is_said(engine: Engine) -> None:
    """Restraint: words that fit many symbols a little bring a few of them, a name brings them all."""
    root = pathlib.Path(engine.project.root)
    for number in range(40):
        said = f"def settle_{number}(x):\n    return ledger(x, invoice=x)\n"
        (root / f"settling_{number}.py").write_text(said)
    refresh(engine.project, engine.settings)
    vague = keys(engine, "the invoice and its ledger")
    named = keys(engine, "the invoice and its ledger in settle_3")
    assert 8 <= len(vague) <= 30
    assert len(named) >= 40


def test_what_room_is_left_goes_to_the_bodies(engine: Engine) -> None:
    """One long function alone is shown at more length than the first of many."""
    steps = "".join(f"    total = add_step(total, rows[{n}], rate_{n})\n" for n in range(120))
    many = "".join(
        f"def ledger_balance_{n}(rows, rates, day, first_account, second_account):\n    return rows\n\n\n"
        for n in range(60)
    )
    path = pathlib.Path(engine.project.root) / "billing.py"
    long = f"def close_ledger(rows):\n    total = 0\n{steps}    return total\n"
    lengths = []
    for source in (long, long + "\n\n" + many):
        path.write_text(source)
        refresh(engine.project, engine.settings)
        items, _ = suggest(
            engine.index, Sources(engine.project.root), "close_ledger has a wrong ledger balance"
        )
        (own,) = [item for item in items if item.key.endswith("close_ledger")]
        lengths.append(estimate_tokens(own.text))
        assert "lines left out]" in own.text
    assert lengths[0] > lengths[1] > 0
    assert lengths[0] <= LONGEST_BODY + 20


def test_a_whole_file_is_not_listed_beside_what_stands_in_it(engine: Engine) -> None:
    items, _ = suggest(engine.index, Sources(engine.project.root), "billing: parse_invoice, ledger")
    assert items
    assert all(item.text.split("\n")[0].strip().partition(" ")[2] for item in items)


def test_the_words_of_an_option_are_not_everyday_ones(engine: Engine) -> None:
    """An option names what the code calls line_range or LineRange."""
    (pathlib.Path(engine.project.root) / "ranges.py").write_text(
        "class LineRange:\n    def holds(self, number):\n        return number\n\n\n"
        "def read_line_range(text):\n    return LineRange(text)\n"
    )
    (pathlib.Path(engine.project.root) / "errors.py").write_text(
        "def tell_parsing_panics(panic):\n    return panic\n"
    )
    refresh(engine.project, engine.settings)
    found = keys(engine, "--line-range panics on parsing")
    assert found[0] == "read_line_range"
    assert "LineRange" in found


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("billing.py:9", "render_ledger"),
        ("what does line 9 of billing.py do?", "render_ledger"),
        ("billing.py(14): error", "station_address"),
        ("billing.py:11", "station_address"),  # blank lines and comments speak of what follows
    ],
)
def test_a_line_brings_what_stands_there(engine: Engine, prompt: str, expected: str) -> None:
    assert keys(engine, prompt)[0] == expected


def test_a_line_of_a_class_outside_its_methods_brings_both(engine: Engine) -> None:
    (pathlib.Path(engine.project.root) / "billing.py").write_text(
        "class Bill:\n    # Settles what is due,\n    # whatever it is.\n"
        "    def settle(self):\n        return None\n\n    def owe(self):\n        return 1\n"
    )
    refresh(engine.project, engine.settings)
    assert set(keys(engine, "billing.py:3")[:2]) == {"Bill", "settle"}


def test_everyday_words_say_which_code_once_it_is_about_code(engine: Engine) -> None:
    """They are no evidence that code is asked for, and as good as others to tell which."""
    (pathlib.Path(engine.project.root) / "billing.py").write_text(
        "def send_invoice_ledger(rows):\n    return rows\n\n\n"
        "def open_invoice_ledger(rows):\n    return rows\n"
    )
    refresh(engine.project, engine.settings)
    assert is_everyday("open")
    assert keys(engine, "open the ledger of an invoice")[0] == "open_invoice_ledger"


def test_a_class_named_within_a_sentence_is_meant(engine: Engine) -> None:
    path = pathlib.Path(engine.project.root) / "billing.py"
    path.write_text(
        "class Tenant:\n    def pay(self):\n        return 1\n\n\nclass German:\n    pass\n"
    )
    refresh(engine.project, engine.settings)
    assert "Tenant" in keys(engine, "add a field for mail to Tenant")
    assert keys(engine, "what does a tenant do all day") == []
    assert keys(engine, "Tenant law is hard") == []
    assert keys(engine, "add a field for mail to Landlord") == []


def test_a_signature_of_several_lines_stands_on_one(engine: Engine) -> None:
    (pathlib.Path(engine.project.root) / "billing.py").write_text(
        "def settle_invoice(\n    invoice: str,\n    rate: float = 1.0,\n) -> None:\n    return None\n"
    )
    refresh(engine.project, engine.settings)
    path = pathlib.Path(engine.project.root) / "billing.py"
    path.write_text(path.read_text().replace("return None", "pass"))
    items, _ = suggest(engine.index, Sources(engine.project.root), "fix settle_invoice")
    assert items[0].text.startswith(
        "  :1 def settle_invoice(invoice: str, rate: float = 1.0) -> None"
    )


def test_a_chore_is_no_question_about_code_that_has_its_words(engine: Engine) -> None:
    """Working prompts that need no code stay silent, though code may have their words."""
    others = "".join(
        f"def other_{n}(value, list, files):\n    return {n}\n\n\n" for n in range(300)
    )
    path = pathlib.Path(engine.project.root) / "listing.py"
    path.write_text(f"def list_changed_files(files):\n    return files\n\n\n{others}")
    refresh(engine.project, engine.settings)
    assert keys(engine, "list the files you changed") == []
    assert keys(engine, "list the files of the ledger you changed")


def test_talk_about_any_code_that_was_spoken_of_before_brings_none(engine: Engine) -> None:
    """A follow-up names nothing but what all code is made of; a question of its own may."""
    path = pathlib.Path(engine.project.root) / "cases.py"
    others = "".join(
        f"def other_{n}({'rows' if n % 30 else 'handle, error, case'}):\n    return {n}\n\n\n"
        for n in range(300)
    )
    path.write_text(
        "def handle_error_case(error, case):\n"
        '    """Handle the error of a case."""\n    return error\n\n\n' + others
    )
    refresh(engine.project, engine.settings)
    for follow_up in ("make sure it handles the error case", "and handle the error case too"):
        assert keys(engine, follow_up) == []
    assert keys(engine, "who shall handle a case?")[0] == "handle_error_case"
    assert keys(engine, "it should handle the error case of an invoice")
    assert keys(engine, "now call handle_error_case there")[0] == "handle_error_case"


@pytest.mark.parametrize("prompt", ["what does `settle` do?", "settle() gives the wrong sum"])
def test_a_plain_word_that_is_quoted_or_called_names_a_symbol(engine: Engine, prompt: str) -> None:
    """Nothing else can be meant; the same word in a sentence may be anything."""
    path = pathlib.Path(engine.project.root) / "plain.py"
    path.write_text("def settle(sum):\n    return sum\n")
    refresh(engine.project, engine.settings)
    assert keys(engine, prompt)[0] == "settle"
    assert keys(engine, "let us settle for the first date") == []
    assert keys(engine, "settle the question(s) of `make settle`") == []
