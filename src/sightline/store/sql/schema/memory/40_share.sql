-- Repositories and folders whose memory files the person trusts.
CREATE TABLE trusted_place (
    place TEXT PRIMARY KEY,
    trusted INTEGER NOT NULL
) WITHOUT ROWID;

-- A folder of memory files as it was when it was last read: `stamp` tells cheaply whether it
-- changed, `branch` is the branch its working tree was on.
CREATE TABLE shared_folder (
    folder TEXT PRIMARY KEY,
    project TEXT NOT NULL,
    scope TEXT NOT NULL,
    branch TEXT NOT NULL DEFAULT '',
    stamp TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;

CREATE INDEX shared_folder_project ON shared_folder (project);

-- One memory file. `memory` is the memory read from it (0 where there is none), `digest` says what
-- the file says, `branch` is empty for what the default branch has, too; `supersedes` are ids.
CREATE TABLE shared_file (
    folder TEXT NOT NULL REFERENCES shared_folder (folder) ON DELETE CASCADE,
    name TEXT NOT NULL,
    stamp TEXT NOT NULL,
    digest TEXT NOT NULL DEFAULT '',
    memory INTEGER NOT NULL DEFAULT 0,
    branch TEXT NOT NULL DEFAULT '',
    supersedes TEXT NOT NULL DEFAULT '',
    problem TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (folder, name)
) WITHOUT ROWID;

CREATE INDEX shared_file_memory ON shared_file (memory);

-- Memories that the default branch had: where it has them no longer, they were removed.
CREATE TABLE shared_once (
    project TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (project, id)
) WITHOUT ROWID;

-- Branches on which memories were made: where they began and ended, and how they ended.
CREATE TABLE branch (
    project TEXT NOT NULL,
    name TEXT NOT NULL,
    base TEXT NOT NULL DEFAULT '',
    tip TEXT NOT NULL DEFAULT '',
    seen INTEGER NOT NULL,
    PRIMARY KEY (project, name)
) WITHOUT ROWID;

-- A branch and one it grew out of: what was learned there is told here.
CREATE TABLE branch_line (
    project TEXT NOT NULL,
    name TEXT NOT NULL,
    ancestor TEXT NOT NULL,
    PRIMARY KEY (project, name, ancestor)
) WITHOUT ROWID;
