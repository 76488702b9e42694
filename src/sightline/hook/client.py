"""Hands an event to the MCP server of the same session, which has everything loaded already.

The server listens on a socket file in the data folder, named after the directory the assistant was
started in. It records nothing before it hears that its answer was printed, so an event whose
answer comes too late can be handled by the hook process itself.
"""

import os
from binascii import crc32
from collections.abc import Mapping
from time import monotonic

from sightline import __version__
from sightline.hook.watchdog import HookReply
from sightline.settings.folders import assistant_folder, data_home

# How long the server may take; the rest of the deadline is for doing the work here.
SECONDS = 0.35
PRINTED = b"\x06"
_LENGTH = 4


def socket_folder(environ: Mapping[str, str] = os.environ) -> str:
    """Where servers put their sockets; only the user may enter it."""
    return os.path.join(data_home(environ), "hooks")


def socket_prefix(directory: str) -> str:
    """What the names of the sockets for this directory begin with, for programs of this version."""
    place = f"{__version__} {os.path.realpath(directory)}"
    return f"{crc32(place.encode('utf-8', 'replace')):08x}-"


def pack(length: int) -> bytes:
    """The length of a message as it precedes the message."""
    return length.to_bytes(_LENGTH, "little")


def ask_server(argv: list[str], raw: bytes, reply: HookReply) -> bool:
    """Print the server's answer; False where there is none in time and the work is left to us."""
    if os.name != "posix":
        return False  # no such sockets there
    try:
        prefix = socket_prefix(assistant_folder(os.environ) or os.getcwd())
        folder = socket_folder()
        names = [name for name in os.listdir(folder) if name.startswith(prefix)]
    except OSError:
        return False
    for name in sorted(names, reverse=True):
        try:
            if _ask(os.path.join(folder, name), _request(argv, raw, reply.token), reply):
                reply.keep_prompt = None
                return True
        except ConnectionRefusedError:
            continue  # its server was killed; another one may be there
        except OSError:  # too slow, or gone
            return False
    return False


def _request(argv: list[str], raw: bytes, token: str) -> bytes:
    """The arguments, the token and the environment, each ended by NUL; an empty one; the event."""
    fields = [" ".join(argv) or " ", token, *(f"{name}={os.environ[name]}" for name in os.environ)]
    request = b"\0".join([*map(os.fsencode, fields), b"", raw])
    return pack(len(request)) + request


def _ask(path: str, request: bytes, reply: HookReply) -> bool:
    import socket  # takes 7 ms, spent only where a server is there to be asked

    until = monotonic() + SECONDS
    with socket.socket(socket.AF_UNIX) as server:
        server.settimeout(SECONDS)
        server.connect(path)
        server.sendall(request)
        answer = b""
        wanted = _LENGTH
        while len(answer) < wanted:
            server.settimeout(max(until - monotonic(), 0.001))
            if not (part := server.recv(1 << 16)):
                return False  # it could not handle the event
            answer += part
            if wanted == _LENGTH and len(answer) >= _LENGTH:
                wanted += int.from_bytes(answer[:_LENGTH], "little")
        if reply.print_once(answer[_LENGTH:]):
            try:
                server.sendall(PRINTED)
            except OSError:
                pass  # it went away meanwhile; only its log misses this
    return True
