"""Source with what only a preprocessor understands blanked out, so that a grammar can follow.

Nothing moves: every byte that is taken away becomes a blank. Expands no macros.
"""

import itertools
import re

Span = tuple[int, int]
# Patterns whose groups are not to be read, where the source holds one of the texts.
Unread = tuple[tuple[tuple[bytes, ...], re.Pattern[bytes]], ...]

_DIRECTIVE = re.compile(
    rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b(?:[^\n\\]|\\.|\\\n)*", re.MULTILINE
)
_NEVER = re.compile(rb"[ \t]*#[ \t]*if[ \t]+(?:0|false)\s*$")
# Asks for what only some systems and builds define, so that the rest is what usually holds.
_SPECIAL = re.compile(rb"[ \t]*#[ \t]*(?:ifdef\b|if\b(?![ \t]*(?:!|1\b|true\b)))")
_NEAR = 80  # bytes before and after an unreadable place that may be its cause


def without(source: bytes, unread: Unread) -> bytes:
    """The source without the words that the patterns' groups stand for."""
    spans: list[Span] = []
    for texts, pattern in unread:
        if any(text in source for text in texts):
            for found in pattern.finditer(source):
                spans += [found.span(group) for group in range(1, pattern.groups + 1)]
    text = bytearray(source) if spans else source
    for start, end in spans:  # the ends of lines too: what follows may belong to what is before
        text[start:end] = b" " * (end - start)  # type: ignore[index]
    return bytes(text)


def one_branch(source: bytes, errors: list[Span]) -> bytes:
    """The source with one branch of each condition that stands at an unreadable place."""
    spans: list[Span] = []
    open_groups: list[list[re.Match[bytes]]] = []
    for line in _DIRECTIVE.finditer(source):
        word = line[1]
        if word.startswith(b"if"):
            open_groups.append([line])
        elif open_groups:
            open_groups[-1].append(line)
            if word == b"endif":
                group = open_groups.pop()
                if any(_touches(found.span(), errors) for found in group):
                    spans += _left_out(group)
    return _blanked(source, spans) if spans else source


def _left_out(group: list[re.Match[bytes]]) -> list[Span]:
    """The lines of a condition and all of its branches but the one that usually holds."""
    taken = 1 if _NEVER.match(group[0][0]) and len(group) > 2 else 0
    if not taken and group[-2][1] == b"else" and _SPECIAL.match(group[0][0]):
        taken = len(group) - 2
    spans = [line.span() for line in group]
    for place, (line, following) in enumerate(itertools.pairwise(group)):
        if place != taken:
            spans.append((line.end(), following.start()))
    return spans


def _touches(span: Span, errors: list[Span]) -> bool:
    return any(start - _NEAR <= span[1] and span[0] <= end + _NEAR for start, end in errors)


def _blanked(source: bytes, spans: list[Span]) -> bytes:
    text = bytearray(source)
    for start, end in spans:
        text[start:end] = re.sub(rb"[^\n]", b" ", source[start:end])
    return bytes(text)
