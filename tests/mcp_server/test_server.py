"""The real server process, asked by the official client in both eras of the protocol."""

import json
import pathlib
import subprocess
import sys
import time

import anyio
import pytest
from mcp.client.client import Client

from sightline.mcp_server.protocol import INSTRUCTIONS, described
from sightline.mcp_server.roots import root_paths
from sightline.mcp_server.sessions import agent_of
from sightline.tools.catalog import LEAN, all_tools, offered
from tests.mcp_server.conftest import HELLO, parameters


@pytest.mark.parametrize("era", ["auto", "legacy"])
def test_both_eras_list_and_call(era: str, project: pathlib.Path, environ: dict) -> None:
    environ = environ | {"CLAUDE_CODE_SESSION_ID": era}

    async def talk() -> None:
        async with Client(parameters(project, environ, "--no-index"), mode=era) as client:
            listed = await client.list_tools()
            assert [tool.name for tool in listed.tools] == [tool.name for tool in all_tools()]
            answer = await client.call_tool("query_symbol", {"name": "greet"})
            assert not answer.is_error
            assert answer.structured_content is None
            assert "def greet(name: str) -> str" in answer.content[0].text
            wrong = await client.call_tool("query_symbol", {"nam": "greet"})
            assert wrong.is_error
            assert "did you mean 'name'?" in wrong.content[0].text
            unknown = await client.call_tool("no_such_tool", {})
            assert unknown.is_error
            prompts = await client.list_prompts()
            names = [prompt.name for prompt in prompts.prompts]
            assert names == ["brief_me", "hand_off", "what_breaks"]
            filled = await client.get_prompt("what_breaks", {"symbol": "greet"})
            assert "greet" in filled.messages[0].content.text

    anyio.run(talk)


def test_nothing_but_the_protocol_is_on_stdout_and_it_ends_with_stdin(
    project: pathlib.Path, environ: dict
) -> None:
    start = parameters(project, environ, "--no-index")
    server = subprocess.Popen(
        [start.command, *start.args],
        env=environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(json.dumps(HELLO) + "\n")
    server.stdin.flush()
    answer = json.loads(server.stdout.readline())
    assert answer["result"]["serverInfo"]["name"] == "sightline"
    server.stdin.close()
    assert all(json.loads(line) for line in server.stdout.read().splitlines())
    assert server.wait(timeout=20) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="reads the process table")
def test_it_dies_with_its_parent(project: pathlib.Path, environ: dict) -> None:
    script = (
        "import subprocess, sys, time\n"
        "p = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)\n"
        "print(p.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    start = parameters(project, environ, "--no-index")
    parent = subprocess.Popen(
        [sys.executable, "-c", script, start.command, *start.args],
        env=environ,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    for _ in range(200):
        if not pathlib.Path(f"/proc/{child}").exists():
            return
        time.sleep(0.05)
    raise AssertionError("the server outlived its parent")


def test_the_list_of_tools_is_short() -> None:
    """At most 16,000 characters for all of them."""
    listed = [described(tool).model_dump(by_alias=True, exclude_none=True) for tool in all_tools()]
    assert len(json.dumps(listed)) < 16_000
    assert len(INSTRUCTIONS) < 2_000


def test_the_lean_profile_has_only_the_few() -> None:
    assert {tool.name for tool in offered("lean")} <= set(LEAN)


@pytest.mark.parametrize(
    ("name", "agent"),
    [
        ("claude-code", "claude"),
        ("codex-mcp-client", "codex"),
        ("gemini-cli-mcp-client", "gemini"),
        ("Visual Studio Code", "vscode"),
        ("opencode", "opencode"),
        ("", "mcp"),
        ("Other Client", "other client"),
    ],
)
def test_a_client_is_known_by_its_name(name: str, agent: str) -> None:
    assert agent_of(name) == agent


def test_roots_come_from_the_call_the_assistant_or_the_folder(tmp_path: pathlib.Path) -> None:
    assert root_paths(["/a", "/b"], {}, "/here") == ["/a", "/b"]
    assert root_paths([], {"CLAUDE_PROJECT_DIR": str(tmp_path)}, "/here") == [str(tmp_path)]
    assert root_paths([], {"CLAUDE_PROJECT_DIR": "/gone"}, "/here") == ["/here"]
