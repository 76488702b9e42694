"""The design's invariants that a machine can check: layers, lean hook, edges, sizes."""

import ast
import fnmatch
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

import pytest

PACKAGE = pathlib.Path(__file__).parents[1] / "src" / "sightline"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Imports point down; names on one line are neighbours and never import each other.
LAYERS = (
    {"errors", "lean"},
    {"settings", "text"},
    {"model", "native"},
    {"workspace", "parse", "store", "agents"},
    {"index", "intent", "memory", "context"},
    {"engine"},
    {"tools", "events"},
    {"hook_reply"},
    {"hook_process", "hook_warm"},
    {"hook_split"},
    {"hook_keep"},
    {"hook", "mcp_server", "web"},
    {"measure"},
    {"cli"},
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
# Also where one file is read or resolved: whatever is odd about it must cost no other file.
EDGES = ("hook", "mcp_server", "web", "index/watcher", "index/reading", "index/edges")
QUERY = re.compile(r"([a-z_]+)\.[a-z_]+")
MAX_MODULE_LINES = 400
MAX_FUNCTION_LINES = 50


def name_of(path: pathlib.Path) -> str:
    """The module's path below the package without its ending, with forward slashes."""
    return path.relative_to(PACKAGE).with_suffix("").as_posix()


def package_of(name: str) -> str:
    return name.split("/")[0]


def imports_of(tree: ast.AST, name: str) -> set[str]:
    """The top-level packages of ours that this module imports anywhere in its text."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {a.name.split(".")[1] for a in node.names if a.name.startswith("sightline.")}
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                parts = name.split("/")[: -node.level]
                target = [*parts, *(node.module or "").split(".")]
                target = [part for part in target if part]
                found |= {target[0]} if target else {a.name for a in node.names}
            elif node.module == "sightline":
                found |= {alias.name for alias in node.names}
            elif (node.module or "").startswith("sightline."):
                found.add((node.module or "").split(".")[1])
    return found - {"__version__"}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_down_and_never_sideways(path: pathlib.Path) -> None:
    name = name_of(path)
    mine = package_of(name)
    if mine in ("__init__", "__main__"):
        return
    assert mine in RANK, f"{mine} has no layer"
    for other in imports_of(ast.parse(path.read_text()), name) - {mine}:
        assert other in RANK, f"{name} imports unknown {other}"
        assert RANK[other] < RANK[mine], f"{name} imports {other}, which does not stand below it"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_broad_excepts_stand_only_at_the_edges(path: pathlib.Path) -> None:
    if name_of(path).startswith(EDGES):
        return
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ExceptHandler):
            names = (
                [n.id for n in ast.walk(node.type) if isinstance(n, ast.Name)] if node.type else []
            )
            assert node.type is not None, f"bare except at line {node.lineno}"
            assert not {"Exception", "BaseException"} & set(names), (
                f"broad except, line {node.lineno}"
            )


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_and_functions_stay_small(path: pathlib.Path) -> None:
    text = path.read_text()
    assert text.count("\n") <= MAX_MODULE_LINES
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= MAX_FUNCTION_LINES, f"{node.name} has {length} lines"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_every_module_says_what_it_is_for(path: pathlib.Path) -> None:
    if path.name != "__main__.py":
        assert ast.get_docstring(ast.parse(path.read_text())), "no module docstring"


# What comes with the http extra, and the modules that are loaded for HTTP only.
HTTP_LIBRARIES = {"mcp", "starlette", "uvicorn", "anyio", "pydantic"}
HTTP_MODULES = {"mcp_server/http", "mcp_server/sdk_server"}


def test_only_the_http_server_knows_the_mcp_library() -> None:
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text())):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if {name.split(".")[0] for name in names} & HTTP_LIBRARIES:
                assert name_of(path) in HTTP_MODULES, name_of(path)


# What the prompt hook loads; a package stands for all its modules.
LEAN = (
    *("errors", "lean", "engine", "hook", "hook_*", "settings/__init__", "settings/cache"),
    *("text", "intent", "memory", "context", "events"),
    *("model/activity", "model/event", "model/frame", "model/indexed", "model/memory"),
    *("model/project", "model/record", "model/session"),
    *("store/database", "store/homes", "store/project", "store/spool", "store/activity"),
    *("store/memory", "store/session", "store/code"),
    *("workspace/identity", "workspace/origin", "workspace/deny", "workspace/pause"),
    *("workspace/verify", "agents/*/wire"),
)
# What of these packages only tools, commands, the server and a session's end load.
NOT_LEAN = (
    *("memory/capture", "memory/decided", "memory/failed", "memory/found", "memory/prose"),
    *("memory/taking", "memory/handoff", "events/capturing"),
    *("intent/compact", "intent/parting", "intent/recall", "intent/similar", "intent/suggest"),
    *("intent/threads", "intent/undo", "intent/report", "memory/exchange", "memory/mine"),
    *("hook_split", "hook_keep"),  # once after an update
)
# The part of the standard library they may load, beside what a bare interpreter has anyway; all
# of it written in C but what the interpreter carries frozen inside itself.
LEAN_LIBRARY = {
    *("__future__", "os", "stat", "_stat", "posixpath", "genericpath", "_collections_abc", "time"),
    *("ntpath", "nt", "math", "itertools", "_operator", "_functools", "_blake2", "_json", "_sre"),
    *("_sqlite3", "_collections", "unicodedata", "gc", "posix"),
}


def lean_modules() -> list[str]:
    """The dotted names of the modules the hook may load, of those that exist."""
    found = []
    for path in MODULES:
        name = name_of(path)
        for wanted in LEAN if name not in NOT_LEAN else ():
            whole = name == wanted or name.startswith(wanted + "/")
            if whole or fnmatch.fnmatchcase(name, wanted):
                found.append("sightline." + name.removesuffix("/__init__").replace("/", "."))
    return found


def loaded_by(names: list[str]) -> set[str]:
    """The top-level modules that importing these adds to a bare interpreter."""
    code = (
        f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); before = set(sys.modules)\n"
        f"import importlib as i\n"
        f"for name in {names!r}: i.import_module(name)\n"
        "print(*sorted({name.split('.')[0] for name in set(sys.modules) - before}))"
    )
    bare = [sys.executable, "-I", "-S", "-c"]
    done = subprocess.run([*bare, code], capture_output=True, text=True, check=True)
    none = code.replace(repr(names), "[]")
    free = subprocess.run([*bare, none], capture_output=True, text=True, check=True)
    return set(done.stdout.split()) - set(free.stdout.split()) - {"sightline"}


def test_the_hook_loads_only_a_listed_part_of_the_standard_library() -> None:
    loaded = loaded_by(lean_modules())
    if not loaded <= LEAN_LIBRARY:
        blame = {name: loaded_by([name]) - LEAN_LIBRARY for name in lean_modules()}
        raise AssertionError({name: sorted(heavy) for name, heavy in blame.items() if heavy})


def test_a_warm_hook_runs_without_os_re_json_and_functools(tmp_path: pathlib.Path) -> None:
    """What the prompt hook has loaded when it is done, patterns and SQLite included."""
    # A copy: hooks of other tests learn at the same time, from other events.
    program = tmp_path / "lib"
    shutil.copytree(PACKAGE, program / "sightline", ignore=shutil.ignore_patterns("*.warm*"))
    code = (
        f"import sys; sys.path.insert(0, {str(program)!r})\n"
        "from sightline.hook import main\nmain([])\n"
        "print(*sorted({name.split('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    event = {"session_id": "s", "cwd": str(tmp_path), "hook_event_name": "UserPromptSubmit"}
    environ = {
        "HOME": str(tmp_path),
        "SIGHTLINE_HOME": str(tmp_path / "home"),
        "SIGHTLINE_HOOK_PROMPT_SECONDS": "25",
    }
    heavy = {"re", "enum", "json", "functools", "collections", "typing", "types"}
    heavy |= {"os", "stat", "_collections_abc", "__future__"} if os.name == "posix" else set()
    kept = program / "sightline" / "__pycache__"
    # The first ones learn what there is to load; another process writes it down.
    for number in range(20):
        asked = json.dumps({**event, "prompt": f"fix the exporter of rows, part {number}"})
        bare = [sys.executable, "-I", "-S", "-c", code]
        done = subprocess.run(bare, input=asked, env=environ, capture_output=True, text=True)
        loaded = set(done.stderr.split())
        until = time.monotonic() + 60
        while any(kept.glob("*.writing")) and time.monotonic() < until:
            time.sleep(0.01)
        if not heavy & loaded:
            break
    assert "_sqlite3" in loaded
    assert not heavy & loaded


def test_the_lean_list_sees_a_heavy_import() -> None:
    assert not loaded_by(["dataclasses", "pathlib"]) <= LEAN_LIBRARY


def direct_imports(start: str) -> set[str]:
    path = PACKAGE / f"{start}.py"
    return imports_of(ast.parse(path.read_text()), start) if path.exists() else set()


def test_the_engine_knows_neither_parser_nor_indexer() -> None:
    assert not {"parse", "index"} & direct_imports("engine")


def queries_of(package: str) -> set[str]:
    """The nouns of the named queries (`noun.name`) that a package's modules mention."""
    found = set()
    for path in MODULES:
        if package_of(name_of(path)) == package:
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    match = QUERY.fullmatch(node.value)
                    found |= {match.group(1)} if match else set()
    return found & {path.stem for path in (PACKAGE / "store" / "sql").glob("*.sql")}


def test_pipelines_reach_their_own_database_only_through_the_store() -> None:
    """index/ never writes memories, memory/ never the index: neither speaks SQL itself."""
    for package in ("index", "intent", "memory", "context"):
        assert not queries_of(package), f"{package} names queries: {queries_of(package)}"
    stores = {"index": {"memory", "session", "project"}, "memory": {"code", "index"}}
    for package, foreign in stores.items():
        for path in MODULES:
            if package_of(name_of(path)) == package:
                used = store_modules(ast.parse(path.read_text()))
                assert not used & foreign, f"{name_of(path)} uses store.{used & foreign}"


def store_modules(tree: ast.AST) -> set[str]:
    """The modules of the store that are imported."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "sightline.store":
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
            "sightline.store."
        ):
            found.add((node.module or "").split(".")[2])
    return found
