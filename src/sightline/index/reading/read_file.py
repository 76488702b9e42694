"""Reads one file whole: bytes to a record of plain values that any process can pass on.

Runs in the workers as well as in the main process; writes nothing and never raises on bad files.
"""

import marshal
import os
import time
from typing import Any

from sightline.errors import SightlineError
from sightline.index.file_stamp import stamp
from sightline.index.reading import weighed_words
from sightline.index.reading.masking import without_secrets
from sightline.index.reading.secrets import hidden
from sightline.model.code import ParsedFile
from sightline.model.reading import (
    BINARY,
    LOCK_FILE,
    MINIFIED,
    NO_LANGUAGE,
    ReadFile,
    Words,
    nothing,
)
from sightline.parse import extract
from sightline.parse.languages import Language, Languages
from sightline.text.hashing import digest
from sightline.workspace import content
from sightline.workspace.source import utf8


def read_file(root: str, path: str, languages: Languages) -> ReadFile | None:
    """Everything the index takes from a file; None when it is gone."""
    place = os.path.join(root, path)
    try:
        with open(place, "rb", buffering=0) as file:
            facts = os.fstat(file.fileno())
            raw = file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        return nothing(path, 0, 0, f"cannot be read: {error.strerror}")
    size, mtime_ns = len(raw), stamp(facts.st_mtime_ns, time.time_ns())
    language = languages.of_path(path) or languages.of_first_line(raw)
    reason = NO_LANGUAGE if language is None else _unreadable(path, raw)
    if language is None or reason:
        return nothing(path, size, mtime_ns, reason)
    try:
        return _read(path, raw, mtime_ns, language)
    except SightlineError as error:
        return nothing(path, size, mtime_ns, str(error))
    except Exception as error:  # one odd file must not cost all others
        said = ": ".join(filter(None, (type(error).__name__, str(error))))
        return nothing(path, size, mtime_ns, f"it could not be read ({said})")


def pack(record: ReadFile) -> bytes:
    """The record as bytes for another process."""
    return marshal.dumps(tuple(record), 2)


def unpack(packed: bytes) -> ReadFile:
    """The record from the bytes of another process."""
    return ReadFile(*marshal.loads(packed))


def _read(path: str, raw: bytes, mtime_ns: int, language: Language) -> ReadFile:
    source = utf8(raw)
    reading = extract.read(source, language, path)
    words = weighed_words.words(path, source, reading.symbols)
    shown = hidden(source, words[0])
    if shown is source:
        parsed = reading.parsed()
    else:
        parsed = without_secrets(reading.symbols, reading.showing(shown).parsed())
        words = weighed_words.words(path, shown, parsed.symbols)
    return _record(path, raw, mtime_ns, words, parsed)


def _record(path: str, raw: bytes, mtime_ns: int, words: Words, parsed: ParsedFile) -> ReadFile:
    role = content.role(path, raw)
    symbols: list[tuple[Any, ...]] = [*map(tuple, parsed.symbols)]
    if role == "test":
        symbols = [(*symbol[:12], True) for symbol in symbols]
    return ReadFile(
        path,
        parsed.language,
        role,
        len(raw),
        mtime_ns,
        digest(raw),
        tuple(words),
        symbols,
        parsed.facts,
        " ".join(parsed.mentions),
        [(problem.line, problem.message) for problem in parsed.problems],
        "",
    )


def _unreadable(path: str, raw: bytes) -> str:
    if content.is_binary(raw):
        return BINARY
    if content.is_lock_file(path):
        return LOCK_FILE
    if content.is_minified(path, raw):
        return MINIFIED
    return ""
