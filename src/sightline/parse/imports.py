"""Reads what a file imports: one record per name it brings in."""

import re
from operator import itemgetter

from sightline.parse.lines import Lines
from sightline.parse.matches import Captures, Matches, Span
from sightline.parse.rules import Rules
from sightline.parse.scopes import Scopes

Import = tuple[int, int, str, str, str]  # scope, line, local name, module, member

MOST_BRANCHES = 500  # names of one import tree

_QUOTES = "\"'`<> \t\n"
_ALIAS = re.compile(r"\s+(?:as|=>)\s+")
_KEYWORD = re.compile(r"^(?:import|use)\s+")
_PARTS = re.compile(r"::|\.|\\|/")


def imports(matches: Matches, lines: Lines, scopes: Scopes, rules: Rules) -> list[Import]:
    """All imports of a file, in order of their place."""
    found: list[tuple[int, Import]] = []
    for role in ("module", "from", "tree"):
        for captures in matches.by_role[role]:
            for span in captures[role]:
                place = (scopes.at(span[0]), lines.at(span[0]))
                names = _names(captures, role, lines.source, span, rules)
                found.extend([(span[0], place + name) for name in names])
    found.sort(key=itemgetter(0))
    return [entry for _, entry in found]


def _names(
    captures: Captures, role: str, source: bytes, span: Span, rules: Rules
) -> list[tuple[str, str, str]]:
    written = source[span[0] : span[1]].decode("utf-8", "replace")
    if role == "tree":
        found = _branches(_KEYWORD.sub("", written), rules.separator)
        if not rules.import_omits:
            return found
        return [(local, _without(module, rules), member) for local, module, member in found]
    module = "".join(written.split()).strip(_QUOTES)
    if not module:  # it was blanked out
        return []
    alias = _captured(captures, "alias", source)
    if role == "from":
        member = "*" if "all" in captures else _captured(captures, "member", source) or "default"
        if not alias and member.split() != [member]:  # a list of words: `qw(one two)`
            return [(one, module, one) for one in member.split()]
        return [(alias or member, module, member)]
    if alias:
        return [(alias, module, "")]
    if rules.import_binds == "first":
        first = module.split(rules.separator)[0]
        both = [(first, first, "")]
        return both if first == module else [*both, ("", module, "")]
    return [(_PARTS.split(module)[-1] if rules.import_binds == "last" else "", module, "")]


def _without(module: str, rules: Rules) -> str:
    """A path without the parts that lead to the same type."""
    parts = module.split(rules.separator)
    return rules.separator.join([part for part in parts if part not in rules.import_omits])


def _captured(captures: Captures, name: str, source: bytes) -> str:
    spans = captures.get(name)
    if not spans:
        return ""
    start, end = spans[0]
    return source[start:end].decode("utf-8", "replace").strip(_QUOTES)


def _branches(written: str, separator: str) -> list[tuple[str, str, str]]:
    """The names of `a::{b, c::{self, d as e}, f::*}`."""
    found: list[tuple[str, str, str]] = []
    waiting = [("", written.strip())]
    while waiting and len(found) < MOST_BRANCHES:
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
            found.append(("*", module, "*"))
        elif member:
            found.append((alias[0].strip() if alias else member, module, member))
    return found


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
