"""Finds what each call of a file calls: its chain, the scope and the line it stands in."""

from collections.abc import Callable

from sightline.parse.chains import Chain
from sightline.parse.matches import Captures, PlainCall, PlainMade

# `ends` are those of the lines, `places` the points where scopes begin and end, and the scopes there;
# `heads` are ends of names that look like callees, `made` are objects by where they are made.
Call = tuple[int, int, Chain]  # scope, line, chain of what is called
# How chains are read: those known by their text, reading one, going on with one, taking one from
# what says more than a callee (where it starts and ends comes with it); where types are noted that
# are no chain, and the text of one; what stands for a call.
Reading = tuple[
    dict[bytes, Chain],
    Callable[[bytes], Chain],
    Callable[[Chain, bytes], Chain],
    Callable[[Captures | PlainMade], tuple[int, int, int, Chain]],
    dict[int, tuple[int, str]],
    Callable[[int, int], str],
    str,
]


def take(
    bucket: list[Captures | PlainCall | PlainMade],
    source: bytes,
    ends: list[int],
    places: tuple[list[int], list[int]],
    heads: set[int],
    called: dict[int, tuple[int, Chain]],
    made: dict[int, tuple[int, Chain]],
    reading: Reading,
) -> list[Call]:
    """The calls of a file, last first. Fills `called`: where a call starts, its end and chain."""
    known, read_chain, continue_chain, other_callee, _, _, mark = reading
    points, scopes = places
    found: list[Call] = []
    row, inside = len(ends) - 1, len(scopes) - 1
    # Backwards, so that of calls starting at one place the inner one is known first.
    for captures in reversed(bucket):
        if isinstance(captures, tuple) and len(captures) == 3:
            start, end, callee = captures
            if callee in heads:
                continue
            inner = called.get(start)
            if not inner or inner[0] > callee:
                if inner and inner[0] == end:  # a more telling pattern was here
                    continue
                text = source[start:callee]
                chain = known.get(text) or read_chain(text)
                if inner and start in made:  # `new Name().callee`, met after what follows it
                    chain = continue_chain(made[start][1], source[made[start][0] : callee])
            else:
                chain = continue_chain((*inner[1], mark), source[inner[0] : callee])
        else:
            start, end, callee, chain = other_callee(captures)
            if not chain:
                continue
        called[start] = (end, chain)
        # Calls come nearly in order: a step or two from the last one, rather than a search.
        while points[inside] > start:
            inside -= 1
        while points[inside + 1] <= start:
            inside += 1
        while row and ends[row - 1] >= callee:
            row -= 1
        while ends[row] < callee:
            row += 1
        found.append((scopes[inside], row + 1, chain))
    return found
