"""Which functions commits changed, by the function names git prints with their hunks.

Git knows where functions begin in many languages; for the others this module configures it.
"""

import os
import re
from collections.abc import Iterator, Sequence

from sightline.process.private_files import make_private_file
from sightline.store.code.history_writer import TouchedFunctions
from sightline.workspace.run_git import stream

# Git's built-in diff drivers with their extensions, and our own for languages it lacks.
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
_PATTERNS = [f"*.{suffix}" for suffixes in _DRIVERS.values() for suffix in suffixes.split()]
_WORD = "[A-Za-z_$][A-Za-z0-9_$]*"
_NOT = "!^[ \\t]*(if|else|for|while|switch|catch|return|do|throw|await|new|case)[^A-Za-z0-9_$].*$"
_FUNCTION_LINES = {
    "sightline-script": "\n".join(
        (
            _NOT,
            "^[ \\t]*((export[ \\t]+)?(default[ \\t]+)?(declare[ \\t]+)?(abstract[ \\t]+)?"
            "(async[ \\t]+)?(function|class|interface|enum|namespace|type)[ \\t*].*)$",
            # At the margin also other declarations: their lines do not belong to the function above.
            "^((export[ \\t]+)?(declare[ \\t]+)?(const|let|var)[ \\t].*)$",
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
# Git stops at a commit with missing objects; the rest is requested at most this often.
_RESTARTS = 10

# Comments, decorators and the like do not show that the function around them was changed.
_COMMENTS = (b"//", b"/*", b"*/", b"* ", b"#", b"@", b"--", b'"""', b"'''")
_CLOSING = (b"}", b")", b"]", b"end", b"{")
_MODIFIERS = (
    "export|default|declare|abstract|async|public|private|protected|internal|static|final|override"
    r"|pub(?:\([^)]*\))?|unsafe|const|extern|inline|virtual|readonly|suspend|open|sealed|partial"
    "|synchronized|local|get|set"
)
_DEFINERS = (
    r"function|class|interface|trait|enum|struct|union|impl|fn|func|fun|def|defp|defmodule|defmacro"
    "|sub|module|namespace|type|mod|object|record|protocol|extension"
)
_WORDS = re.compile(rf"(?:{_MODIFIERS}|{_DEFINERS}|let|var)\b".encode())
# A line that begins a definition: the lines after it no longer belong to the function before it.
_BEGINS = re.compile(
    (
        rf"\s*(?:(?:{_MODIFIERS})\s+)*(?:{_DEFINERS})\b"
        r"|\s*(?:export\s+)?(?:const|let|var)\s+[\w$]+\s*(?::[^=]*)?=\s*"
        r"(?:async\b|function\b|\(|[\w$]+\s*=>)"
        rf"|\s*(?:(?:{_MODIFIERS})\s+)+[\w<>\[\],.? $]+\([^;]*$"
    ).encode()
)


def touched_functions(root: str, hashes: Sequence[str], folder: str) -> Iterator[TouchedFunctions]:
    """The functions each commit touched; commits whose content is missing are left out."""
    left = list(hashes)
    for _ in range(_RESTARTS):
        if not left:
            return
        reached = -1
        positions = {hash: position for position, hash in enumerate(left)}
        for touched in _diff_tree(root, left, folder):
            reached = max(reached, positions.get(touched.hash, -1))
            yield touched
        if reached == len(left) - 1:
            return
        # The commit at which git stopped lacks content: continue after it.
        left = left[max(reached, 0) + 1 :]


def function_name(line: str) -> str:
    """The name in a function line as git shows it, "" when it has none."""
    for pattern in (_NAMED, _BOUND, _CALLED):
        match = pattern.search(line)
        if match:
            return re.split(r"[.:]+", match[1].strip(".:"))[-1]
    return ""


def _diff_tree(root: str, hashes: Sequence[str], folder: str) -> Iterator[TouchedFunctions]:
    settings: list[str] = []
    for name, lines in _FUNCTION_LINES.items():
        settings += ["-c", f"diff.{name}.xfuncname={lines}"]
    printed = stream(
        root, b"\n", "-c", f"core.attributesFile={_attributes(folder)}", *settings,
        "diff-tree", "--stdin", "-r", "--root", "-p", "-U0", "--no-renames",
        "--no-color", "--src-prefix=a/", "--dst-prefix=b/",
        # Only files that can have functions: a partial clone may lack the others.
        "--always", "--", *_PATTERNS,
        stdin="\n".join(hashes).encode() + b"\n",
    )  # fmt: skip
    current, path = "", ""
    near: dict[tuple[str, str], None] = {}
    hunk = _Hunk("")
    changed: dict[tuple[str, str], None] = {}
    for line in printed:
        if line.startswith(b"@@ "):
            name = function_name(line.split(b"@@", 2)[-1].decode("utf-8", "replace"))
            hunk = _Hunk(name)
            if name and path:
                near[path, name] = None
        elif line.startswith((b"--- ", b"+++ ")):
            path = _path_of(line) or path
        elif line.startswith((b"-", b"+")):
            function = hunk.function_of(line)
            if function and path:
                changed[path, function] = None
        elif len(line) in (40, 64) and _HASH.fullmatch(line):
            if current:
                yield TouchedFunctions(current, tuple(near), tuple(changed))
            current, path = line.decode(), ""
            near, changed = {}, {}
    if current:
        yield TouchedFunctions(current, tuple(near), tuple(changed))


class _Hunk:
    """Tells which function a changed line belongs to; git only names the last one above the hunk."""

    def __init__(self, name: str) -> None:
        self.above = name
        self._side, self._own = b"", name

    def function_of(self, line: bytes) -> str:
        """The function that a changed line certainly belongs to, else ""."""
        if line[:1] != self._side:
            self._side, self._own = line[:1], self.above
        bare = line[1:].lstrip()
        if not bare or bare.startswith(_COMMENTS):
            return ""
        # The first word shows that most lines begin no definition.
        if _WORDS.match(bare) and _BEGINS.match(line, 1):
            self._own = function_name(bare.decode("utf-8", "replace"))
        elif len(bare) + 1 == len(line):
            # The only unindented line of a function is its last.
            if not bare.startswith(_CLOSING):
                self._own = ""
            return ""
        return self._own


def _path_of(line: bytes) -> str:
    """The path of a `--- a/…` or `+++ b/…` line, "" for /dev/null and quoted names."""
    name = line[4:].split(b"\t", 1)[0]
    return name[2:].decode("utf-8", "replace") if name[:2] in (b"a/", b"b/") else ""


def _attributes(folder: str) -> str:
    """Write the attributes file that assigns drivers to extensions; returns its path."""
    path = os.path.join(folder, "attributes")
    lines = [
        f"*.{suffix} diff={driver}"
        for driver, suffixes in _DRIVERS.items()
        for suffix in suffixes.split()
    ]
    text = "\n".join(lines) + "\n"
    try:
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return path
    except OSError:
        pass
    make_private_file(path)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path
