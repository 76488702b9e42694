"""A repository that names a command wherever git's configuration can name one."""

import pathlib
import stat

from tests.workspace.conftest import git, write

# Every key of git's configuration whose value git may run, with the form in which it expects it.
COMMAND_KEYS = (
    "alias.status", "alias.log", "browser.b.cmd", "core.alternateRefsCommand", "core.askPass",
    "core.editor", "core.fsmonitor", "core.gitProxy", "core.pager", "core.sshCommand",
    "credential.helper", "diff.external", "diff.d.command", "diff.d.textconv",
    "difftool.t.cmd", "filter.f.clean", "filter.f.process", "filter.f.smudge",
    "filter.a=b.clean", "gpg.program", "gpg.ssh.defaultKeyCommand", "gpg.ssh.program",
    "interactive.diffFilter", "man.m.cmd", "merge.m.driver", "mergetool.m.cmd", "pager.diff",
    "pager.log", "pager.status", "remote.origin.uploadpack", "sequence.editor",
    "submodule.s.update", "tar.t.command", "trailer.t.cmd", "uploadpack.packObjectsHook",
    "web.browser",
)  # fmt: skip
HOOKS = (
    "post-checkout",
    "post-index-change",
    "pre-auto-gc",
    "reference-transaction",
    "fsmonitor-watchman",
)
SOURCE = "def charge(order):\n    return order\n\n\ndef refund(order):\n    return -order\n"


class HostileRepository:
    """The repository, and which of its commands were run."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.root = folder / "hostile"
        self._marks = folder / "ran"
        self._commands = folder / "commands"
        for path in (self.root, self._marks, self._commands):
            path.mkdir()
        git(self.root, "init", "-q")
        write(self.root, "app.py", SOURCE)
        write(self.root, "equal.py", SOURCE)
        git(self.root, "add", "-A")
        git(self.root, "commit", "-qm", "First")
        write(self.root, "app.py", SOURCE + "\n\ndef void(order):\n    return None\n")
        git(self.root, "commit", "-qam", "Fix the charge because orders were lost")
        self._add_submodule()
        write(self.root, "app.py", SOURCE.replace("-order", "0 - order"))
        write(self.root, ".gitattributes", "*.py filter=f diff=d merge=m\nequal.py filter=a=b\n")
        self._configure()

    def commands_run(self) -> list[str]:
        """The keys and hooks whose command was run."""
        return sorted(path.name for path in self._marks.iterdir())

    def forget_runs(self) -> None:
        """Start over, after a command of git's own that may run them."""
        for path in self._marks.iterdir():
            path.unlink()

    def touch(self) -> None:
        """Change the files, so that git has to compare their contents."""
        for name in ("app.py", "equal.py", "sub/inner.py"):
            path = self.root / name
            path.write_text(path.read_text() + "\n")

    def _command(self, name: str) -> pathlib.Path:
        script = self._commands / name.replace("/", "-")
        script.write_text(f"#!/bin/sh\ntouch '{self._marks / script.name}'\nexit 1\n")
        script.chmod(stat.S_IRWXU)
        return script

    def _add_submodule(self) -> None:
        inner = self.root / "sub"
        inner.mkdir()
        git(inner, "init", "-q")
        write(inner, "inner.py", SOURCE)
        write(inner, ".gitattributes", "*.py filter=inner\n")
        git(inner, "add", "-A")
        git(inner, "commit", "-qm", "Inner")
        git(self.root, "add", "sub")
        write(self.root, ".gitmodules", '[submodule "s"]\n\tpath = sub\n\turl = ./sub\n')
        git(self.root, "add", "-A")
        git(self.root, "commit", "-qm", "Add a submodule")
        git(inner, "config", "filter.inner.clean", str(self._command("submodule-filter")))
        git(inner, "config", "core.fsmonitor", str(self._command("submodule-fsmonitor")))

    def _configure(self) -> None:
        folder = self.root / ".git"
        for hook in HOOKS:
            (folder / "hooks").mkdir(exist_ok=True)
            (folder / "hooks" / hook).symlink_to(self._command(hook))
        lines = []
        for key in COMMAND_KEYS:
            section, _, rest = key.partition(".")
            name, _, variable = rest.rpartition(".")
            header = f'[{section} "{name}"]' if name else f"[{section}]"
            sign = "!" if section in ("alias", "submodule") else ""
            lines += [header, f'\t{variable} = "{sign}{self._command(key)}"']
        lines += ["[protocol]", "\tallow = always", '[protocol "ext"]', "\tallow = always"]
        lines += ["[log]", "\tshowSignature = true", "[status]", "\tsubmoduleSummary = true"]
        lines += ["[diff]", "\tignoreSubmodules = none", "[submodule]", "\trecurse = true"]
        # A partial clone fetches what is missing, here from a command.
        lines += ["[extensions]", "\tpartialClone = evil", '[remote "evil"]', "\tpromisor = true"]
        lines += [f"\turl = ext::{self._command('promisor')}"]
        lines += ['[remote "helper"]', "\tpromisor = true", "\tvcs = ext", "\turl = x"]
        with (folder / "config").open("a") as file:
            file.write("\n".join(lines) + "\n")
        with (folder / "config").open("a") as file:
            file.write("[core]\n\trepositoryFormatVersion = 1\n")

    def remove_root_commit(self) -> None:
        """Let the first commit be missing, as in a partial clone."""
        first = git(self.root, "rev-list", "--max-parents=0", "HEAD").strip()
        (self.root / ".git" / "objects" / first[:2] / first[2:]).unlink()
