-- Projects that a team server has, too. `server` is its address without a password, `cursor` the
-- last change that was taken from it, `problem` why the last attempt failed.
CREATE TABLE team_project (
    project TEXT PRIMARY KEY,
    server TEXT NOT NULL,
    team_id TEXT NOT NULL,
    name TEXT NOT NULL DEFAULT '',
    role TEXT NOT NULL DEFAULT '',
    cursor INTEGER NOT NULL DEFAULT 0,
    attempted INTEGER NOT NULL DEFAULT 0,
    synced INTEGER NOT NULL DEFAULT 0,
    problem TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;

-- What the server has of a memory: the revision, and a digest of what it says. A deleted memory
-- keeps its row, so that it can be restored under its id.
CREATE TABLE team_memory (
    id TEXT PRIMARY KEY,
    project TEXT NOT NULL,
    revision INTEGER NOT NULL,
    digest TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;

CREATE INDEX team_memory_project ON team_memory (project);

-- Memories that changed since the server acknowledged them. A new change gets a new number, so
-- that acknowledging an older one does not hide it.
CREATE TABLE team_outbox (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    project TEXT NOT NULL,
    problem TEXT NOT NULL DEFAULT ''
);

CREATE INDEX team_outbox_project ON team_outbox (project, number);

-- Whoever changes a memory, in whichever process, leaves its id in the outbox.
CREATE TRIGGER team_memory_added AFTER INSERT ON memory
WHEN EXISTS (SELECT 1 FROM team_project WHERE project = new.project) BEGIN
    INSERT OR REPLACE INTO team_outbox (id, project) VALUES (new.id, new.project);
END;

CREATE TRIGGER team_memory_changed AFTER UPDATE OF kind, text, title, fields, level, domain, module,
    code_ref, status, replaced_by, immutable, ttl_seconds, on_expire, asked_as, scope, reviewed
ON memory WHEN EXISTS (SELECT 1 FROM team_project WHERE project = new.project) BEGIN
    INSERT OR REPLACE INTO team_outbox (id, project) VALUES (new.id, new.project);
END;

CREATE TRIGGER team_memory_removed AFTER DELETE ON memory
WHEN EXISTS (SELECT 1 FROM team_memory WHERE id = old.id) BEGIN
    INSERT OR REPLACE INTO team_outbox (id, project) VALUES (old.id, old.project);
END;

CREATE INDEX memory_replaced ON memory (replaced_by) WHERE replaced_by <> '';
