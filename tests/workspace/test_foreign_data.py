"""Data that others wrote takes nothing down: one odd file costs itself and is named."""

import json
import os
import pathlib
import sys

import pytest

from sightline.agents.transcript import last_reply, read_steps, session_duration
from sightline.process.regular_files import read_end, read_start
from sightline.text.foreign_json import parse_json
from tests.conftest import Sightline

DEEP = "[" * 100_000 + "]" * 100_000
DEEP_OBJECT = '{"a":' * 100_000 + "1" + "}" * 100_000
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices are POSIX")


@pytest.mark.parametrize("text", [DEEP, DEEP_OBJECT, "", "{", '{"a": 1}}', "9" * 10_000])
def test_text_that_is_not_usable_json_has_no_value(text: str) -> None:
    assert parse_json(text) is None


def test_infinite_numbers_have_no_value() -> None:
    assert parse_json('{"a": 1e999, "b": NaN, "c": -Infinity, "d": 1.5}') == {
        **dict.fromkeys("abc"),
        "d": 1.5,
    }


@posix_only
def test_pipes_and_devices_are_not_read(tmp_path: pathlib.Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (str(pipe), "/dev/zero", str(tmp_path), "a\0b", str(tmp_path / "absent")):
        with pytest.raises(OSError):
            read_start(path, 100)
        assert read_steps(path) == []
        assert last_reply(path) == ""
        assert session_duration(path) == 0


def test_a_part_of_a_file_is_said_to_be_a_part(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"abcdef")
    assert read_start(str(path), 6) == (b"abcdef", True)
    assert read_start(str(path), 2) == (b"ab", False)
    assert read_end(str(path), 2) == (b"ef", False)


def test_one_deep_line_costs_a_transcript_only_that_line(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "session.jsonl"
    said = {"type": "user", "message": {"role": "user", "content": "sort the ledger"}}
    path.write_text(f"{DEEP}\n{json.dumps(said)}\n")
    assert [step.text for step in read_steps(str(path))] == ["sort the ledger"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("package.json", DEEP_OBJECT),
        ("package.json", '{"name":' + DEEP + "}"),
        ("tsconfig.json", DEEP_OBJECT),
        ("Cargo.toml", "[package]\nname = " + "[" * 50_000),
        ("go.mod", "module \0\n"),
    ],
)
def test_an_odd_manifest_does_not_stop_an_index(
    tmp_path: pathlib.Path, sightline: Sightline, name: str, content: str
) -> None:
    (tmp_path / "app.py").write_text("def charge(): pass\n")
    (tmp_path / name).write_text(content)
    result = sightline("index", "--json")
    assert "Traceback" not in result.stderr
    assert json.loads(result.stdout)["symbols_extracted"] > 0
    (tmp_path / name).write_text(content + "\n")
    assert sightline("index").returncode == 0


@pytest.mark.parametrize("line", [DEEP, DEEP_OBJECT, '{"kind":"fact","text":"x","created":1e999}'])
def test_an_odd_line_of_an_import_is_named(sightline: Sightline, line: str) -> None:
    good = '{"kind":"fact","text":"Ledgers are sorted by date","created":1}'
    result = sightline("import", "-", text=f"{line}\n{good}\n")
    assert "line 1" in result.stdout
    assert "1 added" in result.stdout
    assert "Traceback" not in result.stderr


@posix_only
def test_an_import_of_a_pipe_or_device_is_refused(
    tmp_path: pathlib.Path, sightline: Sightline
) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "/dev/zero"):
        result = sightline("import", name)
        assert "not a regular file" in result.stderr


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"[" * 50_000, b"a = 1e999", b"\0"])
def test_odd_user_files_do_not_stop_an_index(
    tmp_path: pathlib.Path, home: pathlib.Path, sightline: Sightline, content: bytes
) -> None:
    config = home / "config" / "sightline"
    language = config / "languages" / "odd"
    language.mkdir(parents=True)
    for path in (language / "language.toml", config / "settings.toml", config / "synonyms.yaml"):
        path.write_bytes(content)
    (tmp_path / "app.py").write_text("def charge(): pass\n")
    for command in (("index",), ("context", "where is charge"), ("recall", "charge"), ("doctor",)):
        assert "Traceback" not in sightline(*command).stderr
