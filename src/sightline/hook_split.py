"""Cuts a module's source into the definitions of its names, for `hook_warm` to use one by one.

Only what defines names can be cut: a module whose body does anything else stays whole. Docstrings
and the annotations of functions are left out: nothing asks for them in a hook.
"""

from __future__ import annotations

import ast

from sightline.hook_warm import FUNCTION, IMPORTED, SELF, STATEMENT, VALUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from sightline.hook_warm import Definition, Definitions

# What a hook uses instead of the original, which takes longer to load.
STAND_INS = {"os": "sightline.lean.system"}
# The compiler's flag for `from __future__ import annotations`.
ANNOTATIONS = 0x1000000
ATOMS = (str, bytes, int, float, complex, type(None), type(...))
# Nodes of which something may be left out or replaced.
CHANGED = (
    *(ast.FunctionDef, ast.ClassDef, ast.arg, ast.AnnAssign),
    *(ast.ExceptHandler, ast.Raise),
)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def definitions(source: bytes, path: str) -> Definitions | None:
    """How each name of this module is made; None where it has to be run as a whole."""
    flags = 0
    statements: dict[str, ast.stmt] = {}
    for statement in ast.parse(source, path).body:
        if _is_for_readers(statement):
            continue
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            flags |= ANNOTATIONS * any(one.name == "annotations" for one in statement.names)
            continue
        for name in _made_by(statement):
            # `__getattr__` would be asked before what is not made yet.
            if name is None or name in statements or name == "__getattr__":
                return None
            statements[name] = statement
    known = set(statements)
    found: Definitions = {}
    for name, statement in statements.items():
        if name not in found:
            targets = tuple([one for one in statements if statements[one] is statement])
            ready = _without_code(statement, targets)
            if ready is None:
                needs = _needs(statement, known.difference(targets), flags)
                ready = _defined(statement, targets, needs, path, flags)
            found |= ready
    return found


def _is_for_readers(statement: ast.stmt) -> bool:
    """A docstring, or imports for type checkers only."""
    if isinstance(statement, ast.If):
        test = statement.test
        return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING" and not statement.orelse
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _made_by(statement: ast.stmt) -> Iterator[str | None]:
    """The names that a statement makes; None for whatever else it may do."""
    match statement:
        case ast.FunctionDef() | ast.ClassDef():
            yield statement.name
        case ast.Import() | ast.ImportFrom():
            absolute = isinstance(statement, ast.Import) or not statement.level
            for one in statement.names:
                name = one.asname or one.name
                yield name if absolute and name.isidentifier() else None
        case ast.Assign():
            for target in statement.targets:
                for place in target.elts if isinstance(target, ast.Tuple) else [target]:
                    yield place.id if isinstance(place, ast.Name) else None
        case ast.AnnAssign(target=ast.Name(id=name)):
            if statement.value is not None:
                yield name
        case ast.If() | ast.Try():
            inner: list[ast.stmt] = [*statement.body, *statement.orelse]
            if isinstance(statement, ast.Try):
                inner += statement.finalbody
                inner += [one for handler in statement.handlers for one in handler.body]
            yield from dict.fromkeys(name for one in inner for name in _made_by(one))
        case _:
            yield None


def _without_code(statement: ast.stmt, targets: tuple[str, ...]) -> Definitions | None:
    """What needs no program to be made: imports and literals."""
    if isinstance(statement, ast.Import):
        modules = {one.asname or one.name: one.name for one in statement.names}
        return {one: (IMPORTED, STAND_INS.get(name, name), "") for one, name in modules.items()}
    if isinstance(statement, ast.ImportFrom):
        module = STAND_INS.get(statement.module or "", statement.module)
        return {one.asname or one.name: (IMPORTED, module, one.name) for one in statement.names}
    match statement:
        case ast.Assign(targets=[ast.Name()]) | ast.AnnAssign(target=ast.Name()):
            value = _literal(statement.value) if statement.value else None
            return dict.fromkeys(targets, (VALUE, value)) if value is not None else None
    return None


def _needs(
    statement: ast.stmt, others: set[str], flags: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Which names must be there before a statement runs, and which when its functions are called.

    On the way leaves out what only readers need, and has errors asked for only where one came up.
    """
    inside: list[tuple[ast.AST, bool]] = []
    _gather(statement, False, inside)
    nodes = [node for node, _ in inside]
    own = {node.id for node in nodes if isinstance(node, ast.Name) and not _is_read(node)}
    own |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    gone: set[int] = set()
    for node in nodes:
        if isinstance(node, CHANGED):
            gone.update(map(id, _stripped(node, flags)))
            gone.update(map(id, _asked_late(node, others - own)))
    asked: tuple[set[str], set[str]] = (set(), set())
    for node, is_later in inside:
        if isinstance(node, ast.Name) and id(node) not in gone:
            asked[is_later].add(node.id)
        elif isinstance(node, ast.Global):
            asked[1].update(node.names)
    now = asked[0] & others
    return tuple(sorted(now)), tuple(sorted((asked[1] & others) - now))


def _gather(node: ast.AST, is_later: bool, found: list[tuple[ast.AST, bool]]) -> None:
    """All nodes below this one; those of a function's body run later."""
    found.append((node, is_later))
    body = getattr(node, "body", None) if isinstance(node, FUNCTIONS) else None
    for value in vars(node).values():
        if isinstance(value, ast.AST):
            if not isinstance(value, ast.expr_context):
                _gather(value, is_later or value is body, found)
        elif isinstance(value, list):
            deeper = is_later or value is body
            for one in value:
                if isinstance(one, ast.AST):
                    _gather(one, deeper, found)


def _stripped(node: ast.AST, flags: int) -> list[ast.AST]:
    """Take a docstring or annotation away; the nodes that are not part of the program any more."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node, False):
        node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
    taken: ast.expr | None = None
    match node:
        case ast.FunctionDef():
            taken, node.returns = node.returns, None
        case ast.arg():
            taken, node.annotation = node.annotation, None
        case ast.AnnAssign() if flags & ANNOTATIONS:
            # The fields of a record: they stay, and nothing looks at what they say.
            taken = node.annotation
    return list(ast.walk(taken)) if taken else []


def _asked_late(node: ast.AST, errors: set[str]) -> list[ast.AST]:
    """Ask the module for an error's class, which it makes then; the names that were replaced."""
    match node:
        case ast.ExceptHandler(type=ast.Name(id=name) as old) if name in errors:
            node.type = _of_module(old)
            return [old]
        case ast.ExceptHandler(type=ast.Tuple(elts=several)):
            found = [one for one in several if isinstance(one, ast.Name) and one.id in errors]
            several[:] = [_of_module(one) if one in found else one for one in several]
            return list(found)
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name) as old) as call) if name in errors:
            call.func = _of_module(old)
            return [old]
    return []


def _of_module(name: ast.Name) -> ast.expr:
    asked = ast.Attribute(ast.Name(SELF, ast.Load()), name.id, ast.Load())
    return ast.fix_missing_locations(ast.copy_location(asked, name))


def _is_read(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)


def _defined(
    statement: ast.stmt,
    targets: tuple[str, ...],
    needs: tuple[tuple[str, ...], tuple[str, ...]],
    path: str,
    flags: int,
) -> Definitions:
    if isinstance(statement, ast.AnnAssign) and statement.value is not None:
        plain = ast.Assign([statement.target], statement.value)
        statement = ast.copy_location(plain, statement)
    code = compile(ast.Module([statement], []), path, "exec", flags, dont_inherit=True)
    if isinstance(statement, ast.FunctionDef) and not needs[0]:
        function = _function(statement, needs[1], code)
        if function is not None:
            return {statement.name: function}
    return dict.fromkeys(targets, (STATEMENT, code, *needs, targets))


def _literal(value: ast.expr) -> Any:
    """The value, if it is written out and nothing can change it; else None."""
    try:
        if isinstance(value, ast.Call) and not value.keywords and len(value.args) == 1:
            if isinstance(value.func, ast.Name) and value.func.id == "frozenset":
                found: Any = frozenset(ast.literal_eval(value.args[0]))
            else:
                return None
        else:
            found = ast.literal_eval(value)
    except (ValueError, TypeError):
        return None
    return found if _is_fixed(found) else None


def _is_fixed(value: object) -> bool:
    if isinstance(value, tuple | frozenset):
        return all(map(_is_fixed, value))
    return isinstance(value, ATOMS)


def _function(statement: ast.FunctionDef, later: tuple[str, ...], code: Any) -> Definition | None:
    """A function that can be made without running anything."""
    given = statement.args
    values = [*given.defaults, *[one for one in given.kw_defaults if one is not None]]
    if statement.decorator_list or not all(isinstance(one, ast.Constant) for one in values):
        return None
    defaults = tuple([one.value for one in given.defaults if isinstance(one, ast.Constant)])
    keywords = {
        one.arg: value.value
        for one, value in zip(given.kwonlyargs, given.kw_defaults, strict=True)
        if isinstance(value, ast.Constant)
    }
    inner = next(one for one in code.co_consts if isinstance(one, type(code)))
    return FUNCTION, inner, defaults or None, keywords or None, later
