-- name: of_numbers
-- Whole memories with their tags, in the order of the numbers.
SELECT m.number, m.id, m.kind, m.text, m.created, m.title, m.project, m.fields, m.level, m.domain,
    m.module, m.code_ref, m.status, m.confidence, m.validations, m.source, m.origin, m.agent,
    m.session, m.author, m.branch, m.commit_hash, m.replaced_by, m.immutable, m.stale,
    m.ttl_seconds, m.on_expire, m.updated, m.refreshed, m.reviewed, m.accessed, m.access_count,
    m.hash,
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
-- Those of these memories that have links.
SELECT DISTINCT l.memory
FROM json_each(:numbers) AS wanted JOIN memory_link AS l ON l.memory = wanted.value;

-- name: number
-- The number of the memory with this id.
SELECT number FROM memory WHERE id = :id;

-- name: ids_like
-- Ids that begin like this one, for hints.
SELECT id FROM memory WHERE id >= :low AND id < :high ORDER BY id LIMIT 5;

-- name: newest
-- The newest memories of one project, or with an empty kind of every kind.
SELECT number, created FROM memory
WHERE project = :project AND (:kind = '' OR kind = :kind)
    AND (:before = 0 OR created < :before)
ORDER BY created DESC, number DESC LIMIT :limit;

-- name: newest_everywhere
-- The newest memories of all projects.
SELECT number, created FROM memory
WHERE (:kind = '' OR kind = :kind) AND (:before = 0 OR created < :before)
ORDER BY created DESC, number DESC LIMIT :limit;

-- name: of_level
-- The memories of one level in a project and those of everywhere, oldest first.
SELECT number FROM memory
WHERE project IN (:project, '') AND level = 0 AND status NOT IN (
    'superseded', 'retracted', 'promoted', 'discarded', 'archived')
ORDER BY created, number LIMIT :limit;

-- name: of_session
-- What was kept in one session, oldest first.
SELECT number FROM memory WHERE session = :session AND session <> '' ORDER BY created, number;

-- name: to_review
-- What was captured and nobody has looked at, newest first.
SELECT number FROM memory
WHERE reviewed = 0 AND kind <> 'auto' AND project IN (:project, '')
    AND status NOT IN ('superseded', 'retracted', 'promoted', 'discarded', 'archived')
ORDER BY created DESC, number DESC LIMIT :limit;

-- name: with_hash
-- Memories of the same content.
SELECT number FROM memory WHERE hash = :hash AND project = :project ORDER BY number;

-- name: linked_to
-- Memories about a symbol: by its qualified name or its last part.
SELECT DISTINCT memory FROM memory_link
WHERE name = :name OR name LIKE :ending ESCAPE '\'
ORDER BY memory DESC LIMIT :limit;

-- name: linked_to_names
-- Memories about any of these symbols, by qualified name; notes of tool calls left out,
-- of which much used code has so many that they would hide the rest.
SELECT DISTINCT l.memory FROM json_each(:names) AS wanted
JOIN memory_link AS l ON l.name = wanted.value
JOIN memory AS m ON m.number = l.memory AND m.kind <> 'auto'
ORDER BY l.memory DESC LIMIT :limit;

-- name: linked_to_paths
-- Memories about any of these files or what stands in them; notes of tool calls left out,
-- of which much used code has so many that they would hide the rest.
SELECT DISTINCT l.memory FROM json_each(:paths) AS wanted
JOIN memory_link AS l ON l.path = wanted.value
JOIN memory AS m ON m.number = l.memory AND m.kind <> 'auto'
ORDER BY l.memory DESC LIMIT :limit;

-- name: tagged
-- Memories with a tag.
SELECT memory FROM memory_tag WHERE tag = :tag ORDER BY memory DESC;

-- name: count
-- How many memories of each kind a project has, and how many of them wait for review.
SELECT kind, count(*), sum(reviewed = 0 AND kind <> 'auto') FROM memory
WHERE project = :project AND status NOT IN (
    'superseded', 'retracted', 'promoted', 'discarded', 'archived')
GROUP BY kind ORDER BY kind;

-- name: add
-- Keep a new memory.
INSERT INTO memory (id, kind, text, created, title, project, fields, level, domain, module,
    code_ref, status, confidence, validations, source, origin, agent, session, author, branch,
    commit_hash, replaced_by, immutable, stale, ttl_seconds, on_expire, updated, refreshed,
    reviewed, accessed, access_count, hash)
VALUES (:id, :kind, :text, :created, :title, :project, :fields, :level, :domain, :module,
    :code_ref, :status, :confidence, :validations, :source, :origin, :agent, :session, :author,
    :branch, :commit_hash, :replaced_by, :immutable, :stale, :ttl_seconds, :on_expire, :updated,
    :refreshed, :reviewed, :accessed, :access_count, :hash);

-- name: change
-- Write a memory's new state over its old one.
UPDATE memory SET kind = :kind, text = :text, created = :created, title = :title,
    project = :project, fields = :fields, level = :level, domain = :domain, module = :module,
    code_ref = :code_ref, status = :status, confidence = :confidence, validations = :validations,
    source = :source, origin = :origin, agent = :agent, session = :session, author = :author,
    branch = :branch, commit_hash = :commit_hash, replaced_by = :replaced_by,
    immutable = :immutable, stale = :stale, ttl_seconds = :ttl_seconds, on_expire = :on_expire,
    updated = :updated, refreshed = :refreshed, reviewed = :reviewed, accessed = :accessed,
    access_count = :access_count, hash = :hash
WHERE id = :id;

-- name: remove
-- Take a memory out; tags, links and words go with it.
DELETE FROM memory WHERE number = :number;

-- name: remove_words
-- Take a memory out of the search.
DELETE FROM memory_words WHERE number = :number;

-- name: remove_tags
-- Before its tags are written anew.
DELETE FROM memory_tag WHERE memory = :number;

-- name: remove_links
-- Before its links are written anew.
DELETE FROM memory_link WHERE memory = :number;

-- name: add_tag
-- Give a memory a tag.
INSERT OR IGNORE INTO memory_tag (memory, tag) VALUES (?, ?);

-- name: add_link
-- Link a memory to a symbol or a file.
INSERT INTO memory_link (memory, place, name, path, fingerprint, body, signature, kind, line,
    above, lines)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: add_words
-- Put a memory into the search.
INSERT INTO memory_words (number, party, seat, length, asks, scope, words)
VALUES (:number, :session_no, :position, :length, :asks, :scope, :words);

-- name: change_words
-- The same memory, in other words.
UPDATE memory_words SET length = :length, asks = :asks, scope = :scope, words = :words
WHERE number = :number AND (words <> :words OR scope <> :scope OR asks <> :asks);

-- name: next_position
-- The number of a session and the next position in it; the table calls them party and seat.
INSERT INTO memory_party (session, seats) VALUES (:session, 1)
ON CONFLICT (session) DO UPDATE SET seats = seats + 1
RETURNING number, seats;

-- name: touch
-- Someone asked for these memories, rated or used them (ruling 36).
UPDATE memory SET access_count = access_count + 1, accessed = :now
WHERE id IN (SELECT value FROM json_each(:ids));

-- name: add_version
-- Keep the state a memory had before it changed.
INSERT INTO memory_version (id, at, what, record) VALUES (:id, :at, :what, :record);

-- name: versions
-- The earlier states of a memory, oldest first.
SELECT at, what, record FROM memory_version WHERE id = :id ORDER BY number;

-- name: bury
-- Remember what was forgotten, so that it can be taken back.
INSERT INTO memory_tombstone (id, at, project, record) VALUES (:id, :at, :project, :record)
ON CONFLICT (id) DO UPDATE SET at = excluded.at, record = excluded.record;

-- name: tombstone
-- A forgotten memory; an empty record was erased for good.
SELECT at, record FROM memory_tombstone WHERE id = :id;

-- name: unbury
-- A forgotten memory is back.
DELETE FROM memory_tombstone WHERE id = :id;

-- name: erase_tombstones
-- After their time forgotten memories cannot be taken back any more.
UPDATE memory_tombstone SET record = '' WHERE record <> '' AND at < :before;

-- name: erase_versions
-- A memory that is gone for good takes its earlier states along.
DELETE FROM memory_version WHERE id = :id;

-- name: erase_unused_words
-- Words that no memory holds any more are not counted any longer.
DELETE FROM memory_count WHERE memories <= 0;

-- name: erase_searched_words
-- Full text is written anew: until then it only marks what was deleted.
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
-- Memories of one kind that were made by a tool before a time (FO-4, FO-28).
SELECT number FROM memory
WHERE kind = :kind AND source <> 'manual' AND created < :before ORDER BY number;

-- name: everything
-- The numbers of all memories of a scope in the order of their ids, for export.
SELECT number FROM memory
WHERE :project = '*' OR project = :project ORDER BY id;

-- name: failure_types
-- How often each type of failure occurred in a project.
SELECT json_extract(fields, '$.error_type'), count(*) FROM memory
WHERE project = :project AND kind = 'failure' AND status = 'active'
GROUP BY 1 ORDER BY 2 DESC, 1;
