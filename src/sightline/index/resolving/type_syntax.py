"""Parses type annotations such as `Optional[list[a.B]]`, `*pkg.T` or `Promise<User | null>`.

One small grammar serves all languages; what the names mean is looked up elsewhere.
"""

import functools
import re
from typing import NamedTuple


class TypeSyntax(NamedTuple):
    """A parsed type: a name with type arguments, or one of the other `KINDS`."""

    kind: str
    path: tuple[str, ...] = ()
    parts: tuple["TypeSyntax", ...] = ()


# name: a path and type arguments · container: of its part · union: one of its parts ·
# tuple: its parts in order · function: one that returns its part · none: not a type
KINDS = ("name", "container", "union", "tuple", "function", "none")
NOTHING = TypeSyntax("none")
ANONYMOUS = "{}"  # the path of an unnamed type, defined where it is used
MAX_DEPTH = 12

_TOKEN = re.compile(
    r"\s*(?:(?P<name>[^\W\d][\w$]*(?:(?:\.|::|\\)[^\W\d][\w$]*)*)|(?P<life>'[a-z_]\w*(?!'))"
    r"|(?P<text>\"[^\"]*\"|'[^']*'|`[^`]*`)|(?P<arrow>=>|->)|(?P<sign>\.\.\.|[^\s\w]|\d+))"
)
_NULL_TYPES = frozenset(
    ("None", "null", "undefined", "nil", "void", "Null", "NoneType", "Undefined", "never")
)
_MODIFIERS = frozenset(
    ("mut", "dyn", "impl", "const", "readonly", "final", "ref", "out", "in", "struct", "enum",
     "class", "volatile", "unsigned", "signed", "static", "inout", "some", "any", "where", "async",
     "typename", "unowned", "weak", "keyof", "abstract", "partial", "unsafe", "extern", "is")
)  # fmt: skip
_SEPARATOR = re.compile(r"\.|::|\\")


@functools.lru_cache(maxsize=20_000)
def read_type(text: str) -> TypeSyntax:
    """Parse the text of a type; NOTHING when it is not a type."""
    return _Parser(text).union(0)


@functools.lru_cache(maxsize=20_000)
def names_of(text: str) -> tuple[tuple[str, ...], ...]:
    """The paths of all names in the text of a type."""
    return tuple(_paths_in(read_type(text)))


def _paths_in(syntax: TypeSyntax) -> list[tuple[str, ...]]:
    paths = [syntax.path] if syntax.kind == "name" else []
    for part in syntax.parts:
        paths.extend(_paths_in(part))
    return paths


class _Token(NamedTuple):
    kind: str
    text: str
    follows_space: bool  # in `name []Type` the brackets begin a type, in `Type[]` they end one


class _Parser:
    """Parses one text, token by token."""

    def __init__(self, text: str) -> None:
        self.tokens = [
            _Token(
                match.lastgroup or "",
                match[match.lastgroup or 0],
                match[0][:1].isspace(),
            )
            for match in _TOKEN.finditer(text[:400])
        ]
        self.position = 0

    def peek(self) -> str:
        """The text of the current token; "" at the end."""
        return self.tokens[self.position].text if self.position < len(self.tokens) else ""

    def peek_next(self) -> str:
        """The text of the token after the current one."""
        following = self.position + 1
        return self.tokens[following].text if following < len(self.tokens) else ""

    def kind(self) -> str:
        """The kind of the current token; "" at the end."""
        return self.tokens[self.position].kind if self.position < len(self.tokens) else ""

    def take(self, sign: str) -> bool:
        """Skip the current token if it is this sign."""
        if self.peek() == sign:
            self.position += 1
            return True
        return False

    def union(self, depth: int) -> TypeSyntax:
        """One type, or several separated by `|`."""
        self.take("|")
        parts = [self.single(depth)]
        while self.peek() in ("|", "&") and depth < MAX_DEPTH:
            is_union = self.peek() == "|"
            self.position += 1
            part = self.single(depth + 1)
            if is_union:
                parts.append(part)
        types = tuple(part for part in parts if part != NOTHING)
        if len(types) == 1:
            return types[0]
        return TypeSyntax("union", (), types) if types else NOTHING

    def single(self, depth: int) -> TypeSyntax:
        """One type, without the modifiers and pointer signs before it."""
        if depth > MAX_DEPTH or self.position >= len(self.tokens):
            return NOTHING
        while self.peek() in ("*", "&", "...", "?", "<", "-", "~", "@", "^") or (
            self.kind() == "life" or self.peek() in _MODIFIERS
        ):
            if self.peek() == "struct" and self.peek_next() == "{":
                self.position = len(self.tokens)
                return TypeSyntax("name", (ANONYMOUS,))
            if self.peek() == "<" and self.peek_next() != "-":
                break
            self.position += 1
        kind, token = self.kind(), self.peek()
        if kind == "text":
            self.position += 1
            return read_type(token[1:-1]) if len(token) > 2 else NOTHING
        if token == "[":
            return self.brackets(depth)
        if token == "(":
            return self.parentheses(depth)
        if kind != "name":
            self.position += bool(kind)
            return NOTHING
        self.position += 1
        return self.suffixed(self.named(token, depth))

    def named(self, token: str, depth: int) -> TypeSyntax:
        """A type that begins with a name, which was just read."""
        if (
            token in ("map", "chan", "func", "fn", "Fn", "FnMut", "FnOnce")
            and self.peek() in "[(<*"
        ):
            if token == "map" and self.take("["):
                self.union(depth + 1)
                self.take("]")
                return TypeSyntax("container", (), (self.single(depth + 1),))
            if self.peek() == "(":
                self.parentheses(depth + 1)
                self.position += self.kind() == "arrow"
                return TypeSyntax("function", (), (self.single(depth + 1),))
        if token == "chan":
            return TypeSyntax("container", (), (self.single(depth + 1),))
        if token in _NULL_TYPES:
            return NOTHING
        path = tuple(_SEPARATOR.split(token))
        parts: tuple[TypeSyntax, ...] = ()
        if self.peek() == "<":
            self.position += 1
            parts = self.type_list(">", depth)
        elif (
            self.peek() == "["
            and self.peek_next() != "]"
            and not self.tokens[self.position].follows_space
        ):
            self.position += 1
            parts = self.type_list("]", depth)
        return TypeSyntax("name", path, parts)

    def suffixed(self, base: TypeSyntax) -> TypeSyntax:
        """A type with the marks that may follow it: `[]`, `?`, `*`."""
        while self.peek() in ("[", "?", "!", "*", "&", "...") and not (
            self.peek() in "[*" and self.tokens[self.position].follows_space
        ):
            if self.peek() == "&" and self.peek_next():
                break
            if self.take("["):
                while self.peek() not in ("]", ""):
                    self.position += 1
                base = TypeSyntax("container", (), (base,))
            self.position += 1
        return base

    def type_list(self, closing: str, depth: int) -> tuple[TypeSyntax, ...]:
        """Types separated by commas, up to the closing bracket."""
        types: list[TypeSyntax] = []
        while self.position < len(self.tokens) and len(types) < 20:
            if self.take(closing):
                break
            start = self.position
            part = self.union(depth + 1)
            # In `name Type` and `name: Type` the second is the type.
            self.take("?")
            if self.take(":") or self.kind() == "name" or self.peek() in ("*", "["):
                later = self.union(depth + 1)
                part = later if later != NOTHING else part
            types.append(part)
            while self.peek() not in (",", closing, ""):
                self.position += 1
            self.take(",")
            if self.position == start:
                self.position += 1
        return tuple(types)

    def brackets(self, depth: int) -> TypeSyntax:
        """A type that begins with `[`: an array, slice or list."""
        self.position += 1
        if self.peek().isdigit() or self.peek() == "...":
            self.position += 1
        if self.take("]"):
            return TypeSyntax("container", (), (self.single(depth + 1),))
        parts = self.type_list("]", depth)
        if self.kind() == "name" and len(parts) == 1:  # an array with a named length
            return TypeSyntax("container", (), (self.single(depth + 1),))
        if len(parts) == 1:
            return self.suffixed(TypeSyntax("container", (), parts))
        return self.suffixed(TypeSyntax("tuple", (), parts))

    def parentheses(self, depth: int) -> TypeSyntax:
        """A type that begins with `(`: a tuple, a function, or a type in parentheses."""
        self.position += 1
        parts = self.type_list(")", depth)
        if self.kind() == "arrow":
            self.position += 1
            return TypeSyntax("function", (), (self.union(depth + 1),))
        inner = parts[0] if len(parts) == 1 else TypeSyntax("tuple", (), parts)
        return self.suffixed(inner)
