"""What only one operating system has stands beside its branch for the others."""

import ast
import pathlib

import pytest

PACKAGE = pathlib.Path(__file__).parents[1] / "src" / "sightline"
MODULES = sorted(PACKAGE.rglob("*.py"))

ONE_SYSTEM_MODULES = {
    *("fcntl", "pwd", "grp", "termios", "tty", "pty", "resource", "syslog", "posix", "crypt"),
    *("msvcrt", "winreg", "_winapi", "nt"),
}
ONE_SYSTEM_CALLS = {
    *("os.fork", "os.forkpty", "os.getuid", "os.geteuid", "os.getgid", "os.setsid", "os.killpg"),
    *("os.getpgid", "os.setpgrp", "os.fchmod", "os.chown", "os.fchown", "os.mkfifo", "os.nice"),
    *("os.getloadavg", "os.sched_getaffinity", "os.sync", "os.statvfs", "os.uname", "os.startfile"),
    *("os.O_NOFOLLOW", "os.O_CLOEXEC", "os.O_BINARY", "os.O_DIRECTORY", "os.chroot", "os.wait"),
    *("signal.SIGKILL", "signal.SIGALRM", "signal.SIGHUP", "signal.SIGUSR1", "signal.alarm"),
    *("signal.setitimer", "signal.SIGPIPE", "signal.pthread_kill", "time.tzset", "socket.AF_UNIX"),
    *("subprocess.STARTUPINFO", "subprocess.CREATE_NO_WINDOW", "subprocess.DETACHED_PROCESS"),
    *("subprocess.CREATE_NEW_PROCESS_GROUP", "os.posix_spawn", "os.getresuid", "os.link"),
    *("os.posix_fadvise", "os.openpty", "os.ttyname", "os.lchmod", "os.setpriority"),
}
BRANCHES = {"os.name", "sys.platform", "POSIX", "WINDOWS"}


def dotted(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{node.value.id}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def used_in(tree: ast.AST) -> set[str]:
    """The names of one system only that a module uses; an import that may fail has its branch."""
    found = set()
    may_fail = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.Try)
        and any(handler.type and dotted(handler.type) == "ImportError" for handler in node.handlers)
        for inner in node.body
    }
    for node in ast.walk(tree):
        if id(node) in may_fail:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & ONE_SYSTEM_MODULES
        elif isinstance(node, ast.ImportFrom) and node.module in ONE_SYSTEM_MODULES:
            found.add(node.module)
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names} & ONE_SYSTEM_CALLS
        else:
            found |= {dotted(node)} & ONE_SYSTEM_CALLS
    return found


def asked_for(tree: ast.AST) -> set[str]:
    """The names whose presence a module asks for first, with hasattr or getattr."""
    return {
        f"{dotted(node.args[0])}.{node.args[1].value}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and dotted(node.func) in ("hasattr", "getattr")
        and isinstance(node.args[1], ast.Constant)
    }


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_call_of_one_system_has_its_branch(path: pathlib.Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    used = used_in(tree) - asked_for(tree)
    names = {dotted(node) for node in ast.walk(tree)}
    assert not used or names & BRANCHES, f"{sorted(used)} without a branch on os.name"


def test_the_rule_sees_what_it_is_for() -> None:
    tree = ast.parse("import fcntl, os\nfrom signal import SIGKILL\nos.fork()\n")
    assert used_in(tree) == {"fcntl", "signal.SIGKILL", "os.fork"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_text_files_are_opened_with_their_encoding(path: pathlib.Path) -> None:
    """Without one, Windows reads and writes another."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and dotted(node.func) == "open"):
            continue
        mode = node.args[1] if len(node.args) > 1 else None
        named = {keyword.arg: keyword.value for keyword in node.keywords}
        mode = named.get("mode", mode)
        text = mode.value if isinstance(mode, ast.Constant) else "r"
        assert "b" in str(text) or "encoding" in named, f"line {node.lineno}"
