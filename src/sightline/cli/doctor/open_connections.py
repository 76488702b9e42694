"""Evidence for "no daemon, no port, no network": what our processes hold open, from /proc.

On systems without /proc it says that it cannot tell.
"""

from __future__ import annotations

import os
from typing import NamedTuple

SOCKETS, CHILDREN, CONNECTIONS = "open sockets", "child processes", "connections"
_LISTENING = "0A"  # TCP state in /proc/net


class NetworkSocket(NamedTuple):
    """A row of /proc/net/tcp or its relatives, with the fields we need."""

    inode: str
    port: int
    is_listening: bool
    table: str

    def __str__(self) -> str:
        role = "listens on" if self.is_listening else "to"
        return f"{role} port {self.port} ({self.table})"


def open_connections(proc: str = "/proc") -> dict[str, list[str]]:
    """Sockets, child processes and connections of every process of ours, this one included."""
    report: dict[str, list[str]] = {SOCKETS: [], CHILDREN: [], CONNECTIONS: []}
    if not os.path.isdir(os.path.join(proc, "self", "fd")):
        report[SOCKETS].append("cannot be determined on this system")
        return report
    command_lines = _command_lines(proc)
    ours = {process: line for process, line in command_lines.items() if _is_ours(line)}
    ours[os.getpid()] = "sightline doctor"
    sockets = _network_sockets(proc)
    for process, line in sorted(ours.items()):
        for inode in _socket_inodes(proc, process):
            socket = sockets.get(inode)
            if socket is None:
                continue  # a socket pair between two local processes
            kind = SOCKETS if socket.is_listening else CONNECTIONS
            report[kind].append(f"{process} {line[:60]} {socket}")
    for process, line in command_lines.items():
        if _parent(proc, process) in ours and process not in ours:
            report[CHILDREN].append(f"{process} {line[:60]}")
    return report


def _is_ours(line: str) -> bool:
    words = line.split()
    return any(
        word.endswith(("/sightline", "sightline/hook/__main__.py", "sightline/hook.py"))
        or word == "sightline"
        for word in words[:5]
    )


def _command_lines(proc: str) -> dict[int, str]:
    """The command line of every process, by process id."""
    lines = {}
    for name in os.listdir(proc):
        if not name.isdigit():
            continue
        try:
            with open(os.path.join(proc, name, "cmdline"), "rb") as file:
                lines[int(name)] = file.read().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
    return lines


def _parent(proc: str, process: int) -> int:
    path = os.path.join(proc, str(process), "stat")
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            _state, parent, *_ = file.read().rpartition(")")[2].split()
            return int(parent)
    except (OSError, ValueError):
        return 0


def _socket_inodes(proc: str, process: int) -> list[str]:
    folder = os.path.join(proc, str(process), "fd")
    inodes = []
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    for name in names:
        try:
            target = os.readlink(os.path.join(folder, name))
        except OSError:
            continue
        if target.startswith("socket:["):
            inodes.append(target.removeprefix("socket:[").removesuffix("]"))
    return inodes


def _network_sockets(proc: str) -> dict[str, NetworkSocket]:
    """Every network socket on this machine, by inode."""
    sockets = {}
    for table in ("tcp", "tcp6", "udp", "udp6"):
        try:
            with open(os.path.join(proc, "net", table), encoding="ascii") as file:
                rows = [line.split() for line in file][1:]
        except OSError:
            continue
        for _, local, remote, state, _, _, _, _, _, inode, *_ in rows:
            is_listening = state == _LISTENING or remote.endswith(":0000")
            address = local if is_listening else remote
            port = int(address.rpartition(":")[2], 16)
            sockets[inode] = NetworkSocket(inode, port, is_listening, table)
    return sockets
