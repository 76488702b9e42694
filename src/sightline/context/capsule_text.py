"""The values of a capsule, and a capsule as text for a model and as the documented JSON (FO-22).

`context.capsule` fills capsules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sightline.context.disclosure import LineRange
from sightline.context.quote import CHANGED_MARK, qualified_name
from sightline.context.relations.notes import SymbolNote
from sightline.model.indexed import IndexedSymbol
from sightline.text.tokens import estimate_tokens

# Kinds whose signature says no more than the path of their file.
FILE_KINDS = ("module", "section")
SENT_EARLIER = "(full body sent earlier in session)"


class CapsuleItem(NamedTuple):
    """A symbol in a capsule: with its body (a pivot) or as its signature."""

    symbol: IndexedSymbol
    line: int  # of its name, now
    end_line: int
    signature: str
    body: str  # "" if only the signature is shown
    is_pivot: bool
    tokens: int  # by the documented formula (FO-19)
    score: float
    parts: tuple[tuple[str, float], ...]
    record: str = ""  # what was sent of the body, see `context.disclosure`
    notes: tuple[SymbolNote, ...] = ()
    changed: bool = False  # since it was indexed: its body is not known
    spared: int = 0  # tokens of a body not sent because the assistant still has it
    lines: tuple[LineRange, ...] = ()  # of the file, that the body shows


class CapsuleMemory(NamedTuple):
    """A memory linked to a pivot."""

    id: str
    kind: str
    text: str
    state: str
    tokens: int
    value: object = None


class Capsule(NamedTuple):
    """The code and memories chosen for a question within a budget."""

    task: str
    items: tuple[CapsuleItem, ...] = ()
    memories: tuple[CapsuleMemory, ...] = ()
    stops: tuple[str, ...] = ()  # calls the graph could not resolve
    total_tokens: int = 0  # by the documented formula
    text_tokens: int = 0  # of the rendered text
    budget: int = 0
    candidates: int = 0
    text: str = ""


def text_of(capsule: Capsule, age: str = "") -> str:
    """The whole capsule as text."""
    if not capsule.items:
        return ""
    blocks = [header(capsule, age)]
    for (is_pivot, path), group in groupby(
        capsule.items, key=lambda item: (item.is_pivot, item.symbol.path)
    ):
        if is_pivot:
            blocks += map(pivot_text, group)
        else:
            blocks.append("\n".join(signature_lines(path, group)))
    tail = []
    if capsule.memories:
        tail += ["memories", *map(memory_line, capsule.memories)]
    tail += [f"not followed: {stop}" for stop in capsule.stops]
    if tail:
        blocks.append("\n".join(tail))
    return "\n\n".join(blocks)


def header(capsule: Capsule, age: str) -> str:
    """The first line: task, counts, cost and age of the index."""
    parts = [
        capsule.task,
        f"{len(capsule.items):,} of {capsule.candidates:,} candidates",
        f"{capsule.text_tokens:,} of {capsule.budget:,} tokens",
    ]
    return " · ".join([*parts, f"index {age}"] if age else parts)


def pivot_text(item: CapsuleItem) -> str:
    """A symbol with its body and the notes on it."""
    lines = [
        pivot_head(item.symbol, item.line, item.end_line),
        *("  " + line if line else "" for line in item.body.split("\n")),
    ]
    lines += [note.line for note in item.notes]
    return "\n".join(lines)


def pivot_head(symbol: IndexedSymbol, line: int, end_line: int) -> str:
    """The line above a body: where it is and what it is called."""
    return f"{symbol.path}:{line}-{end_line}  {symbol.kind}  {qualified_name(symbol)}"


def sent_earlier(start_line: int, lines: Sequence[LineRange]) -> str:
    """What stands in place of lines of a body that the assistant still has."""
    before = start_line - 1
    shown = ", ".join(f"{before + first}-{before + last}" for first, last in lines)
    return f"(lines {shown} sent earlier in session)"


def signature_lines(path: str, items: Iterable[CapsuleItem]) -> list[str]:
    """Signatures under the path of their file, by line."""
    shown = [item for item in items if item.symbol.kind not in FILE_KINDS]
    return [path, *map(signature_line, sorted(shown, key=lambda item: item.line))]


def signature_line(item: CapsuleItem) -> str:
    """One signature as a line below its file's path."""
    mark = f"  {CHANGED_MARK}" if item.changed else ""
    return f"  :{item.line} {item.signature}{mark}"


def memory_line(memory: CapsuleMemory) -> str:
    """One memory as a line."""
    return f"  {memory.id}  {memory.kind}  {memory.text}  ({memory.state})"


def value_of(capsule: Capsule) -> dict[str, Any]:
    """The documented JSON, with the cost of the text."""
    return {
        "intent": capsule.task,
        "items": [_item_value(item) for item in capsule.items],
        "memories": [memory.value for memory in capsule.memories],
        "total_tokens": capsule.total_tokens,
        "budget": capsule.budget,
        "text_tokens": capsule.text_tokens,
        "candidates": capsule.candidates,
        "not_followed": list(capsule.stops),
    }


def _item_value(item: CapsuleItem) -> dict[str, Any]:
    symbol = item.symbol
    return {
        "symbol_id": symbol.id,
        "name": symbol.name,
        "qualified_name": symbol.qualified,
        "kind": symbol.kind,
        "file_path": symbol.path,
        "signature": item.signature,
        "body": item.body,
        "is_pivot": item.is_pivot,
        "token_estimate": item.tokens,
        "start_line": item.line if item.line != symbol.line else symbol.start_line,
        "end_line": item.end_line,
        "score": round(item.score, 4),
        "parts": {name: round(value, 4) for name, value in item.parts},
    }


def cost_of(lines: str) -> int:
    """Tokens of a part of the text, with the line break after it."""
    return estimate_tokens(lines) + 1
