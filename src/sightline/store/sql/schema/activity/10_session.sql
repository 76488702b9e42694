-- The sessions of assistants as their hooks see them; the epoch grows at each compaction.
CREATE TABLE session (
    id INTEGER PRIMARY KEY,
    agent TEXT NOT NULL,
    session TEXT NOT NULL,
    subagent TEXT NOT NULL DEFAULT '',
    epoch INTEGER NOT NULL DEFAULT 0,
    project TEXT NOT NULL DEFAULT '',
    worktree TEXT NOT NULL DEFAULT '',
    prompts INTEGER NOT NULL DEFAULT 0,
    started INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    UNIQUE (agent, session, subagent)
);

CREATE INDEX session_of_worktree ON session (agent, worktree, seen);
CREATE INDEX session_age ON session (seen);

-- What an assistant still has: content by its hash, per session and epoch (ruling 23).
CREATE TABLE sent (
    session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    epoch INTEGER NOT NULL,
    hash TEXT NOT NULL,
    prompt INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (session, epoch, hash)
) WITHOUT ROWID;

-- Events that were answered, so that one that arrives twice is answered once.
CREATE TABLE answered (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX answered_at ON answered (at);
