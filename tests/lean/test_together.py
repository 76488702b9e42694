"""Modules from one file are those of the sources, and the file is used only while it is right."""

import importlib.machinery
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

SOURCE = pathlib.Path(__file__).parents[2] / "src" / "sightline"
SCRIPT = """
import sys
from sightline.lean.together import Together
together = Together("tested")
sys.meta_path.insert(0, together)
import sightline.text.secrets
from sightline.text.words import code_words
together.keep()
from sightline.text import randomness
print(code_words("snowFlake"), randomness.__spec__ is None, getattr(randomness, "ADDED", 0))
"""


@pytest.fixture
def package(tmp_path: pathlib.Path) -> pathlib.Path:
    """A copy of ours, so that sources can be changed."""
    copy = tmp_path / "src" / "sightline"
    for folder in ("lean", "text"):
        shutil.copytree(SOURCE / folder, copy / folder, ignore=shutil.ignore_patterns("*.pyc"))
    for file in ("__init__.py", "errors.py"):
        shutil.copy2(SOURCE / file, copy / file)
    return copy


def run(package: pathlib.Path, script: str = SCRIPT, **extra: str) -> str:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPATH": str(package.parent), **extra}
    environment.pop("PYTHONPYCACHEPREFIX", None)
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def kept(package: pathlib.Path) -> list[pathlib.Path]:
    return list((package / "__pycache__").glob("tested.*.warm"))


def test_the_second_process_loads_what_the_first_had_to_look_for(package: pathlib.Path) -> None:
    first, second, third = run(package), run(package), run(package)
    words = first.removesuffix(" False 0")
    assert first == f"{words} False 0"
    assert second == third == f"{words} True 0"
    assert len(kept(package)) == 1


def test_a_source_that_changed_is_read_again(package: pathlib.Path) -> None:
    run(package)
    with open(package / "text" / "randomness.py", "a", encoding="utf-8") as file:
        file.write("\nADDED = 7\n")
    assert run(package).endswith("False 7")
    assert run(package).endswith("True 7")


def test_a_package_that_was_copied_elsewhere_is_not_taken_for_the_first(
    package: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    run(package)
    other = tmp_path / "other" / "sightline"
    shutil.copytree(package, other)
    where = SCRIPT + "print(randomness.__file__)"
    assert run(other, where).endswith(str(other / "text" / "randomness.py"))
    assert run(other).endswith("True 0")


@pytest.mark.parametrize("content", [b"", b"\0", b"nothing that was kept", b"(\x01\0\0\0N"])
def test_a_file_that_cannot_be_read_is_made_anew(package: pathlib.Path, content: bytes) -> None:
    run(package)
    kept(package)[0].write_bytes(content)
    assert run(package).endswith("False 0")
    assert run(package).endswith("True 0")


def test_nothing_is_kept_where_no_byte_code_is(package: pathlib.Path) -> None:
    run(package, PYTHONDONTWRITEBYTECODE="1")
    assert not kept(package)


def test_what_fails_fails_where_it_is_asked_for(package: pathlib.Path) -> None:
    run(package)
    failing = SCRIPT.replace(
        "import sightline.text.secrets",
        "sys.modules['sightline.text.randomness'] = None\n"
        "try:\n    import sightline.text.secrets\n"
        "except ImportError:\n    print('failed')\n"
        "del sys.modules['sightline.text.randomness']",
    )
    assert run(package, failing).startswith("failed")
    assert run(package).endswith("True 0")


def test_a_module_that_was_not_there_before_is_loaded_too(package: pathlib.Path) -> None:
    run(package)
    (package / "text" / "late.py").write_text("LATE = 1\n")
    with open(package / "text" / "secrets.py", "a", encoding="utf-8") as file:
        file.write("\nfrom sightline.text import late as late\n")
    where = SCRIPT + "print(sightline.text.secrets.late.LATE, sightline.text.late.__spec__ is None)"
    assert run(package, where).endswith("1 False")
    assert run(package, where).endswith("1 True")


def test_what_was_compiled_since_is_taken_instead_of_the_source(package: pathlib.Path) -> None:
    run(package)
    ending = importlib.machinery.EXTENSION_SUFFIXES[0]
    (package / "text" / f"randomness{ending}").write_bytes(b"nothing that can be loaded")
    tried = SCRIPT.replace(
        "import sightline.text.secrets",
        "try:\n    import sightline.text.secrets\nexcept ImportError as error:\n"
        "    print(error)\n    sys.exit()",
    )
    assert f"randomness{ending}" in run(package, tried)
