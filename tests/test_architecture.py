"""The design's invariants that a machine can check: layers, lean hook, edges, sizes."""

import ast
import json
import pathlib
import re
import subprocess
import sys

import pytest

PACKAGE = pathlib.Path(__file__).parents[1] / "src" / "sightline"
MODULES = sorted(PACKAGE.rglob("*.py"))

PAGE = pathlib.Path(__file__).parents[1] / "ARCHITECTURE.md"


def layers_of(page: str) -> list[set[str]]:
    """The layers in the page's first code block: one line each, neighbours separated by dots."""
    block = page.partition("## Layers")[2].partition("```\n")[2].partition("```")[0]
    columns = [re.split(r"\s{3,}", line)[0] for line in block.strip().split("\n")]
    return [set(re.findall(r"[a-z_]+", column)) for column in columns]


# Imports point down; names on one line are neighbours and never import each other.
LAYERS = layers_of(PAGE.read_text())
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
# Also where one file is read or resolved: whatever is odd about it must cost no other file.
EDGES = (
    *("hook", "server", "view", "index/watcher"),
    *("index/reading/read_file", "index/resolving/edges"),
)
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
HTTP_MODULES = {"server/http", "server/mcp_library"}


def test_only_the_http_server_knows_the_mcp_library() -> None:
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text())):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if {name.split(".")[0] for name in names} & HTTP_LIBRARIES:
                assert name_of(path) in HTTP_MODULES, name_of(path)


def test_only_the_team_store_knows_the_driver_of_postgresql() -> None:
    for path in MODULES:
        if "psycopg" in path.read_text():
            assert name_of(path).startswith("store/team/"), name_of(path)


# Modules that take a hook longer to load than it may take, and that a prompt does not need.
HEAVY = {
    *("argparse", "asyncio", "dataclasses", "email", "http", "importlib.metadata", "inspect"),
    *("logging", "multiprocessing", "pathlib", "socket", "subprocess", "tempfile", "tomllib"),
    *("traceback", "urllib", "uuid"),
}
# What it never needs of our own: they read source, serve or install.
NOT_FOR_HOOKS = ("parse", "index", "server", "tools", "measure", "cli", "agents.claude.install")


def test_a_prompt_loads_nothing_heavy_and_nothing_installed(tmp_path: pathlib.Path) -> None:
    """What the hook process has loaded once it has answered a prompt."""
    code = (
        f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r})\n"
        "from sightline.hook.__main__ import main\nmain([])\n"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    event = {"session_id": "s", "cwd": str(tmp_path), "hook_event_name": "UserPromptSubmit"}
    environ = {
        "HOME": str(tmp_path),
        "SIGHTLINE_HOME": str(tmp_path / "home"),
        "SIGHTLINE_HOOK_PROMPT_SECONDS": "25",
    }
    for number in range(2):  # the first one makes the store and caches the settings
        asked = json.dumps({**event, "prompt": f"fix the exporter of rows, part {number}"})
        bare = [sys.executable, "-I", "-S", "-c", code]
        done = subprocess.run(bare, input=asked, env=environ, capture_output=True, text=True)
    loaded = set(done.stderr.split())
    assert "sightline.events.prompt" in loaded
    assert not HEAVY & loaded
    for package in NOT_FOR_HOOKS:
        assert f"sightline.{package}" not in loaded
    foreign = {name.split(".")[0] for name in loaded} - sys.stdlib_module_names
    assert foreign <= {"sightline", "__main__"}


MOST_HIDDEN_IMPORTS = 20


def test_imports_stand_at_the_top_but_for_a_few_that_say_why() -> None:
    hidden = []
    for path in MODULES:
        lines = path.read_text().split("\n")
        for function in ast.walk(ast.parse("\n".join(lines))):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.Import | ast.ImportFrom):
                    said = lines[node.lineno - 1].partition("#")[2] or lines[
                        node.lineno - 2
                    ].lstrip().startswith("#")
                    assert said, f"{name_of(path)}, line {node.lineno}: no reason is given"
                    hidden.append((name_of(path), node.lineno))
    assert len(set(hidden)) <= MOST_HIDDEN_IMPORTS


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
    for package in ("index", "topics", "memory", "context"):
        assert not queries_of(package), f"{package} names queries: {queries_of(package)}"
    stores = {"index": {"memory", "topics", "projects"}, "memory": {"code", "index"}}
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
