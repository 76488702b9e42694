"""Edges in the index: written once, kept up to date across changes, readable from both ends."""

from sightline.index.refresh import refresh_files
from sightline.store.code import reader

from .conftest import Tree


def callers(tree: Tree, name: str) -> list[tuple[str, str, int, int]]:
    """The references to a symbol: qualified name of the source, kind, line, how many times."""
    index = tree.open()
    (target,) = reader.symbols_named(index, name)
    edges = reader.edges_to(index, [target.id])
    sources = {s.id: s.qualified for s in reader.symbols(index, [e.source_id for e in edges])}
    references = sorted((sources[e.source_id], e.kind, e.line, e.times) for e in edges)
    index.close()
    return references


def test_edges_can_be_read_from_both_ends(tree: Tree) -> None:
    """Calls, imports and inheritance, each with its line."""
    tree.write("base.py", "class Base:\n    def run(self):\n        pass\n")
    tree.write(
        "app.py",
        "from base import Base\n\n\nclass App(Base):\n    def go(self):\n"
        "        self.run()\n        self.run()\n",
    )
    stats = tree.index()
    assert stats.edges_created >= 3
    assert callers(tree, "run") == [("app.App.go", "calls", 6, 2)]
    assert callers(tree, "Base") == [("app", "imports", 1, 1), ("app.App", "implements", 4, 1)]
    index = tree.open()
    (go,) = reader.symbols_named(index, "go")
    (edge,) = reader.edges_from(index, [go.id], kind="calls")
    assert edge.confidence == 1.0
    (run,) = reader.symbols_named(index, "run")
    assert run.fan_in == 1 and reader.state(index).most_used == 2


def test_edges_into_a_changed_file_survive(tree: Tree) -> None:
    """Dependents stay in the index after the first edit."""
    tree.write("lib.py", "def helper():\n    return 1\n")
    tree.write("app.py", "from lib import helper\n\n\ndef main():\n    helper()\n")
    tree.index()
    before = callers(tree, "helper")
    tree.write("lib.py", "import os\n\n\ndef helper():\n    return os.name\n")
    stats = refresh_files(tree.project, tree.settings, ["lib.py"], home=tree.home)
    assert stats.files_indexed == 1
    assert callers(tree, "helper") == before
    assert callers(tree, "helper") == [("app", "imports", 1, 1), ("app.main", "calls", 5, 1)]


def test_an_edge_that_moved_or_vanished_is_updated(tree: Tree) -> None:
    tree.write("lib.py", "def one():\n    pass\n\n\ndef two():\n    pass\n")
    tree.write("app.py", "from lib import one, two\n\n\ndef main():\n    one()\n    two()\n")
    tree.index()
    tree.write("app.py", "from lib import one\n\n# moved\n\ndef main():\n\n    one()\n    one()\n")
    tree.index()
    assert callers(tree, "one") == [("app", "imports", 1, 1), ("app.main", "calls", 7, 2)]
    assert callers(tree, "two") == []
    index = tree.open()
    fan_in = {name: reader.symbols_named(index, name)[0].fan_in for name in ("one", "two")}
    assert fan_in == {"one": 2, "two": 0}
    assert reader.state(index).edges == index.statement("SELECT count(*) FROM edge")[0][0]


def most_used(tree: Tree) -> int:
    """The highest fan-in as the index stores it, checked against the symbols."""
    index = tree.open()
    stored = reader.state(index).most_used
    assert stored == index.value("code_write.most_used")
    index.close()
    return stored


def test_the_highest_fan_in_is_updated_with_every_change(tree: Tree) -> None:
    tree.write("lib.py", "def helper():\n    return 1\n\n\ndef other():\n    return 2\n")
    for name in ("a", "b", "c"):
        tree.write(f"{name}.py", f"import lib\n\n\ndef {name}():\n    lib.helper()\n")
    tree.index()
    assert most_used(tree) == 3
    tree.write("d.py", "import lib\n\n\ndef d():\n    lib.helper()\n")
    tree.index()
    assert most_used(tree) == 4
    tree.write("e.py", "import lib\n\n\ndef e():\n    lib.other()\n")
    tree.index()
    assert most_used(tree) == 5  # the module itself
    for name in ("a", "b", "e"):
        (tree.root / f"{name}.py").unlink()
    tree.index()
    assert most_used(tree) == 2
    (tree.root / "lib.py").unlink()
    tree.index()
    assert most_used(tree) == 0


def test_a_new_definition_is_seen_by_files_that_did_not_change(tree: Tree) -> None:
    """Other files are resolved again when a symbol appears or vanishes."""
    tree.write("lib.py", "x = 1\n")
    tree.write("app.py", "from lib import helper\n\n\ndef main():\n    helper()\n")
    tree.index()
    tree.write("lib.py", "def helper():\n    return 1\n")
    tree.index()
    assert ("app.main", "calls", 5, 1) in callers(tree, "helper")
    (tree.root / "lib.py").unlink()
    tree.index()
    tree.write("other/lib.py", "def helper():\n    return 2\n")
    tree.index()
    assert callers(tree, "helper") == []


def test_a_call_that_cannot_be_decided_is_stored_by_its_name(tree: Tree) -> None:
    """It may mean any method of that name, however many there are."""
    for name in "ab":
        tree.write(f"{name}.py", f"class {name}:\n    def send_it(self):\n        pass\n")
    tree.write("c.py", "def use(thing):\n    thing.send_it()\n    thing.send_it()\n")
    tree.index()
    index = tree.open()
    (use,) = reader.symbols_named(index, "use")
    assert reader.edges_from(index, [use.id], kind="calls") == []
    (call,) = reader.open_calls_named(index, "send_it")
    assert call == (use.id, "send_it", 2, "unknown receiver", 2)
    assert reader.open_calls_from(index, [use.id]) == [call]
    assert reader.state(index).open_calls == 1


def test_what_a_library_returns_may_be_an_object_of_the_project(tree: Tree) -> None:
    """`getattr` and the like give back what they are given, so the receiver is not known."""
    tree.write("a.py", "class A:\n    def send_it(self):\n        pass\n")
    tree.write("b.py", "class B:\n    def send_it(self):\n        pass\n")
    tree.write(
        "c.py",
        "import lib\n\n\ndef use(box):\n    getattr(box, 'x').send_it()\n\n\n"
        "def other():\n    lib.send_it()\n    lib.Sender().send_it()\n    str(1).send_it()\n",
    )
    tree.index()
    index = tree.open()
    calls = reader.open_calls_named(index, "send_it")
    (use,) = reader.symbols_named(index, "use")
    assert [(call.source_id, call.line) for call in calls] == [(use.id, 5)]


def test_a_changed_type_is_followed_through_other_files(tree: Tree) -> None:
    tree.write(
        "kinds.py",
        "class One:\n    def go(self):\n        pass\n\n\n"
        "class Two:\n    def go(self):\n        pass\n",
    )
    tree.write("make.py", "from kinds import One, Two\n\n\ndef make():\n    return One()\n")
    tree.write("wrap.py", "from make import make\n\n\ndef wrap():\n    return make()\n")
    tree.write("use.py", "from wrap import wrap\n\n\ndef use():\n    wrap().go()\n")
    tree.index()

    def callees() -> list[str]:
        index = tree.open()
        (use,) = reader.symbols_named(index, "use", kind="function")
        edges = reader.edges_from(index, [use.id], kind="calls")
        return [s.qualified for s in reader.symbols(index, [e.target_id for e in edges])]

    assert "kinds.One.go" in callees()
    tree.write("make.py", "from kinds import One, Two\n\n\ndef make():\n    return Two()\n")
    tree.index()
    assert "kinds.Two.go" in callees() and "kinds.One.go" not in callees()


def test_import_prefixes_come_from_manifests(tree: Tree) -> None:
    tree.write("services/api/go.mod", "module example.org/api\n\ngo 1.22\n")
    tree.write("services/api/store/store.go", "package store\n\nfunc Open() {}\n")
    tree.write(
        "services/api/main.go",
        'package main\n\nimport "example.org/api/store"\n\nfunc main() {\n\tstore.Open()\n}\n',
    )
    tree.index()
    assert [c[1:] for c in callers(tree, "Open")] == [("calls", 6, 1)]


def test_an_include_leads_to_the_header_and_not_to_the_source_beside_it(tree: Tree) -> None:
    """`list.c` and `list.h` are one module, but the include names the header."""
    tree.write("list.h", "int length(void);\n")
    tree.write("list.c", '#include "list.h"\n\nint length(void) { return 0; }\n')
    tree.write("app.c", '#include <stdio.h>\n#include "list.h"\n\nint main(void) { return 0; }\n')
    tree.index()
    index = tree.open()
    modules = {
        file.path: reader.symbols_in_file(index, file.id)[0] for file in reader.all_files(index)
    }
    imports = {
        path: [(edge.target_id, edge.line) for edge in reader.edges_from(index, [module.id])]
        for path, module in modules.items()
    }
    index.close()
    header = modules["list.h"].id
    assert imports == {"app.c": [(header, 2)], "list.c": [(header, 1)], "list.h": []}


def test_all_of_many_edges_are_written(tree: Tree) -> None:
    """Edges are written several at a time, and the remainder one by one."""
    names = [f"part_{number}" for number in range(1_037)]
    tree.write("parts.py", "".join(f"def {name}():\n    pass\n\n\n" for name in names))
    calls = "".join(f"    {name}()\n" for name in names)
    tree.write("all.py", "from parts import *\n\n\ndef everything():\n" + calls)
    tree.index()
    index = tree.open()
    (everything,) = reader.symbols_named(index, "everything")
    edges = reader.edges_from(index, [everything.id], kind="calls")
    called = {s.id: s.name for s in reader.symbols(index, [e.target_id for e in edges])}
    assert {(called[e.target_id], e.line) for e in edges} == {
        (name, line) for line, name in enumerate(names, 5)
    }
