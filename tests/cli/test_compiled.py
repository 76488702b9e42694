"""Regular expressions of an earlier process are those `re` would have compiled."""

import marshal
import pathlib
import re
import subprocess
import sys

import pytest

from sightline.cli import compiled

_COUNTS = """
import re, sys
from sightline.cli import compiled
made = []
compile = re._compiler.compile
re._compiler.compile = lambda *given: made.append(given[0]) or compile(*given)
compiled.recall(sys.argv[1])
print(re.compile(r"(?P<first>ab+)c|[^\\W\\d]x{2,3}", re.ASCII).sub(r"<\\g<first>>", "abbbc 7xx _xx"))
print(re.compile(rb"\\xff(?i:q)+").findall(b"\\xffQq"))
print(len(made))
compiled.keep(sys.argv[1])
"""


def run(path: pathlib.Path) -> list[str]:
    """What a process of its own says that uses two expressions and keeps them."""
    command = [sys.executable, "-c", _COUNTS, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_a_second_process_compiles_nothing_and_finds_the_same(tmp_path: pathlib.Path) -> None:
    kept = tmp_path / "patterns"
    first, second = run(kept), run(kept)
    assert first[:2] == second[:2] == ["<abbb> 7xx <>", r"[b'\xffQq']"]
    assert (first[2], second[2]) == ("2", "0")


@pytest.mark.parametrize(
    "content", [b"", b"no marshal", marshal.dumps(("another version", {})), marshal.dumps(7)]
)
def test_what_cannot_be_used_is_made_anew(tmp_path: pathlib.Path, content: bytes) -> None:
    kept = tmp_path / "patterns"
    kept.write_bytes(content)
    assert run(kept)[2] == "2"
    assert run(kept)[2] == "0"


def test_codes_that_are_none_harm_nothing(tmp_path: pathlib.Path) -> None:
    kept = tmp_path / "patterns"
    wrong = marshal.dumps((32, [1, 2, 3], 0, {}, (None,)))
    kept.write_bytes(marshal.dumps((sys.version, {("never[s]een", 0): wrong})))
    compiled.recall(str(kept))
    assert re.compile("never[s]een").match("neverseen")


def test_a_folder_that_is_missing_is_not_made(tmp_path: pathlib.Path) -> None:
    re.compile("something[n]ew")
    compiled.keep(str(tmp_path / "index" / "patterns"))
    assert not list(tmp_path.iterdir())
