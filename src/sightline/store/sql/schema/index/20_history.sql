-- What past commits said and touched; only ancestors of the commit the tree stands on.

CREATE TABLE past_commit (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    time INTEGER NOT NULL,
    author_time INTEGER NOT NULL,
    message TEXT NOT NULL,
    renamed INTEGER NOT NULL DEFAULT 0,
    -- Whether the functions it changed were read too, or never will be.
    has_functions INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX past_commit_time ON past_commit (time);

CREATE TABLE past_file (
    commit_id INTEGER NOT NULL,
    path TEXT NOT NULL,
    PRIMARY KEY (commit_id, path)
) WITHOUT ROWID;

CREATE INDEX past_file_path ON past_file (path, commit_id);

-- name is what git shows for a hunk's function, cut to the identifier that names it.
CREATE TABLE past_function (
    commit_id INTEGER NOT NULL,
    path TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (commit_id, path, name)
) WITHOUT ROWID;

CREATE INDEX past_function_path ON past_function (path, name, commit_id);

-- Functions of which a line was changed or added for certain: what may be said of them.
CREATE TABLE past_change (
    path TEXT NOT NULL,
    name TEXT NOT NULL,
    commit_id INTEGER NOT NULL,
    PRIMARY KEY (path, name, commit_id)
) WITHOUT ROWID;

CREATE INDEX past_change_commit ON past_change (commit_id);

-- The project's own vocabulary: the root of a word of commit messages, and a word in the names of
-- what these commits changed. commits: in how many the two meet.
CREATE TABLE past_word (
    word TEXT NOT NULL,
    other TEXT NOT NULL,
    weight REAL NOT NULL,
    commits INTEGER NOT NULL,
    PRIMARY KEY (word, other)
) WITHOUT ROWID;
