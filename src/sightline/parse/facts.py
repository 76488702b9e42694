"""The facts of a file, which are the input of name resolution: their layout and packing.

Plain values that `marshal` can serialise. An expression is a chain (tuple, see `chains`), a written
type (str), or None when it is unknown. Scopes are positions in the file's symbols.
"""

import marshal
import re
from typing import NamedTuple

from sightline.parse.chains import Chain

Expression = Chain | str | None
# The values of a name, or (from line, to line, value) where it has several in turn; lines are
# counted from 1 at the start of the scope.
Bound = tuple[Expression, ...] | tuple[tuple[int, int, Expression], ...]

SELF: Chain = ("@self",)  # an instance of the enclosing class
OWN_CLASS: Chain = ("@class",)  # the enclosing class itself
# The owner of a member of a nameless object; an arrow function keeps the `this` around it.
NAMELESS, NAMELESS_ARROW = "{}", "=>"
MADE: Chain = ("@made",)  # an object literal that a function returns
ENTERED = "@enter"  # what entering the value before gives (`with`)
STAR = "*"  # the member of an import that brings in everything

_WIDTH = 4  # bytes of the length of the top-level names
_WORD = re.compile(r"\w+")


class FileFacts(NamedTuple):
    """The facts of one file."""

    language: str
    module: str
    usual: bool  # in the default build: preferred where files define the same names
    symbols: tuple[tuple[str, str, int, str], ...]  # name, kind, parent, owning type
    imports: tuple[tuple[int, int, str, str, str], ...]  # scope, line, local name, module, member
    calls: tuple[tuple[int, int, Chain], ...]  # scope, line, chain of the callee
    # scope, line, base type, "implements" or "embeds", the type it is a base of
    bases: tuple[tuple[int, int, str, str, str], ...]
    bindings: dict[int, dict[str, Bound]]  # scope: name: its values
    members: dict[int, dict[str, tuple[tuple[int, Expression], ...]]]  # class: name: (scope, value)
    returns: dict[int, tuple[Expression, ...]]  # function: its results, or only its written type
    decorators: dict[int, tuple[Chain, ...]]
    types: tuple[tuple[int, int, str], ...]  # scope, line, written type
    starts: tuple[int, ...]  # the first line of each symbol


def pack(facts: FileFacts) -> bytes:
    """Serialise the facts of a file: the names at its top level, then all the rest."""
    tops = {name for name, _, parent, _ in facts.symbols if parent == 0}
    tops.update(facts.bindings.get(0, ()))
    tops.update(
        STAR if member == STAR else local
        for scope, _, local, _, member in facts.imports
        if scope == 0 or member == STAR
    )
    names = "\n".join(("", *sorted(tops), "")).encode("utf-8", "surrogatepass")
    return len(names).to_bytes(_WIDTH, "little") + names + marshal.dumps(tuple(facts))


def unpack(packed: bytes) -> FileFacts:
    """The facts of a file from their serialised form."""
    start = _WIDTH + int.from_bytes(packed[:_WIDTH], "little")
    return FileFacts._make(marshal.loads(memoryview(packed)[start:]))


def has_at_top(packed: bytes, name: str) -> bool:
    """Whether a file has a name at its top level; STAR: whether it has a star import."""
    end = _WIDTH + int.from_bytes(packed[:_WIDTH], "little")
    return packed.find(f"\n{name}\n".encode("utf-8", "surrogatepass"), _WIDTH, end) >= 0


def mentions(facts: FileFacts) -> tuple[str, ...]:
    """The names a file refers to, sorted."""
    names = {chain[-1] for _, _, chain in facts.calls}
    texts = {type for _, _, type in facts.types}
    texts.update([base for _, _, base, _, _ in facts.bases])
    for _, _, local, module, member in facts.imports:
        names.update((local, member))
        texts.add(module)
    names.update(_WORD.findall(" ".join(texts)))
    names.discard("")
    return tuple(sorted([name for name in names if name[0] not in "([?'*!@"]))
