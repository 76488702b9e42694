-- name: put
-- Set the prepared words of one row; triggers update the full-text index.
INSERT INTO {noun}_words (number, words) VALUES (:number, :words)
ON CONFLICT (number) DO UPDATE SET words = excluded.words;

-- name: remove
-- Remove one row from the full text.
DELETE FROM {noun}_words WHERE number = :number;

-- name: search
-- The rows with any of the words, best first; a higher score is a better match.
SELECT rowid, -bm25({noun}_text) FROM {noun}_text
WHERE {noun}_text MATCH :query ORDER BY rank, rowid LIMIT :limit;

-- name: counts
-- In how many rows each of some words occurs.
SELECT term, doc FROM {noun}_term WHERE term IN (SELECT value FROM json_each(:words));
