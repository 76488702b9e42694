"""Reads text out of a source: lines, fingerprints, signatures and the first sentence of docs."""

import re
from bisect import bisect_right
from itertools import accumulate

from sightline.text.hashing import digest, fingerprint

LONGEST_SIGNATURE = 400
LONGEST_DOC = 200
LONGEST_READ = 2000
MOST_LINES = 60  # lines of a comment

_QUOTE = re.compile(rb"[rRuUbB]{0,2}(\"\"\"|'''|\"|')")
_STRING_STARTS = frozenset(bytes([sign]) for sign in b"\"'rRuUbB")
_SENTENCE = re.compile(r"(.+?[.!?。！？])(?:\s|$)", re.DOTALL)
_MARKUP = re.compile(r"</?[a-zA-Z][^<>\n]*>")
# A paragraph ends at an empty line or at the tags of a documentation tool.
_PARAGRAPH_END = re.compile(r"\n[ \t]*(?:\n|[@\\:](?=[a-z]))|\A[@\\](?=[a-z])")


class Lines:
    """The lines of one source. `ends[i]` is the byte where line i + 2 begins."""

    __slots__ = ("_words", "ascii", "ends", "source")

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.ascii = source.decode("ascii") if source.isascii() else None
        lines = source.split(b"\n")
        self.ends = [*accumulate([len(line) + 1 for line in lines])]
        self._words = [*map(b" ".join, map(bytes.split, lines))]

    def at(self, place: int) -> int:
        """The line of a byte, counted from 1."""
        return bisect_right(self.ends, place) + 1

    def text(self, start: int, end: int) -> str:
        """The text between two bytes."""
        if self.ascii is not None:
            return self.ascii[start:end]
        return self.source[start:end].decode("utf-8", "replace")

    def fingerprint(self, start: int, end: int, first: int, last: int) -> str:
        """The fingerprint of the bytes from `start` to `end`, which lie on these lines."""
        source, ends = self.source, self.ends
        before = source[(ends[first - 2] if first > 1 else 0) : start]
        after = source[end : ends[last - 1]]
        if (before and not before.isspace()) or (after and not after.isspace()):
            return fingerprint(source[start:end])
        return digest(b" ".join(filter(None, self._words[first - 1 : last])))


def signature(
    lines: Lines, start: int, body: int, end: int, comment: re.Pattern[str] | None
) -> str:
    """The head of a definition on one line without comments; its first line if it has no body."""
    if body >= 0:
        text = lines.text(start, min(body, start + 4 * LONGEST_SIGNATURE))
    else:
        text = lines.text(start, min(end, start + LONGEST_SIGNATURE))
        if text.count("\n") > 3:
            text = text[: text.index("\n")]
    if comment and ("#" in text or "//" in text):
        text = comment.sub(_quoted_text, text)
    line = " ".join(text.split()).rstrip(":{= ")
    return line if len(line) <= LONGEST_SIGNATURE else line[: LONGEST_SIGNATURE - 1] + "…"


def _quoted_text(match: re.Match[str]) -> str:
    """Keep a match that is a quoted text, drop a comment."""
    return match[1] or ""


def leading(source: bytes, start: int, words: frozenset[bytes]) -> int:
    """Where a definition begins, including the keywords in front of it on its line."""
    line = source.rfind(b"\n", 0, start) + 1
    before = source[line:start].split()
    if before and words.issuperset(before):
        return line + source[line:start].index(before[0])
    return start


def above(source: bytes, start: int, marks: tuple[bytes, ...]) -> int:
    """Where a definition begins, including the attribute lines right above it."""
    line = source.rfind(b"\n", 0, start) + 1
    while line > 0 and not source[line:start].strip():
        previous = source.rfind(b"\n", 0, line - 1) + 1
        text = source[previous : line - 1].strip()
        if not text.startswith(marks):
            break
        line = previous
        start = source.index(text[:1], previous)
    return start


def string_doc(source: bytes, body: int) -> str:
    """The first sentence of the string that a body begins with."""
    if source[body : body + 1] not in _STRING_STARTS:
        return ""
    opened = _QUOTE.match(source, body)
    if not opened:
        return ""
    start = opened.end()
    end = source.find(opened[1], start, start + LONGEST_READ)
    text = source[start : end if end >= 0 else start + LONGEST_READ]
    return first_sentence(text.decode("utf-8", "replace"))


def comment_doc(source: bytes, start: int, comment: re.Pattern[bytes]) -> str:
    """The first sentence of the comment that ends right above a definition."""
    line_start = source.rfind(b"\n", 0, start) + 1
    lines: list[str] = []
    in_block = False
    if source[line_start:start].strip():
        return ""  # a comment above belongs to what the line begins with
    while line_start > 0 and len(lines) < MOST_LINES:
        previous = source.rfind(b"\n", 0, line_start - 1) + 1
        line = source[previous : line_start - 1].rstrip()
        stripped = line.lstrip()
        match = comment.fullmatch(line)
        if not match or not stripped or (not previous and line.startswith(b"#!")):
            break
        lines.append(match[1].decode("utf-8", "replace"))
        line_start = previous
        in_block = stripped.startswith(b"*")
        if stripped.startswith(b"/*"):
            break
    if in_block or not lines:
        return ""  # nothing, or lines with a star that are not a comment
    return first_sentence(_MARKUP.sub("", "\n".join(reversed(lines))))


def first_sentence(text: str) -> str:
    """The first sentence of a text, at most one paragraph, on one line."""
    paragraph = _PARAGRAPH_END.split(text.strip().strip("*/").strip(), maxsplit=1)[0]
    sentence = _SENTENCE.match(paragraph)
    line = " ".join((sentence[1] if sentence else paragraph).replace("*/", "").split())
    return line if len(line) <= LONGEST_DOC else line[: LONGEST_DOC - 1].rstrip() + "…"
