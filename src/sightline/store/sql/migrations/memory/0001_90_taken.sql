-- Events already taken in, so that none is applied twice.
CREATE TABLE taken (
    id TEXT PRIMARY KEY,
    taken INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX taken_at ON taken (taken);
