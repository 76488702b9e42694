"""Blanks out the secrets of a source, every other byte in its place, before its words are split.

Looks closely only at lines in which something could be one: the rest costs a search for a few texts.
"""

import re
from collections.abc import Iterator

from sightline.text.secrets.formats import BEGINNINGS
from sightline.text.secrets.randomness import is_readable
from sightline.text.secrets.redact import masked
from sightline.text.secrets.values import is_high_entropy
from sightline.text.words import is_name

Span = tuple[int, int]

# Every byte of other scripts counts as a letter.
_LETTERS = bytes(code if code < 128 else 0xE9 for code in range(256))
# Long words are judged by their looks, once each.
_WORD = 20
_SIGNS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/-"
_TABLE = bytes(120 if code in _SIGNS else 32 for code in range(256))
_LONG = b"x" * _WORD
_MEMO_LIMIT = 50_000
_NO_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_+/-"
# A line and what follows on the next ones; of a very long line only what stands near.
_BEFORE, _AFTER, _LINES = 400, 4000, 3
# A piece this long that stands only once in a text is known to be where it was.
_TELLING = 24

_NAMED = rb"""[\w-]{0,24}(?:\\{0,4}["'`\]]){0,2}(?:\s{0,4}:\s{0,4}[\w&<>\[\].|?']{1,30}?|\[\])?
(?:\s{0,8}(?:[=:>,(]|->|[!=]=)|\s{1,3}(?:is|was)\s)[=>]{0,2}:?\s{0,8}"""
# What is given to a password; what is given to a key or token has a digit or is long.
_STRONG = _NAMED + rb"""[bBfFrRuU@$]{0,2}[\\"'`]{0,5}[^\s"'`,;<>(){}\[\]|&\\]"""
_WEAK = (
    _NAMED
    + rb"""[bBfFrRuU@$]{0,2}[\\"'`]{0,5}(?=[^\s"'`]{0,40}\d|[^\s"'`]{16})[^\s"'`,;<>(){}\[\]|&\\]{8}"""
)
_OPTION = rb"[^\n|;]{0,200}-[pawu-]"
_FLAG = rb"-?(?:[a-z][\w-]*)?(?:pass|pwd|secret|key|token|credential|sess|sig|_auth)"
# A word the source must hold, the text a secret may stand behind and what must follow for a closer
# look, all in lower case.
_SUSPECTS = tuple(
    (word, beginning, re.compile(after, re.VERBOSE))
    for word, beginning, after in (
        *((noun, noun.encode(), _STRONG) for noun in ("passw", "passphrase", "passcode")),
        *((noun, noun.encode(), _STRONG) for noun in ("pwd", "secret")),
        *((noun, noun.encode(), _WEAK) for noun in ("key", "token", "credential", "sess", "sig")),
        ("auth", b"_auth", _WEAK),
        ("", b"://", rb"""[^\s/:@"'<>`]{0,100}:[^\s/"'<>`]{1,200}@"""),
        ("cookie", b"cookie", rb"""\\?["']?\s{0,4}[:=]"""),
        *((noun, noun.encode(), rb"") for noun in ("authorization", "bearer", "sshpass")),
        ("identified", b"identified by", rb""),
        ("5432", b":5432:", rb""),
        ("basic", b"basic ", rb"\s{0,3}[a-z0-9+/]{8}"),
        ("login", b"login ", rb"\s{0,3}\S{1,80}\s{1,4}password"),
        ("kty", b'"kty"', rb""),
        ("curl", b"curl ", _OPTION),
        ("wget", b"wget ", _OPTION),
        ("mysql", b"mysql", _OPTION),
        ("mariadb", b"mariadb", _OPTION),
        ("redis", b"redis-cli ", _OPTION),
        ("docker", b"docker login ", _OPTION),
        ("podman", b"podman login ", _OPTION),
        ("ldapsearch", b"ldapsearch ", _OPTION),
        ("", b" -", _FLAG),
    )
)
_HASH = re.compile(rb"\$(?:2[abxy]?|5|6|y|apr1|argon2\w{0,2})\$")
# These go over many lines: then all of the source is looked at.
_BLOCK = re.compile(rb"<\s{0,8}private[\s>]|private key|private-lines")
_MASK = re.compile(r"\[redacted:[a-z-]+\]")

_judged: dict[bytes, bool] = {}


def hidden(source: bytes, words: str) -> bytes:
    """The source with every secret in it blanked out; the same object when there is none.

    `words` are those the source holds, in lower case.
    """
    spans = list(_spans(source, words))
    if not spans:
        return source
    blanked = bytearray(source)
    for start, end in spans:
        blanked[start:end] = re.sub(rb"[^\n]", b" ", source[start:end])
    return bytes(blanked)


def _spans(source: bytes, words: str) -> Iterator[Span]:
    if "private" in words and _BLOCK.search(source.lower()):
        windows = [(0, len(source))]
    else:
        windows = _merged([_window(source, place) for place in _places(source, words)])
    for start, end in windows:
        # One character a byte, so that positions are those of the source.
        text = source[start:end].translate(_LETTERS).decode("latin-1")
        for first, last in _taken_out(text, masked(text)):
            yield start + first, start + last


def _places(source: bytes, words: str) -> Iterator[int]:
    """Where something stands that could be a secret or the name of one."""
    lower = source.lower()
    for number, place in _found(lower, words):
        _, beginning, after = _SUSPECTS[number]
        if after.match(lower, place + len(beginning)):
            yield place
    if b"$" in lower:
        for found in _HASH.finditer(lower):
            yield found.start()
    yield from long_words(source)


def _found(lower: bytes, words: str) -> Iterator[tuple[int, int]]:
    """Which of the suspects stand where; those whose word the source does not hold, nowhere."""
    for number, (word, beginning, _) in enumerate(_SUSPECTS):
        if word not in words:
            continue
        place = lower.find(beginning)
        while place >= 0:
            yield number, place
            place = lower.find(beginning, place + len(beginning))


def long_words(source: bytes) -> Iterator[int]:
    """Where long words stand that are worth a closer look."""
    signs = source.translate(_TABLE)
    start = signs.find(_LONG)
    while start >= 0:
        end = signs.find(b" ", start)
        word = source[start : end if end >= 0 else len(source)]
        known = _judged.get(word)
        if known is None:
            if len(_judged) >= _MEMO_LIMIT:
                _judged.clear()
            known = _judged[word] = _looks_secret(word)
        if known:
            yield start
        start = signs.find(_LONG, start + len(word))


def _looks_secret(written: bytes) -> bool:
    """Whether a word is worth a closer look; most names are known, or told apart by one sum."""
    word = written.decode("ascii")
    is_plain = is_name(word) or is_readable(word)
    if "/" in word or not is_plain:
        return is_high_entropy(word)
    return word.strip(_NO_DIGITS) != "" and any(map(word.__contains__, BEGINNINGS))


def _window(source: bytes, place: int) -> Span:
    start = max(source.rfind(b"\n", 0, place) + 1, place - _BEFORE)
    end = place
    for _ in range(_LINES):
        end = source.find(b"\n", end + 1)
        if end < 0:
            end = len(source)
            break
    return start, min(end, place + _AFTER)


def _merged(windows: list[Span]) -> list[Span]:
    found: list[Span] = []
    for start, end in sorted(windows):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _taken_out(text: str, shown: str) -> Iterator[Span]:
    """The spans of a text that its masked form does not show; rather more than less."""
    if shown == text:
        return
    pieces = _MASK.split(shown)
    start = len(pieces[0])
    for piece in pieces[1:-1]:
        if len(piece) < _TELLING or text.count(piece) > 1:
            continue
        place = text.find(piece, start)
        if place >= 0:
            yield start, place
            start = place + len(piece)
    yield start, len(text) - len(pieces[-1])
