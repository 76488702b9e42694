"""What is installed: locked dependencies that match the declared ones, scripts that can run."""

import os
import pathlib
import re
import tomllib

import pytest

ROOT = pathlib.Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCKED = re.compile(r"^([A-Za-z0-9_.-]+)==([^ ;\\]+)", re.MULTILINE)


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(name: str) -> dict[str, str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return {normal(package): version for package, version in LOCKED.findall(text)}


def version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text))


EXTRAS = PROJECT["optional-dependencies"]
OWN_EXTRAS = "sightline[http,team]"


@pytest.mark.parametrize(
    ("lock", "declared"),
    [
        ("requirements.lock", PROJECT["dependencies"]),
        (
            "requirements-dev.lock",
            [
                *(PROJECT["dependencies"] + EXTRAS["http"] + EXTRAS["team"]),
                *(line for line in EXTRAS["dev"] if line != OWN_EXTRAS),
            ],
        ),
    ],
)
def test_every_declared_dependency_is_locked(lock: str, declared: list[str]) -> None:
    versions = locked(lock)
    for line in declared:
        name = re.match(r"[A-Za-z0-9_.-]+", line)
        assert name, line
        found = versions.get(normal(name.group()))
        assert found, f"{line} is not in {lock}: run scripts/lock"
        for sign, bound in re.findall(r"(>=|<|==)\s*([\d.]+)", line):
            fits = {
                ">=": version(found) >= version(bound),
                "<": version(found) < version(bound),
                "==": version(found) == version(bound),
            }
            assert fits[sign], f"{line}, locked {found}: run scripts/lock"


def test_the_plain_installation_has_no_http_server_and_the_developers_have_one() -> None:
    assert OWN_EXTRAS in EXTRAS["dev"]
    for line in EXTRAS["http"]:
        name = normal(re.split(r"[<>= ]", line)[0])
        assert name not in locked("requirements.lock")
        assert name in locked("requirements-dev.lock")


def test_both_locks_agree() -> None:
    developing = locked("requirements-dev.lock")
    assert {name: developing.get(name) for name in locked("requirements.lock")} == locked(
        "requirements.lock"
    )


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_locks_have_hashes_and_name_no_index(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.strip())
    assert all("--hash=sha256:" in entry for entry in entries if not entry.startswith("#"))
    assert "://" not in text
    assert "index-url" not in text


def test_every_language_has_its_grammar_among_the_dependencies() -> None:
    declared = {normal(re.split(r"[<>= ]", line)[0]) for line in PROJECT["dependencies"]}
    for path in (ROOT / "src" / "sightline" / "languages").glob("*/language.toml"):
        grammar = tomllib.loads(path.read_text(encoding="utf-8"))["grammar"]
        assert normal(grammar) in declared, f"{path.parent.name}: {grammar} is not declared"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no executable bit")
@pytest.mark.parametrize("script", ["run", "test", ".ci/run", "scripts/lock"])
def test_scripts_can_be_run(script: str) -> None:
    path = ROOT / script
    assert os.access(path, os.X_OK)
    assert path.read_text(encoding="utf-8").startswith("#!/bin/sh\n")


def test_the_workflows_cover_every_system_and_python_and_say_that_they_are_untried() -> None:
    folder = ROOT / ".github" / "workflows"
    tests = (folder / "test.yml").read_text(encoding="utf-8")
    for system in ("ubuntu-latest", "macos-latest", "windows-latest"):
        assert system in tests
    versions = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if ":: 3." in line]
    assert versions == ["3.11", "3.12", "3.13", "3.14"]
    assert all(f'"{version}"' in tests for version in versions)
    assert "run: PYTHON=python ./test" in tests
    for path in folder.glob("*.yml"):
        assert "Untried" in path.read_text(encoding="utf-8")


def test_every_data_file_of_the_package_is_packaged() -> None:
    """What is not Python must match a pattern of package-data, or `pip install` leaves it out."""
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    patterns = tool["setuptools"]["package-data"]["sightline"]
    package = ROOT / "src" / "sightline"
    matched = {path for pattern in patterns for path in package.glob(pattern)}
    for path in package.rglob("*"):
        made = path.suffix in (".py", ".so", ".pyd") or "__pycache__" in path.parts
        if path.is_file() and not made:
            assert path in matched, f"{path.relative_to(package)} is in no pattern of package-data"
