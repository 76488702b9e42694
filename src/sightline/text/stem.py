"""The documented two-pass stemmer (FG-10, FG-11). It knows English endings and nothing else."""

# Longest first as documented; `er` is left out on purpose (server, container).
_SUFFIXES: dict[int, list[bytes]] = {}
for _suffix in (
    *("ization", "ising", "izing", "ional", "ment", "ness", "less", "able", "ible", "tion"),
    *("sion", "ling", "ally", "ful", "ous", "ive", "ing", "ed", "ly"),
):
    # By their last letter: most words end in none of them.
    _SUFFIXES.setdefault(ord(_suffix[-1]), []).append(_suffix.encode())


def stem(word: str) -> str:
    """The stem of one lower-case word; lengths count bytes, as documented."""
    if len(word) < 4 and word.isascii():
        return word
    raw = word.encode("utf-8", "surrogatepass")
    if len(raw) < 4:
        return word
    raw = _without_plural(raw)
    for suffix in _SUFFIXES.get(raw[-1], ()):
        if raw.endswith(suffix) and len(raw) > len(suffix) + 2:
            raw = raw[: -len(suffix)]
            break
    return raw.decode("utf-8", "surrogatepass")


def _without_plural(raw: bytes) -> bytes:
    if raw.endswith(b"ies") and len(raw) > 4:
        return raw[:-3] + b"y"
    if raw.endswith(b"es") and len(raw) > 4 and raw[-3:-2] != b"s":
        return raw[:-2]
    if raw.endswith(b"s") and raw[-2:-1] != b"s":
        return raw[:-1]
    return raw
