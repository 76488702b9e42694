"""What code is made of: symbols, edges between them, and what one file yields when it is read.

Values only. Facts (`ParsedFile.facts`) are plain tuples, dicts and strings that `marshal` can
carry; their layout belongs to `parse` and `index.resolve` and nobody else looks inside.
"""

from typing import NamedTuple

from sightline.model.indexed import EDGE_KINDS as EDGE_KINDS

# The kinds of FO-6, those of ruling 20, and `section` for headings and configuration keys.
KINDS = (
    "module",
    "class",
    "struct",
    "union",
    "interface",
    "trait",
    "enum",
    "type_alias",
    "function",
    "method",
    "macro",
    "const",
    "variable",
    "field",
    "section",
)

# An edge below this confidence is kept with its candidates and shown only on request.
SHOWN = 0.5


class Symbol(NamedTuple):
    """One named thing in a file; `start` to `end` are the bytes of its text, decorators included."""

    name: str
    qualified: str
    kind: str
    signature: str
    doc: str
    start: int
    end: int
    start_line: int
    end_line: int
    line: int  # where the name stands: differs from `start_line` below decorators
    parent: int  # position in the file's symbols, -1 for its module; a type's members may
    # stand before it or apart from it (Go methods, Rust impls)
    fingerprint: str
    is_test: bool


class Problem(NamedTuple):
    """Something in a file that could not be read."""

    line: int
    message: str


class ParsedFile(NamedTuple):
    """What one file yields: its module is `symbols[0]`, all others follow in order of their start."""

    path: str
    language: str
    symbols: tuple[Symbol, ...]
    facts: bytes  # what resolution needs, marshalled; see parse.facts
    problems: tuple[Problem, ...]
    mentions: tuple[str, ...]  # names this file refers to, sorted


# One thing that a place in a file may mean: the kind of relation, the file and position of the
# symbol, how sure it is, the rule that decided (local, self, import, type, package, unique ...),
# and among how many it could not be decided; 1 when it could.
End = tuple[str, tuple[int, int], float, str, int]
Ends = tuple[End, ...]
# A place that refers to something: the position of the symbol around it, its line, what it means.
# Made by the hundred thousand, and the ends of one stand in many: plain tuples.
Reference = tuple[int, int, Ends]
