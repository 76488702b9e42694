"""The benchmarks keep up with the program: each can be loaded, and the tokens are counted as said."""

import importlib
import pathlib
import sys

import pytest

from sightline.engine import open_engine
from sightline.index.indexer import refresh
from tests.measure.conftest import repository  # noqa: F401

ROOT = pathlib.Path(__file__).parents[2]
SCRIPTS = sorted(path.stem for path in (ROOT / "benchmarks").glob("*.py"))


@pytest.fixture
def on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_benchmark_can_be_loaded(name: str, on_path: None) -> None:
    module = importlib.import_module(f"benchmarks.{name}")
    assert module.__doc__, "it says what it measures"


def test_tokens_are_counted_by_every_way(
    repository: pathlib.Path,  # noqa: F811
    tmp_path: pathlib.Path,
    on_path: None,
) -> None:
    from benchmarks import token_savings

    engine = open_engine(str(repository), home=str(tmp_path / "home"))
    refresh(engine.project, engine.settings, home=engine.home)
    sources = token_savings.CommitSources(repository, "HEAD")
    case = {
        "problem_statement": "parse_address takes an address without a host",
        "gold_functions": ["mail/address.py::parse_address"],
    }
    answers = token_savings.Delivery(engine.index, sources, case, len).answers()
    sources.close()
    engine.close()
    whole = len((repository / "mail/address.py").read_text())
    assert answers["whole files"].to_all == whole
    assert answers["capsule"].present == 1.0
    assert answers["injection"].present == 1.0
    assert answers["search and read"].tokens > whole
    assert answers["skeleton"].bodies == 0.0
    assert set(answers) == set(token_savings.WAYS)


def test_results_under_one_name_are_replaced_and_others_stay(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, on_path: None
) -> None:
    from benchmarks import figures, keeping

    monkeypatch.setattr(keeping, "RESULTS", tmp_path)
    monkeypatch.setattr(figures, "RESULTS", tmp_path)
    keeping.keep("speed", [{"figure": "a", "ms": 5}, {"figure": "b", "ms": 7}])
    keeping.keep("speed", [{"figure": "a", "ms": 3}])
    assert [line["ms"] for line in figures.lines_of("speed").values()] == [3, 7]
    assert figures.lines_of("speed")["a"]["python"] == ".".join(map(str, sys.version_info[:3]))
