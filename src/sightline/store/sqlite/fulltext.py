"""Full text of a noun's rows: prepared words kept in a table, an FTS5 index beside it.

The index has no copy of the text but refers to the table (external content). So every SQLite can
delete and change rows exactly (a contentless index cannot before 3.43), and a damaged index is
built again from the table by one command. The words are identifiers whole and in parts and CJK
bigrams, as `text.words` makes them; the tokenizer only cuts at the blanks between them.
"""

from __future__ import annotations

from collections.abc import Iterable

from sightline.store.sqlite.database import Database
from sightline.text.words import code_text, fts_query, query_words, rarest

# The rarest words find nearly all that all words find, in a tenth of the time.
MOST_WORDS = 6

_SCHEMA = """\
CREATE TABLE {noun}_words (
    number INTEGER PRIMARY KEY,
    words TEXT NOT NULL
);

CREATE VIRTUAL TABLE {noun}_text USING fts5 (
    words, content = '{noun}_words', content_rowid = 'number', tokenize = "ascii tokenchars '_'"
);

CREATE VIRTUAL TABLE {noun}_term USING fts5vocab ({noun}_text, row);

CREATE TRIGGER {noun}_words_added AFTER INSERT ON {noun}_words BEGIN
    INSERT INTO {noun}_text (rowid, words) VALUES (new.number, new.words);
END;

CREATE TRIGGER {noun}_words_removed AFTER DELETE ON {noun}_words BEGIN
    INSERT INTO {noun}_text ({noun}_text, rowid, words) VALUES ('delete', old.number, old.words);
END;

CREATE TRIGGER {noun}_words_changed AFTER UPDATE OF words ON {noun}_words BEGIN
    INSERT INTO {noun}_text ({noun}_text, rowid, words) VALUES ('delete', old.number, old.words);
    INSERT INTO {noun}_text (rowid, words) VALUES (new.number, new.words);
END;
"""


def full_text_schema(noun: str) -> str:
    """The tables of a noun's full text, to be written into its schema and migration."""
    return _SCHEMA.format(noun=noun)


def put_text(database: Database, noun: str, number: int, text: str) -> None:
    """Make a row findable by the words of this text, in place of those it had."""
    database.run(f"fulltext.put@{noun}", number=number, words=code_text(text))


def search_text(
    database: Database, noun: str, question: str, *, limit: int = 20
) -> list[tuple[int, float]]:
    """The rows with any word of a question, best first, each with its score."""
    words = query_words(question)
    if len(words) > MOST_WORDS:
        counts = word_counts(database, noun, words)
        words = rarest((word for word in words if word in counts), counts, MOST_WORDS)
    if not words:
        return []
    rows = database.rows(f"fulltext.search@{noun}", query=fts_query(words), limit=limit)
    return [(number, score) for number, score in rows]


def word_counts(database: Database, noun: str, words: Iterable[str]) -> dict[str, int]:
    """In how many rows each of these words stands; words that stand nowhere are left out."""
    return dict(database.rows(f"fulltext.counts@{noun}", words=list(words)))
