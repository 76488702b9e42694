"""Full-text search over the rows of a noun: a table of prepared words and an FTS5 index on it.

The index stores no text of its own but refers to the table (external content). Every version of
SQLite can then delete and change rows exactly (contentless indexes need 3.43), and one command
rebuilds a damaged index from the table. `text.words` prepares the words: identifiers whole and in
parts, and CJK bigrams; the tokenizer only splits them at spaces.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sightline.store.sqlite.database import Database
from sightline.text.words import code_text, fts_query, query_words, rarest

# The rarest words find nearly everything that all words find, in a tenth of the time.
MOST_WORDS = 6


def put_text(database: Database, noun: str, number: int, text: str) -> None:
    """Set the text by which a row is found, replacing its previous text."""
    database.run(f"fulltext.put@{noun}", number=number, words=code_text(text))


class TextMatch(NamedTuple):
    """A row that full-text search found, and its score."""

    number: int
    score: float


def search_text(
    database: Database, noun: str, question: str, *, limit: int = 20
) -> list[TextMatch]:
    """The rows with any word of a question, best first."""
    words = query_words(question)
    if len(words) > MOST_WORDS:
        counts = word_counts(database, noun, words)
        words = rarest((word for word in words if word in counts), counts, MOST_WORDS)
    if not words:
        return []
    rows = database.rows(f"fulltext.search@{noun}", query=fts_query(words), limit=limit)
    return [TextMatch._make(row) for row in rows]


def word_counts(database: Database, noun: str, words: Iterable[str]) -> dict[str, int]:
    """In how many rows each of these words occurs; words without a match are left out."""
    return dict(database.rows(f"fulltext.counts@{noun}", words=list(words)))
