"""The address of a team server: how it is written, shown, secured and remembered.

A password is in the user's file of credentials, in the environment or in libpq's own file; it is never
shown and never written to a database.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from sightline.errors import StoreFailed, TeamInsecure, UsageError
from sightline.process.private_files import make_private_file
from sightline.settings.load import data_home

SCHEMES = ("postgresql", "postgres")
LOOPBACK = ("", "localhost", "127.0.0.1", "::1")
# libpq's modes that never fall back to plain text.
ENCRYPTED = ("require", "verify-ca", "verify-full")
# The parameters of libpq that a URL may set, besides those that its parts set.
OPTIONS = frozenset(
    (
        *("sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl", "ssl_min_protocol_version"),
        *("hostaddr", "passfile", "connect_timeout", "channel_binding", "target_session_attrs"),
    )
)
VARIABLE = "SIGHTLINE_TEAM_URL"


class Address(NamedTuple):
    """A team server as its URL names it; `options` are libpq's own parameters."""

    user: str
    password: str
    host: str
    port: int
    database: str
    options: Mapping[str, str]

    @property
    def name(self) -> str:
        """The address without password and options: what people see and databases store."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.user}@{host or 'local socket'}:{self.port}/{self.database}"

    @property
    def is_local(self) -> bool:
        """Whether the connection stays on this machine: loopback, or a socket in the file system."""
        address = self.options.get("hostaddr", self.host)
        names = [name for part in (self.host, address) for name in part.split(",")]
        return all(name in LOOPBACK or name.startswith("/") for name in names)

    def parameters(self) -> dict[str, Any]:
        """What the driver connects with; encryption is required unless the server is local."""
        values: dict[str, Any] = {
            "host": self.host,
            "port": self.port,
            "dbname": self.database,
            "user": self.user,
            **self.options,
        }
        if self.password:
            values["password"] = self.password
        if not self.is_local:
            mode = values.setdefault("sslmode", "verify-full")
            if mode not in ENCRYPTED:
                raise TeamInsecure(path=self.name, problem=f"sslmode is {mode}")
            if mode == "verify-full":
                values.setdefault("sslrootcert", "system")
        return {name: value for name, value in values.items() if value != ""}

    def url(self) -> str:
        """The whole URL, with its password: only for the file of credentials."""
        password = f":{quote(self.password, safe='')}" if self.password else ""
        host = f"[{self.host}]" if ":" in self.host else quote(self.host, safe="")
        options = "&".join(f"{name}={quote(value)}" for name, value in self.options.items())
        return (
            f"postgresql://{quote(self.user, safe='')}{password}@{host}:{self.port}"
            f"/{quote(self.database, safe='')}" + (f"?{options}" if options else "")
        )

    def hidden(self, text: str) -> str:
        """The text with the password masked, wherever it stands."""
        for secret in (self.password, quote(self.password, safe="")):
            if len(secret) > 3:
                text = text.replace(secret, "***")
        return text


def parse_address(url: str) -> Address:
    """The address in a URL; the message about a wrong one does not repeat it."""
    hint = "write it as postgresql://NAME@HOST:PORT/DATABASE"
    try:
        parts = urlsplit(url)
        port = parts.port or 5432
    except ValueError:
        raise UsageError("this is not the URL of a PostgreSQL server", hint=hint) from None
    if parts.scheme not in SCHEMES:
        raise UsageError("this is not the URL of a PostgreSQL server", hint=hint)
    options = dict(parse_qsl(parts.query))
    user = unquote(parts.username or "") or options.pop("user", "")
    database = unquote(parts.path.lstrip("/")) or options.pop("dbname", "") or user
    if not user or not database:
        raise UsageError("the URL names no login", hint=hint)
    password = unquote(parts.password or "") or options.pop("password", "")
    host = unquote(parts.hostname or "") or options.pop("host", "")
    unknown = sorted(set(options) - OPTIONS)
    if unknown:
        raise UsageError(
            f"the URL has unknown parameters: {', '.join(unknown)}",
            hint=f"known parameters: {', '.join(sorted(OPTIONS))}",
        )
    return Address(user, password, host, port, database, options)


def credentials_path(home: str | None = None) -> str:
    """The file of credentials, readable by its owner only."""
    return os.path.join(home or data_home(), "team-credentials.json")


def remember(address: Address, home: str | None = None) -> None:
    """Keep an address with its password for later synchronisations."""
    _write({**_read(home), address.name: address.url()}, home)


def forget(name: str, home: str | None = None) -> bool:
    """Delete a stored address; whether there was one."""
    stored = _read(home)
    if name not in stored:
        return False
    del stored[name]
    _write(stored, home)
    return True


def recall(
    name: str, home: str | None = None, environ: Mapping[str, str] | None = None
) -> Address | None:
    """The stored address of this name; the environment wins over the file."""
    url = (os.environ if environ is None else environ).get(VARIABLE, "")
    if url and (address := parse_address(url)).name == name:
        return address
    stored = _read(home).get(name)
    return parse_address(stored) if stored else None


def _read(home: str | None) -> dict[str, str]:
    path = credentials_path(home)
    try:
        with open(path, encoding="utf-8") as file:
            stored = json.load(file)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise StoreFailed(path=path, problem=type(error).__name__) from error
    return {str(name): str(url) for name, url in stored.items()} if isinstance(stored, dict) else {}


def _write(stored: dict[str, str], home: str | None) -> None:
    path = credentials_path(home)
    temporary = f"{path}.{os.getpid()}"
    make_private_file(temporary)
    with open(temporary, "w", encoding="utf-8") as file:
        json.dump(stored, file, indent=1)
    os.replace(temporary, path)
