-- name: rows
-- The fields of symbols that ranking needs, without tests.
SELECT s.id, s.file_id, s.kind, s.name, s.parent_id, s.start_line, s.end_line, s.fan_in
FROM json_each(:ids) AS wanted JOIN symbol s ON s.id = wanted.value WHERE s.is_test = 0;

-- name: rows_of_texts
-- The same for the symbols that these texts belong to.
SELECT s.id, s.file_id, s.kind, s.name, s.parent_id, s.start_line, s.end_line, s.fan_in, s.text_id
FROM json_each(:texts) AS wanted JOIN symbol s ON s.text_id = wanted.value WHERE s.is_test = 0;

-- name: callables_of
-- The same for all functions and methods of some files.
SELECT s.id, s.file_id, s.kind, s.name, s.parent_id, s.start_line, s.end_line, s.fan_in
FROM json_each(:ids) AS wanted JOIN symbol s ON s.file_id = wanted.value
WHERE s.is_test = 0 AND s.kind IN ('function', 'method', 'macro');

-- name: summaries
-- The first symbols of some files with their documentation, without fields and tests.
SELECT file_id, kind, name, substr(doc, 1, 200) FROM (
    SELECT s.file_id, s.kind, s.name, s.doc,
           row_number() OVER (PARTITION BY s.file_id ORDER BY s.position) AS place
    FROM symbol s WHERE s.file_id IN (SELECT value FROM json_each(:ids))
      AND s.is_test = 0 AND s.kind <> 'field'
) WHERE place <= :most ORDER BY file_id, place;

-- name: uses_of
-- How often the symbols of some files are used, by file.
SELECT s.file_id, sum(s.fan_in) FROM symbol s
WHERE s.file_id IN (SELECT value FROM json_each(:ids)) GROUP BY s.file_id;

-- name: named
-- Symbols with one of these names, without tests, each name's most used first.
SELECT s.id, s.file_id, s.kind, s.name, s.parent_id, s.start_line, s.end_line, s.fan_in
FROM json_each(:names) AS wanted JOIN symbol s ON s.name = wanted.value
WHERE s.is_test = 0 AND s.kind NOT IN ('module', 'section') AND s.text_id < 1099511627776
ORDER BY wanted.key, s.fan_in DESC, s.id LIMIT :limit;

-- name: touched
-- Symbols by file and name.
SELECT s.id, s.file_id, s.kind, s.name, s.parent_id, s.start_line, s.end_line, s.fan_in
FROM json_each(:pairs) AS wanted
JOIN symbol s ON s.name = json_extract(wanted.value, '$[1]')
             AND s.file_id = json_extract(wanted.value, '$[0]')
WHERE s.is_test = 0 AND s.kind <> 'module';

-- name: touched_in
-- Symbols of these files with one of these names, searched file by file.
SELECT s.id, s.file_id, s.kind, s.name, s.parent_id, s.start_line, s.end_line, s.fan_in
FROM json_each(:files) AS wanted JOIN symbol s ON s.file_id = wanted.value
WHERE +s.name IN (SELECT value FROM json_each(:names)) AND s.is_test = 0 AND s.kind <> 'module'
ORDER BY s.id;

-- name: at_lines
-- Symbols of a file that contain one of the lines from first to last.
SELECT s.id, s.file_id, s.kind, s.name, s.parent_id, s.start_line, s.end_line, s.fan_in
FROM symbol s WHERE s.file_id = :file_id AND s.start_line <= :last AND s.end_line >= :first
  AND s.kind <> 'module' ORDER BY s.position;

-- name: first_below
-- The first symbol of a file that begins below a line, down to another.
SELECT s.id, s.file_id, s.kind, s.name, s.parent_id, s.start_line, s.end_line, s.fan_in
FROM symbol s WHERE s.file_id = :file_id AND s.start_line > :after AND s.start_line <= :until
  AND s.kind <> 'module' ORDER BY s.start_line, s.position LIMIT 1;

-- name: files
-- Path and role of files by their ids.
SELECT f.id, f.path, f.role, f.id
FROM json_each(:wanted) AS wanted JOIN file f ON f.id = wanted.value;

-- name: files_of_texts
-- Path and role of the files that these texts belong to.
SELECT f.id, f.path, f.role, f.text_id
FROM json_each(:wanted) AS wanted JOIN file f ON f.text_id = wanted.value;

-- name: files_at
-- Files with exactly these paths.
SELECT id, path, role FROM file WHERE path IN (SELECT value FROM json_each(:paths));

-- name: files_based
-- Files with one of these base names.
SELECT id, path, role FROM file WHERE base IN (SELECT value FROM json_each(:bases));

-- name: files_stemmed
-- Files whose base name is in a range.
SELECT id, path, role FROM file WHERE base >= :start AND base < :stop LIMIT :limit;

-- name: parent_names
-- The names of these symbols' parents.
SELECT s.id, p.name FROM json_each(:ids) AS wanted JOIN symbol s ON s.id = wanted.value
JOIN symbol p ON p.id = s.parent_id;

-- name: latest
-- The newest commits.
SELECT id FROM past_commit ORDER BY time DESC, id LIMIT :limit;

-- name: touched_files
-- Source files of today that commits touched.
SELECT p.commit_id, f.id FROM json_each(:ids) AS wanted
JOIN past_file p ON p.commit_id = wanted.value
JOIN file f ON f.path = p.path AND f.role = 'source' ORDER BY p.commit_id, p.path;

-- name: touched_functions
-- Functions that commits touched in source files of today.
SELECT p.commit_id, f.id, p.name FROM json_each(:ids) AS wanted
JOIN past_function p ON p.commit_id = wanted.value
JOIN file f ON f.path = p.path AND f.role = 'source' ORDER BY p.commit_id, p.path, p.name;

-- name: commit_counts
-- How many commits touched these files.
SELECT f.id, count(*) FROM json_each(:ids) AS wanted JOIN file f ON f.id = wanted.value
JOIN past_file p ON p.path = f.path GROUP BY f.id;

-- name: links_from
-- How many edges lead from these files to other files.
SELECT file_id, other_id, count(*) FROM (
    SELECT s.file_id AS file_id, t.file_id AS other_id
    FROM json_each(:ids) AS wanted JOIN symbol s ON s.file_id = wanted.value
    JOIN edge e ON e.source_id = s.id JOIN symbol t ON t.id = e.target_id
    WHERE t.file_id <> s.file_id LIMIT :limit
) GROUP BY file_id, other_id;

-- name: links_to
-- How many edges lead from other source files to these.
SELECT file_id, other_id, count(*) FROM (
    SELECT t.file_id AS file_id, s.file_id AS other_id
    FROM json_each(:ids) AS wanted JOIN symbol t ON t.file_id = wanted.value
    JOIN edge e ON e.target_id = t.id JOIN symbol s ON s.id = e.source_id
    WHERE t.file_id <> s.file_id AND s.is_test = 0 LIMIT :limit
) GROUP BY file_id, other_id;
