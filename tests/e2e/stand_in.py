"""A loopback stand-in for the models' APIs: it answers three protocols and records every request.

Its replies are scripted: it says "done", or calls one tool once on request.
"""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

REPLY = "Understood. Everything is done."


class ToolRequest(NamedTuple):
    """A tool that the stand-in asks the assistant to run."""

    name: str
    arguments: dict[str, Any]


class StandIn:
    """The server, the requests it received, and the tool to call once."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.tool = ""
        self.tool_arguments: dict[str, Any] = {}
        self.calls = 0
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()

    def forget(self) -> None:
        """Start a new recording."""
        self.requests = []

    def conversations(self) -> list[str]:
        """The recorded requests for the model as text, oldest first."""
        return [json.dumps(r["body"], ensure_ascii=False) for r in self.requests if r["body"]]

    def offered_tools(self) -> list[tuple[str, ...]]:
        """The tools offered in each recorded request that offers any, oldest first."""
        lists = [offered_names(r["body"]) for r in self.requests if r["body"]]
        return [names for names in lists if names]

    def call_once(self, tool: str, arguments: dict[str, Any]) -> None:
        """Make the next conversation call this tool."""
        self.tool, self.tool_arguments = tool, arguments

    def next_tool(self, offered: list[str]) -> ToolRequest:
        """The offered tool to call now, or one with an empty name."""
        if not self.tool:
            return ToolRequest("", {})
        name = next((name for name in offered if name.endswith(self.tool)), "")
        if not name:
            return ToolRequest("", {})
        self.tool = ""
        self.calls += 1
        return ToolRequest(name, self.tool_arguments)


def offered_names(body: dict[str, Any]) -> tuple[str, ...]:
    """The names of all tools in a request of any of the protocols."""
    names: list[str] = []
    for tool in body.get("tools") or []:
        function = tool.get("function") or {}
        declared = tool.get("functionDeclarations") or tool.get("tools") or [function or tool]
        prefix = tool.get("name", "") if tool.get("type") == "namespace" else ""
        names += [prefix + one.get("name", "") for one in declared]
    return tuple(names)


def _handler(stand_in: StandIn) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *arguments: object) -> None:
            """Print nothing."""

        def do_GET(self) -> None:
            stand_in.requests.append({"path": self.path, "body": None})
            self._send(200, "application/json", json.dumps({"data": [], "models": []}))

        def do_POST(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            raw = self.rfile.read(length) if length else _chunks(self.rfile, self.headers)
            try:
                body = json.loads(raw or b"{}")
            except ValueError:
                body = {}
            path = self.path.split("?")[0]
            stand_in.requests.append({"path": self.path, "body": body})
            if path.endswith("/count_tokens") or ":countTokens" in path:
                self._send(200, "application/json", '{"input_tokens": 10, "totalTokens": 10}')
            elif path.endswith("/messages"):
                self._anthropic(body)
            elif path.endswith("/responses"):
                self._events(_responses_events(stand_in, body))
            elif path.endswith("/chat/completions"):
                self._events(_chat_events(stand_in, body), end="data: [DONE]\n\n")
            elif "enerateContent" in path:
                self._gemini(body, stream="stream" in path)
            else:
                self._send(200, "application/json", "{}")

        def _anthropic(self, body: dict[str, Any]) -> None:
            events = _anthropic_events(stand_in, body)
            if body.get("stream"):
                self._events(events, named=True)
                return
            message = dict(events[0]["message"])
            message["content"] = [{"type": "text", "text": REPLY}]
            message["stop_reason"] = "end_turn"
            self._send(200, "application/json", json.dumps(message))

        def _gemini(self, body: dict[str, Any], *, stream: bool) -> None:
            answer = _gemini_answer(stand_in, body)
            if stream:
                self._events([answer])
            else:
                self._send(200, "application/json", json.dumps(answer))

        def _events(
            self, events: list[dict[str, Any]], *, named: bool = False, end: str = ""
        ) -> None:
            lines = []
            for event in events:
                name = f"event: {event['type']}\n" if named or "type" in event else ""
                lines.append(f"{name}data: {json.dumps(event)}\n\n")
            self._send(200, "text/event-stream", "".join(lines) + end)

        def _send(self, status: int, kind: str, text: str) -> None:
            answer = text.encode()
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

    return Handler


def _chunks(stream: Any, headers: Any) -> bytes:
    """A body sent in chunks."""
    if "chunked" not in (headers.get("transfer-encoding") or ""):
        return b""
    parts = []
    while size := int(stream.readline().split(b";")[0], 16):
        parts.append(stream.read(size))
        stream.readline()
    stream.readline()
    return b"".join(parts)


def _anthropic_events(stand_in: StandIn, body: dict[str, Any]) -> list[dict[str, Any]]:
    offered = [tool.get("name", "") for tool in body.get("tools") or []]
    tool, arguments = stand_in.next_tool(offered)
    usage = {"input_tokens": 10, "output_tokens": 5}
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": body.get("model", "model"),
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": usage,
    }
    if tool:
        call = f"toolu_{stand_in.calls}"
        block: dict[str, Any] = {"type": "tool_use", "id": call, "name": tool, "input": {}}
        text = json.dumps(arguments)
        delta = {"type": "input_json_delta", "partial_json": text}
    else:
        block = {"type": "text", "text": ""}
        delta = {"type": "text_delta", "text": REPLY}
    stop = {"stop_reason": "tool_use" if tool else "end_turn", "stop_sequence": None}
    return [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": stop, "usage": usage},
        {"type": "message_stop"},
    ]


def _responses_events(stand_in: StandIn, body: dict[str, Any]) -> list[dict[str, Any]]:
    offered = _responses_tools(body)
    name, arguments = stand_in.next_tool([full for full, _, _ in offered])
    if name:
        _, short, namespace = next(row for row in offered if row[0] == name)
        item: dict[str, Any] = {
            "type": "function_call",
            "id": f"fc_{stand_in.calls}",
            "call_id": f"call_{stand_in.calls}",
            "name": short,
            "arguments": json.dumps(arguments),
        }
        if namespace:
            item["namespace"] = namespace
    else:
        content = [{"type": "output_text", "text": REPLY, "annotations": []}]
        item = {"type": "message", "id": "m_1", "role": "assistant", "content": content}
    usage = {
        "input_tokens": 10,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 5,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": 15,
    }
    return [
        {"type": "response.created", "response": {"id": "resp_1"}},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": {"id": "resp_1", "usage": usage}},
    ]


def _responses_tools(body: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Every offered tool as (full name, name, namespace)."""
    tools = []
    for tool in body.get("tools") or []:
        if tool.get("type") == "namespace":
            space = tool.get("name", "")
            inner = [one.get("name", "") for one in tool.get("tools") or []]
            tools += [(space + name, name, space) for name in inner]
        else:
            tools.append((tool.get("name") or "", tool.get("name") or "", ""))
    return tools


def _chat_events(stand_in: StandIn, body: dict[str, Any]) -> list[dict[str, Any]]:
    base = {"id": "c1", "object": "chat.completion.chunk", "model": body.get("model", "model")}
    offered = [(tool.get("function") or {}).get("name", "") for tool in body.get("tools") or []]
    name, arguments = stand_in.next_tool(offered)
    delta: dict[str, Any] = {"role": "assistant", "content": REPLY}
    if name:
        function = {"name": name, "arguments": json.dumps(arguments)}
        call = {
            "index": 0,
            "id": f"call_{stand_in.calls}",
            "type": "function",
            "function": function,
        }
        delta = {"role": "assistant", "tool_calls": [call]}
    reason = "tool_calls" if name else "stop"
    return [
        {**base, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
        {**base, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]},
    ]


def _gemini_answer(stand_in: StandIn, body: dict[str, Any]) -> dict[str, Any]:
    declared = [d for tool in body.get("tools") or [] for d in tool.get("functionDeclarations", [])]
    name, arguments = stand_in.next_tool([tool.get("name", "") for tool in declared])
    part: dict[str, Any] = {"text": REPLY}
    if name:
        part = {"functionCall": {"name": name, "args": arguments}}
    elif "responseSchema" in json.dumps(body) or "responseJsonSchema" in json.dumps(body):
        part = {"text": '{"reasoning": "none", "next_speaker": "user", "model_choice": "flash"}'}
    return {
        "candidates": [
            {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
        ],
        "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15},
    }
