"""What an editor shows above a function."""

import pathlib
import subprocess

from sightline.engine import Engine
from sightline.index.refresh import refresh
from sightline.memory import keeper
from sightline.view.hints import functions, hint
from tests.view.conftest import OVERLOADS, remember


def test_a_file_lists_its_functions(engine: Engine) -> None:
    assert functions(engine, "app.py") == [
        {"name": "app.expire", "line": 1},
        {"name": "app.login", "line": 5},
    ]
    assert functions(engine, "gone.py") == []


def test_a_hint_counts_callers_and_memories(engine: Engine) -> None:
    remember(engine, "Expire lazily", symbols=("expire",))
    closed = remember(engine, "Expire eagerly", symbols=("expire",))
    keeper.retract(engine.memory, closed.id, "wrong", now=engine.now())
    known = hint(engine, "app.py", 1)
    assert known is not None
    assert known["symbol"] == "app.py::app.expire"
    assert (known["callers"], known["possible"], known["complete"]) == (1, 0, True)
    assert known["memories"] == {"decision": 1}
    assert known["notes"] == [{"kind": "decision", "text": "Expire lazily"}]
    assert known["changed"] is None  # nothing is committed


def test_a_call_on_an_unknown_receiver_is_a_possible_caller(
    engine: Engine, project: pathlib.Path
) -> None:
    (project / "shop.py").write_text(
        "class Cart:\n    def total(self):\n        return 0\n\n\n"
        "class Order:\n    def total(self):\n        return 1\n\n\n"
        "def show(thing):\n    return thing.total()\n"
    )
    refresh(engine.project, engine.settings, home=engine.home)
    known = hint(engine, "shop.py", 2)
    assert known is not None
    assert (known["callers"], known["possible"], known["complete"]) == (0, 1, False)


def test_a_hint_says_when_the_function_changed_last(engine: Engine, project: pathlib.Path) -> None:
    git = ["git", "-C", str(project), "-c", "user.name=Jo", "-c", "user.email=jo@example.org"]
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-qm", "Expire sessions"], check=True)
    (project / "app.py").write_text((project / "app.py").read_text().replace("30", "60"))
    subprocess.run([*git, "commit", "-qam", "Expire later\n\nBecause."], check=True)
    refresh(engine.project, engine.settings, home=engine.home)
    known = hint(engine, "app.py", 1)
    assert known is not None
    assert known["change"] == "Expire later"
    assert 0 <= engine.now() - known["changed"] < 600_000


def test_overloads_are_one_function(engine: Engine, project: pathlib.Path) -> None:
    (project / "body.ts").write_text(OVERLOADS)
    refresh(engine.project, engine.settings, home=engine.home)
    assert [one["line"] for one in functions(engine, "body.ts")] == [4, 8]
    first, last = hint(engine, "body.ts", 2), hint(engine, "body.ts", 4)
    assert first == last
    assert last is not None
    assert last["callers"] == 1


def test_a_line_without_a_function_has_no_hint(engine: Engine) -> None:
    assert hint(engine, "app.py", 2) is None
    assert hint(engine, "gone.py", 1) is None
