"""A capsule as text that a model reads well and cheaply, and as the documented JSON (FO-22)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sightline.context.capsule import Capsule, CapsuleItem, CapsuleMemory
from sightline.model.indexed import IndexedSymbol, name_parts, on_one_line
from sightline.text.tokens import estimate_tokens

CHANGED = "changed since indexed: signature only"
LONGEST_SIGNATURE = 64


def text_of(capsule: Capsule, age: str = "") -> str:
    """The whole capsule as text."""
    if not capsule.items:
        return ""
    blocks = [header(capsule, age)]
    blocks += [pivot(item) for item in capsule.items if item.is_pivot]
    others = [item for item in capsule.items if not item.is_pivot]
    if others:
        blocks.append("also\n" + "\n".join(listing(others)))
    tail = []
    if capsule.memories:
        tail += ["memories", *(memory(one) for one in capsule.memories)]
    tail += [f"not followed: {stop}" for stop in capsule.stops]
    if tail:
        blocks.append("\n".join(tail))
    return "\n\n".join(blocks)


def header(capsule: Capsule, age: str) -> str:
    """What was asked for and what it cost."""
    parts = [
        capsule.task,
        f"{len(capsule.items):,} of {capsule.candidates:,} candidates",
        f"{capsule.text_tokens:,} of {capsule.budget:,} tokens",
    ]
    return " · ".join([*parts, f"index {age}"] if age else parts)


def pivot(item: CapsuleItem) -> str:
    """A symbol with its body and what is said about it."""
    symbol = item.symbol
    head = f"{symbol.path}:{item.line}-{item.end_line}  {symbol.kind}  {symbol.qualified}"
    lines = [head, *("  " + line if line else "" for line in item.body.split("\n"))]
    lines += [f"  {name:<10} {said}" for name, said in item.notes]
    return "\n".join(lines)


def listing(items: Sequence[CapsuleItem]) -> list[str]:
    """Signatures under the file they stand in; files by their best symbol, lines in order."""
    groups: dict[str, list[CapsuleItem]] = {}
    for item in items:
        groups.setdefault(item.symbol.path, []).append(item)
    lines = []
    for path, members in groups.items():
        lines.append(path)
        lines += [listed(item) for item in sorted(members, key=lambda item: item.line)]
    return lines


def listed(item: CapsuleItem) -> str:
    """One signature as a line below its file."""
    mark = f"  {CHANGED}" if item.changed else ""
    return f"  :{item.line} {item.signature}{mark}"


def memory(one: CapsuleMemory) -> str:
    """One memory as a line."""
    return f"  {one.id}  {one.kind}  {one.text}  ({one.state})"


def short_signature(symbol: IndexedSymbol, owner: str = "") -> str:
    """The signature on one line, named with its class, not longer than a line should be."""
    signature = on_one_line(symbol.signature) or f"{symbol.kind} {symbol.name}"
    if owner and owner not in signature:
        signature = signature.replace(symbol.name, f"{owner}.{symbol.name}", 1)
    if len(signature) > LONGEST_SIGNATURE:
        signature = signature[: LONGEST_SIGNATURE - 1].rstrip() + "…"
    return signature


def owner_of(symbol: IndexedSymbol) -> str:
    """The name of the class a method belongs to, told from its qualified name."""
    if symbol.kind != "method":
        return ""
    parts = name_parts(symbol.qualified)
    return parts[-2] if len(parts) > 1 else ""


def value_of(capsule: Capsule) -> dict[str, Any]:
    """The documented JSON, and beside it what the text costs."""
    return {
        "intent": capsule.task,
        "items": [_item_value(item) for item in capsule.items],
        "memories": [one.value for one in capsule.memories],
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
