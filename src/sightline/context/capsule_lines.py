"""Divides the room of a capsule among bodies: the lines that are worth most per token come first.

A body is worth what its rank says, and its lines share that worth: those with words of the question
have more of it, and comments less. So the best bodies are shown whole or nearly so, and of long or
less likely ones what bears on the question. Pure.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sightline.context.excerpt import relevance
from sightline.text.tokens import estimate_tokens

# Lines are taken in pieces of this many; a body that is not longer than SHORT is taken as one piece.
PIECE, SHORT = 6, 20
# Up to so many lines between two shown ones are shown too: a mark says less.
SMALL_GAP = 6
# A body of which fewer lines have room, and less than half of it, is not shown.
FEWEST_LINES = 12
# How much more a line is worth that has the average of its body's matches with the question, how
# much less a comment, and how many lines a body seems to have more than it does: the shorter the
# body, the less it says.
MATCHED, COMMENT, OVERHEAD = 2.0, 0.3, 20
# Tokens of the mark of lines left out, and of a line's end and its indentation.
_MARK, _LINE_END = 8, 1.4
# Below this many tokens there is no room for another piece.
_LEAST = 30
_COMMENT_STARTS = ("#", "//", "*", "/*", "--")
_QUOTES = ('"""', "'''")


class Body(NamedTuple):
    """A body that may be shown, and what it is worth."""

    text: str
    worth: float
    head: int  # tokens of what stands above it
    name_at: int = 0  # the line with its name, below decorators
    as_one: bool = False  # shown whole or not at all


class _Piece(NamedTuple):
    """Some lines of a body, and what they are worth per token."""

    density: float
    body: int
    first: int
    end: int


def share_out(
    bodies: Sequence[Body], words: Mapping[str, float], room: int
) -> list[frozenset[int]]:
    """The lines of each body to show within the room, from 0; none of a body that has no room."""
    costs = [_costs(body.text) for body in bodies]
    pieces = [
        piece
        for number, body in enumerate(bodies)
        for piece in _pieces(number, body, costs[number], words)
    ]
    pieces.sort(key=lambda piece: (-piece.density, piece.body, piece.first))
    shown = _taken(bodies, costs, pieces, room)
    # A few lines of a long body do not save reading it: better more of the others.
    scraps = {at for at, own in enumerate(shown) if own and _is_scrap(len(own), len(costs[at]))}
    if 0 < len(scraps) < sum(map(bool, shown)):
        shown = _taken(bodies, costs, [one for one in pieces if one.body not in scraps], room)
    return [frozenset(own) for own in shown]


def _is_scrap(shown: int, count: int) -> bool:
    return shown < min(FEWEST_LINES, count / 2)


def _taken(
    bodies: Sequence[Body], costs: Sequence[list[float]], pieces: Sequence[_Piece], room: int
) -> list[set[int]]:
    """The lines of each body that fit into the room, those of the best pieces first."""
    shown: list[set[int]] = [set() for _ in bodies]
    left = float(room)
    for piece in pieces:
        if left < _LEAST:
            break
        known, own = shown[piece.body], costs[piece.body]
        new = _lines_with(piece, known, len(own), bodies[piece.body].name_at)
        cost = sum([own[at] for at in new])
        if not known:
            cost += bodies[piece.body].head + (_MARK if len(new) < len(own) else 0)
        elif min(new, default=0) - 1 not in known and max(new, default=0) + 1 not in known:
            cost += _MARK
        if cost <= left:
            left -= cost
            known |= new
    return shown


def _lines_with(piece: _Piece, shown: set[int], count: int, name_at: int) -> set[int]:
    """The lines of a piece that are not shown yet, with that of the name and small gaps."""
    first, end = piece.first, piece.end
    near = [at for at in range(max(first - SMALL_GAP - 1, 0), first) if at in shown]
    if near or first <= SMALL_GAP:
        first = max(near, default=-1) + 1
    # The file may have changed since: the body may end before the line of the name.
    name = range(max(name_at - SMALL_GAP, 0), min(name_at + 1, count))
    near = [at for at in range(end, min(end + SMALL_GAP + 1, count)) if at in shown]
    if near or count - end <= SMALL_GAP:
        end = min(near, default=count)
    return {*name, *range(first, end)} - shown


def _costs(text: str) -> list[float]:
    """Tokens of each line, by length: estimating every line would take long."""
    lines = text.split("\n")
    inside = estimate_tokens(text) - _LINE_END * len(lines)
    share = max(inside, 0.0) / max(len(text), 1)
    return [len(line) * share + _LINE_END for line in lines]


def _pieces(
    number: int, body: Body, costs: Sequence[float], words: Mapping[str, float]
) -> list[_Piece]:
    lines = body.text.split("\n")
    count = len(lines)
    worth = body.worth * count / (count + OVERHEAD)
    if body.as_one or count <= SHORT:
        return [_Piece(worth / max(sum(costs), 1.0), number, 0, count)]
    shares = _shares(lines, words)
    scale = worth / (sum(shares) or 1.0)
    return [
        _Piece(
            scale * sum(shares[first : first + PIECE]) / sum(costs[first : first + PIECE]),
            number,
            first,
            min(first + PIECE, count),
        )
        for first in range(0, count, PIECE)
    ]


def _shares(lines: Sequence[str], words: Mapping[str, float]) -> list[float]:
    """What each line is worth, by the question's words in and around it."""
    around = relevance(lines, words)
    average = sum(around) / len(around) or 1.0
    return [
        (1.0 + MATCHED * value / average) * (COMMENT if is_comment else 1.0)
        if line.strip()
        else 0.0
        for line, value, is_comment in zip(lines, around, _comments(lines), strict=True)
    ]


def _comments(lines: Sequence[str]) -> list[bool]:
    """For each line, whether it is a comment or inside a docstring."""
    marks = []
    quote = ""
    for line in lines:
        text = line.strip()
        if quote:
            marks.append(True)
            quote = "" if quote in text else quote
            continue
        bare = text.lstrip("rRbBuUfF")
        opened = next((one for one in _QUOTES if bare.startswith(one)), "")
        if opened and bare.count(opened) == 1:
            quote = opened
        marks.append(bool(opened) or text.startswith(_COMMENT_STARTS))
    return marks
