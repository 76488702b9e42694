"""The proof behind "no daemon, no port, no network": what our processes really hold open.

Reads the system's own tables; where there are none it says that it cannot tell.
"""

from __future__ import annotations

import os

SOCKETS, CHILDREN, CONNECTIONS = "open sockets", "child processes", "connections"


def open_connections(proc: str = "/proc") -> dict[str, list[str]]:
    """Sockets, children and connections of every process of ours, this one included."""
    found: dict[str, list[str]] = {SOCKETS: [], CHILDREN: [], CONNECTIONS: []}
    if not os.path.isdir(os.path.join(proc, "self", "fd")):
        found[SOCKETS].append("cannot be told on this system")
        return found
    ours = {process: line for process, line in _processes(proc) if _is_ours(line)}
    ours[os.getpid()] = "sightline doctor"
    network = _network(proc)
    for process, line in sorted(ours.items()):
        for inode in _socket_inodes(proc, process):
            address = network.get(inode)
            if address is None:
                continue  # a local pair between two processes: no network
            kind = CONNECTIONS if address.startswith("to ") else SOCKETS
            found[kind].append(f"{process} {line[:60]} {address}")
    mine = {os.getpid()}
    for process, line in _processes(proc):
        if _parent(proc, process) in ours and process not in mine and process not in ours:
            found[CHILDREN].append(f"{process} {line[:60]}")
    return found


def _is_ours(line: str) -> bool:
    words = line.split()
    return any(
        word.endswith(("/sightline", "sightline/hook/__main__.py", "sightline/hook.py"))
        or word == "sightline"
        for word in words[:5]
    )


def _processes(proc: str) -> list[tuple[int, str]]:
    found = []
    for name in os.listdir(proc):
        if not name.isdigit():
            continue
        try:
            with open(os.path.join(proc, name, "cmdline"), "rb") as file:
                found.append(
                    (int(name), file.read().replace(b"\0", b" ").decode("utf-8", "replace"))
                )
        except OSError:
            continue
    return found


def _parent(proc: str, process: int) -> int:
    try:
        with open(
            os.path.join(proc, str(process), "stat"), encoding="utf-8", errors="replace"
        ) as file:
            return int(file.read().rpartition(")")[2].split()[1])
    except (OSError, IndexError, ValueError):
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
            inodes.append(target[8:-1])
    return inodes


def _network(proc: str) -> dict[str, str]:
    """Network sockets by inode: listening on an address, or connected to one."""
    found = {}
    for table in ("tcp", "tcp6", "udp", "udp6"):
        try:
            with open(os.path.join(proc, "net", table), encoding="ascii") as file:
                rows = [line.split() for line in file][1:]
        except OSError:
            continue
        for row in rows:
            listening = row[3] == "0A" or row[2].endswith(":0000")
            place = row[1] if listening else row[2]
            port = int(place.rpartition(":")[2], 16)
            found[row[9]] = f"{'listens on' if listening else 'to'} port {port} ({table})"
    return found
