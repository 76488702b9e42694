-- name: total
-- How many memories can be searched, and how many words they have together.
SELECT memories, words FROM memory_total WHERE one = 1;

-- name: counts
-- In how many memories each of these words and marks stands.
SELECT c.term, c.memories FROM json_each(:terms) AS t
JOIN memory_count AS c ON c.term = t.value WHERE c.memories > 0;

-- name: matching
-- The newest memories a full-text question matches, as one list: rows take longer to fetch.
SELECT json_group_array(rowid) FROM (
    SELECT rowid FROM memory_text WHERE memory_text MATCH :question ORDER BY rowid DESC LIMIT :limit
);

-- name: rows
-- What is needed to score these memories by themselves.
SELECT m.number, w.party, w.seat, w.length, w.asks, w.words, m.created, m.author,
    m.project, m.kind, m.status, m.level, m.stale, m.id
FROM json_each(:numbers) AS wanted
JOIN memory AS m ON m.number = wanted.value
JOIN memory_words AS w ON w.number = m.number;

-- name: of_level
-- The same of those that hold for a whole project or everywhere, oldest first.
SELECT m.number, w.party, w.seat, w.length, w.asks, w.words, m.created, m.author,
    m.project, m.kind, m.status, m.level, m.stale, m.id
FROM memory AS m JOIN memory_words AS w ON w.number = m.number
WHERE m.project IN (:project, '') AND m.level = 0 AND m.status NOT IN (
    'superseded', 'retracted', 'promoted', 'discarded', 'archived')
ORDER BY m.created, m.number LIMIT :limit;

-- name: in_row
-- What is needed to score the memories of these stretches of seats: [party, first, last] each.
SELECT w.number, w.party, w.seat, w.length, w.asks, w.words, m.created, m.author,
    m.project, m.kind, m.status, m.level, m.stale, m.id
FROM json_each(:stretches) AS stretch
JOIN memory_words AS w ON w.party = json_extract(stretch.value, '$[0]')
    AND w.party > 0 AND w.seat BETWEEN json_extract(stretch.value, '$[1]') AND json_extract(stretch.value, '$[2]')
JOIN memory AS m ON m.number = w.number
ORDER BY w.party, w.seat;
