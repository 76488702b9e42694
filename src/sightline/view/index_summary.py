"""The index screen as plain values: files by folder and language, problems and freshness."""

from __future__ import annotations

from typing import Any

from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.store.code import reader
from sightline.workspace.git_files import committed_head

MOST_FOLDERS = 400
MOST_PROBLEMS = 300
FOLDER_DEPTH = 3


def index_summary(engine: Engine) -> dict[str, Any]:
    """What is indexed and how fresh it is; an empty state if nothing is."""
    try:
        index = engine.index
    except StoreError:
        return {"state": "none", "folders": [], "languages": [], "problems": []}
    state = reader.state(index)
    head = committed_head(engine.project.git_dir) if engine.project.git_dir else ""
    return {
        "state": state.state,
        "updated": state.updated,
        "head": state.head,
        "current_head": head,
        "files": state.files,
        "symbols": state.symbols,
        "edges": state.edges,
        "undecided": state.open_calls,
        "commits": state.commits,
        "todo": state.todo,
        "languages": _languages(engine),
        "folders": _folders(engine),
        "problems": [
            {"path": one.path, "line": one.line, "message": one.message}
            for one in reader.problems(index, limit=MOST_PROBLEMS)
        ],
    }


def _languages(engine: Engine) -> list[dict[str, Any]]:
    counts: dict[str, dict[str, int]] = {}
    for one in reader.languages(engine.index):
        roles = counts.setdefault(one.language, {})
        roles[one.role] = roles.get(one.role, 0) + one.files
    return [
        {"language": language, "files": sum(roles.values()), "roles": roles}
        for language, roles in sorted(counts.items(), key=lambda pair: -sum(pair[1].values()))
    ]


def _folders(engine: Engine) -> list[dict[str, Any]]:
    """Files, bytes and languages by folder, at most FOLDER_DEPTH folders deep."""
    folders: dict[str, dict[str, Any]] = {}
    for file in reader.all_files(engine.index):
        parts = file.path.split("/")[:-1][:FOLDER_DEPTH]
        name = "/".join(parts) or "."
        folder = folders.setdefault(name, {"files": 0, "bytes": 0, "tests": 0, "languages": {}})
        folder["files"] += 1
        folder["bytes"] += file.size
        folder["tests"] += file.role == "test"
        folder["languages"][file.language] = folder["languages"].get(file.language, 0) + 1
    ranked = sorted(folders.items(), key=lambda pair: (-pair[1]["files"], pair[0]))
    return [{"folder": name, **values} for name, values in ranked[:MOST_FOLDERS]]
