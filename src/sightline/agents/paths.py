"""Where assistants keep their files, how our hook and server are started, and when.

Values only; each assistant's `install` module says which entry goes where.
"""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any, NamedTuple

USER = "user"
PROJECT = "project"
SCOPES = (USER, PROJECT)
SERVER_NAME = "sightline"


class InstallTarget(NamedTuple):
    """Where to install: the user's home, the project's root, and which of them to use."""

    home: str
    root: str
    scope: str
    config: str  # the user's configuration directory
    path: str  # the search path for programs

    def at_home(self, *parts: str) -> str:
        """A path below the user's home."""
        return os.path.join(self.home, *parts)

    def in_project(self, *parts: str) -> str:
        """A path below the project's root."""
        return os.path.join(self.root, *parts)

    def in_config(self, *parts: str) -> str:
        """A path below the user's configuration directory."""
        return os.path.join(self.config, *parts)

    def pick(self, user: str, project: str) -> str:
        """The user's or the project's path, depending on the scope."""
        return user if self.scope == USER else project

    def has(self, *paths: str) -> bool:
        """Whether any of these files or folders exists."""
        return any(os.path.exists(path) for path in paths)

    def has_program(self, *names: str) -> bool:
        """Whether any of these programs is on the search path."""
        return any(shutil.which(name, path=self.path) for name in names)


POSIX = os.name == "posix"  # whether assistants start hooks with a POSIX shell


class HookSpec(NamedTuple):
    """A hook to install: its event, the tools it is limited to, and the assistant's timeout."""

    event: str
    matcher: str = ""
    timeout: int = 5  # in the assistant's unit
    is_async: bool = False  # the assistant does not wait for the answer

    def group(self, hook: dict[str, Any]) -> dict[str, Any]:
        """The hook with its matcher, as Claude Code, Codex and Gemini CLI nest it."""
        group: dict[str, Any] = {"matcher": self.matcher} if self.matcher else {}
        return {**group, "hooks": [hook]}


class Launcher(NamedTuple):
    """The command lines of our hook and our server on this machine."""

    python: str
    hook_file: str
    scope: str
    url: str = ""  # of the server that answers hooks, if they use HTTP
    token: str = ""
    tools: str = ""  # which tools the server offers; empty: what the settings say

    def hook(self, agent: str) -> list[str]:
        """The hook as program and arguments; isolated mode makes the interpreter start fastest."""
        if self.scope == PROJECT:
            # Project files are shared, so they must not contain paths of this machine.
            return ["sightline", "hook", "--agent", agent]
        return [self.python, "-I", "-S", self.hook_file, "--agent", agent]

    def hook_line(self, agent: str, *, posix: bool = POSIX) -> str:
        """The hook as one line for a shell; it succeeds silently if the installation is gone.

        Without this check, an assistant would show an error at every prompt after the
        environment was deleted, and Claude Code would even refuse the prompt.
        """
        words = self.hook(agent)
        if posix:
            words = [word.replace("\\", "/") for word in words]
        line = " ".join(quoted(word) for word in words)
        if self.scope == PROJECT:
            if not posix:
                return f"where sightline >nul 2>nul && {line} || exit /b 0"
            return f"command -v sightline >/dev/null 2>&1 && exec {line}; exit 0"
        python, file = quoted(words[0]), quoted(words[3])
        if not posix:
            return f"if exist {python} if exist {file} {line}"
        return f"test -x {python} && test -e {file} && exec {line}; exit 0"

    def program(self) -> list[str]:
        """The command line of Sightline itself, to which a command is added."""
        if self.scope == PROJECT:
            return ["sightline"]
        return [self.python, "-P", "-m", "sightline"]

    def server(self) -> list[str]:
        """The server as program and arguments."""
        options = ["--tools", self.tools] if self.tools else []
        if self.scope == PROJECT:
            return ["sightline", "serve", *options]
        return [self.python, "-P", "-m", "sightline", "serve", *options]

    def stdio(self) -> dict[str, Any]:
        """The server in the form most assistants share."""
        program, *arguments = self.server()
        return {"command": program, "args": arguments}


def current_target(root: str, scope: str, environ: dict[str, str] | None = None) -> InstallTarget:
    """The target for the current user and this project."""
    environ = dict(os.environ) if environ is None else environ
    home = environ.get("HOME") or environ.get("USERPROFILE") or os.path.expanduser("~")
    if sys.platform == "win32":
        config = environ.get("APPDATA") or os.path.join(home, "AppData", "Roaming")
    elif sys.platform == "darwin":
        config = os.path.join(home, "Library", "Application Support")
    else:
        config = environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    return InstallTarget(home, root, scope, config, environ.get("PATH", ""))


def current_launcher(scope: str, url: str = "", token: str = "", tools: str = "") -> Launcher:
    """The launcher for the interpreter this program runs in."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    hook_file = os.path.join(package, "hook", "__main__.py")
    return Launcher(sys.executable, hook_file, scope, url, token, tools)


def quoted(word: str) -> str:
    """One word of a command line, quoted if a shell would split it."""
    safe = all(c.isalnum() or c in "-_./:=\\+@%" for c in word)
    if safe and word:
        return word
    return '"' + word.replace('"', '\\"') + '"'
