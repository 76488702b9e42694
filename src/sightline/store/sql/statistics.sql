-- name: injections
-- The last injections, newest first; an empty project, agent or session means all.
SELECT injection.number, session.agent, session.session, session.subagent, injection.epoch,
    injection.project, injection.event, injection.prompt, injection.tokens, injection.budget,
    injection.items, injection.ms, injection.created
FROM injection JOIN session ON session.id = injection.session
WHERE (:project = '' OR injection.project = :project)
    AND (:agent = '' OR session.agent = :agent)
    AND (:session = '' OR session.session = :session)
ORDER BY injection.number DESC LIMIT :limit;

-- name: injection
-- One injection with all its parts.
SELECT injection.number, session.agent, session.session, session.subagent, injection.epoch,
    injection.project, injection.event, injection.prompt, injection.tokens, injection.budget,
    injection.items, injection.ms, injection.created, injection.text, injection.frame,
    injection.notes
FROM injection JOIN session ON session.id = injection.session
WHERE injection.number = :number;

-- name: newest_injection
-- The number of the last injection; an empty project means any.
SELECT number FROM injection WHERE :project = '' OR project = :project
ORDER BY number DESC LIMIT 1;

-- name: shown
-- The items of one injection.
SELECT injection, place, kind, key, hash, score, used, how
FROM shown WHERE injection = :injection ORDER BY place;

-- name: hook_calls
-- Hook calls since a time, fastest first within agent and event.
SELECT agent, event, ms, ok, at FROM hook_call
WHERE at >= :since AND (:project = '' OR project = :project)
ORDER BY agent, event, ms;

-- name: last_seen
-- When a hook of each agent was last called in a project.
SELECT agent, max(at) FROM hook_call
WHERE :project = '' OR project = :project
GROUP BY agent ORDER BY agent;

-- name: savings
-- Tokens before and after by what saved them; an empty project or session means all.
SELECT saving.what, count(*), sum(saving.before), sum(saving.after), sum(saving.budget)
FROM saving LEFT JOIN session ON session.id = saving.session
WHERE saving.at >= :since
    AND (:project = '' OR saving.project = :project)
    AND (:session = '' OR session.session = :session)
GROUP BY saving.what ORDER BY saving.what;

-- name: totals
-- Totals of injections; an empty project or session means all.
SELECT count(*), coalesce(sum(injection.items), 0), coalesce(sum(injection.tokens), 0),
    coalesce(sum(injection.budget), 0), count(DISTINCT injection.session)
FROM injection JOIN session ON session.id = injection.session
WHERE injection.created >= :since
    AND (:project = '' OR injection.project = :project)
    AND (:session = '' OR session.session = :session);

-- name: uses
-- Items shown, decided and used; an empty project or session means all.
SELECT count(*), count(shown.used), coalesce(sum(shown.used), 0)
FROM shown
JOIN injection ON injection.number = shown.injection
JOIN session ON session.id = injection.session
WHERE injection.created >= :since
    AND (:project = '' OR injection.project = :project)
    AND (:session = '' OR session.session = :session);

-- name: fills
-- The cost and the budget of each answer with a budget; an empty project or session means all.
SELECT saving.what, saving.after, saving.budget
FROM saving LEFT JOIN session ON session.id = saving.session
WHERE saving.at >= :since AND saving.budget > 0
    AND (:project = '' OR saving.project = :project)
    AND (:session = '' OR session.session = :session)
UNION ALL
SELECT 'injection', injection.tokens, injection.budget
FROM injection JOIN session ON session.id = injection.session
WHERE injection.created >= :since AND injection.budget > 0
    AND (:project = '' OR injection.project = :project)
    AND (:session = '' OR session.session = :session)
ORDER BY 1;

-- name: injection_times
-- How long each injection took, fastest first; an empty project or session means all.
SELECT injection.ms
FROM injection JOIN session ON session.id = injection.session
WHERE injection.created >= :since
    AND (:project = '' OR injection.project = :project)
    AND (:session = '' OR session.session = :session)
ORDER BY injection.ms;

-- name: by_kind
-- Items shown, decided and used by kind; an empty project or session means all.
SELECT shown.kind, count(*), count(shown.used), coalesce(sum(shown.used), 0)
FROM shown
JOIN injection ON injection.number = shown.injection
JOIN session ON session.id = injection.session
WHERE injection.created >= :since
    AND (:project = '' OR injection.project = :project)
    AND (:session = '' OR session.session = :session)
GROUP BY shown.kind ORDER BY shown.kind;

-- name: sessions
-- The last sessions, newest first: prompts, injections, tokens sent, items decided and used, saved.
SELECT session.agent, session.session, session.subagent, session.epoch, session.prompts,
    session.seen,
    (SELECT count(*) FROM injection WHERE injection.session = session.id),
    (SELECT coalesce(sum(tokens), 0) FROM injection WHERE injection.session = session.id),
    (SELECT count(shown.used) FROM shown JOIN injection ON injection.number = shown.injection
        WHERE injection.session = session.id),
    (SELECT coalesce(sum(shown.used), 0) FROM shown
        JOIN injection ON injection.number = shown.injection WHERE injection.session = session.id),
    (SELECT coalesce(sum(before - after), 0) FROM saving WHERE saving.session = session.id)
FROM session
WHERE session.seen >= :since AND (:project = '' OR session.project = :project)
    AND (:session = '' OR session.session = :session)
ORDER BY session.seen DESC, session.id DESC LIMIT :limit;

-- name: weekly
-- Injections with items of a kind by project and week (from Monday), newest first: how many had an
-- item that was used, and how many of their items were; only items whose use is known count.
SELECT project, week * 604800000 - 259200000, count(*), sum(helped), sum(items), sum(used)
FROM (
    SELECT injection.project AS project, (injection.created / 86400000 + 3) / 7 AS week,
        max(shown.used) AS helped, count(*) AS items, sum(shown.used) AS used
    FROM shown
    JOIN injection ON injection.number = shown.injection
    JOIN session ON session.id = injection.session
    WHERE shown.kind = :kind AND shown.used IS NOT NULL AND injection.created >= :since
        AND (:project = '' OR injection.project = :project)
        AND (:session = '' OR session.session = :session)
    GROUP BY injection.number
)
GROUP BY project, week ORDER BY week DESC, project;
