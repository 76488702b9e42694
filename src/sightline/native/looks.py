# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Tells names from keys and hashes, and one sort of character from another.

Needs to be compiled; the tests hold it equal to `text.randomness`.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_AS_STRING

from sightline.text.randomness import (
    EARLY,
    LONGEST,
    RANDOM,
    SHORT_PIECE,
    SHORTEST,
    pair_cost,
)

if not cython.compiled:
    raise ImportError("not compiled")

_shortest = cython.declare(cython.int, SHORTEST)
_longest = cython.declare(cython.int, LONGEST)
_most_bits = cython.declare(cython.double, RANDOM)
_early = cython.declare(cython.int, EARLY)
_short = cython.declare(cython.int, SHORT_PIECE)
# The cost of each pair of letters and digits that was asked for; to ask for all takes too long.
_costs = cython.declare(cython.uchar[16384])


def _fill_sorts() -> None:
    sign: cython.int
    for sign in range(256):
        sorts[sign] = _sort(chr(sign))


def _sort(sign: str) -> int:
    if not sign.isascii():
        return BEYOND
    if sign == "_":
        return MARK
    if not sign.isalnum():
        return OTHER
    return DIGIT if sign.isdigit() else LOWER if sign.islower() else UPPER


_fill_sorts()


@cython.cfunc
@cython.exceptval(check=False)
def _cost(first: cython.uchar, second: cython.uchar) -> cython.uchar:
    place: cython.int = first * 128 + second
    if not _costs[place]:
        _costs[place] = pair_cost(chr(first), chr(second))
    return _costs[place]


def is_readable(word: bytes) -> bool:
    """Whether the letters of an ASCII word are no rarer together than in names."""
    return not _is_random(cython.cast(Text, PyBytes_AS_STRING(word)), len(word), False)


@cython.cfunc
@cython.exceptval(check=False)
def _is_alnum(sign: cython.uchar) -> cython.bint:
    return sorts[sign] == LOWER or sorts[sign] == UPPER or sorts[sign] == DIGIT


def looks_random(text, length):
    """Whether a long name reads like a key."""
    if length > _longest or _is_random(text, length, True):
        return True
    # A key often has its maker's name in front: what follows it decides.
    start: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t
    for end in range(length + 1):
        if end < length and text[end] != 95:
            continue
        if _shortest <= end - start < length and _is_random(text + start, end - start, True):
            return True
        start = end + 1
    return False


@cython.cfunc
@cython.exceptval(check=False)
def _is_random(text: Text, length: cython.Py_ssize_t, hexadecimal: cython.bint) -> cython.bint:
    """Whether its pairs are rare in names, or, if that counts, it is a hexadecimal number."""
    bits: cython.long = 0
    pairs: cython.long = 0
    digits: cython.bint = False
    start: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t
    for end in range(length):
        sign: cython.uchar = text[end]
        if sign == 95:
            hexadecimal = False
            bits += _early_turns(text + start, end - start)
            start = end + 1
            continue
        if sorts[sign] == DIGIT:
            digits = True
        elif (sign | 32) > 102:
            hexadecimal = False
        if end > start and _is_alnum(sign) and _is_alnum(text[end - 1]):
            bits += _cost(text[end - 1], sign)
            pairs += 1
    bits += _early_turns(text + start, length - start)
    if hexadecimal and digits:
        return True
    return pairs > 0 and cython.cast(cython.double, bits) / pairs > _most_bits


@cython.cfunc
@cython.exceptval(check=False)
def _early_turns(text: Text, length: cython.Py_ssize_t) -> cython.long:
    """What turns to a capital after too few letters cost."""
    place: cython.Py_ssize_t
    lower: cython.bint = False
    upper: cython.bint = False
    letters: cython.bint = True
    for place in range(length):
        sort: cython.uchar = sorts[text[place]]
        lower |= sort == LOWER
        upper |= sort == UPPER
        letters &= sort == LOWER or sort == UPPER
    if not lower or not upper:
        return 0
    early: cython.long = 0
    if letters:
        start: cython.Py_ssize_t = 0
        for place in range(1, length):
            if sorts[text[place - 1]] == LOWER and sorts[text[place]] == UPPER:
                early += place - start < _short
                start = place
        return _early * early
    place = 0
    while place < length:
        step: cython.int = _early_turn(text, place, length)
        early += step > 0
        place += max(step, 1)
    return _early * early


@cython.cfunc
@cython.exceptval(check=False)
def _early_turn(text: Text, place: cython.Py_ssize_t, length: cython.Py_ssize_t) -> cython.int:
    """How long the one or two letters before a capital are that begin at a place, or 0."""
    before: cython.uchar = sorts[text[place - 1]] if place else OTHER
    here: cython.uchar = sorts[text[place]]
    second: cython.uchar = sorts[text[place + 1]] if place + 1 < length else OTHER
    third: cython.uchar = sorts[text[place + 2]] if place + 2 < length else OTHER
    if before != LOWER and before != UPPER:
        if (here == LOWER or here == UPPER) and second == LOWER and third == UPPER:
            return 2
        return 1 if here == LOWER and second == UPPER else 0
    return 2 if before == LOWER and here == UPPER and second == LOWER and third == UPPER else 0
