"""A file without its bodies: what it defines, in the order it stands, as little as one asks for."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.model.indexed import IndexedSymbol, on_one_line

MINIMAL, STANDARD, VERBOSE = DETAILS = ("minimal", "standard", "verbose")
# Kinds that tell little about a file; a minimal skeleton leaves them out.
SMALL = ("const", "variable", "field")
# A longer signature is cut, and the value of a constant sooner.
MAX_SIGNATURE, MAX_VALUE = 160, 60


def skeleton(symbols: Sequence[IndexedSymbol], detail: str) -> str:
    """The skeleton of one file as lines: number, indentation by nesting, signature.

    Minimal: names of what is not a constant or a field. Standard: signatures. Verbose: also the
    first sentence of each doc comment and every nested and small symbol.
    """
    depth = _depths(symbols)
    lines = []
    for symbol in symbols:
        if symbol.kind == "module" or not _wanted(symbol, depth[symbol.id], detail):
            continue
        indent = "  " * max(0, depth[symbol.id] - 1)
        lines.append(f"{symbol.line} {indent}{_shown(symbol, detail)}")
        if detail == VERBOSE and symbol.doc:
            lines.append(f"  {indent}  {symbol.doc}")
    return "\n".join(lines)


def _wanted(symbol: IndexedSymbol, depth: int, detail: str) -> bool:
    if detail == VERBOSE:
        return True
    if detail == MINIMAL:
        return symbol.kind not in SMALL and depth <= 2
    # Constants of a class and functions inside functions are details.
    return depth <= 1 or symbol.kind not in SMALL


def _shown(symbol: IndexedSymbol, detail: str) -> str:
    if detail == MINIMAL:
        return f"{symbol.kind} {symbol.name}"
    signature = on_one_line(symbol.signature) or f"{symbol.kind} {symbol.name}"
    most = MAX_VALUE if symbol.kind in SMALL and detail != VERBOSE else MAX_SIGNATURE
    return signature if len(signature) <= most else signature[: most - 1] + "…"


def _depths(symbols: Sequence[IndexedSymbol]) -> dict[int, int]:
    """How deep each symbol is nested; the file's module is 0."""
    depths = {0: -1}
    for symbol in symbols:
        depths[symbol.id] = depths.get(symbol.parent_id, -1) + 1
    return depths
