"""Parses one file: bytes in, symbols and facts out. Bad code yields problems, never an exception.

One parse and one query per file; everything else works on byte positions. Nothing is resolved.
"""

import re
import time

from tree_sitter import Node

from sightline.model.code import ParsedFile, Problem
from sightline.parse import directives
from sightline.parse.build import Builder
from sightline.parse.languages import Grammar, Language, load_errors, load_grammar
from sightline.parse.matches import CLOSURE, Matches
from sightline.parse.rules import rules_of

PARSE_SECONDS = 1.2  # CPU time after which the rest of a file is not parsed
WATCHED_SIZE = 48_000  # bytes; smaller files cannot take that long
CHUNK = 4096
MOST_PROBLEMS = 20
LARGEST_REPARSED = 150_000  # bytes
MOST_REPARSES = 3  # of a file whose preprocessor conditions cause syntax errors
WIDEST_ERROR = 4000  # children of one error node


class Extraction:
    """A parsed file: its symbols at once, its facts on request."""

    def __init__(
        self,
        source: bytes,
        language: Language,
        path: str,
        matches: Matches,
        problems: tuple[Problem, ...],
    ) -> None:
        self._language, self._path, self._matches = language, path, matches
        self._problems = problems
        self._builder = Builder(source, language, path, matches)
        self.symbols = self._builder.symbols()

    def parsed(self) -> ParsedFile:
        """The file with its facts."""
        return self._builder.parsed(self.symbols, self._problems)

    def with_source(self, blanked: bytes) -> "Extraction":
        """The same file with some of its bytes blanked out: the same spans, but no blanked text.

        Reuses the matches of the original, because the gaps could cause syntax errors.
        """
        source, matches = _prepared(blanked), self._matches
        matches.definitions = [
            definition
            for definition in matches.definitions
            if definition.kind == CLOSURE or source[slice(*definition.name)].strip()
        ]
        return Extraction(source, self._language, self._path, matches, self._problems)


def extract(source: bytes, language: Language, path: str) -> ParsedFile:
    """The symbols, facts and problems of one file."""
    return read(source, language, path).parsed()


def read(source: bytes, language: Language, path: str) -> Extraction:
    """Parse one file; its facts are computed on request."""
    grammar = load_grammar(language)
    source = _prepared(source)
    problems: list[Problem] = []
    rules = rules_of(language)
    readable = directives.without(source, rules.unread) if rules.unread else source
    root = _parse(grammar, readable, problems)
    if root.has_error and rules.directives and len(source) <= LARGEST_REPARSED:
        readable, root = _without_directives(grammar, readable, root)
    if root.has_error:
        root = _bounded(grammar, readable, root, problems)
        problems.extend(_errors(grammar, root))
    matches = Matches(language, root)
    del root  # frees the tree now
    if grammar.cursor.did_exceed_match_limit:
        problems.append(Problem(1, "too deeply nested to be parsed completely"))
    return Extraction(source, language, path, matches, tuple(problems))


def _prepared(source: bytes) -> bytes:
    """The source without bytes that grammars cannot read; positions do not change."""
    if source.startswith(b"\xef\xbb\xbf"):
        source = b"   " + source[3:]
    return source if source.isascii() else _readable(source)


def _readable(source: bytes) -> bytes:
    """The source with a question mark for each byte that is not UTF-8; positions do not change.

    Predicates of a query decode text and would end the process otherwise.
    """
    text = source.decode("utf-8", "surrogateescape")
    return re.sub("[\udc80-\udcff]", "?", text).encode()


def _parse(grammar: Grammar, source: bytes, problems: list[Problem]) -> Node:
    if len(source) < WATCHED_SIZE:
        return grammar.parser.parse(source).root_node
    # CPU time: a machine under load must not cut a file short.
    deadline = time.thread_time() + PARSE_SECONDS
    chunks: list[bytes] = []  # the parser does not keep its chunks alive
    late, done = False, False

    def read(place: int, _: object) -> bytes:
        nonlocal late
        chunk = source[place : place + CHUNK]
        # A predicate of the query reads text, and would loop forever if there were none.
        if done:
            return chunk
        late = late or time.thread_time() > deadline
        chunks.append(b"" if late else chunk)
        return chunks[-1]

    root = grammar.parser.parse(read).root_node
    done = True
    if late:
        line = source.count(b"\n", 0, root.end_byte) + 1
        problems.append(Problem(line, f"not parsed beyond this line: took over {PARSE_SECONDS} s"))
    return root


def _without_directives(grammar: Grammar, source: bytes, root: Node) -> tuple[bytes, Node]:
    """A tree with fewer errors, parsed without preprocessor conditions that cause them."""
    errors = _error_spans(grammar, root)
    for _ in range(MOST_REPARSES):
        shorter = directives.one_branch(source, errors) if errors else source
        if shorter == source:
            break
        other = _parse(grammar, shorter, [])
        left = _error_spans(grammar, other)
        if len(left) >= len(errors):
            break
        source, root, errors = shorter, other, left
    return source, root


def _error_spans(grammar: Grammar, root: Node) -> list[tuple[int, int]]:
    captures = load_errors(grammar.language).captures(root)
    return [node.byte_range for nodes in captures.values() for node in nodes]


def _bounded(grammar: Grammar, source: bytes, root: Node, problems: list[Problem]) -> Node:
    """A tree that a query can walk in time, of less source if necessary.

    The time of a query grows with the square of the children of an error node.
    """
    end = len(source)
    while _is_wide(root):
        end //= 4
        while source[end] & 0xC0 == 0x80:  # not in the middle of a character
            end -= 1
        root = grammar.parser.parse(source[:end]).root_node
    if end < len(source):
        line = source.count(b"\n", 0, end) + 1
        problems.append(Problem(line, "not parsed beyond this line: too many syntax errors"))
    return root


def _is_wide(root: Node) -> bool:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_error and node.child_count > WIDEST_ERROR:
            return True
        if node.child_count <= WIDEST_ERROR * 20:
            waiting.extend(child for child in node.children if child.has_error)
    return False


def _errors(grammar: Grammar, root: Node) -> list[Problem]:
    """The syntax errors, one per line."""
    messages: dict[int, str] = {}
    for name, nodes in load_errors(grammar.language).captures(root).items():
        for node in sorted(nodes, key=lambda node: (node.start_byte, node.type)):
            line = node.start_point[0] + 1
            missing = name == "missing"
            messages.setdefault(line, f"missing {node.type}" if missing else "syntax error")
    return [Problem(line, messages[line]) for line in sorted(messages)[:MOST_PROBLEMS]]
