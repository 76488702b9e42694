"""What a file of an assistant says about us: which programs it starts, whom it asks, if it parses.

Reads only; `checks` says what follows from it.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
from typing import Any

from sightline.agents.edit.changes import from_description
from sightline.agents.paths import PROJECT, USER, this_launcher
from sightline.errors import SightlineError

# How long a server on this machine may take to pick up.
CONNECT_SECONDS = 0.5
_ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d{1,5})(?=/hook)")
# The file our hooks start, and the one that former versions started.
HOOKS = (os.path.join("sightline", "hook", "__main__.py"), os.path.join("sightline", "hook.py"))
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def missing_program(content: str) -> str:
    """An interpreter, hook or command of ours that the file starts and that is not there."""
    for path in (*_of_hooks(content), *_of_servers(content)):
        if not os.path.exists(path):
            return path
    name, *arguments = this_launcher(PROJECT).server()
    by_name = f'"{name} hook ' in content or name in _started_with(content, arguments)
    return name if by_name and shutil.which(name) is None else ""


def unreadable(entry: dict[str, Any], content: str) -> str:
    """Why the assistant cannot read the file any more, or nothing."""
    try:
        for _, row in entry["changes"]:
            from_description(row).applied(content)
    except SightlineError as problem:
        return problem.message
    return ""


def address(text: str) -> str:
    """Where hooks ask a server over HTTP, or nothing."""
    found = _ADDRESS.search(text)
    return found[0] if found else ""


def somebody_listens(url: str) -> bool:
    """Whether a server picks up at an address of this machine."""
    try:
        place = ("127.0.0.1", int(url.rpartition(":")[2]))
        socket.create_connection(place, timeout=CONNECT_SECONDS).close()
    except (OSError, OverflowError):
        return False
    return True


def _of_hooks(content: str) -> list[str]:
    """The absolute paths of our hook and of the interpreter before it."""
    words = content.replace('"', " ").replace("\\", " ").replace(",", " ").split()
    ours = [word for word in words if word.endswith(HOOKS)]
    before = [words[at - 3] for at, word in enumerate(words) if word in ours and at >= 3]
    # A path with spaces is a word of its own only where it is quoted within the line.
    lines = [
        text.replace('\\"', '"')
        for text in _STRING.findall(content)
        if any(hook in text for hook in HOOKS)
    ]
    spaced = [path for line in lines for path in re.findall('"([^"]* [^"]*)"', line)]
    return [word for word in dict.fromkeys(ours + before + spaced) if os.path.isabs(word)]


def _of_servers(content: str) -> list[str]:
    """The absolute paths of the interpreters that run our server."""
    found = _started_with(content, this_launcher(USER).server()[1:])
    return [text.replace("\\\\", "\\") for text in found if os.path.isabs(text)]


def _started_with(content: str, arguments: list[str]) -> list[str]:
    """The programs that are started with these arguments."""
    texts = _STRING.findall(content)
    found = []
    for at in range(len(texts)):
        if texts[at : at + len(arguments)] == arguments:
            # The name of the arguments may stand between, as in "command": …, "args": […].
            before = [text for text in texts[max(0, at - 3) : at] if text != "args"]
            # What follows -m is a module, no program.
            found += [] if before[-2:-1] == ["-m"] else before[-1:]
    return found
