-- The code of one working tree. Everything here is derived and made again at will.
-- Ids are never used twice, so that what remembers one never means another thing.

CREATE TABLE file (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    base TEXT NOT NULL,
    language TEXT NOT NULL,
    role TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    digest TEXT NOT NULL,
    package TEXT NOT NULL,
    text_id INTEGER NOT NULL,
    -- 0: its edges are not known yet, or something they depend on changed.
    resolved INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX file_base ON file (base);
CREATE INDEX file_text_id ON file (text_id);
CREATE INDEX file_unresolved ON file (id) WHERE resolved = 0;

-- What resolving needs of a file; read by nobody else.
CREATE TABLE fact (
    file_id INTEGER PRIMARY KEY,
    facts BLOB NOT NULL
);

CREATE TABLE problem (
    file_id INTEGER NOT NULL,
    line INTEGER NOT NULL,
    message TEXT NOT NULL,
    PRIMARY KEY (file_id, line, message)
) WITHOUT ROWID;

-- A symbol keeps its id as long as file, qualified name, kind and ordinal stay the same.
CREATE TABLE symbol (
    id INTEGER PRIMARY KEY,
    file_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    parent_id INTEGER NOT NULL,
    text_id INTEGER NOT NULL,
    fan_in INTEGER NOT NULL DEFAULT 0,
    is_test INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    start_line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    line INTEGER NOT NULL,
    name TEXT NOT NULL,
    qualified TEXT NOT NULL,
    kind TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    signature TEXT NOT NULL,
    doc TEXT NOT NULL
);

CREATE INDEX symbol_file ON symbol (file_id, position);
CREATE INDEX symbol_name ON symbol (name);
CREATE INDEX symbol_qualified ON symbol (qualified);
CREATE INDEX symbol_text_id ON symbol (text_id);

-- kind is a place in model.code.EDGE_KINDS; line is the first of `times` places.
CREATE TABLE edge (
    source_id INTEGER NOT NULL,
    target_id INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    line INTEGER NOT NULL,
    confidence REAL NOT NULL,
    how TEXT NOT NULL,
    times INTEGER NOT NULL,
    PRIMARY KEY (source_id, target_id, kind)
) WITHOUT ROWID;

CREATE INDEX edge_target ON edge (target_id, kind, source_id);

-- Calls whose target is not known: they may mean any symbol of that name. line is the first of
-- `times` calls.
CREATE TABLE open_call (
    source_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    line INTEGER NOT NULL,
    reason TEXT NOT NULL,
    times INTEGER NOT NULL,
    PRIMARY KEY (source_id, name)
) WITHOUT ROWID;

CREATE INDEX open_call_name ON open_call (name, source_id);

-- Ranked full text: the files and the symbols that hold a word. kind: source, everything else,
-- past commits. content: the numbers of the files, those of the texts (unsigned, 32 bit), then for
-- each a byte that says how strongly it holds the word (its count there, weighed by where it
-- stands and how long the text is).
-- What changes adds rows; words spread over many rows are joined now and then.
CREATE TABLE posting (
    kind INTEGER NOT NULL,
    word TEXT NOT NULL,
    part INTEGER NOT NULL,
    files INTEGER NOT NULL,
    texts INTEGER NOT NULL,
    content BLOB NOT NULL
);

-- Rows are added at the end of the table, which is quicker than between others; the counts are in
-- here so that judging which words tell the most reads nothing else.
CREATE INDEX posting_word ON posting (kind, word, part, files, texts);

-- Texts that still stand in postings and belong to nothing any more.
CREATE TABLE former (
    kind INTEGER NOT NULL,
    text_id INTEGER NOT NULL,
    PRIMARY KEY (kind, text_id)
) WITHOUT ROWID;

-- Which files mention a name: rows are text numbers of files. Finds what a changed name concerns.
CREATE VIRTUAL TABLE mention USING fts5 (
    names, content = '', detail = none, columnsize = 0, tokenize = "ascii tokenchars '_$'"
);

-- Every name once, and its parts of three characters: names by any part of them.
CREATE TABLE name (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);
CREATE VIRTUAL TABLE name_part USING fts5 (
    name, content = '', tokenize = 'trigram'
);

-- Files that belong to the project and were read once without anything being taken from them.
CREATE TABLE passed_over (
    path TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    reason TEXT NOT NULL
) WITHOUT ROWID;

-- What a language server or a SCIP index knows about a file, as long as its digest fits. content:
-- the rows of index.overlay.join.StoredReference as JSON.
CREATE TABLE overlay_file (
    path TEXT NOT NULL,
    source TEXT NOT NULL,
    origin TEXT NOT NULL,
    digest TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (path, source)
) WITHOUT ROWID;
