"""Code beside a prompt: few files that will be opened, what is named with its body, or nothing."""

import pathlib
from collections.abc import Iterator

import pytest

from sightline.context.frame_text import FRAME_CHARS, FRAME_TOKENS, compose
from sightline.context.prompt_code import Earlier, find_files, offer_code
from sightline.context.select import SPEAK, Situation
from sightline.engine import Engine, open_engine
from sightline.index.refresh import refresh
from sightline.model.frame import Item
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


def offered(
    engine: Engine, prompt: str, earlier: Earlier | None = None, **more: object
) -> list[Item]:
    situation = Situation(prompt=prompt, **more)  # type: ignore[arg-type]
    sources = Sources(engine.project.root)
    return offer_code(engine.index, sources, situation, earlier=earlier or Earlier()).items


def keys(engine: Engine, prompt: str, **more: object) -> list[str]:
    """The names of the symbols that are named, the most probable file's first."""
    items = offered(engine, prompt, **more)
    return [symbol.rpartition(".")[2] for item in items for symbol in item.symbols]


def test_a_named_symbol_comes_with_its_place_and_a_body(engine: Engine) -> None:
    (item,) = offered(engine, "fix parse_invoice please")
    assert item.text.splitlines()[:4] == [
        "[code] billing.py:2-4  parse_invoice",
        "  def parse_invoice(text):",
        '      """Read an invoice of a supplier."""',
        "      return text",
    ]


def test_what_is_not_named_is_one_line_per_file(engine: Engine) -> None:
    (item,) = offered(engine, "the invoice of a supplier is not parsed")
    assert "\n" not in item.text
    assert item.text.startswith("[code] billing.py  parse_invoice:2")
    assert SPEAK <= item.score <= 1.0


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


def test_what_the_assistant_opened_is_not_told(engine: Engine) -> None:
    prompt = "the invoice of a supplier is not parsed"
    assert offered(engine, prompt, opened=frozenset(("billing.py",))) == []


def test_a_later_prompt_needs_more_than_the_first(engine: Engine) -> None:
    sources = Sources(engine.project.root)
    prompt = "the invoice of a supplier is not parsed"
    first = offer_code(engine.index, sources, Situation(prompt=prompt)).items[0]
    later = offer_code(engine.index, sources, Situation(prompt=prompt, earlier=30))
    assert all(item.score < first.score for item in later.items)


def test_a_file_that_was_named_comes_again_with_the_body_that_is_asked_for(engine: Engine) -> None:
    """Ruling 72: a name is not a body."""
    (named,) = offered(engine, "the invoice of a supplier is not parsed")
    sent = frozenset((named.hash, *named.records))
    assert offered(engine, "the invoice of a supplier is not parsed", Earlier(sent)) == []
    (body,) = offered(engine, "explain parse_invoice", Earlier(sent))
    assert "Read an invoice" in body.text
    again = Earlier(sent | {body.hash, *body.records})
    assert not any(
        item.hash not in again.sent for item in offered(engine, "explain parse_invoice", again)
    )


def test_what_changed_is_not_quoted_and_what_is_gone_is_left_out(engine: Engine) -> None:
    """Ruling 61: every quoted symbol is checked against the working tree at that moment."""
    path = pathlib.Path(engine.project.root) / "billing.py"
    path.write_text(SOURCE.replace("return text", "text = text.strip()"))
    (item,) = offered(engine, "fix parse_invoice")
    assert "return text" not in item.text and "parse_invoice:2" in item.text
    path.write_text("# nothing here any more\n")
    assert not any("parse_invoice" in item.text for item in offered(engine, "fix parse_invoice"))


def test_a_request_for_a_test_brings_the_test_file(engine: Engine) -> None:
    root = pathlib.Path(engine.project.root)
    (root / "tests").mkdir()
    (root / "tests" / "test_billing.py").write_text("def test_it():\n    assert True\n")
    refresh(engine.project, engine.settings)
    paths = [item.key for item in offered(engine, "write a test for parse_invoice")]
    assert paths == ["billing.py", "tests/test_billing.py"]


def test_an_error_message_leads_to_the_line_that_makes_it(engine: Engine) -> None:
    path = pathlib.Path(engine.project.root) / "billing.py"
    path.write_text(
        SOURCE + "\n\ndef check(x):\n    raise ValueError(f'the ledger {x} has no supplier yet')\n"
    )
    refresh(engine.project, engine.settings)
    prompt = "why this?\nValueError: the ledger 17 has no supplier yet"
    assert "the error is raised at line 18" in offered(engine, prompt)[0].text


def test_the_fence_costs_what_is_set_aside_for_it(engine: Engine) -> None:
    """Ruling 46: the whole text stays under the budget, fence included."""
    items = offered(engine, "fix parse_invoice")
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


def test_a_chore_is_no_question_about_code_that_has_its_words(engine: Engine) -> None:
    """Working prompts that need no code stay silent, though code may have their words."""
    others = "".join(
        f"def other_{n}(value, list, files):\n    return {n}\n\n\n" for n in range(300)
    )
    path = pathlib.Path(engine.project.root) / "listing.py"
    path.write_text(f"def list_changed_files(files):\n    return files\n\n\n{others}")
    refresh(engine.project, engine.settings)

    def is_about_code(prompt: str) -> bool:
        sources = Sources(engine.project.root)
        return find_files(engine.index, sources, Situation(prompt=prompt)) is not None

    assert keys(engine, "list the files you changed") == []
    assert not is_about_code("list the files you changed")
    assert is_about_code("list the files of the ledger you changed")


@pytest.mark.parametrize("prompt", ["what does `settle` do?", "settle() gives the wrong sum"])
def test_a_plain_word_that_is_quoted_or_called_names_a_symbol(engine: Engine, prompt: str) -> None:
    """Nothing else can be meant; the same word in a sentence may be anything."""
    path = pathlib.Path(engine.project.root) / "plain.py"
    path.write_text("def settle(sum):\n    return sum\n")
    refresh(engine.project, engine.settings)
    assert keys(engine, prompt)[0] == "settle"
    assert keys(engine, "let us settle for the first date") == []
    assert keys(engine, "settle the question(s) of `make settle`") == []
