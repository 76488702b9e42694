"""Verifying a symbol against the working tree without a parser (ruling 61)."""

import os
import pathlib

import pytest

from sightline.model.indexed import IndexedFile, IndexedSymbol
from sightline.text.hashing import digest, fingerprint
from sightline.workspace.source import Sources, utf8
from sightline.workspace.verify import verify

from .conftest import write

SOURCE = '''\
"""Module."""


class Basket:
    def __init__(self, items):
        self.items = items

    @property
    def total(self):
        """Sum of prices."""
        return sum(i.price for i in self.items)


class Order:
    def __init__(self, items):
        self.items = list(items)
'''


def symbol_of(source: str, text: str, signature: str, name: str) -> IndexedSymbol:
    start = source.encode().index(text.encode())
    start_line = source[: source.index(text)].count("\n") + 1
    line = start_line + text[: text.index(signature)].count("\n")
    return IndexedSymbol(
        7,
        1,
        "shop.py",
        "python",
        "source",
        name,
        name,
        "method",
        signature,
        "",
        start,
        start + len(text.encode()),
        start_line,
        start_line + text.count("\n"),
        line,
        0,
        fingerprint(text),
        False,
        0,
    )


TOTAL = symbol_of(
    SOURCE,
    '@property\n    def total(self):\n        """Sum of prices."""\n'
    "        return sum(i.price for i in self.items)",
    "def total(self)",
    "total",
)
INIT = symbol_of(
    SOURCE,
    "def __init__(self, items):\n        self.items = list(items)",
    "def __init__(self, items)",
    "__init__",
)


@pytest.fixture
def file(tmp_path: pathlib.Path) -> IndexedFile:
    place = write(tmp_path, "shop.py", SOURCE)
    facts = place.stat()
    return IndexedFile(
        1,
        "shop.py",
        "python",
        "source",
        facts.st_size,
        facts.st_mtime_ns,
        digest(place.read_bytes()),
        "",
    )


def check(root: pathlib.Path, symbol: IndexedSymbol, file: IndexedFile) -> tuple[str, int, bool]:
    verdict = verify(Sources(str(root)), symbol, file)
    return verdict.state, verdict.line, verdict.text is not None


def test_an_unchanged_file_keeps_its_spans(tmp_path: pathlib.Path, file: IndexedFile) -> None:
    verdict = verify(Sources(str(tmp_path)), TOTAL, file)
    assert (verdict.state, verdict.line, verdict.start_line) == ("fresh", 9, 8)
    assert verdict.text is not None and verdict.text.startswith("@property")


def test_a_touched_file_is_known_by_its_digest(tmp_path: pathlib.Path, file: IndexedFile) -> None:
    os.utime(tmp_path / "shop.py", ns=(1, 1))
    assert check(tmp_path, TOTAL, file) == ("fresh", 9, True)


def test_a_change_below_leaves_it_fresh(tmp_path: pathlib.Path, file: IndexedFile) -> None:
    write(tmp_path, "shop.py", SOURCE + "\n\nMORE = 1\n")
    assert check(tmp_path, TOTAL, file) == ("fresh", 9, True)


def test_lines_above_move_it(tmp_path: pathlib.Path, file: IndexedFile) -> None:
    write(tmp_path, "shop.py", "import os\n\n\n" + SOURCE)
    verdict = verify(Sources(str(tmp_path)), TOTAL, file)
    assert (verdict.state, verdict.line, verdict.start_line) == ("moved", 12, 11)
    assert verdict.text is not None and "Sum of prices" in verdict.text


def test_other_white_space_is_the_same_text(tmp_path: pathlib.Path, file: IndexedFile) -> None:
    write(tmp_path, "shop.py", SOURCE.replace("    ", "\t"))
    assert check(tmp_path, TOTAL, file) == ("fresh", 9, True)


def test_one_of_several_with_the_same_signature_is_told_by_its_text(
    tmp_path: pathlib.Path, file: IndexedFile
) -> None:
    write(tmp_path, "shop.py", SOURCE.replace("class Basket", "import re\n\n\nclass Basket"))
    assert check(tmp_path, INIT, file) == ("moved", 18, True)


def test_an_edited_body_is_changed_and_not_quoted(
    tmp_path: pathlib.Path, file: IndexedFile
) -> None:
    write(tmp_path, "shop.py", SOURCE.replace("i.price for", "i.price * 2 for"))
    assert check(tmp_path, TOTAL, file) == ("changed", 9, False)


def test_a_symbol_or_file_that_is_gone_is_left_out(
    tmp_path: pathlib.Path, file: IndexedFile
) -> None:
    write(tmp_path, "shop.py", SOURCE.replace("def total", "def subtotal_of"))
    assert check(tmp_path, TOTAL, file)[0] == "gone"
    (tmp_path / "shop.py").unlink()
    assert check(tmp_path, TOTAL, file) == ("gone", 0, False)


def test_a_file_behind_a_link_out_of_the_project_is_not_read(tmp_path: pathlib.Path) -> None:
    write(tmp_path, "outside/secret.py", "key = 1\n")
    root = tmp_path / "root"
    root.mkdir()
    os.symlink(tmp_path / "outside", root / "in")
    assert Sources(str(root)).read("in/secret.py") is None
    assert Sources(str(root)).read("../outside/secret.py") is None
    write(root, "lib/plain.py", "open = 1\n")
    os.symlink(root / "lib", root / "also")
    for path in ("lib/plain.py", "also/plain.py", "lib/../lib/plain.py"):
        assert Sources(str(root)).read(path) == b"open = 1\n"


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("grüß".encode(), "grüß"),
        (
            "# -*- coding: shift_jis -*-\n日本".encode("shift_jis"),
            "# -*- coding: shift_jis -*-\n日本",
        ),
        ("grüß".encode("utf-16"), "grüß"),
        ("grüß".encode("latin-1"), "grüß"),
        (b"\x81\xff broken", "\ufffdÿ broken"),
    ],
)
def test_any_encoding_is_read_as_text(raw: bytes, text: str) -> None:
    assert utf8(raw).decode() == text
