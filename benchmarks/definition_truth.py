"""Records what every call in a tree refers to, by asking a language server for definitions.

    python -m benchmarks.definition_truth TREE OUT.jsonl --language c|cpp|php --server COMMAND
           [--flags "-I include ..."] [--only PREFIX] [--every N]

For C and C++ the server is `clangd`; TREE gets a compile_commands.json made from --flags, so give it a copy.
For PHP it is `intelephense --stdio` (npm). A site is a name before a bracket outside of comments and strings.
The output format is that of lsp_truth.py; names that the server cannot resolve are left out, and so are
macros and variables that hold functions.
"""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import time
import urllib.parse
from typing import Any

from benchmarks.lsp_truth import Server, uri_of

_C_ENDINGS = ("*.c", "*.h")
_CPP_ENDINGS = ("*.cc", "*.cpp", "*.cxx", "*.h", "*.hpp")
# Words that stand before a call, as opposed to the type before a declared name.
_BEFORE_CALLS = frozenset(
    [
        "return",
        "else",
        "do",
        "case",
        "throw",
        "new",
        "delete",
        "co_return",
        "co_await",
        "co_yield",
        "and",
        "or",
        "not",
        "goto",
        "typename",
    ]
)
ENDINGS = {"c": _C_ENDINGS, "cpp": _CPP_ENDINGS, "php": ("*.php",)}
_HIDDEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|#\s*(?:define|include)(?:\\\n|[^\n])*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'",
    re.S,
)
_PHP_HIDDEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|#(?!\[)[^\n]*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", re.S
)
_CALL = re.compile(r"(?<![\w$])([A-Za-z_~]\w*)\s*(?:<[\w:, *&]*>)?\s*\(")
_KEYWORDS = frozenset(
    [
        "if",
        "for",
        "while",
        "switch",
        "return",
        "sizeof",
        "catch",
        "function",
        "fn",
        "array",
        "list",
        "isset",
        "empty",
        "unset",
        "exit",
        "die",
        "echo",
        "print",
        "match",
        "elseif",
        "foreach",
        "declare",
        "alignof",
        "decltype",
        "static_assert",
        "noexcept",
        "new",
        "defined",
        "typeof",
        "operator",
    ]
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree")
    parser.add_argument("out")
    parser.add_argument("--language", choices=sorted(ENDINGS), required=True)
    parser.add_argument("--server", required=True)
    parser.add_argument("--flags", default="")
    parser.add_argument("--only", default="")
    parser.add_argument("--every", type=int, default=1)
    arguments = parser.parse_args()
    root = os.path.abspath(arguments.tree)
    paths = [p for p in _listed(root, ENDINGS[arguments.language]) if p.startswith(arguments.only)]
    command = shlex.split(arguments.server)
    if arguments.language in ("c", "cpp"):
        _write_commands(root, paths, arguments.flags)
        command += ["--background-index", "--log=error", "-j=2"]
    server = Server(command, root)
    if arguments.language == "php":
        time.sleep(60)  # intelephense indexes the workspace and says nothing the server class hears
    else:
        _wait_for_index(server, root, paths)
    with open(arguments.out, "w") as out:
        for path in paths[:: arguments.every]:
            sites = sites_of(server, root, path, arguments.language)
            out.write(json.dumps({"path": path, "sites": sites}) + "\n")
            out.flush()
    server.process.kill()
    return 0


def _listed(root: str, endings: tuple[str, ...]) -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", *endings], cwd=root, capture_output=True, text=True, check=True
    )
    return [path for path in listed.stdout.split("\n") if path]


def _write_commands(root: str, paths: list[str], flags: str) -> None:
    sources = [path for path in paths if not path.endswith((".h", ".hpp"))]
    entries = [
        {"directory": root, "file": path, "command": f"cc {flags} -c {shlex.quote(path)}"}
        for path in sources
    ]
    with open(os.path.join(root, "compile_commands.json"), "w") as file:
        json.dump(entries, file)


def _wait_for_index(server: Server, root: str, paths: list[str]) -> None:
    """Open one file and wait until clangd has written an index of every source."""
    sources = [path for path in paths if not path.endswith((".h", ".hpp"))]
    _open(server, root, sources[0], "c")
    folder = os.path.join(root, ".cache", "clangd", "index")
    for _ in range(600):
        time.sleep(2)
        names = (
            {n.rsplit(".", 2)[0] for n in os.listdir(folder)} if os.path.isdir(folder) else set()
        )
        if {os.path.basename(path) for path in sources} <= names:
            return


def _open(server: Server, root: str, path: str, language: str) -> str:
    place = os.path.join(root, path)
    with open(place, "rb") as file:
        text = file.read().decode("utf-8", "replace")
    document = {"uri": uri_of(place), "languageId": language, "version": 1, "text": text}
    server.notify("textDocument/didOpen", {"textDocument": document})
    return text


def _is_declared(code: str, at: int, language: str) -> bool:
    """Whether a name is that of a function being declared: a type stands before it."""
    before = code[:at].rstrip()
    if language == "php":
        return bool(re.search(r"\bfunction\s*&?$", before))
    if language == "c" and code.count("{", 0, at) <= code.count("}", 0, at):
        return True
    word = re.search(r"(\w+)[\s*&]*$", before)
    if word is None or before.endswith((")", ";", "{", "}")):
        return False
    is_apart = code[:at] != before or before[-1] in "*&"
    return is_apart and word[1] not in _BEFORE_CALLS and not before.endswith(("&&", "||"))


def _definitions(server: Server, document: dict[str, str]) -> set[tuple[int, int]]:
    """Where a file defines or declares names, the last part of a qualified one included."""
    (symbols,) = server.requests("textDocument/documentSymbol", [{"textDocument": document}])
    places: set[tuple[int, int]] = set()
    waiting = list(symbols or ())
    while waiting:
        symbol = waiting.pop()
        waiting += symbol.get("children", ())
        span = symbol.get("selectionRange") or symbol["location"]["range"]
        qualifier = symbol["name"].rpartition("::")[0]
        width = len(qualifier) + 2 if qualifier else 0
        places.add((span["start"]["line"], span["start"]["character"]))
        places.add((span["start"]["line"], span["start"]["character"] + width))
    return places


def sites_of(server: Server, root: str, path: str, language: str) -> list[Any]:
    """The calls of a file and the definitions they lead to."""
    text = _open(server, root, path, language)
    document = {"uri": uri_of(os.path.join(root, path))}
    hidden = _PHP_HIDDEN if language == "php" else _HIDDEN
    code = hidden.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)
    definitions = _definitions(server, document)
    places = []
    for match in _CALL.finditer(code):
        if match[1] not in _KEYWORDS and not _is_declared(code, match.start(1), language):
            line = code.count("\n", 0, match.start(1))
            column = match.start(1) - code.rfind("\n", 0, match.start(1)) - 1
            if (line, column) not in definitions:
                places.append((line, column, match[1]))
    requests = [
        {"textDocument": document, "position": {"line": line, "character": column}}
        for line, column, _ in places
    ]
    by_name: dict[tuple[int, str], tuple[set[tuple[str, int]], list[bool]]] = {}
    base = uri_of(root) + "/"
    answers = server.requests("textDocument/definition", requests)
    for (line, _, name), answer in zip(places, answers, strict=True):
        locations = answer if isinstance(answer, list) else [answer] if answer else []
        for location in locations:
            uri = location.get("uri") or location.get("targetUri")
            span = location.get("range") or location.get("targetSelectionRange")
            start = span["start"]["line"]
            if uri == document["uri"] and start == line:
                continue  # the definition itself
            targets, outside = by_name.setdefault((line + 1, name), (set(), []))
            if uri.startswith(base) and "/vendor/" not in uri:
                targets.add((urllib.parse.unquote(uri[len(base) :]), start + 1))
            else:
                outside.append(True)
    server.notify("textDocument/didClose", {"textDocument": document})
    return [
        [line, name, sorted(targets), bool(outside)]
        for (line, name), (targets, outside) in sorted(by_name.items())
    ]


if __name__ == "__main__":
    sys.exit(main())
