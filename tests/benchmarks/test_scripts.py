"""The benchmarks keep up with the program: each can be loaded, and the tokens are counted as said."""

import importlib
import pathlib
import sys

import pytest

from sightline.engine import open_engine
from sightline.index.refresh import refresh
from tests.measure.conftest import repository  # noqa: F401

ROOT = pathlib.Path(__file__).parents[2]
FOLDER = ROOT / "benchmarks"
SCRIPTS = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")
SHARED = sorted(path.stem for path in (FOLDER / "lib").glob("*.py") if path.stem != "__init__")


@pytest.fixture
def on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_benchmark_has_help(
    name: str, on_path: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = importlib.import_module(f"benchmarks.{name}")
    assert module.__doc__, "it says what it measures"
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    with pytest.raises(SystemExit) as ended:
        module.main()
    assert not ended.value.code
    assert "usage:" in capsys.readouterr().out


@pytest.mark.parametrize("name", SHARED)
def test_every_shared_module_can_be_loaded(name: str, on_path: None) -> None:
    assert importlib.import_module(f"benchmarks.lib.{name}").__doc__, "it says what it is for"


def test_every_budget_names_a_benchmark(on_path: None) -> None:
    from benchmarks.lib import budgets

    assert {bound.benchmark for bound in budgets.BUDGETS} <= set(SCRIPTS)
    bounds = [*budgets.BUDGETS, *budgets.TARGETS]
    assert len({bound.sentence for bound in bounds}) == len(bounds)


def test_a_hook_that_says_nothing_is_not_measured_as_a_fast_one(on_path: None) -> None:
    from benchmarks import hook_speed

    bare = hook_speed.Run(8.0, 9.0, 750, b"")
    told = hook_speed.Event(bare, 15.0, 6.0, 25.0, b"{}")
    line = hook_speed.figure("django", "with the session's server", [told] * 20)
    assert line["cpu_over_bare_p50"] == round(21 / 8, 2)
    assert line["wall_p95_ms"] == 25
    with pytest.raises(SystemExit, match="only 0 of 20"):
        hook_speed.figure("django", "alone", [told._replace(output=b"")] * 20)


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
    from benchmarks.lib import figures, results

    monkeypatch.setattr(figures, "RESULTS", tmp_path)
    results.store("speed", [{"figure": "a", "ms": 5}, {"figure": "b", "ms": 7}])
    results.store("speed", [{"figure": "a", "ms": 3}])
    assert [line["ms"] for line in figures.lines_of("speed").values()] == [3, 7]
    assert figures.lines_of("speed")["a"]["python"] == ".".join(map(str, sys.version_info[:3]))
