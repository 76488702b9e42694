"""The secret that lets a program on this machine talk to `sightline serve --http`."""

from __future__ import annotations

import os

from sightline.settings.load import data_home


def token_path(home: str | None = None) -> str:
    """The file of the token, readable by its owner only."""
    return os.path.join(home or data_home(), "server-token")


def server_token(home: str | None = None) -> str:
    """This user's token, created on first use."""
    path = token_path(home)
    try:
        with open(path, encoding="ascii") as file:
            token = file.read().strip()
        if token:
            return token
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    token = os.urandom(24).hex()
    temporary = f"{path}.{os.getpid()}"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(token + "\n")
    os.replace(temporary, path)
    return token
