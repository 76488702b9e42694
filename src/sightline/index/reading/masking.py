"""Takes secrets out of what is kept word for word: signatures, docs and commit messages.

Looks closely only at texts in which something could be one; nearly all hold no secret.
"""

import re
from collections.abc import Iterable

from sightline.model.code import ParsedFile, Symbol
from sightline.text.secrets.redact import redact

# A word long enough for a key, a name that has a value, an address with something in it.
_SUSPECT = re.compile(
    r"[A-Za-z0-9+/]{16}(?<![a-z]{16})"
    r"|(?i:pass|pwd|secret|token|key|credential|auth|session|signature)[\w\]\"'`-]{0,24}"
    r"[ \t]{0,4}(?:[=:]|is |was |, ?[\"'`]|\([\"'`])"
    r"|://[^\s/]*[:@]|<private|PRIVATE KEY"
)


def masked(text: str) -> str:
    """The text with every secret replaced by its kind."""
    if not text or _SUSPECT.search(text) is None:
        return text
    return redact(text)


def without_secrets(originals: Iterable[Symbol], shown: ParsedFile) -> ParsedFile:
    """A file as its blanked-out source shows it, with fingerprints of what lies on disk.

    Where a signature or doc held a secret, its kind stands in its place.
    """
    known = {(symbol.start, symbol.end, symbol.kind): symbol for symbol in originals}
    symbols = []
    for symbol in shown.symbols:
        original = known.get((symbol.start, symbol.end, symbol.kind), symbol)
        signature, doc = masked(original.signature), masked(original.doc)
        symbols.append(
            symbol._replace(
                signature=signature if signature != original.signature else symbol.signature,
                doc=doc if doc != original.doc else symbol.doc,
                fingerprint=original.fingerprint,
            )
        )
    return shown._replace(symbols=tuple(symbols))
