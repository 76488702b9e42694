"""Whether a value is a secret, a placeholder, or ordinary code. Pure judgements about one string."""

import re
from _operator import sub

from sightline.text.secrets.randomness import bits_per_pair, is_hex

# Bits a pair above which a value with letters and digits, or letters alone, is no name.
_KEYISH, _KEYISH_LETTERS, _HIGH = 4.7, 5.8, 5.0
# Bits a pair below which a part of a token is a word, and the share of words that makes a name.
_WORD_BITS, _WORDY = 4.5, 0.35
_SHORTEST_KEY = 8
_LONG = 20
_SHORT_PIECE = 12
_LONGEST_KEY = 300
_NOUNS = ("pass", "pwd", "secret", "token", "key", "credential", "auth", "login", "session")
_NO_SECRETS = frozenset(
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
    """Whether a value only stands for a secret: a variable, a blank, an example, a name."""
    lower = value.lower()
    if len(value) < 3 or lower in _NO_SECRETS or "[redacted:" in value or "..." in value:
        return True
    if value.startswith(_PLACEHOLDER) or "${" in value or "{{" in value or len(set(value)) < 3:
        return True
    if _is_like(value):
        return True
    if "://" in value or "%s" in value or lower.startswith(("process.env", "os.environ")):
        return True
    return any(noun in lower for noun in _NOUNS) and re.compile(_NAME).fullmatch(value) is not None


def _is_like(value: str) -> bool:
    """Whether a value reads as an example, a chain of names or a path."""
    example = re.compile(_EXAMPLE).match(value)
    found = example or re.compile(_CHAIN).fullmatch(value) or re.compile(_PATH).fullmatch(value)
    return found is not None


def is_keyish(value: str) -> bool:
    """Whether a value looks made by a machine: an API key, a token, a session id."""
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
    """Whether a value is more than a plain word: letters with digits, or with marks."""
    letters = any(c.isalpha() for c in value)
    digits = any(c.isdigit() for c in value)
    marks = any(c in "!@#$%^&*+=~?" for c in value)
    return (letters and digits) or (marks and (letters or digits))


def is_high_entropy(token: str) -> bool:
    """Whether a bare word of a text is a key by its looks alone; hashes and UUIDs are not."""
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
    """Whether a token is made of words: a path, a name in camel, snake or kebab case."""
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
    """Whether a token is a number, a hash or a UUID: hexadecimal in groups or as a literal."""
    bare = token.strip("=").replace("-", "").replace("_", "").replace("/", "")
    if bare[:2] in ("0x", "0X"):
        bare = bare[2:].rstrip("uUlLzZ")
    return is_hex(bare)


def _is_sequence(token: str) -> bool:
    """Whether a token is an alphabet or a count: most characters follow on the one before."""
    codes = [*map(ord, token)]
    steps = [*map(sub, codes[1:], codes)].count(1)
    return steps * 2 > len(token)
