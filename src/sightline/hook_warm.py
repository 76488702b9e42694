"""One file with all an event needs, so that a hook need not look for ninety: code, patterns, SQL.

It lies beside Python's own byte code and follows the same rule: once a source changed it is not
used. Without it, or where it cannot be written, everything is imported as usual.
"""

from __future__ import annotations

import marshal
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import CodeType, ModuleType
    from typing import Any

    # name, path below the package, mtime, size, whether it is a package, byte code
    Entry = tuple[str, str, int, int, bool, CodeType]

PACKAGE = os.path.dirname(os.path.abspath(__file__))
# What is loaded before the one file can be.
START = ("sightline", "sightline.hook", "sightline.hook_reply", __name__)
# Loaded by a first run; what else such a run loads is not what a usual one needs.
COLD = ("sightline.settings.read", "sightline.store.schema", "sightline.store.repair")
MOST_PATTERNS = 400


class Warm:
    """What was loaded at once, and what had to be imported beside it, in the order of its end."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.entries: tuple[Entry, ...] = ()
        self.codes: dict[tuple[str, int], bytes] = {}
        self.queries: dict[str, Any] = {}
        self.imported: list[str] = []

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Look for a module of ours as usual, and note when it is complete."""
        if not name.startswith("sightline."):
            return None
        from _frozen_importlib_external import PathFinder, SourceFileLoader

        spec: ModuleSpec | None = PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            loader: Any = spec.loader
            run = loader.exec_module

            def exec_module(module: ModuleType) -> None:
                run(module)
                self.imported.append(name)

            loader.exec_module = exec_module
        return spec


def start(raw: bytes) -> Warm:
    """Load at once what an earlier process needed for an event like this one."""
    warm = Warm(_path(raw))
    try:
        with open(warm.path, "rb") as file:
            key, entries, codes, queries = marshal.loads(file.read())
        if key == _key() and all(_stamp(entry[1]) == entry[2:4] for entry in entries):
            _load(entries)
            warm.entries, warm.codes, warm.queries = entries, codes, queries
    except (OSError, ValueError, EOFError, TypeError):
        pass  # there is none yet, or it is torn
    sys.meta_path.insert(0, warm)
    from sightline.lean import patterns
    from sightline.store import database

    patterns.codes.update(warm.codes)
    database.kept_queries.update(warm.queries)
    return warm


def _load(entries: tuple[Entry, ...]) -> None:
    """Make the modules in the order in which their imports were complete."""
    modules = sys.modules
    new = type(sys)
    for name, path, _, _, is_package, code in entries:
        # Without a specification: nothing asks for it, and a hundred take a millisecond.
        module = new(name)
        parent, _, child = name.rpartition(".")
        module.__file__ = origin = f"{PACKAGE}/{path}"
        module.__package__ = name if is_package else parent
        if is_package:
            module.__path__ = [os.path.dirname(origin)]
        modules[name] = module
        setattr(modules[parent], child, module)
        exec(code, module.__dict__)


def keep(warm: Warm) -> None:
    """Keep for the next process what this one had to import or compile."""
    from sightline.lean import patterns
    from sightline.store import database

    new = [name for name in warm.imported if name not in START]
    if not (new or patterns.fresh or database.read_queries) or any(
        name in sys.modules for name in COLD
    ):
        return
    if sys.dont_write_bytecode or not os.access(os.path.dirname(warm.path), os.W_OK):
        return
    found = [_entry(sys.modules[name]) for name in new if name in sys.modules]
    entries = (*warm.entries, *(entry for entry in found if entry is not None))
    codes = dict(warm.codes)
    for source, flags in patterns.fresh:
        code = patterns.code_of(source, flags)
        if code is not None and len(codes) < MOST_PATTERNS:
            codes[source, flags] = code
    if len(found) == len(new) and _is_ordered(entries):
        queries = warm.queries | database.kept_queries
        _write(warm.path, marshal.dumps((_key(), entries, codes, queries)))


def _write(path: str, content: bytes) -> None:
    partial = f"{path}.{os.getpid()}"
    try:
        with open(partial, "wb") as file:
            file.write(content)
        os.replace(partial, path)
    except OSError:
        try:
            os.unlink(partial)
        except OSError:
            return


def _is_ordered(entries: tuple[Entry, ...]) -> bool:
    """Whether every module comes after its package, once."""
    seen = set(START)
    for name, *_ in entries:
        if name in seen or name.rpartition(".")[0] not in seen:
            return False
        seen.add(name)
    return True


def _path(raw: bytes) -> str:
    """The file for events of this sort; a wrong guess costs time only."""
    sort = "other"
    if b'"tool' in raw:
        sort = "tool"
    elif b'"prompt"' in raw:
        sort = "prompt"
    name = f"hook-{sort}.{sys.implementation.cache_tag}.warm"
    return os.path.join(PACKAGE, "__pycache__", name)


def _key() -> tuple[int, str, int]:
    import _sre  # type: ignore[import-not-found]

    return sys.hexversion, sys.version, _sre.MAGIC


def _entry(module: ModuleType) -> Entry | None:
    spec = module.__spec__
    if spec is None or not spec.origin or not spec.origin.startswith(PACKAGE + os.sep):
        return None
    path = spec.origin[len(PACKAGE) + 1 :]
    stamp = _stamp(path)
    loader: Any = spec.loader
    code = loader.get_code(module.__name__)
    if code is None or stamp != _stamp(path):
        return None
    return module.__name__, path, *stamp, spec.submodule_search_locations is not None, code


def _stamp(path: str) -> tuple[int, int]:
    try:
        status = os.stat(f"{PACKAGE}/{path}")
    except OSError:
        return (0, 0)
    return (status.st_mtime_ns, status.st_size)
