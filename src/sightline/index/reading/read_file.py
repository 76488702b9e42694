"""Reads one file and produces its `FileRecord`, in helper processes and in the main process.

Writes nothing and never raises on bad files.
"""

import marshal
import os
import time

from sightline.errors import SightlineError
from sightline.index.reading.secrets import blank_secrets, redact_symbols
from sightline.index.reading.words import file_words
from sightline.model.code import FileRecord, FileWords, ParsedFile, Problem, Symbol, skipped_file
from sightline.model.indexed import BINARY, LOCK_FILE, MINIFIED, NO_LANGUAGE
from sightline.parse import extract
from sightline.parse.languages import Language, Languages
from sightline.text.hashing import digest
from sightline.workspace import content
from sightline.workspace.source import utf8


def read_file(root: str, path: str, languages: Languages) -> FileRecord | None:
    """The record of a file; None when the file no longer exists."""
    full_path = os.path.join(root, path)
    try:
        with open(full_path, "rb", buffering=0) as file:
            status = os.fstat(file.fileno())
            raw = file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        return skipped_file(path, 0, 0, f"cannot be read: {error.strerror}")
    size, mtime_ns = len(raw), mtime_stamp(status.st_mtime_ns, time.time_ns())
    language = languages.of_path(path) or languages.of_first_line(raw)
    reason = NO_LANGUAGE if language is None else _skip_reason(path, raw)
    if language is None or reason:
        return skipped_file(path, size, mtime_ns, reason)
    try:
        return _read(path, raw, mtime_ns, language)
    except SightlineError as error:
        return skipped_file(path, size, mtime_ns, str(error))
    except Exception as error:  # one odd file must not cost all others
        message = ": ".join(filter(None, (type(error).__name__, str(error))))
        return skipped_file(path, size, mtime_ns, f"it could not be read ({message})")


def mtime_stamp(mtime_ns: int, now_ns: int) -> int:
    """The modification time to store, negated when the file may still change within that time."""
    coarse = mtime_ns % 1_000_000_000 == 0
    settled = now_ns - mtime_ns > (2_000_000_000 if coarse else 50_000_000)
    return mtime_ns if settled else -mtime_ns


def pack(record: FileRecord) -> bytes:
    """Serialise a record for another process; `marshal` accepts only plain tuples."""
    plain = record._asdict() | {
        "words": tuple(record.words),
        "symbols": [*map(tuple, record.symbols)],
        "problems": [*map(tuple, record.problems)],
    }
    return marshal.dumps(tuple(plain.values()), 2)


def unpack(packed: bytes) -> FileRecord:
    """The record that another process serialised."""
    record = FileRecord._make(marshal.loads(packed))
    return record._replace(
        words=FileWords._make(record.words),
        symbols=[*map(Symbol._make, record.symbols)],
        problems=[*map(Problem._make, record.problems)],
    )


def _read(path: str, raw: bytes, mtime_ns: int, language: Language) -> FileRecord:
    source = utf8(raw)
    extraction = extract.read(source, language, path)
    words = file_words(path, source, extraction.symbols)
    blanked = blank_secrets(source, words.words)
    if blanked is source:
        parsed = extraction.parsed()
    else:
        parsed = redact_symbols(extraction.symbols, extraction.with_source(blanked).parsed())
        words = file_words(path, blanked, parsed.symbols)
    return _record(path, raw, mtime_ns, words, parsed)


def _record(
    path: str, raw: bytes, mtime_ns: int, words: FileWords, parsed: ParsedFile
) -> FileRecord:
    role = content.role(path, raw)
    symbols = [*parsed.symbols]
    if role == "test":
        symbols = [symbol._replace(is_test=True) for symbol in symbols]
    return FileRecord(
        path,
        parsed.language,
        role,
        len(raw),
        mtime_ns,
        digest(raw),
        words,
        symbols,
        parsed.facts,
        " ".join(parsed.mentions),
        [*parsed.problems],
    )


def _skip_reason(path: str, raw: bytes) -> str:
    """Why a file is not parsed, "" when it is."""
    if content.is_binary(raw):
        return BINARY
    if content.is_lock_file(path):
        return LOCK_FILE
    if content.is_minified(path, raw):
        return MINIFIED
    return ""
