"""The facts of a file that resolving names needs: their layout and packing.

Plain values that `marshal` carries. An expression is a chain (tuple, see `chains`), a written
type (str), or None when nothing is known of it. Scopes are positions in the file's symbols.
"""

import marshal
import re
from typing import NamedTuple

from sightline.parse.chains import Chain

Expression = Chain | str | None
# What a name is bound to: values, or (from line, to line, value) where it has several in turn,
# lines counted from 1 at the start of the scope.
Bound = tuple[Expression, ...] | tuple[tuple[int, int, Expression], ...]

SELF: Chain = ("@self",)  # an instance of the enclosing class
OWN_CLASS: Chain = ("@class",)  # the enclosing class itself
# What a member of an object without a name is written for; an arrow keeps the `this` around it.
NAMELESS, NAMELESS_ARROW = "{}", "=>"
MADE: Chain = ("@made",)  # an object written where a function returns it
ENTERED = "@enter"  # what a `with` gives for the value before
STAR = "*"  # the member of an import that brings in everything

_WIDTH = 4  # bytes that say how long the names at the top are
_WORD = re.compile(r"\w+")


class FileFacts(NamedTuple):
    """The facts of one file."""

    language: str
    module: str
    usual: bool  # part of the usual build: preferred where files define the same names
    symbols: tuple[tuple[str, str, int, str], ...]  # name, kind, parent, type it is written for
    imports: tuple[tuple[int, int, str, str, str], ...]  # scope, line, local name, module, member
    calls: tuple[tuple[int, int, Chain], ...]  # scope, line, chain of what is called
    # scope, line, written type, implements or embeds, the type it is written for
    bases: tuple[tuple[int, int, str, str, str], ...]
    bindings: dict[int, dict[str, Bound]]  # scope: name: what is bound to it
    members: dict[int, dict[str, tuple[tuple[int, Expression], ...]]]  # class: name: (scope, value)
    returns: dict[int, tuple[Expression, ...]]  # function: what it returns; written type alone
    decorators: dict[int, tuple[Chain, ...]]
    types: tuple[tuple[int, int, str], ...]  # scope, line, written type
    starts: tuple[int, ...]  # the first line of each symbol


def pack(facts: FileFacts) -> bytes:
    """The facts of a file in their stored form: the names at its top, then all the rest."""
    tops = {symbol[0] for symbol in facts.symbols if symbol[2] == 0}
    tops.update(facts.bindings.get(0, ()))
    tops.update(
        STAR if member == STAR else local
        for scope, _, local, _, member in facts.imports
        if scope == 0 or member == STAR
    )
    names = "\n".join(("", *sorted(tops), "")).encode("utf-8", "surrogatepass")
    return len(names).to_bytes(_WIDTH, "little") + names + marshal.dumps(tuple(facts))


def unpack(packed: bytes) -> FileFacts:
    """The facts of a file from their stored form."""
    start = _WIDTH + int.from_bytes(packed[:_WIDTH], "little")
    return FileFacts._make(marshal.loads(memoryview(packed)[start:]))


def has_at_top(packed: bytes, name: str) -> bool:
    """Whether a file has a name at its top; STAR: whether it imports all that others have."""
    end = _WIDTH + int.from_bytes(packed[:_WIDTH], "little")
    return packed.find(f"\n{name}\n".encode("utf-8", "surrogatepass"), _WIDTH, end) >= 0


def mentions(facts: FileFacts) -> tuple[str, ...]:
    """The names a file refers to, sorted."""
    names = {chain[-1] for _, _, chain in facts.calls}
    written = {written for _, _, written in facts.types}
    written.update([base[2] for base in facts.bases])
    for _, _, local, module, member in facts.imports:
        names.update((local, member))
        written.add(module)
    names.update(_WORD.findall(" ".join(written)))
    names.discard("")
    return tuple(sorted([name for name in names if name[0] not in "([?'*!@"]))
