"""Keeps secrets out of the index: blanks them in source and redacts them in stored texts.

Examines closely only lines that could contain a secret; the rest costs a search for a few words.
"""

import re
from collections.abc import Iterable, Iterator

from sightline.model.code import ParsedFile, Symbol
from sightline.text.secrets.formats import BEGINNINGS
from sightline.text.secrets.randomness import is_readable
from sightline.text.secrets.redact import masked, redact
from sightline.text.secrets.values import is_high_entropy
from sightline.text.words import is_name

Span = tuple[int, int]

# A short text is redacted only if it has a word long enough for a key, a name that is given a
# value, or an address with credentials.
_SUSPECT = re.compile(
    r"[A-Za-z0-9+/]{16}(?<![a-z]{16})"
    r"|(?i:pass|pwd|secret|token|key|credential|auth|session|signature)[\w\]\"'`-]{0,24}"
    r"[ \t]{0,4}(?:[=:]|is |was |, ?[\"'`]|\([\"'`])"
    r"|://[^\s/]*[:@]|<private|PRIVATE KEY"
    r"|(?i:password[ \t]+[\"'\w]|(?:mysql|mariadb|curl|wget|sshpass|machine|docker)\w*[ \t])"
)

# Every byte of other scripts counts as a letter.
_LETTERS = bytes(code if code < 128 else 0xE9 for code in range(256))
# Words of this length are checked for randomness, once each.
_WORD = 20
_SIGNS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/-"
_TABLE = bytes(120 if code in _SIGNS else 32 for code in range(256))
_LONG = b"x" * _WORD
_MEMO_LIMIT = 50_000
_NO_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_+/-"
# A suspect is examined with the rest of its line and the next lines, within these distances.
_BEFORE, _AFTER, _LINES = 400, 4000, 3
# A piece this long that occurs once in a text can be located in it.
_LOCATABLE = 24

_NAMED = rb"""[\w-]{0,24}(?:\\{0,4}["'`\]]){0,2}(?:\s{0,4}:\s{0,4}[\w&<>\[\].|?']{1,30}?|\[\])?
(?:\s{0,8}(?:[=:>,(]|->|[!=]=)|\s{1,3}(?:is|was)\s)[=>]{0,2}:?\s{0,8}"""
# Any value of a password; the value of a key or token must have a digit or be long.
_STRONG = _NAMED + rb"""[bBfFrRuU@$]{0,2}[\\"'`]{0,5}[^\s"'`,;<>(){}\[\]|&\\]"""
_WEAK = (
    _NAMED
    + rb"""[bBfFrRuU@$]{0,2}[\\"'`]{0,5}(?=[^\s"'`]{0,40}\d|[^\s"'`]{16})[^\s"'`,;<>(){}\[\]|&\\]{8}"""
)
_OPTION = rb"[^\n|;]{0,200}-[pawu-]"
_FLAG = rb"-?(?:[a-z][\w-]*)?(?:pass|pwd|secret|key|token|credential|sess|sig|_auth)"
# A word the source must contain, the text in front of a possible secret, and the pattern that must
# follow it for a closer look; all in lower case.
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
        ("passw", b"password '", rb""),
        ("passw", b'password "', rb""),
        ("machine", b"machine ", rb"[^\n]{1,200}\spassword\s"),
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
# These span many lines: the whole source is examined.
_BLOCK = re.compile(rb"<\s{0,8}private[\s>]|private key|private-lines")
_MASK = re.compile(r"\[redacted:[a-z-]+\]")

_suspect_words: dict[bytes, bool] = {}  # a cache of `_looks_secret`


def redacted(text: str) -> str:
    """Replace every secret of a short text by its kind."""
    if not text or _SUSPECT.search(text) is None:
        return text
    return redact(text)


def redact_symbols(originals: Iterable[Symbol], blanked: ParsedFile) -> ParsedFile:
    """Finish a file that was parsed from blanked source.

    Its fingerprints become those of the file on disk. Where a signature or doc contained a secret,
    the kind of the secret takes its place.
    """
    by_span = {(symbol.start, symbol.end, symbol.kind): symbol for symbol in originals}
    symbols = []
    for symbol in blanked.symbols:
        original = by_span.get((symbol.start, symbol.end, symbol.kind), symbol)
        signature, doc = redacted(original.signature), redacted(original.doc)
        symbols.append(
            symbol._replace(
                signature=signature if signature != original.signature else symbol.signature,
                doc=doc if doc != original.doc else symbol.doc,
                fingerprint=original.fingerprint,
            )
        )
    return blanked._replace(symbols=tuple(symbols))


def blank_secrets(source: bytes, words: str) -> bytes:
    """Blank out every secret in a source, moving nothing; the same object when there is none.

    `words` are the words of the source, in lower case.
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
        windows = _merged([_window(source, place) for place in _suspect_places(source, words)])
    for start, end in windows:
        # One character a byte, so that positions are those of the source.
        text = source[start:end].translate(_LETTERS).decode("latin-1")
        for first, last in _masked_spans(text, masked(text)):
            yield start + first, start + last


def _suspect_places(source: bytes, words: str) -> Iterator[int]:
    """The positions of text that could be a secret or the name of one."""
    lower = source.lower()
    for word, beginning, after in _SUSPECTS:
        if word not in words:
            continue
        place = lower.find(beginning)
        while place >= 0:
            if after.match(lower, place + len(beginning)):
                yield place
            place = lower.find(beginning, place + len(beginning))
    if b"$" in lower:
        for match in _HASH.finditer(lower):
            yield match.start()
    yield from _random_words(source)


def _random_words(source: bytes) -> Iterator[int]:
    """The positions of long words that look random."""
    signs = source.translate(_TABLE)
    start = signs.find(_LONG)
    while start >= 0:
        end = signs.find(b" ", start)
        word = source[start : end if end >= 0 else len(source)]
        suspect = _suspect_words.get(word)
        if suspect is None:
            if len(_suspect_words) >= _MEMO_LIMIT:
                _suspect_words.clear()
            suspect = _suspect_words[word] = _looks_secret(word)
        if suspect:
            yield start
        start = signs.find(_LONG, start + len(word))


def _looks_secret(raw: bytes) -> bool:
    """Whether a word is worth a closer look: most words are readable names."""
    word = raw.decode("ascii")
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
    merged: list[Span] = []
    for start, end in sorted(windows):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _masked_spans(text: str, masked_text: str) -> Iterator[Span]:
    """The spans of a text that masking replaced; when in doubt, larger ones."""
    if masked_text == text:
        return
    pieces = _MASK.split(masked_text)
    start = len(pieces[0])
    for piece in pieces[1:-1]:
        if len(piece) < _LOCATABLE or text.count(piece) > 1:
            continue
        place = text.find(piece, start)
        if place >= 0:
            yield start, place
            start = place + len(piece)
    yield start, len(text) - len(pieces[-1])
