"""A server with several roots: every tool asks all of them, and a memory goes where it belongs."""

import pathlib
from collections.abc import Iterator

import pytest

from sightline.engine import Engine, open_engine
from sightline.errors import UnknownName
from sightline.index.refresh import refresh
from sightline.tools.answer import answer


@pytest.fixture
def first(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    """The engine of the first of two roots."""
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "home"))
    sources = {"shop": "def open_shop():\n    pass\n", "bank": "def close_bank():\n    pass\n"}
    engines = []
    for name, source in sources.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "code.py").write_text(source + "\n\ndef use():\n    pass\n")
        engine = open_engine(str(tmp_path / name))
        refresh(engine.project, engine.settings, home=engine.home)
        engines.append(engine)
    for engine in engines:
        engine.siblings = tuple(engines)
    yield engines[0]
    for engine in engines:
        engine.close()


def text(engine: Engine, tool: str, /, **arguments: object) -> str:
    return answer(engine, tool, arguments, None)[0]


def test_graph_tools_find_a_symbol_of_another_root(first: Engine) -> None:
    found = text(first, "get_dependents", symbol_name="close_bank")
    assert "found in root bank" in found
    assert "found in root" not in text(first, "get_dependents", symbol_name="open_shop")
    with pytest.raises(UnknownName, match="no symbol called 'close_bank' in shop"):
        text(first, "get_dependents", symbol_name="close_bank", repo="shop")


def test_a_memory_is_kept_in_the_root_it_is_about(first: Engine) -> None:
    about_bank = {"category": "decision", "symbol_names": ["close_bank"]}
    kept = text(first, "save_memory", content="The bank closes at noon on Fridays", **about_bank)
    assert kept.startswith("in root bank\nkept as ")
    here = text(first, "save_memory", content="Shops open with the sun", category="decision")
    assert here.startswith("kept as ")
    named = text(first, "save_memory", content="Ledgers are blue", category="decision", repo="bank")
    assert named.startswith("in root bank\n")
    # All roots are asked.
    assert "closes at noon" in text(first, "recall", query="bank closes noon")
    assert "open with the sun" in text(first, "recall", query="shops open sun")
