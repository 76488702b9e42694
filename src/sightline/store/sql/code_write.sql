-- name: set_meta
-- Remember a fact about the index itself.
INSERT INTO meta (key, value) VALUES (:key, :value)
ON CONFLICT (key) DO UPDATE SET value = excluded.value;

-- name: add_to_meta
-- Raise or lower a number that is remembered.
INSERT INTO meta (key, value) VALUES (:key, :change)
ON CONFLICT (key) DO UPDATE SET value = value + excluded.value;

-- name: stamps
-- What is known of every file: enough to tell which of them changed.
SELECT path, id, size, mtime_ns, digest, package FROM file;

-- name: passed_stamps
-- What is known of the files nothing was taken from.
SELECT path, size, mtime_ns FROM passed_over;

-- name: pass_over
-- Remember a file nothing was taken from.
INSERT OR REPLACE INTO passed_over (path, size, mtime_ns, reason) VALUES (?, ?, ?, ?);

-- name: forget_passed
-- A file that is gone, or is read after all.
DELETE FROM passed_over WHERE path = ?;

-- name: restamp
-- The same content with another time.
UPDATE file SET size = ?, mtime_ns = ? WHERE id = ?;

-- name: add_file
-- A new file.
INSERT INTO file (id, path, base, language, role, size, mtime_ns, digest, package, text_id)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: change_file
-- A file that was read again.
UPDATE file SET language = ?, role = ?, size = ?, mtime_ns = ?, digest = ?, package = ?,
       text_id = ?, resolved = 0 WHERE id = ?;

-- name: set_facts
-- What resolving needs of a file.
INSERT OR REPLACE INTO fact (file_id, facts) VALUES (?, ?);

-- name: set_problem
-- Something in a file that could not be read.
INSERT OR IGNORE INTO problem (file_id, line, message) VALUES (?, ?, ?);

-- name: drop_problems
-- The problems of a file that is read again or gone.
DELETE FROM problem WHERE file_id = ?;

-- name: drop_failed
-- What was said of files whose relations could not be worked out before.
DELETE FROM problem WHERE line = 0 AND file_id IN (SELECT value FROM json_each(:ids));

-- name: add_symbol
-- A new symbol.
INSERT INTO symbol (id, file_id, position, parent_id, text_id, is_test, start, end, start_line,
                    end_line, line, name, qualified, kind, fingerprint, signature, doc)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: change_symbol
-- A symbol that moved or changed and keeps its id.
UPDATE symbol SET position = ?, parent_id = ?, text_id = ?, is_test = ?, start = ?, end = ?,
       start_line = ?, end_line = ?, line = ?, name = ?, qualified = ?, kind = ?,
       fingerprint = ?, signature = ?, doc = ?
WHERE id = ?;

-- name: symbols_of
-- The symbols of a file as they are stored, in order.
SELECT id, position, parent_id, text_id, is_test, start, end, start_line, end_line, line, name,
       qualified, kind, fingerprint, signature, doc
FROM symbol WHERE file_id = :file_id ORDER BY position;

-- name: symbol_ids
-- The ids of a file's symbols in order, and of their words.
SELECT id, text_id FROM symbol WHERE file_id = :file_id ORDER BY position;

-- name: first_ids
-- Per file the least and the greatest difference between id and position: mostly they are one.
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
-- The number of a file's words.
SELECT text_id FROM file WHERE id = :file_id;

-- name: add_mentions
-- The names a file refers to.
INSERT INTO mention (rowid, names) VALUES (?, ?);

-- name: add_names
-- Names that were not known yet.
INSERT OR IGNORE INTO name (name) SELECT value FROM json_each(:names);

-- name: add_all_names
-- Every name of a symbol that is not known yet.
INSERT OR IGNORE INTO name (name) SELECT DISTINCT name FROM symbol ORDER BY name;

-- name: last_name
-- The number of the name that came last.
SELECT coalesce(max(id), 0) FROM name;

-- name: add_name_parts
-- The parts of all names that came after this one.
INSERT INTO name_part (rowid, name) SELECT id, name FROM name WHERE id > :last;

-- name: unresolve_files
-- These files are to be resolved again.
UPDATE file SET resolved = 0 WHERE id IN (SELECT value FROM json_each(:ids)) AND resolved = 1;

-- name: files_mentioning
-- The files that mention what the query asks for.
SELECT id FROM file WHERE text_id IN (SELECT rowid FROM mention WHERE mention MATCH :query);

-- name: mentioned_by
-- How many files mention a name, counted up to a thousand.
SELECT count(*) FROM (SELECT rowid FROM mention WHERE mention MATCH :query LIMIT 1000);

-- name: unresolve_all
-- Every file is to be resolved again.
UPDATE file SET resolved = 0;

-- name: unresolve_sources
-- All files with a relation into these symbols are to be resolved again.
UPDATE file SET resolved = 0 WHERE resolved = 1 AND id IN (
    SELECT s.file_id FROM edge e JOIN symbol s ON s.id = e.source_id
    WHERE e.target_id IN (SELECT value FROM json_each(:ids))
    UNION SELECT s.file_id FROM maybe m JOIN symbol s ON s.id = m.source_id
    WHERE m.target_id IN (SELECT value FROM json_each(:ids)));

-- name: unresolved
-- The files to be resolved.
SELECT id FROM file WHERE resolved = 0 ORDER BY id;

-- name: any_unresolved
-- Something if there are files to be resolved, or if resolving never came to its end.
SELECT id FROM file WHERE resolved = 0
UNION ALL SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM meta WHERE key = 'counted') LIMIT 1;

-- name: resolve_file
-- A file's relations are known.
UPDATE file SET resolved = 1 WHERE id = ?;

-- name: edges_of
-- All relations out of a file's symbols.
SELECT source_id, target_id, kind, line, confidence, how, times FROM edge
WHERE source_id IN (SELECT id FROM symbol WHERE file_id = :file_id);

-- name: maybes_of
-- All undecided relations out of a file's symbols.
SELECT source_id, target_id, kind, line, confidence, how, candidates FROM maybe
WHERE source_id IN (SELECT id FROM symbol WHERE file_id = :file_id);

-- name: drop_edge
-- A relation that is no more.
DELETE FROM edge WHERE source_id = ? AND target_id = ? AND kind = ?;

-- name: drop_maybe
-- An undecided relation that is no more.
DELETE FROM maybe WHERE source_id = ? AND target_id = ? AND kind = ?;

-- name: change_edge
-- A relation that stands elsewhere now, or is known otherwise.
UPDATE edge SET line = ?, confidence = ?, how = ?, times = ?
WHERE source_id = ? AND target_id = ? AND kind = ?;

-- name: change_maybe
-- An undecided relation that stands elsewhere now.
UPDATE maybe SET line = ?, confidence = ?, how = ?, candidates = ?
WHERE source_id = ? AND target_id = ? AND kind = ?;

-- name: drop_edges_from
-- Relations out of a symbol.
DELETE FROM edge WHERE source_id = ?;

-- name: drop_edges_to
-- Relations into a symbol.
DELETE FROM edge WHERE target_id = ?;

-- name: drop_maybes_from
-- Undecided relations out of a symbol.
DELETE FROM maybe WHERE source_id = ?;

-- name: drop_maybes_to
-- Undecided relations into a symbol.
DELETE FROM maybe WHERE target_id = ?;

-- name: add_edge
-- A relation.
INSERT INTO edge (source_id, target_id, kind, line, confidence, how, times)
VALUES (?, ?, ?, ?, ?, ?, ?);

-- name: add_maybe
-- A candidate of a relation that could not be decided.
INSERT OR IGNORE INTO maybe (source_id, target_id, kind, line, confidence, how, candidates)
VALUES (?, ?, ?, ?, ?, ?, ?);

-- name: drop_edge_target
-- To find relations by what they lead to; filling an empty table is quicker without it.
DROP INDEX IF EXISTS edge_target;

-- name: drop_maybe_target
-- The same of undecided relations.
DROP INDEX IF EXISTS maybe_target;

-- name: make_edge_target
-- As the schema has it.
CREATE INDEX IF NOT EXISTS edge_target ON edge (target_id, kind, source_id);

-- name: make_maybe_target
-- As the schema has it.
CREATE INDEX IF NOT EXISTS maybe_target ON maybe (target_id, kind, source_id);

-- name: targets_from
-- What these symbols refer to.
SELECT DISTINCT target_id FROM edge WHERE source_id IN (SELECT value FROM json_each(:ids));

-- name: any_edge
-- Whether there is any relation yet.
SELECT EXISTS (SELECT 1 FROM edge) OR EXISTS (SELECT 1 FROM maybe);

-- name: count_fan_in
-- Count anew how many symbols refer to these.
UPDATE symbol SET fan_in = (SELECT count(DISTINCT source_id) FROM edge WHERE target_id = symbol.id)
WHERE id IN (SELECT value FROM json_each(:ids));

-- name: count_all_fan_in
-- Count anew how many symbols refer to each.
UPDATE symbol SET fan_in = counted.number FROM (
    SELECT target_id, count(DISTINCT source_id) AS number FROM edge GROUP BY target_id
) AS counted WHERE counted.target_id = symbol.id;

-- name: clear_fan_in
-- Before all are counted anew.
UPDATE symbol SET fan_in = 0 WHERE fan_in <> 0;

-- name: most_used
-- The highest fan-in.
SELECT coalesce(max(fan_in), 0) FROM symbol;

-- name: most_used_of
-- The highest fan-in of these symbols.
SELECT coalesce(max(fan_in), 0) FROM symbol WHERE id IN (SELECT value FROM json_each(:ids));

-- name: empty_mentions
-- Before the names of all files are written anew.
INSERT INTO mention (mention) VALUES ('delete-all');

-- name: packed_facts
-- What resolving needs of one file, alone.
SELECT facts FROM fact WHERE file_id = :file_id;

-- name: packed_facts_from
-- The same of a file and those that come after it.
SELECT file_id, facts FROM fact WHERE file_id >= :file_id ORDER BY file_id LIMIT :most;

-- name: packed_facts_of
-- The same of several files.
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
-- Everything that other files can reach, by name.
SELECT s.name, s.file_id, s.position FROM file f JOIN symbol s ON s.file_id = f.id
JOIN symbol p ON p.id = s.parent_id
WHERE s.position > 0
  AND s.kind NOT IN ('section', 'variable', 'const', 'field')
  AND p.kind NOT IN ('function', 'method', 'macro')
ORDER BY f.path, s.position;

-- name: places_named
-- Everything of a name that other files can reach.
SELECT s.file_id, s.position FROM symbol s JOIN file f ON f.id = s.file_id
LEFT JOIN symbol p ON p.id = s.parent_id
WHERE s.name = :name AND s.position > 0
  AND s.kind NOT IN ('section', 'variable', 'const', 'field')
  AND p.kind NOT IN ('function', 'method', 'macro')
ORDER BY f.path, s.position;
