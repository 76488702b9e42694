-- name: folders
-- The folders of memory files that count here: the working tree's own, if its repository is
-- trusted, and those of an organisation.
SELECT :folder, 'team', coalesce(f.branch, ''), coalesce(f.stamp, '') FROM trusted_place AS t
LEFT JOIN shared_folder AS f ON f.folder = :folder
WHERE t.place = :place
UNION ALL
SELECT folder, scope, branch, stamp FROM shared_folder WHERE scope = 'organisation';

-- name: known_folders
-- All folders of a project that were read, with their scope.
SELECT folder, scope, branch, stamp FROM shared_folder WHERE project = :project ORDER BY folder;

-- name: trusted
-- Whether and when the person trusted the memory files of a place.
SELECT trusted FROM trusted_place WHERE place = :place;

-- name: trust
-- Trust the memory files of a place.
INSERT OR REPLACE INTO trusted_place (place, trusted) VALUES (:place, :at);

-- name: distrust
-- Trust the memory files of a place no longer.
DELETE FROM trusted_place WHERE place = :place;

-- name: put_folder
-- Record the state of a folder when it was read.
INSERT INTO shared_folder (folder, project, scope, branch, stamp)
VALUES (:folder, :project, :scope, :branch, :stamp)
ON CONFLICT (folder) DO UPDATE SET project = excluded.project, scope = excluded.scope,
    branch = excluded.branch, stamp = excluded.stamp;

-- name: remove_folder
-- Forget a folder and what is known of its files.
DELETE FROM shared_folder WHERE folder = :folder;

-- name: files
-- The files of a folder as they were read.
SELECT name, stamp, digest, memory, branch, supersedes, problem FROM shared_file
WHERE folder = :folder;

-- name: put_file
-- Record a file as it was read.
INSERT OR REPLACE INTO shared_file
    (folder, name, stamp, digest, memory, branch, supersedes, problem)
VALUES (?, ?, ?, ?, ?, ?, ?, ?);

-- name: remove_file
-- Forget a file that is gone.
DELETE FROM shared_file WHERE folder = :folder AND name = :name;

-- name: digests_of
-- What the files that a memory was read from say, by folder.
SELECT folder, digest FROM shared_file WHERE memory = :number;

-- name: of_memory
-- The files of a memory with their folders.
SELECT folder, name FROM shared_file WHERE memory = :number ORDER BY folder, name;

-- name: relink
-- Let the files of one memory be those of another.
UPDATE shared_file SET memory = :new WHERE memory = :old;

-- name: superseded_by
-- The memories that a memory superseded.
SELECT id FROM memory WHERE replaced_by = :id AND status = 'superseded' AND project = :project
ORDER BY id;

-- name: own_shared
-- The person's own memories that were shared from this project and are still open.
SELECT number FROM memory
WHERE project = :project AND scope <> '' AND source <> 'shared:git' AND status <> 'archived';

-- name: note_shared_once
-- Record that the default branch has these memories.
INSERT OR IGNORE INTO shared_once (project, id) SELECT :project, value FROM json_each(:ids);

-- name: shared_once
-- The memories that the default branch has had.
SELECT id FROM shared_once WHERE project = :project;

-- name: forget_shared_once
-- Forget that the default branch had a memory.
DELETE FROM shared_once WHERE project = :project AND id = :id;

-- name: hidden
-- The memories that do not count here: those of other branches, and those of files that these
-- folders do not have.
SELECT number FROM memory
WHERE branch_only = 1 AND project = :project AND branch <> :branch AND branch NOT IN (
    SELECT ancestor FROM branch_line WHERE project = :project AND name = :branch)
UNION ALL
SELECT m.number FROM memory AS m
WHERE m.source = 'shared:git' AND m.project IN (:project, '') AND NOT EXISTS (
    SELECT 1 FROM shared_file AS f JOIN json_each(:folders) AS here ON f.folder = here.value
    WHERE f.memory = m.number);

-- name: is_any_hidden
-- Whether there are memories that may not count everywhere.
SELECT EXISTS (SELECT 1 FROM memory WHERE branch_only = 1 AND project = :project)
    OR EXISTS (SELECT 1 FROM memory WHERE source = 'shared:git' AND project IN (:project, ''));

-- name: branches
-- The branches on which memories of a project were made, as they were last seen.
SELECT name, base, tip FROM branch WHERE project = :project ORDER BY name;

-- name: put_branch
-- Record where a branch begins and ends.
INSERT INTO branch (project, name, base, tip, seen) VALUES (:project, :name, :base, :tip, :now)
ON CONFLICT (project, name) DO UPDATE SET base = excluded.base, tip = excluded.tip,
    seen = excluded.seen;

-- name: remove_branch
-- Forget a branch that was merged or deleted.
DELETE FROM branch WHERE project = :project AND name = :name;

-- name: add_ancestor
-- Record that a branch grew out of another.
INSERT OR IGNORE INTO branch_line (project, name, ancestor) VALUES (:project, :name, :ancestor);

-- name: remove_ancestors
-- Forget what a branch grew out of, and what grew out of it.
DELETE FROM branch_line WHERE project = :project AND (name = :name OR ancestor = :name);

-- name: ancestors_of
-- The branches that a branch grew out of.
SELECT ancestor FROM branch_line WHERE project = :project AND name = :name;

-- name: kept_to_branches
-- The branches that memories of a project are kept to.
SELECT DISTINCT branch FROM memory WHERE project = :project AND branch_only = 1;

-- name: of_branch
-- The memories that are kept to a branch.
SELECT number FROM memory
WHERE project = :project AND branch_only = 1 AND branch = :branch ORDER BY number;

-- name: put_notice
-- Keep a sentence until it was told; further ones are added to it.
INSERT INTO meta (key, value) VALUES (:key, :text)
ON CONFLICT (key) DO UPDATE SET value = value || char(10) || excluded.value
WHERE instr(value, excluded.value) = 0;

-- name: drop_notice
-- Forget a sentence that was told.
DELETE FROM meta WHERE key = :key;
