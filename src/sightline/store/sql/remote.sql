-- name: has_schema
-- Whether this database has a schema of Sightline.
SELECT to_regclass('sightline.meta') IS NOT NULL;

-- name: person
-- The login of this connection.
SELECT session_user::text;

-- name: my_projects
-- The projects of this person, with the role in each.
SELECT p.project_id::text, p.name, p.remote, p.root_commit, p.seq, m.role::text
FROM project AS p JOIN member AS m ON m.project_id = p.project_id
WHERE m.person = session_user::text ORDER BY p.name, p.project_id;

-- name: my_project
-- One project of this person, with the role in it.
SELECT p.project_id::text, p.name, p.remote, p.root_commit, p.seq, m.role::text
FROM project AS p JOIN member AS m ON m.project_id = p.project_id
WHERE p.project_id = :project::uuid AND m.person = session_user::text;

-- name: create_project
-- Create a project; its first admin is this person.
SELECT create_project(:project::uuid, :name, :remote, :root_commit);

-- name: push
-- Send changes; what became of each, and the revision that counts now.
SELECT id, outcome, revision FROM push(:project::uuid, :changes::jsonb);

-- name: pull
-- The states and deletions after a change, in the server's order; a deletion has no record.
(
    SELECT seq, id, revision, needs_review, author, changed_by,
        (extract(epoch FROM changed_at) * 1000)::bigint AS changed, record
    FROM memory WHERE project_id = :project::uuid AND seq > :after ORDER BY seq LIMIT :limit
)
UNION ALL
(
    SELECT seq, id, revision, false, '', '', (extract(epoch FROM at) * 1000)::bigint, NULL
    FROM tombstone WHERE project_id = :project::uuid AND seq > :after ORDER BY seq LIMIT :limit
)
ORDER BY seq LIMIT :limit;

-- name: of_ids
-- The states of these memories.
SELECT seq, id, revision, needs_review, author, changed_by,
    (extract(epoch FROM changed_at) * 1000)::bigint AS changed, record
FROM memory
WHERE project_id = :project::uuid
    AND id IN (SELECT jsonb_array_elements_text(:ids::jsonb)) ORDER BY seq;

-- name: search
-- The memories with any of these words, the best first.
SELECT id, rank, author, (extract(epoch FROM changed_at) * 1000)::bigint, record
FROM search(:project::uuid, :question::tsquery, :limit);

-- name: linked_to_path
-- The memories that are linked to a file or to a symbol in it.
SELECT DISTINCT id FROM link WHERE project_id = :project::uuid AND path = :path ORDER BY id;

-- name: revisions
-- Every state of a memory, oldest first.
SELECT revision, base, concurrent, person, (extract(epoch FROM at) * 1000)::bigint, record
FROM revision WHERE project_id = :project::uuid AND id = :id ORDER BY revision;

-- name: to_review
-- The memories that were changed by two people at once.
SELECT seq, id, revision, needs_review, author, changed_by,
    (extract(epoch FROM changed_at) * 1000)::bigint AS changed, record
FROM memory WHERE project_id = :project::uuid AND needs_review ORDER BY seq;

-- name: review
-- Let a revision of a memory stand.
SELECT review_memory(:project::uuid, :id, :revision, :words);

-- name: members
-- Who may do what in a project.
SELECT person, role::text, added_by, (extract(epoch FROM added_at) * 1000)::bigint
FROM member WHERE project_id = :project::uuid ORDER BY role DESC, person;

-- name: set_member
-- Give a person a role in a project, or take it away.
SELECT set_member(:project::uuid, :person, :role);

-- name: create_login
-- Create a login, or give it a new password; false if it exists already.
SELECT create_login(:person, :verifier, :renew);

-- name: audit
-- Who did what, newest first.
SELECT seq, (extract(epoch FROM at) * 1000)::bigint, person, action, subject, revision
FROM audit WHERE project_id = :project::uuid
    AND (:person = '' OR person = :person) AND (:subject = '' OR subject = :subject)
ORDER BY seq DESC LIMIT :limit;
