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


def test_doctor_mends_text_in_tables_without_row_numbers(
    home: pathlib.Path, sightline: Sightline
) -> None:
    sightline("remember", "Ledgers are sorted by date in the exporter")
    path = home / "sightline" / "memory.db"
    with sqlite3.connect(path) as memory:
        (schema,) = memory.execute(
            "SELECT sql FROM sqlite_master WHERE name = 'project'"
        ).fetchone()
        assert "WITHOUT ROWID" in schema
        memory.execute("UPDATE project SET name = CAST(x'ff' || name AS TEXT)")
    assert "name of project is not valid text in 1 row" in sightline("doctor").stdout
    fixed = sightline("doctor", "--fix")
    assert "not fixed" not in fixed.stdout
    assert "integrity ok" in sightline("doctor").stdout
    assert "Ledgers are sorted" in sightline("recall", "exporter").stdout


def damage(path: pathlib.Path) -> None:
    """Overwrite two pages, as a failing disk does."""
    raw = bytearray(path.read_bytes())
    raw[4096 : 4096 * 3] = b"\xff" * 4096 * 2
    path.write_bytes(bytes(raw))


def test_without_a_backup_doctor_saves_what_can_be_read_and_says_so(
    home: pathlib.Path, sightline: Sightline
) -> None:
    sightline("remember", "Ledgers are sorted by date in the exporter")
    damage(home / "sightline" / "memory.db")
    found = sightline("doctor")
    assert "the memory database is damaged" in found.stdout
    fixed = sightline("doctor", "--fix")
    assert "Traceback" not in fixed.stderr
    assert "1 memory could be read and saved; the damaged file was kept as" in fixed.stdout
    assert "integrity ok" in fixed.stdout
    assert "Ledgers are sorted" in sightline("recall", "exporter").stdout


def test_with_a_backup_doctor_names_it_and_restoring_brings_back_what_came_later(
    home: pathlib.Path, sightline: Sightline
) -> None:
    sightline("remember", "Ledgers are sorted by date in the exporter")
    sightline("backup")
    sightline("remember", "Invoices are numbered per year")
    damage(home / "sightline" / "memory.db")
    fixed = sightline("doctor", "--fix")
    assert fixed.returncode == 1
    assert "\nfixed: the memory database" not in fixed.stdout
    assert "sightline backup --restore" in fixed.stdout
    restored = sightline("backup", "--restore")
    assert "brought back from the damaged database: 1 memory" in restored.stdout
    assert "Ledgers are sorted" in sightline("recall", "exporter").stdout
    assert "Invoices are numbered" in sightline("recall", "invoices numbered").stdout
    assert "integrity ok" in sightline("doctor").stdout
