-- name: counts
-- The numbers of files and texts that have the words, row by row.
SELECT word, files, texts FROM json_each(:words) AS wanted
CROSS JOIN posting ON posting.kind = :kind AND posting.word = wanted.value;

-- name: rows
-- The postings of the words; in no order, because SQLite copies long rows several times to sort
-- them.
SELECT word, part, files, content FROM json_each(:words) AS wanted
CROSS JOIN posting ON posting.kind = :kind AND posting.word = wanted.value;

-- name: starting
-- Words with this prefix.
SELECT DISTINCT word FROM posting
WHERE kind = :kind AND word >= :start AND word < :stop ORDER BY word LIMIT :limit;

-- name: totals
-- The numbers of files and texts, under their meta keys.
SELECT (SELECT value FROM meta WHERE key = :files), (SELECT value FROM meta WHERE key = :texts);

-- name: former
-- Retired texts.
SELECT text_id FROM former WHERE kind = :kind;

-- name: add
-- Postings of a word.
INSERT INTO posting (kind, word, part, files, texts, content) VALUES (?, ?, ?, ?, ?, ?);

-- name: retire
-- A text that is gone.
INSERT OR IGNORE INTO former (kind, text_id) VALUES (?, ?);

-- name: former_counts
-- The number of retired texts of each kind.
SELECT kind, count(*) FROM former GROUP BY kind;

-- name: forget_former
-- Clear the retired texts after their postings were removed.
DELETE FROM former WHERE kind = :kind;

-- name: crowded
-- Words with many rows.
SELECT kind, word FROM posting GROUP BY kind, word HAVING count(*) > :most;

-- name: of_word
-- All rows of a word.
SELECT part, files, content FROM posting
WHERE kind = :kind AND word = :word ORDER BY part;

-- name: drop_word
-- All rows of a word, before they are merged.
DELETE FROM posting WHERE kind = ? AND word = ?;

-- name: all_words
-- The words of a kind.
SELECT DISTINCT word FROM posting WHERE kind = :kind ORDER BY word;

-- name: drop_kind
-- All postings of a kind.
DELETE FROM posting WHERE kind = :kind;
