"""One wrong byte in a memory's words is found, named and mended."""

import pathlib
import sqlite3

from tests.conftest import Sightline


def test_doctor_finds_and_mends_text_that_is_not_utf8(
    home: pathlib.Path, sightline: Sightline
) -> None:
    sightline("remember", "Ledgers are sorted by date in the exporter")
    sightline("remember", "Invoices are numbered per year")
    with sqlite3.connect(home / "sightline" / "memory.db") as memory:
        memory.execute(
            "UPDATE memory_words SET words = CAST(x'ff' || words AS TEXT) WHERE rowid = 1"
        )
        memory.execute("UPDATE memory SET text = CAST(text || x'ff' AS TEXT) WHERE number = 1")
    recall = sightline("recall", "ledgers")
    assert "Traceback" not in recall.stderr
    if recall.returncode:
        assert "sightline doctor" in recall.stderr
    found = sightline("doctor")
    assert "is not valid text" in found.stdout
    fixed = sightline("doctor", "--fix")
    assert "fixed: " in fixed.stdout
    assert "not fixed" not in fixed.stdout
    assert "Ledgers are sorted" in sightline("recall", "exporter").stdout
    assert "integrity ok" in sightline("doctor").stdout


def test_doctor_does_not_call_fixed_what_is_not(home: pathlib.Path, sightline: Sightline) -> None:
    sightline("remember", "Ledgers are sorted by date in the exporter")
    path = home / "sightline" / "memory.db"
    raw = bytearray(path.read_bytes())
    raw[4096 : 4096 * 3] = b"\xff" * 4096 * 2
    path.write_bytes(bytes(raw))
    fixed = sightline("doctor", "--fix")
    assert "Traceback" not in fixed.stderr
    assert "\nfixed: the memory database" not in fixed.stdout
