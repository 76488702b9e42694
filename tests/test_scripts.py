"""The set-up scripts on machines that lack something: a clear sentence, nothing half done."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[1]
TOOLS = ("sh", "dirname", "cat", "cksum", "rm", "mkdir", "ls", "env", "grep", "sleep", "wc")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")


@pytest.fixture
def checkout(tmp_path: pathlib.Path) -> pathlib.Path:
    """What the scripts need of a clone, in a folder with a space in its name."""
    folder = tmp_path / "my clone"
    folder.mkdir()
    for name in ("run", "test", "pyproject.toml", "requirements.lock", "requirements-dev.lock"):
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(ROOT / "scripts", folder / "scripts")
    return folder


@pytest.fixture
def path(tmp_path: pathlib.Path) -> pathlib.Path:
    """A search path with a shell's usual tools, but without any Python or uv."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in TOOLS:
        found = shutil.which(name)
        assert found, name
        (folder / name).symlink_to(found)
    return folder


def program(path: pathlib.Path, name: str, script: str) -> None:
    (path / name).write_text(f"#!/bin/sh\n{script}\n")
    (path / name).chmod(0o755)


def run(script: pathlib.Path, path: pathlib.Path) -> "subprocess.CompletedProcess[str]":
    environ = {"PATH": str(path), "HOME": str(path)}
    return subprocess.run([str(script)], cwd="/", env=environ, capture_output=True, text=True)


@pytest.mark.parametrize("script", ["run", "test"])
def test_without_a_python_it_says_what_to_install(
    checkout: pathlib.Path, path: pathlib.Path, script: str
) -> None:
    program(path, "python3", "exit 1  # too old: the version check fails")
    done = run(checkout / script, path)
    assert done.returncode == 1
    assert "error: no Python 3.11 or later found\n  install Python 3.11+" in done.stderr
    assert not (checkout / ".venv").exists()


def test_without_venv_it_says_which_package_has_it(
    checkout: pathlib.Path, path: pathlib.Path
) -> None:
    program(path, "python3", 'case "$2" in *ensurepip*) exit 1 ;; esac')
    done = run(checkout / "run", path)
    assert done.returncode == 1
    assert f"error: {path}/python3 cannot create virtual environments\n" in done.stderr
    assert "apt install python3-venv" in done.stderr


def test_a_newer_python_is_found_beside_an_old_one(
    checkout: pathlib.Path, path: pathlib.Path
) -> None:
    program(path, "python3", "exit 1")
    program(path, "python3.12", 'case "$2" in *ensurepip*) exit 1 ;; esac')
    assert (
        f"{path}/python3.12 cannot create virtual environments"
        in run(checkout / "run", path).stderr
    )


def test_a_second_run_installs_nothing(checkout: pathlib.Path, path: pathlib.Path) -> None:
    """The stamp is the fingerprint of what was installed; a changed lock file renews it."""
    programs = checkout / ".venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "python").symlink_to(sys.executable)
    program(programs, "sightline", 'echo "ran $@"')
    ask = '. scripts/environment.sh; fingerprint requirements.lock > ".venv/.installed-requirements.lock"'
    environ = {"PATH": str(path)}
    subprocess.run(["sh", "-c", f"set -eu; {ask}"], cwd=checkout, env=environ, check=True)
    done = run(checkout / "run", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"ran tour --project {checkout} ")
    with (checkout / "requirements.lock").open("a") as file:
        file.write("# another\n")
    again = run(checkout / "run", path)  # finds no Python to install with: that is enough here
    assert "installing into .venv" in again.stderr
    assert again.returncode == 1
