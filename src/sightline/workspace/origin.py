"""Where a repository came from: its first commit and its remote, so that it is known again.

Reads git's own files only, so hooks may use it; `workspace.first_commit` runs git.
"""

from __future__ import annotations

import os

from sightline.model.project import Project
from sightline.workspace.identity import read_start


def read_origin(project: Project) -> Project:
    """The project with what git's own files say about its origin."""
    if not project.common_dir or project.remote or project.root_commit:
        return project
    return project._replace(
        root_commit=_first_commit_made_here(project.common_dir),
        remote=configured_remote(project.common_dir),
    )


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


def configured_remote(common_dir: str) -> str:
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
