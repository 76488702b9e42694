"""Says in a line what a definition is: its signature without the body, its documentation's start."""

import re

from sightline.parse.lines import Lines

LONGEST_SIGNATURE = 400
LONGEST_DOC = 200
LONGEST_READ = 2000
MOST_LINES = 60  # of a comment

_QUOTE = re.compile(rb"[rRuUbB]{0,2}(\"\"\"|'''|\"|')")
_STRING_STARTS = frozenset(bytes([sign]) for sign in b"\"'rRuUbB")
_SENTENCE = re.compile(r"(.+?[.!?。！？])(?:\s|$)", re.DOTALL)
_MARKUP = re.compile(r"</?[a-zA-Z][^<>\n]*>")
# A paragraph ends at an empty line or where tags of a documentation tool begin.
_PARAGRAPH_END = re.compile(r"\n[ \t]*(?:\n|[@\\:](?=[a-z]))|\A[@\\](?=[a-z])")


def signature(
    lines: Lines, start: int, body: int, end: int, comment: re.Pattern[str] | None
) -> str:
    """The head of a definition on one line without comments; without a body its first line."""
    if body >= 0:
        text = lines.text(start, min(body, start + 4 * LONGEST_SIGNATURE))
    else:
        text = lines.text(start, min(end, start + LONGEST_SIGNATURE))
        if text.count("\n") > 3:
            text = text[: text.index("\n")]
    if comment and ("#" in text or "//" in text):
        text = comment.sub(_said, text)
    line = " ".join(text.split()).rstrip(":{= ")
    return line if len(line) <= LONGEST_SIGNATURE else line[: LONGEST_SIGNATURE - 1] + "…"


def _said(found: re.Match[str]) -> str:
    """What was found, if it is no comment."""
    return found[1] or ""


def leading(source: bytes, start: int, words: frozenset[bytes]) -> int:
    """Where a definition really begins: before the keywords that stand in front of it."""
    line = source.rfind(b"\n", 0, start) + 1
    before = source[line:start].split()
    if before and words.issuperset(before):
        return line + source[line:start].index(before[0])
    return start


def above(source: bytes, start: int, marks: tuple[bytes, ...]) -> int:
    """Where a definition begins with the attribute lines right above it."""
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
    """The first sentence of the string a body opens with."""
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
        return ""  # what stands above the line is about what the line begins with
    while line_start > 0 and len(lines) < MOST_LINES:
        previous = source.rfind(b"\n", 0, line_start - 1) + 1
        line = source[previous : line_start - 1].rstrip()
        stripped = line.lstrip()
        found = comment.fullmatch(line)
        if not found or not stripped or (not previous and line.startswith(b"#!")):
            break
        lines.append(found[1].decode("utf-8", "replace"))
        line_start = previous
        in_block = stripped.startswith(b"*")
        if stripped.startswith(b"/*"):
            break
    if in_block or not lines:
        return ""  # nothing, or a line that begins with a star, but no comment
    return first_sentence(_MARKUP.sub("", "\n".join(reversed(lines))))


def first_sentence(text: str) -> str:
    """The first sentence of a text, at most one paragraph, on one line."""
    paragraph = _PARAGRAPH_END.split(text.strip().strip("*/").strip(), maxsplit=1)[0]
    found = _SENTENCE.match(paragraph)
    line = " ".join((found[1] if found else paragraph).replace("*/", "").split())
    return line if len(line) <= LONGEST_DOC else line[: LONGEST_DOC - 1].rstrip() + "…"
