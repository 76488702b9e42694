"""Takes secrets out of what is kept word for word: signatures, docs and messages.

Looks closely only at texts in which something could be one; nearly all hold no secret.
"""

import re

from sightline.text.secrets import redact

# A word long enough for a key, a name that has a value, an address with something in it.
_SUSPECT = re.compile(
    r"[A-Za-z0-9+/]{16}(?<![a-z]{16})"
    r"|(?i:pass|pwd|secret|token|key|credential|auth|session|signature)[\w\]\"'`-]{0,24}"
    r"[ \t]{0,4}(?:[=:]|is |was |, ?[\"'`]|\([\"'`])"
    r"|://[^\s/]*[:@]|<private|PRIVATE KEY"
)
_QUOTES = ('"', "'", "`")


def masked(text: str) -> str:
    """The text with every secret replaced by its kind."""
    if not text or _SUSPECT.search(text) is None:
        return text
    return redact(text)


def masked_signature(text: str, kind: str) -> str:
    """The same for a signature: in code, a secret can only stand in quotes."""
    if kind == "section":
        return masked(text)
    for quote in _QUOTES:
        if quote in text:
            return masked(text)
    return text
