"""Takes secrets out of text before it is stored, indexed or quoted (ruling 38).

What is known by its form is in secret_formats, by its surroundings in secret_context, by its name
in secret_assigned; here are private blocks, private keys, and what only looks like a key.
"""

from __future__ import annotations

import re

from sightline.text.secrets.assigned import redact_assigned
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
# Its lines, then its end; without an end as much as looks like it.
_KEY_BODY = (
    rf"(?>(?:{_BETWEEN}(?:{_BASE64}|{_HEADERS}))*+)"
    rf"(?:{_BETWEEN}[A-Za-z0-9+/=]{{0,64}}={{0,2}}{_BETWEEN}-----END[A-Z0-9 ]{{0,60}}-----"
    rf"|{_BETWEEN}[A-Za-z0-9+/=]{{1,64}}\s*\Z)?"
)
_KEY_TAIL = r"-----END[A-Z0-9 ]{0,40} PRIVATE KEY(?: BLOCK)?-----"
_COLOURS = r"\x1b\[[0-9;?]*[A-Za-z]"
_LONGEST_KEY = 20_000
_PASSES = 5
# Nothing shorter is masked: "pw=x" is, one of the known forms is at least this long.
_SHORTEST, _SHORTEST_FORM = 4, 16
_PUBLIC = (
    r"-----BEGIN (?:CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY|PGP PUBLIC|PGP SIGNATURE|SSH SIGNATURE)"
)


def redact(text: str) -> str:
    """The same text with every secret replaced by `[redacted:kind]`; doing it twice is the same."""
    if "\x1b[" in text:
        # What a terminal wrote in colours would stand between a password and what names it.
        text = re.compile(_COLOURS).sub("", text)
    return masked(text)


def masked(text: str) -> str:
    """The same, where every other character has to stay as it is."""
    # Most of what is checked are names; a secret has a form, or something that says so beside it.
    if len(text) < _SHORTEST or (len(text) < _SHORTEST_FORM and text.isidentifier()):
        return text
    # A mask may uncover what stood beside the secret; without secrets one pass is all.
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
    """`<private>` blocks, nested ones and one that is never closed included."""
    parts: list[str] = []
    depth = done = 0
    last = text.lower().rfind("</private")
    for tag in re.compile(r"(?i)<(/?)\s{0,8}private(?:\s[^<>\n]{0,80})?>").finditer(text):
        if not tag[1]:
            if not depth:
                if text[max(0, tag.start() - 1) : tag.start()].isalnum() and last < tag.start():
                    continue  # List<Private> is a type, unless something closes it.
                parts += (text[done : tag.start()], "[redacted:private]")
            depth += 1
        elif depth:
            depth -= 1
            done = tag.end()
    if not parts:
        return text
    return "".join(parts) + ("" if depth else text[done:])


def _without_private_keys(text: str) -> str:
    """Private keys in PEM and PuTTY form, cut off at either end too."""
    head, body = re.compile(_KEY_HEAD), re.compile(_KEY_BODY)
    parts: list[str] = []
    done = 0
    while (found := head.search(text, done)) is not None:
        end = body.match(text, found.end())
        parts += (text[done : found.start()], "[redacted:private-key]")
        done = end.end() if end is not None else found.end()
    text = "".join(parts) + text[done:] if parts else text
    parts, done = [], 0
    for tail in re.compile(_KEY_TAIL).finditer(text):
        start = _start_of_key(text, done, tail.start())
        parts += (text[done:start], "[redacted:private-key]")
        done = tail.end()
    return "".join(parts) + text[done:] if parts else text


def _start_of_key(text: str, floor: int, end: int) -> int:
    """Where the lines of a key begin whose first line is missing."""
    floor = max(floor, end - _LONGEST_KEY)
    start = end
    for line in reversed(list(re.compile(r"[A-Za-z0-9+/=]+").finditer(text, floor, end))):
        # Only line ends and quotes stand between the lines of a key.
        if re.compile(rf"(?:{_BETWEEN})\Z").match(text[line.end() : start]) is None:
            break
        if len(line[0]) < 16 and start != end:
            break
        start = line.start()
    return start


def _without_high_entropy(text: str) -> str:
    """Words that no name looks like, outside certificates, checksums and embedded files."""
    words = re.compile(r"[A-Za-z0-9_+/-]{20,}={0,2}")
    if "-----BEGIN " not in text:
        return words.sub(_masked, text)
    parts: list[str] = []
    done = 0
    for found in re.compile(_PUBLIC).finditer(text):
        if found.start() < done:
            continue
        end = text.find("-----END", found.end())
        end = end if end >= 0 else len(text)
        parts += (words.sub(_masked, text[done : found.start()]), text[found.start() : end])
        done = end
    return "".join(parts) + words.sub(_masked, text[done:])


def _masked(match: re.Match[str]) -> str:
    token = match[0]
    secret = is_high_entropy(token) and not _is_checksum(match.string, match.start())
    return "[redacted:high-entropy]" if secret else token


def _is_checksum(text: str, start: int) -> bool:
    """Whether what stands before a word says that it is a checksum or an embedded file."""
    before = text[max(0, start - 24) : start].lower()
    return (
        re.compile(r"sha\d|\bsha\b|h1:|base64,|integrity|checksum|md5|ssh-|digest").search(before)
        is not None
    )
