"""Which folder an import prefix means, as the package manifests of a project say.

Reads go.mod, package.json and Cargo.toml; a manifest that cannot be read says nothing.
"""

import json
import os
import re
import tomllib

_GO_MODULE = re.compile(r"^\s*module\s+\"?([^\s\"]+)", re.MULTILINE)


def prefixes(root: str, manifests: tuple[str, ...]) -> dict[str, str]:
    """Import prefix to folder ("" is the project's own), the shortest path first to be heard."""
    found: dict[str, str] = {}
    for path in sorted(manifests, key=lambda path: (path.count("/"), path)):
        folder, _, base = path.rpartition("/")
        reader = _READERS.get(base)
        name = reader(os.path.join(root, path)) if reader else ""
        if name:
            found.setdefault(name, folder)
            if base == "Cargo.toml":
                found.setdefault(name.replace("-", "_"), folder)
    return found


def _go_module(path: str) -> str:
    found = _GO_MODULE.search(_text(path))
    return found[1] if found else ""


def _npm_name(path: str) -> str:
    try:
        value = json.loads(_text(path))
    except ValueError:
        return ""
    name = value.get("name") if isinstance(value, dict) else None
    return name if isinstance(name, str) else ""


def _crate_name(path: str) -> str:
    try:
        package = tomllib.loads(_text(path)).get("package")
    except tomllib.TOMLDecodeError:
        return ""
    name = package.get("name") if isinstance(package, dict) else None
    return name if isinstance(name, str) else ""


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(200_000)
    except OSError:
        return ""


_READERS = {"go.mod": _go_module, "package.json": _npm_name, "Cargo.toml": _crate_name}
