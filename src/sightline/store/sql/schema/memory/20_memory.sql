-- Something worth keeping. An empty project means: everywhere. Times are milliseconds. `scope` says
-- whose it is ('' is the person's own); `branch_only` keeps it to its branch.
CREATE TABLE memory (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    project TEXT NOT NULL DEFAULT '',
    title TEXT NOT NULL DEFAULT '',
    text TEXT NOT NULL,
    fields TEXT NOT NULL DEFAULT '{}',
    level INTEGER NOT NULL DEFAULT 1,
    domain TEXT NOT NULL DEFAULT '',
    module TEXT NOT NULL DEFAULT '',
    code_ref TEXT NOT NULL DEFAULT '',
    status TEXT NOT NULL DEFAULT 'active',
    confidence REAL NOT NULL DEFAULT 1.0,
    validations INTEGER NOT NULL DEFAULT 0,
    source TEXT NOT NULL DEFAULT 'manual',
    origin TEXT NOT NULL DEFAULT '',
    agent TEXT NOT NULL DEFAULT '',
    session TEXT NOT NULL DEFAULT '',
    author TEXT NOT NULL DEFAULT '',
    branch TEXT NOT NULL DEFAULT '',
    commit_hash TEXT NOT NULL DEFAULT '',
    replaced_by TEXT NOT NULL DEFAULT '',
    immutable INTEGER NOT NULL DEFAULT 0,
    stale INTEGER NOT NULL DEFAULT 0,
    ttl_seconds INTEGER NOT NULL DEFAULT 0,
    on_expire TEXT NOT NULL DEFAULT 'mark_stale',
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL DEFAULT 0,
    refreshed INTEGER NOT NULL DEFAULT 0,
    reviewed INTEGER NOT NULL DEFAULT 0,
    accessed INTEGER NOT NULL DEFAULT 0,
    access_count INTEGER NOT NULL DEFAULT 0,
    hash TEXT NOT NULL DEFAULT '',
    asked_as TEXT NOT NULL DEFAULT '[]',
    scope TEXT NOT NULL DEFAULT '',
    branch_only INTEGER NOT NULL DEFAULT 0,
    edited_by TEXT NOT NULL DEFAULT ''
);

CREATE INDEX memory_newest ON memory (project, created DESC, number DESC);
CREATE INDEX memory_newest_of_kind ON memory (project, kind, created DESC, number DESC);
CREATE INDEX memory_level ON memory (project, level) WHERE level = 0;
CREATE INDEX memory_session ON memory (session, created) WHERE session <> '';
CREATE INDEX memory_hash ON memory (hash);
CREATE INDEX memory_to_review ON memory (project, created) WHERE reviewed = 0;
CREATE INDEX memory_mortal ON memory (refreshed) WHERE ttl_seconds > 0;
CREATE INDEX memory_branch_only ON memory (project, branch) WHERE branch_only = 1;
CREATE INDEX memory_from_file ON memory (project) WHERE source = 'shared:git';

CREATE TABLE memory_tag (
    memory INTEGER NOT NULL REFERENCES memory (number) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (memory, tag)
) WITHOUT ROWID;

CREATE INDEX memory_tagged ON memory_tag (tag, memory);

-- What a memory is about: a symbol by qualified name and fingerprint, or a file (no name).
CREATE TABLE memory_link (
    memory INTEGER NOT NULL REFERENCES memory (number) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    fingerprint TEXT NOT NULL DEFAULT '',
    body TEXT NOT NULL DEFAULT '',
    signature TEXT NOT NULL DEFAULT '',
    kind TEXT NOT NULL DEFAULT '',
    line INTEGER NOT NULL DEFAULT 0,
    above INTEGER NOT NULL DEFAULT 0,
    lines INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (memory, place)
) WITHOUT ROWID;

CREATE INDEX memory_linked_name ON memory_link (name, memory);
CREATE INDEX memory_linked_path ON memory_link (path, memory);

-- Every earlier state of a memory, as one JSON record: an edit loses nothing.
CREATE TABLE memory_version (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    what TEXT NOT NULL,
    record TEXT NOT NULL
);

CREATE INDEX memory_versions ON memory_version (id, number);

-- What was forgotten: can be taken back until the record is erased, and is never imported again.
CREATE TABLE memory_tombstone (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    project TEXT NOT NULL DEFAULT '',
    record TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;

-- The memories of one session sit in a row: each is read with its neighbours.
CREATE TABLE memory_party (
    number INTEGER PRIMARY KEY,
    session TEXT NOT NULL UNIQUE,
    seats INTEGER NOT NULL DEFAULT 0
);

-- What the search reads: a memory's roots, and its seat in the row of its session.
-- `scope` begins with _p<project>; _k<kind> and _a<word of the author's name> follow.
CREATE TABLE memory_words (
    number INTEGER PRIMARY KEY REFERENCES memory (number) ON DELETE CASCADE,
    party INTEGER NOT NULL DEFAULT 0,
    seat INTEGER NOT NULL DEFAULT 0,
    length INTEGER NOT NULL DEFAULT 0,
    asks INTEGER NOT NULL DEFAULT 0,
    scope TEXT NOT NULL DEFAULT '',
    words TEXT NOT NULL DEFAULT ''
);

CREATE INDEX memory_seat ON memory_words (party, seat) WHERE party > 0;

CREATE VIRTUAL TABLE memory_text USING fts5(
    words, scope, content = 'memory_words', content_rowid = 'number',
    tokenize = "ascii tokenchars '_'"
);

-- Asked by programs of the first version, which may still run beside this one.
CREATE VIRTUAL TABLE memory_term USING fts5vocab('memory_text', 'col');

-- In how many memories each word and each mark of a scope stands: asked of every prompt, which
-- full text could only answer by going through all of them. Kept by the triggers below. A word
-- that looks like a mark counts as one; it only weighs a little less then.
CREATE TABLE memory_count (
    term TEXT PRIMARY KEY,
    memories INTEGER NOT NULL
) WITHOUT ROWID;

-- How much there is to search, kept by the triggers below.
CREATE TABLE memory_total (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    memories INTEGER NOT NULL,
    words INTEGER NOT NULL
);

INSERT INTO memory_total (one, memories, words) VALUES (1, 0, 0);

CREATE TRIGGER memory_words_added AFTER INSERT ON memory_words BEGIN
    INSERT INTO memory_text (rowid, words, scope) VALUES (new.number, new.words, new.scope);
    UPDATE memory_total SET memories = memories + 1, words = words + new.length;
    INSERT INTO memory_count (term, memories)
    SELECT DISTINCT value, 1
    FROM json_each('[' || replace(json_quote(new.words || ' ' || new.scope), ' ', '","') || ']')
    WHERE true
    ON CONFLICT (term) DO UPDATE SET memories = memories + 1;
END;

CREATE TRIGGER memory_words_removed AFTER DELETE ON memory_words BEGIN
    INSERT INTO memory_text (memory_text, rowid, words, scope)
    VALUES ('delete', old.number, old.words, old.scope);
    UPDATE memory_total SET memories = memories - 1, words = words - old.length;
    UPDATE memory_count SET memories = memories - 1 WHERE term IN (
        SELECT value
        FROM json_each('[' || replace(json_quote(old.words || ' ' || old.scope), ' ', '","') || ']')
    );
END;

CREATE TRIGGER memory_words_changed AFTER UPDATE OF words, scope, length ON memory_words BEGIN
    INSERT INTO memory_text (memory_text, rowid, words, scope)
    VALUES ('delete', old.number, old.words, old.scope);
    INSERT INTO memory_text (rowid, words, scope) VALUES (new.number, new.words, new.scope);
    UPDATE memory_total SET words = words + new.length - old.length;
    UPDATE memory_count SET memories = memories - 1 WHERE term IN (
        SELECT value
        FROM json_each('[' || replace(json_quote(old.words || ' ' || old.scope), ' ', '","') || ']')
    );
    INSERT INTO memory_count (term, memories)
    SELECT DISTINCT value, 1
    FROM json_each('[' || replace(json_quote(new.words || ' ' || new.scope), ' ', '","') || ']')
    WHERE true
    ON CONFLICT (term) DO UPDATE SET memories = memories + 1;
END;

-- A project that was recognised under an older id takes its memories along.
CREATE TRIGGER memory_moved AFTER UPDATE OF project ON memory WHEN old.project <> new.project BEGIN
    UPDATE memory_words
    SET scope = '_p' || new.project || substr(scope, length('_p' || old.project) + 1)
    WHERE number = new.number;
END;

-- What a memory means, as vectors of a sentence model: one for its text and one for each other
-- wording. Filled only where the optional extra is installed; gone when the wording changes.
CREATE TABLE memory_vector (
    number INTEGER PRIMARY KEY REFERENCES memory (number) ON DELETE CASCADE,
    model TEXT NOT NULL,
    vectors BLOB NOT NULL
);

CREATE TRIGGER memory_reworded AFTER UPDATE OF title, text, fields, asked_as ON memory BEGIN
    DELETE FROM memory_vector WHERE number = old.number;
END;
