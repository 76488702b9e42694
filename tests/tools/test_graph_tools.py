"""The graph tools: certain and possible callers, verdicts, names, implementers and flows."""

import json
import pathlib
from collections.abc import Callable

import pytest

from sightline.engine import Engine, open_engine
from sightline.index.refresh import refresh
from sightline.tools.answer import answer

Write = Callable[[str, str], None]


@pytest.fixture
def engine(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    root = tmp_path / "project"
    root.mkdir()
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "home"))
    engine = open_engine(str(root))
    yield engine
    engine.close()


@pytest.fixture
def scratch(engine: Engine) -> Write:
    """Writes a file into a folder of the project and indexes it."""
    folder = pathlib.Path(engine.project.root) / "scratch"

    def write(name: str, source: str) -> None:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(source)
        refresh(engine.project, engine.settings, home=engine.home)

    return write


def text(engine: Engine, tool: str, /, **arguments: object) -> str:
    return answer(engine, tool, arguments, None)[0]


def test_possible_callers_are_listed_with_their_reason(engine: Engine, scratch: Write) -> None:
    """A caller list says whether it is complete, and what else its calls may mean."""
    scratch(
        "ops.py",
        "class Ops:\n    def batch_rows(self):\n        pass\n\n\n"
        "class Other:\n    def batch_rows(self):\n        pass\n\n\n"
        "def sure():\n    Ops().batch_rows()\n\n\n"
        "def unsure(thing):\n    thing.batch_rows()\n\n\n"
        "def later(ops):\n    return ops.batch_rows\n",
    )
    answer = text(engine, "get_dependents", symbol_name="Ops.batch_rows")
    assert "  scratch/ops.py\n    :12 sure\n" in answer
    assert "possible: 2 more callers\n" in answer
    assert "    :16 unsure  unknown receiver\n" in answer
    assert "    :20 later  used without a call\n" in answer
    assert "the same name may mean: scratch.ops.Other.batch_rows" in answer
    assert answer.splitlines()[-1].startswith("not complete: calls of this name")
    nodes = json.loads(text(engine, "get_dependents", symbol_name="Ops.batch_rows", format="json"))
    assert [(n["name"], n["certainty"], n.get("reason")) for n in nodes] == [
        ("sure", "certain", None),
        ("unsure", "possible", "unknown receiver"),
        ("later", "possible", "used without a call"),
    ]


def test_a_name_without_open_calls_has_a_complete_list(engine: Engine, scratch: Write) -> None:
    scratch("plain.py", "def plain_name():\n    pass\n\n\ndef use():\n    plain_name()\n")
    answer = text(engine, "get_impact_graph", symbol_name="plain_name", depth=1)
    assert answer.endswith(
        "complete: every parsed use of this name in the project was accounted for"
    )


def test_go_types_implement_an_interface_by_their_methods(engine: Engine, scratch: Write) -> None:
    scratch(
        "store.go",
        "package scratch\n\ntype Sink interface {\n\tPutRow(row string, n int) error\n"
        "\tShut()\n}\n\n"
        "type disk struct{}\n\nfunc (d *disk) PutRow(row string, n int) error { return nil }\n\n"
        "func (d *disk) Shut() {}\n\n"
        "type odd struct{}\n\nfunc (o odd) PutRow(row string) error { return nil }\n\n"
        "func (o odd) Shut() {}\n\n"
        'func fill(s Sink) {\n\ts.PutRow("a", 1)\n}\n',
    )
    answer = text(engine, "get_dependents", symbol_name="disk.PutRow")
    assert "fill  through scratch.Sink.PutRow" in answer
    assert "through" not in text(engine, "get_dependents", symbol_name="odd.PutRow")
    impact = text(engine, "get_impact_graph", symbol_name="Sink", depth=1)
    assert "disk  implements" in impact and "odd" not in impact
    flow = text(engine, "search_logic_flow", from_symbol="fill", to_symbol="disk.PutRow")
    assert "scratch.disk.PutRow  overrides it" in flow
    assert "path 1 (possible: an override is chosen at run time)" in flow


def test_a_flow_that_ends_says_where(engine: Engine, scratch: Write) -> None:
    scratch(
        "flow.py",
        "class Runner:\n    def fire_up(self):\n        end_point()\n\n\n"
        "def end_point():\n    pass\n\n\n"
        "def begin(runner):\n    runner.fire_up()\n\n\n"
        "class Two:\n    def fire_up(self):\n        pass\n\n\ndef lonely():\n    pass\n",
    )
    flow = text(engine, "search_logic_flow", from_symbol="begin", to_symbol="end_point")
    assert "path 1 (possible: the target of a call is a guess by its name)" in flow
    assert "scratch.flow.Runner.fire_up  may be called" in flow
    none = text(engine, "search_logic_flow", from_symbol="begin", to_symbol="lonely")
    assert "no path from scratch.flow.begin to scratch.flow.lonely within 10" in none
    assert "furthest point: scratch/flow.py:" in none


def test_a_flow_through_a_value_that_an_object_keeps(engine: Engine, scratch: Write) -> None:
    scratch(
        "handler.py",
        "class Base:\n    def load(self):\n        self._chain = wrap(self._respond)\n\n"
        "    def respond(self, request):\n        return self._chain(request)\n\n"
        "    def _respond(self, request):\n        pass\n\n    def other(self):\n        pass\n\n\n"
        "class Web(Base):\n    def __call__(self, request):\n        return self.respond(request)\n",
    )
    flow = text(engine, "search_logic_flow", from_symbol="Web.__call__", to_symbol="Base._respond")
    assert "path 1 (possible: an attribute holds what is called)" in flow
    assert "scratch.handler.Base.load  by an attribute that is called" in flow
    assert "no path" in text(
        engine, "search_logic_flow", from_symbol="Web.__call__", to_symbol="Base.other"
    )


def test_a_flow_through_a_function_that_is_returned(engine: Engine, scratch: Write) -> None:
    scratch(
        "middle.py",
        "def middleware():\n    def handle(request):\n        finish(request)\n\n"
        "    return handle\n\n\ndef finish(request):\n    pass\n",
    )
    flow = text(engine, "search_logic_flow", from_symbol="middleware", to_symbol="finish")
    assert "path 1 (possible: a function returns or passes on one that it defines)" in flow
    assert "scratch.middle.middleware.handle  defined inside it" in flow


def test_a_flow_through_a_future_that_is_awaited(engine: Engine, scratch: Write) -> None:
    scratch(
        "lock.rs",
        "pub struct Acquire {}\nimpl Future for Acquire {\n    fn poll(self) { take_permit(); }\n}\n"
        "fn take_permit() {}\npub fn acquire() -> Acquire { Acquire {} }\n",
    )
    flow = text(engine, "search_logic_flow", from_symbol="acquire", to_symbol="take_permit")
    assert "path 1 (possible: a future that is awaited)" in flow
    assert "Acquire::poll  runs when it is awaited" in flow


def test_a_path_through_a_module_that_exports_the_name(engine: Engine, scratch: Write) -> None:
    """`shop.start` is what the package imports, not one of the others of that name."""
    scratch("shop/__init__.py", "from scratch.shop.task.start import start\n")
    scratch("shop/task/start.py", "def start():\n    pass\n")
    scratch(
        "shop/other.py",
        "class Car:\n    def start(self):\n        pass\n\n\nclass Bus:\n    def start(self):\n        pass\n",
    )
    answer = text(engine, "get_dependents", symbol_name="scratch.shop.start")
    assert answer.startswith("1 dependent of scratch.shop.task.start.start")


def test_a_bare_name_means_the_dominant_symbol(engine: Engine, scratch: Write) -> None:
    """Headings and copies in playgrounds are left out; the others are named."""
    scratch("guide.md", "# open_shop\n\nText.\n")
    scratch("playground/open.py", "def open_shop():\n    pass\n")
    scratch("real.py", "def open_shop():\n    pass\n\n\ndef use():\n    open_shop()\n")
    answer = text(engine, "get_dependents", symbol_name="open_shop")
    assert answer.startswith("1 dependent of scratch.real.open_shop")
    assert "also of this name: scratch.playground.open.open_shop" in answer


def test_a_path_may_leave_out_parts(engine: Engine, scratch: Write) -> None:
    scratch("deep/inner/part.py", "class Keeper:\n    def stow_away(self):\n        pass\n")
    answer = text(engine, "get_dependents", symbol_name="deep.Keeper.stow_away")
    assert "scratch.deep.inner.part.Keeper.stow_away" in answer


def test_the_impact_of_a_class_includes_its_members(engine: Engine, scratch: Write) -> None:
    scratch(
        "cls.py",
        "class Lamp:\n    def glow(self):\n        pass\n\n\n"
        "def on(lamp: Lamp):\n    lamp.glow()\n",
    )
    answer = text(engine, "get_impact_graph", symbol_name="Lamp", depth=1)
    assert answer.startswith("changing scratch.cls.Lamp with its 1 member reaches 1 symbol")
