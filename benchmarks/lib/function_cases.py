"""Cases for ranking functions: issues with the functions their fix changed, and later commits with theirs.

Issues name their functions. Those of a later commit of `replay` are the innermost functions around the lines that
it changed, by the product's own parser, in the tree before the commit.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.lib.eval_trees import Case, Trees, cases, git
from benchmarks.lib.ranking_cases import REPLAY, projects
from sightline.model.indexed import CALLABLE
from sightline.parse.extract import extract
from sightline.parse.languages import Languages
from sightline.store.sqlite.database import Database

LOCALISATION = ("python", "multilingual", "developer_prompts")
_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? ", re.MULTILINE)


def changed_functions(clone: Path, commit: str, path: str, languages: Languages) -> list[str]:
    """The functions of a file that a commit changed a line of, as path::qualified."""
    language = languages.of_path(path)
    if language is None:
        return []
    command = ["git", "-C", str(clone), "show", f"{commit}^1:{path}"]
    source = subprocess.run(command, capture_output=True, check=False).stdout
    functions = [one for one in extract(source, language, path).symbols if one.kind in CALLABLE]
    diff = git(clone, "diff", "-U0", "--no-ext-diff", f"{commit}^1", commit, "--", path)
    changed: dict[str, None] = {}
    for start, count in _HUNK.findall(diff):
        first, number = int(start), int(count or 1)
        # What is only added stands between two lines.
        spans = (
            [(first, first + 1)] if not number else [(n, n) for n in range(first, first + number)]
        )
        for above, below in spans:
            around = [one for one in functions if one.start_line <= above and one.end_line >= below]
            if around:
                inner = min(around, key=lambda one: one.end_line - one.start_line)
                changed[f"{path}::{inner.qualified}"] = None
    return list(changed)


def prepare_functions(
    folder: Path, trees: Trees, issues: Trees
) -> Iterator[tuple[str, Sequence[Case], Database]]:
    """Repository, cases and index; one index for all later commits of a project, one for each issue."""
    languages = Languages()
    for project in projects(folder):
        if project.of != REPLAY or (clone := trees.clone_of(project.repo)) is None:
            continue
        rows: list[Case] = []
        for one in project.cases:
            of_file = [changed_functions(clone, one.commit, path, languages) for path in one.gold]
            functions = [name for names in of_file for name in names]
            rows += [{"problem_statement": one.text, "gold_functions": functions}] * bool(functions)
        base = {"repo": project.repo, "base_commit": project.commit}
        known = {**base, "instance_id": f"{project.of}-{project.name}"}
        for prepared in trees.prepare([known], checkout=False):
            yield project.repo, rows, prepared.index
    for name in LOCALISATION:
        chosen = [one for one in cases(folder / "localisation", name) if one["gold_functions"]]
        for prepared in issues.prepare(chosen, checkout=False):
            yield prepared.case["repo"], [prepared.case], prepared.index
