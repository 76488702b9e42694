"""One file's bytes in, its symbols and facts out. Bad code yields problems, never an exception.

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

PARSE_SECONDS = 1.2  # reading stops there and what was read until then is kept
WATCHED_SIZE = 48_000  # smaller files cannot take that long
CHUNK = 4096
MOST_PROBLEMS = 20
LARGEST_READ_AGAIN = 150_000  # bytes
MOST_READINGS = 3  # of a file whose conditions keep it from being understood
WIDEST_ERROR = 4000  # parts of one unreadable place


class Extraction:
    """A file that was read: its symbols at once, its facts when they are asked for."""

    def __init__(
        self,
        source: bytes,
        language: Language,
        path: str,
        matches: Matches,
        problems: tuple[Problem, ...],
    ) -> None:
        self._about = (language, path, matches)
        self._problems = problems
        self._builder = Builder(source, *self._about)
        self.symbols = self._builder.symbols()

    def parsed(self) -> ParsedFile:
        """The finished file."""
        return self._builder.parsed(self.symbols, self._problems)

    def with_source(self, blanked: bytes) -> "Extraction":
        """The same file where some of its bytes are blanked out: its places, but no blanked text.

        What the source says is still found where a gap would have kept it from being understood.
        """
        source, matches = _prepared(blanked), self._about[2]
        matches.definitions = [
            definition
            for definition in matches.definitions
            if definition.kind == CLOSURE or source[slice(*definition.name)].strip()
        ]
        return Extraction(source, *self._about, self._problems)


def extract(source: bytes, language: Language, path: str) -> ParsedFile:
    """The symbols, facts and problems of one file."""
    return read(source, language, path).parsed()


def read(source: bytes, language: Language, path: str) -> Extraction:
    """One file with its symbols, the rest to be asked for."""
    grammar = load_grammar(language)
    source = _prepared(source)
    problems: list[Problem] = []
    rules = rules_of(language)
    readable = directives.without(source, rules.unread) if rules.unread else source
    root = _parse(grammar, readable, problems)
    if root.has_error and rules.directives and len(source) <= LARGEST_READ_AGAIN:
        readable, root = _without_directives(grammar, readable, root)
    if root.has_error:
        root = _bounded(grammar, readable, root, problems)
        problems.extend(_errors(grammar, root))
    matches = Matches(language, root)
    del root  # the tree is given back while it is at hand
    if grammar.cursor.did_exceed_match_limit:
        problems.append(Problem(1, "too deeply nested to be read completely"))
    return Extraction(source, language, path, matches, tuple(problems))


def _prepared(source: bytes) -> bytes:
    """The source without what no grammar reads; positions stay those of the file."""
    if source.startswith(b"\xef\xbb\xbf"):
        source = b"   " + source[3:]
    return source if source.isascii() else _readable(source)


def _readable(source: bytes) -> bytes:
    """The source with a question mark for each byte that is no UTF-8; positions stay.

    Conditions of a query look at text and end the run where there is none.
    """
    text = source.decode("utf-8", "surrogateescape")
    return re.sub("[\udc80-\udcff]", "?", text).encode()


def _parse(grammar: Grammar, source: bytes, problems: list[Problem]) -> Node:
    if len(source) < WATCHED_SIZE:
        return grammar.parser.parse(source).root_node
    # Its own time: a machine that stands still for a while must not cut a file short.
    deadline = time.thread_time() + PARSE_SECONDS
    chunks: list[bytes] = []  # the parser does not keep what it was given alive
    late, done = False, False

    def read(place: int, _: object) -> bytes:
        nonlocal late
        chunk = source[place : place + CHUNK]
        # A condition of the query looks at text, and would ask for ever if there were none.
        if done:
            return chunk
        late = late or time.thread_time() > deadline
        chunks.append(b"" if late else chunk)
        return chunks[-1]

    root = grammar.parser.parse(read).root_node
    done = True
    if late:
        line = source.count(b"\n", 0, root.end_byte) + 1
        problems.append(Problem(line, f"not read further: over {PARSE_SECONDS} s"))
    return root


def _without_directives(grammar: Grammar, source: bytes, root: Node) -> tuple[bytes, Node]:
    """A tree with fewer errors, read without the conditions that split what belongs together."""
    errors = _error_spans(grammar, root)
    for _ in range(MOST_READINGS):
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
    found = load_errors(grammar.language).captures(root)
    return [node.byte_range for nodes in found.values() for node in nodes]


def _bounded(grammar: Grammar, source: bytes, root: Node, problems: list[Problem]) -> Node:
    """A tree that a query can walk in time: with less of the source if need be.

    The time of a query grows with the square of an unreadable part's width.
    """
    end = len(source)
    while _is_wide(root):
        end //= 4
        while source[end] & 0xC0 == 0x80:  # not in the middle of a character
            end -= 1
        root = grammar.parser.parse(source[:end]).root_node
    if end < len(source):
        line = source.count(b"\n", 0, end) + 1
        problems.append(Problem(line, "not read further: too much that cannot be understood"))
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
    """The places where the grammar could not follow, one per line."""
    found: dict[int, str] = {}
    for name, nodes in load_errors(grammar.language).captures(root).items():
        for node in sorted(nodes, key=lambda node: (node.start_byte, node.type)):
            line = node.start_point[0] + 1
            missing = name == "missing"
            found.setdefault(line, f"missing {node.type}" if missing else "syntax error")
    return [Problem(line, found[line]) for line in sorted(found)[:MOST_PROBLEMS]]
