-- A project is one repository (its git common dir) or a directory; root commit and remote
-- recognise it again after it was moved or cloned anew.
CREATE TABLE project (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    root TEXT NOT NULL,
    common_dir TEXT NOT NULL DEFAULT '',
    root_commit TEXT NOT NULL DEFAULT '',
    remote TEXT NOT NULL DEFAULT '',
    seen INTEGER NOT NULL,
    paused INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE INDEX project_root ON project (root);
CREATE INDEX project_root_commit ON project (root_commit) WHERE root_commit <> '';
