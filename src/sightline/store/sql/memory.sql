-- name: of_numbers
-- Complete memories with their tags, in the order of the given numbers.
SELECT m.number, m.id, m.kind, m.text, m.created, m.title, m.project, m.fields, m.level, m.domain,
    m.module, m.code_ref, m.status, m.confidence, m.validations, m.source, m.origin, m.agent,
    m.session, m.author, m.branch, m.commit_hash, m.replaced_by, m.immutable, m.stale,
    m.ttl_seconds, m.on_expire, m.updated, m.refreshed, m.reviewed, m.accessed, m.access_count,
    m.hash, m.asked_as, m.scope, m.branch_only, m.edited_by,
    (SELECT group_concat(tag, char(31)) FROM memory_tag WHERE memory = m.number)
FROM json_each(:numbers) AS wanted JOIN memory AS m ON m.number = wanted.value
ORDER BY wanted.key;

-- name: links_of
-- The links of these memories, in their order.
SELECT l.memory, l.name, l.path, l.fingerprint, l.body, l.signature, l.kind, l.line,
    l.above, l.lines
FROM json_each(:numbers) AS wanted JOIN memory_link AS l ON l.memory = wanted.value
ORDER BY l.memory, l.place;

-- name: with_links
-- The memories among these that have links.
SELECT DISTINCT l.memory
FROM json_each(:numbers) AS wanted JOIN memory_link AS l ON l.memory = wanted.value;

-- name: number
-- The number of the memory with this id.
SELECT number FROM memory WHERE id = :id;

-- name: ids_like
-- Ids that begin like this one, for hints.
SELECT id FROM memory WHERE id >= :low AND id < :high ORDER BY id LIMIT 5;

-- name: newest
-- The newest memories of one project; an empty kind means every kind.
SELECT number, created FROM memory
WHERE project = :project AND (:kind = '' OR kind = :kind)
    AND (:before = 0 OR created < :before) AND number NOT IN (SELECT value FROM json_each(:hidden))
ORDER BY created DESC, number DESC LIMIT :limit;

-- name: newest_everywhere
-- The newest memories of all projects.
SELECT number, created FROM memory
WHERE (:kind = '' OR kind = :kind) AND (:before = 0 OR created < :before)
    AND number NOT IN (SELECT value FROM json_each(:hidden))
ORDER BY created DESC, number DESC LIMIT :limit;

-- name: of_level
-- Project-level memories of one project and of all projects, oldest first.
SELECT number FROM memory
WHERE project IN (:project, '') AND level = 0 AND status NOT IN (
    'superseded', 'retracted', 'promoted', 'discarded', 'archived')
    AND number NOT IN (SELECT value FROM json_each(:hidden))
ORDER BY created, number LIMIT :limit;

-- name: of_session
-- The memories saved in one session, oldest first.
SELECT number FROM memory WHERE session = :session AND session <> '' ORDER BY created, number;

-- name: to_review
-- Captured memories that nobody has reviewed, without session statistics: explicit wishes first,
-- then corrections, answers and rules, then the rest; among equals the newest first.
SELECT number FROM memory
WHERE reviewed = 0 AND kind <> 'auto' AND domain <> 'session-history' AND project IN (:project, '')
    AND status NOT IN ('superseded', 'retracted', 'promoted', 'discarded', 'archived')
    AND number NOT IN (SELECT value FROM json_each(:hidden))
ORDER BY
    CASE
        WHEN source = 'capture:wish' THEN 0
        WHEN source IN ('capture:correction', 'capture:answer', 'capture:rule') THEN 1
        WHEN kind = 'handoff' THEN 3
        ELSE 2
    END, created DESC, number DESC
LIMIT :limit;

-- name: with_hash
-- Memories with the same content.
SELECT number FROM memory WHERE hash = :hash AND project = :project
    AND number NOT IN (SELECT value FROM json_each(:hidden))
ORDER BY number;

-- name: linked_to
-- Memories linked to a symbol, by its qualified name or its last part.
SELECT DISTINCT memory FROM memory_link
WHERE (name = :name OR name LIKE :ending ESCAPE '\')
    AND memory NOT IN (SELECT value FROM json_each(:hidden))
ORDER BY memory DESC LIMIT :limit;

-- name: linked_to_names
-- Memories linked to any of these symbols, by qualified name; without notes of tool calls,
-- which are so many for much-used code that they would hide the rest.
SELECT DISTINCT l.memory FROM json_each(:names) AS wanted
JOIN memory_link AS l ON l.name = wanted.value
JOIN memory AS m ON m.number = l.memory AND m.kind <> 'auto'
WHERE l.memory NOT IN (SELECT value FROM json_each(:hidden))
ORDER BY l.memory DESC LIMIT :limit;

-- name: linked_to_paths
-- Memories linked to any of these files or symbols in them; without notes of tool calls,
-- which are so many for much-used code that they would hide the rest.
SELECT DISTINCT l.memory FROM json_each(:paths) AS wanted
JOIN memory_link AS l ON l.path = wanted.value
JOIN memory AS m ON m.number = l.memory AND m.kind <> 'auto'
WHERE l.memory NOT IN (SELECT value FROM json_each(:hidden))
ORDER BY l.memory DESC LIMIT :limit;

-- name: tagged
-- Memories with a tag.
SELECT memory FROM memory_tag WHERE tag = :tag AND memory NOT IN (SELECT value FROM json_each(:hidden))
ORDER BY memory DESC;

-- name: count
-- How many memories of each kind a project has, and how many of them await review.
SELECT kind, count(*), sum(reviewed = 0 AND kind <> 'auto') FROM memory
WHERE project = :project AND status NOT IN (
    'superseded', 'retracted', 'promoted', 'discarded', 'archived')
    AND number NOT IN (SELECT value FROM json_each(:hidden))
GROUP BY kind ORDER BY kind;

-- name: add
-- Insert a memory.
INSERT INTO memory (id, kind, text, created, title, project, fields, level, domain, module,
    code_ref, status, confidence, validations, source, origin, agent, session, author, branch,
    commit_hash, replaced_by, immutable, stale, ttl_seconds, on_expire, updated, refreshed,
    reviewed, accessed, access_count, hash, asked_as, scope, branch_only, edited_by)
VALUES (:id, :kind, :text, :created, :title, :project, :fields, :level, :domain, :module,
    :code_ref, :status, :confidence, :validations, :source, :origin, :agent, :session, :author,
    :branch, :commit_hash, :replaced_by, :immutable, :stale, :ttl_seconds, :on_expire, :updated,
    :refreshed, :reviewed, :accessed, :access_count, :hash, :asked_as, :scope, :branch_only,
    :edited_by);

-- name: change
-- Update a memory.
UPDATE memory SET kind = :kind, text = :text, created = :created, title = :title,
    project = :project, fields = :fields, level = :level, domain = :domain, module = :module,
    code_ref = :code_ref, status = :status, confidence = :confidence, validations = :validations,
    source = :source, origin = :origin, agent = :agent, session = :session, author = :author,
    branch = :branch, commit_hash = :commit_hash, replaced_by = :replaced_by,
    immutable = :immutable, stale = :stale, ttl_seconds = :ttl_seconds, on_expire = :on_expire,
    updated = :updated, refreshed = :refreshed, reviewed = :reviewed, accessed = :accessed,
    access_count = :access_count, hash = :hash, asked_as = :asked_as, scope = :scope,
    branch_only = :branch_only, edited_by = :edited_by
WHERE id = :id;

-- name: remove
-- Delete a memory with its tags, links and words.
DELETE FROM memory WHERE number = :number;

-- name: remove_words
-- Remove a memory from the search.
DELETE FROM memory_words WHERE number = :number;

-- name: remove_tags
-- Delete the tags of a memory, before they are written again.
DELETE FROM memory_tag WHERE memory = :number;

-- name: remove_links
-- Delete the links of a memory, before they are written again.
DELETE FROM memory_link WHERE memory = :number;

-- name: add_tag
-- Add a tag to a memory.
INSERT OR IGNORE INTO memory_tag (memory, tag) VALUES (?, ?);

-- name: add_link
-- Link a memory to a symbol or a file.
INSERT INTO memory_link (memory, place, name, path, fingerprint, body, signature, kind, line,
    above, lines)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: add_words
-- Add a memory to the search.
INSERT INTO memory_words (number, party, seat, length, asks, scope, words)
VALUES (:number, :session_no, :position, :length, :asks, :scope, :words);

-- name: change_words
-- Update the searchable words of a memory.
UPDATE memory_words SET length = :length, asks = :asks, scope = :scope, words = :words
WHERE number = :number AND (words <> :words OR scope <> :scope OR asks <> :asks);

-- name: next_position
-- The number of a session and the next position in it; the table calls them party and seat.
INSERT INTO memory_party (session, seats) VALUES (:session, 1)
ON CONFLICT (session) DO UPDATE SET seats = seats + 1
RETURNING number, seats;

-- name: touch
-- Count that these memories were requested, rated or used (ruling 36).
UPDATE memory SET access_count = access_count + 1, accessed = :now
WHERE id IN (SELECT value FROM json_each(:ids));

-- name: add_version
-- Save the state of a memory before a change.
INSERT INTO memory_version (id, at, what, record) VALUES (:id, :at, :what, :record);

-- name: versions
-- The earlier states of a memory, oldest first.
SELECT at, what, record FROM memory_version WHERE id = :id ORDER BY number;

-- name: bury
-- Save the tombstone of a deleted memory, so that it can be restored.
INSERT INTO memory_tombstone (id, at, project, record) VALUES (:id, :at, :project, :record)
ON CONFLICT (id) DO UPDATE SET at = excluded.at, record = excluded.record;

-- name: tombstone
-- The tombstone of a deleted memory; an empty record was erased for good.
SELECT at, record FROM memory_tombstone WHERE id = :id;

-- name: unbury
-- Delete the tombstone of a restored memory.
DELETE FROM memory_tombstone WHERE id = :id;

-- name: erase_tombstones
-- Erase the records of old tombstones, which can then no longer be restored.
UPDATE memory_tombstone SET record = '' WHERE record <> '' AND at < :before;

-- name: erase_versions
-- Delete the earlier states of an erased memory.
DELETE FROM memory_version WHERE id = :id;

-- name: erase_unused_words
-- Delete words that no memory contains.
DELETE FROM memory_count WHERE memories <= 0;

-- name: erase_searched_words
-- Rewrite the full-text index, which otherwise only marks deleted words.
INSERT INTO memory_text (memory_text) VALUES ('optimize');

-- name: erase_orphans
-- Earlier states of memories whose tombstone has been erased.
DELETE FROM memory_version
WHERE id IN (SELECT id FROM memory_tombstone WHERE record = '');

-- name: expired
-- Memories whose time to live is over, and captured ones past the days of their kind.
SELECT number FROM memory
WHERE ttl_seconds > 0 AND refreshed + ttl_seconds * 1000 <= :now AND immutable = 0
    AND NOT (on_expire = 'mark_stale' AND stale = 1)
    AND NOT (on_expire = 'archive' AND status = 'archived')
ORDER BY number;

-- name: outlived
-- Memories of one kind that were made automatically before a time (FO-4, FO-28).
SELECT number FROM memory
WHERE kind = :kind AND source <> 'manual' AND created < :before ORDER BY number;

-- name: notes_beyond
-- The notes of tool calls that are older than the newest ones.
SELECT number FROM memory
WHERE kind = 'auto' ORDER BY number DESC LIMIT -1 OFFSET :most;

-- name: everything
-- The numbers of all memories of a project, or of all projects, ordered by id.
SELECT number FROM memory
WHERE :project = '*' OR project = :project ORDER BY id;

-- name: failure_types
-- How often each type of failure occurred in a project.
SELECT json_extract(fields, '$.error_type'), count(*) FROM memory
WHERE project = :project AND kind = 'failure' AND status = 'active'
GROUP BY 1 ORDER BY 2 DESC, 1;
