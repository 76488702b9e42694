"""Follows the branches that memories are kept to: merged, grown on, renamed, or deleted.

A merge is recognised by ancestry, a squash or rebase by content. Runs git, so hooks do not use it.
"""

from __future__ import annotations

from typing import NamedTuple

from sightline.memory.share.default_branch import default_commits
from sightline.memory.vocabulary import search_words
from sightline.model.project import Project
from sightline.store import memory as store
from sightline.store import shared
from sightline.store.shared import BranchRecord
from sightline.store.sqlite.database import Database
from sightline.text.wording import counted
from sightline.workspace import git
from sightline.workspace.git_files import branch_start, current_branch
from sightline.workspace.run_git import run

# How many commits of the default branch are compared with a squashed branch.
MOST_COMMITS = 500
MOST_PATHS = 1_000


class _Repository(NamedTuple):
    """What git says about the branches of a project."""

    project: Project
    heads: dict[str, str]
    defaults: list[str]


def settle_branches(database: Database, project: Project, *, now: int) -> list[str]:
    """Promote memories of merged branches and archive those of deleted ones; a line for each."""
    kept = shared.kept_to_branches(database, project.id)
    if not kept:
        return []
    repository = _Repository(project, _heads(project), default_commits(project))
    if not repository.heads or not repository.defaults:
        return []
    records = shared.branches(database, project.id)
    lines: list[str] = []
    for name in kept:
        record = _record(repository, name, records.get(name))
        shared.put_branch(database, project.id, record, now)
        lines += _settle(database, repository, record, now)
    _note_ancestors(database, repository)
    return lines


def _settle(
    database: Database, repository: _Repository, record: BranchRecord, now: int
) -> list[str]:
    project, name = repository.project, record.name
    if _is_merged(repository, record):
        count = _change(database, project.id, name, now, {"branch_only": False}, "branch merged")
        shared.remove_branch(database, project.id, name)
        return [f"branch {name} was merged: {counted(count, 'memory')} of it told everywhere now"]
    if name in repository.heads:
        return []
    if heir := _heir(repository, record):
        _change(database, project.id, name, now, {"branch": heir}, "branch renamed")
        shared.remove_branch(database, project.id, name)
        return []
    changes: dict[str, object] = {"status": "archived"}
    what = f"branch {name} was deleted unmerged"
    count = _change(database, project.id, name, now, changes, what)
    shared.remove_branch(database, project.id, name)
    if not count:
        return []
    line = f"branch {name} was deleted without a merge: {counted(count, 'memory')} of it archived"
    shared.put_notice(database, project.id, line)
    return [line]


def _change(
    database: Database, project: str, name: str, now: int, changes: dict[str, object], what: str
) -> int:
    """Change the memories that are kept to a branch; how many there were."""
    memories = store.of_numbers(database, shared.of_branch(database, project, name))
    for memory in memories:
        changed = memory._replace(**changes, updated=now)  # type: ignore[arg-type]
        if changes.get("status"):
            # Archived memories count nowhere: they need not be kept to their branch any more.
            changed = changed._replace(branch_only=False)
        store.change(database, changed, search_words(changed), at=now, what=what)
    return len(memories)


def _heads(project: Project) -> dict[str, str]:
    printed = git.text(
        project.root, "for-each-ref", "--format=%(objectname) %(refname)", "refs/heads"
    )
    pairs = (line.partition(" ") for line in (printed or "").splitlines())
    return {name.removeprefix("refs/heads/"): commit for commit, _, name in pairs}


def _record(repository: _Repository, name: str, known: BranchRecord | None) -> BranchRecord:
    """Where a branch begins and ends; of a deleted one what was seen last."""
    tip = repository.heads.get(name, known.tip if known else "")
    base = known.base if known else ""
    if not base and name in repository.heads:
        root, default = repository.project.root, repository.defaults[0]
        base = branch_start(repository.project, name)
        base = base or git.text(root, "merge-base", default, tip) or ""
    return BranchRecord(name, base, tip)


def _is_merged(repository: _Repository, record: BranchRecord) -> bool:
    """Whether the default branch has what this branch did; a branch without commits did nothing."""
    if not record.tip or record.tip == record.base:
        return False
    for default in repository.defaults:
        if _is_ancestor(repository.project, record.tip, default):
            return True
        if _is_squashed(repository.project, record.tip, default):
            return True
    return False


def _is_ancestor(project: Project, older: str, newer: str) -> bool:
    return git.output(project.root, "merge-base", "--is-ancestor", older, newer) is not None


def _is_squashed(project: Project, tip: str, default: str) -> bool:
    """Whether one commit of the default branch, or its present content, is this branch's change."""
    root = project.root
    base = git.text(root, "merge-base", default, tip)
    changed = (
        git.output(root, "diff", "--name-only", "-z", "--no-renames", base, tip) if base else b""
    )
    if not base or not changed:
        return False
    paths = [path.decode("utf-8", "surrogateescape") for path in changed.split(b"\0") if path]
    # A command line holds so many; only commits that changed one of them are compared.
    paths = paths[:MOST_PATHS]
    same = git.output(root, "diff", "--quiet", "--no-renames", tip, default, "--", *paths)
    if same is not None:
        return True
    change = git.output(root, "diff", base, tip, "--", *paths)
    span = (f"--max-count={MOST_COMMITS}", f"{base}..{default}")
    history = git.output(root, "log", "-p", "--no-merges", *span, "--", *paths)
    wanted = _patch_ids(root, change or b"")
    return bool(wanted) and bool(wanted & _patch_ids(root, history or b""))


def _patch_ids(root: str, patch: bytes) -> set[bytes]:
    try:
        printed = run(root, "patch-id", "--stable", stdin=patch).stdout
    except OSError:
        return set()
    return {line.split()[0] for line in printed.splitlines() if line.strip()}


def _heir(repository: _Repository, record: BranchRecord) -> str:
    """A branch that has the commits of a deleted one: it was renamed, or goes on there."""
    if not record.tip or record.tip == record.base:
        return ""
    current = current_branch(repository.project)
    for name in sorted(repository.heads, key=lambda name: (name != current, name)):
        if repository.heads[name] not in repository.defaults and _is_ancestor(
            repository.project, record.tip, repository.heads[name]
        ):
            return name
    return ""


def _note_ancestors(database: Database, repository: _Repository) -> None:
    """Record which branches the current one grew out of: what was learned there is told here."""
    project, here = repository.project, current_branch(repository.project)
    if here not in repository.heads or repository.heads[here] in repository.defaults:
        return
    for name, record in shared.branches(database, project.id).items():
        is_own = name == here or not record.tip or record.tip == record.base
        if not is_own and _is_ancestor(project, record.tip, repository.heads[here]):
            shared.add_ancestor(database, project.id, here, name)
