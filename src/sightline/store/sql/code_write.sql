-- name: set_meta
-- Store a value about the index itself.
INSERT INTO meta (key, value) VALUES (:key, :value)
ON CONFLICT (key) DO UPDATE SET value = excluded.value;

-- name: add_to_meta
-- Raise or lower a stored number.
INSERT INTO meta (key, value) VALUES (:key, :change)
ON CONFLICT (key) DO UPDATE SET value = value + excluded.value;

-- name: stamps
-- The state of every indexed file: enough to tell which files changed.
SELECT path, id, size, mtime_ns, digest, package FROM file;

-- name: skipped_stamps
-- The state of every skipped file.
SELECT path, size, mtime_ns FROM passed_over;

-- name: add_skipped
-- A file that is not indexed.
INSERT OR REPLACE INTO passed_over (path, size, mtime_ns, reason) VALUES (?, ?, ?, ?);

-- name: drop_skipped
-- A skipped file that is gone or is indexed now.
DELETE FROM passed_over WHERE path = ?;

-- name: restamp
-- A file with a new modification time and the same content.
UPDATE file SET size = ?, mtime_ns = ? WHERE id = ?;

-- name: forget_times
-- Forget when files were changed: the next run compares their contents.
UPDATE file SET mtime_ns = 0;

-- name: forget_skipped
-- Forget which files were skipped: the next run looks at them again.
DELETE FROM passed_over;

-- name: size
-- How many files and symbols there are.
SELECT (SELECT count(*) FROM file), (SELECT count(*) FROM symbol);

-- name: symbols_of_file
-- What the index says of the symbols of a file.
SELECT qualified, kind, start_line, end_line, fingerprint, signature, doc FROM symbol WHERE file_id = :file_id;

-- name: add_file
-- A new file.
INSERT INTO file (id, path, base, language, role, size, mtime_ns, digest, package, text_id)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: change_file
-- A file that was read again.
UPDATE file SET language = :language, role = :role, size = :size, mtime_ns = :mtime_ns,
       digest = :digest, package = :package, text_id = :text_id, resolved = 0 WHERE id = :id;

-- name: set_facts
-- The input of name resolution for a file.
INSERT OR REPLACE INTO fact (file_id, facts) VALUES (?, ?);

-- name: set_problem
-- A place in a file that could not be parsed, or line 0 for a file that could not be resolved.
INSERT OR IGNORE INTO problem (file_id, line, message) VALUES (?, ?, ?);

-- name: drop_problems
-- The problems of a file that is read again or gone.
DELETE FROM problem WHERE file_id = ?;

-- name: drop_failed
-- Earlier failures to resolve these files.
DELETE FROM problem WHERE line = 0 AND file_id IN (SELECT value FROM json_each(:ids));

-- name: add_symbol
-- A new symbol.
INSERT INTO symbol (id, file_id, position, parent_id, text_id, is_test, start, end, start_line,
                    end_line, line, name, qualified, kind, fingerprint, signature, doc)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: change_symbol
-- A symbol that moved or changed and keeps its id.
UPDATE symbol SET position = :position, parent_id = :parent_id, text_id = :text_id,
       is_test = :is_test, start = :start, end = :end, start_line = :start_line,
       end_line = :end_line, line = :line, name = :name, qualified = :qualified, kind = :kind,
       fingerprint = :fingerprint, signature = :signature, doc = :doc
WHERE id = :id;

-- name: symbols_of
-- The symbols of a file in order, with the columns of `add_symbol`.
SELECT id, file_id, position, parent_id, text_id, is_test, start, end, start_line, end_line, line,
       name, qualified, kind, fingerprint, signature, doc
FROM symbol WHERE file_id = :file_id ORDER BY position;

-- name: symbol_ids
-- The ids of a file's symbols in order, each with its text id.
SELECT id, text_id FROM symbol WHERE file_id = :file_id ORDER BY position;

-- name: first_ids
-- Per file the least and the greatest difference between id and position: usually equal.
SELECT file_id, min(id - position), max(id - position) FROM symbol GROUP BY file_id;

-- name: drop_symbol
-- A symbol that is gone.
DELETE FROM symbol WHERE id = ?;

-- name: drop_file
-- A file that is gone.
DELETE FROM file WHERE id = ?;

-- name: drop_facts
-- The facts of a file that is gone.
DELETE FROM fact WHERE file_id = ?;

-- name: file_text_id
-- A file's text id.
SELECT text_id FROM file WHERE id = :file_id;

-- name: add_mentions
-- The names a file refers to.
INSERT INTO mention (rowid, names) VALUES (?, ?);

-- name: add_names
-- Names that may be new.
INSERT OR IGNORE INTO name (name) SELECT value FROM json_each(:names);

-- name: add_all_names
-- Every symbol name that is not in the table yet.
INSERT OR IGNORE INTO name (name) SELECT DISTINCT name FROM symbol ORDER BY name;

-- name: last_name
-- The highest name id.
SELECT coalesce(max(id), 0) FROM name;

-- name: add_name_parts
-- The parts of all names with a higher id.
INSERT INTO name_part (rowid, name) SELECT id, name FROM name WHERE id > :last;

-- name: unresolve_files
-- Mark files as unresolved.
UPDATE file SET resolved = 0 WHERE id IN (SELECT value FROM json_each(:ids)) AND resolved = 1;

-- name: files_mentioning
-- The files whose mentions match the query.
SELECT id FROM file WHERE text_id IN (SELECT rowid FROM mention WHERE mention MATCH :query);

-- name: mentioned_by
-- How many files mention a name, counted up to a thousand.
SELECT count(*) FROM (SELECT rowid FROM mention WHERE mention MATCH :query LIMIT 1000);

-- name: unresolve_all
-- Mark every file as unresolved.
UPDATE file SET resolved = 0;

-- name: unresolve_sources
-- Mark all files with an edge into these symbols as unresolved.
UPDATE file SET resolved = 0 WHERE resolved = 1 AND id IN (
    SELECT s.file_id FROM edge e JOIN symbol s ON s.id = e.source_id
    WHERE e.target_id IN (SELECT value FROM json_each(:ids)));

-- name: unresolved
-- The files to be resolved.
SELECT id FROM file WHERE resolved = 0 ORDER BY id;

-- name: any_unresolved
-- A row if there are unresolved files, or if resolving was never completed.
SELECT id FROM file WHERE resolved = 0
UNION ALL SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM meta WHERE key = 'counted') LIMIT 1;

-- name: resolve_file
-- A file is resolved.
UPDATE file SET resolved = 1 WHERE id = ?;

-- name: edges_of
-- All edges out of a file's symbols.
SELECT source_id, target_id, kind, line, confidence, how, times FROM edge
WHERE source_id IN (SELECT id FROM symbol WHERE file_id = :file_id);

-- name: open_calls_of
-- All open calls of a file's symbols.
SELECT source_id, name, line, reason, times FROM open_call
WHERE source_id IN (SELECT id FROM symbol WHERE file_id = :file_id);

-- name: drop_edge
-- An edge that is gone.
DELETE FROM edge WHERE source_id = ? AND target_id = ? AND kind = ?;

-- name: drop_open_call
-- An open call that is gone.
DELETE FROM open_call WHERE source_id = ? AND name = ?;

-- name: change_edge
-- An edge with another line, confidence, rule or count.
UPDATE edge SET line = :line, confidence = :confidence, how = :how, times = :times
WHERE source_id = :source_id AND target_id = :target_id AND kind = :kind;

-- name: change_open_call
-- An open call with another line, reason or count.
UPDATE open_call SET line = :line, reason = :reason, times = :times
WHERE source_id = :source_id AND name = :name;

-- name: drop_edges_from
-- Edges out of a symbol.
DELETE FROM edge WHERE source_id = ?;

-- name: drop_edges_to
-- Edges into a symbol.
DELETE FROM edge WHERE target_id = ?;

-- name: drop_open_calls_from
-- The open calls of a symbol.
DELETE FROM open_call WHERE source_id = ?;

-- name: add_edge
-- An edge.
INSERT INTO edge (source_id, target_id, kind, line, confidence, how, times)
VALUES (?, ?, ?, ?, ?, ?, ?);

-- name: add_open_call
-- An open call.
INSERT INTO open_call (source_id, name, line, reason, times) VALUES (?, ?, ?, ?, ?);

-- name: drop_edge_target
-- Drop the index on edge targets: filling an empty table is faster without it.
DROP INDEX IF EXISTS edge_target;

-- name: drop_open_call_name
-- The same for the names of open calls.
DROP INDEX IF EXISTS open_call_name;

-- name: make_edge_target
-- Create the index as the schema defines it.
CREATE INDEX IF NOT EXISTS edge_target ON edge (target_id, kind, source_id);

-- name: make_open_call_name
-- Create the index as the schema defines it.
CREATE INDEX IF NOT EXISTS open_call_name ON open_call (name, source_id);

-- name: targets_from
-- The targets of edges out of these symbols.
SELECT DISTINCT target_id FROM edge WHERE source_id IN (SELECT value FROM json_each(:ids));

-- name: any_edge
-- Whether there is any edge yet.
SELECT EXISTS (SELECT 1 FROM edge) OR EXISTS (SELECT 1 FROM open_call);

-- name: count_fan_in
-- Count again how many symbols refer to these.
UPDATE symbol SET fan_in = (SELECT count(DISTINCT source_id) FROM edge WHERE target_id = symbol.id)
WHERE id IN (SELECT value FROM json_each(:ids));

-- name: count_all_fan_in
-- Count how many symbols refer to each symbol.
UPDATE symbol SET fan_in = counted.number FROM (
    SELECT target_id, count(DISTINCT source_id) AS number FROM edge GROUP BY target_id
) AS counted WHERE counted.target_id = symbol.id;

-- name: clear_fan_in
-- Reset all counts before counting again.
UPDATE symbol SET fan_in = 0 WHERE fan_in <> 0;

-- name: most_used
-- The highest fan-in.
SELECT coalesce(max(fan_in), 0) FROM symbol;

-- name: most_used_of
-- The highest fan-in of these symbols.
SELECT coalesce(max(fan_in), 0) FROM symbol WHERE id IN (SELECT value FROM json_each(:ids));

-- name: empty_mentions
-- Remove all mentions.
INSERT INTO mention (mention) VALUES ('delete-all');

-- name: packed_facts
-- The input of name resolution for one file.
SELECT facts FROM fact WHERE file_id = :file_id;

-- name: packed_facts_from
-- The same for a file and the files after it.
SELECT file_id, facts FROM fact WHERE file_id >= :file_id ORDER BY file_id LIMIT :most;

-- name: packed_facts_of
-- The same for several files.
SELECT file_id, facts FROM fact WHERE file_id IN (SELECT value FROM json_each(:ids));

-- name: path_of
-- The path of a file.
SELECT path FROM file WHERE id = :file_id;

-- name: files_of_module
-- The files that make up a module, with their paths.
SELECT s.file_id, f.path FROM symbol s JOIN file f ON f.id = s.file_id
WHERE s.qualified = :module AND s.position = 0 ORDER BY f.path;

-- name: all_modules
-- Every file with its path and its module.
SELECT f.id, f.path, s.qualified FROM file f JOIN symbol s ON s.file_id = f.id AND s.position = 0
ORDER BY f.path;

-- name: all_places
-- Every symbol that other files can refer to, by name.
SELECT s.name, s.file_id, s.position FROM file f JOIN symbol s ON s.file_id = f.id
JOIN symbol p ON p.id = s.parent_id
WHERE s.position > 0
  AND s.kind NOT IN ('section', 'variable', 'const', 'field')
  AND p.kind NOT IN ('function', 'method', 'macro')
ORDER BY f.path, s.position;

-- name: places_named
-- The symbols with a name that other files can refer to.
SELECT s.file_id, s.position FROM symbol s JOIN file f ON f.id = s.file_id
LEFT JOIN symbol p ON p.id = s.parent_id
WHERE s.name = :name AND s.position > 0
  AND s.kind NOT IN ('section', 'variable', 'const', 'field')
  AND p.kind NOT IN ('function', 'method', 'macro')
ORDER BY f.path, s.position;
