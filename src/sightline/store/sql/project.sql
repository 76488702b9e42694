-- name: by_id
-- One project.
SELECT id, name, root, common_dir, root_commit, remote, seen, paused
FROM project WHERE id = :id;

-- name: by_root_commit
-- The projects that grew from one first commit, last seen first.
SELECT id, name, root, common_dir, root_commit, remote, seen, paused
FROM project WHERE root_commit = :root_commit ORDER BY seen DESC, id;

-- name: all
-- Every project, last seen first.
SELECT id, name, root, common_dir, root_commit, remote, seen, paused
FROM project ORDER BY seen DESC, id;

-- name: save
-- Remember a project as it is seen now; whether it is paused stays.
INSERT INTO project (id, name, root, common_dir, root_commit, remote, seen)
VALUES (:id, :name, :root, :common_dir, :root_commit, :remote, :seen)
ON CONFLICT (id) DO UPDATE SET
    name = excluded.name, root = excluded.root, common_dir = excluded.common_dir,
    root_commit = excluded.root_commit, remote = excluded.remote, seen = excluded.seen;

-- name: pause
-- Silence a project, or let it speak again.
UPDATE project SET paused = :paused WHERE id = :id;
