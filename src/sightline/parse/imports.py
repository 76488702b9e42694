"""Reads the imports of a file: one record per imported name."""

import re
from operator import itemgetter

from sightline.parse.matches import Captures, Matches, Span
from sightline.parse.rules import Rules
from sightline.parse.scopes import Scopes
from sightline.parse.source_text import Lines

Import = tuple[int, int, str, str, str]  # scope, line, local name, module, member
ImportedName = tuple[str, str, str]  # local name, module, member

MOST_BRANCHES = 500  # names of one import tree

_QUOTES = "\"'`<> \t\n"
_ALIAS = re.compile(r"\s+(?:as|=>)\s+")
_KEYWORD = re.compile(r"^(?:import|use)\s+")
_PARTS = re.compile(r"::|\.|\\|/")
_VERSION = re.compile(r"[/.]v\d+$")  # of a Go module: not the name of its package


def imports(matches: Matches, lines: Lines, scopes: Scopes, rules: Rules) -> list[Import]:
    """All imports of a file, in order of their place."""
    by_start: list[tuple[int, Import]] = []
    for role in ("module", "from", "tree"):
        for captures in matches.by_role[role]:
            for span in captures[role]:
                start = span[0]
                scope, line = scopes.at(start), lines.at(start)
                names = _names(captures, role, lines.source, span, rules)
                by_start.extend([(start, (scope, line, *name)) for name in names])
    by_start.sort(key=itemgetter(0))
    return [record for _, record in by_start]


def _names(
    captures: Captures, role: str, source: bytes, span: Span, rules: Rules
) -> list[ImportedName]:
    text = source[span[0] : span[1]].decode("utf-8", "replace")
    if role == "tree":
        names = _branches(_KEYWORD.sub("", text), rules.separator)
        if not rules.import_omits:
            return names
        return [(local, _without_omitted(module, rules), member) for local, module, member in names]
    module = "".join(text.split()).strip(_QUOTES)
    if not module:  # a secret that was blanked out
        return []
    alias = _captured(captures, "alias", source)
    if role == "from":
        member = "*" if "all" in captures else _captured(captures, "member", source) or "default"
        if not alias and member.split() != [member]:  # a list of words: `qw(one two)`
            return [(name, module, name) for name in member.split()]
        return [(alias or member, module, member)]
    if alias:
        return [(alias, module, "")]
    if rules.import_binds == "first":
        first = module.split(rules.separator)[0]
        both = [(first, first, "")]
        return both if first == module else [*both, ("", module, "")]
    last = _PARTS.split(_VERSION.sub("", module))[-1]
    return [(last if rules.import_binds == "last" else "", module, "")]


def _without_omitted(module: str, rules: Rules) -> str:
    """A path without the parts that do not change its meaning."""
    parts = module.split(rules.separator)
    return rules.separator.join([part for part in parts if part not in rules.import_omits])


def _captured(captures: Captures, name: str, source: bytes) -> str:
    spans = captures.get(name)
    if not spans:
        return ""
    start, end = spans[0]
    return source[start:end].decode("utf-8", "replace").strip(_QUOTES)


def _branches(text: str, separator: str) -> list[ImportedName]:
    """The names of `a::{b, c::{self, d as e}, f::*}`."""
    names: list[ImportedName] = []
    waiting = [("", text.strip())]
    while waiting and len(names) < MOST_BRANCHES:
        prefix, text = waiting.pop()
        head, brace, rest = text.partition("{")
        if brace:
            inner = prefix + head.strip()
            waiting.extend((inner, part) for part in reversed(_split(rest.rpartition("}")[0])))
            continue
        name, *alias = _ALIAS.split(text.strip(), maxsplit=1)
        path = prefix + "".join(name.split())
        if path.endswith(separator + "self"):
            path = path[: -len(separator) - 4]
        module, _, member = path.rpartition(separator)
        if member in ("*", "_"):
            names.append(("*", module, "*"))
        elif member:
            names.append((alias[0].strip() if alias else member, module, member))
    return names


def _split(text: str) -> list[str]:
    """The parts between commas outside braces."""
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign == "{") - (sign == "}")
        if sign == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]
