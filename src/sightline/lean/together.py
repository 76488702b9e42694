"""Loads modules of ours together, from one file instead of a hundred and fifty.

Finding and opening them one by one is a good part of what it takes to index one changed file. The
file lies beside Python's own byte code and follows the same rule: what was made of a source that
changed since is not used. Without it everything is imported as usual.
"""

import marshal
import sys
from _frozen_importlib_external import (
    PathFinder,
    SourceFileLoader,
    cache_from_source,
    spec_from_file_location,
)

try:
    import posix as system
except ImportError:
    import os as system  # type: ignore[no-redef]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, ModuleType
    from typing import Any

    # When a source was changed, its size, and when something was put into its folder: what is
    # compiled beside a source is taken instead of it.
    Stamp = tuple[int, int, int]
    # name, source, its stamp, whether it is a package, its code
    Entry = tuple[str, str, Stamp, bool, CodeType]

PACKAGE = __file__[: -len("/lean/together.py")]
_OURS = "sightline."
_COMPILED = "sightline.native."  # which of two modules serves is decided there
_WIDTH = 3  # bytes of the length of its head, with which the file begins
_SEPARATOR = "\\" if sys.platform == "win32" else "/"
_UNREADABLE = (OSError, ValueError, EOFError, TypeError)


class Together:
    """Finds our modules: with one that is asked for comes all that it needs.

    For a process whose other threads import nothing.
    """

    def __init__(self, name: str) -> None:
        place: str = cache_from_source(f"{PACKAGE}/{name}.py")
        self.path = f"{place.removesuffix('pyc')}warm"
        # By the module that was asked for, where its group lies in the file and how long it is: the
        # module and all that it brings along, each after what it needs.
        self._file: Any = None
        self._places: dict[str, tuple[int, int]] = {}
        self._open()
        self._asked = ""  # whose group is being loaded
        self._loaded: dict[str, list[str]] = {}  # groups as this process loaded them
        self._lacking: set[str] = set()  # those of them that had to be completed
        self._folders: dict[str, int] = {}

    def find_spec(self, name: str, path: "Any" = None, target: "Any" = None) -> "Any":
        """How a module of ours is loaded; None for any other."""
        if not name.startswith(_OURS) or name.startswith(_COMPILED):
            return None
        asked = self._asked or name
        entry = None
        if asked == name and name not in self._loaded:
            self._loaded[name] = []
            entry = self._bring(name)
        if entry:
            loader: Any = SourceFileLoader(name, entry[1])
            inside = _folder(entry) if entry[3] else None
            spec: Any = spec_from_file_location(
                name, entry[1], loader=loader, submodule_search_locations=inside
            )
        else:
            spec = PathFinder.find_spec(name, path, target)
            if spec is None or type(spec.loader) is not SourceFileLoader:
                return spec
        loader = spec.loader
        run = loader.exec_module

        def exec_module(module: "ModuleType") -> None:
            before, self._asked = self._asked, asked
            try:
                if entry:
                    exec(entry[4], module.__dict__)
                else:
                    self._lacking.add(asked)
                    run(module)
            finally:
                self._asked = before
            self._loaded[asked].append(name)

        loader.exec_module = exec_module
        return spec

    def keep(self) -> None:
        """Have the next process load at once what this one had to look for."""
        if not self._lacking or sys.dont_write_bytecode:
            return
        try:
            groups = {asked: self._group(asked) for asked in self._places}
            for asked in self._lacking:
                loaded = self._loaded[asked]
                if loaded[-1:] == [asked]:  # it did not fail
                    groups[asked] = marshal.dumps([self._entry(name) for name in loaded])
            places, end = {}, 0
            for asked, group in groups.items():
                places[asked] = (end, len(group))
                end += len(group)
            head = marshal.dumps((sys.version, PACKAGE, places))
            beside = f"{self.path}.{system.getpid()}"
            with open(beside, "wb") as file:
                file.write(b"".join((len(head).to_bytes(_WIDTH, "little"), head, *groups.values())))
            if self._file is not None:
                self._file.close()  # not every system replaces a file that is open
            system.replace(beside, self.path)
        except (*_UNREADABLE, KeyError):
            return

    def _open(self) -> None:
        try:
            self._file = file = open(self.path, "rb", 0)  # noqa: SIM115 - as long as the process
            self._start = _WIDTH + int.from_bytes(file.read(_WIDTH), "little")
            version, package, places = marshal.loads(file.read(self._start - _WIDTH))
        except _UNREADABLE:
            return
        if (version, package) == (sys.version, PACKAGE):
            self._places = places

    def _group(self, asked: str) -> bytes:
        """The packed entries of a group, b"" when there is none."""
        if asked not in self._places:
            return b""
        place, size = self._places[asked]
        self._file.seek(self._start + place)
        group: bytes = self._file.read(size)
        return group

    def _bring(self, asked: str) -> "Entry | None":
        """Load what a module needs; the entry of the module itself, if all is as it was."""
        try:
            entries: list[Entry] = marshal.loads(self._group(asked))
            if any(self._stamp(entry[1]) != entry[2] for entry in entries):
                return None
        except _UNREADABLE:
            return None
        self._asked = asked
        try:
            for entry in entries[:-1]:
                if entry[0] not in sys.modules:
                    _place(entry)
                self._loaded[asked].append(entry[0])
        except ImportError:  # it is imported as usual then, and fails where it would have
            self._lacking.add(asked)
            return None
        finally:
            self._asked = ""
        return entries[-1]

    def _entry(self, name: str) -> "Entry":
        source: str = sys.modules[name].__file__  # type: ignore[assignment]
        # The stamp first: if the source changes from now on, its code is not used.
        stamp = self._stamp(source)
        loader: Any = SourceFileLoader(name, source)
        return (name, source, stamp, loader.is_package(name), loader.get_code(name))

    def _stamp(self, source: str) -> "Stamp":
        status = system.stat(source)
        folder = source[: source.rfind(_SEPARATOR)]
        if folder not in self._folders:
            self._folders[folder] = system.stat(folder).st_mtime_ns
        return (status.st_mtime_ns, status.st_size, self._folders[folder])


def _place(entry: "Entry") -> None:
    """Make one module, all that it needs being there."""
    name, source, _, is_package, code = entry
    parent, _, child = name.rpartition(".")
    # Without a specification: nothing asks for it.
    module: Any = type(sys)(name)
    module.__file__ = source
    module.__package__ = name if is_package else parent
    if is_package:
        module.__path__ = _folder(entry)
    sys.modules[name] = module
    complete = False
    try:
        exec(code, module.__dict__)
        complete = True
    finally:
        if not complete:
            del sys.modules[name]
    setattr(sys.modules[parent], child, module)


def _folder(entry: "Entry") -> list[str]:
    """Where the modules of a package lie."""
    return [entry[1][: -len("/__init__.py")]]
