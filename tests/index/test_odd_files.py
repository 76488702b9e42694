"""Files that make reading or resolving fail: only they are affected, reported, and retried on change."""

import os
import pathlib
import subprocess
import sys

import pytest

import sightline
from sightline.errors import StoreBusy
from sightline.index.reading import read_file
from sightline.index.resolving import edges
from sightline.index.resolving.resolver import Resolver
from sightline.model.code import Reference
from sightline.parse import extract
from sightline.store.code import reader

from .conftest import Tree

SOURCE = os.path.dirname(os.path.dirname(sightline.__file__))
ERRORS = [TypeError, KeyError, RecursionError, MemoryError]


def write_three(tree: Tree) -> None:
    tree.write("base.py", "def basis():\n    return 1\n")
    odd = tree.write("odd.py", "from base import basis\n\n\ndef strange():\n    return basis()\n")
    os.utime(odd, (1, 1))  # files changed a moment ago are read twice
    tree.write("user.py", "from base import basis\n\n\ndef caller():\n    return basis()\n")


def callers(tree: Tree, name: str) -> list[str]:
    index = tree.open()
    (target,) = reader.symbols_named(index, name)
    edges = reader.edges_to(index, [target.id], kind="calls")
    return sorted(s.name for s in reader.symbols(index, [edge.source_id for edge in edges]))


def trip_resolving(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception], path: str = "odd.py"
) -> list[str]:
    """Make resolving fail at one file; returns a list that collects every resolved path."""
    seen: list[str] = []

    class Tripping(Resolver):
        def references(self, file: int) -> list[Reference]:
            seen.append(self.index.path(file))
            if seen[-1] == path:
                raise error
            return super().references(file)

    monkeypatch.setattr(edges, "Resolver", Tripping)
    return seen


@pytest.mark.parametrize("error", ERRORS)
def test_a_file_that_cannot_be_resolved_loses_only_its_own_edges(
    tree: Tree, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    write_three(tree)
    with monkeypatch.context() as patched:
        seen = trip_resolving(patched, error)
        stats = tree.index()
        assert (stats.files_indexed, stats.problems) == (3, 1)
        ((path, line, message),) = reader.problems(tree.open())
        assert (path, line) == ("odd.py", 0)
        assert message == f"its references could not be resolved ({error.__name__})"
        assert [s.name for s in reader.symbols_named(tree.open(), "strange")] == ["strange"]
        assert reader.search_files(tree.open(), ["strange"])
        assert callers(tree, "basis") == ["caller"]
        seen.clear()
        assert tree.index().files_skipped == 3 and seen == [], "nothing changed"
        tree.write("odd.py", "from base import basis\n\n\ndef strange():\n    return basis() + 1\n")
        assert tree.index().problems == 1 and seen == ["odd.py"]
    tree.write("odd.py", "from base import basis\n\n\ndef strange():\n    return basis() + 2\n")
    assert tree.index().problems == 0
    assert reader.problems(tree.open()) == [] and callers(tree, "basis") == ["caller", "strange"]


def test_a_resolving_problem_is_removed_once_the_file_can_be_resolved(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_three(tree)
    tree.index()
    with monkeypatch.context() as patched:
        trip_resolving(patched, AttributeError)
        tree.write("base.py", "def basis(more):\n    return 1\n\n\ndef odd_base():\n    pass\n")
        tree.write("odd.py", "from base import basis\n\n\ndef strange():\n    return basis(2)\n")
        assert tree.index().problems == 1
        assert callers(tree, "basis") == ["caller"], "no edge of the previous text stays"
    tree.write("base.py", "class basis:\n    pass\n")
    assert tree.index().problems == 0, "it is resolved again because its target changed"
    assert reader.problems(tree.open()) == [] and callers(tree, "basis") == ["caller", "strange"]


def test_an_unusable_store_is_not_reported_as_a_problem_of_a_file(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_three(tree)
    with monkeypatch.context() as patched:
        patched.setattr(StoreBusy, "__init__", lambda self: None)
        trip_resolving(patched, StoreBusy)
        with pytest.raises(StoreBusy):
            tree.index()
    tree.index()
    assert reader.problems(tree.open()) == [] and callers(tree, "basis") == ["caller", "strange"]


@pytest.mark.parametrize("error", [*ERRORS, IndexError, AttributeError])
def test_a_file_that_cannot_be_read_affects_only_itself(
    tree: Tree, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    write_three(tree)
    real = extract.read

    def read(source: bytes, language: object, path: str) -> object:
        if path == "odd.py":
            raise error("strange")
        return real(source, language, path)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(read_file.extract, "read", read)
        stats = tree.index()
        message = "it could not be read ({}: {})".format(error.__name__, error("strange"))
        assert (stats.files_indexed, stats.errors) == (2, [f"odd.py: {message}"])
        assert reader.problems(tree.open()) == [("odd.py", 0, message)]
        assert tree.index().files_skipped == 3, "it is tried again only when it changes"
    tree.write("odd.py", "def strange():\n    return 3\n")
    assert tree.index().files_indexed == 1 and reader.problems(tree.open()) == []


@pytest.mark.skipif(os.name == "nt", reason="ends a process by a signal")
def test_a_file_that_killed_a_small_run_is_identified_by_the_next(
    tree: Tree, tmp_path: pathlib.Path
) -> None:
    """Few files are read without a helper; after a run that died they are read with one."""
    write_three(tree)
    for number in range(9):  # read before and together with the odd one
        tree.write(f"before{number}.py", f"def plain{number}():\n    return {number}\n")
    shim = tmp_path / "shim"
    shim.mkdir()
    (shim / "sitecustomize.py").write_text(
        "import os\nfrom sightline.index.reading import read_file as reading\n"
        "real = reading.read_file\n"
        "def ended(root, path, languages):\n"
        "    path == 'odd.py' and os.kill(os.getpid(), 9)\n"
        "    return real(root, path, languages)\n"
        "reading.read_file = ended\n"
    )
    path = os.pathsep.join((str(shim), SOURCE))
    environment = {**os.environ, "PYTHONPATH": path, "SIGHTLINE_HOME": tree.home}
    command = [sys.executable, "-m", "sightline", "index", str(tree.root), "--problems"]

    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)

    assert run().returncode == -9
    second = run()
    assert second.returncode == 0 and "11 files read" in second.stdout
    assert "odd.py:  the parser crashed on this file" in second.stdout
    assert callers(tree, "basis") == ["caller"]
    third = run()
    assert "12 unchanged" in third.stdout
    assert "odd.py:  the parser crashed on this file" in third.stdout


def test_endless_nesting_costs_a_file_only_its_own_edges(tree: Tree) -> None:
    """Deep inheritance, long import chains and circular aliases must not exhaust the stack."""
    classes = [f"class C{number}(C{number + 1}):\n    pass\n" for number in range(9_000)]
    tree.write("tall.py", "def climb():\n    C0().climb()\n\n\n" + "".join(classes))
    for number in range(600):
        tree.write(f"m{number}.py", f"from m{number + 1} import far\n")
    tree.write("far.py", "from m0 import far\n\nfar()\n")
    tree.write(
        "round.go", "package p\ntype A B\ntype B A\nfunc f(a A) { a[0].run() }\nfunc run() {}\n"
    )
    write_three(tree)
    tree.index()
    problems = {path: message for path, _, message in reader.problems(tree.open())}
    for path in ("tall.py", "far.py", "round.go"):
        assert problems[path] == "its references could not be resolved (RecursionError)"
    assert callers(tree, "basis") == ["caller", "strange"]
