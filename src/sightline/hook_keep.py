"""Writes the file that `hook_warm` reads: what events of one sort needed so far, and the rest."""

from __future__ import annotations

import marshal
import os
import sys
import time

from sightline.hook_warm import CUT, FUNCTION, PACKAGE, UNCUT, WHOLE, WIDTH, stamp, version_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sightline.hook_warm import Definition, Entry, Warm

# What is loaded before the one file can be, and to write it.
START = tuple(
    f"sightline{name}"
    for name in ("", ".hook", ".hook_reply", ".hook_warm", ".hook_split", ".hook_keep")
)
MOST_PATTERNS = 400
CUTTING_SECONDS = 0.4


def write(warm: Warm, until: float) -> None:
    """Keep for the next process what this one had to import, make or compile.

    Cutting modules takes a while, once; by `until` (of the monotonic clock) it is put off.
    """
    if sys.dont_write_bytecode or not os.access(os.path.dirname(warm.path), os.W_OK):
        return
    parts = _Parts(warm)
    parts.cut_some(min(until, time.monotonic() + CUTTING_SECONDS))
    if _is_ordered(parts.entries):
        from sightline.store import database

        queries = warm.queries | database.kept_queries
        head = marshal.dumps((version_key(), *parts.often(), _patterns(warm), queries))
        tail = marshal.dumps(parts.packed)
        lengths = b"".join(len(part).to_bytes(WIDTH, "little") for part in (head, tail))
        _replace(warm.path, lengths + head + tail)


class _Parts:
    """What the file will hold: that of the old one, and what this process needed beyond it."""

    def __init__(self, warm: Warm) -> None:
        self.entries = list(warm.entries)
        self.called = {module: dict(known) for module, known in warm.called.items()}
        self.named = {module: set(names) for module, names in warm.named.items()}
        self.made: list[tuple[str, str, Definition]] = []
        self.packed = {one: marshal.dumps(warm.definitions(one)) for one in self.called}
        for module, name in warm.stubs:
            self.named[module].add(name)
        present = {(module, name) for module, name, _ in warm.made}
        missed = [one for one in warm.missed if one[:2] not in present]
        for module, name, definition in (*warm.made, *missed):
            if not definition:
                self._add(module)
            elif definition[0] == FUNCTION:
                self.called[module][name] = definition
                self.named[module].discard(name)
            else:
                self.made.append((module, name, definition))

    def _add(self, name: str) -> None:
        """A module as a whole, as it was imported."""
        if name in START or name not in sys.modules:
            return
        loader: Any = sys.modules[name].__loader__
        path = loader.path[len(PACKAGE) + 1 :]
        # The stamp first: if the source changes from now on, the file is not used.
        self.entries.append((name, path, *stamp(path), loader.is_package(name), UNCUT))
        self.made.append((name, "", (WHOLE, loader.get_code(name))))

    def cut_some(self, until: float) -> None:
        """Cut modules into their names, as many as a prompt can wait for."""
        if time.monotonic() > until or all(entry[5] != UNCUT for entry in self.entries):
            return
        from sightline.hook_split import definitions

        for place, (name, path, changed, size, is_package, form) in enumerate(self.entries):
            if form != UNCUT or time.monotonic() > until:
                continue
            with open(f"{PACKAGE}/{path}", "rb") as file:
                found = definitions(file.read(), f"{PACKAGE}/{path}")
            if stamp(path) != (changed, size):
                continue
            form = WHOLE
            if found is not None:
                form = CUT
                self.called[name], self.named[name] = {}, set()
                self.packed[name] = marshal.dumps(found)
                self.made = [one for one in self.made if one[0] != name]
            self.entries[place] = (name, path, changed, size, is_package, form)

    def often(self) -> tuple[Any, ...]:
        """What is made at once."""
        named = {module: tuple(sorted(names)) for module, names in self.named.items()}
        return tuple(self.entries), self.called, named, self.made


def _patterns(warm: Warm) -> dict[tuple[str, int], bytes]:
    from sightline.lean import patterns

    codes = dict(warm.codes)
    for source, flags in patterns.fresh:
        code = patterns.code_of(source, flags)
        if code is not None and len(codes) < MOST_PATTERNS:
            codes[source, flags] = code
    return codes


def _is_ordered(entries: list[Entry]) -> bool:
    """Whether every module comes after its package, once."""
    seen = set(START)
    for name, *_ in entries:
        if name in seen or name.rpartition(".")[0] not in seen:
            return False
        seen.add(name)
    return True


def _replace(path: str, content: bytes) -> None:
    partial = f"{path}.{os.getpid()}"
    try:
        with open(partial, "wb") as file:
            file.write(content)
        os.replace(partial, path)
    except OSError:
        try:
            os.unlink(partial)
        except OSError:
            return
