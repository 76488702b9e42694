-- name: by_id
-- One project.
SELECT id, name, root, root_commit, remote, first_seen, seen
FROM project WHERE id = :id;

-- name: at_place
-- The project registered at one of these places (a JSON list): at the given one, else the deepest.
SELECT place.path, place.root, place.how, place.seen,
    project.id, project.name, project.root_commit, project.remote
FROM place JOIN project ON project.id = place.project
WHERE place.path IN (SELECT value FROM json_each(:paths))
ORDER BY place.path = :first DESC, length(place.path) DESC
LIMIT 1;

-- name: of_origin
-- The projects that began with this commit or came from this remote, oldest first.
SELECT id, name, root, root_commit, remote, first_seen
FROM project
WHERE (root_commit = :root_commit AND :root_commit <> '') OR (remote = :remote AND :remote <> '')
ORDER BY first_seen, id;

-- name: places
-- The places where a project was seen, last seen first.
SELECT path, root, how, seen FROM place WHERE project = :project ORDER BY seen DESC, path;

-- name: all
-- Every project, last seen first.
SELECT id, name, root, root_commit, remote, first_seen, seen
FROM project ORDER BY seen DESC, id;

-- name: save
-- Insert or update a project; a known origin is never cleared.
INSERT INTO project (id, name, root, root_commit, remote, first_seen, seen)
VALUES (:id, :name, :root, :root_commit, :remote, :seen, :seen)
ON CONFLICT (id) DO UPDATE SET
    name = excluded.name,
    root = excluded.root,
    root_commit = CASE WHEN excluded.root_commit = '' THEN root_commit ELSE excluded.root_commit END,
    remote = CASE WHEN excluded.remote = '' THEN remote ELSE excluded.remote END,
    seen = excluded.seen;

-- name: save_place
-- Insert or update a place of a project; how it was recognised is never cleared.
INSERT INTO place (path, project, root, how, seen)
VALUES (:path, :project, :root, :how, :seen)
ON CONFLICT (path) DO UPDATE SET
    project = excluded.project,
    root = excluded.root,
    how = CASE WHEN excluded.how = '' THEN how ELSE excluded.how END,
    seen = excluded.seen;

-- name: move_places
-- Move the places of a project to another project.
UPDATE place SET project = :new WHERE project = :old;

-- name: remove
-- Delete a project whose places and rows were moved to another.
DELETE FROM project WHERE id = :id;

-- name: owned_tables
-- The tables whose rows belong to a project.
SELECT sqlite_master.name
FROM sqlite_master JOIN pragma_table_info(sqlite_master.name) AS col
WHERE sqlite_master.type = 'table' AND col.name = 'project'
    AND sqlite_master.name <> 'place'
    AND sqlite_master.sql NOT LIKE 'CREATE VIRTUAL%'
ORDER BY sqlite_master.name;
