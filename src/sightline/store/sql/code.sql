-- name: meta
-- One value about the index itself.
SELECT value FROM meta WHERE key = :key;

-- name: all_meta
-- All values about the index itself except the long ones, which are queried separately.
SELECT key, value FROM meta WHERE key NOT IN ('languages', 'endings', 'renamed');

-- name: any_unresolved
-- A file whose references are not resolved yet.
SELECT id FROM file WHERE resolved = 0 LIMIT 1;

-- name: languages
-- Files per language and role.
SELECT language, role, count(*) FROM file GROUP BY language, role ORDER BY count(*) DESC, language;

-- name: problems
-- The places that could not be parsed or resolved; line 0 is the whole file.
SELECT file.path, problem.line, problem.message FROM problem
JOIN file ON file.id = problem.file_id
UNION ALL SELECT path, 0, reason FROM passed_over
WHERE reason NOT IN (SELECT value FROM json_each(:harmless))
ORDER BY 1, 2, 3 LIMIT :limit;

-- name: files
-- Files by their ids.
SELECT id, path, language, role, size, mtime_ns, digest, package FROM file
WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY path;

-- name: file_at
-- The file with exactly this path.
SELECT id, path, language, role, size, mtime_ns, digest, package FROM file WHERE path = :path;

-- name: files_at
-- The files with exactly these paths.
SELECT id, path, language, role, size, mtime_ns, digest, package FROM file
WHERE path IN (SELECT value FROM json_each(:paths)) ORDER BY path;

-- name: files_ending
-- Files with this base name whose path ends with these segments, the shortest first.
SELECT id, path, language, role, size, mtime_ns, digest, package FROM file
WHERE base = :base AND ('/' || path) LIKE :ending ESCAPE '\' ORDER BY length(path), path LIMIT :limit;

-- name: all_files
-- Every file in the order of the paths.
SELECT id, path, language, role, size, mtime_ns, digest, package FROM file ORDER BY path;

-- name: symbols
-- Symbols by their ids.
SELECT s.id, s.file_id, f.path, f.language, f.role, s.name, s.qualified, s.kind, s.signature,
       s.doc, s.start, s.end, s.start_line, s.end_line, s.line, s.parent_id, s.fingerprint,
       s.is_test, s.fan_in
FROM json_each(:ids) AS wanted
JOIN symbol s ON s.id = wanted.value JOIN file f ON f.id = s.file_id
ORDER BY wanted.key;

-- name: symbols_with_files
-- Symbols by their ids, each followed by its file; in no order.
SELECT s.id, s.file_id, f.path, f.language, f.role, s.name, s.qualified, s.kind, s.signature,
       s.doc, s.start, s.end, s.start_line, s.end_line, s.line, s.parent_id, s.fingerprint,
       s.is_test, s.fan_in,
       f.id, f.path, f.language, f.role, f.size, f.mtime_ns, f.digest, f.package
FROM json_each(:ids) AS wanted
JOIN symbol s ON s.id = wanted.value JOIN file f ON f.id = s.file_id;

-- name: symbols_named
-- Symbols with exactly this name, of this kind if one is given, the most used first.
SELECT s.id, s.file_id, f.path, f.language, f.role, s.name, s.qualified, s.kind, s.signature,
       s.doc, s.start, s.end, s.start_line, s.end_line, s.line, s.parent_id, s.fingerprint,
       s.is_test, s.fan_in
FROM symbol s JOIN file f ON f.id = s.file_id
WHERE s.name = :name AND (:kind = '' OR s.kind = :kind)
ORDER BY s.is_test, s.fan_in DESC, f.path, s.position LIMIT :limit;

-- name: symbols_qualified
-- Symbols with exactly this qualified name.
SELECT s.id, s.file_id, f.path, f.language, f.role, s.name, s.qualified, s.kind, s.signature,
       s.doc, s.start, s.end, s.start_line, s.end_line, s.line, s.parent_id, s.fingerprint,
       s.is_test, s.fan_in
FROM symbol s JOIN file f ON f.id = s.file_id
WHERE s.qualified = :qualified ORDER BY f.path, s.position;

-- name: methods_of
-- The methods of a type in any file, by the qualified name of the type and the separator after it.
SELECT s.id, s.file_id, f.path, f.language, f.role, s.name, s.qualified, s.kind, s.signature,
       s.doc, s.start, s.end, s.start_line, s.end_line, s.line, s.parent_id, s.fingerprint,
       s.is_test, s.fan_in
FROM symbol s JOIN file f ON f.id = s.file_id
WHERE s.qualified > :prefix AND s.qualified < :stop AND s.kind = 'method'
  AND s.qualified = :prefix || s.name ORDER BY f.path, s.position;

-- name: overrides_of
-- The methods that override these, each with the method it overrides; 2 is the kind "implements".
WITH RECURSIVE below (method_id, name, type_id, steps) AS (
    SELECT m.id, m.name, e.source_id, 1 FROM json_each(:ids) AS wanted
    JOIN symbol m ON m.id = wanted.value AND m.kind = 'method'
    JOIN edge e ON e.target_id = m.parent_id AND e.kind = 2
    UNION SELECT b.method_id, b.name, e.source_id, b.steps + 1 FROM below b
    JOIN edge e ON e.target_id = b.type_id AND e.kind = 2 WHERE b.steps < 6
)
SELECT DISTINCT b.method_id, o.id FROM below b JOIN symbol t ON t.id = b.type_id
JOIN symbol o ON o.file_id = t.file_id AND o.parent_id = t.id AND o.name = b.name
WHERE o.kind = 'method' LIMIT :limit;

-- name: interface_methods
-- Those of these symbols that are methods of an interface, in one language.
SELECT s.id, s.file_id, f.path, f.language, f.role, s.name, s.qualified, s.kind, s.signature,
       s.doc, s.start, s.end, s.start_line, s.end_line, s.line, s.parent_id, s.fingerprint,
       s.is_test, s.fan_in
FROM json_each(:ids) AS wanted JOIN symbol s ON s.id = wanted.value JOIN file f ON f.id = s.file_id
JOIN symbol p ON p.id = s.parent_id
WHERE s.kind = 'method' AND p.kind = 'interface' AND f.language = :language;

-- name: modules_of
-- The qualified names of the modules of these files.
SELECT file_id, qualified FROM symbol
WHERE file_id IN (SELECT value FROM json_each(:files)) AND position = 0;

-- name: files_referring
-- The files with an edge to one of these symbols.
SELECT DISTINCT s.file_id FROM edge e JOIN symbol s ON s.id = e.source_id
WHERE e.target_id IN (SELECT value FROM json_each(:ids)) LIMIT :limit;

-- name: files_with_problems
-- Those of these files that could not be parsed completely.
SELECT DISTINCT file_id FROM problem WHERE file_id IN (SELECT value FROM json_each(:files));

-- name: symbols_in_file
-- The symbols of a file in source order.
SELECT s.id, s.file_id, f.path, f.language, f.role, s.name, s.qualified, s.kind, s.signature,
       s.doc, s.start, s.end, s.start_line, s.end_line, s.line, s.parent_id, s.fingerprint,
       s.is_test, s.fan_in
FROM symbol s JOIN file f ON f.id = s.file_id
WHERE s.file_id = :file_id ORDER BY s.position;

-- name: symbol_at_line
-- The innermost symbol that contains a line.
SELECT id FROM symbol
WHERE file_id = :file_id AND start_line <= :line AND end_line >= :line
ORDER BY position DESC LIMIT 1;

-- name: children
-- The symbols directly inside these.
SELECT s.id FROM symbol p JOIN symbol s ON s.file_id = p.file_id AND s.parent_id = p.id
WHERE p.id IN (SELECT value FROM json_each(:ids)) ORDER BY p.id, s.position;

-- name: names_with_parts
-- Names that contain all these trigrams.
SELECT name.name FROM name_part JOIN name ON name.id = name_part.rowid
WHERE name_part MATCH :query AND instr(lower(name.name), :part) > 0
ORDER BY length(name.name), name.name LIMIT :limit;

-- name: names_starting
-- Names with this prefix, for parts too short for trigrams.
SELECT name FROM name WHERE name >= :start AND name < :stop ORDER BY name LIMIT :limit;

-- name: names_like
-- Names that share the most trigrams with this one.
SELECT name.name FROM (
    SELECT rowid FROM name_part WHERE name_part MATCH :query ORDER BY rank LIMIT :limit
) AS found JOIN name ON name.id = found.rowid;

-- name: names_known
-- The number of symbols with each of these names.
SELECT wanted.value, (SELECT count(*) FROM symbol WHERE symbol.name = wanted.value)
FROM json_each(:names) AS wanted;

-- name: edges_from
-- Edges out of these symbols.
SELECT source_id, target_id, kind, line, confidence, how, times FROM edge
WHERE source_id IN (SELECT value FROM json_each(:ids))
  AND (:kind < 0 OR kind = :kind) ORDER BY source_id, line, target_id;

-- name: edges_to
-- Edges into these symbols.
SELECT source_id, target_id, kind, line, confidence, how, times FROM edge
WHERE target_id IN (SELECT value FROM json_each(:ids))
  AND (:kind < 0 OR kind = :kind) ORDER BY target_id, source_id, line;

-- name: open_calls_from
-- The open calls of these symbols.
SELECT source_id, name, line, reason, times FROM open_call
WHERE source_id IN (SELECT value FROM json_each(:ids)) ORDER BY source_id, line, name;

-- name: open_calls_named
-- The open calls of a name.
SELECT source_id, name, line, reason, times FROM open_call
WHERE name = :name ORDER BY source_id LIMIT :limit;

-- name: symbols_of_texts
-- The symbols that these texts belong to.
SELECT s.text_id, s.id FROM json_each(:texts) AS wanted JOIN symbol s ON s.text_id = wanted.value;

-- name: files_of_texts
-- The files that these texts belong to.
SELECT f.text_id, f.id FROM json_each(:texts) AS wanted JOIN file f ON f.text_id = wanted.value;

-- name: commits
-- Past commits by their ids.
SELECT c.id, c.hash, c.time, c.author_time, c.message FROM json_each(:ids) AS wanted
JOIN past_commit c ON c.id = wanted.value ORDER BY wanted.key;

-- name: commit_files
-- The files these commits touched.
SELECT commit_id, path FROM past_file
WHERE commit_id IN (SELECT value FROM json_each(:ids)) ORDER BY commit_id, path;

-- name: commit_functions
-- The functions these commits touched.
SELECT commit_id, path, name FROM past_function
WHERE commit_id IN (SELECT value FROM json_each(:ids)) ORDER BY commit_id, path, name;

-- name: progress
-- The numbers of indexed files and of files still to be read.
SELECT (SELECT count(*) FROM file), (SELECT value FROM meta WHERE key = 'todo');

-- name: shared_names
-- The given names, with their path, that several symbols of the file share; overloads are one symbol.
SELECT json_extract(wanted.value, '$[0]'), json_extract(wanted.value, '$[1]')
FROM json_each(:pairs) AS wanted
WHERE 1 < (
    SELECT count(DISTINCT s.qualified) FROM file f JOIN symbol s ON s.file_id = f.id
    WHERE f.path = json_extract(wanted.value, '$[0]')
      AND s.name = json_extract(wanted.value, '$[1]') AND s.kind <> 'module'
);

-- name: last_changes
-- The commits that changed functions, by path and name.
SELECT p.path, p.name, c.time, c.message FROM json_each(:pairs) AS wanted
JOIN past_change p ON p.path = json_extract(wanted.value, '$[0]')
                  AND p.name = json_extract(wanted.value, '$[1]')
JOIN past_commit c ON c.id = p.commit_id
-- Rebased commits may share a time; their ids rise.
ORDER BY c.time DESC, c.id DESC;

-- name: learned_words
-- The words the project's history has for these roots, the surest first.
SELECT word, other, weight, commits FROM past_word
WHERE word IN (SELECT value FROM json_each(:words)) ORDER BY word, weight DESC, other;
