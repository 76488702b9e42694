"""Runs that are killed, and runs at the same time: nothing is lost, nothing is done twice."""

import os
import pathlib
import signal
import subprocess
import sys
import threading

import pytest

from sightline.errors import StoreBusy, StoreError
from sightline.index.reading import pool
from sightline.index.resolving import edges
from sightline.index.resolving.resolver import Resolver
from sightline.model.code import Reference
from sightline.store.code import reader as code
from sightline.store.code.lease import hold_lease
from sightline.store.sqlite.database import Database, open_database

from .conftest import Tree
from .test_incremental import content_of

SOURCE = str(pathlib.Path(__file__).parents[2] / "src")


def start(tree: Tree, *options: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "sightline", "index", str(tree.root), *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": SOURCE, "SIGHTLINE_HOME": tree.home},
        start_new_session=True,
    )


def files_in(tree: Tree) -> int:
    """How many files the index has; none where it was killed before there was one."""
    try:
        index = tree.open()
    except StoreError:
        return 0
    try:
        return code.state(index).files
    finally:
        index.close()


@pytest.fixture
def large(tree: Tree) -> Tree:
    """Enough files that reading them takes a while and is done by helpers."""
    filler = "\n".join(f"    value_{n} = other_{n}({n})" for n in range(240))
    for number in range(300):
        tree.write(
            f"p{number % 9}/f{number}.py",
            f"from p{(number + 1) % 9}.f{(number + 1) % 300} import function_{(number + 1) % 300}\n"
            f"\n\ndef function_{number}():\n{filler}\n    function_{(number + 1) % 300}()\n",
        )
    return tree


def test_a_killed_run_is_taken_up_where_it_ended(large: Tree, tmp_path: pathlib.Path) -> None:
    """Killed again and again at growing distances, the index is whole in the end."""
    survivors = 0
    for attempt in range(1, 8):
        process = start(large)
        try:
            process.wait(timeout=0.35 * attempt)
            break
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        survivors = max(survivors, files_in(large))
    stats = large.index()
    assert stats.files_indexed + stats.files_skipped == 300
    assert stats.files_skipped >= survivors
    other = Tree(large.root, tmp_path / "anew")
    other.index()
    kept, anew = content_of(large.open()), content_of(other.open())
    for part, value in anew.items():
        assert kept[part] == value, part


@pytest.mark.parametrize("then", ["nothing", "a change", "none left to resolve"])
def test_relations_are_found_by_their_targets_after_a_first_run_that_ended_early(
    tree: Tree, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, then: str
) -> None:
    """What finds them is made at the end of the first run, or by the one that takes it up."""
    for number in range(8):
        tree.write(f"f{number}.py", f"def f{number}():\n    g()\n\n\ndef g():\n    f{number}()\n")
    expected = indexes(open_database(str(tmp_path / "empty.db"), "index"))
    seen: list[int] = []

    class Ending(Resolver):
        def references(self, file: int) -> list[Reference]:
            seen.append(file)
            if len(seen) > 6:
                raise StoreBusy(path="index")
            return super().references(file)

    with monkeypatch.context() as patched:
        patched.setattr(edges, "_MANY", 1)
        patched.setattr(edges, "_BATCH", 2)
        patched.setattr(edges, "Resolver", Ending)
        with pytest.raises(StoreBusy):
            tree.index()
    assert len(seen) == 7 and not indexes(tree.open())
    if then == "a change":
        tree.write("f0.py", "def g():\n    pass\n")
    elif then == "none left to resolve":
        for path in code.files(tree.open(), [*seen[6:], seen[6] + 1]):
            (tree.root / path.path).unlink()
    tree.index()
    assert indexes(tree.open()) == expected and len(expected) == 2
    other = Tree(tree.root, tmp_path / "anew")
    other.index()
    assert content_of(tree.open()) == content_of(other.open())


def indexes(index: Database) -> list[tuple[object, ...]]:
    """What finds relations by their targets, as it was made."""
    return index.statement(
        "SELECT name, sql FROM sqlite_master WHERE name IN ('edge_target', 'open_call_name')"
    )


def test_helpers_end_with_the_process_they_work_for(large: Tree) -> None:
    process = start(large)
    group = process.pid
    lease = None
    while lease is None and process.poll() is None:
        # Wait until it is at work, which its lease shows.
        taken = hold_lease(large.project.worktree_id, large.home)
        if taken is None:
            break
        taken.release()
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    # Whoever of the group is left ends when its pipe does.
    deadline = threading.Event()
    for _ in range(200):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            break
        deadline.wait(0.05)
    else:
        os.killpg(group, signal.SIGKILL)
        pytest.fail("a helper outlived its parent")
    # Its lease is free at once.
    lock = hold_lease(large.project.worktree_id, large.home)
    assert lock is not None
    lock.release()


def test_processes_at_the_same_time_share_the_work(large: Tree) -> None:
    processes = [start(large, "--json") for _ in range(3)]
    assert [process.wait(timeout=120) for process in processes] == [0, 0, 0]
    stats = large.index()
    assert (stats.files_indexed, stats.files_skipped) == (0, 300)
    index = large.open()
    assert code.state(index).files == 300
    (target,) = code.symbols_named(index, "function_7")
    assert len(code.edges_to(index, [target.id], kind="calls")) == 1


def test_readers_are_never_blocked_by_a_writer(large: Tree) -> None:
    large.write("p0/first.py", "def first(): pass\n")
    large.index()
    index = large.open()
    index.wait_at_most(1)
    process = start(large, "--rebuild")
    reads = 0
    while process.poll() is None:
        code.symbols_named(index, "first")
        code.search_symbols(index, ["function"], 5)
        reads += 1
    assert process.returncode == 0 and reads > 0
    assert [s.name for s in code.symbols_named(index, "first")] == ["first", "first"]


def in_helpers(large: Tree, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Runs some code first in each process that reads files."""
    shim = large.root.parent / "shim"
    shim.mkdir()
    lines = "".join(f"    {line}\n" for line in code.splitlines())
    (shim / "sitecustomize.py").write_text(
        f"import os, sys, time\nif any('sightline.index.reading.helper' in a for a in sys.orig_argv):\n{lines}"
    )
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(shim), SOURCE)))


@pytest.mark.parametrize("end", ["os.kill(os.getpid(), 11)", "time.sleep(1000)"])
def test_a_file_whose_reading_ends_the_process_costs_only_itself(
    large: Tree, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    """A grammar that crashes or hangs takes a helper with it; the next goes on with the rest."""
    code = (
        "from sightline.index.reading import read_file as reading\n"
        "real = reading.read_file\n"
        "def ended(root, path, languages):\n"
        f"    path.endswith('/f13.py') and {end}\n"
        "    return real(root, path, languages)\n"
        "reading.read_file = ended\n"
    )
    in_helpers(large, monkeypatch, code)
    monkeypatch.setattr(pool, "ANSWER_TIMEOUT", 3.0)
    stats = large.index()
    assert stats.files_indexed == 299
    assert [error.split(":")[0] for error in stats.errors] == ["p4/f13.py"]
    assert large.index().files_skipped == 300, "it is tried again only when it changes"
