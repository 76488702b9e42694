-- name: see_session
-- Note that a session is alive, and perhaps that it had one more prompt; its number and epoch.
INSERT INTO session (agent, session, subagent, epoch, project, worktree, prompts, started, seen)
VALUES (:agent, :session, :subagent, :epoch, :project, :worktree, :prompts, :now, :now)
ON CONFLICT (agent, session, subagent) DO UPDATE SET
    epoch = max(epoch, excluded.epoch),
    project = CASE WHEN excluded.project = '' THEN project ELSE excluded.project END,
    worktree = CASE WHEN excluded.worktree = '' THEN worktree ELSE excluded.worktree END,
    prompts = prompts + excluded.prompts,
    seen = max(seen, excluded.seen)
RETURNING id, epoch, prompts;

-- name: session
-- One session's number, epoch and prompts.
SELECT id, epoch, prompts FROM session
WHERE agent = :agent AND session = :session AND subagent = :subagent;

-- name: newest_session
-- The session an agent's hooks saw last in a working tree.
SELECT session, epoch FROM session
WHERE agent = :agent AND worktree = :worktree AND subagent = ''
ORDER BY seen DESC, id DESC LIMIT 1;

-- name: next_epoch
-- A compaction: what was sent before is no longer there.
UPDATE session SET epoch = epoch + 1, seen = max(seen, :now) WHERE id = :id;

-- name: still_has
-- The hashes of what was sent in this epoch and has not lapsed.
SELECT hash FROM sent
WHERE session = :session AND epoch = :epoch AND prompt > :prompts_before AND at > :sent_before;

-- name: send
-- Note that the assistant now has this content.
INSERT INTO sent (session, epoch, hash, prompt, at)
SELECT :session, :epoch, value, :prompt, :at FROM json_each(:hashes) WHERE true
ON CONFLICT (session, epoch, hash) DO UPDATE SET prompt = excluded.prompt, at = excluded.at;

-- name: forget_sent
-- Everything may be sent to this session again.
DELETE FROM sent WHERE session = :session AND epoch = :epoch;

-- name: forget_earlier_epochs
-- What was sent before a compaction is of no use any more.
DELETE FROM sent WHERE session = :session AND epoch < :epoch;

-- name: answer
-- Take an event; no row when it was taken before and that was not so long ago.
INSERT INTO answered (id, at) VALUES (:id, :at)
ON CONFLICT (id) DO UPDATE SET at = excluded.at WHERE at <= excluded.at - :again;

-- name: add_injection
-- Keep what was put in front of an assistant.
INSERT INTO injection (
    session, epoch, project, event, prompt, text, frame, notes, items, tokens, budget, ms, created
) VALUES (
    :session, :epoch, :project, :event, :prompt, :text, :frame, :notes, :items, :tokens, :budget,
    :ms, :created
);

-- name: add_shown
-- Keep an item of an injection until it is known whether it was used.
INSERT INTO shown (injection, place, kind, key, hash, score) VALUES (?, ?, ?, ?, ?, ?);

-- name: erase_quotes
-- Injections go that showed this memory, or left it out by name.
DELETE FROM injection WHERE instr(frame, :id) > 0;

-- name: add_hook_call
-- Keep how a hook call went.
INSERT INTO hook_call (at, agent, event, project, ms, ok, error)
VALUES (:at, :agent, :event, :project, :ms, :ok, :error);

-- name: add_saving
-- Keep what an answer would have cost and did cost.
INSERT INTO saving (at, session, project, what, before, after, budget)
VALUES (:at, :session, :project, :what, :before, :after, :budget);

-- name: bytes
-- How much of the file is in use.
SELECT (page_count - freelist_count) * page_size
FROM pragma_page_count, pragma_freelist_count, pragma_page_size;

-- name: drop_old_injections
-- The oldest injections go, their items with them.
DELETE FROM injection WHERE number IN (
    SELECT number FROM injection WHERE created < :before ORDER BY created LIMIT :limit
);

-- name: drop_old_hook_calls
-- The oldest hook calls go.
DELETE FROM hook_call WHERE number IN (
    SELECT number FROM hook_call WHERE at < :before ORDER BY at LIMIT :limit
);

-- name: drop_old_savings
-- The oldest savings go.
DELETE FROM saving WHERE number IN (
    SELECT number FROM saving WHERE at < :before ORDER BY at LIMIT :limit
);

-- name: drop_old_answers
-- Events that can no longer arrive a second time go.
DELETE FROM answered WHERE id IN (
    SELECT id FROM answered WHERE at < :before ORDER BY at LIMIT :limit
);

-- name: drop_old_sessions
-- Sessions nobody saw for long go, and what was sent to them.
DELETE FROM session WHERE id IN (
    SELECT id FROM session WHERE seen < :before ORDER BY seen LIMIT :limit
);

-- name: drop_old_usage
-- Items that were not shown for long are forgotten.
DELETE FROM usage WHERE (project, kind, key) IN (
    SELECT project, kind, key FROM usage WHERE last_shown < :before ORDER BY last_shown LIMIT :limit
);

-- name: drop_old_taken
-- Events taken from the spool long ago are forgotten.
DELETE FROM taken WHERE id IN (
    SELECT id FROM taken WHERE taken < :before ORDER BY taken LIMIT :limit
);
