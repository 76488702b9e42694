"""Hands an event to the MCP server of the same session, which has everything loaded already.

The server listens on a socket file in the data folder, named after the directory in which the
assistant was started. It records nothing until the client confirms that it printed the answer, so
that the hook process can handle an event itself whose answer comes too late.
"""

import os
from binascii import crc32
from collections.abc import Mapping
from time import monotonic

from sightline import __version__
from sightline.hook.watchdog import HookReply
from sightline.settings.folders import assistant_folder, data_home

# How long the server may take; the rest of the deadline is for handling the event here.
SECONDS = 0.35
PRINTED = b"\x06"
_LENGTH = 4


def socket_folder(environ: Mapping[str, str] = os.environ) -> str:
    """The folder of the servers' sockets, which only the user may enter."""
    return os.path.join(data_home(environ), "hooks")


def socket_prefix(directory: str) -> str:
    """The start of the names of sockets for this directory, by servers of this version."""
    identity = f"{__version__} {os.path.realpath(directory)}"
    return f"{crc32(identity.encode('utf-8', 'replace')):08x}-"


def pack(length: int) -> bytes:
    """The length of a message in the form in which it precedes the message."""
    return length.to_bytes(_LENGTH, "little")


def ask_server(argv: list[str], raw: bytes, reply: HookReply) -> bool:
    """Print the server's answer; False if there is none in time."""
    if os.name != "posix":
        return False  # other systems have no such sockets
    try:
        prefix = socket_prefix(assistant_folder(os.environ) or os.getcwd())
        folder = socket_folder()
        names = [name for name in os.listdir(folder) if name.startswith(prefix)]
    except OSError:
        return False
    for name in sorted(names, reverse=True):
        try:
            if _ask(os.path.join(folder, name), _request(argv, raw, reply.token), reply):
                reply.spool_prompt = None
                return True
        except ConnectionRefusedError:
            continue  # its server was killed; there may be another one
        except OSError:  # too slow, or gone
            return False
    return False


def _request(argv: list[str], raw: bytes, token: str) -> bytes:
    """Arguments, token and environment, each ended by NUL, then an empty field and the event."""
    fields = [" ".join(argv) or " ", token, *(f"{name}={os.environ[name]}" for name in os.environ)]
    request = b"\0".join([*map(os.fsencode, fields), b"", raw])
    return pack(len(request)) + request


def _ask(path: str, request: bytes, reply: HookReply) -> bool:
    # `socket` wraps this module in enumerations, which take longer to load than all of the rest.
    from _socket import AF_UNIX, socket

    deadline = monotonic() + SECONDS
    server = socket(AF_UNIX)
    try:
        server.settimeout(SECONDS)
        server.connect(path)
        server.sendall(request)
        answer = b""
        size = _LENGTH
        while len(answer) < size:
            server.settimeout(max(deadline - monotonic(), 0.001))
            if not (part := server.recv(1 << 16)):
                return False  # the server could not handle the event
            answer += part
            if size == _LENGTH and len(answer) >= _LENGTH:
                size += int.from_bytes(answer[:_LENGTH], "little")
        if reply.print_once(answer[_LENGTH:]):
            try:
                server.sendall(PRINTED)
            except OSError:
                pass  # the server is gone; only its log misses this event
    finally:
        server.close()
    return True
