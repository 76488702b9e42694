"""Checks an instructions file against the working tree: paths, commands and names that are gone.

Pure but for looking at files: what exists is asked through the given functions.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from typing import NamedTuple

from sightline.agents.edit.changes import BLOCK_END, BLOCK_START

# Names of files that hold instructions for assistants.
INSTRUCTIONS = (
    *("CLAUDE.md", "AGENTS.md", "GEMINI.md", ".cursorrules", ".windsurfrules"),
    *(".github/copilot-instructions.md", "CONTRIBUTING.md"),
)
_QUOTED = re.compile(r"`([^`\n]{2,120})`")
_PATH = re.compile(
    r"^\.{0,2}/?(?:[\w.-]+/)+[\w.-]*$|^\w[\w-]{2,}(?:\.[\w-]+)*\.(?:"
    r"py|pyi|[cm]?[jt]sx?|go|rs|java|kt|rb|php|cs|cpp|cc|c|h|hpp|swift|scala|sh|sql|vue|md|rst)$"
)
_PROGRAM = re.compile(r"^(\./[\w./-]+) ")
_SCRIPT = re.compile(r"^(?:npm|pnpm|yarn|bun)(?: run)? ([\w:.-]+)")
# Options and variables come before or behind what is made.
_TARGET = re.compile(
    r"^(make|just)(?: (?:-\S+|\w+\+?=(?:\"[^\"]*\"|\S*)))* ([A-Za-z0-9][\w.-]*)(?![\w=+])"
)
_NAME = re.compile(r"^[A-Za-z_]\w*(?:[.:]{1,2}\w+)*(?:\(\))?$")
_VERSION = re.compile(r"\b(Python|Node(?:\.?js)?|Go|Rust|PHP) v?(\d+(?:\.\d+)*)")
# Stands for a name that the reader chooses, and is no path.
_PLACEHOLDER = re.compile(
    r"xxx|1234|\bfoo\b|\bbar\b|\byour|\bmy[-_]|\bexample\b|path/to|\.\.\.", re.IGNORECASE
)
# Says that what it mentions is gone or was never there: of the line, and right before the mention.
_HISTORY = re.compile(
    r"\b(?:in the past|formerly|previously|historically|used to|(?:was|were) (?:called|named)|renamed"
    r"|removed|no longer|deprecated|since [\w.]+ v?\d)\b",
    re.IGNORECASE,
)
_AVOIDED = re.compile(r"\b(?:not|never|instead of|rather than) `([^`\n]+)`", re.IGNORECASE)
# Where a project declares the least version of its language.
_DECLARED = (
    ("python", "pyproject.toml", r"requires-python\s*=\s*\"[>=~^ ]*(\d+(?:\.\d+)*)"),
    ("node", "package.json", r"\"node\"\s*:\s*\"[>=~^ v]*(\d+(?:\.\d+)*)"),
    ("go", "go.mod", r"^go (\d+(?:\.\d+)*)"),
    ("rust", "Cargo.toml", r"rust-version\s*=\s*\"(\d+(?:\.\d+)*)"),
    ("php", "composer.json", r"\"php\"\s*:\s*\"[>=~^ ]*(\d+(?:\.\d+)*)"),
)
# Folders whose content nobody writes instructions about, and the most files that are listed.
_SKIPPED = frozenset(("node_modules", "__pycache__", "dist", "build", "target", "venv", "vendor"))
MOST_FILES = 200_000
# Folders that hold what is generated: the tree has them after a build only.
_GENERATED = _SKIPPED | {"_build", "out", "coverage", "htmlcov"}
_DOCUMENTS = (".md", ".rst", ".txt", ".mdc", "rules")
# Subcommands of package managers that are not scripts of the project.
_BUILT_IN = frozenset(
    [
        "install",
        "add",
        "remove",
        "ci",
        "init",
        "publish",
        "link",
        "run",
        "exec",
        "dlx",
        "test",
        "start",
        "create",
        "update",
        "audit",
        "i",
        "why",
        "list",
        "outdated",
        "upgrade",
        "up",
        "dedupe",
        "store",
        "env",
        "config",
        "login",
        "version",
        "pack",
        "patch",
        "x",
    ]
)


class Finding(NamedTuple):
    """Something an instructions file mentions that does not exist."""

    line: int
    what: str
    mention: str


def audit(root: str, text: str, is_known_name: Callable[[str], bool]) -> list[Finding]:
    """What the text mentions that is not in the tree at `root`, line by line."""
    findings = []
    names: dict[str, list[Finding]] = {}
    project = _Project(root, is_known_name)
    is_own = False
    for number, line in enumerate(text.splitlines(), 1):
        # Our own block names tools of the server, not code of the project.
        is_own = line.strip() == BLOCK_START or (is_own and line.strip() != BLOCK_END)
        if is_own or _HISTORY.search(line):
            continue
        avoided = set(_AVOIDED.findall(line))
        for mention in dict.fromkeys(_QUOTED.findall(line)):
            what = project.missing(mention.strip()) if mention not in avoided else ""
            if what == "name" or (what == "path" and "/" not in mention):
                # A name, or a file without its folder, may also be written in another file.
                name = _last_name(mention) if what == "name" else mention.strip()
                names.setdefault(name, []).append(Finding(number, what, mention))
            elif what:
                findings.append(Finding(number, what, mention))
        findings += [
            Finding(number, "version", found[0])
            for found in _VERSION.finditer(line)
            if project.is_outdated(found[1].lower()[:6], found[2])
        ]
    for name in set(names) - project.words_among(set(names)):
        findings += names[name]
    return sorted(findings, key=lambda finding: finding.line)


def _last_name(mention: str) -> str:
    return re.split(r"[.:]+", mention.strip().rstrip("()"))[-1]


class _Project:
    """What exists in a working tree; its files are listed when first needed."""

    def __init__(self, root: str, is_known_name: Callable[[str], bool]) -> None:
        self.root = root
        self.is_known_name = is_known_name
        self._files: frozenset[str] | None = None
        self._versions = {language: self._version(*where) for language, *where in _DECLARED}

    def missing(self, mention: str) -> str:
        """What kind of thing is missing; empty if it exists or cannot be judged."""
        script, target = _SCRIPT.match(mention), _TARGET.match(mention)
        if script:
            scripts = self._scripts()
            known = not scripts or script[1] in scripts or script[1] in _BUILT_IN
            return "" if known else "script"
        if target:
            targets = self._targets("Makefile" if target[1] == "make" else "justfile")
            passes_on = not targets.isdisjoint((".DEFAULT", "%"))
            return "" if not targets or passes_on or target[2] in targets else f"{target[1]} target"
        program = _PROGRAM.match(mention)
        if program or _PATH.match(mention):
            return "" if self._has_path(program[1] if program else mention) else "path"
        looks_like_code = "_" in mention or "()" in mention or re.search(r"[a-z][A-Z]", mention)
        if _NAME.match(mention) and looks_like_code and not _PLACEHOLDER.search(mention):
            return "" if self.is_known_name(_last_name(mention)) else "name"
        return ""

    def is_outdated(self, language: str, version: str) -> bool:
        """Whether the project declares that it needs a newer version of the language."""
        least = self._versions.get("node" if language.startswith("node") else language, ())
        mentioned = tuple(int(part) for part in version.split("."))
        return bool(least) and mentioned < least[: len(mentioned)]

    def _has_path(self, mention: str) -> bool:
        """Whether a path exists, from the root or from any folder; placeholders count as existing.

        Two words with a slash are a path only if the first is a folder: `owner/name` is not.
        """
        path = mention.removeprefix("./").lstrip("/")
        if _PLACEHOLDER.search(path) or os.path.exists(os.path.join(self.root, path)):
            return True
        path = path.removeprefix("../").rstrip("/")
        if not _GENERATED.isdisjoint(path.split("/")):
            return True
        inside = f"/{path}"
        files = self._all_files()
        if any(file.endswith(inside) or f"{inside}/" in file for file in files):
            return True
        if "." in os.path.basename(path):
            return False
        first = path.partition("/")[0]
        is_folder = os.path.isdir(os.path.join(self.root, first))
        return not is_folder or any(file.startswith(f"{inside}.") for file in files)

    def words_among(self, names: set[str]) -> set[str]:
        """Those of the names that occur in the tree: in a path, or in a file that is no document."""
        found: set[str] = set()
        for file in sorted(self._all_files()) if names else ():
            found |= names & set(file.split("/"))
            if not file.endswith(_DOCUMENTS) and names - found:
                words = self._text(file[1:])
                found |= {name for name in names - found if name in words}
        return found

    def _all_files(self) -> frozenset[str]:
        if self._files is None:
            files: list[str] = []
            for folder, folders, names in os.walk(self.root):
                folders[:] = [one for one in folders if one not in _SKIPPED and one != ".git"]
                under = folder[len(self.root) :].replace(os.sep, "/")
                files += [f"{under}/{name}" for name in names]
                if len(files) > MOST_FILES:
                    break
            self._files = frozenset(files)
        return self._files

    def _scripts(self) -> frozenset[str]:
        """The scripts of every package.json of the tree."""
        scripts: set[str] = set()
        for file in self._all_files():
            if file.endswith("/package.json"):
                try:
                    declared = json.loads(self._text(file[1:])).get("scripts", {})
                except (ValueError, AttributeError):
                    continue
                scripts.update(declared if isinstance(declared, dict) else ())
        return frozenset(scripts)

    def _targets(self, name: str) -> frozenset[str]:
        """The targets of the Makefile or the recipes of the justfile."""
        return frozenset(re.findall(r"^@?([\w.%-]+)[^:=\n]*:(?!=)", self._text(name), re.MULTILINE))

    def _version(self, file: str, pattern: str) -> tuple[int, ...]:
        found = re.search(pattern, self._text(file), re.MULTILINE)
        return tuple(int(part) for part in found[1].split(".")) if found else ()

    def _text(self, path: str) -> str:
        """The text of a file of the project; empty where there is none."""
        try:
            with open(os.path.join(self.root, path), encoding="utf-8", errors="replace") as file:
                return file.read(1_000_000)
        except OSError:
            return ""
