"""The live page: nothing without the token, data as JSON, actions, and events for changes."""

import http.client
import json
import pathlib
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from sightline.engine import Engine, Lifetime, open_engine
from sightline.view.server import ViewServer
from tests.view.conftest import inject, remember

TOKEN = "secret-token"


@pytest.fixture
def server(engine: Engine, project: pathlib.Path) -> Iterator[ViewServer]:
    server = ViewServer(lambda: open_engine(str(project), Lifetime.COMMAND), TOKEN)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def request(
    server: ViewServer, path: str, body: object = None, token: str = TOKEN, **headers: str
) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    if token:
        headers["Authorization"] = f"Bearer {token}"
    text = None if body is None else json.dumps(body)
    connection.request("GET" if body is None else "POST", path, text, headers)
    response = connection.getresponse()
    answer = response.read().decode()
    connection.close()
    return response.status, answer


def ask(server: ViewServer, path: str, body: object = None) -> Any:
    status, answer = request(server, path, body)
    assert status == 200, answer
    return json.loads(answer)


@pytest.mark.parametrize("path", ["/", "/api/memories", "/api/events", "/?token=wrong"])
def test_nothing_is_answered_without_the_token(server: ViewServer, path: str) -> None:
    assert request(server, path, token="")[0] == 401


def test_the_token_in_the_address_opens_only_the_page(server: ViewServer) -> None:
    assert request(server, f"/?token={TOKEN}", token="")[0] == 200
    assert request(server, f"/api/memories?token={TOKEN}", token="")[0] == 401


def test_other_hosts_and_origins_are_refused(server: ViewServer) -> None:
    assert request(server, "/api/head", Host="example.org")[0] == 421
    assert request(server, "/api/head", Origin="https://example.org")[0] == 403
    assert (
        request(server, "/api/action", {"action": "pause"}, Origin="https://example.org")[0] == 403
    )


def test_screens_and_questions_are_answered(server: ViewServer, engine: Engine) -> None:
    id = inject(engine)
    assert ask(server, "/api/injections")[0]["id"] == id
    assert ask(server, f"/api/injection?id={id}")["items"]
    assert ask(server, "/api/impact?symbol=expire&depth=1")["total"] == 1
    assert request(server, "/api/nothing")[0] == 404


def test_an_action_changes_the_store(server: ViewServer, engine: Engine) -> None:
    id = remember(engine, "Expire lazily").id
    assert ask(server, "/api/action", {"action": "drop", "id": id})["done"] == f"dropped {id}"
    assert ask(server, "/api/memories") == []


def test_a_failing_action_says_why(server: ViewServer) -> None:
    status, answer = request(server, "/api/action", {"action": "drop", "id": "dec-unknown"})
    assert status >= 400
    assert "dec-unknown" in json.loads(answer)["error"]
    assert request(server, "/api/action", ["no", "object"])[0] == 400


def test_a_change_is_announced(server: ViewServer, engine: Engine) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    connection.request("GET", "/api/events", headers={"Authorization": f"Bearer {TOKEN}"})
    stream = connection.getresponse()
    assert stream.readline() == b"event: ready\n"
    inject(engine)
    lines = [stream.readline() for _ in range(4)]
    assert b"event: change\n" in lines
    assert any(b"activity" in line for line in lines)
    connection.close()
