"""Working trees and indexes of evaluation cases: each repository at each base commit, in order.

Consecutive base commits are close, so one tree is checked out repeatedly and the product's own index follows
it; a copy of the index is kept for each case. The history contains only ancestors of the base commit, as in a
clone made that day.
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import sightline
from sightline.engine import Lifetime, open_engine
from sightline.index.refresh import refresh
from sightline.index.source_rules import EDITION
from sightline.model.indexed import IndexedFile
from sightline.store.sqlite.database import SCHEMAS, Database, open_database
from sightline.text.hashing import digest
from sightline.workspace.source import Sources, utf8

Case = dict[str, Any]


class PreparedCase(NamedTuple):
    """A case with its working tree and its index."""

    case: Case
    root: str
    index: Database


def cases(folder: pathlib.Path, name: str) -> list[Case]:
    """The cases of a set that have gold, by repository and date."""
    lines = (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    read = [json.loads(line) for line in lines]
    kept = [case for case in read if case["gold_files"]]
    return sorted(kept, key=lambda case: (case["repo"], case["created_at"], case["instance_id"]))


def git(folder: pathlib.Path, *arguments: str) -> str:
    ran = subprocess.run(
        ["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise SystemExit(f"git {' '.join(arguments)} in {folder}: {ran.stderr.strip()}")
    return ran.stdout.strip()


def index_key() -> str:
    """A key of everything that determines an index, so that no outdated index is measured."""
    parts = [f"{sightline.__version__} {EDITION} {SCHEMAS['index'].version}"]
    folder = pathlib.Path(sightline.__file__).parent / "languages"
    parts += [
        f"{path.relative_to(folder)} {digest(path.read_text(encoding='utf-8'))}"
        for path in sorted(folder.glob("*/*"))
        if path.suffix in (".toml", ".scm")
    ]
    return digest("\n".join(parts))[:12]


class Trees:
    """Checks out and indexes cases; `repos` contains bare clones as owner+name[/repo]."""

    def __init__(self, repos: pathlib.Path, work: pathlib.Path) -> None:
        self.repos, self.work = repos, work
        self.indexes = work / "indexes" / index_key()
        self.indexes.mkdir(parents=True, exist_ok=True)
        os.environ["SIGHTLINE_HOME"] = str(work / "home")

    def clone_of(self, repo: str) -> pathlib.Path | None:
        wanted = repo.replace("/", "+").lower()
        for folder in sorted(self.repos.iterdir()):
            if folder.name.lower() == wanted:
                inner = folder / "repo"
                return inner if inner.is_dir() else folder
        return None

    def index_path(self, case: Case) -> pathlib.Path:
        """The path of the index of a case."""
        return self.indexes / f"{case['instance_id']}.db"

    def prepare(self, chosen: list[Case], *, checkout: bool = True) -> Iterator[PreparedCase]:
        """Each case with its tree and index; cases without a repository are left out."""
        for case in chosen:
            clone = self.clone_of(case["repo"])
            if clone is None:
                print(f"no clone of {case['repo']}: left out", file=sys.stderr)
                continue
            root = self.work / "trees" / case["repo"].replace("/", "+")
            kept = self.index_path(case)
            if checkout or not kept.exists():
                self._checkout(clone, root, case["base_commit"])
            if not kept.exists():
                self._index(root, kept)
            index = open_database(str(kept), "index", readonly=True)
            try:
                yield PreparedCase(case, str(root), index)
            finally:
                index.close()

    def _checkout(self, clone: pathlib.Path, root: pathlib.Path, commit: str) -> None:
        """Check out a commit; skips large files that the clone lacks, leaves equal files unchanged."""
        if not (root / ".git").exists():
            root.parent.mkdir(parents=True, exist_ok=True)
            git(clone, "worktree", "prune")
            git(clone, "worktree", "add", "--detach", "--no-checkout", str(root), commit)
            changed = "\0".join(git(root, "ls-tree", "-r", "-z", "--name-only", commit).split("\0"))
            gone: list[str] = []
        else:
            former = (root / ".git-at").read_text() if (root / ".git-at").exists() else "HEAD"
            listed = git(
                root, "diff-tree", "-r", "-z", "--no-renames", "--name-status", former, commit
            ).split("\0")
            pairs = list(zip(listed[::2], listed[1::2], strict=False))
            changed = "\0".join(path for status, path in pairs if status != "D")
            gone = [path for status, path in pairs if status == "D"]
        git(root, "read-tree", commit)
        git(root, "update-ref", "--no-deref", "HEAD", commit)
        for path in gone:
            if not (root / path).is_dir():  # a submodule, which is never checked out
                (root / path).unlink(missing_ok=True)
        subprocess.run(
            ["git", "-C", str(root), "checkout-index", "-f", "-q", "-z", "--stdin"],
            input=changed.encode(),
            capture_output=True,
            check=False,
        )
        (root / ".git-at").write_text(commit)

    def _index(self, root: pathlib.Path, kept: pathlib.Path) -> None:
        engine = open_engine(str(root), Lifetime.COMMAND)
        refresh(engine.project, engine.settings, workers=1)
        source = engine.index
        target = open_database(str(kept.with_suffix(".part")), "index")
        source.copy_to(target)
        target.close()
        engine.close()
        for ending in ("-wal", "-shm"):
            kept.with_name(kept.stem + ".part" + ending).unlink(missing_ok=True)
        shutil.move(kept.with_suffix(".part"), kept)


class CommitSources(Sources):
    """The files of a commit, read from the clone that was indexed."""

    def __init__(self, clone: pathlib.Path, commit: str) -> None:
        super().__init__(str(clone))
        self._commit = commit
        self._known: dict[str, bytes | None] = {}
        self._git = subprocess.Popen(
            ["git", "-C", str(clone), "cat-file", "--batch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def read(self, path: str) -> bytes | None:
        if path not in self._known:
            assert self._git.stdin and self._git.stdout
            self._git.stdin.write(f"{self._commit}:{path}\n".encode())
            self._git.stdin.flush()
            head = self._git.stdout.readline().split()
            self._known[path] = None
            if head and head[-1] != b"missing":
                self._known[path] = utf8(self._git.stdout.read(int(head[2])))
                self._git.stdout.read(1)
        return self._known[path]

    def text(self, path: str) -> str:
        return (self.read(path) or b"").decode("utf-8", "replace")

    def unchanged(self, file: IndexedFile) -> bool:
        return True

    def close(self) -> None:
        assert self._git.stdin and self._git.stdout
        self._git.stdin.close()
        self._git.stdout.close()
        self._git.wait()


def is_gold(path: str, qualified: str, gold: str) -> bool:
    """Whether a function is this gold one (path::Class.name)."""
    gold_path, _, name = gold.partition("::")
    return path == gold_path and _plain(qualified).endswith(_plain(name))


def _plain(qualified: str) -> str:
    return "." + re.sub(r"::|#|\\|/", ".", qualified)
