"""Files of every language are read the same with and without compiled code."""

import pathlib
import subprocess
import sys

import pytest

from sightline.index import weighed

ROOT = pathlib.Path(__file__).parents[2]
CASES = ROOT / "tests" / "parse" / "cases"
NATIVE = sorted(path.stem for path in (ROOT / "src" / "sightline" / "native").glob("*.py"))

# Prints one line for each file: its path and a digest of all that was read from it.
READ = """
import hashlib, os, sys
for name in sys.argv[2].split():
    sys.modules["sightline.native." + name] = None
from sightline.index import reading
from sightline.parse.facts import unpack
from sightline.parse.languages import Languages
languages = Languages(())
for folder, _, names in sorted(os.walk(sys.argv[1])):
    for name in sorted(names):
        path = os.path.relpath(os.path.join(folder, name), sys.argv[1])
        record = reading.read_file(sys.argv[1], path, languages)
        # Packed facts also tell which of their values are one object: that may differ.
        tops = record.facts[: 4 + int.from_bytes(record.facts[:4], "little")]
        facts = unpack(record.facts) if record.facts else ()
        said = repr((tuple(record._replace(facts=tops)), facts)).encode("utf-8", "surrogatepass")
        print(path, len(record.symbols), hashlib.blake2b(said).hexdigest())
"""


def read(folder: pathlib.Path, without: str) -> list[str]:
    command = [sys.executable, "-c", READ, str(folder), without]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def broken(folder: pathlib.Path) -> None:
    """Copies of the cases, each cut in two places, its lines ending and its bytes not as usual."""
    for path in CASES.rglob("*"):
        if path.is_file():
            source = path.read_bytes()
            target = folder / path.relative_to(CASES)
            target.parent.mkdir(parents=True, exist_ok=True)
            half = len(source) // 2
            target.write_bytes(
                source[: half + 7].replace(b"\n", b"\r\n") + b"\xff\x1c" + source[half:]
            )


@pytest.mark.skipif(weighed.compiled is None, reason="nothing was compiled")
@pytest.mark.parametrize("which", ["cases", "broken", "own source"])
def test_compiled_code_reads_every_language_as_python_does(
    which: str, tmp_path: pathlib.Path
) -> None:
    folder = {"cases": CASES, "broken": tmp_path, "own source": ROOT / "src"}[which]
    if which == "broken":
        broken(tmp_path)
    compiled = read(folder, "")
    assert len(compiled) > 200
    assert compiled == read(folder, " ".join(NATIVE))
