"""Starts git: every call of git in Sightline goes through here. `workspace.git` asks the questions.

A repository's configuration may name programs to run, and it may come from an archive or a shared
folder. None of them is started: no hooks, monitors, filters, diff drivers, pagers, remote helpers,
fetches or password prompts.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from typing import IO, NamedTuple

TIMEOUT = 30.0
# How long git may print a long history.
STREAM_SECONDS = 900.0

_SETTINGS = (
    "core.quotepath=off",
    "core.fsmonitor=false",
    "core.untrackedCache=keep",
    f"core.hooksPath={os.devnull}",
    "core.askPass=",
    "core.sshCommand=false",
    "credential.helper=",
    "diff.external=",
    "diff.ignoreSubmodules=all",
    "diff.renames=true",
    "fetch.recurseSubmodules=false",
    "gc.auto=0",
    "log.showSignature=false",
    "maintenance.auto=false",
    "status.submoduleSummary=false",
    "submodule.recurse=false",
    "color.ui=false",
    # Halves the memory git needs to read history, at the same speed.
    "core.packedGitWindowSize=1m",
    "core.packedGitLimit=32m",
    "core.deltaBaseCacheLimit=16m",
)
_OPTIONS = (
    "--no-pager",
    "--no-optional-locks",
    *(word for setting in _SETTINGS for word in ("-c", setting)),
)
# Command line options are the only way to switch off diff drivers and submodules' own settings.
_COMMAND_OPTIONS = {
    "log": ("--no-ext-diff", "--no-textconv", "--ignore-submodules=all"),
    "diff": ("--no-ext-diff", "--no-textconv", "--ignore-submodules=all"),
    "diff-tree": ("--no-ext-diff", "--no-textconv"),
    "status": ("--ignore-submodules=all",),
}
# These compare or write files of the working tree, which git passes through filters.
_FILTERING = ("checkout", "clone", "diff", "status")
_FILTER_KEYS = {"clean": "", "smudge": "", "process": "", "required": "false"}

# Of git's own variables only those pass that the user's installation needs; git sets others for
# programs it starts, and they would point us at another repository.
_VARIABLES = (
    *("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH"),
    "GIT_TEST_ASSUME_DIFFERENT_OWNER",
)


class Output(NamedTuple):
    """What git printed, and whether it succeeded."""

    stdout: bytes
    stderr: str
    ok: bool


def run(
    root: str,
    *arguments: str,
    stdin: bytes = b"",
    timeout: float = TIMEOUT,
    protocols: str = "none",
) -> Output:
    """Run git to its end; OSError if it cannot be started, TimeoutError if it takes too long."""
    with _start(root, arguments, stdin, stderr=subprocess.PIPE, protocols=protocols) as process:
        try:
            stdout, stderr = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired as error:
            raise TimeoutError(f"git took longer than {timeout:.0f} s") from error
        finally:
            _end(process)
    return Output(stdout, stderr.decode("utf-8", "replace"), process.returncode == 0)


def stream(
    root: str, separator: bytes, *arguments: str, stdin: bytes = b"", size: int = 1 << 16
) -> Iterator[bytes]:
    """What git prints, split at a separator while it runs; ends early if git fails."""
    try:
        process = _start(root, arguments, stdin, stderr=subprocess.DEVNULL)
    except OSError:
        return
    assert process.stdout is not None
    limit = threading.Timer(STREAM_SECONDS, _end, (process,))
    limit.daemon = True
    limit.start()
    try:
        yield from _split(process.stdout, separator, size)
    finally:
        limit.cancel()
        _end(process)
        process.stdout.close()
        process.wait()


def _split(output: IO[bytes], separator: bytes, size: int) -> Iterator[bytes]:
    rest = b""
    while block := output.read(size):
        *whole, rest = (rest + block).split(separator)
        yield from whole
    if rest:
        yield rest


def _start(
    root: str, arguments: tuple[str, ...], stdin: bytes, *, stderr: int, protocols: str = "none"
) -> subprocess.Popen[bytes]:
    """The one place where git is started."""
    at = _position_of_command(arguments)
    command = arguments[at]
    overrides = _without_filters(root) if command in _FILTERING else {}
    options = (*_OPTIONS, *arguments[:at], command, *_COMMAND_OPTIONS.get(command, ()))
    with tempfile.TemporaryFile() as given:
        given.write(stdin)
        given.seek(0)
        return subprocess.Popen(
            ["git", *options, *arguments[at + 1 :]],
            cwd=root,
            env=_environment(protocols, overrides),
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=stderr,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            # A group of its own, so that what git started ends with it.
            start_new_session=os.name == "posix",
        )


def _position_of_command(arguments: tuple[str, ...]) -> int:
    at = 0
    while arguments[at].startswith("-"):
        at += 2 if arguments[at] == "-c" else 1
    return at


def _without_filters(root: str) -> dict[str, str]:
    """Settings that empty every filter driver which any configuration file defines."""
    try:
        listed = run(root, "config", "--name-only", "-z", "--get-regexp", r"^filter\.")
    except OSError:
        return {}
    names = os.fsdecode(listed.stdout).split("\0")
    drivers = dict.fromkeys(name[len("filter.") :].rpartition(".")[0] for name in names if name)
    return {
        f"filter.{driver}.{key}": value
        for driver in drivers
        for key, value in _FILTER_KEYS.items()
        if driver
    }


def _environment(protocols: str, overrides: Mapping[str, str]) -> dict[str, str]:
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name in _VARIABLES
    }
    environment.pop("SSH_ASKPASS", None)
    environment.update(
        GIT_ALLOW_PROTOCOL=protocols,
        GIT_ASKPASS="",
        GIT_NO_LAZY_FETCH="1",
        GIT_OPTIONAL_LOCKS="0",
        GIT_PAGER="cat",
        GIT_SSH_COMMAND="false",
        GIT_TERMINAL_PROMPT="0",
        LC_ALL="C.UTF-8" if sys.platform != "win32" else "C",
    )
    # Unlike -c, these variables can name keys that contain "=".
    for number, (key, value) in enumerate(overrides.items()):
        environment[f"GIT_CONFIG_KEY_{number}"] = key
        environment[f"GIT_CONFIG_VALUE_{number}"] = value
    environment["GIT_CONFIG_COUNT"] = str(len(overrides))
    return environment


def _end(process: subprocess.Popen[bytes]) -> None:
    """End git and everything it started."""
    if process.poll() is not None:
        return
    try:
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    except OSError:
        return
