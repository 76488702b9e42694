"""What files refer to is found the same with and without compiled code."""

import pathlib
import subprocess
import sys

import pytest

from sightline.index import weighed

ROOT = pathlib.Path(__file__).parents[2]
CASES = ROOT / "tests" / "parse" / "cases"

# Prints one line for each file: its path and all that it refers to.
RESOLVE = """
import os, sys
import sightline.index
if sys.argv[2] == "plain":
    sightline.index.serve_source()
from sightline.index.names import NamesInMemory
from sightline.index.resolve import Resolver, __file__ as place
from sightline.parse.extract import extract
from sightline.parse.languages import Languages
assert place.endswith(".py") == (sys.argv[2] == "plain"), place
languages, names, paths = Languages(()), NamesInMemory({"": ""}), []
for folder, _, found in os.walk(sys.argv[1]):
    paths += [os.path.relpath(os.path.join(folder, name), sys.argv[1]) for name in found]
for number, path in enumerate(sorted(paths)):
    language = languages.of_path(path)
    if language:
        with open(os.path.join(sys.argv[1], path), "rb") as file:
            names.add(number, path, extract(file.read(), language, path).facts)
resolver = Resolver(names, languages)
for file in names.files():
    print(names.path(file), resolver.references(file))
"""


def resolve(folder: pathlib.Path, how: str) -> list[str]:
    command = [sys.executable, "-c", RESOLVE, str(folder), how]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.skipif(weighed.compiled is None, reason="nothing was compiled")
@pytest.mark.parametrize("which", ["cases", "own source"])
def test_compiled_code_resolves_every_language_as_python_does(which: str) -> None:
    folder = {"cases": CASES, "own source": ROOT / "src"}[which]
    compiled = resolve(folder, "compiled")
    assert len(compiled) > 200
    assert any("'calls'" in line for line in compiled)
    assert compiled == resolve(folder, "plain")
