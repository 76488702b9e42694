"""Short stable digests of text and bytes. Not for passwords."""

try:
    from _blake2 import blake2b
except ImportError:  # this interpreter was built without the C module
    from hashlib import blake2b


def digest(data: bytes | str, size: int = 16) -> str:
    """The hexadecimal digest of some bytes or text, `size` bytes long."""
    raw = data if isinstance(data, bytes) else _bytes(data)
    return str(blake2b(raw, digest_size=size).hexdigest())


def fingerprint(text: str | bytes) -> str:
    """The digest of a symbol's text with white space normalised (ruling 61)."""
    raw = text if isinstance(text, bytes) else _bytes(text)
    return digest(b" ".join(raw.split()))


def _bytes(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
