"""Records what every call in a Python tree refers to, according to pyright over LSP, offline.

    python -m benchmarks.lsp_truth TREE OUT.jsonl --pyright NODE_MODULES/pyright/langserver.index.js
           [--every N] [--only PREFIX]

One line per file: {"path", "sites": [[line, name, [[path, line], ...], outside], ...]}. A site is a call
inside a function or method. Targets are definitions inside the tree; `outside` says that the call (also)
refers to something outside it. Calls that pyright cannot resolve are left out.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import urllib.parse
from collections.abc import Iterator
from typing import Any

DEFINITION = re.compile(rb"^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)", re.M)


class Server:
    """A language server on pipes; answers requests in order."""

    def __init__(self, command: list[str], root: str) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": uri_of(root),
                "workspaceFolders": [{"uri": uri_of(root), "name": "tree"}],
                "capabilities": {
                    "workspace": {"configuration": True},
                    "textDocument": {"callHierarchy": {}},
                },
            },
        )
        self.notify("initialized", {})

    def notify(self, method: str, params: Any) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method: str, params: Any) -> Any:
        return next(self.requests(method, [params]))

    def requests(self, method: str, batch: list[Any]) -> Iterator[Any]:
        """Sends all requests, then yields their results in order."""
        numbers = []
        for params in batch:
            self.number += 1
            numbers.append(self.number)
            self._send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        results: dict[int, Any] = {}
        for number in numbers:
            while number not in results:
                message = self._receive()
                if "method" in message and "id" in message:
                    self._answer(message)
                elif "id" in message:
                    results[message["id"]] = message.get("result")
            yield results.pop(number)

    def _answer(self, message: Any) -> None:
        result: Any = None
        if message["method"] == "workspace/configuration":
            settings = {
                "analysis": {
                    "diagnosticMode": "openFilesOnly",
                    "typeCheckingMode": "off",
                    "indexing": False,
                    "autoSearchPaths": True,
                    "extraPaths": ["tests"],
                }
            }
            result = [
                settings if i.get("section") == "python" else {} for i in message["params"]["items"]
            ]
        self._send({"jsonrpc": "2.0", "id": message["id"], "result": result})

    def _send(self, message: Any) -> None:
        body = json.dumps(message).encode()
        assert self.process.stdin
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def _receive(self) -> Any:
        assert self.process.stdout
        length = 0
        while (line := self.process.stdout.readline().strip()) != b"":
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if not length:
            raise EOFError("the language server ended")
        return json.loads(self.process.stdout.read(length))


def uri_of(path: str) -> str:
    return "file://" + urllib.parse.quote(os.path.abspath(path))


def sites_of(server: Server, root: str, path: str) -> list[Any]:
    place = os.path.join(root, path)
    with open(place, "rb") as file:
        source = file.read()
    document = {"uri": uri_of(place)}
    text = source.decode("utf-8", "replace")
    server.notify(
        "textDocument/didOpen",
        {"textDocument": {**document, "languageId": "python", "version": 1, "text": text}},
    )
    positions = []
    for match in DEFINITION.finditer(source):
        line = source.count(b"\n", 0, match.start(1))
        column = match.start(1) - (source.rfind(b"\n", 0, match.start(1)) + 1)
        positions.append(
            {"textDocument": document, "position": {"line": line, "character": column}}
        )
    items = []
    for answer in server.requests("textDocument/prepareCallHierarchy", positions):
        items.extend(answer or [])
    by_name: dict[tuple[int, str], tuple[set[tuple[str, int]], list[bool]]] = {}
    lines = text.split("\n")
    base = uri_of(root) + "/"
    for answer in server.requests("callHierarchy/outgoingCalls", [{"item": i} for i in items]):
        for call in answer or []:
            target = call["to"]
            inside = target["uri"].startswith(base)
            start = target["selectionRange"]["start"]["line"] + 1
            for span in call["fromRanges"]:
                line = span["start"]["line"]
                name = lines[line][span["start"]["character"] : span["end"]["character"]]
                targets, outside = by_name.setdefault((line + 1, name), (set(), []))
                if inside:
                    where = urllib.parse.unquote(target["uri"][len(base) :])
                    targets.add((where, start))
                else:
                    outside.append(True)
    server.notify("textDocument/didClose", {"textDocument": document})
    return [
        [line, name, sorted(targets), bool(outside)]
        for (line, name), (targets, outside) in sorted(by_name.items())
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree")
    parser.add_argument("out")
    parser.add_argument("--pyright", required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    root = os.path.abspath(arguments.tree)
    listed = subprocess.run(
        ["git", "ls-files", "*.py"], cwd=root, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    paths = [p for p in listed if p.startswith(arguments.only) and p][:: arguments.every]
    server = Server(["node", arguments.pyright, "--stdio"], root)
    with open(arguments.out, "w") as out:
        for number, path in enumerate(paths):
            out.write(json.dumps({"path": path, "sites": sites_of(server, root, path)}) + "\n")
            out.flush()
            print(f"\r{number + 1}/{len(paths)} {path[-60:]:60}", end="", file=sys.stderr)
    server.process.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
