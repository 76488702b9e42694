"""A user's past sessions shift the estimates for code before anything was told here."""

import json
import pathlib
import subprocess
import sys

import pytest

from sightline.context.use_feedback import file_shift
from sightline.engine import Engine, open_engine
from sightline.events.usage_learning import code_shift
from sightline.measure.calibration import calibrate
from sightline.model.frame import CODE
from sightline.store import usage

from .conftest import DAY, START
from .test_replay import said, used, write


def sessions(tmp_path: pathlib.Path, root: str, *, opens: str, count: int = 12) -> None:
    """Sessions that ask for `tax_of` and then open a file."""
    folder = tmp_path / ".claude" / "projects" / root.replace("/", "-").replace("_", "-")
    for number in range(count):
        at = START + 4 * DAY + number * 3600
        lines = [said(root, f"why does tax_of in billing/tax.py not round {number}?", at)]
        lines += used("Read", f"{root}/{opens}", number)
        write(folder / f"s{number:02}.jsonl", lines)


@pytest.fixture
def engine(
    tmp_path: pathlib.Path, repository: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> Engine:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "store"))
    engine = open_engine(str(repository))
    yield engine
    engine.close()


@pytest.mark.parametrize(("opens", "sign"), [("billing/tax.py", 1), ("store/ledger.py", -1)])
def test_what_past_sessions_opened_shifts_the_estimates(
    engine: Engine, tmp_path: pathlib.Path, opens: str, sign: int
) -> None:
    sessions(tmp_path, engine.project.root, opens=opens)
    assert calibrate(engine) == 12
    counts = usage.usage_of(engine.activity, CODE, ["billing/tax.py"], project=engine.project.id)
    assert sign * file_shift(counts["billing/tax.py"]) > 0
    assert sign * code_shift(engine) > 0
    assert calibrate(engine) == 0, "once is enough"


def test_a_few_prompts_say_nothing(engine: Engine, tmp_path: pathlib.Path) -> None:
    sessions(tmp_path, engine.project.root, opens="store/ledger.py", count=4)
    assert calibrate(engine) == 0
    assert code_shift(engine) == 0.0


def test_the_command_that_the_background_runs_counts_them(
    engine: Engine, tmp_path: pathlib.Path
) -> None:
    sessions(tmp_path, engine.project.root, opens="billing/tax.py")
    command = [sys.executable, "-m", "sightline", "bench", "--calibrate", "--json"]
    run = subprocess.run(
        [*command, "--project", engine.project.root], check=True, capture_output=True
    )
    assert json.loads(run.stdout) == {"prompts": 12}
    assert code_shift(engine) > 0
