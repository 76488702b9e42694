-- name: put
-- What a source knows about one file.
INSERT OR REPLACE INTO overlay_file (path, source, origin, digest, content)
VALUES (?, ?, ?, ?, ?);

-- name: drop_source
-- Forget all that a source said.
DELETE FROM overlay_file WHERE source = :source OR :source = '';

-- name: paths
-- The files that a source knows about; all sources when it is empty.
SELECT path FROM overlay_file WHERE source = :source OR :source = '';

-- name: fitting
-- What is known about the present content of a file, the older kind of source last.
SELECT o.origin, o.content FROM overlay_file o JOIN file f ON f.path = o.path
WHERE f.id = :file_id AND o.digest = f.digest ORDER BY o.source;

-- name: any
-- Whether anything is known.
SELECT EXISTS (SELECT 1 FROM overlay_file);

-- name: lines_with
-- The lines of a file in which it is known what a name refers to.
SELECT json_extract(r.value, '$[0]')
FROM overlay_file o JOIN file f ON f.path = o.path AND f.digest = o.digest, json_each(o.content) r
WHERE f.id = :file_id AND json_extract(r.value, '$[1]') = :name;

-- name: summary
-- Per source and origin: files in all, and those whose present content fits.
SELECT o.source, o.origin, count(*), count(f.id)
FROM overlay_file o LEFT JOIN file f ON f.path = o.path AND f.digest = o.digest
GROUP BY o.source, o.origin ORDER BY o.source, o.origin;

-- name: file_of
-- The id and the digest of a file.
SELECT id, digest FROM file WHERE path = :path;

-- name: symbols_of
-- The symbols of a file in order, as far as positions in its text need them.
SELECT position, name, qualified, kind, line, start_line, end_line FROM symbol
WHERE file_id = :file_id ORDER BY position;

-- name: unresolve_paths
-- Mark files as unresolved.
UPDATE file SET resolved = 0 WHERE path IN (SELECT value FROM json_each(:paths));
