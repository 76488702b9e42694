"""Messages of JSON-RPC, one per line: what is read, what is refused, what is written."""

import io
import json
import os
import subprocess
import sys
import threading

import pytest

from sightline.server import jsonrpc
from sightline.server.jsonrpc import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    PARSE_ERROR,
    Notification,
    Request,
    Response,
    RpcError,
    Writer,
    message_of,
    parse,
    read_lines,
)
from tests.server.conftest import SOURCE


def check_refused(value: object, code: int, request_id: str | int | None = None) -> None:
    with pytest.raises(RpcError) as refused:
        message_of(value)
    assert (refused.value.code, refused.value.request_id) == (code, request_id)


def test_the_three_kinds_of_messages_are_told_apart() -> None:
    base = {"jsonrpc": "2.0"}
    assert message_of(base | {"id": 0, "method": "ping"}) == Request(0, "ping", {})
    assert message_of(base | {"id": "a", "method": "m", "params": None}) == Request("a", "m", {})
    assert message_of(base | {"method": "n", "params": {"a": 1}}) == Notification("n", {"a": 1})
    assert message_of(base | {"id": 1, "result": {"a": 1}}) == Response(1, {"a": 1})
    assert message_of(base | {"id": 1, "error": {"code": 1}}) == Response(1, None)
    assert message_of(base | {"id": 1, "result": "odd"}) == Response(1, None)


@pytest.mark.parametrize("value", [None, 7, "ping", [], [{}], True])
def test_a_message_is_an_object(value: object) -> None:
    check_refused(value, INVALID_REQUEST)


@pytest.mark.parametrize("identity", [None, True, 1.5, [], {}])
def test_an_id_is_a_string_or_an_integer(identity: object) -> None:
    check_refused({"jsonrpc": "2.0", "id": identity, "method": "ping"}, INVALID_REQUEST)


def test_a_refused_request_is_answered_under_its_id() -> None:
    check_refused({"id": 3, "method": "ping"}, INVALID_REQUEST, 3)
    check_refused({"jsonrpc": "1.0", "id": 3, "method": "ping"}, INVALID_REQUEST, 3)
    check_refused({"jsonrpc": "2.0", "id": 3}, INVALID_REQUEST, 3)
    check_refused({"jsonrpc": "2.0", "id": "x", "method": 7}, INVALID_REQUEST, "x")
    listed = {"jsonrpc": "2.0", "id": 3, "method": "ping", "params": []}
    check_refused(listed, INVALID_PARAMS, 3)


def test_a_notification_is_never_refused_for_its_params() -> None:
    message = {"jsonrpc": "2.0", "method": "notifications/initialized", "params": [1]}
    assert message_of(message) == Notification("notifications/initialized", {})


@pytest.mark.parametrize(
    "line",
    [b"no JSON", b"{", b'{"a": }', b"[" * 100_000, b'{"a":' * 100_000, b"9" * 5000, b"\xff\xfe"],
)
def test_what_is_not_json_is_a_parse_error(line: bytes) -> None:
    with pytest.raises(RpcError) as refused:
        parse(line)
    assert refused.value.code == PARSE_ERROR


def test_bytes_that_are_not_utf8_cost_one_character() -> None:
    assert parse(b'{"a": "x\xff\xfey"}') == {"a": "x\ufffd\ufffdy"}


def test_half_of_a_character_is_replaced_and_a_whole_one_is_not() -> None:
    assert parse(rb'{"a": "cut \ud83d", "b": ["\ude00"]}') == {"a": "cut \ufffd", "b": ["\ufffd"]}
    assert parse(rb'{"a": "whole \ud83d\ude00"}') == {"a": "whole \U0001f600"}


def test_a_line_that_is_too_long_is_refused_and_the_next_one_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jsonrpc, "MAX_MESSAGE", 20)
    exact = b'"' + b"a" * 17 + b'"\n'
    lines = list(read_lines(io.BytesIO(exact + b"b" * 99 + b"\n \n\n" + b'{"next": 1}\n' + b"{}")))
    assert len(exact) == 20
    assert parse(lines[0]) == "a" * 17
    with pytest.raises(RpcError, match="larger than 20 bytes") as refused:
        parse(lines[1])
    assert refused.value.code == INVALID_REQUEST
    assert [parse(line) for line in lines[2:]] == [{"next": 1}, {}]


def test_what_is_written_is_one_line_of_json_whatever_it_holds() -> None:
    stream = io.BytesIO()
    writer = Writer(stream)
    writer.result(1, {"text": "two\nlines, a file name \udcff, ü"})
    writer.error(None, RpcError(PARSE_ERROR, "odd", data={"a": 1}))
    writer.notify("notifications/progress", {"progress": 1})
    writer.request("roots-1", "roots/list")
    messages = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert all(message.pop("jsonrpc") == "2.0" for message in messages)
    assert messages == [
        {"id": 1, "result": {"text": "two\nlines, a file name ?, ü"}},
        {"id": None, "error": {"code": PARSE_ERROR, "message": "odd", "data": {"a": 1}}},
        {"method": "notifications/progress", "params": {"progress": 1}},
        {"id": "roots-1", "method": "roots/list"},
    ]


def test_messages_of_several_threads_are_not_mixed() -> None:
    stream = io.BytesIO()
    writer = Writer(stream)
    threads = [
        threading.Thread(target=lambda: [writer.result(1, {"a": "x" * 999}) for _ in range(50)])
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = stream.getvalue().splitlines()
    assert len(lines) == 200
    assert all(json.loads(line)["result"] for line in lines)


def test_a_client_that_is_gone_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb", buffering=0) as stream:
        Writer(stream).result(1, {})
    Writer(stream).result(1, {})


def test_prints_and_child_processes_do_not_reach_the_messages() -> None:
    code = (
        "import subprocess, sys\n"
        "from sightline.server.jsonrpc import Writer, read_lines, take_standard_streams\n"
        "reader, writer = take_standard_streams()\n"
        "print('stray', flush=True)\n"
        "subprocess.run([sys.executable, '-c', 'import sys; print(len(sys.stdin.read()))'])\n"
        "Writer(writer).result(1, {'lines': len(list(read_lines(reader)))})\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="one\ntwo\n",
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
        check=True,
    )
    assert json.loads(done.stdout) == {"jsonrpc": "2.0", "id": 1, "result": {"lines": 2}}
    assert done.stderr.split() == ["stray", "0"]
