-- name: counts
-- In how many files and in how many texts the words stand, row by row.
SELECT word, files, texts FROM json_each(:words) AS wanted
CROSS JOIN posting ON posting.kind = :kind AND posting.word = wanted.value;

-- name: rows
-- Which files and which texts hold the words, and how strongly; in no order, since to sort long
-- rows SQLite copies them several times.
SELECT word, part, files, content FROM json_each(:words) AS wanted
CROSS JOIN posting ON posting.kind = :kind AND posting.word = wanted.value;

-- name: starting
-- Known words that start like this.
SELECT DISTINCT word FROM posting
WHERE kind = :kind AND word >= :start AND word < :stop ORDER BY word LIMIT :limit;

-- name: totals
-- How many files and how many texts there are, each as it was counted under its name.
SELECT (SELECT value FROM meta WHERE key = :files), (SELECT value FROM meta WHERE key = :texts);

-- name: former
-- Texts that belong to nothing any more.
SELECT text_id FROM former WHERE kind = :kind;

-- name: add
-- Files and texts that hold a word.
INSERT INTO posting (kind, word, part, files, texts, content) VALUES (?, ?, ?, ?, ?, ?);

-- name: retire
-- A text that belongs to nothing any more.
INSERT OR IGNORE INTO former (kind, text_id) VALUES (?, ?);

-- name: former_counts
-- How many texts of each kind belong to nothing any more.
SELECT kind, count(*) FROM former GROUP BY kind;

-- name: forget_former
-- After they were taken out of all words.
DELETE FROM former WHERE kind = :kind;

-- name: crowded
-- Words spread over many rows.
SELECT kind, word FROM posting GROUP BY kind, word HAVING count(*) > :most;

-- name: of_word
-- All rows of a word.
SELECT part, files, content FROM posting
WHERE kind = :kind AND word = :word ORDER BY part;

-- name: drop_word
-- All rows of a word, before they are written as one.
DELETE FROM posting WHERE kind = ? AND word = ?;

-- name: all_words
-- The words of a kind.
SELECT DISTINCT word FROM posting WHERE kind = :kind ORDER BY word;

-- name: drop_kind
-- Everything of a kind, before it is filled anew.
DELETE FROM posting WHERE kind = :kind;
