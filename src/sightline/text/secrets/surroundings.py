"""Finds secrets by the text around them: in headers, URLs, cookies and command lines."""

from __future__ import annotations

import re
from binascii import Error, a2b_base64
from collections.abc import Callable

from sightline.text.secrets.scan import lowered, replace_from
from sightline.text.secrets.values import is_keyish, is_odd, is_placeholder


def _bearer(match: re.Match[str]) -> str:
    value = match["value"]
    if is_placeholder(value) or not (is_keyish(value) or (match["head"] and is_odd(value))):
        return match[0]
    return match[0][: match.start("value") - match.start()] + "[redacted:bearer]"


def _basic(match: re.Match[str]) -> str:
    value = match["value"]
    try:
        shown = a2b_base64(value + "=" * (-len(value) % 4)).decode()
    except (Error, UnicodeDecodeError):
        return match[0]
    if ":" not in shown or not shown.isprintable():
        return match[0]
    return match[0][: match.start("value") - match.start()] + "[redacted:basic-auth]"


def _password(match: re.Match[str]) -> str:
    """Replace the group `value`, unless it is a placeholder."""
    value = match["value"]
    if is_placeholder(value) or value.isdigit():
        return match[0]
    start, end = (place - match.start() for place in match.span("value"))
    return f"{match[0][:start]}[redacted:password]{match[0][end:]}"


def _url_password(match: re.Match[str]) -> str:
    value = match["value"]
    if value.startswith(("$", "{", "<", "%s", "[redacted", "*", "%(")) or len(set(value)) < 2:
        return match[0]
    return f"{match['head']}[redacted:password]@"


def _cookie(match: re.Match[str]) -> str:
    def pair(match: re.Match[str]) -> str:
        named = re.compile(r"(?i)sess|token|auth|sid|csrf|xsrf").search(match[1]) is not None
        value = match[2]
        if is_placeholder(value) or not (is_keyish(value) or (named and is_odd(value))):
            return match[0]
        return f"{match[1]}=[redacted:cookie]"

    pairs = re.compile(r"([\w.-]{1,80})=([^\s;,\"']{6,4000})")
    return match["head"] + pairs.sub(pair, match["pairs"])


# The lower-case texts it begins with, the pattern, and its replacement.
_RULES: tuple[tuple[tuple[str, ...], str, Callable[[re.Match[str]], str]], ...] = (
    (
        ("authorization", "bearer"),
        r"""(?ix)(?:(?P<head>authorization)\\?["']?\s{0,4}[:=,]\s{0,4}\\?["'`]?
        (?P<scheme>bearer|token|apikey|negotiate|digest)|(?P<alone>bearer))
        \s{1,4}(?P<value>[\w.~+/=-]{8,4000})""",
        _bearer,
    ),
    (("basic ",), r"(?i)basic\s{1,4}(?P<value>[A-Za-z0-9+/]{8,400}={0,2})", _basic),
    (
        ("://",),
        r"(?P<head>://[^\s/:@\"'<>`]{0,100}:)(?P<value>[^\s/\"'<>`]{1,200})@(?=[\w\[{$%.-])",
        _url_password,
    ),
    (
        ("cookie",),
        r"(?i)(?P<head>cookie\\?[\"']?\s{0,4}[:=]\s{0,4}\\?[\"']?)(?P<pairs>[^\"'\n]{8,8000})",
        _cookie,
    ),
    (
        ("curl ", "wget "),
        r"(?i)(?:curl|wget)\s(?:[^\n|;]{0,200}?\s)?(?:-u|--user)[ =]?[\"']?[^\s:\"'$]{1,80}:"
        r"(?P<value>[^\s\"']{1,200})",
        _password,
    ),
    (
        ("mysql", "mariadb"),
        r"(?i:mysql|mariadb)\w{0,8}\s(?:[^\n|;]{0,200}?\s)?-p(?P<value>[^\s\"'=-][^\s\"']{1,100})",
        _password,
    ),
    (
        ("sshpass ", "redis-cli ", "docker login ", "podman login ", "ldapsearch "),
        r"(?i:sshpass|redis-cli|docker login|podman login|ldapsearch)\s(?:[^\n|;]{0,200}?\s)?"
        r"-[paw]\s?[\"']?(?P<value>[^\s\"'-][^\s\"']{2,100})",
        _password,
    ),
    (("identified by",), r"(?i)identified by\s+['\"](?P<value>[^'\"\n]{2,200})", _password),
    (
        ("login ",),
        r"(?i)login\s{1,4}[^\s]{1,80}\s{1,4}password\s{1,4}(?P<value>[^\s]{3,200})",
        _password,
    ),
    (
        ("machine ",),
        r"(?i)machine\s{1,4}[\w-]{1,60}\.[^\s]{1,120}\s{1,4}(?:[^\n]{0,120}?\s)?password\s{1,4}(?P<value>[^\s]{3,200})",
        _password,
    ),
    (
        ("user ", "role ", "login "),
        r"(?i)(?:user|role|login)\s[^\n;]{1,160}?\bpassword\s{1,4}(?:=\s{0,4})?['\"]"
        r"(?P<value>[^'\"\n]{2,200})",
        _password,
    ),
    ((":5432:",), r":5432:[^:\s]{1,80}:[^:\s]{1,80}:(?P<value>\S{1,200})", _password),
)
_BEGINNINGS = tuple([beginning for beginnings, _, _ in _RULES for beginning in beginnings])
_JWK = r"(\"(?:d|p|q|dp|dq|qi|k)\"\s{0,4}:\s{0,4}\")[A-Za-z0-9_-]{16,2000}"


def redact_context(text: str) -> str:
    """The text with every secret masked that its surroundings reveal."""
    lower = lowered(text)
    rules = _RULES if any(map(lower.__contains__, _BEGINNINGS)) else ()
    for beginnings, source, replacement in rules:
        changed = replace_from(text, lower, beginnings, source, replacement)
        if changed is not text:
            text, lower = changed, lowered(changed)
    if '"kty"' in text:
        text = re.compile(_JWK).sub(lambda match: match[1] + "[redacted:private-key]", text)
    return text
