"""Secrets are blanked out of source before its words are split; all else stays in its place."""

import pathlib

import pytest

from sightline.index.reading.read_file import read_file
from sightline.index.reading.secrets import blank_secrets
from sightline.model.code import FileRecord
from sightline.parse.languages import Languages
from sightline.text.hashing import fingerprint
from sightline.text.words import code_text
from tests.text.test_secrets import ORDINARY, PLANTED, ordinary_lines


def hidden(source: bytes) -> bytes:
    return blank_secrets(source, code_text(source.decode()))


@pytest.mark.parametrize(("text", "secret"), PLANTED)
def test_a_secret_is_blanked_out_and_positions_stay(text: str, secret: str) -> None:
    """Ruling 38: whatever stands around it, and on whichever line."""
    source = f"größe = 1\n\n{text}\n\ndef later(): ...\n".encode()
    shown = hidden(source)
    assert len(shown) == len(source)
    assert secret.encode() not in shown
    assert shown.startswith("größe = 1\n".encode())
    assert shown.count(b"\n") == source.count(b"\n")
    if "PRIVATE" not in text:
        assert shown.endswith(b"def later(): ...\n")


def test_source_without_secrets_is_left_as_it_is() -> None:
    """At most 2 % of 2,000 ordinary lines may be altered; in fact hardly one."""
    for line in ORDINARY:
        source = line.encode()
        assert hidden(source) is source
    sample = ordinary_lines(4000)
    shown = hidden("\n".join(sample).encode()).decode("utf-8", "replace").split("\n")
    altered = [line for line, other in zip(sample, shown, strict=True) if line != other]
    assert len(altered) <= 0.002 * len(sample), altered


def _read(tmp_path: pathlib.Path, source: str) -> FileRecord:
    (tmp_path / "a.py").write_text(source)
    record = read_file(str(tmp_path), "a.py", Languages())
    assert record is not None
    return record


def test_a_short_password_is_in_no_part_of_a_record(tmp_path: pathlib.Path) -> None:
    """Ruling 38: neither words, signatures, docs nor facts; fingerprints are those of the disk."""
    source = (
        "def connect(host, password='hunter2'):\n"
        '    """Connects; the password is hunter2."""\n'
        "    return driver(password='hunter2', host=host)\n"
    )
    record = _read(tmp_path, source)
    assert "hunter2" not in repr(record)
    function = record.symbols[1]
    assert function[3] == "def connect(host, password='[redacted:password]')"
    assert function[11] == fingerprint(source[function[5] : function[6]])
    assert "driver" in record.words[0].split()


def test_a_file_without_secrets_is_read_once_and_the_same(tmp_path: pathlib.Path) -> None:
    record = _read(tmp_path, "def check(password: str) -> bool:\n    return valid(password)\n")
    assert record.symbols[1][3] == "def check(password: str) -> bool"
    assert {"password", "valid"} <= set(record.words[0].split())


def test_the_gap_of_a_secret_hides_nothing_around_it(tmp_path: pathlib.Path) -> None:
    """Ruling 38: what the code says is read from it whole; only the secret is not kept."""
    source = (
        "def connect(host):\n"
        "    token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'\n"
        "    return driver(host, key='ghp_16C7e42F292c6912E7710c838347Ae178B4a').open()\n"
        "\n\ndef later(): ...\n"
    )
    record = _read(tmp_path, source)
    assert "ghp_16C7" not in repr(record)
    assert [symbol[0] for symbol in record.symbols] == ["a", "connect", "later"]
    assert record.problems == []
    assert {"driver", "open"} <= set(record.mentions.split())
