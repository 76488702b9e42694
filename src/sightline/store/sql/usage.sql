-- name: open
-- Items shown to a session whose use is undecided, newest first.
SELECT shown.injection, shown.place, shown.kind, shown.key, shown.hash, shown.score,
    shown.used, shown.how
FROM shown JOIN injection ON injection.number = shown.injection
WHERE shown.used IS NULL AND injection.session = :session
ORDER BY shown.injection DESC, shown.place LIMIT :limit;

-- name: decide
-- Decide whether an item was used; changes no row if it was decided before.
UPDATE shown SET used = :used, how = :how
WHERE injection = :injection AND place = :place AND used IS NULL;

-- name: count_use
-- Count whether an item was used when it was shown.
INSERT INTO usage (project, kind, key, used, unused, last_shown, last_used)
SELECT injection.project, shown.kind, shown.key, :used, 1 - :used, injection.created,
    CASE WHEN :used THEN :now ELSE 0 END
FROM shown JOIN injection ON injection.number = shown.injection
WHERE shown.injection = :injection AND shown.place = :place
ON CONFLICT (project, kind, key) DO UPDATE SET
    used = used + excluded.used, unused = unused + excluded.unused,
    last_shown = max(last_shown, excluded.last_shown),
    last_used = max(last_used, excluded.last_used);

-- name: overdue
-- Undecided items of these kinds: those of a project before a time, and all of a session that is over.
SELECT shown.injection, shown.place, shown.kind
FROM shown JOIN injection ON injection.number = shown.injection
WHERE shown.used IS NULL AND injection.project = :project
    AND shown.kind IN (SELECT value FROM json_each(:kinds))
    AND (injection.created < :before OR injection.session = :over)
ORDER BY shown.injection, shown.place LIMIT :limit;

-- name: rate
-- Count an explicit rating of an item.
INSERT INTO usage (project, kind, key, useful, useless)
VALUES (:project, :kind, :key, :useful, 1 - :useful)
ON CONFLICT (project, kind, key) DO UPDATE SET
    useful = useful + excluded.useful, useless = useless + excluded.useless;

-- name: of_items
-- The counters of some items.
SELECT key, used, unused, useful, useless, last_shown, last_used
FROM usage
WHERE project = :project AND kind = :kind AND key IN (SELECT value FROM json_each(:keys));

-- name: helped
-- Whether any item of a kind in an injection was used.
SELECT EXISTS (SELECT 1 FROM shown WHERE injection = :injection AND kind = :kind AND used = 1);

-- name: count_injection
-- Count whether an injection was useful.
INSERT INTO usage (project, kind, key, used, unused, last_shown)
SELECT project, :counted, :kind, :helped, 1 - :helped, :now
FROM injection WHERE number = :injection
ON CONFLICT (project, kind, key) DO UPDATE SET
    used = used + excluded.used, unused = unused + excluded.unused,
    last_shown = excluded.last_shown;

-- name: fade
-- Halve the counts of injections once there are many.
UPDATE usage SET used = used / 2, unused = unused / 2
WHERE kind = :counted AND used + unused > :most;

-- name: last_of_topic
-- The items that were shown last with a topic.
SELECT shown.kind, shown.key FROM shown WHERE shown.injection = (
    SELECT number FROM injection
    WHERE project = :project AND json_extract(notes, '$.topic') = :topic
    ORDER BY number DESC LIMIT 1
) AND shown.kind <> 'focus' ORDER BY shown.place;

-- name: count_cache
-- Count a turn that kept or lost the assistant's prompt cache; counts that are too old start again.
INSERT INTO usage (project, kind, key, used, unused, last_shown)
VALUES (:project, :kind, :key, :kept, :lost, :now)
ON CONFLICT (project, kind, key) DO UPDATE SET
    used = excluded.used + CASE WHEN last_shown < :oldest THEN 0 ELSE used END,
    unused = excluded.unused + CASE WHEN last_shown < :oldest THEN 0 ELSE unused END,
    last_shown = excluded.last_shown;

-- name: add
-- Add what became of several showings of an item.
INSERT INTO usage (project, kind, key, used, unused, last_shown)
VALUES (:project, :kind, :key, :used, :unused, :now)
ON CONFLICT (project, kind, key) DO UPDATE SET
    used = used + excluded.used, unused = unused + excluded.unused,
    last_shown = max(last_shown, excluded.last_shown);
