-- Other wordings under which a memory is searched, as a JSON list.
ALTER TABLE memory ADD COLUMN asked_as TEXT NOT NULL DEFAULT '[]';

-- The vector of a memory's text, made by the optional semantic search; can be computed again.
CREATE TABLE memory_vector (
    memory INTEGER PRIMARY KEY REFERENCES memory (number) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    vector BLOB NOT NULL
);
