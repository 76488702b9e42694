"""Quotes symbols as they are in the working tree now: as a signature, some lines or a whole body.

Prompts and capsules quote through here, so that nothing unverified is shown.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from sightline.context.disclosure import LineRange, sent_body, sent_lines
from sightline.context.excerpt import (
    STANDARD,
    dedented,
    excerpt,
    excerpt_of,
    indent_of,
    skeleton,
)
from sightline.model.indexed import IndexedFile, IndexedSymbol, name_parts, on_one_line
from sightline.text.secrets.redact import redact
from sightline.text.tokens import estimate_tokens
from sightline.workspace.source import Sources
from sightline.workspace.verify import GONE, Verdict, verify

LONGEST_SIGNATURE = 48
# How lines of a comment or attribute above a symbol begin, and how many of them are shown.
_COMMENTS, _MOST_COMMENT = ("//", "/*", "*", "# ", "#[", "--"), 12
CHANGED_MARK = "changed since indexed: signature only"


class Quote(NamedTuple):
    """A symbol as it is quoted; `text` is its body or an excerpt, "" if only its signature."""

    symbol: IndexedSymbol
    line: int  # of its name, now
    start_line: int
    end_line: int
    text: str = ""
    lines: tuple[LineRange, ...] = ()  # of the body, the first is 1
    is_whole: bool = False
    changed: bool = False  # since it was indexed: its body is not known

    @property
    def record(self) -> str:
        """What is recorded as sent: the whole body, or these lines of it."""
        if self.is_whole:
            return sent_body(self.symbol.fingerprint)
        return sent_lines(self.symbol.fingerprint, self.lines)


def quote_body(
    sources: Sources,
    symbol: IndexedSymbol,
    file: IndexedFile,
    words: Mapping[str, float],
    tokens: int,
) -> Quote | None:
    """The symbol with its body, or the lines of it that fit; None if it changed or is gone."""
    whole = quote_whole(sources, symbol, file)
    if whole is None:
        return None
    shown = excerpt(whole.text, words, tokens)
    return whole._replace(text=shown.text, lines=shown.lines, is_whole=shown.is_whole)


def quote_whole(sources: Sources, symbol: IndexedSymbol, file: IndexedFile) -> Quote | None:
    """The symbol with its whole body; None if it changed or is gone."""
    verdict = verify(sources, symbol, file)
    if verdict.text is None:
        return None
    text = dedented(verdict.text, indent_of(sources.read(file.path), verdict.start_line))
    text = redact(text)
    lines = (LineRange(1, text.count("\n") + 1),)
    return _quote(symbol, verdict)._replace(text=text, lines=lines, is_whole=True)


def quote_lines(whole: Quote, places: Collection[int]) -> Quote:
    """A whole body with only the lines at these places, from 0."""
    shown = excerpt_of(whole.text, places)
    return whole._replace(text=shown.text, lines=shown.lines, is_whole=shown.is_whole)


def comment_above(source: bytes | None, line: int) -> list[str]:
    """The comment and attributes directly above a line, without indentation.

    None of it if it is long, or has a secret: that may span more lines than those that are masked.
    """
    above: list[str] = []
    for raw in reversed((source or b"").split(b"\n")[: line - 1]):
        stripped = raw.decode("utf-8", "replace").strip()
        if not stripped.startswith(_COMMENTS):
            break
        above.append(stripped)
        if len(above) > _MOST_COMMENT:
            return []
    text = "\n".join(above[::-1])
    return above[::-1] if redact(text) == text else []


def quote_outline(quote: Quote, members: Sequence[IndexedSymbol], tokens: int) -> Quote:
    """A quoted type as its head and the signatures of its members, as many as fit."""
    moved = quote.line - quote.symbol.line
    head = excerpt(quote.text, {}, 0)
    shown = head.text.split("\n")
    if head.lines[-1].last <= quote.text.count("\n"):
        del shown[-1]  # the mark of the lines left out
    # Members of members are left out, and those of the type are not indented.
    own = [
        member._replace(line=member.line + moved, parent_id=0)
        for member in members
        if member.parent_id == quote.symbol.id
    ]
    lines = skeleton(own, STANDARD).split("\n") if own else []
    left = tokens - estimate_tokens("\n".join(shown))
    for count, line in enumerate(lines):
        left -= estimate_tokens(line) + 2
        if left < 0:
            lines[count:] = [f"[{len(lines) - count} members left out]"]
            break
    text = "\n".join([*shown, *(f"  {line}" for line in lines)])
    return quote._replace(text=text, lines=head.lines, is_whole=False)


def quote_signature(sources: Sources, symbol: IndexedSymbol, file: IndexedFile) -> Quote | None:
    """The symbol without its body; None if it is gone."""
    if sources.unchanged(file):
        return Quote(symbol, symbol.line, symbol.start_line, symbol.end_line)
    verdict = verify(sources, symbol, file)
    if verdict.state == GONE:
        return None
    return _quote(symbol, verdict)._replace(changed=verdict.text is None)


def _quote(symbol: IndexedSymbol, verdict: Verdict) -> Quote:
    moved = verdict.line - symbol.line
    start = verdict.start_line or symbol.start_line + moved
    return Quote(symbol, verdict.line, start, symbol.end_line + moved)


def qualified_name(symbol: IndexedSymbol) -> str:
    """The symbol's name, with that of its class or other owner: `QuerySet.union`."""
    owner = owner_of(symbol)
    return f"{owner}.{symbol.name}" if owner else symbol.name


def owner_of(symbol: IndexedSymbol) -> str:
    """The name of the class a method belongs to, read from its qualified name."""
    if symbol.kind != "method":
        return ""
    parts = name_parts(symbol.qualified)
    return parts[-2] if len(parts) > 1 else ""


def short_signature(symbol: IndexedSymbol) -> str:
    """The signature on one line, with the name of its class, cut to a fixed length."""
    owner = owner_of(symbol)
    signature = on_one_line(symbol.signature) or f"{symbol.kind} {symbol.name}"
    if owner and owner not in signature:
        signature = signature.replace(symbol.name, f"{owner}.{symbol.name}", 1)
    if len(signature) > LONGEST_SIGNATURE:
        signature = signature[: LONGEST_SIGNATURE - 1].rstrip() + "…"
    return signature
