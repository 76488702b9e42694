-- The tables of a team, in PostgreSQL. Every table but `meta` carries project_id, by which Citus can
-- distribute it; `meta` is a reference table. Nobody writes these tables directly: the functions do.

-- Facts about the schema itself.
CREATE TABLE meta (
    key text PRIMARY KEY,
    value text NOT NULL
);

-- A repository whose memories a team shares. `seq` counts its changes: their order is the server's.
CREATE TABLE project (
    project_id uuid PRIMARY KEY,
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    remote text NOT NULL DEFAULT '',
    root_commit text NOT NULL DEFAULT '',
    seq bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX project_root_commit ON project (root_commit) WHERE root_commit <> '';
CREATE INDEX project_remote ON project (remote) WHERE remote <> '';

CREATE TYPE member_role AS ENUM ('reader', 'writer', 'reviewer', 'admin');

-- Who may do what in a project; `person` is a database role.
CREATE TABLE member (
    project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
    person text NOT NULL,
    role member_role NOT NULL,
    added_by text NOT NULL,
    added_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, person)
);

CREATE INDEX member_person ON member (person, role);

-- The current state of a memory. `revision` is the one that counts, `last_revision` the newest,
-- `seq` the project's change that made it. Kinds of one person are refused.
CREATE TABLE memory (
    project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
    id text NOT NULL CHECK (length(id) BETWEEN 1 AND 100),
    seq bigint NOT NULL,
    revision integer NOT NULL,
    last_revision integer NOT NULL,
    kind text NOT NULL CHECK (kind NOT IN ('auto', 'observation', 'handoff', 'pin')),
    immutable boolean NOT NULL DEFAULT false,
    needs_review boolean NOT NULL DEFAULT false,
    author text NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now(),
    record jsonb NOT NULL CHECK (octet_length(record::text) < 1000000),
    words tsvector NOT NULL,
    PRIMARY KEY (project_id, id)
);

CREATE UNIQUE INDEX memory_seq ON memory (project_id, seq);
CREATE INDEX memory_words ON memory USING gin (words);
CREATE INDEX memory_to_review ON memory (project_id) WHERE needs_review;

-- What a memory is about: symbols and files, to find memories by them.
CREATE TABLE link (
    project_id uuid NOT NULL,
    id text NOT NULL,
    position integer NOT NULL,
    name text NOT NULL DEFAULT '',
    path text NOT NULL DEFAULT '',
    PRIMARY KEY (project_id, id, position),
    FOREIGN KEY (project_id, id) REFERENCES memory ON DELETE CASCADE
);

CREATE INDEX link_path ON link (project_id, path);
CREATE INDEX link_name ON link (project_id, name);

-- Every state a memory had. `base` is the revision it was made from; where that was not the current
-- one, the revision is concurrent and waits for a reviewer. `change` recognises a repeated request.
CREATE TABLE revision (
    project_id uuid NOT NULL,
    id text NOT NULL,
    revision integer NOT NULL,
    base integer NOT NULL,
    concurrent boolean NOT NULL DEFAULT false,
    change text NOT NULL,
    person text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    record jsonb NOT NULL,
    PRIMARY KEY (project_id, id, revision),
    FOREIGN KEY (project_id, id) REFERENCES memory ON DELETE CASCADE
);

CREATE UNIQUE INDEX revision_change ON revision (project_id, id, change);

-- Which revision a reviewer let stand.
CREATE TABLE review (
    project_id uuid NOT NULL,
    id text NOT NULL,
    seq bigint NOT NULL,
    revision integer NOT NULL,
    person text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id, seq),
    FOREIGN KEY (project_id, id) REFERENCES memory ON DELETE CASCADE
);

-- Deleted memories: nothing of their content is left.
CREATE TABLE tombstone (
    project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
    id text NOT NULL,
    seq bigint NOT NULL,
    revision integer NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id)
);

CREATE UNIQUE INDEX tombstone_seq ON tombstone (project_id, seq);

-- Who shared, changed, reviewed and deleted what, and who let whom in; never any content.
CREATE TABLE audit (
    project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
    seq bigint NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    person text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    revision integer NOT NULL DEFAULT 0,
    PRIMARY KEY (project_id, seq)
);
