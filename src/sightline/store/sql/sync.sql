-- name: project
-- How a project is connected to a team server.
SELECT project, server, team_id, name, role, cursor, attempted, synced, problem
FROM team_project WHERE project = :project;

-- name: projects
-- Every connected project.
SELECT project, server, team_id, name, role, cursor, attempted, synced, problem
FROM team_project ORDER BY project;

-- name: connect
-- Connect a project, or change how it is connected.
INSERT INTO team_project (project, server, team_id, name, role)
VALUES (:project, :server, :team_id, :name, :role)
ON CONFLICT (project) DO UPDATE SET server = excluded.server, team_id = excluded.team_id,
    name = excluded.name, role = excluded.role, problem = '',
    cursor = CASE WHEN team_id = excluded.team_id THEN cursor ELSE 0 END;

-- name: disconnect
-- Disconnect a project.
DELETE FROM team_project WHERE project = :project;

-- name: forget_revisions
-- Forget what a server had of a project's memories.
DELETE FROM team_memory WHERE project = :project;

-- name: forget_outbox
-- Forget the changes of a project that were not sent.
DELETE FROM team_outbox WHERE project = :project;

-- name: enter_all
-- Enter every memory of a project that may be shared into the outbox.
INSERT OR REPLACE INTO team_outbox (id, project)
SELECT id, project FROM memory WHERE project = :project AND scope <> '' AND kind <> 'auto';

-- name: attempt
-- Note that a synchronisation begins.
UPDATE team_project SET attempted = :now WHERE project = :project;

-- name: finish
-- Note how a synchronisation ended.
UPDATE team_project SET synced = CASE WHEN :problem = '' THEN :now ELSE synced END,
    problem = :problem WHERE project = :project;

-- name: set_role
-- Note the role that the server gives this person.
UPDATE team_project SET role = :role WHERE project = :project;

-- name: move_cursor
-- Note up to which change everything was taken from the server.
UPDATE team_project SET cursor = :cursor WHERE project = :project;

-- name: outbox
-- The oldest changes to send, after a number, with what the server has.
SELECT o.number, o.id, coalesce(t.revision, 0), coalesce(t.digest, '')
FROM team_outbox AS o LEFT JOIN team_memory AS t ON t.id = o.id
WHERE o.project = :project AND o.number > :after ORDER BY o.number LIMIT :limit;

-- name: waiting
-- How many changes wait to be sent, and how many of them the server or a rule refused.
SELECT count(*), coalesce(sum(problem <> ''), 0) FROM team_outbox WHERE project = :project;

-- name: problems
-- The changes that could not be sent, and why.
SELECT id, problem FROM team_outbox WHERE project = :project AND problem <> '' ORDER BY number;

-- name: in_outbox
-- Which of these memories changed since they were sent.
SELECT o.id FROM json_each(:ids) AS wanted JOIN team_outbox AS o ON o.id = wanted.value;

-- name: leave_outbox
-- Take a change out of the outbox, unless a newer one took its place.
DELETE FROM team_outbox WHERE id = :id AND number = :number;

-- name: drop
-- Take a memory out of the outbox after its state was taken from the server.
DELETE FROM team_outbox WHERE id = :id;

-- name: refuse
-- Note why a change could not be sent.
UPDATE team_outbox SET problem = :problem WHERE id = :id AND number = :number;

-- name: acknowledge
-- Note what the server has of a memory.
INSERT INTO team_memory (id, project, revision, digest)
VALUES (:id, :project, :revision, :digest)
ON CONFLICT (id) DO UPDATE SET project = excluded.project, revision = excluded.revision,
    digest = excluded.digest;

-- name: known
-- The revision and digest the server has of a memory.
SELECT revision, digest FROM team_memory WHERE id = :id;

-- name: set_scope
-- Say whose these memories are; by id, because a project has many (+ keeps its index out).
UPDATE memory SET scope = :scope
WHERE id IN (SELECT value FROM json_each(:ids)) AND +project = :project AND scope <> :scope;

-- name: replaces_shared
-- Whether a memory takes the place of one that is shared.
SELECT 1 FROM memory AS old JOIN team_memory AS t ON t.id = old.id
WHERE old.replaced_by = :id AND old.replaced_by <> '' AND old.project = :project LIMIT 1;
