"""The watcher brings changes in as they happen and ends when told."""

import queue
import threading
from collections.abc import Iterator

import pytest

from sightline.index.stats import IndexStats
from sightline.index.watcher import watch
from sightline.settings import load
from sightline.store.code import reader
from sightline.store.code.lease import hold_watch

from .conftest import Tree

PATIENCE = 20.0


class Watching:
    """A watcher in a thread of its own, and what it reported."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.reports: queue.Queue[IndexStats] = queue.Queue()
        self.stop = threading.Event()
        quick = load.load(
            str(tree.root), {"SIGHTLINE_HOME": tree.home, "SIGHTLINE_INDEX_DEBOUNCE_MS": "100"}
        )
        self.thread = threading.Thread(
            target=watch,
            args=(tree.project, quick, self.stop),
            kwargs={"report": self.reports.put, "home": tree.home},
        )
        self.thread.start()

    def until(self, *names: str) -> None:
        """Wait for reports until exactly these names are in the index."""
        wanted = set(names)
        while names_in(self.tree) != wanted:
            self.reports.get(timeout=PATIENCE)


def names_in(tree: Tree) -> set[str]:
    index = tree.open()
    try:
        return {
            symbol.name
            for file in reader.all_files(index)
            for symbol in reader.symbols_in_file(index, file.id)
            if symbol.kind == "function"
        }
    finally:
        index.close()


@pytest.fixture
def watching(tree: Tree) -> Iterator[Watching]:
    tree.write("a.py", "def first(): pass\n")
    tree.commit("start")
    running = Watching(tree)
    running.reports.get(timeout=PATIENCE)
    yield running
    running.stop.set()
    running.thread.join(PATIENCE)
    assert not running.thread.is_alive()


def test_changes_are_followed_and_filtered(watching: Watching) -> None:
    """FO-14, 1.2.7: modified, created, deleted and renamed; the same filters as a full run."""
    tree = watching.tree
    tree.write("a.py", "def second(): pass\n")
    watching.until("second")
    tree.write("node_modules/x.py", "def no(): pass\n")
    tree.write("new/deep/b.py", "def third(): pass\n")
    watching.until("second", "third")
    tree.write("new/deep/c.py", "def fourth(): pass\n")
    watching.until("second", "third", "fourth")
    (tree.root / "a.py").unlink()
    (tree.root / "new").rename(tree.root / "moved")
    watching.until("third", "fourth")


def test_a_branch_switch_and_a_commit_are_noticed(watching: Watching) -> None:
    tree = watching.tree
    tree.git("checkout", "-qb", "other")
    tree.write("a.py", "def elsewhere(): pass\n")
    tree.commit("Something new happened")
    watching.until("elsewhere")
    while True:
        index = tree.open()
        commits = reader.state(index).commits
        index.close()
        if commits == 2:
            break
        watching.reports.get(timeout=PATIENCE)


def test_only_one_process_watches_and_another_takes_over(watching: Watching) -> None:
    tree = watching.tree
    assert hold_watch(tree.project.worktree_id, tree.home) is None
    watching.stop.set()
    watching.thread.join(PATIENCE)
    lock = hold_watch(tree.project.worktree_id, tree.home)
    assert lock is not None
    lock.release()
