"""Checks without a parser whether a symbol is still as it was indexed (ruling 61).

Reads one file as it is now; parsing it again would take a hook too long.
"""

from typing import NamedTuple

from sightline.model.indexed import IndexedFile, IndexedSymbol
from sightline.text.hashing import fingerprint
from sightline.workspace.source import Sources

FRESH, MOVED, CHANGED, GONE = "fresh", "moved", "changed", "gone"

# What may follow a symbol on its last line.
_TRAILERS = (b";", b",", b")", b"]", b"}", b"#", b"//", b"/*", b"*/", b"--", b"</")
# Keywords before the name of a type or another owner of members.
_OWNER_KEYWORDS = frozenset(
    b"class struct interface impl trait module namespace enum object extension protocol record".split()
)
# Replaces every byte that is not part of a word by a space.
_WORDS_ONLY = bytes(c if bytes((c,)).isalnum() or c == 95 or c > 127 else 32 for c in range(256))
# A signature that many symbols share is compared at this many lines, the nearest first.
_MAX_CANDIDATES = 40


class Verdict(NamedTuple):
    """The current state of a symbol: its position, and its text if that is unchanged."""

    state: str  # fresh, moved (same text elsewhere), changed (signature only) or gone
    line: int  # of its name now; 0 if it is gone
    start_line: int
    text: str | None  # the whole text if fresh or moved, else None

    @property
    def holds(self) -> bool:
        """Whether the indexed text is still there, word for word."""
        return self.text is not None


_GONE = Verdict(GONE, 0, 0, None)


def verify(sources: "Sources", symbol: "IndexedSymbol", file: "IndexedFile") -> Verdict:
    """The symbol's current position in the working tree, and whether its text is the same."""
    source = sources.read(file.path)
    if source is None:
        return _GONE
    if sources.unchanged(file):
        text = source[symbol.start : symbol.end].decode("utf-8", "replace")
        return Verdict(FRESH, symbol.line, symbol.start_line, text)
    here = fingerprint(source[symbol.start : symbol.end]) == symbol.fingerprint
    if here and _ends(source, symbol.end):
        # The change is below it, or above it without moving it.
        text = source[symbol.start : symbol.end].decode("utf-8", "replace")
        start_line = source.count(b"\n", 0, symbol.start) + 1
        return _unchanged_verdict(symbol, start_line, text)
    return _search(source, symbol)


def _ends(source: bytes, end: int) -> bool:
    """Whether nothing was added to its last line, except punctuation or a comment."""
    rest = source[end : end + 80].partition(b"\n")[0].lstrip()
    return not rest or rest.startswith(_TRAILERS)


def _search(source: bytes, symbol: "IndexedSymbol") -> Verdict:
    lines = source.split(b"\n")
    candidates = _candidate_lines(lines, symbol)
    above = symbol.line - symbol.start_line
    others = [
        place
        for place in candidates[:_MAX_CANDIDATES]
        if has_other_owner(lines, place, symbol.qualified)
    ]
    own = [place for place in candidates[:_MAX_CANDIDATES] if place not in others]
    for place in own + others:
        text = _text_at(lines, max(place - above, 0), place, symbol)
        if text is not None:
            return _unchanged_verdict(symbol, place - above + 1, text.decode("utf-8", "replace"))
    if not own:
        return _GONE  # a member of another class with the same name is another symbol
    return Verdict(CHANGED, own[0] + 1, max(own[0] - above, 0) + 1, None)


def has_other_owner(lines: list[bytes], place: int, qualified: str) -> bool:
    """Whether the symbol at this line belongs to another owner than its qualified name says."""
    for mark in ("::", "#", "/"):
        qualified = qualified.replace(mark, ".")
    owner = qualified.rpartition(".")[0].rpartition(".")[2].encode()
    indent = len(lines[place]) - len(lines[place].lstrip())
    for number in range(place - 1, -1, -1):
        line = lines[number]
        outer = len(line) - len(line.lstrip())
        if not owner or not indent:
            return False
        if outer >= indent:
            continue
        words = line.translate(_WORDS_ONLY).split()
        if owner in words:
            return False
        if _OWNER_KEYWORDS.intersection(words[:6]):
            return True
        indent = outer if words else indent
    return False


def _unchanged_verdict(symbol: "IndexedSymbol", start_line: int, text: str) -> Verdict:
    line = start_line + symbol.line - symbol.start_line
    state = FRESH if line == symbol.line else MOVED
    return Verdict(state, line, start_line, text)


def _candidate_lines(lines: list[bytes], symbol: "IndexedSymbol") -> list[int]:
    """The lines where the signature begins, the nearest to its indexed line first."""
    # A very long signature was truncated when it was indexed.
    signature = symbol.signature.partition("\n")[0].removesuffix("…")
    head = b"".join(signature.encode().split())
    name = symbol.name.encode()
    if not head or not name:
        return []
    numbers = []
    for number, line in enumerate(lines):
        if name in line:
            squeezed = b"".join(line.split())
            # A long signature may be indexed as one line but span several.
            if head in squeezed or (len(squeezed) >= len(name) + 3 and head.startswith(squeezed)):
                numbers.append(number)
    numbers.sort(key=lambda number: abs(number + 1 - symbol.line))
    return numbers


def _text_at(lines: list[bytes], first: int, place: int, symbol: "IndexedSymbol") -> bytes | None:
    """The symbol's text if all of it is at this line, perhaps with other white space."""
    span = b"\n".join(lines[first : first + symbol.end_line - symbol.start_line + 1])
    size = symbol.end - symbol.start
    beginnings = {len(span) - len(span.lstrip())}
    if first == place:
        # A symbol that shares its first line begins at its signature.
        beginnings.add(span.find(symbol.signature[:12].encode()))
    for beginning in sorted(beginnings):
        if beginning < 0:
            continue
        for text in (span[beginning : beginning + size], span[beginning:].rstrip(b" \t\r,;")):
            if fingerprint(text) == symbol.fingerprint and _ends(span, beginning + len(text)):
                return text
    return None
