-- name: add_commit
-- A past commit, unless it is stored already.
INSERT OR IGNORE INTO past_commit (id, hash, time, author_time, message, renamed, has_functions)
VALUES (?, ?, ?, ?, ?, ?, ?);

-- name: last_commit
-- The highest id of a commit.
SELECT coalesce(max(id), 0) FROM past_commit;

-- name: known_commits
-- Which of these commits are stored.
SELECT hash FROM past_commit WHERE hash IN (SELECT value FROM json_each(:hashes));

-- name: add_file
-- A file a commit touched.
INSERT OR IGNORE INTO past_file (commit_id, path) VALUES (?, ?);

-- name: commits_with
-- Id and message of these commits.
SELECT id, message FROM past_commit WHERE hash IN (SELECT value FROM json_each(:hashes));

-- name: renamed_among
-- How many of these commits renamed files.
SELECT count(*) FROM past_commit
WHERE renamed > 0 AND hash IN (SELECT value FROM json_each(:hashes));

-- name: beyond
-- All commits but the newest `limit`.
SELECT hash FROM past_commit ORDER BY time DESC, id DESC LIMIT -1 OFFSET :limit;

-- name: drop_commit
-- Remove a commit.
DELETE FROM past_commit WHERE id = ?;

-- name: drop_files
-- Remove the files of a commit.
DELETE FROM past_file WHERE commit_id = ?;

-- name: drop_functions
-- Remove the functions of a commit.
DELETE FROM past_function WHERE commit_id = ?;

-- name: drop_changes
-- Remove the changes of a commit.
DELETE FROM past_change WHERE commit_id = ?;

-- name: drop_all_commits
-- Before all of history is read again.
DELETE FROM past_commit;

-- name: drop_all_files
-- Before all of history is read again.
DELETE FROM past_file;

-- name: drop_all_functions
-- Before all of history is read again.
DELETE FROM past_function;

-- name: drop_all_changes
-- Before all of history is read again.
DELETE FROM past_change;

-- name: rename_files
-- A file was renamed: move its rows to the new path.
UPDATE OR IGNORE past_file SET path = :new WHERE path = :old;

-- name: rename_functions
-- The functions of a renamed file.
UPDATE OR IGNORE past_function SET path = :new WHERE path = :old;

-- name: rename_changes
-- The changes of a renamed file.
UPDATE OR IGNORE past_change SET path = :new WHERE path = :old;

-- name: without_functions
-- The newest commits whose functions were not read.
SELECT hash FROM (
    SELECT hash, has_functions, time, id FROM past_commit ORDER BY time DESC, id DESC LIMIT :limit
) WHERE has_functions = 0 ORDER BY time DESC, id DESC;

-- name: add_function
-- A function near a hunk of a commit.
INSERT OR IGNORE INTO past_function (commit_id, path, name)
SELECT id, ?, ? FROM past_commit WHERE hash = ?;

-- name: add_change
-- A function that a commit certainly changed.
INSERT OR IGNORE INTO past_change (path, name, commit_id)
SELECT ?, ?, id FROM past_commit WHERE hash = ?;

-- name: functions_done
-- The functions of these commits were read.
UPDATE past_commit SET has_functions = 1
WHERE hash IN (SELECT value FROM json_each(:hashes));

-- name: count
-- The number of stored commits.
SELECT count(*) FROM past_commit;

-- name: newest
-- The ids of the newest commits.
SELECT id FROM past_commit ORDER BY time DESC, id DESC LIMIT :limit;

-- name: drop_all_words
-- Before the vocabulary is learned again.
DELETE FROM past_word;

-- name: add_word
-- A word of commit messages with a word in the names of what they changed.
INSERT INTO past_word (word, other, weight, commits) VALUES (?, ?, ?, ?);
