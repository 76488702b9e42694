-- A project is one repository or a directory without one; root commit and remote recognise
-- it again after it was moved or cloned anew.
CREATE TABLE project (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    root TEXT NOT NULL,
    root_commit TEXT NOT NULL DEFAULT '',
    remote TEXT NOT NULL DEFAULT '',
    first_seen INTEGER NOT NULL,
    seen INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX project_root_commit ON project (root_commit) WHERE root_commit <> '';
CREATE INDEX project_remote ON project (remote) WHERE remote <> '';

-- Where a project was seen: its git common dir, or the directory itself. A project that was
-- moved or cloned twice has several places; how says what it was recognised by.
CREATE TABLE place (
    path TEXT PRIMARY KEY,
    project TEXT NOT NULL REFERENCES project (id),
    root TEXT NOT NULL,
    how TEXT NOT NULL DEFAULT '',
    seen INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX place_project ON place (project);
