"""The command that assistants run as a hook is silent when the installation it belongs to is gone."""

import json
import pathlib
import subprocess
import sys

import pytest

from sightline.agents.paths import PROJECT, USER, Launcher, current_launcher

EVENT = json.dumps({"hook_event_name": "SessionStart", "session_id": "s", "source": "startup"})


def run_line(line: str, cwd: pathlib.Path, path: str = "/usr/bin:/bin") -> tuple[int, str, str]:
    environ = {"PATH": path, "HOME": str(cwd), "SIGHTLINE_HOME": str(cwd / "home")}
    result = subprocess.run(
        ["sh", "-c", line], input=EVENT, cwd=cwd, env=environ, capture_output=True, text=True
    )
    return result.returncode, result.stdout, result.stderr


posix_only = pytest.mark.skipif(sys.platform == "win32", reason="runs a POSIX shell")


@posix_only
@pytest.mark.parametrize("folder", ["venv", "my venv"])
def test_no_error_appears_when_the_interpreter_or_the_package_is_gone(
    folder: str, tmp_path: pathlib.Path
) -> None:
    present = tmp_path / folder / "hook.py"
    present.parent.mkdir()
    present.write_text("raise SystemExit(2)\n")
    gone = str(tmp_path / folder / "gone")
    for python, file in ((gone, str(present)), (sys.executable, gone), (gone, gone)):
        line = Launcher(python, file, USER).hook_line("claude")
        assert run_line(line, tmp_path) == (0, "", "")


@posix_only
def test_no_error_appears_when_the_program_of_a_shared_file_is_not_installed(
    tmp_path: pathlib.Path,
) -> None:
    assert run_line(Launcher("", "", PROJECT).hook_line("codex"), tmp_path) == (0, "", "")


@posix_only
def test_the_line_runs_the_hook_when_it_is_there(tmp_path: pathlib.Path) -> None:
    assert run_line(current_launcher(USER).hook_line("claude"), tmp_path)[0] == 0
    assert (tmp_path / "home").is_dir()


def test_windows_checks_for_both_files_too() -> None:
    launcher = Launcher(r"C:\My venv\python.exe", r"C:\lib\__main__.py", USER)
    line = launcher.hook_line("codex", posix=False)
    assert line.startswith(r'if exist "C:\My venv\python.exe" if exist C:\lib\__main__.py ')
    bash = launcher.hook_line("claude", posix=True)
    assert "\\" not in bash
    assert '"C:/My venv/python.exe"' in bash
