-- name: see_session
-- Record that a session is alive, and perhaps had a prompt; its number, epoch and prompts.
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
-- The session of an agent that was last active in a working tree.
SELECT session, epoch FROM session
WHERE agent = :agent AND worktree = :worktree AND subagent = ''
ORDER BY seen DESC, id DESC LIMIT 1;

-- name: next_epoch
-- Start the next epoch of a session, after a compaction.
UPDATE session SET epoch = epoch + 1, seen = max(seen, :now) WHERE id = :id;

-- name: still_has
-- The hashes of content that was sent in this epoch and has not lapsed.
SELECT hash FROM sent
WHERE session = :session AND epoch = :epoch AND prompt > :prompts_before AND at > :sent_before;

-- name: send
-- Record that the assistant now has this content.
INSERT INTO sent (session, epoch, hash, prompt, at)
SELECT :session, :epoch, value, :prompt, :at FROM json_each(:hashes) WHERE true
ON CONFLICT (session, epoch, hash) DO UPDATE SET prompt = excluded.prompt, at = excluded.at;

-- name: forget_sent
-- Delete the record of what was sent, so that it may be sent again.
DELETE FROM sent WHERE session = :session AND epoch = :epoch;

-- name: forget_earlier_epochs
-- Delete the record of what was sent before a compaction.
DELETE FROM sent WHERE session = :session AND epoch < :epoch;

-- name: answer
-- Claim an event; changes no row if it was claimed recently.
INSERT INTO answered (id, at) VALUES (:id, :at)
ON CONFLICT (id) DO UPDATE SET at = excluded.at WHERE at <= excluded.at - :again;

-- name: add_injection
-- Save an injection.
INSERT INTO injection (
    session, epoch, project, event, prompt, text, frame, notes, items, tokens, budget, ms, created
) VALUES (
    :session, :epoch, :project, :event, :prompt, :text, :frame, :notes, :items, :tokens, :budget,
    :ms, :created
);

-- name: add_shown
-- Save an item of an injection whose use is tracked.
INSERT INTO shown (injection, place, kind, key, hash, score) VALUES (?, ?, ?, ?, ?, ?);

-- name: erase_quotes
-- Delete injections that showed this memory or named it among those left out.
DELETE FROM injection WHERE instr(frame, :id) > 0;

-- name: add_hook_call
-- Save a hook call.
INSERT INTO hook_call (at, agent, event, project, ms, ok, error)
VALUES (:at, :agent, :event, :project, :ms, :ok, :error);

-- name: add_saving
-- Save what an answer would have cost and did cost.
INSERT INTO saving (at, session, project, what, before, after, budget)
VALUES (:at, :session, :project, :what, :before, :after, :budget);

-- name: bytes
-- How many bytes of the file are in use.
SELECT (page_count - freelist_count) * page_size
FROM pragma_page_count, pragma_freelist_count, pragma_page_size;

-- name: drop_old_injections
-- Delete the oldest injections with their items.
DELETE FROM injection WHERE number IN (
    SELECT number FROM injection WHERE created < :before ORDER BY created LIMIT :limit
);

-- name: drop_old_hook_calls
-- Delete the oldest hook calls.
DELETE FROM hook_call WHERE number IN (
    SELECT number FROM hook_call WHERE at < :before ORDER BY at LIMIT :limit
);

-- name: drop_old_savings
-- Delete the oldest savings.
DELETE FROM saving WHERE number IN (
    SELECT number FROM saving WHERE at < :before ORDER BY at LIMIT :limit
);

-- name: drop_old_answers
-- Delete claims of events that can no longer arrive again.
DELETE FROM answered WHERE id IN (
    SELECT id FROM answered WHERE at < :before ORDER BY at LIMIT :limit
);

-- name: drop_old_sessions
-- Delete sessions that were inactive for long, and the record of what was sent to them.
DELETE FROM session WHERE id IN (
    SELECT id FROM session WHERE seen < :before ORDER BY seen LIMIT :limit
);

-- name: drop_old_usage
-- Delete the counters of items that were not shown for long.
DELETE FROM usage WHERE (project, kind, key) IN (
    SELECT project, kind, key FROM usage WHERE last_shown < :before ORDER BY last_shown LIMIT :limit
);

-- name: drop_old_taken
-- Delete the ids of events that were applied long ago.
DELETE FROM taken WHERE id IN (
    SELECT id FROM taken WHERE taken < :before ORDER BY taken LIMIT :limit
);

-- name: last_injected
-- When something was last injected into a session with this event.
SELECT max(injection.created) FROM injection JOIN session ON session.id = injection.session
WHERE session.agent = :agent AND session.session = :session AND session.subagent = :subagent
    AND injection.event = :event;
