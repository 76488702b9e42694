"""The design's invariants that a machine can check: layers, lean hook, edges, sizes."""

import ast
import pathlib

import pytest

PACKAGE = pathlib.Path(__file__).parents[1] / "src" / "sightline"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Imports point down; names on one line are neighbours and never import each other.
LAYERS = (
    {"errors"},
    {"settings", "text"},
    {"model"},
    {"workspace", "parse", "store", "agents"},
    {"index", "intent", "memory", "context"},
    {"engine"},
    {"tools", "events"},
    {"hook", "mcp_server", "web"},
    {"cli"},
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
EDGES = ("hook", "mcp_server", "web", "index/watcher")
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


def test_only_the_server_knows_the_mcp_library() -> None:
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text())):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(n == "mcp" or n.startswith("mcp.") for n in names):
                assert package_of(name_of(path)) == "mcp_server", name_of(path)
