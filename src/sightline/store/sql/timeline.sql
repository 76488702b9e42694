-- name: entries
-- Injections newest first, each with the number of its tracked, decided and used items.
SELECT injection.number, session.agent, session.session, injection.epoch, injection.event,
    injection.prompt, injection.tokens, injection.budget, injection.items, injection.ms,
    injection.created, count(shown.place), count(shown.used), coalesce(sum(shown.used), 0)
FROM injection
JOIN session ON session.id = injection.session
LEFT JOIN shown ON shown.injection = injection.number
WHERE injection.project = :project
GROUP BY injection.number ORDER BY injection.number DESC LIMIT :limit;

-- name: tellings
-- Where items of these kinds were shown: key, injection and use, newest first.
SELECT shown.key, shown.injection, injection.created, shown.used
FROM shown JOIN injection ON injection.number = shown.injection
WHERE injection.project = :project AND shown.kind IN (SELECT value FROM json_each(:kinds))
ORDER BY shown.injection DESC LIMIT :limit;

-- name: injections_by_day
-- Injections, tokens and items of each day (in UTC) and project.
SELECT created / 86400000, project, count(*), sum(tokens), sum(items), count(DISTINCT session)
FROM injection WHERE created >= :since
GROUP BY 1, 2 ORDER BY 1, 2;

-- name: uses_by_day
-- Items whose use is known and items used, of each day and project.
SELECT injection.created / 86400000, injection.project, count(shown.used),
    coalesce(sum(shown.used), 0)
FROM shown JOIN injection ON injection.number = shown.injection
WHERE injection.created >= :since
GROUP BY 1, 2 ORDER BY 1, 2;

-- name: savings_by_day
-- Tokens saved by answers, of each day and project.
SELECT at / 86400000, project, coalesce(sum(before - after), 0)
FROM saving WHERE at >= :since
GROUP BY 1, 2 ORDER BY 1, 2;

-- name: hook_times_by_day
-- How long each hook call took, with its day and project, fastest first.
SELECT at / 86400000, project, ms FROM hook_call WHERE at >= :since ORDER BY 1, 2, ms;

-- name: session_line
-- One session's prompts, injections, items whose use is known, and items used.
SELECT session.prompts,
    (SELECT count(*) FROM injection WHERE injection.session = session.id),
    (SELECT count(DISTINCT shown.injection) FROM shown
        JOIN injection ON injection.number = shown.injection
        WHERE injection.session = session.id AND shown.used = 1)
FROM session WHERE agent = :agent AND session.session = :session AND subagent = '';

-- name: topics
-- The ids of a project's topics, most recently used first.
SELECT id FROM topic WHERE project = :project ORDER BY used DESC, id LIMIT :limit;

-- name: prompts
-- The numbers of a project's last prompts, newest first.
SELECT number FROM turn WHERE project = :project AND role = :role ORDER BY number DESC LIMIT :limit;
