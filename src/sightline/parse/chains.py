"""Reads a dotted expression such as `self.items[0].load().name` from its text, as a chain.

A chain is a tuple: the first name, then member names, `()` for a call, `[]` for an index. A first
part that is not a name is `?` (unknown), `'` (text), `0` (number), `[` or `{` (literal).
"""

import re

Chain = tuple[str, ...]

CALL = "()"
INDEX = "[]"
UNKNOWN = "?"
IMPLICIT = "."  # a type that the source omits: `.name()` in Swift
LONGEST = 24  # parts; of longer chains only the last name is used
MEMO_LIMIT = 60_000  # cached texts per process

_PLAIN = re.compile(rb"[^\W\d]\w*(?:\.[^\W\d]\w*)*", re.ASCII)
_NAME = re.compile(
    rb"[$@#]{0,2}(?:[^\W\d]|[\x80-\xff])(?:\w|[\x80-\xff$])*[?!]?(?![\w(.!])|[$@#]{0,2}(?:[^\W\d]|[\x80-\xff$])(?:\w|[\x80-\xff$])*",
    re.ASCII,
)
_SKIP = re.compile(rb"\s+|//[^\n]*|/\*.*?\*/|\\\n", re.DOTALL)
_COMMENT = re.compile(rb"#[^\n]*\n")
_MEMBER = re.compile(rb"\?\.|!!?\.|\?->|\.\.|->|::|&\.|\.|:(?=\w)")
_LITERAL = re.compile(rb"""[rbufRBUF]{0,2}(["'`])|\d|\[|\{""")
_LAST = re.compile(rb"((?:[^\W\d]|[\x80-\xff])(?:\w|[\x80-\xff$])*)[?!]?\s*$", re.ASCII)
_BRACKET = re.compile(rb"""[()\[\]{}]|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'""", re.DOTALL)
_ASSERTED = re.compile(rb"\.\(\s*\*?([\w.]+)\s*\)", re.ASCII)

# A cast inside parentheses: `(Type) value`, `value as Type`.
_CAST = re.compile(
    rb"\s*\(\s*([^\W\d][\w.:]*(?:<[\w.:,<>? ]*>)?)\s*[*?]*\s*\)\s*[\w\"]|.*\bas[?!]?\s+([^\W\d][\w.]*)[?\s]*$",
    re.ASCII | re.DOTALL,
)
_CAST_CALL = re.compile(rb"(?:static|dynamic|reinterpret|const)_cast\s*<([^<>]+)>\s*")

# A cache of chains by their text; most texts occur again.
known_chains: dict[bytes, Chain] = {}


def read_chain(text: bytes) -> Chain:
    """The chain of an expression's text; never fails, at worst (`?`, last name) or (`?`,)."""
    chain = known_chains.get(text)
    if chain is None:
        if len(known_chains) > MEMO_LIMIT:
            known_chains.clear()
        if _PLAIN.fullmatch(text):
            chain = tuple(text.decode().split("."))
        else:
            chain = _scan(text, [])
        known_chains[text] = chain
    return chain


def continue_chain(chain: Chain, text: bytes) -> Chain:
    """Extend a chain by the text after one of its calls."""
    if len(chain) > LONGEST:
        return _last_name(text)
    if not text:
        return chain
    key = b"\0" + text
    rest = known_chains.get(key)
    if rest is None:
        rest = known_chains[key] = _scan(text, ["\0"])[1:]
    return chain + rest


def is_private(part: str) -> bool:
    """Whether a part is a private member of JavaScript, `#name`, not an element by its position."""
    return part[0] == "#" and not part[1:].isdecimal()


def _scan(text: bytes, parts: list[str]) -> Chain:
    """Scan a text token by token, appending to the parts."""
    position, end = 0, len(text)
    while position < end:
        blank = _SKIP.match(text, position) or (parts and _COMMENT.match(text, position))
        if blank:
            position = blank.end()
            continue
        step = _first(text, position, parts) if not parts else _next(text, position, parts)
        if step <= position:
            return _unknown(text, parts)
        position = step
    if not parts or len(parts) > LONGEST:
        return _unknown(text, parts)
    return tuple(parts)


def _first(text: bytes, position: int, parts: list[str]) -> int:
    literal = _LITERAL.match(text, position)
    if literal:
        kind = "'" if literal[1] else "0" if literal[0].isdigit() else literal[0].decode()
        parts.append(kind)
        if kind in "[{":
            return _closing(text, position)
        return _after_literal(text, position, literal)
    if text[position : position + 1] == b"(":
        closing = _closing(text, position)
        cast = _CAST.match(text, position + 1, closing - 1) if closing > 0 else None
        if cast:
            parts.extend((UNKNOWN, "!" + (cast[1] or cast[2]).decode()))
        elif closing > 0:
            parts.extend(_scan(text[position + 1 : closing - 1], []))
        return closing
    if text[position : position + 1] == b".":
        name = _NAME.match(text, position + 1)
        parts.extend((IMPLICIT, name[0].decode("utf-8", "replace")) if name else ())
        return name.end() if name else -1
    made = _CAST_CALL.match(text, position)
    if made:
        parts.extend((UNKNOWN, "!func() " + made[1].decode("utf-8", "replace")))
        return made.end()
    name = _NAME.match(text, position)
    if not name:
        return -1
    parts.append(name[0].decode("utf-8", "replace"))
    return name.end()


def _after_literal(text: bytes, position: int, literal: re.Match[bytes]) -> int:
    if not literal[1]:
        number = re.compile(rb"[\w]+").match(text, position)
        return number.end() if number else -1
    quote = literal[1] * (3 if text.startswith(literal[1] * 3, literal.end() - 1) else 1)
    closing = text.find(quote, literal.end() - 1 + len(quote))
    return closing + len(quote) if closing >= 0 else -1


def _next(text: bytes, position: int, parts: list[str]) -> int:
    asserted = _ASSERTED.match(text, position)
    if asserted:
        parts.append("!" + asserted[1].decode())
        return asserted.end()
    member = _MEMBER.match(text, position)
    if member:
        return _member(text, member.end(), parts)
    opening = text[position : position + 1]
    if opening in (b"(", b"[", b"{"):
        parts.append(INDEX if opening == b"[" else CALL)
        return _closing(text, position)
    if opening == b"<":
        return _closing_angle(text, position)
    return position + 1 if opening in (b"?", b"!") else -1


def _member(text: bytes, position: int, parts: list[str]) -> int:
    while (blank := _SKIP.match(text, position) or _COMMENT.match(text, position)) and (
        blank.end() > position
        and not (text[position : position + 1] == b"#" and b"\n" not in blank[0])
    ):
        position = blank.end()
    if text[position : position + 1] == b"<":  # generic arguments: `name::<T>`, `name.<T>next`
        position = _closing_angle(text, position)
        name = _NAME.match(text, position) if position > 0 else None
        if not name:
            return position
    else:
        name = _NAME.match(text, position)
    if not name:
        return -1
    if name[0] != b"await":
        parts.append(name[0].decode("utf-8", "replace"))
    return name.end()


def _closing(text: bytes, position: int) -> int:
    """The position after the bracket that closes the one at a position, or -1."""
    depth = 0
    for bracket in _BRACKET.finditer(text, position):
        sign = bracket[0]
        if sign in (b"(", b"[", b"{"):
            depth += 1
        elif len(sign) == 1:
            depth -= 1
            if depth == 0:
                return bracket.end()
    return -1


def _closing_angle(text: bytes, position: int) -> int:
    depth = 0
    for place in range(position, len(text)):
        sign = text[place]
        depth += (sign == 60) - (sign == 62)
        if depth == 0:
            return place + 1
    return -1


def _unknown(text: bytes, parts: list[str]) -> Chain:
    last = _last_name(text)
    return ("\0", *last) if parts[:1] == ["\0"] else last


def _last_name(text: bytes) -> Chain:
    last = _LAST.search(text[-200:])
    return (UNKNOWN, last[1].decode("utf-8", "replace")) if last else (UNKNOWN,)
