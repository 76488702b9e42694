"""The real server process, asked by the official client in both eras of the protocol."""

import json
import pathlib
import subprocess
import sys

import anyio
import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError

from sightline.server.backend import agent_of, unexpected
from sightline.server.engines import path_of, root_paths
from sightline.server.protocol import INSTRUCTIONS, list_tools, tool_description
from sightline.settings.table import SETTINGS
from sightline.tools.catalog import LEAN, all_tools, checked, find_tool, input_schema
from tests.server.conftest import (
    HELLO,
    call_every_tool,
    index,
    make_project,
    parameters,
    until,
)


@pytest.mark.parametrize("era", ["auto", "legacy", "2026-07-28"])
def test_the_official_client_lists_and_calls_in_every_mode(
    era: str, project: pathlib.Path, environ: dict
) -> None:
    environ = environ | {"CLAUDE_CODE_SESSION_ID": era}

    async def talk() -> None:
        words = ("--no-index", "--tools", "full")
        async with Client(parameters(project, environ, *words), mode=era) as client:
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
            await call_every_tool(client)
            prompts = await client.list_prompts()
            names = [prompt.name for prompt in prompts.prompts]
            assert names == ["brief_me", "hand_off", "what_breaks"]
            filled = await client.get_prompt("what_breaks", {"symbol": "greet"})
            assert "greet" in filled.messages[0].content.text
            with pytest.raises(MCPError, match="Missing required parameter: symbol"):
                await client.get_prompt("what_breaks", {})
            with pytest.raises(MCPError, match="brief_me"):
                await client.get_prompt("brief", {})

    anyio.run(talk)


def test_nothing_but_the_protocol_is_on_stdout_and_it_ends_with_stdin(
    project: pathlib.Path, environ: dict
) -> None:
    """FO-3: what is logged never mixes with the protocol."""
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


def test_what_was_asked_before_the_pipe_was_closed_is_answered(
    project: pathlib.Path, environ: dict
) -> None:
    start = parameters(project, environ, "--no-index")
    call = {"name": "query_symbol", "arguments": {"name": "greet"}}
    messages = [
        HELLO,
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        *(
            {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": call}
            for number in range(10, 15)
        ),
    ]
    done = subprocess.run(
        [start.command, *start.args],
        env=environ,
        input="".join(json.dumps(message) + "\n" for message in messages),
        capture_output=True,
        text=True,
        timeout=60,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert sorted(one["id"] for one in answers) == sorted([HELLO["id"], *range(10, 15)])
    assert all("result" in one for one in answers)


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
    until(lambda: not pathlib.Path(f"/proc/{child}").exists(), 10)


def test_the_list_of_tools_is_short() -> None:
    """At most 17,000 characters for all of them; only the lean list is offered by default."""
    listed = [tool_description(tool, "full") for tool in all_tools()]
    assert len(json.dumps(listed)) < 17_000
    assert len(INSTRUCTIONS) < 2_000


def test_the_list_offered_by_default_is_lean() -> None:
    """Eight tools in at most 5,000 characters: every request of an assistant carries them."""
    assert {s.name: s.default for s in SETTINGS}["server.tools"] == "lean"
    listed = list_tools("lean")["tools"]
    assert {tool["name"] for tool in listed} == set(LEAN)
    assert len(json.dumps(listed)) <= 5_000


def test_parameters_that_the_lean_list_leaves_out_are_accepted() -> None:
    lean = input_schema(find_tool("save_memory"), "lean")["properties"]
    assert "tags" not in lean
    assert checked(find_tool("save_memory"), {"content": "x", "category": "fact", "tags": ["a"]})


def test_overlapping_tools_say_when_to_use_which() -> None:
    for name in ("search_memory", "list_memories", "ai_recall", "recover_session"):
        assert "recall" in find_tool(name).summary
    assert "get_context" in find_tool("search_code").summary
    assert "get_impact_graph" in find_tool("get_dependents").summary


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


def test_a_fault_of_ours_is_a_sentence_for_the_model_and_a_traceback_in_the_log(
    home: pathlib.Path,
) -> None:
    try:
        raise RuntimeError("the tape is torn")
    except RuntimeError as error:
        text = unexpected("query_symbol", error)
    assert "query_symbol failed: RuntimeError: the tape is torn" in text
    assert "Traceback" not in text
    assert "in test_a_fault" in (home / "sightline" / "hook.log").read_text()


def test_wrong_values_name_the_parameter(project: pathlib.Path, environ: dict, start) -> None:
    server = start(environ, "--root", str(project), "--no-index")
    server.greet()
    assert "name must be of type string" in server.call("query_symbol", {"name": 7})[0]
    assert "Missing required parameter: name" in server.call("query_symbol", {})[0]
    assert "did you mean 'name'?" in server.call("query_symbol", {"nam": "x"})[0]
    assert "query_symbol" in server.call("query_symbl", {})[0]


@pytest.mark.parametrize("encoded", [False, True])
def test_roots_that_a_client_offers_are_ours(
    tmp_path: pathlib.Path, environ: dict, start, encoded: bool
) -> None:
    """Ruling 57; where roots were named, nobody is asked."""
    other = make_project(tmp_path / ("other place" if encoded else "other"))
    (other / "only.py").write_text("def only_here():\n    return 1\n")
    (tmp_path / "start").mkdir()
    server = start(environ, cwd=tmp_path / "start")
    server.greet({"roots": {"listChanged": True}})
    while (message := server.hear()).get("method") != "roots/list":
        assert message["result"]["tools"]
    roots = [{"uri": "file:///no/such/place"}, {"uri": other.as_uri()}]
    server.say({"jsonrpc": "2.0", "id": message["id"], "result": {"roots": roots}})
    until(lambda: "only.only_here" in server.call("query_symbol", {"name": "only_here"})[0])


def test_a_client_that_never_names_its_roots_is_not_waited_for(
    project: pathlib.Path, environ: dict, start
) -> None:
    server = start(environ, "--no-index", cwd=project)
    server.greet({"roots": {}})
    assert "greeting.py" in server.call("get_file_symbols", {"file_path": "greeting.py"})[0]


def test_named_roots_are_not_replaced(project: pathlib.Path, environ: dict, start) -> None:
    server = start(environ, "--root", str(project), "--no-index")
    server.greet({"roots": {}})
    _, before = server.call("get_health", {})
    assert not [message for message in before if message.get("method") == "roots/list"]


def test_several_roots_are_told_apart_by_name(
    tmp_path: pathlib.Path, project: pathlib.Path, environ: dict, start
) -> None:
    other = make_project(tmp_path / "other")
    (other / "only.py").write_text("def only_here():\n    return 1\n")
    index(other, environ)
    server = start(environ, "--root", str(project), "--root", str(other), "--no-index")
    server.greet()
    text, _ = server.call("query_symbol", {"name": "only_here", "repo": "other"})
    assert "def only_here" in text
    assert "nearest" in server.call("query_symbol", {"name": "greet", "repo": "othr"})[0]
    assert "other: index complete" in server.call("get_health", {})[0]


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///a/b%20c", "/a/b c"),
        ("file:///a/b/", "/a/b"),
        ("https://a.b/c", ""),
        ("/a/b", ""),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="paths of other systems")
def test_a_root_is_a_file_uri(uri: str, path: str) -> None:
    assert path_of(uri) == path


def test_the_few_tools_that_matter_are_never_hidden() -> None:
    """Claude Code hides the others behind a search."""
    listed = [tool_description(tool, "full") for tool in all_tools()]
    shown = {tool["name"] for tool in listed if tool.get("_meta", {}).get("anthropic/alwaysLoad")}
    assert shown == {tool["name"] for tool in listed} & set(LEAN)
