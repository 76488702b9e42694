-- What was put in front of an assistant, whole, so that it can be explained and replayed.
-- `frame` is the chosen items and what was left out, `notes` whatever else explains it; both JSON.
CREATE TABLE injection (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    epoch INTEGER NOT NULL,
    project TEXT NOT NULL,
    event TEXT NOT NULL,
    prompt TEXT NOT NULL,
    text TEXT NOT NULL,
    frame TEXT NOT NULL,
    notes TEXT NOT NULL,
    items INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    budget INTEGER NOT NULL,
    ms REAL NOT NULL,
    created INTEGER NOT NULL
);

CREATE INDEX injection_of_session ON injection (session, number);
CREATE INDEX injection_of_project ON injection (project, number);
CREATE INDEX injection_age ON injection (created);

-- Each item of an injection and whether the assistant used it: NULL while that is open.
CREATE TABLE shown (
    injection INTEGER NOT NULL REFERENCES injection (number) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    hash TEXT NOT NULL,
    score REAL NOT NULL,
    used INTEGER,
    how TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (injection, place)
) WITHOUT ROWID;

CREATE INDEX shown_open ON shown (injection) WHERE used IS NULL;

-- What became of the showings, counted per item once it is known; outlives the injections.
CREATE TABLE usage (
    project TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    used INTEGER NOT NULL DEFAULT 0,
    unused INTEGER NOT NULL DEFAULT 0,
    useful INTEGER NOT NULL DEFAULT 0,
    useless INTEGER NOT NULL DEFAULT 0,
    last_shown INTEGER NOT NULL DEFAULT 0,
    last_used INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (project, kind, key)
) WITHOUT ROWID;

CREATE INDEX usage_age ON usage (last_shown);
