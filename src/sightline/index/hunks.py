"""Which functions commits changed, told by git's own function lines of their hunks.

Git knows where functions begin in many languages; for the others it is told here.
"""

import os
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sightline.workspace import git

# Git's built-in drivers by ending, and our own for what it lacks.
_DRIVERS = {
    "python": "py pyi",
    "golang": "go",
    "rust": "rs",
    "java": "java",
    "cpp": "c h cc cpp cxx hpp hh hxx ino cu",
    "csharp": "cs",
    "ruby": "rb rake gemspec",
    "php": "php",
    "kotlin": "kt kts",
    "elixir": "ex exs",
    "perl": "pl pm",
    "bash": "sh bash",
    "objc": "m mm",
    "markdown": "md",
    "scheme": "scm",
    "sightline-script": "js jsx mjs cjs ts tsx mts cts vue svelte",
    "sightline-swift": "swift",
    "sightline-scala": "scala sc",
    "sightline-lua": "lua",
    "sightline-dart": "dart",
}
_ENDINGS = [f"*.{ending}" for endings in _DRIVERS.values() for ending in endings.split()]
_WORD = "[A-Za-z_$][A-Za-z0-9_$]*"
_NOT = "!^[ \\t]*(if|else|for|while|switch|catch|return|do|throw|await|new|case)[^A-Za-z0-9_$].*$"
_FUNCTION_LINES = {
    "sightline-script": "\n".join(
        (
            _NOT,
            "^[ \\t]*((export[ \\t]+)?(default[ \\t]+)?(declare[ \\t]+)?(abstract[ \\t]+)?"
            "(async[ \\t]+)?(function|class|interface|enum|namespace)[ \\t*].*)$",
            f"^[ \\t]*((export[ \\t]+)?(const|let|var)[ \\t]+{_WORD}[ \\t]*(:[^=]*)?="
            "[ \\t]*(async[ \\t(]|function|\\(|[A-Za-z_$]+[ \\t]*=>).*)$",
            "^[ \\t]*(((public|private|protected|static|async|get|set|override|readonly)[ \\t]+)*"
            f"[*#]?{_WORD}[ \\t]*(<[^>]*>)?\\([^;]*\\{{)[ \\t]*$",
        )
    ),
    "sightline-swift": "^[ \\t]*(.*(func|class|struct|enum|protocol|extension|init)[ \\t(<].*)$",
    "sightline-scala": "^[ \\t]*(.*(def|class|object|trait)[ \\t].*)$",
    "sightline-lua": "^[ \\t]*((local[ \\t]+)?function[ \\t].*)$",
    "sightline-dart": f"{_NOT}\n^[ \\t]*((abstract[ \\t]+)?class[ \\t].*|.*[ \\t]{_WORD}\\(.*\\{{)$",
}
_NAMED = re.compile(
    r"\b(?:class|struct|union|interface|trait|enum|impl|module|namespace|object|protocol"
    r"|extension|defmodule|defp?|defmacro|fn|func|fun|function|sub|type|package)\b"
    r"[\s*]+(?:\([^)]*\)\s*)?([\w$.:?!]+)"
)
_BOUND = re.compile(r"\b(?:const|let|var|val)\s+([\w$]+)\s*(?::[^=]*)?=")
_CALLED = re.compile(r"([\w$~]+)\s*(?:<[^>]*>)?\(")
_HASH = re.compile(rb"[0-9a-f]{40}(?:[0-9a-f]{24})?")
# Missing objects end git at one commit; the rest is asked for again at most this often.
_RESTARTS = 10


class Touched(NamedTuple):
    """The functions one commit changed, as path and name."""

    hash: str
    functions: tuple[tuple[str, str], ...]


def functions(root: str, hashes: Sequence[str], folder: str) -> Iterator[Touched]:
    """The functions each commit changed; commits whose content is missing are left out."""
    left = list(hashes)
    for _ in range(_RESTARTS):
        if not left:
            return
        reached = -1
        places = {hash: place for place, hash in enumerate(left)}
        for touched in _run(root, left, folder):
            reached = max(reached, places.get(touched.hash, -1))
            yield touched
        if reached == len(left) - 1:
            return
        # What it stopped at is not there: go on after it.
        left = left[max(reached, 0) + 1 :]


def function_name(line: str) -> str:
    """The name in a function line as git shows it, "" when it has none."""
    for pattern in (_NAMED, _BOUND, _CALLED):
        found = pattern.search(line)
        if found:
            return re.split(r"[.:]+", found[1].strip(".:"))[-1]
    return ""


def _run(root: str, hashes: Sequence[str], folder: str) -> Iterator[Touched]:
    settings: list[str] = []
    for name, lines in _FUNCTION_LINES.items():
        settings += ["-c", f"diff.{name}.xfuncname={lines}"]
    printed = git.pieces(
        root, b"\n", "-c", f"core.attributesFile={_attributes(folder)}", *settings,
        "diff-tree", "--stdin", "-r", "--root", "-p", "-U0", "--no-renames", "--no-ext-diff",
        "--no-textconv", "--no-color", "--src-prefix=a/", "--dst-prefix=b/",
        # Only what has functions; data need not even be there.
        "--always", "--", *_ENDINGS,
        given="\n".join(hashes).encode() + b"\n",
    )  # fmt: skip
    current, path = "", ""
    found: dict[tuple[str, str], None] = {}
    for line in printed:
        if line.startswith(b"@@ "):
            name = function_name(line.split(b"@@", 2)[-1].decode("utf-8", "replace"))
            if name and path:
                found[path, name] = None
        elif line.startswith((b"--- ", b"+++ ")):
            path = _path_of(line) or path
        elif len(line) in (40, 64) and _HASH.fullmatch(line):
            if current:
                yield Touched(current, tuple(found))
            current, path = line.decode(), ""
            found = {}
    if current:
        yield Touched(current, tuple(found))


def _path_of(line: bytes) -> str:
    """The path of a `--- a/…` or `+++ b/…` line, "" for /dev/null and quoted names."""
    name = line[4:].split(b"\t", 1)[0]
    return name[2:].decode("utf-8", "replace") if name[:2] in (b"a/", b"b/") else ""


def _attributes(folder: str) -> str:
    """A file that tells git which driver is for which ending."""
    path = os.path.join(folder, "attributes")
    lines = [
        f"*.{ending} diff={driver}"
        for driver, endings in _DRIVERS.items()
        for ending in endings.split()
    ]
    text = "\n".join(lines) + "\n"
    try:
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return path
    except OSError:
        pass
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path
