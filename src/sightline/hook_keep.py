"""Writes the file that `hook_warm` reads: what events of one sort needed so far, and the rest."""

from __future__ import annotations

import marshal
import os
import sys
import time

from sightline.hook_warm import (
    CUT,
    FUNCTION,
    IMPORTED,
    PACKAGE,
    UNCUT,
    WHOLE,
    WIDTH,
    stamp,
    version_key,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sightline.hook_warm import Definition, Entry, Item, Warm

# What is loaded before the one file can be, and to write it.
START = tuple(
    f"sightline{name}"
    for name in ("", ".hook", ".hook_reply", ".hook_warm", ".hook_split", ".hook_keep")
)
MOST_PATTERNS = 400
PORTION = 80  # items
# Cutting all modules takes a second or two; where a prompt waits for it, it is done bit by bit.
CUTTING_SECONDS = 0.4
# A process that writes ends after this long; who finds its mark older than twice that goes ahead.
WRITING_SECONDS = 30


def keep(warm: Warm, until: float) -> None:
    """Keep for the next process what this one had to import, make or compile.

    A process of its own does it, so that no prompt waits; where there can be none it is done here,
    and what is not done by `until` (of the monotonic clock) is left to the next event.
    """
    if sys.dont_write_bytecode or not os.access(os.path.dirname(warm.path), os.W_OK):
        return
    if os.name != "posix":
        write(warm, min(until, time.monotonic() + CUTTING_SECONDS))
        return
    mark = f"{warm.path}.writing"
    if not _is_first(mark):
        return
    if os.fork():
        return
    try:
        _leave()
        write(warm, time.monotonic() + WRITING_SECONDS)
    finally:
        os.unlink(mark)
        os._exit(0)


def _is_first(mark: str) -> bool:
    """Whether no other process is writing; from now on this one is."""
    try:
        if time.time() - os.stat(mark).st_mtime > 2 * WRITING_SECONDS:
            os.unlink(mark)
    except OSError:
        pass
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError:
        return False
    return True


def _leave() -> None:
    """Let go of everything the assistant waits for."""
    import signal

    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    signal.alarm(WRITING_SECONDS)


def write(warm: Warm, until: float) -> None:
    """Write the file; modules that are not cut by `until` are cut another time."""
    parts = _Parts(warm)
    parts.cut_some(until)
    if _is_ordered(parts.entries):
        from sightline.store.queries import kept_queries

        queries = warm.queries | kept_queries
        portions = parts.portions()
        sizes = tuple([len(portion) for portion in portions])
        rest = b"".join([*portions, marshal.dumps(parts.packed)])
        common = (version_key(), tuple(parts.entries), parts.only_named(), _patterns(warm))
        head = marshal.dumps((*common, queries, sizes))
        lengths = b"".join(len(part).to_bytes(WIDTH, "little") for part in (head, rest))
        _replace(warm.path, lengths + head + rest)


class _Parts:
    """What the file will hold: that of the old one, and what this process needed beyond it."""

    def __init__(self, warm: Warm) -> None:
        self.entries = list(warm.entries)
        self.named = {module: set(names) for module, names in warm.named.items()}
        self.items: list[Item] = []
        self.packed = {one: marshal.dumps(warm.definitions(one)) for one in self.named}
        for module, name in warm.stubs:
            self.named[module].add(name)
        present = set()
        for number, item in enumerate(one for portion in warm.portions() for one in portion):
            # What an item asked for comes before it.
            for missed in warm.before.get(number, ()):
                present.add(missed[:2])
                self._add(*missed)
            self.items.append(item)
        for missed in warm.missed:
            if missed[:2] not in present:
                self._add(*missed)

    def _add(self, module: str, name: str, definition: Definition) -> None:
        if not definition:
            self._add_module(module)
        elif definition[0] == FUNCTION:
            more = definition[2:4] if definition[2] or definition[3] else None
            self.items.append((module, name, FUNCTION, definition[1], more))
            self.named[module].discard(name)
        elif definition[0] == IMPORTED:
            self.items.append((module, name, *definition))
        else:
            self.items.append((module, name, *definition[:2], None))

    def _add_module(self, name: str) -> None:
        """A module as a whole, as it was imported."""
        if name in START or name not in sys.modules:
            return
        loader: Any = sys.modules[name].__loader__
        path = loader.path[len(PACKAGE) + 1 :]
        # The stamp first: if the source changes from now on, the file is not used.
        self.entries.append((name, path, *stamp(path), loader.is_package(name), UNCUT))
        self.items.append((name, "", WHOLE, loader.get_code(name), None))

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
                self.named[name] = set()
                self.packed[name] = marshal.dumps(found)
                self.items = [one for one in self.items if one[0] != name]
            self.entries[place] = (name, path, changed, size, is_package, form)

    def only_named(self) -> dict[str, tuple[str, ...]]:
        """The functions that nobody called yet."""
        return {module: tuple(sorted(names)) for module, names in self.named.items()}

    def portions(self) -> list[bytes]:
        """The items, functions first, in portions."""
        ordered = sorted(self.items, key=lambda item: item[2] != FUNCTION)
        return [
            marshal.dumps(ordered[place : place + PORTION])
            for place in range(0, len(ordered), PORTION)
        ]


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
