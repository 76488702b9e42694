"""Links of memories to code: made from a symbol, and checked against the code as it is now.

The state of a link is computed when it is read (ruling 15): it is never stored.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from sightline.model.indexed import IndexedFile, IndexedSymbol
from sightline.model.memory import FRESH, MOVED, NEEDS_REVIEW, STALE, Link, LinkState, Memory
from sightline.text.hashing import fingerprint
from sightline.workspace.source import Sources
from sightline.workspace.verify import CHANGED, has_other_owner, verify


class CodeView(Protocol):
    """What checking a link needs of the index."""

    def is_whole(self) -> bool:
        """Whether the whole project was indexed once."""

    def qualified(self, name: str) -> Sequence[IndexedSymbol]:
        """The symbols with this qualified name."""

    def named(self, name: str) -> Sequence[IndexedSymbol]:
        """The symbols with this name."""

    def file(self, path: str) -> IndexedFile | None:
        """The file with this path."""

    def inside(self, file: IndexedFile, name: str) -> Sequence[IndexedSymbol]:
        """The symbols of a file with this name."""

    def files_named(self, base: str) -> Sequence[IndexedFile]:
        """The files with this base name."""

    def renamed(self, path: str) -> str:
        """The path that the file with this path was renamed to, if any."""


def link_to(symbol: IndexedSymbol, text: bytes) -> Link:
    """The link to a symbol with this text; a module is linked as its file."""
    if symbol.kind == "module":
        return Link("", symbol.path)
    return Link(
        name=symbol.qualified,
        path=symbol.path,
        fingerprint=fingerprint(text),
        body=nameless(text, symbol.name),
        signature=" ".join(symbol.signature.split())[:400],
        kind=symbol.kind,
        line=symbol.line,
        above=symbol.line - symbol.start_line,
        lines=symbol.end_line - symbol.start_line + 1,
    )


def nameless(text: bytes, name: str) -> str:
    """The fingerprint of a symbol's text without its own name, which survives renaming."""
    pattern = rb"(?<![\w$])" + re.escape(name.encode()) + rb"(?![\w$])"
    return fingerprint(re.sub(pattern, b"\0", text))


def states_of(
    memory: Memory, project: str, code: CodeView | None, sources: Sources
) -> tuple[LinkState, ...]:
    """The states of a memory's links in this project; none for a memory of another project.

    Memories of other projects link to other working trees.
    """
    if memory.project not in (project, ""):
        return ()
    return check_links(memory.links, code, sources)


def check_links(
    links: Sequence[Link], code: CodeView | None, sources: Sources
) -> tuple[LinkState, ...]:
    """The states of links; without a complete index no link is called stale."""
    states = tuple(check_link(link, code, sources) for link in links)
    if any(one.state == STALE for one in states) and (code is None or not code.is_whole()):
        return tuple(one for one in states if one.state != STALE)
    return states


def check_link(link: Link, code: CodeView | None, sources: Sources) -> LinkState:
    """The state of a link: fresh, moved, needs_review (changed) or stale (gone), with a sentence."""
    if not link.name:
        return _check_file(link, code, sources)
    file = code.file(link.path) if code is not None else None
    is_indexed = file is not None and sources.unchanged(file)
    if code is not None and is_indexed:
        here = [symbol for symbol in code.qualified(link.name) if symbol.path == link.path]
        for symbol in here:
            if symbol.fingerprint == link.fingerprint:
                return LinkState(link, FRESH, "", link.path, symbol.line)
        if here:
            return _changed(link, here[0].line, " ".join(here[0].signature.split()))
    else:
        state = _state_by_text(link, sources)
        if state is not None:
            return state
    return (
        _moved(link, code, sources)
        or _renamed(link, sources)
        or _moved_and_changed(link, code, sources)
        or _gone(link, sources, is_indexed=is_indexed)
    )


def _state_by_text(link: Link, sources: Sources) -> LinkState | None:
    """The state by the text of the file, where the index has not read its current version."""
    verdict = verify(sources, _as_symbol(link), _no_file(link.path))
    if verdict.holds:
        lines = (sources.read(link.path) or b"").split(b"\n")
        if not has_other_owner(lines, verdict.line - 1, link.name):
            return LinkState(link, FRESH, "", link.path, verdict.line)
        # Its class was renamed, or another class has the same method: worth a look.
        words = f"{last_name(link.name)} stands in another place now"
        return LinkState(link, MOVED, words, link.path, verdict.line)
    if verdict.state == CHANGED:
        return _changed(link, verdict.line, link.signature)
    return None


def _changed(link: Link, line: int, signature: str) -> LinkState:
    short = last_name(link.name)
    if signature and signature != link.signature and link.signature:
        words = f"{short} changed: was {_brief(link.signature)}, is {_brief(signature)}"
    else:
        words = f"the body of {short} changed"
    return LinkState(link, NEEDS_REVIEW, words, link.path, line)


def _moved(link: Link, code: CodeView | None, sources: Sources) -> LinkState | None:
    """The same text under the same name elsewhere, by its qualified name first."""
    if code is None:
        return None
    name = last_name(link.name)
    base = link.path.rpartition("/")[2]
    namesakes = [file for file in code.files_named(base) if file.path != link.path]
    there = [symbol for file in namesakes for symbol in code.inside(file, name)]
    for symbol in (*code.qualified(link.name), *there, *code.named(name)):
        file = code.file(symbol.path)
        if symbol.fingerprint == link.fingerprint and file is not None:
            verdict = verify(sources, symbol, file)
            if verdict.holds:
                words = f"moved from {link.path} to {symbol.path}"
                if symbol.path == link.path:
                    words = f"is {symbol.qualified} now"
                return LinkState(link, MOVED, words, symbol.path, verdict.line)
    return None


def _moved_and_changed(link: Link, code: CodeView | None, sources: Sources) -> LinkState | None:
    """The same qualified name elsewhere, or the name in the renamed file, with another text."""
    for symbol in code.qualified(link.name) if code is not None else ():
        if symbol.path != link.path and sources.read(symbol.path) is not None:
            return _changed_elsewhere(link, symbol)
    if code is None or sources.read(link.path) is not None:
        return None
    file = code.file(code.renamed(link.path))
    there = code.inside(file, last_name(link.name)) if file is not None else ()
    return _changed_elsewhere(link, there[0]) if len(there) == 1 else None


def _changed_elsewhere(link: Link, symbol: IndexedSymbol) -> LinkState:
    words = f"moved from {link.path} to {symbol.path} and changed"
    return LinkState(link, NEEDS_REVIEW, words, symbol.path, symbol.line)


def _renamed(link: Link, sources: Sources) -> LinkState | None:
    """The same text under another name in the same file."""
    source = sources.read(link.path)
    name = last_name(link.name)
    head = link.signature.encode()
    if source is None or not link.body or name.encode() not in head:
        return None
    pattern = _with_any_name(head, name.encode())
    lines = source.split(b"\n")
    for at, line in enumerate(lines):
        match = pattern.match(b" ".join(line.split()))
        if match is None:
            continue
        first = max(0, at - link.above)
        span = b"\n".join(lines[first : first + link.lines]).strip()
        other = match[1].decode("utf-8", "replace")
        for text in (span, span.rstrip(b" \t\r,;")):
            if nameless(text, other) == link.body:
                words = f"{name} is called {other} now"
                return LinkState(link, MOVED, words, link.path, at + 1)
    return None


def _with_any_name(head: bytes, name: bytes) -> re.Pattern[bytes]:
    """Matches the beginning of a signature with any other name."""
    before, _, after = head.partition(name)
    # A signature on several lines shows only its beginning on the first.
    return re.compile(re.escape(before) + rb"([A-Za-z_$][\w$]*)" + re.escape(after[:1]))


def _gone(link: Link, sources: Sources, *, is_indexed: bool) -> LinkState:
    source = sources.read(link.path)
    name = last_name(link.name)
    if source is not None:
        # If the index has read the current file, the symbol is not in it.
        line = 0 if is_indexed else _defined_at(source, link, name)
        if line:
            words = f"the signature of {name} changed: was {_brief(link.signature)}"
            return LinkState(link, NEEDS_REVIEW, words, link.path, line)
        return LinkState(link, STALE, f"{name} is gone from {link.path}", link.path)
    return LinkState(link, STALE, f"{link.path} is gone, and {name} with it", link.path)


def _defined_at(source: bytes, link: Link, name: str) -> int:
    """The line that still defines this name with the same keyword; 0 when there is none."""
    before = link.signature.partition(name)[0].split()
    keyword = before[-1].encode() if before else b""
    if not keyword:
        return 0
    pattern = re.compile(
        rb"(?m)^[^\n#/*]*?(?<![\w$])"
        + re.escape(keyword)
        + rb"\s+"
        + re.escape(name.encode())
        + rb"(?![\w$])"
    )
    lines = source.split(b"\n")
    for match in pattern.finditer(source):
        line = source.count(b"\n", 0, match.end())
        if not has_other_owner(lines, line, link.name):
            return line + 1
    return 0


def _check_file(link: Link, code: CodeView | None, sources: Sources) -> LinkState:
    if sources.read(link.path) is not None:
        return LinkState(link, FRESH, "", link.path)
    if code is not None:
        base = link.path.rpartition("/")[2]
        namesakes = [file.path for file in code.files_named(base) if file.path != link.path]
        there = [path for path in namesakes if sources.read(path) is not None]
        renamed = code.renamed(link.path)
        if renamed and sources.read(renamed) is not None:
            there = [renamed]
        if len(there) == 1:
            return LinkState(link, MOVED, f"{link.path} is {there[0]} now", there[0])
    return LinkState(link, STALE, f"{link.path} is gone", link.path)


def last_name(qualified: str) -> str:
    """The symbol's own name: the last part of its qualified name."""
    for mark in ("::", "#", "/"):
        qualified = qualified.replace(mark, ".")
    return qualified.rpartition(".")[2]


def _brief(signature: str) -> str:
    return signature if len(signature) <= 80 else signature[:79] + "…"


def _as_symbol(link: Link) -> IndexedSymbol:
    start = link.line - link.above
    name = last_name(link.name)
    return IndexedSymbol(
        *(0, 0, link.path, "", "", name, link.name, link.kind, link.signature, "", 0, 0),
        *(start, start + link.lines - 1, link.line, 0, link.fingerprint, False, 0),
    )


def _no_file(path: str) -> IndexedFile:
    return IndexedFile(-1, path, "", "", -1, -1, "", "")
