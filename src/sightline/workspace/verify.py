"""Whether a symbol still is what was indexed, told without a parser (ruling 61).

Looks at one file as it is now; re-parsing is for those who have the time.
"""

from typing import NamedTuple

from sightline.model.indexed import IndexedFile, IndexedSymbol
from sightline.text.hashing import fingerprint
from sightline.workspace.source import Sources

FRESH, MOVED, CHANGED, GONE = "fresh", "moved", "changed", "gone"

# What may follow a symbol on its last line.
_MARKS = (b";", b",", b")", b"]", b"}", b"#", b"//", b"/*", b"*/", b"--", b"</")
# Words before the name of what holds members, and all that is no part of a word.
_OWNING = frozenset(
    b"class struct interface impl trait module namespace enum object extension protocol record".split()
)
_NO_WORD = bytes(c if bytes((c,)).isalnum() or c == 95 or c > 127 else 32 for c in range(256))
# A signature that many symbols share is compared at this many places, the nearest first.
_PLACES = 40


class Verdict(NamedTuple):
    """What became of a symbol: where it stands now, and its text where that still holds."""

    state: str  # fresh, moved (same text elsewhere), changed (signature only) or gone
    line: int  # of its name now; 0 when it is gone
    start_line: int
    text: str | None  # the whole text when fresh or moved, else None

    @property
    def holds(self) -> bool:
        """Whether the indexed text is still there word for word."""
        return self.text is not None


_GONE = Verdict(GONE, 0, 0, None)


def verify(sources: "Sources", symbol: "IndexedSymbol", file: "IndexedFile") -> Verdict:
    """Where the symbol stands in the working tree now and whether its text is the same."""
    source = sources.read(file.path)
    if source is None:
        return _GONE
    if sources.unchanged(file):
        text = source[symbol.start : symbol.end].decode("utf-8", "replace")
        return Verdict(FRESH, symbol.line, symbol.start_line, text)
    here = fingerprint(source[symbol.start : symbol.end]) == symbol.fingerprint
    if here and _ends(source, symbol.end):
        # The change lies below, or above it without moving it.
        text = source[symbol.start : symbol.end].decode("utf-8", "replace")
        start_line = source.count(b"\n", 0, symbol.start) + 1
        return _standing(symbol, start_line, text)
    return _search(source, symbol)


def _ends(source: bytes, end: int) -> bool:
    """Whether nothing was added to the last line: there it ends, or a mark or comment follows."""
    rest = source[end : end + 80].partition(b"\n")[0].lstrip()
    return not rest or rest.startswith(_MARKS)


def _search(source: bytes, symbol: "IndexedSymbol") -> Verdict:
    lines = source.split(b"\n")
    places = _places(lines, symbol)
    above = symbol.line - symbol.start_line
    others = [place for place in places[:_PLACES] if of_another(lines, place, symbol.qualified)]
    own = [place for place in places[:_PLACES] if place not in others]
    for place in own + others:
        text = _text_at(lines, max(place - above, 0), place, symbol)
        if text is not None:
            return _standing(symbol, place - above + 1, text.decode("utf-8", "replace"))
    if not own:
        return _GONE  # what another class calls the same is another symbol
    return Verdict(CHANGED, own[0] + 1, max(own[0] - above, 0) + 1, None)


def of_another(lines: list[bytes], place: int, qualified: str) -> bool:
    """Whether what stands at this line belongs to another class or the like than the name says."""
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
        words = line.translate(_NO_WORD).split()
        if owner in words:
            return False
        if _OWNING.intersection(words[:6]):
            return True
        indent = outer if words else indent
    return False


def _standing(symbol: "IndexedSymbol", start_line: int, text: str) -> Verdict:
    line = start_line + symbol.line - symbol.start_line
    state = FRESH if line == symbol.line else MOVED
    return Verdict(state, line, start_line, text)


def _places(lines: list[bytes], symbol: "IndexedSymbol") -> list[int]:
    """The lines where the signature begins, those nearest to where it stood first."""
    # A very long one was cut when it was indexed.
    signature = symbol.signature.partition("\n")[0].removesuffix("…")
    head = b"".join(signature.encode().split())
    name = symbol.name.encode()
    if not head or not name:
        return []
    found = []
    for number, line in enumerate(lines):
        if name in line:
            squeezed = b"".join(line.split())
            # A long signature may be shown on one line and stand on several.
            if head in squeezed or (len(squeezed) >= len(name) + 3 and head.startswith(squeezed)):
                found.append(number)
    found.sort(key=lambda number: abs(number + 1 - symbol.line))
    return found


def _text_at(lines: list[bytes], first: int, place: int, symbol: "IndexedSymbol") -> bytes | None:
    """The symbol's text if it stands whole at this place, with other white space perhaps."""
    span = b"\n".join(lines[first : first + symbol.end_line - symbol.start_line + 1])
    size = symbol.end - symbol.start
    beginnings = {len(span) - len(span.lstrip())}
    if first == place:
        # What shares its first line with something else begins where its signature does.
        beginnings.add(span.find(symbol.signature[:12].encode()))
    for beginning in sorted(beginnings):
        if beginning < 0:
            continue
        for text in (span[beginning : beginning + size], span[beginning:].rstrip(b" \t\r,;")):
            if fingerprint(text) == symbol.fingerprint and _ends(span, beginning + len(text)):
                return text
    return None
