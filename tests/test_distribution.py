"""The built wheel and source distribution: pure Python, complete, and they run when installed."""

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest

ROOT = pathlib.Path(__file__).parents[1]
PARTS = ("pyproject.toml", "README.md", "LICENSE", "src")


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, pathlib.Path]:
    """Both distributions, built from a copy, because building writes beside the sources."""
    folder = tmp_path_factory.mktemp("build")
    for name in PARTS:
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so")
            shutil.copytree(source, folder / name, ignore=ignored)
        else:
            shutil.copy(source, folder / name)
    script = "from setuptools import build_meta as b; print(b.build_wheel('dist')); print(b.build_sdist('dist'))"
    subprocess.run([sys.executable, "-c", script], cwd=folder, check=True, capture_output=True)
    dist = folder / "dist"
    return {"wheel": next(dist.glob("*.whl")), "sdist": next(dist.glob("*.tar.gz"))}


def test_the_wheel_is_pure_python(distributions: dict[str, pathlib.Path]) -> None:
    assert distributions["wheel"].name.endswith("-py3-none-any.whl")


def test_both_contain_every_file_of_the_package(distributions: dict[str, pathlib.Path]) -> None:
    package = ROOT / "src" / "sightline"
    expected = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".so"
    }
    with zipfile.ZipFile(distributions["wheel"]) as wheel:
        names = {name.partition("sightline/")[2] for name in wheel.namelist()}
    assert expected <= names
    with tarfile.open(distributions["sdist"]) as archive:
        names = {name.partition("src/sightline/")[2] for name in archive.getnames()}
    assert expected <= names


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_it_installs_and_runs(
    kind: str, distributions: dict[str, pathlib.Path], tmp_path: pathlib.Path
) -> None:
    """The dependencies come from this environment: nothing is downloaded."""
    target = tmp_path / "site"
    options = ["--no-deps", "--no-index", "--no-build-isolation", "--target", str(target)]
    # An environment made by uv has no pip.
    has_pip = importlib.util.find_spec("pip") is not None
    pip = [sys.executable, "-m", "pip"] if has_pip else ["uv", "pip"]
    options += [] if has_pip else ["--python", sys.executable]
    install = [*pip, "install", "--quiet", *options]
    subprocess.run([*install, str(distributions[kind])], check=True, capture_output=True)
    project = tmp_path / "project"
    project.mkdir()
    (project / "a.py").write_text("def expire_session(user):\n    return user\n")
    environ = {**os.environ, "PYTHONPATH": str(target), "SIGHTLINE_HOME": str(tmp_path / "data")}

    def sightline(*words: str) -> str:
        command = [sys.executable, "-m", "sightline", *words]
        done = subprocess.run(command, cwd=project, env=environ, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    where = "import sightline; print(sightline.__file__)"
    asked = subprocess.run(
        [sys.executable, "-c", where], env=environ, capture_output=True, text=True
    )
    assert asked.stdout.startswith(str(target))
    assert "1 file read" in sightline("index", ".")
    assert "a.py:1" in sightline("call", "query_symbol", "name=expire_session")
