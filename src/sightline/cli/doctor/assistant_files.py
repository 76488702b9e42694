"""Reads an assistant's configuration file: which of our programs it starts, and whether it parses.

Reads only; `checks` decides what that means.
"""

from __future__ import annotations

import os
import re
import shutil
import socket

from sightline.agents.edit.journal import InstalledFile
from sightline.agents.paths import PROJECT, USER, current_launcher
from sightline.errors import SightlineError

# How long a server on this machine may take to accept a connection.
CONNECT_SECONDS = 0.5
_HOOK_URL = re.compile(r"http://127\.0\.0\.1:(\d{1,5})(?=/hook)")
# The hook's file in this version and in earlier ones.
HOOK_FILES = (
    os.path.join("sightline", "hook", "__main__.py"),
    os.path.join("sightline", "hook.py"),
)
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def missing_program(content: str) -> str:
    """A program of ours that the file starts but that does not exist, or an empty string."""
    for path in (*_hook_paths(content), *_server_interpreters(content)):
        if not os.path.exists(path):
            return path
    name, *arguments = current_launcher(PROJECT).server()
    is_started = re.search(
        rf'(?:"|exec |&& ){name} hook ', content
    ) is not None or name in _programs_with(content, arguments)
    return name if is_started and shutil.which(name) is None else ""


def parse_problem(entry: InstalledFile, content: str) -> str:
    """Why the file cannot be parsed any more, or an empty string."""
    try:
        for installed in entry.changes:
            installed.change.apply(content)
    except SightlineError as problem:
        return problem.message
    return ""


def hook_url(text: str) -> str:
    """The URL of the server that hooks call over HTTP, or an empty string."""
    match = _HOOK_URL.search(text)
    return match[0] if match else ""


def is_server_listening(url: str) -> bool:
    """Whether a server on this machine accepts connections at this URL."""
    try:
        address = ("127.0.0.1", int(url.rpartition(":")[2]))
        socket.create_connection(address, timeout=CONNECT_SECONDS).close()
    except (OSError, OverflowError):
        return False
    return True


def _hook_paths(content: str) -> list[str]:
    """The absolute paths of our hook and of the interpreters that run it."""
    words = content.replace('"', " ").replace("\\", " ").replace(",", " ").split()
    hooks = [word for word in words if word.endswith(HOOK_FILES)]
    # The command line is: interpreter -I -S hook.
    interpreters = [words[at - 3] for at, word in enumerate(words) if word in hooks and at >= 3]
    # A path with spaces is quoted within the command line.
    lines = [
        text.replace('\\"', '"')
        for text in _STRING.findall(content)
        if any(hook in text for hook in HOOK_FILES)
    ]
    spaced = [path for line in lines for path in re.findall('"([^"]* [^"]*)"', line)]
    return [word for word in dict.fromkeys(hooks + interpreters + spaced) if os.path.isabs(word)]


def _server_interpreters(content: str) -> list[str]:
    """The absolute paths of the interpreters that run our server."""
    _, *arguments = current_launcher(USER).server()
    programs = _programs_with(content, arguments)
    return [text.replace("\\\\", "\\") for text in programs if os.path.isabs(text)]


def _programs_with(content: str, arguments: list[str]) -> list[str]:
    """The programs that the file starts with these arguments."""
    texts = _STRING.findall(content)
    programs: list[str] = []
    for at in range(len(texts)):
        if texts[at : at + len(arguments)] == arguments:
            # The key of the arguments may come between, as in "command": …, "args": […].
            before = [text for text in texts[max(0, at - 3) : at] if text != "args"]
            # The word after -m is a module, not a program.
            programs += [] if before[-2:-1] == ["-m"] else before[-1:]
    return programs
