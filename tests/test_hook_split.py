"""Modules are cut into definitions that, made one by one, are what the whole module makes."""

from __future__ import annotations

from typing import Any

from sightline.hook_split import definitions
from sightline.hook_warm import FUNCTION, IMPORTED, STATEMENT, VALUE


def cut(source: str) -> dict[str, tuple[Any, ...]] | None:
    return definitions(source.encode(), "module.py")


def test_functions_classes_constants_and_imports_are_told_apart() -> None:
    found = cut(
        "from __future__ import annotations\n"
        "import stat\n"
        "from time import sleep as wait\n"
        "LIMIT = 3\n"
        "WORDS = frozenset({'a', 'b'})\n"
        "seen: dict[str, int] = {}\n"
        "class Thing:\n"
        "    size = LIMIT\n"
        "def double(x: int, *, times: int = 2) -> int:\n"
        "    '''Say it.'''\n"
        "    return times * x * LIMIT\n"
    )
    assert found is not None
    assert found["stat"] == (IMPORTED, "stat", "")
    assert found["wait"] == (IMPORTED, "time", "sleep")
    assert found["LIMIT"] == (VALUE, 3)
    assert found["WORDS"] == (VALUE, frozenset({"a", "b"}))
    assert found["seen"][0] == STATEMENT  # it will be changed: each process has its own
    assert found["Thing"][0] == STATEMENT
    assert found["Thing"][2] == ("LIMIT",)
    kind, code, defaults, keywords, later = found["double"]
    assert (kind, defaults, keywords, later) == (FUNCTION, None, {"times": 2}, ("LIMIT",))
    assert "Say it." not in code.co_consts


def test_what_a_statement_needs_at_once_is_told_from_what_its_functions_need_later() -> None:
    found = cut(
        "def base(): return object\n"
        "def helper(): return 1\n"
        "class Thing(base()):\n"
        "    def run(self):\n"
        "        return [helper() for _ in range(2)]\n"
        "def with_default(x=helper()): return x\n"
    )
    assert found is not None
    assert found["Thing"][2:4] == (("base",), ("helper",))
    assert found["with_default"][0] == STATEMENT
    assert found["with_default"][2] == ("helper",)


def test_the_class_of_an_error_is_not_needed_before_the_error() -> None:
    found = cut(
        "from errors import Bad, Worse, Worst\n"
        "def run():\n"
        "    try:\n"
        "        pass\n"
        "    except (Bad, ValueError):\n"
        "        raise Worse('x')\n"
        "    return Worst\n"
        "def given(Bad):\n"
        "    try:\n"
        "        pass\n"
        "    except Bad:\n"
        "        pass\n"
    )
    assert found is not None
    assert found["run"][4] == ("Worst",)
    assert "Bad" in found["given"][1].co_varnames
    assert "__self__" not in found["given"][1].co_names


def test_imports_for_type_checkers_are_left_out() -> None:
    found = cut("TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from typing import Any\n")
    assert found == {"TYPE_CHECKING": (VALUE, False)}


def test_either_of_two_imports_is_one_definition() -> None:
    found = cut("try:\n    from fast import f\nexcept ImportError:\n    from slow import f\n")
    assert found is not None
    assert found["f"][0] == STATEMENT


def test_a_module_that_does_more_than_define_names_stays_whole() -> None:
    assert cut("x = {}\nx['a'] = 1\n") is None
    assert cut("x = 1\nx = 2\n") is None
    assert cut("print('hello')\n") is None
    assert cut("for x in range(3):\n    pass\n") is None
    assert cut("def __getattr__(name): ...\n") is None
    assert cut("import os.path\n") is None
    assert cut("from . import x\n") is None
    assert cut("from os import *\n") is None


def test_what_loads_slowly_has_a_stand_in() -> None:
    assert cut("import os\n") == {"os": (IMPORTED, "sightline.lean.system", "")}
    assert cut("from os import stat\n") == {"stat": (IMPORTED, "sightline.lean.system", "stat")}
