"""Tells secrets from placeholders and ordinary code by looking at a single value."""

import re
from _operator import sub

from sightline.text.secrets.randomness import bits_per_pair, is_hex

# Bits per pair above which a value of letters and digits, or of letters alone, is not a name.
_KEYISH, _KEYISH_LETTERS, _HIGH = 4.7, 5.8, 5.0
# Bits per pair below which a part of a token is a word, and the share of words in a name.
_WORD_BITS, _WORDY = 4.5, 0.35
_SHORTEST_KEY = 8
_LONG = 20
_SHORT_PIECE = 12
_LONGEST_KEY = 300
_NOUNS = ("pass", "pwd", "secret", "token", "key", "credential", "auth", "login", "session")
_NEVER_SECRET = frozenset(
    """none null nil true false undefined void str string bool boolean int integer bytes any object
    text number float double char byte self this required optional hidden default value input
    unknown empty changeme change-me test foo bar baz abc xyz example sample dummy fake admin1
    function return async await const let var new str, number, type""".split()  # noqa: SIM905
)
_PLACEHOLDER = ("$", "%(", "%s", "%v", "%q", "{", "<", "[redacted", "@", "--", "\\", "#{", "&")
_EXAMPLE = r"(?i)(?:your|my|the|some|example|sample|dummy|fake|placeholder|insert|enter|replace|todo|changeme|redacted)(?:[^a-z]|$)"
_NAME = r"[#.:@*]?[A-Za-z_][A-Za-z_.:*-]*\d{0,2}"
_CHAIN = r"[A-Za-z_$][\w$]*(?:(?:\.|->|::|\?\.)[A-Za-z_$][\w$]*)+"
_PATH = r"(?:\.{0,2}|~|[A-Za-z]:)[/\\][\w.@ -]+(?:[/\\][\w.@ -]*)*|\w[\w-]*\.(?:py|js|ts|go|rs|rb|java|json|ya?ml|toml|txt|md|html?|css|env|pem|key|sh)"


def is_placeholder(value: str) -> bool:
    """Whether a value only stands in for a secret: a variable, a blank, an example, a name."""
    lower = value.lower()
    if len(value) < 3 or lower in _NEVER_SECRET or "[redacted:" in value or "..." in value:
        return True
    if value.startswith(_PLACEHOLDER) or "${" in value or "{{" in value or len(set(value)) < 3:
        return True
    if _is_ordinary(value):
        return True
    if "://" in value or "%s" in value or lower.startswith(("process.env", "os.environ")):
        return True
    return any(noun in lower for noun in _NOUNS) and re.compile(_NAME).fullmatch(value) is not None


def _is_ordinary(value: str) -> bool:
    """Whether a value is an example, a chain of names or a path."""
    if re.compile(_EXAMPLE).match(value):
        return True
    return any(re.compile(pattern).fullmatch(value) for pattern in (_CHAIN, _PATH))


def is_keyish(value: str) -> bool:
    """Whether a value looks machine-made, like an API key, a token or a session id."""
    if len(value) < _SHORTEST_KEY or any(c.isspace() for c in value):
        return False
    digits = sum(c.isdigit() for c in value)
    letters = sum(c.isalpha() for c in value)
    if not digits:
        return len(value) >= 2 * _SHORTEST_KEY and bits_per_pair(value) > _KEYISH_LETTERS
    if not letters:
        return digits >= 12 and "." not in value
    return (digits > 2 and digits / len(value) >= 0.12) or bits_per_pair(value) > _KEYISH


def is_odd(value: str) -> bool:
    """Whether a value is more than a plain word: it mixes letters, digits and punctuation."""
    letters = any(c.isalpha() for c in value)
    digits = any(c.isdigit() for c in value)
    marks = any(c in "!@#$%^&*+=~?" for c in value)
    return (letters and digits) or (marks and (letters or digits))


def is_high_entropy(token: str) -> bool:
    """Whether a word looks like a key by itself; hashes and UUIDs do not."""
    if len(token) > _LONGEST_KEY or len(set(token)) < 12 or _is_number(token):
        return False
    if token.startswith(("AAAA", "sha1", "sha2", "sha3", "sha5", "md5")) or "xn--" in token:
        return False
    if _is_sequence(token) or _is_path(token):
        return "/" in token and any(
            len(part) >= _LONG and is_high_entropy(part) for part in token.split("/")
        )
    if not any(c.isdigit() for c in token):
        mixed = not (token.islower() or token.isupper())
        return mixed and bits_per_pair(token) > _KEYISH_LETTERS + 0.5
    return bits_per_pair(token) > _HIGH


def _is_path(token: str) -> bool:
    """Whether a token consists of words: a path, or a name in camel, snake or kebab case."""
    parts = [part for part in token.split("/") if len(part) < 7 or not _is_number(part)]
    left = "/".join(parts)
    if len(left) < _LONG:
        return True
    if left.islower() or left.isupper():
        pieces = re.compile(r"[/_+-]+").split(left)
        if len(pieces) > 2 and max(map(len, pieces)) < _SHORT_PIECE:
            return True
    words = re.compile(r"[A-Z]?[a-z]{3,}|[A-Z]{4,}").findall(left)
    read = sum(len(word) for word in words if bits_per_pair(word) < _WORD_BITS)
    return read > len(left) * _WORDY


def _is_number(token: str) -> bool:
    """Whether a token is a hexadecimal number, a hash or a UUID."""
    bare = token.strip("=").replace("-", "").replace("_", "").replace("/", "")
    if bare[:2] in ("0x", "0X"):
        bare = bare[2:].rstrip("uUlLzZ")
    return is_hex(bare)


def _is_sequence(token: str) -> bool:
    """Whether most characters of a token follow the one before, as in an alphabet or a count."""
    codes = [*map(ord, token)]
    steps = [*map(sub, codes[1:], codes)].count(1)
    return steps * 2 > len(token)
