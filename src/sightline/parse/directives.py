"""Blanks out preprocessor constructs that a grammar cannot parse. Does not expand macros.

Nothing moves: every removed byte becomes a blank.
"""

import itertools
import re

Span = tuple[int, int]
# Patterns whose groups are blanked in sources that contain one of the texts.
Unread = tuple[tuple[tuple[bytes, ...], re.Pattern[bytes]], ...]

_DIRECTIVE = re.compile(
    rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b(?:[^\n\\]|\\.|\\\n)*", re.MULTILINE
)
_NEVER = re.compile(rb"[ \t]*#[ \t]*if[ \t]+(?:0|false)\s*$")
# A condition on a symbol that only some systems define, so that its `else` is the usual branch.
_SPECIAL = re.compile(rb"[ \t]*#[ \t]*(?:ifdef\b|if\b(?![ \t]*(?:!|1\b|true\b)))")
_NEAR = 80  # bytes around a syntax error in which a directive may be its cause


def without(source: bytes, unread: Unread) -> bytes:
    """The source with the groups of the patterns blanked."""
    spans: list[Span] = []
    for texts, pattern in unread:
        if any(text in source for text in texts):
            for match in pattern.finditer(source):
                spans += [match.span(group) for group in range(1, pattern.groups + 1)]
    text = bytearray(source) if spans else source
    for start, end in spans:  # line breaks too: the next line may continue this one
        text[start:end] = b" " * (end - start)  # type: ignore[index]
    return bytes(text)


def one_branch(source: bytes, errors: list[Span]) -> bytes:
    """The source with only one branch of each condition that is near a syntax error."""
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
                if any(_is_near(directive.span(), errors) for directive in group):
                    spans += _unused_branches(group)
    return _blanked(source, spans) if spans else source


def _unused_branches(group: list[re.Match[bytes]]) -> list[Span]:
    """The directives of a condition, and all of its branches but the usual one."""
    used = 1 if _NEVER.match(group[0][0]) and len(group) > 2 else 0
    if not used and group[-2][1] == b"else" and _SPECIAL.match(group[0][0]):
        used = len(group) - 2
    spans = [line.span() for line in group]
    for branch, (line, following) in enumerate(itertools.pairwise(group)):
        if branch != used:
            spans.append((line.end(), following.start()))
    return spans


def _is_near(span: Span, errors: list[Span]) -> bool:
    return any(start - _NEAR <= span[1] and span[0] <= end + _NEAR for start, end in errors)


def _blanked(source: bytes, spans: list[Span]) -> bytes:
    text = bytearray(source)
    for start, end in spans:
        text[start:end] = re.sub(rb"[^\n]", b" ", source[start:end])
    return bytes(text)
