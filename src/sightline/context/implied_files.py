"""Finds what a prompt asks for without naming its file: tests, documents, all users of a symbol that is
renamed or whose callers are wanted, the place that makes an error.

Each is looked up only if the prompt's words ask for it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sightline.context.documents import Document, find_documents
from sightline.context.quote import qualified_name
from sightline.context.ranking.error_site import ErrorSite, error_message, find_error_site
from sightline.context.ranking.evidence import NARROW, full_text
from sightline.context.ranking.named_symbols import named_symbols
from sightline.context.ranking.question import understand
from sightline.context.ranking.retrieval import Retrieval
from sightline.context.ranking.test_files import test_with
from sightline.model.indexed import IndexedSymbol
from sightline.store.code import reader
from sightline.store.sqlite.database import Database
from sightline.workspace.source import Sources

# Only the beginning of a prompt says what is wanted; plans and pasted text speak of everything.
HEAD = 300
# How many files that use a symbol are listed, how many places in each, and how many undecided calls of
# its name are counted.
MOST_USERS, MOST_PLACES, MOST_CALLS = 10, 2, 500
# How many files are searched for the text of an error message.
MOST_SEARCHED = 12
# A prompt that asks for one of these has one of its words; most prompts have none.
_WORDS_OF_TESTS = ("test", "spec", "coverage")
_WORDS_OF_DOCUMENTS = ("doc", "readme", "changelog", "release notes")
_WORDS_OF_USERS = ("renam", "everywhere", "all ", "call", "use", "usage", "referenc", "invok")
# What is to be done with a test or document, and what may stand between: part of one clause.
_WANTING = (
    r"\b(?:writ|add|creat|craft|extend|updat|fix|improv|cover|need|miss|chang|adjust|revis|rewrit|repair"
    r"|describ|mention)\w*\b(?:(?!\b(?:in|inside|from)\b)[^.,;:?!\n]){0,40}\b"
)
_TESTS = (
    _WANTING
    + r"(?:tests?|specs?|coverage)\b|\btests? (?:for|that|(?:(?:is|are) )?(?:fail|brok)\w*)\b"
)
_DOCUMENTS = (
    _WANTING + r"(?:docs?|readme|documentation|changelog|release notes)\b"
    r"|\bdocument (?:the|this|that|how|it)\b|\bwhere\b[^.\n]{0,60}\bdocumented\b"
)
# A plan with headings names its files itself.
_HEADING = r"^#{1,4} \S"
_USERS = (
    r"\brenam(?:e|ing)\b|\b(?:everywhere|all (?:the )?(?:callers|call sites|usages|uses))\b"
    r"|\bwhere\b[^?\n]{0,80}\b(?:called|used|referenced|invoked)\b"
    r"|\b(?:who|what) (?:calls|uses)\b|\b(?:callers|users|usages|uses) of\b"
)


class User(NamedTuple):
    """A file that uses a symbol, and where: the names of its functions with the lines."""

    path: str
    places: tuple[str, ...]


class Users(NamedTuple):
    """The files that use a symbol, and how many more do."""

    listed: tuple[User, ...] = ()
    more: int = 0


class Meant(NamedTuple):
    """What a prompt asks for without naming its file."""

    documents: tuple[Document, ...] = ()
    test: str = ""  # whose tests have most words of the prompt
    definitions: tuple[str, ...] = ()  # the files that define what is renamed
    users: Users = Users()  # and those that use it
    site: ErrorSite | None = None


class Wanted(NamedTuple):
    """Which kinds of files a prompt asks for."""

    tests: bool = False
    documents: bool = False
    users: bool = False


def wanted(prompt: str) -> Wanted:
    """The kinds of files that the beginning of a prompt asks for."""
    if has_headings(prompt):
        return Wanted()
    return Wanted(
        _asks(_TESTS, _WORDS_OF_TESTS, prompt) is not None,
        _asks(_DOCUMENTS, _WORDS_OF_DOCUMENTS, prompt) is not None,
        _asks(_USERS, _WORDS_OF_USERS, prompt) is not None,
    )


def has_headings(prompt: str) -> bool:
    """Whether a prompt is a document with headings, such as a plan."""
    return "# " in prompt and re.compile(_HEADING, re.MULTILINE).search(prompt) is not None


def subject(prompt: str) -> str:
    """A prompt without the words that only say which kind of file is wanted: "update the docs"."""
    if has_headings(prompt):
        return prompt
    for pattern, words in ((_TESTS, _WORDS_OF_TESTS), (_DOCUMENTS, _WORDS_OF_DOCUMENTS)):
        match = _asks(pattern, words, prompt)
        if match is not None and prompt[match.end() : match.end() + 1] not in ("/", "."):
            first, last = match[0].split()[0], match[0].split()[-1]
            inner = match[0].removeprefix(first).removesuffix(last)
            prompt = prompt[: match.start()] + inner + prompt[match.end() :]
    return prompt


def find_meant(
    index: Database,
    sources: Sources,
    retrieval: Retrieval,
    prompt: str,
    is_denied: Callable[[str], bool],
    *,
    is_sure: bool,
) -> Meant:
    """Everything that the prompt asks for without naming its file; `is_sure`: its words say of what."""
    kinds = wanted(prompt)
    question = retrieval.evidence.question
    documents: Sequence[Document] = ()
    if kinds.documents:
        words = (*question.words, *question.names) if is_sure else ()
        documents = find_documents(sources.root, words, prompt[:HEAD], is_denied)
    test = test_with(index, question.words) if kinds.tests else ""
    users = Users()
    definitions: tuple[str, ...] = ()
    if kinds.users and (named := [one.symbol for one in named_symbols(retrieval)]):
        users = users_of(index, [symbol.id for symbol in named])
        definitions = tuple(retrieval.evidence.files[symbol.file_id].path for symbol in named)
    site = _site(index, sources, retrieval, prompt)
    return Meant(tuple(documents), test, definitions, users, site)


def users_of(index: Database, ids: Sequence[int]) -> Users:
    """The files that use one of these symbols, tests last, those with the most uses first."""
    lines: dict[int, int] = {}
    for edge in reader.edges_to(index, ids):
        if edge.source_id not in ids:
            lines.setdefault(edge.source_id, edge.line)
    for symbol in reader.symbols(index, ids):
        for call in reader.open_calls_named(index, symbol.name, MOST_CALLS):
            lines.setdefault(call.source_id, call.line)
    by_path: dict[str, list[IndexedSymbol]] = {}
    for symbol in reader.symbols(index, list(lines)):
        by_path.setdefault(symbol.path, []).append(symbol)
    users = sorted(by_path.items(), key=lambda item: (item[1][0].is_test, -len(item[1]), item[0]))
    listed = [User(path, _places(own, lines)) for path, own in users[:MOST_USERS]]
    return Users(tuple(listed), len(users) - len(listed))


def _places(symbols: list[IndexedSymbol], lines: Mapping[int, int]) -> tuple[str, ...]:
    """Some of the symbols with the lines of their uses; a module stands for an import, and is last."""
    places: dict[str, list[int]] = {}
    for symbol in sorted(symbols, key=lambda one: one.kind == "module"):
        name = "line " if symbol.kind == "module" else f"{qualified_name(symbol)}:"
        places.setdefault(name, []).append(lines[symbol.id])
    return tuple(
        name + ", ".join(map(str, sorted(own))) for name, own in list(places.items())[:MOST_PLACES]
    )


def _site(index: Database, sources: Sources, retrieval: Retrieval, prompt: str) -> ErrorSite | None:
    """The line that makes the error message of the prompt, in the files that have its words."""
    message = error_message(prompt)
    if not message or has_headings(prompt):
        return None
    text = full_text(index, understand(message), NARROW)
    file_of = {row.id: row.file_id for row in text.rows}
    files = dict.fromkeys(file_of[id] for id in list(text.symbols)[:MOST_SEARCHED])
    paths = [file.path for file in reader.files(index, list(files)) if file.role == "source"]
    paths += [row.path for row in text.file_rows[:MOST_SEARCHED]]
    paths += [ranked.file.path for ranked in retrieval.ranking.files[:MOST_SEARCHED]]
    return find_error_site(sources, list(dict.fromkeys(paths)), prompt)


def _asks(pattern: str, words: tuple[str, ...], prompt: str) -> re.Match[str] | None:
    head = prompt[:HEAD]
    if not any(word in head.lower() for word in words):
        return None
    return re.compile(pattern, re.IGNORECASE).search(head)
