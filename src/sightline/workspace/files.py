"""Lists the files of a project with size and time, its nested repositories and the skipped files.

Filters by path and stat only; `content` looks into files, and `parse` knows languages.
"""

import os
import stat
import unicodedata
from collections.abc import Callable, Iterable
from typing import NamedTuple

from sightline.process.regular_files import read_start
from sightline.workspace import git, ignore
from sightline.workspace.privacy import Denier

# Folders that are never read, anywhere in the project (FO-8).
EXCLUDED = ("node_modules", ".git", "vendor", "target", "dist", "__pycache__")
MANIFESTS = frozenset(
    [
        "package.json",
        "pyproject.toml",
        "setup.py",
        "setup.cfg",
        "Cargo.toml",
        "go.mod",
        "pom.xml",
        "build.gradle",
        "build.gradle.kts",
        "composer.json",
        "Gemfile",
        "mix.exs",
        "Package.swift",
        "CMakeLists.txt",
        "pubspec.yaml",
        "build.sbt",
        "dune-project",
        "stack.yaml",
        "Project.toml",
        "build.zig",
    ]
)
MAX_BYTES = 500 * 1024
_LARGEST_IGNORE_FILE = 4_000_000
_OWN_IGNORE = ".sightlineignore"


class Rules(NamedTuple):
    """Which paths of a project may be read."""

    excluded: tuple[str, ...] = EXCLUDED
    denied: tuple[str, ...] = ()
    max_bytes: int = MAX_BYTES


class Entry(NamedTuple):
    """One file of the project, with its size and time."""

    path: str
    size: int
    mtime_ns: int


class Skipped(NamedTuple):
    """A file that was skipped, and why."""

    path: str
    reason: str


class Listing(NamedTuple):
    """Everything that belongs to a project at one moment, ordered by path."""

    files: tuple[Entry, ...]
    skipped: tuple[Skipped, ...]
    nested: tuple[str, ...]
    manifests: tuple[str, ...]  # files that make their folder a package, or that map import names
    git: bool

    @property
    def packages(self) -> frozenset[str]:
        """The folders that are packages: the scopes of a monorepo."""
        split = (path.rpartition("/") for path in self.manifests)
        return frozenset(folder for folder, _, base in split if base in MANIFESTS) - {""}


class _Walk(NamedTuple):
    """The files and the nested repositories below a folder."""

    paths: list[str]
    nested: list[str]


class _Files(NamedTuple):
    """The files that can be read, and the skipped ones."""

    files: list[Entry]
    skipped: list[Skipped]


def everything(path: str) -> bool:
    """Accepts every file."""
    return True


def list_files(
    root: str, rules: Rules | None = None, wanted: Callable[[str], bool] = everything
) -> Listing:
    """The files of the project at `root` whose path is wanted."""
    rules = rules or Rules()
    listed = git.list_files(root)
    if listed is None:
        paths, nested = _walk(root, rules)
    else:
        paths = [path for path in listed if not path.endswith("/")]
        nested = [path.rstrip("/") for path in listed if path.endswith("/")]
    allowed = _filter(root, rules)
    chosen = [path for path in paths if wanted(path) and allowed(path)]
    files, skipped = _stat(root, chosen, rules)
    if listed is not None:
        nested += _submodules(root)
    return Listing(
        tuple(sorted(files)),
        tuple(sorted(skipped)),
        tuple(sorted(set(nested))),
        tuple(path for path in _manifests(paths) if allowed(path)),
        listed is not None,
    )


def stat_files(root: str, paths: Iterable[str], rules: Rules | None = None) -> Listing:
    """A listing of those of the given files that exist and belong to the project."""
    rules = rules or Rules()
    allowed = _filter(root, rules)
    chosen = [path for path in dict.fromkeys(paths) if allowed(path)]
    tracked = os.path.exists(os.path.join(root, ".git"))
    if tracked:
        left_out = git.ignored_paths(root, chosen)
        chosen = [path for path in chosen if path not in left_out]
    else:
        chosen = [path for path in chosen if not ignore.covers(_rules_above(root, path), path)]
    chosen = [path for path in chosen if not _inside_nested(root, path)]
    files, skipped = _stat(root, chosen, rules)
    folders = sorted({folder for path in chosen for folder in _above(path)})
    beside = (f"{folder}/{name}" for folder in folders for name in sorted(MANIFESTS))
    manifests = tuple(path for path in beside if os.path.exists(os.path.join(root, path)))
    return Listing(tuple(sorted(files)), tuple(sorted(skipped)), (), manifests, tracked)


def stamps_of(root: str, paths: Iterable[str]) -> list[list[object]]:
    """Path, size and time of files, to detect a change."""
    stamps: list[list[object]] = []
    for path in paths:
        try:
            facts = os.lstat(os.path.join(root, path))
        except OSError:
            continue
        stamps.append([path, facts.st_size, facts.st_mtime_ns])
    return stamps


def package_of(path: str, packages: frozenset[str]) -> str:
    """The nearest folder above a path that has a package manifest; "" if there is none."""
    folder = path.rpartition("/")[0]
    while folder and folder not in packages:
        folder = folder.rpartition("/")[0]
    return folder


def is_alias_file(base: str) -> bool:
    """Whether a file of this name maps import names of TypeScript or JavaScript to paths."""
    return base == "jsconfig.json" or (base.startswith("tsconfig") and base.endswith(".json"))


def _manifests(paths: Iterable[str]) -> tuple[str, ...]:
    manifests = []
    for path in paths:
        base = path[path.rfind("/") + 1 :]
        if base in MANIFESTS or (base.endswith(".json") and is_alias_file(base)):
            manifests.append(path)
    return tuple(sorted(manifests))


def _above(path: str) -> list[str]:
    parts = path.split("/")[:-1]
    return ["/".join(parts[:depth]) for depth in range(1, len(parts) + 1)]


class _FolderRule(NamedTuple):
    """Whether everything in a folder is excluded, and whether only a file's name can deny it."""

    excluded: bool
    harmless: bool


def _filter(root: str, rules: Rules) -> Callable[[str], bool]:
    """A test whether a path may be read: not excluded, not denied, not in our ignore file."""
    excluded = frozenset(rules.excluded)
    own = ignore.parse(_read_text(os.path.join(root, _OWN_IGNORE)))
    denied = Denier(rules.denied, root)
    exact, endings, starts = denied.names.exact, denied.names.endings, denied.names.starts
    folders: dict[str, _FolderRule] = {}

    def allowed(path: str) -> bool:
        folder, _, name = path.rpartition("/")
        rule = folders.get(folder)
        if rule is None:
            is_excluded = not excluded.isdisjoint(folder.split("/"))
            harmless = not is_excluded and not own and denied.is_harmless(folder)
            rule = folders[folder] = _FolderRule(is_excluded, harmless)
        if rule.excluded or name in excluded:
            return False
        if rule.harmless and name:
            # The test of `denied.names`, inlined because it decides for nearly all paths.
            lower = name.lower()
            if not (lower in exact or lower.endswith(endings) or lower.startswith(starts)):
                return True
        return not (own and ignore.covers(own, path)) and not denied(path)

    return allowed


def _stat(root: str, paths: list[str], rules: Rules) -> _Files:
    files, skipped = [], []
    base = root.rstrip("/" + os.sep) + "/"
    linked = _LinkedFolders(base)
    lstat, regular = os.lstat, stat.S_ISREG
    for path in paths:
        try:
            facts = lstat(base + path)
            if not path.isascii():
                path.encode()
        except OSError:
            continue
        except UnicodeEncodeError:
            skipped.append(Skipped(os.fsencode(path).decode("utf-8", "replace"), "name not UTF-8"))
            continue
        if not path.isprintable() and _has_controls(path):
            # It could forge lines of our answers or send commands to a terminal.
            skipped.append(Skipped(ascii(path)[1:-1], "control character in its name"))
            continue
        if not regular(facts.st_mode):
            if stat.S_ISLNK(facts.st_mode) and not _leads_inside(base, path):
                skipped.append(Skipped(path, "symbolic link to nothing in the project"))
            continue
        if linked[path[: path.rfind("/") + 1]]:
            skipped.append(Skipped(path, "behind a symbolic link"))
        elif facts.st_size > rules.max_bytes:
            limit = f"larger than {rules.max_bytes // 1024:,} kB (setting index.max_kilobytes)"
            skipped.append(Skipped(path, limit))
        else:
            files.append(Entry._make((path, facts.st_size, facts.st_mtime_ns)))
    return _Files(files, skipped)


def _has_controls(path: str) -> bool:
    return any(unicodedata.category(letter) in ("Cc", "Zl", "Zp") for letter in path)


def _leads_inside(base: str, path: str) -> bool:
    """Whether a link leads to a file of the project, which is read under its own name."""
    target = os.path.realpath(base + path)
    return os.path.exists(target) and (target + "/").startswith(os.path.realpath(base) + "/")


class _LinkedFolders(dict[str, bool]):
    """A cache: whether a folder of the project (ending in a slash) is behind a symbolic link."""

    def __init__(self, base: str) -> None:
        super().__init__({"": False})
        self._base = base

    def __missing__(self, folder: str) -> bool:
        above = folder[: folder.rfind("/", 0, -1) + 1]
        behind = self[above] or os.path.islink(self._base + folder[:-1])
        self[folder] = behind
        return behind


def _walk(root: str, rules: Rules) -> _Walk:
    """Files and nested repositories below a root without git, filtered by its ignore files."""
    paths, nested = [], []
    excluded = frozenset(rules.excluded)
    todo: list[tuple[str, tuple[ignore.Rule, ...]]] = [("", ())]
    while todo:
        folder, above = todo.pop()
        here = os.path.join(root, folder) if folder else root
        try:
            entries = sorted(os.scandir(here), key=lambda entry: entry.name)
        except OSError:
            continue
        names = {entry.name for entry in entries}
        if folder and ".git" in names:
            nested.append(folder)
            continue
        patterns = above + _rules_in(here, folder, names)
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            if entry.name in excluded or ignore.matches(patterns, path, folder=is_folder):
                continue
            if is_folder:
                todo.append((path, patterns))
            else:
                paths.append(path)
    return _Walk(paths, nested)


def _rules_in(folder: str, base: str, names: Iterable[str]) -> tuple[ignore.Rule, ...]:
    rules: tuple[ignore.Rule, ...] = ()
    for name in ignore.IGNORE_FILES:
        if name in names:
            rules += ignore.parse(_read_text(os.path.join(folder, name)), base)
    return rules


def _rules_above(root: str, path: str) -> tuple[ignore.Rule, ...]:
    """The rules of all ignore files from the root down to the path's folder."""
    rules = _rules_in(root, "", ignore.IGNORE_FILES)
    parts = path.split("/")[:-1]
    for depth in range(1, len(parts) + 1):
        base = "/".join(parts[:depth])
        rules += _rules_in(os.path.join(root, base), base, ignore.IGNORE_FILES)
    return rules


def _inside_nested(root: str, path: str) -> bool:
    """Whether the path is inside a nested repository."""
    return any(_is_repository(root, folder) for folder in _above(path))


def _submodules(root: str) -> list[str]:
    """The paths of the repository's submodules, which git lists like files."""
    lines = _read_text(os.path.join(root, ".gitmodules")).splitlines()
    pairs = [line.partition("=") for line in lines]
    return [value.strip().strip('"') for key, _, value in pairs if key.strip() == "path"]


def _is_repository(root: str, path: str) -> bool:
    return os.path.exists(os.path.join(root, path, ".git"))


def _read_text(path: str) -> str:
    try:
        return read_start(path, _LARGEST_IGNORE_FILE).content.decode("utf-8", "replace")
    except OSError:
        return ""
