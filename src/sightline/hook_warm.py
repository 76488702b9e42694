"""One file with all an event needs, so that a hook need not look for ninety: code, patterns, SQL.

It lies beside Python's own byte code and follows the same rule: once a source changed it is not
used. Without it everything is imported as usual. `hook_keep` writes it.
"""

import marshal
import sys

try:
    import posix as system  # `os` around it would take a tenth of the interpreter's start
except ImportError:
    import os as system  # type: ignore[no-redef]

# No `from __future__`: that would be one more module to load.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

    # name, path below the package, mtime, size, whether it is a package, and in which form it is
    Entry = tuple[str, str, int, int, bool, int]
    # kind; of a function its code and defaults, of something imported where it comes from, of a
    # literal its value, of any other statement its code and what must be there before; and what
    # its functions ask for once they run
    Definition = tuple[Any, ...]
    Definitions = dict[str, Definition]
    Names = dict[str, Any]
    # module, name, kind, code or module or value, and defaults of a function or what is imported;
    # functions first, since making them asks for nothing and all else may ask for them
    Item = tuple[str, str, int, Any, Any]

PACKAGE = __file__[: -len("/hook_warm.py")]
FUNCTION, IMPORTED, VALUE, STATEMENT, WHOLE = range(5)
# A module that is made name by name; or WHOLE: one that has to be run; or that runs until it is cut.
CUT, UNCUT = -1, -2
# Loaded by a first run; what else such a run loads is not what a usual one needs.
COLD = ("sightline.settings.read", "sightline.store.schema", "sightline.store.repair")
# Where the names of a module hold what makes them, and the module itself (see `hook_split`).
WARM, SELF = "__warm__", "__self__"
# The two lengths a file begins with: of what is always read, and of what seldom is.
WIDTH = 8


class Warm:
    """What was loaded at once, and what had to be imported or made beside it."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.entries: tuple[Entry, ...] = ()
        # By module: functions that were only named.
        self.named: dict[str, tuple[str, ...]] = {}
        self.codes: dict[tuple[str, int], bytes] = {}
        self.queries: dict[str, Any] = {}
        self.names: dict[str, Names] = {}
        # What this process needed beyond that: names, and modules that it imported (without name
        # and definition), in the order in which they were complete; functions it only named.
        self.missed: list[tuple[str, str, Definition]] = []
        self.stubs: list[tuple[str, str]] = []
        # What was missed while the file's items were made, by the number of the item.
        self.before: dict[int, list[tuple[str, str, Definition]]] = {}
        self._file: Any = None
        self._start = 0
        self._sizes: tuple[int, ...] = ()
        self._packed: dict[str, bytes] = {}
        self._all: dict[str, Definitions] = {}

    def read(self) -> None:
        """Make everything that earlier events needed, if the file is there and still right."""
        self._file = file = open(self.path, "rb", 0)  # noqa: SIM115 - open as long as the process
        size = int.from_bytes(file.read(WIDTH), "little")
        rest = int.from_bytes(file.read(WIDTH), "little")
        if system.fstat(file.fileno()).st_size != 2 * WIDTH + size + rest:
            return
        key, entries, *found = marshal.loads(file.read(size))
        if key == version_key() and all(stamp(entry[1]) == entry[2:4] for entry in entries):
            self._start = 2 * WIDTH + size
            self.named, self.codes, self.queries, self._sizes = found
            self.entries = entries
            self._load()

    def portions(self) -> "Iterator[list[Item]]":
        """What earlier events needed; each portion fits into the memory of the one before."""
        place = self._start
        for size in self._sizes:
            self._file.seek(place)
            yield marshal.loads(self._file.read(size))
            place += size

    def definitions(self, module: str) -> "Definitions":
        """How to make each name of a module; read when something is needed for the first time."""
        found = self._all.get(module)
        if found is None:
            if not self._packed:
                self._file.seek(self._start + sum(self._sizes))
                self._packed = marshal.loads(self._file.read())
            found = self._all[module] = marshal.loads(self._packed[module])
        return found

    def forget(self) -> None:
        """Go on as if there had been no file: everything will be imported."""
        for name in (*self.names, *(one[0] for one in self.missed)):
            sys.modules.pop(name, None)
        try:
            system.unlink(self.path)
        except OSError:
            pass
        self.__init__(self.path)  # type: ignore[misc]

    def learned(self, *, has_time: bool) -> bool:
        """Whether this process had to import, make or compile anything that the next one may need.

        With time left, also whether there is more to cut. An event that took too long is no
        example to learn from, unless there is no other.
        """
        if self.entries and not has_time:
            return False
        from sightline.lean import patterns
        from sightline.store import queries

        new = self.missed or patterns.fresh or queries.read_queries
        if not new:
            return any(entry[5] == UNCUT for entry in self.entries)
        return not any(name in sys.modules for name in COLD)

    def find_spec(self, name: str, path: "Any" = None, target: "Any" = None) -> "ModuleSpec | None":
        """Look for a module of ours as usual, and note when it is complete."""
        if not name.startswith("sightline."):
            return None
        from _frozen_importlib_external import PathFinder, SourceFileLoader

        spec: ModuleSpec | None = PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            loader: Any = spec.loader
            run = loader.exec_module

            def exec_module(module: "ModuleType") -> None:
                run(module)
                self.missed.append((name, "", ()))

            loader.exec_module = exec_module
        return spec

    def _load(self) -> None:
        self._modules()
        every = self.names
        for module, stubs in self.named.items():
            for name in stubs:
                every[module][name] = self._stub(module, name)
        function: Any = type(stamp)
        seen = number = 0
        for portion in self.portions():
            for module, name, kind, what, more in portion:
                names = every[module]
                if kind == FUNCTION:
                    names[name] = made = function(what, names, name, more and more[0])
                    if more and more[1]:
                        made.__kwdefaults__ = more[1]
                elif name in names:
                    pass  # together with another
                elif kind == VALUE:
                    names[name] = what
                elif kind == IMPORTED:
                    names[name] = self._taken(what, more)
                else:
                    exec(what, names)
                if len(self.missed) > seen:
                    self.before[number] = self.missed[seen:]
                    seen = len(self.missed)
                number += 1

    def _modules(self) -> None:
        """Put the modules in their places, all before anything is made that asks for them."""
        modules = sys.modules
        new = type(sys)
        for name, path, _, _, is_package, form in self.entries:
            parent, _, child = name.rpartition(".")
            # Without a specification: nothing asks for it, and a hundred take a millisecond.
            module: Any = Module(name) if form == CUT else new(name)
            module.__file__ = origin = f"{PACKAGE}/{path}"
            module.__package__ = name if is_package else parent
            if is_package:
                module.__path__ = [origin[: -len("/__init__.py")]]
            names = self.names[name] = module.__dict__
            if form == CUT:
                names[WARM], names[SELF] = self, module
            modules[name] = module
            setattr(modules[parent], child, module)

    def value(self, module: str, name: str) -> "Any":
        """What this name of this module stands for, made if need be; KeyError if nothing."""
        names = self.names[module]
        if name in names:
            return names[name]
        definition = self.definitions(module)[name]
        if definition[0] == FUNCTION:
            names[name] = stub = self._stub(module, name)
            self.stubs.append((module, name))
            return stub
        value = self._make(module, name, definition)
        self.missed.append((module, name, definition))
        return value

    def _make(self, module: str, name: str, definition: "Definition") -> "Any":
        """Do what the source says to define this name, and have ready what it will ask for."""
        names = self.names[module]
        kind = definition[0]
        if kind == IMPORTED:
            return names.setdefault(name, self._taken(definition[1], definition[2]))
        if kind == VALUE:
            return names.setdefault(name, definition[1])
        _, code, before, after, targets = definition
        self._have(module, before)
        inside: Names = {}
        exec(code, names, inside)
        for other in targets:
            # Two threads may be here: whatever came first stays.
            if other in inside:
                names.setdefault(other, inside[other])
        self._have(module, after)
        return names[name]

    def _have(self, module: str, needed: "tuple[str, ...]") -> None:
        names = self.names[module]
        for name in needed:
            if name not in names:
                self.value(module, name)

    def _stub(self, module: str, name: str) -> "Any":
        """Stands for a function that may never be called."""
        function: Any = None

        def stub(*args: "Any", **kwargs: "Any") -> "Any":
            nonlocal function
            if function is None:
                definition = self.definitions(module)[name]
                _, code, defaults, keywords, after = definition
                names = self.names[module]
                kind: Any = type(stub)
                made = kind(code, names, name, defaults)
                made.__kwdefaults__ = keywords
                self._have(module, after)
                self.missed.append((module, name, definition))
                names[name] = function = made
            return function(*args, **kwargs)

        return stub

    def _taken(self, module: str, name: str) -> "Any":
        names = self.names.get(module)
        if names is not None and name in names:
            return names[name]
        if module not in sys.modules:
            __import__(module)
        found = sys.modules[module]
        if not name:
            return found
        if not hasattr(found, name):
            __import__(f"{module}.{name}")
        return getattr(found, name)


class Module(type(sys)):  # type: ignore[misc]
    """A module whose names are made when they are first asked for."""

    def __getattr__(self, name: str) -> "Any":
        try:
            if name[:2] != "__":
                return self.__dict__[WARM].value(self.__name__, name)
        except KeyError:
            pass
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")


def start(raw: bytes) -> "Warm":
    """Load at once what earlier processes needed for an event like this one."""
    warm = Warm(_path(raw))
    sys.meta_path.insert(0, warm)
    try:
        warm.read()
    except FileNotFoundError:
        pass
    except Exception:  # whatever is wrong with it, there are the sources
        warm.forget()
    from sightline.lean import patterns
    from sightline.store import queries

    patterns.codes.update(warm.codes)
    queries.kept_queries.update(warm.queries)
    return warm


def _path(raw: bytes) -> str:
    """The file for events of this sort; a wrong guess costs time only."""
    sort = "other"
    if b'"tool' in raw:
        sort = "tool"
    elif b'"prompt"' in raw:
        sort = "prompt"
    return f"{PACKAGE}/__pycache__/hook-{sort}.{sys.implementation.cache_tag}.warm"


def version_key() -> "tuple[int, str, int]":
    """The interpreter that made the file; another one cannot read it."""
    import _sre  # type: ignore[import-not-found]

    return sys.hexversion, sys.version, _sre.MAGIC


def stamp(path: str) -> "tuple[int, int]":
    """When a source was changed, and its size."""
    try:
        status = system.stat(f"{PACKAGE}/{path}")
    except OSError:
        return (0, 0)
    return (status.st_mtime_ns, status.st_size)
