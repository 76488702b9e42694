"""Says in a line what a definition is: its signature without the body, its documentation's start."""

import re

LONGEST_SIGNATURE = 400
LONGEST_DOC = 200

_STRING = re.compile(rb"[rRuUbB]{0,2}(\"\"\"|'''|\"|')(.*?)\1", re.DOTALL)
_SENTENCE = re.compile(r"(.+?[.!?。！？])(?:\s|$)", re.DOTALL)
_COMMENT_LINE = re.compile(rb"[ \t]*(?:///?!?|##?|--+\|?|;+|%+|\"|\*|/\*\*?)[ \t]?(.*)")
_BLANKS = re.compile(rb"\s+")


def signature(source: bytes, start: int, body: int, end: int) -> str:
    """The head of a definition on one line; without a body its first line."""
    if body >= 0:
        text = source[start : min(body, start + 4 * LONGEST_SIGNATURE)]
    else:
        text = source[start : min(end, start + LONGEST_SIGNATURE)]
        if text.count(b"\n") > 3:
            text = text[: text.index(b"\n")]
    line = _BLANKS.sub(b" ", text).decode("utf-8", "replace").strip().rstrip(":{= ")
    return line if len(line) <= LONGEST_SIGNATURE else line[: LONGEST_SIGNATURE - 1] + "…"


def string_doc(source: bytes, body: int) -> str:
    """The first sentence of the string a body opens with."""
    found = _STRING.match(source, body, body + 4000)
    return first_sentence(found[2].decode("utf-8", "replace")) if found else ""


def comment_doc(source: bytes, start: int) -> str:
    """The first sentence of the comment that ends right above a definition."""
    line_start = source.rfind(b"\n", 0, start) + 1
    lines: list[str] = []
    while line_start > 0 and len(lines) < 60:
        previous = source.rfind(b"\n", 0, line_start - 1) + 1
        line = source[previous : line_start - 1].rstrip()
        stripped = line.lstrip()
        if stripped.startswith((b"#[", b"@")) and not lines:  # attributes stand between
            line_start = previous
            continue
        found = _COMMENT_LINE.fullmatch(line)
        if not found or not stripped:
            break
        lines.append(found[1].decode("utf-8", "replace"))
        line_start = previous
        if stripped.startswith(b"/*"):
            break
    return first_sentence("\n".join(reversed(lines)))


def first_sentence(text: str) -> str:
    """The first sentence of a text, at most one paragraph, on one line."""
    paragraph = text.strip().strip("*/").strip().split("\n\n", 1)[0]
    found = _SENTENCE.match(paragraph)
    line = " ".join((found[1] if found else paragraph).replace("*/", "").split())
    return line if len(line) <= LONGEST_DOC else line[: LONGEST_DOC - 1].rstrip() + "…"
