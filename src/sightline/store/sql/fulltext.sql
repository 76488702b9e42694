-- name: put
-- Keep the prepared words of one row; the triggers carry them into the full text.
INSERT INTO {noun}_words (number, words) VALUES (:number, :words)
ON CONFLICT (number) DO UPDATE SET words = excluded.words;

-- name: remove
-- Take one row out of the full text.
DELETE FROM {noun}_words WHERE number = :number;

-- name: search
-- The rows that have any of the words, best first; a higher score is a better match.
SELECT rowid, -bm25({noun}_text) FROM {noun}_text
WHERE {noun}_text MATCH :query ORDER BY rank, rowid LIMIT :limit;

-- name: counts
-- In how many rows each of some words stands.
SELECT term, doc FROM {noun}_term WHERE term IN (SELECT value FROM json_each(:words));
