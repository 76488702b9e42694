"""Finds what a prompt asks for without naming its file: tests, documents, all users of a symbol that is
renamed, the place that makes an error.

Each is looked up only if the prompt's words ask for it.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sightline.context.documents import Document, find_documents
from sightline.context.quote import qualified_name
from sightline.context.ranking.error_site import ErrorSite, error_message, find_error_site
from sightline.context.ranking.evidence import NARROW, full_text
from sightline.context.ranking.named import named_symbols
from sightline.context.ranking.question import understand
from sightline.context.ranking.retrieval import Retrieval
from sightline.model.indexed import IndexedSymbol
from sightline.store.code import reader
from sightline.store.sqlite.database import Database
from sightline.workspace.source import Sources

# Only the beginning of a prompt says what is wanted; plans and pasted text speak of everything.
HEAD = 300
# How many files that use a renamed symbol are listed, and how many places in each.
MOST_USERS, MOST_PLACES = 12, 3
# How many files are searched for the text of an error message.
MOST_SEARCHED = 12
# A prompt that asks for one of these has one of its words; most prompts have none.
_WORDS_OF_TESTS = ("test", "spec", "coverage")
_WORDS_OF_DOCUMENTS = ("doc", "readme", "changelog", "release notes")
_WORDS_OF_RENAMING = ("renam", "everywhere", "all ")
_WANTING = (
    r"\b(?:writ|add|creat|extend|updat|fix|improv|cover|need|miss|mak|chang|adjust|revis|rewrit"
    r"|check|review|clean|describ|mention)\w*\b[^.\n]{0,60}\b"
)
_TESTS = (
    _WANTING
    + r"(?:tests?|specs?|coverage)\b|\btests? (?:for|that|fails?|failing)\b|\btests failing"
)
_DOCUMENTS = (
    _WANTING + r"(?:docs?|readme|documentation|changelog|release notes)\b"
    r"|\bdocument (?:the|this|that|how|it)\b"
)
_RENAME = r"\brenam(?:e|ing)\b|\b(?:everywhere|all (?:the )?(?:callers|call sites|usages|uses))\b"


class User(NamedTuple):
    """A file that uses a symbol, and where: the names of its functions with the lines."""

    path: str
    places: tuple[str, ...]


class Meant(NamedTuple):
    """What a prompt asks for without naming its file."""

    documents: tuple[Document, ...] = ()
    definitions: tuple[str, ...] = ()  # the files that define what is renamed
    users: tuple[User, ...] = ()  # and those that use it
    site: ErrorSite | None = None


def wants_tests(prompt: str) -> bool:
    """Whether a prompt asks for a test or for failing tests to be fixed."""
    return _asks(_TESTS, _WORDS_OF_TESTS, prompt)


def wants_documents(prompt: str) -> bool:
    """Whether a prompt asks for documents to be written or changed."""
    return _asks(_DOCUMENTS, _WORDS_OF_DOCUMENTS, prompt)


def find_meant(
    index: Database,
    sources: Sources,
    retrieval: Retrieval,
    prompt: str,
    is_denied: Callable[[str], bool],
) -> Meant:
    """Everything that the prompt asks for without naming its file."""
    question = retrieval.evidence.question
    documents: Sequence[Document] = ()
    if wants_documents(prompt):
        documents = find_documents(sources.root, (*question.words, *question.names), is_denied)
    users: list[User] = []
    definitions: list[str] = []
    renames = _asks(_RENAME, _WORDS_OF_RENAMING, prompt)
    if renames and (named := [one.symbol for one in named_symbols(retrieval)]):
        users = users_of(index, [symbol.id for symbol in named])
        definitions = [retrieval.evidence.files[symbol.file_id].path for symbol in named]
    return Meant(
        tuple(documents),
        tuple(definitions),
        tuple(users),
        _site(index, sources, retrieval, prompt),
    )


def users_of(index: Database, ids: Sequence[int]) -> list[User]:
    """The files that use one of these symbols, tests included, those with the most uses first."""
    lines: dict[int, int] = {}
    for edge in reader.edges_to(index, ids):
        if edge.source_id not in ids:
            lines.setdefault(edge.source_id, edge.line)
    for symbol in reader.symbols(index, ids):
        for call in reader.open_calls_named(index, symbol.name, MOST_USERS):
            lines.setdefault(call.source_id, call.line)
    by_path: dict[str, list[IndexedSymbol]] = {}
    for symbol in reader.symbols(index, list(lines)):
        by_path.setdefault(symbol.path, []).append(symbol)
    users = sorted(by_path.items(), key=lambda item: (-len(item[1]), item[0]))
    return [
        User(path, tuple(_place(one, lines[one.id]) for one in _functions_first(own)))
        for path, own in users[:MOST_USERS]
    ]


def _functions_first(symbols: list[IndexedSymbol]) -> list[IndexedSymbol]:
    """Some of the symbols; a module stands for an import and comes last."""
    return sorted(symbols, key=lambda one: one.kind == "module")[:MOST_PLACES]


def _place(symbol: IndexedSymbol, line: int) -> str:
    return f"line {line}" if symbol.kind == "module" else f"{qualified_name(symbol)}:{line}"


def _site(index: Database, sources: Sources, retrieval: Retrieval, prompt: str) -> ErrorSite | None:
    """The line that makes the error message of the prompt, in the files that have its words."""
    message = error_message(prompt)
    if not message:
        return None
    text = full_text(index, understand(message), NARROW)
    file_of = {row.id: row.file_id for row in text.rows}
    files = dict.fromkeys(file_of[id] for id in list(text.symbols)[:MOST_SEARCHED])
    paths = [file.path for file in reader.files(index, list(files))]
    paths += [row.path for row in text.file_rows[:MOST_SEARCHED]]
    paths += [ranked.file.path for ranked in retrieval.ranking.files[:MOST_SEARCHED]]
    return find_error_site(sources, list(dict.fromkeys(paths)), prompt)


def _asks(pattern: str, words: tuple[str, ...], prompt: str) -> bool:
    head = prompt[:HEAD]
    if not any(word in head.lower() for word in words):
        return False
    return re.compile(pattern, re.IGNORECASE).search(head) is not None
