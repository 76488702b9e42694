"""Finds the languages (a folder of two data files each) and loads their grammars when needed.

What differs between languages is in these files; nothing here or in `extract` names a language.
"""

from __future__ import annotations

import functools
import os
import re
import tomllib
import warnings
from importlib import import_module
from typing import Any, NamedTuple

from tree_sitter import Language as TreeLanguage
from tree_sitter import Parser, Query, QueryCursor, QueryError

from sightline.errors import BadLanguage, MissingGrammar

PACKAGED = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "languages")
# Patterns with more partial matches than this are dropped for a file; keeps odd input linear.
MATCH_LIMIT = 4096
MOST_EXTENSIONS = 4  # languages in a chain of `extends`
_OWN = frozenset(("name", "extensions", "filenames", "interpreters", "queries", "extends"))


class Language(NamedTuple):
    """One language as its `language.toml` describes it; docs/guides/add-a-language.md has the keys."""

    name: str
    folder: str
    extensions: tuple[str, ...]
    filenames: tuple[str, ...]
    interpreters: tuple[str, ...]
    grammar: str
    function: str
    separator: str
    modules: str
    options: dict[str, Any]

    def __hash__(self) -> int:
        return hash((self.name, self.folder))

    def __eq__(self, other: object) -> bool:
        # Without the options, which depend on the folder.
        return isinstance(other, Language) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings from language.toml, empty when absent; `a.b` looks into a table."""
        value = self.option(key, ())
        return tuple(value)

    def option(self, key: str, default: Any) -> Any:
        """A value of language.toml; `a.b` looks into a table."""
        value: Any = self.options
        for part in key.split("."):
            if not isinstance(value, dict) or part not in value:
                return default
            value = value[part]
        return value


class Grammar(NamedTuple):
    """A language ready to parse: its parser, its compiled query and what each pattern captures."""

    language: Language
    parser: Parser
    cursor: QueryCursor
    captures: tuple[frozenset[str], ...]
    settings: tuple[dict[str, str | None], ...]


class Languages:
    """All languages: those of the package and of the user's folders, which take precedence.

    `options` are the parsed language.toml files of an earlier run: parsing takes most of a small run.
    """

    def __init__(
        self, folders: tuple[str, ...] = (), options: dict[str, dict[str, Any]] | None = None
    ) -> None:
        self.problems: list[str] = []
        self.by_name: dict[str, Language] = {}
        self.options = options or {}  # by folder: the parsed language.toml
        for folder in (PACKAGED, *folders) if options is None else ():
            self._read_folder(folder)
        for folder, described in self.options.items():
            language = language_of(folder, described)
            self.by_name[language.name] = language
        self._extensions: dict[str, Language] = {}
        self._filenames: dict[str, Language] = {}
        self._interpreters: dict[str, Language] = {}
        for language in self.by_name.values():
            self._extensions.update((e.lower(), language) for e in language.extensions)
            self._filenames.update((n, language) for n in language.filenames)
            self._interpreters.update((i, language) for i in language.interpreters)

    def of_path(self, path: str) -> Language | None:
        """The language of a file by its name."""
        base = path.rpartition("/")[2]
        language = self._filenames.get(base)
        if language:
            return language
        parts = base.split(".")
        for first in range(1, len(parts)):
            language = self._extensions.get(".".join(parts[first:]).lower())
            if language:
                return language
        return None

    def of_first_line(self, source: bytes) -> Language | None:
        """The language of a script by its `#!` line."""
        if not source.startswith(b"#!"):
            return None
        line = source[2:200].split(b"\n", 1)[0].decode("utf-8", "replace")
        for word in line.split():
            program = word.rpartition("/")[2]
            unversioned = re.sub(r"[\d.]+$", "", program)
            language = self._interpreters.get(program) or self._interpreters.get(unversioned)
            if language:
                return language
        return None

    def _read_folder(self, folder: str) -> None:
        try:
            names = sorted(os.listdir(folder))
        except OSError:
            return
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(os.path.join(path, "language.toml")):
                try:
                    self.options[path] = dict(read_language(path).options)
                except BadLanguage as error:
                    self.problems.append(error.message)


def read_language(folder: str) -> Language:
    """The language described in one folder."""
    return language_of(folder, _read_options(folder))


def language_of(folder: str, options: dict[str, Any]) -> Language:
    """The language that a folder's options describe."""
    for key in ("name", "grammar"):
        if not isinstance(options.get(key), str):
            raise BadLanguage(folder=folder, problem=f"`{key}` is missing in language.toml")
    if not options.get("extensions") and not options.get("filenames"):
        raise BadLanguage(folder=folder, problem="`extensions` is missing in language.toml")
    return Language(
        name=options["name"],
        folder=folder,
        extensions=tuple(options.get("extensions", ())),
        filenames=tuple(options.get("filenames", ())),
        interpreters=tuple(options.get("interpreters", ())),
        grammar=options["grammar"],
        function=options.get("function", "language"),
        separator=options.get("separator", "."),
        modules=options.get("modules", "path"),
        options=options,
    )


def _read_options(folder: str, depth: int = 0) -> dict[str, Any]:
    """The options of a language.toml, on top of those of the language it extends."""
    try:
        with open(os.path.join(folder, "language.toml"), "rb") as file:
            options = tomllib.load(file)
    except (OSError, ValueError, RecursionError) as error:
        raise BadLanguage(folder=folder, problem=str(error)) from error
    extended = options.get("extends")
    if not isinstance(extended, str) or depth >= MOST_EXTENSIONS:
        return options
    base = os.path.join(folder, extended)
    if not os.path.isdir(base):  # a user's language may extend one of the package
        base = os.path.join(PACKAGED, os.path.basename(extended))
    inherited = _read_options(base, depth + 1)
    return {key: inherited[key] for key in inherited if key not in _OWN} | options


@functools.cache
def load_grammar(language: Language) -> Grammar:
    """The parser and the compiled query of a language, loaded once per process."""
    try:
        make = getattr(import_module(language.grammar), language.function)
        with warnings.catch_warnings():  # some wheels return an integer, which is deprecated
            warnings.simplefilter("ignore", DeprecationWarning)
            tree_language = TreeLanguage(make())
    except (ImportError, AttributeError) as error:
        raise MissingGrammar(language=language.name, grammar=language.grammar) from error
    except ValueError as error:
        raise BadLanguage(folder=language.folder, problem=str(error)) from error
    text, query = _read_query(language, tree_language)
    captures, settings = [], []
    for pattern in range(query.pattern_count):
        span = text[query.start_byte_for_pattern(pattern) : query.end_byte_for_pattern(pattern)]
        bare = re.sub(rb';[^\n]*|"(?:\\.|[^"\\])*"', b"", span)
        captures.append(frozenset(c.decode() for c in re.findall(rb"@([\w.]+)", bare)))
        settings.append(dict(query.pattern_settings(pattern)))
    cursor = QueryCursor(query, match_limit=MATCH_LIMIT)
    parser = Parser(tree_language)
    return Grammar(language, parser, cursor, tuple(captures), tuple(settings))


@functools.cache
def load_errors(language: Language) -> QueryCursor:
    """The query for syntax errors of a language, compiled once per process."""
    tree_language = load_grammar(language).parser.language
    assert tree_language is not None
    return QueryCursor(Query(tree_language, "(ERROR) @error (MISSING) @missing"))


def _read_query(language: Language, tree_language: TreeLanguage) -> tuple[bytes, Query]:
    texts = []
    try:
        for name in language.texts("queries") or ("tags.scm",):
            with open(os.path.join(language.folder, name), "rb") as file:
                texts.append(file.read())
        text = b"\n".join(texts)
        return text, Query(tree_language, text.decode())
    except (OSError, UnicodeDecodeError, QueryError) as error:
        raise BadLanguage(folder=language.folder, problem=f"tags.scm: {error}") from error
