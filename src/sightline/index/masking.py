"""Takes secrets out of what is kept word for word: signatures, docs and messages.

Looks closely only at texts in which something could be one; nearly all hold no secret.
"""

import re

from sightline.text.secrets import redact

_SUSPECT = re.compile(
    r"[\"'`=:][^\n]{0,200}?[A-Za-z0-9+/_~.-]{16}"
    r"|(?i:pass|pwd|secret|token|key|credential|auth|session|signature)[\w\]\"'`-]{0,24}"
    r"[ \t]{0,4}(?:[=:]|is |was |, ?[\"'`]|\([\"'`])"
    r"|://|<private|PRIVATE KEY|[A-Za-z0-9+/_-]{40}"
)


def masked(text: str) -> str:
    """The text with every secret replaced by its kind."""
    if not text or _SUSPECT.search(text) is None:
        return text
    return redact(text)
