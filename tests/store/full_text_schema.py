"""The tables of a noun's full text, as schemas and migrations contain them."""

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
    """The SQL that makes the full-text tables of a noun."""
    return _SCHEMA.format(noun=noun)
