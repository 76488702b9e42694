"""Removes secrets from text before it is stored, indexed or quoted (ruling 38).

Handles private blocks, private keys and high-entropy words itself; `formats` knows secrets by their
form, `surroundings` by the text around them, `assigned` by the name they are assigned to.
"""

from __future__ import annotations

import re

from sightline.text.secrets.assignments import redact_assigned
from sightline.text.secrets.formats import BEGINNINGS, FORMATS, INNER_FORMATS
from sightline.text.secrets.scan import replace_from
from sightline.text.secrets.surroundings import redact_context
from sightline.text.secrets.values import is_high_entropy

_KEY_HEAD = (
    r"-----BEGIN[A-Z0-9 ]{0,40} PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d|Private-Lines:"
)
_BETWEEN = r"(?:\s|\\[nrt]|[\"'`,;>|#*+.]){0,40}"
_BASE64 = r"[A-Za-z0-9+/]{20,}={0,2}"
_HEADERS = r"(?:Proc-Type|DEK-Info|Comment|Version|Hash|Encryption|Public-Lines|Private-MAC)[:=][^\n\\]{0,200}"
# The lines of a key and its end; without an end, everything that looks like a line of it.
_KEY_BODY = (
    rf"(?>(?:{_BETWEEN}(?:{_BASE64}|{_HEADERS}))*+)"
    rf"(?:{_BETWEEN}[A-Za-z0-9+/=]{{0,64}}={{0,2}}{_BETWEEN}-----END[A-Z0-9 ]{{0,60}}-----"
    rf"|{_BETWEEN}[A-Za-z0-9+/=]{{1,64}}\s*\Z)?"
)
_KEY_TAIL = r"-----END[A-Z0-9 ]{0,40} PRIVATE KEY(?: BLOCK)?-----"
_COLOURS = r"\x1b\[[0-9;?]*[A-Za-z]"
_LONGEST_KEY = 20_000
_PASSES = 5
# Shorter text holds no secret ("pw=x" is the shortest), shorter names none of a known form.
_SHORTEST, _SHORTEST_FORM = 4, 16
_PUBLIC = (
    r"-----BEGIN (?:CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY|PGP PUBLIC|PGP SIGNATURE|SSH SIGNATURE)"
)


def redact(text: str) -> str:
    """The text with every secret replaced by `[redacted:kind]`; redacting again changes nothing."""
    if "\x1b[" in text:
        # Colour codes of a terminal may separate a password from its name.
        text = re.compile(_COLOURS).sub("", text)
    return masked(text)


def masked(text: str) -> str:
    """The same as `redact`, but every other character stays as it is, colour codes included."""
    # Most of the checked texts are short names, which cannot be secrets.
    if len(text) < _SHORTEST or (len(text) < _SHORTEST_FORM and text.isidentifier()):
        return text
    # Masking a secret may expose another beside it; text without secrets needs one pass.
    for _ in range(_PASSES):
        after = _masked_once(text)
        if after == text:
            break
        text = after
    return text


def _masked_once(text: str) -> str:
    if "<" in text:
        text = _without_private(text)
    if "PRIVATE KEY" in text or "Private-Lines" in text:
        text = _without_private_keys(text)
    if any(map(text.__contains__, BEGINNINGS)):
        for kind, beginnings, source in FORMATS:
            mask = f"[redacted:{kind}]"
            text = replace_from(text, text, beginnings, source, lambda _, mask=mask: mask)  # type: ignore[misc]
    for kind, inside, source in INNER_FORMATS:
        if any(part in text for part in inside):
            text = re.compile(source).sub(f"[redacted:{kind}]", text)
    text = redact_assigned(redact_context(text))
    return _without_high_entropy(text)


def _without_private(text: str) -> str:
    """The text without `<private>` blocks, including nested and unclosed ones."""
    parts: list[str] = []
    depth = done = 0
    last = text.lower().rfind("</private")
    for tag in re.compile(r"(?i)<(/?)\s{0,8}private(?:\s[^<>\n]{0,80})?>").finditer(text):
        if not tag[1]:
            if not depth:
                if text[max(0, tag.start() - 1) : tag.start()].isalnum() and last < tag.start():
                    continue  # List<Private> is a type, unless a closing tag follows.
                parts += (text[done : tag.start()], "[redacted:private]")
            depth += 1
        elif depth:
            depth -= 1
            done = tag.end()
    if not parts:
        return text
    return "".join(parts) + ("" if depth else text[done:])


def _without_private_keys(text: str) -> str:
    """The text without private keys in PEM and PuTTY form, even if truncated at either end."""
    head, body = re.compile(_KEY_HEAD), re.compile(_KEY_BODY)
    parts: list[str] = []
    done = 0
    while (begin := head.search(text, done)) is not None:
        end = body.match(text, begin.end())
        parts += (text[done : begin.start()], "[redacted:private-key]")
        done = end.end() if end is not None else begin.end()
    text = "".join(parts) + text[done:] if parts else text
    parts, done = [], 0
    for tail in re.compile(_KEY_TAIL).finditer(text):
        start = _start_of_key(text, done, tail.start())
        parts += (text[done:start], "[redacted:private-key]")
        done = tail.end()
    return "".join(parts) + text[done:] if parts else text


def _start_of_key(text: str, floor: int, end: int) -> int:
    """The start of a key whose first line is missing."""
    floor = max(floor, end - _LONGEST_KEY)
    start = end
    for line in reversed(list(re.compile(r"[A-Za-z0-9+/=]+").finditer(text, floor, end))):
        # Only line ends and quotes occur between the lines of a key.
        if re.compile(rf"(?:{_BETWEEN})\Z").match(text[line.end() : start]) is None:
            break
        if len(line[0]) < 16 and start != end:
            break
        start = line.start()
    return start


def _without_high_entropy(text: str) -> str:
    """The text without words that look like keys, except in certificates and checksums."""
    words = re.compile(r"[A-Za-z0-9_+/-]{20,}={0,2}")
    if "-----BEGIN " not in text:
        return words.sub(_masked, text)
    parts: list[str] = []
    done = 0
    for block in re.compile(_PUBLIC).finditer(text):
        if block.start() < done:
            continue
        end = text.find("-----END", block.end())
        end = end if end >= 0 else len(text)
        parts += (words.sub(_masked, text[done : block.start()]), text[block.start() : end])
        done = end
    return "".join(parts) + words.sub(_masked, text[done:])


def _masked(match: re.Match[str]) -> str:
    token = match[0]
    secret = is_high_entropy(token) and not _is_checksum(match.string, match.start())
    return "[redacted:high-entropy]" if secret else token


def _is_checksum(text: str, start: int) -> bool:
    """Whether the text before a word marks it as a checksum or an embedded file."""
    before = text[max(0, start - 24) : start].lower()
    return (
        re.compile(r"sha\d|\bsha\b|h1:|base64,|integrity|checksum|md5|ssh-|digest").search(before)
        is not None
    )
