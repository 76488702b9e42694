"""Reads written types such as `Optional[list[a.B]]`, `*pkg.T` or `Promise<User | null>`.

One small grammar for all languages; what the names mean is looked up elsewhere.
"""

import functools
import re
from typing import NamedTuple


class TypeSyntax(NamedTuple):
    """A written type: a name with arguments, or one of the shapes of `KINDS`."""

    kind: str
    path: tuple[str, ...] = ()
    parts: tuple["TypeSyntax", ...] = ()


# name: path and arguments · many: what an element is · either: one of several ·
# tuple: one after the other · call: what calling it gives · nothing: could not be read
KINDS = ("name", "many", "either", "tuple", "call", "nothing")
NOTHING = TypeSyntax("nothing")
ANONYMOUS = "{}"  # the path of a type that is written out where it is used
DEEPEST = 12

_TOKEN = re.compile(
    r"\s*(?:(?P<name>[^\W\d][\w$]*(?:(?:\.|::|\\)[^\W\d][\w$]*)*)|(?P<life>'[a-z_]\w*(?!'))"
    r"|(?P<text>\"[^\"]*\"|'[^']*'|`[^`]*`)|(?P<arrow>=>|->)|(?P<sign>\.\.\.|[^\s\w]|\d+))"
)
_EMPTY = frozenset(
    ("None", "null", "undefined", "nil", "void", "Null", "NoneType", "Undefined", "never")
)
_SKIPPED = frozenset(
    ("mut", "dyn", "impl", "const", "readonly", "final", "ref", "out", "in", "struct", "enum",
     "class", "volatile", "unsigned", "signed", "static", "inout", "some", "any", "where", "async",
     "typename", "unowned", "weak", "keyof", "abstract", "partial", "unsafe", "extern", "is")
)  # fmt: skip
_SPLIT = re.compile(r"\.|::|\\")


@functools.lru_cache(maxsize=20_000)
def read_type(text: str) -> TypeSyntax:
    """The type a text writes down; NOTHING when it cannot be read."""
    return _Reader(text).whole()


@functools.lru_cache(maxsize=20_000)
def names_of(text: str) -> tuple[tuple[str, ...], ...]:
    """All names that a written type mentions."""
    return tuple(names_in(read_type(text)))


def names_in(written: TypeSyntax) -> list[tuple[str, ...]]:
    """All names a type mentions."""
    found = [written.path] if written.kind == "name" else []
    for part in written.parts:
        found.extend(names_in(part))
    return found


class _Reader:
    """One text, token by token."""

    def __init__(self, text: str) -> None:
        self.tokens = [
            (match.lastgroup or "", match[match.lastgroup or 0])
            for match in _TOKEN.finditer(text[:400])
        ]
        # In `name []Type` the brackets begin a type, in `Type[]` they end one.
        self.spaced = [match[0][:1].isspace() for match in _TOKEN.finditer(text[:400])]
        self.place = 0

    def whole(self) -> TypeSyntax:
        return self.either(0)

    def peek(self) -> str:
        return self.tokens[self.place][1] if self.place < len(self.tokens) else ""

    def kind(self) -> str:
        return self.tokens[self.place][0] if self.place < len(self.tokens) else ""

    def take(self, sign: str) -> bool:
        if self.peek() == sign:
            self.place += 1
            return True
        return False

    def either(self, depth: int) -> TypeSyntax:
        """One type or several with `|` between them."""
        self.take("|")
        found = [self.one(depth)]
        while self.peek() in ("|", "&") and depth < DEEPEST:
            union = self.peek() == "|"
            self.place += 1
            other = self.one(depth + 1)
            if union:
                found.append(other)
        known = tuple(part for part in found if part != NOTHING)
        if len(known) == 1:
            return known[0]
        return TypeSyntax("either", (), known) if known else NOTHING

    def one(self, depth: int) -> TypeSyntax:
        if depth > DEEPEST or self.place >= len(self.tokens):
            return NOTHING
        while self.peek() in ("*", "&", "...", "?", "<", "-", "~", "@", "^") or (
            self.kind() == "life" or self.peek() in _SKIPPED
        ):
            if self.peek() == "struct" and self._closes() == "{":
                self.place = len(self.tokens)
                return TypeSyntax("name", (ANONYMOUS,))
            if self.peek() == "<" and not self._is_receive():
                break
            self.place += 1
        kind, token = self.kind(), self.peek()
        if kind == "text":
            self.place += 1
            return read_type(token[1:-1]) if len(token) > 2 else NOTHING
        if token == "[":
            return self.brackets(depth)
        if token == "(":
            return self.parens(depth)
        if kind != "name":
            self.place += bool(kind)
            return NOTHING
        self.place += 1
        return self.suffixed(self.named(token, depth), depth)

    def _is_receive(self) -> bool:
        following = self.tokens[self.place + 1 : self.place + 2]
        return bool(following and following[0][1] == "-")

    def named(self, token: str, depth: int) -> TypeSyntax:
        if (
            token in ("map", "chan", "func", "fn", "Fn", "FnMut", "FnOnce")
            and self.peek() in "[(<*"
        ):
            if token == "map" and self.take("["):
                self.either(depth + 1)
                self.take("]")
                return TypeSyntax("many", (), (self.one(depth + 1),))
            if self.peek() == "(":
                self.parens(depth + 1)
                self.place += self.kind() == "arrow"
                return TypeSyntax("call", (), (self.one(depth + 1),))
        if token == "chan":
            return TypeSyntax("many", (), (self.one(depth + 1),))
        if token in _EMPTY:
            return NOTHING
        path = tuple(_SPLIT.split(token))
        parts: tuple[TypeSyntax, ...] = ()
        if self.peek() == "<":
            self.place += 1
            parts = self.listed(">", depth)
        elif self.peek() == "[" and self._closes() != "]" and not self.spaced[self.place]:
            self.place += 1
            parts = self.listed("]", depth)
        return TypeSyntax("name", path, parts)

    def _closes(self) -> str:
        following = self.tokens[self.place + 1 : self.place + 2]
        return following[0][1] if following else ""

    def suffixed(self, found: TypeSyntax, depth: int) -> TypeSyntax:
        """A type with what may follow it: `[]`, `?`, `*`, a second word after a name."""
        while self.peek() in ("[", "?", "!", "*", "&", "...") and not (
            self.peek() in "[*" and self.spaced[self.place]
        ):
            if self.peek() == "&" and self.tokens[self.place + 1 : self.place + 2]:
                break
            if self.take("["):
                while self.peek() not in ("]", ""):
                    self.place += 1
                found = TypeSyntax("many", (), (found,))
            self.place += 1
        return found

    def listed(self, closing: str, depth: int) -> tuple[TypeSyntax, ...]:
        """Types with commas between them, to the closing sign."""
        found: list[TypeSyntax] = []
        while self.place < len(self.tokens) and len(found) < 20:
            if self.take(closing):
                break
            start = self.place
            part = self.either(depth + 1)
            # In `name Type` and `name: Type` the second says what it is.
            self.take("?")
            if self.take(":") or self.kind() == "name" or self.peek() in ("*", "["):
                later = self.either(depth + 1)
                part = later if later != NOTHING else part
            found.append(part)
            while self.peek() not in (",", closing, ""):
                self.place += 1
            self.take(",")
            if self.place == start:
                self.place += 1
        return tuple(found)

    def brackets(self, depth: int) -> TypeSyntax:
        self.place += 1
        if self.peek().isdigit() or self.peek() == "...":
            self.place += 1
        if self.take("]"):
            return TypeSyntax("many", (), (self.one(depth + 1),))
        parts = self.listed("]", depth)
        if self.kind() == "name" and len(parts) == 1:  # an array with a named length
            return TypeSyntax("many", (), (self.one(depth + 1),))
        if len(parts) == 1:
            return self.suffixed(TypeSyntax("many", (), parts), depth)
        return self.suffixed(TypeSyntax("tuple", (), parts), depth)

    def parens(self, depth: int) -> TypeSyntax:
        self.place += 1
        parts = self.listed(")", depth)
        if self.kind() == "arrow":
            self.place += 1
            return TypeSyntax("call", (), (self.either(depth + 1),))
        inner = parts[0] if len(parts) == 1 else TypeSyntax("tuple", (), parts)
        return self.suffixed(inner, depth)
