"""Where a repository came from: its first commit and its remote, so that it is known again.

`read_origin` reads git's files only, for hooks; the others may run git.
"""

from __future__ import annotations

import os
import subprocess

from sightline.model.project import Project
from sightline.workspace.identity import read_start

# What git tells its own hooks about the repository they run in; it is not about ours.
_FOREIGN = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_COMMON_DIR",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE",
)


def read_origin(project: Project) -> Project:
    """The project with what git's own files say about its origin."""
    if not project.common_dir or project.remote or project.root_commit:
        return project
    return project._replace(
        root_commit=_first_commit_made_here(project.common_dir),
        remote=_configured_remote(project.common_dir),
    )


def ask_git(project: Project, *, seconds: float = 60.0) -> Project:
    """The project with its true first commit as git knows it; unknown stays empty."""
    if not project.common_dir:
        return project
    remote = project.remote or _configured_remote(project.common_dir)
    first = _first_commit(project.common_dir, seconds) or project.root_commit
    return project._replace(root_commit=first, remote=remote)


def sought_origin(project: Project) -> Project:
    """The project with its origin; git is run where only the first commit can tell it again."""
    seen = read_origin(project)
    local = seen.remote[:1] in ("", "/", "~") or seen.remote[1:2] == ":"
    return ask_git(seen) if local and not seen.root_commit else seen


def renewed_origin(project: Project) -> Project:
    """The project with its origin as it is now; git is run only where its files leave a doubt."""
    seen = read_origin(project._replace(root_commit="", remote=""))
    doubtful = seen.root_commit not in ("", project.root_commit) or seen.remote != project.remote
    if project.root_commit and not doubtful:
        return project
    return ask_git(seen)


def one_spelling(address: str) -> str:
    """A remote's address as host/path, whatever protocol, user, port or ending it is written with."""
    text = address.strip().replace("\\", "/")
    scheme, separator, rest = text.partition("://")
    if separator and scheme == "file":
        return rest.rstrip("/").removesuffix(".git").rstrip("/")
    if separator:
        host, _, path = rest.partition("/")
        host = host.rpartition("@")[2].partition(":")[0]
    elif text.startswith(("/", "./", "../", "~")) or text[1:3] == ":/":
        return text.rstrip("/").removesuffix(".git").rstrip("/")
    else:
        host, colon, path = text.partition(":")
        if not colon:
            return text.rstrip("/").removesuffix(".git")
        host = host.rpartition("@")[2]
    path = path.strip("/").removesuffix(".git").rstrip("/")
    return f"{host.lower()}/{path}"


def _configured_remote(common_dir: str) -> str:
    """The address of `origin`, or of the only remote there is."""
    addresses: dict[str, str] = {}
    section = ""
    for line in read_start(os.path.join(common_dir, "config"), 65536).splitlines():
        text = line.strip()
        if text.startswith("["):
            section = text
        elif section.startswith('[remote "') and text.partition("=")[0].strip() == "url":
            name = section[len('[remote "') :].rstrip("]").rstrip().rstrip('"')
            addresses.setdefault(name, text.partition("=")[2].strip().strip('"'))
    if "origin" in addresses:
        address = addresses["origin"]
    elif len(addresses) == 1:
        (address,) = addresses.values()
    else:
        return ""
    if address.startswith("."):
        address = os.path.realpath(os.path.join(os.path.dirname(common_dir), address))
    return one_spelling(address)


def _first_commit_made_here(common_dir: str) -> str:
    """The commit a repository began with, if it began here and its log was kept."""
    line = read_start(os.path.join(common_dir, "logs", "HEAD"), 512).partition("\n")[0]
    before, _, rest = line.partition(" ")
    if before.strip("0") or "\tcommit (initial)" not in rest:
        return ""
    return rest.partition(" ")[0]


def _first_commit(common_dir: str, seconds: float) -> str:
    if os.path.exists(os.path.join(common_dir, "shallow")):
        return ""  # the oldest commit of a shallow clone is not the first
    environ = {key: value for key, value in os.environ.items() if key not in _FOREIGN}
    command = ["git", f"--git-dir={common_dir}", "rev-list", "--first-parent", "--max-parents=0"]
    try:
        done = subprocess.run(
            [*command, "HEAD", "--"],
            capture_output=True,
            text=True,
            timeout=seconds,
            env=environ,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.split("\n")[0].strip() if done.returncode == 0 else ""
