-- name: nodes_of
-- The forest nodes of some topics.
SELECT number, topic, parent, depth, content, stems, words, frequency, created, used, sources,
    indexed, turn
FROM node WHERE topic IN (SELECT value FROM json_each(:topics)) ORDER BY number;

-- name: remove_nodes_of
-- Delete the nodes of some topics.
DELETE FROM node WHERE topic IN (SELECT value FROM json_each(:topics));

-- name: transitions_of
-- The transitions to and from some topics.
SELECT source, target, count FROM transition
WHERE project = :project
    AND (source IN (SELECT value FROM json_each(:topics))
         OR target IN (SELECT value FROM json_each(:topics)))
ORDER BY source, target;

-- name: add_transition
-- Add to the count of a transition, or subtract from it.
INSERT INTO transition (project, source, target, count)
VALUES (:project, :source, :target, :count)
ON CONFLICT (project, source, target) DO UPDATE SET count = count + excluded.count;

-- name: sessions_at
-- The sessions that are on some topics.
SELECT agent, session, subagent, topic FROM session
WHERE topic IN (SELECT value FROM json_each(:topics)) ORDER BY agent, session, subagent;

-- name: move_session
-- Move a session to another topic.
UPDATE session SET topic = :topic
WHERE project = :project AND agent = :agent AND session = :session AND subagent = :subagent
    AND topic = :before;

-- name: move_turns
-- Move turns to another topic.
UPDATE turn SET topic = :topic
WHERE project = :project AND number IN (SELECT value FROM json_each(:numbers));

-- name: turn_numbers
-- The numbers of a topic's turns.
SELECT number FROM turn WHERE topic = :topic ORDER BY number;

-- name: set_last_topic
-- Set the project's last topic.
UPDATE forest SET last_topic = :topic WHERE project = :project;

-- name: add_terms_of
-- Add the words of another topic, or subtract them (factor -1).
INSERT INTO topic_term (topic, term, count)
SELECT :topic, term, count * :factor FROM topic_term WHERE topic = :other
ON CONFLICT (topic, term) DO UPDATE SET count = count + excluded.count;

-- name: add_touches_of
-- Add the touches of another topic, or subtract them (factor -1).
INSERT INTO topic_touch (topic, kind, key, name, count, used)
SELECT :topic, kind, key, name, count * :factor, used FROM topic_touch WHERE topic = :other
ON CONFLICT (topic, kind, key) DO UPDATE SET
    count = count + excluded.count, used = max(used, excluded.used);

-- name: forget_terms_of
-- Delete the words of a topic.
DELETE FROM topic_term WHERE topic = :topic;

-- name: forget_touches_of
-- Delete the touches of a topic.
DELETE FROM topic_touch WHERE topic = :topic;

-- name: keep_change
-- Save a change so that it can be undone.
INSERT INTO topic_change (project, what, summary, record, at)
VALUES (:project, :what, :summary, :record, :at);

-- name: last_change
-- The newest change that has not been undone.
SELECT number, what, summary, record, at FROM topic_change
WHERE project = :project AND undone = 0 AND at >= :since ORDER BY number DESC LIMIT 1;

-- name: mark_undone
-- Mark a change as undone.
UPDATE topic_change SET undone = :now WHERE number = :number;

-- name: old_changes
-- Changes that are too old to be undone.
SELECT number, what, record FROM topic_change WHERE at < :before OR undone > 0;

-- name: forget_change
-- Delete a change, which makes it final.
DELETE FROM topic_change WHERE number = :number;

-- name: forget_turn_words
-- Remove deleted turns from the full text.
DELETE FROM turn_words WHERE number IN (SELECT number FROM turn WHERE project = :project);

-- name: search_turns
-- The turns among these that belong to a project and to a topic.
SELECT number, topic, role, text, created, source, terms, agent, session, branch, origin
FROM turn WHERE project = :project AND topic <> ''
    AND number IN (SELECT value FROM json_each(:numbers))
ORDER BY number DESC;

-- name: topics_saying
-- The topics of a project with any of these words, those with the most of them first.
SELECT topic.id FROM topic_term JOIN topic ON topic.id = topic_term.topic
WHERE topic_term.term IN (SELECT value FROM json_each(:terms))
    AND topic.project = :project AND topic.status <> 'merged'
GROUP BY topic.id ORDER BY count(*) DESC, max(topic.used) DESC, topic.id LIMIT :most;

-- name: count_topics
-- How many topics a project has.
SELECT count(*) FROM topic WHERE project = :project AND status <> 'merged';

-- name: term_spread
-- In how many topics of a project each of these words occurs.
SELECT topic_term.term, count(*) FROM topic_term JOIN topic ON topic.id = topic_term.topic
WHERE topic_term.term IN (SELECT value FROM json_each(:terms))
    AND topic.project = :project AND topic.status <> 'merged'
GROUP BY topic_term.term;

-- name: recalled
-- Count that a topic was recalled.
UPDATE topic SET recalls = recalls + 1 WHERE id = :id;

-- name: bring_back_forest
-- Add the counters from before a reset to the current ones.
INSERT INTO forest (project, prompts, starts, links, last_topic, created, updated, stays, changes)
SELECT :project, prompts, starts, links, last_topic, created, updated, stays, changes
FROM forest WHERE project = :aside
ON CONFLICT (project) DO UPDATE SET
    prompts = prompts + excluded.prompts, starts = starts + excluded.starts,
    links = links + excluded.links, created = min(created, excluded.created),
    stays = stays + excluded.stays, changes = changes + excluded.changes;

-- name: bring_back_terms
-- Add the word counts from before a reset to the current ones.
INSERT INTO project_term (project, term, count)
SELECT :project, term, count FROM project_term WHERE project = :aside
ON CONFLICT (project, term) DO UPDATE SET count = count + excluded.count;

-- name: bring_back_transitions
-- Add the transitions from before a reset to the current ones.
INSERT INTO transition (project, source, target, count)
SELECT :project, source, target, count FROM transition WHERE project = :aside
ON CONFLICT (project, source, target) DO UPDATE SET count = count + excluded.count;

-- name: bring_back_sessions
-- Restore the topics of sessions from before a reset, except for sessions active since.
INSERT OR IGNORE INTO session (project, agent, session, subagent, topic, branch, leaving, started,
    used)
SELECT :project, agent, session, subagent, topic, branch, leaving, started, used
FROM session WHERE project = :aside;

-- name: rename
-- Move the rows of a project (or of a set-aside forest) to another name.
UPDATE OR IGNORE {noun} SET project = :to WHERE project = :project;

-- name: keep_pinned_turns
-- Keep pinned turns in use when the rest is set aside.
UPDATE turn SET project = :project
WHERE project = :aside AND topic IN (
    SELECT id FROM topic WHERE project = :aside AND origin = 'pin');

-- name: keep_pinned_topics
-- Keep topics made by a pin in use when the rest is set aside.
UPDATE topic SET project = :project WHERE project = :aside AND origin = 'pin';

-- name: forget_rows
-- Delete the rows of a set-aside forest.
DELETE FROM {noun} WHERE project = :project;

-- name: forget_of_topics
-- Delete rows that belong to the topics of a set-aside forest.
DELETE FROM {noun} WHERE topic IN (SELECT id FROM topic WHERE project = :project);

-- name: describe_change
-- Complete a saved change.
UPDATE topic_change SET summary = :summary, record = :record WHERE number = :number;

-- name: remove_touch
-- Count one touch of a topic less.
UPDATE topic_touch SET count = count - 1 WHERE topic = :topic AND kind = :kind AND key = :key;

-- name: forget_touch
-- Delete one touch of a topic.
DELETE FROM topic_touch WHERE topic = :topic AND kind = :kind AND key = :key;

-- name: rating_numbers
-- The numbers of a topic's ratings, oldest first.
SELECT number FROM rating WHERE topic = :topic ORDER BY number;

-- name: copy_ratings
-- Give a topic the ratings of another one, too.
INSERT INTO rating (project, topic, useful, reason, created)
SELECT project, :topic, useful, reason, created FROM rating WHERE topic = :other ORDER BY number;

-- name: move_ratings
-- Move ratings to another topic.
UPDATE rating SET topic = :topic WHERE number IN (SELECT value FROM json_each(:numbers));

-- name: forget_ratings
-- Delete ratings.
DELETE FROM rating WHERE number IN (SELECT value FROM json_each(:numbers));

-- name: move_focus
-- Move the focus on one topic to another, unless that has its own.
UPDATE OR IGNORE focus SET wanted = :target, topic = :target
WHERE project = :project AND wanted = :source;
