-- name: total
-- How many memories can be searched, and how many words they have together.
SELECT memories, words FROM memory_total WHERE one = 1;

-- name: counts
-- In how many memories each of these words and marks occurs.
SELECT c.term, c.memories FROM json_each(:terms) AS t
JOIN memory_count AS c ON c.term = t.value WHERE c.memories > 0;

-- name: matching
-- The newest memories a full-text question matches, as one list: rows take longer to fetch.
SELECT json_group_array(rowid) FROM (
    SELECT rowid FROM memory_text WHERE memory_text MATCH :question ORDER BY rowid DESC LIMIT :limit
);

-- name: rows
-- What is needed to score these memories by themselves.
SELECT m.number, w.party AS session_no, w.seat AS position, w.length, w.asks, w.words, m.created, m.author,
    m.project, m.kind, m.status, m.level, m.stale, m.id,
    max(m.created, m.refreshed, m.reviewed) AS confirmed
FROM json_each(:numbers) AS wanted
JOIN memory AS m ON m.number = wanted.value
JOIN memory_words AS w ON w.number = m.number
WHERE m.number NOT IN (SELECT value FROM json_each(:hidden));

-- name: of_level
-- The same for project-level memories of one project or of all projects, oldest first.
SELECT m.number, w.party AS session_no, w.seat AS position, w.length, w.asks, w.words, m.created, m.author,
    m.project, m.kind, m.status, m.level, m.stale, m.id,
    max(m.created, m.refreshed, m.reviewed) AS confirmed
FROM memory AS m JOIN memory_words AS w ON w.number = m.number
WHERE m.project IN (:project, '') AND m.level = 0 AND m.status NOT IN (
    'superseded', 'retracted', 'promoted', 'discarded', 'archived')
    AND m.number NOT IN (SELECT value FROM json_each(:hidden))
ORDER BY m.created, m.number LIMIT :limit;

-- name: in_ranges
-- What is needed to score the memories in these ranges of positions: [session_no, first, last] each.
SELECT w.number, w.party AS session_no, w.seat AS position, w.length, w.asks, w.words, m.created, m.author,
    m.project, m.kind, m.status, m.level, m.stale, m.id,
    max(m.created, m.refreshed, m.reviewed) AS confirmed
FROM json_each(:ranges) AS range
JOIN memory_words AS w ON w.party = json_extract(range.value, '$[0]')
    AND w.party > 0 AND w.seat BETWEEN json_extract(range.value, '$[1]') AND json_extract(range.value, '$[2]')
JOIN memory AS m ON m.number = w.number
WHERE m.number NOT IN (SELECT value FROM json_each(:hidden))
ORDER BY session_no, position;
