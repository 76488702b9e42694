"""Tells keys, hashes and encoded blobs from names, to keep them out of full text (ruling 38).

Each pair of neighbouring characters costs more bits the rarer it is in identifiers: names cost about
3.5 bits per pair, random characters 6 and more.
"""

from __future__ import annotations

import re
from _operator import add

# Shorter words are never judged, because too many short names look random.
SHORTEST = 16
LONGEST = 120
# 97 % of random words of 16 letters and digits are above this threshold, 99 % of those of 20, and 2 %
# of 33,000 long identifiers of five projects not used for the table: hashes, numbers and keys.
RANDOM = 5.0
# The cost of a change to a capital, and its extra cost after fewer than three letters.
_TURN, EARLY, SHORT_PIECE = 5, 4, 3
_EARLY_SOURCE = "(?<![A-Za-z])[A-Za-z]?[a-z](?=[A-Z])|(?<=[a-z])[A-Z][a-z](?=[A-Z])"
_TO_DIGIT, _FROM_DIGIT, _DIGITS = 6, 7, 3
# Larger than any sum of bits: counts pairs in the same sum.
_PAIR = 1_000_000
# Longer parts are too rare to cache.
_LONGEST_PART, _MEMO_LIMIT = 24, 30_000
_HEX = "0123456789abcdefABCDEF"

# Bits of a letter after a letter, -log2 of its share, from the identifiers of a Python, a
# TypeScript, a C and a Java project; row = first letter, column = second.
_BITS = (
    "85449759597343859343568668"  # a
    "37673789449388488556399949"  # b
    "38684893694479289563599979"  # c
    "35642679379568589647489879"  # d
    "58436569899453757334966469"  # e
    "37774499296477399466499969"  # f
    "59671855499575589445589989"  # g
    "28962799399778369464599979"  # h
    "56444659999452468533969795"  # i
    "38871889687878378828489998"  # j
    "56771867398566788735465979"  # k
    "37842889398389379954479959"  # l
    "26872999399647339957599969"  # m
    "48433538596686479843569979"  # n
    "65448569695542549355465789"  # o
    "39863987596399349353589869"  # p
    "88978899899288899657198999"  # q
    "38652759397656389544679959"  # r
    "59572785497678557742597969"  # s
    "39682894399778479445699759"  # t
    "55654669599343849433899899"  # u
    "29891979399886699968799999"  # v
    "39873885296684389348898999"  # w
    "57474698499769729872989659"  # x
    "67564669598553729734886978"  # y
    "48871798499667479657689845"  # z
)


def looks_random(word: str) -> bool:
    """Whether a long word looks like a key rather than a name."""
    if len(word) < SHORTEST or not word.isascii():
        return False
    if len(word) > LONGEST:
        return True
    if "_" not in word:
        return _is_random(word)
    if bits_per_pair(word) > RANDOM:
        return True
    parts = word.split("_")
    if max(map(len, parts)) < SHORTEST:
        return False
    # A key often begins with the name of its issuer: what follows decides.
    return any(len(part) >= SHORTEST and _is_random(part) for part in parts)


def _is_random(word: str) -> bool:
    return (is_hex(word) and not word.isalpha()) or bits_per_pair(word) > RANDOM


def is_readable(word: str) -> bool:
    """Whether the letter pairs of a word are as common as in names, however short it is."""
    return bits_per_pair(word) <= RANDOM


def is_hex(word: str) -> bool:
    """Whether a word consists of hexadecimal digits only."""
    return not word.strip(_HEX)


def bits_per_pair(word: str) -> float:
    """How improbable a word is as a name, in bits per letter pair; separators cost nothing."""
    # So the costs of a word are those of its parts, which are the same few thousand in most names.
    pairs, bits = divmod(sum(map(_sums.__getitem__, word.split("_"))), _PAIR)
    return bits / pairs if pairs else 0.0


class _Sums(dict[str, int]):
    """The bits of a part's pairs, and one _PAIR for each of them."""

    def __missing__(self, part: str) -> int:
        if part.islower() or part.isupper() or not part.isascii() or not part.isalpha():
            total = _sum(part)
        else:
            total = _sum_of_turns(part)
        if len(part) <= _LONGEST_PART:
            if len(self) >= _MEMO_LIMIT:
                self.clear()
            self[part] = total
        return total


_sums = _Sums()


def _sum_of_turns(part: str) -> int:
    """The same for letters alone, by what stands between the turns to a capital."""
    pieces = re.compile("[A-Z]+[a-z]*|[a-z]+").findall(part)
    if len(pieces) == 1:
        return _sum(part)
    early = sum([len(piece) < SHORT_PIECE for piece in pieces[:-1]])
    turns = (len(pieces) - 1) * (_PAIR + _TURN)
    return sum(map(_sums.__getitem__, pieces)) + turns + EARLY * early


def _sum(part: str) -> int:
    total = sum(map(_costs.__getitem__, map(add, part, part[1:])))
    if not (part.islower() or part.isupper()):
        total += EARLY * len(re.compile(_EARLY_SOURCE).findall(part))
    return total


class _Costs(dict[str, int]):
    """The bits of two neighbouring characters, and one _PAIR if both are letters or digits."""

    def __missing__(self, pair: str) -> int:
        if not pair.isascii():
            return 0
        cost = self[pair] = _PAIR + pair_cost(*pair) if pair.isalnum() else 0
        return cost


_costs = _Costs()


def pair_cost(first: str, second: str) -> int:
    """The bits of a letter or digit after another one."""
    if first.isdigit():
        return _DIGITS if second.isdigit() else _FROM_DIGIT
    if second.isdigit():
        return _TO_DIGIT
    if first.islower() and second.isupper():
        return _TURN
    return int(_BITS[(ord(first) | 32) * 26 + (ord(second) | 32) - 97 * 27])
