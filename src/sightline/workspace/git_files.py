"""What git's own files say about a repository: its branch, its remote and its first commit.

Runs no other program, so hooks may use it (ruling 68); `workspace.git` runs git.
"""

from __future__ import annotations

import os

from sightline.model.project import Project
from sightline.workspace.identity import read_start

_REF = "ref: "
_BRANCHES = "refs/heads/"
_REMOTES = ("origin", "upstream")
_USUAL = ("main", "master")
# During a rebase HEAD is detached, and one of these files names the branch.
_REBASE_FILES = (("rebase-merge", "head-name"), ("rebase-apply", "head-name"))


def current_branch(project: Project) -> str:
    """The branch this working tree is on, or is rebasing; empty without git or on no branch."""
    if not project.git_dir:
        return ""
    head = _first_line(project.git_dir, "HEAD")
    if head.startswith(_REF):
        return _branch_name(head.removeprefix(_REF).strip())
    references = (_first_line(project.git_dir, *parts) for parts in _REBASE_FILES)
    return next((name for reference in references if (name := _branch_name(reference))), "")


def own_branch(project: Project) -> str:
    """The current branch, unless it is the repository's default branch."""
    name = current_branch(project)
    return "" if name and name == _default_branch(project) else name


def default_branch(project: Project) -> str:
    """The default branch: the one of the remote, else `main` or `master` if there is one."""
    if name := _default_branch(project):
        return name
    packed = read_start(os.path.join(project.common_dir, "packed-refs"), 65536)
    for name in _USUAL:
        path = os.path.join(project.common_dir, "refs", "heads", name)
        if os.path.exists(path) or f" {_BRANCHES}{name}\n" in packed:
            return name
    # Before the first commit no branch exists yet.
    branch = current_branch(project)
    return branch if branch in _USUAL else ""


def branch_start(project: Project, name: str) -> str:
    """The commit a branch was created at, according to its reflog; empty if that is gone."""
    log = os.path.join(project.common_dir, "logs", "refs", "heads", *name.split("/"))
    words = read_start(log, 512).partition("\n")[0].split(" ")
    return words[1] if len(words) > 1 and len(words[1]) in (40, 64) else ""


def branch_tip(project: Project, name: str) -> str:
    """The commit a branch ends at; empty where git's files do not say it plainly."""
    tip = _first_line(project.common_dir, "refs", "heads", *name.split("/"))
    if not tip:
        packed = read_start(os.path.join(project.common_dir, "packed-refs"), 65536)
        tip = packed.partition(f" {_BRANCHES}{name}\n")[0].rpartition("\n")[2]
    return tip if _is_hash(tip) else ""


def _is_hash(text: str) -> bool:
    return len(text) in (40, 64) and not text.strip("0123456789abcdef")


def _default_branch(project: Project) -> str:
    """The branch a fresh clone starts on, according to the remote; empty if unknown."""
    for remote in _REMOTES:
        prefix = f"refs/remotes/{remote}/"
        head = _first_line(project.common_dir, *prefix.split("/"), "HEAD")
        if head.startswith(_REF + prefix):
            return head.removeprefix(_REF + prefix)
    return ""


def _branch_name(reference: str) -> str:
    return reference.removeprefix(_BRANCHES) if reference.startswith(_BRANCHES) else ""


def _first_line(*parts: str) -> str:
    try:
        # Unbuffered bytes: setting up a text reader takes longer than reading the file.
        with open("/".join(parts), "rb", buffering=0) as file:
            text = file.read(4000).decode("utf-8", "replace")
    except OSError:
        return ""
    return text.replace("\r", "\n").partition("\n")[0][:1000].strip()


def committed_head(git_dir: str) -> str:
    """The hash of the commit HEAD points to; empty where git's files do not say it plainly."""
    head = _first_line(git_dir, "HEAD")
    if head.startswith(_REF + "refs/"):
        head = _first_line(git_dir, *head.removeprefix(_REF).split("/"))
    return head if _is_hash(head) else ""


def read_origin(project: Project) -> Project:
    """The project with the first commit and remote that git's own files name."""
    if not project.common_dir or project.remote or project.root_commit:
        return project
    return project._replace(
        root_commit=_first_commit_in_log(project.common_dir),
        remote=configured_remote(project.common_dir),
    )


def normalize_remote(address: str) -> str:
    """A remote's address as host/path, without protocol, user, port and `.git`."""
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
    """The normalized address of `origin`, or of the only remote."""
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
    return normalize_remote(address)


def _first_commit_in_log(common_dir: str) -> str:
    """The first commit, if the repository was created here and its reflog still has it."""
    line = read_start(os.path.join(common_dir, "logs", "HEAD"), 512).partition("\n")[0]
    before, _, rest = line.partition(" ")
    if before.strip("0") or "\tcommit (initial)" not in rest:
        return ""
    return rest.partition(" ")[0]
