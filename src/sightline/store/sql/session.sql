-- name: forest
-- The counters of a project's forest.
SELECT prompts, starts, links, last_topic, created, updated FROM forest WHERE project = :project;

-- name: save_forest
-- Save the counters of a project's forest.
INSERT INTO forest (project, prompts, starts, links, last_topic, created, updated)
VALUES (:project, :prompts, :starts, :links, :last_topic, :created, :updated)
ON CONFLICT (project) DO UPDATE SET
    prompts = excluded.prompts, starts = excluded.starts, links = excluded.links,
    last_topic = excluded.last_topic, updated = excluded.updated;

-- name: place
-- The topic and branch a session is on.
SELECT topic, branch, leaving, started, used FROM session
WHERE project = :project AND agent = :agent AND session = :session AND subagent = :subagent;

-- name: save_place
-- Save the topic and branch a session is on.
INSERT INTO session (project, agent, session, subagent, topic, branch, leaving, started, used)
VALUES (:project, :agent, :session, :subagent, :topic, :branch, :leaving, :now, :now)
ON CONFLICT (project, agent, session, subagent) DO UPDATE SET
    topic = excluded.topic, branch = excluded.branch, leaving = excluded.leaving,
    used = excluded.used;

-- name: nodes
-- The nodes of a project's working forest.
SELECT number, topic, parent, depth, content, stems, words, frequency, created, used, sources,
    indexed, turn
FROM node WHERE project = :project ORDER BY number;

-- name: next_node
-- The number for the next node.
SELECT ifnull(max(number), 0) + 1 FROM node;

-- name: save_node
-- Insert or update a node.
INSERT INTO node (number, project, topic, parent, depth, content, stems, words, frequency,
    created, used, sources, indexed, turn)
VALUES (:number, :project, :topic, :parent, :depth, :content, :stems, :words, :frequency,
    :created, :used, :sources, :indexed, :turn)
ON CONFLICT (number) DO UPDATE SET
    topic = excluded.topic, parent = excluded.parent, depth = excluded.depth,
    content = excluded.content, stems = excluded.stems, words = excluded.words,
    frequency = excluded.frequency, used = excluded.used, sources = excluded.sources,
    indexed = excluded.indexed, turn = excluded.turn;

-- name: remove_nodes
-- Delete nodes from the forest; their turns stay.
DELETE FROM node WHERE number IN (SELECT value FROM json_each(:numbers));

-- name: topics
-- The topics a prompt may belong to: topics in the forest and the last used ones.
SELECT id, status, title, terms, weight, pinned, lock, merged_into, origin, parent, branch, turns,
    recalls, created, used, named, novel
FROM topic
WHERE id IN (SELECT value FROM json_each(:planted))
    OR id IN (SELECT id FROM topic WHERE project = :project AND status <> 'merged'
              ORDER BY used DESC LIMIT :most)
ORDER BY used DESC, id;

-- name: topic
-- One topic of a project.
SELECT id, status, title, terms, weight, pinned, lock, merged_into, origin, parent, branch, turns,
    recalls, created, used, named, novel
FROM topic WHERE project = :project AND id = :id;

-- name: topics_of_status
-- All topics of one status, last used first.
SELECT id, status, title, terms, weight, pinned, lock, merged_into, origin, parent, branch, turns,
    recalls, created, used, named, novel
FROM topic WHERE project = :project AND status = :status ORDER BY used DESC, id;

-- name: topics_named
-- These topics, whatever their status.
SELECT id, status, title, terms, weight, pinned, lock, merged_into, origin, parent, branch, turns,
    recalls, created, used, named, novel
FROM topic
WHERE project = :project AND id IN (SELECT value FROM json_each(:ids))
ORDER BY used DESC, id;

-- name: save_topic
-- Insert or update a topic.
INSERT INTO topic (id, project, status, title, terms, weight, pinned, lock, merged_into, origin,
    parent, branch, turns, recalls, created, used, named, novel)
VALUES (:id, :project, :status, :title, :terms, :weight, :pinned, :lock, :merged_into, :origin,
    :parent, :branch, :turns, :recalls, :created, :used, :named, :novel)
ON CONFLICT (id) DO UPDATE SET
    status = excluded.status, title = excluded.title, terms = excluded.terms,
    weight = excluded.weight, pinned = excluded.pinned, lock = excluded.lock,
    merged_into = excluded.merged_into, parent = excluded.parent, branch = excluded.branch,
    turns = excluded.turns, recalls = excluded.recalls, used = excluded.used,
    named = excluded.named, novel = excluded.novel;

-- name: remove_topic
-- Delete a topic without turns.
DELETE FROM topic WHERE id = :id;

-- name: archive
-- Archive topics that left the working forest.
UPDATE topic SET status = 'archived'
WHERE status = 'active' AND id IN (SELECT value FROM json_each(:ids));

-- name: topic_terms
-- The counts of some words in some topics.
SELECT topic, term, count FROM topic_term
WHERE topic IN (SELECT value FROM json_each(:topics))
    AND term IN (SELECT value FROM json_each(:terms));

-- name: all_topic_terms
-- All words of some topics, with their counts.
SELECT topic, term, count FROM topic_term
WHERE topic IN (SELECT value FROM json_each(:topics));

-- name: project_terms
-- The counts of some words in a project's prompts.
SELECT said.term, said.count
FROM json_each(:terms) AS wanted
CROSS JOIN project_term AS said ON said.project = :project AND said.term = wanted.value;

-- name: add_topic_terms
-- Add to the word counts of a topic.
INSERT INTO topic_term (topic, term, count)
SELECT :topic, key, value FROM json_each(:terms)
WHERE true
ON CONFLICT (topic, term) DO UPDATE SET count = count + excluded.count;

-- name: add_project_terms
-- Add to the word counts of a project.
INSERT INTO project_term (project, term, count)
SELECT :project, key, value FROM json_each(:terms)
WHERE true
ON CONFLICT (project, term) DO UPDATE SET count = count + excluded.count;

-- name: drop_faint_terms
-- Delete words of a topic whose count dropped to zero.
DELETE FROM topic_term WHERE topic = :topic AND count < 0.001;

-- name: named
-- For some topics, which of these names they touched.
SELECT topic, name FROM topic_touch
WHERE kind = :kind AND name IN (SELECT value FROM json_each(:names))
    AND topic IN (SELECT value FROM json_each(:topics));

-- name: tickets
-- The tickets that some topics mention.
SELECT topic, name FROM topic_touch
WHERE topic IN (SELECT value FROM json_each(:topics)) AND kind = 'ticket';

-- name: add_touches
-- Count that a topic touched some things.
INSERT INTO topic_touch (topic, kind, key, name, count, used)
SELECT :topic, json_extract(value, '$[0]'), json_extract(value, '$[1]'),
    json_extract(value, '$[2]'), 1, :now
FROM json_each(:touched) WHERE true
ON CONFLICT (topic, kind, key) DO UPDATE SET
    count = count + excluded.count, used = max(used, excluded.used);

-- name: touches
-- What a topic touched, last used first.
SELECT kind, key, count, used FROM topic_touch
WHERE topic = :topic AND (:kind = '' OR kind = :kind)
ORDER BY used DESC, count DESC, key LIMIT :most;

-- name: touches_of
-- Everything that some topics touched.
SELECT topic, kind, key, name, count, used FROM topic_touch
WHERE topic IN (SELECT value FROM json_each(:topics));

-- name: drop_faint_touches
-- Delete touches of a topic whose count dropped to zero.
DELETE FROM topic_touch WHERE topic = :topic AND count <= 0;

-- name: add_turn
-- Save a turn.
INSERT INTO turn (project, topic, role, source, text, terms, agent, session, branch, created,
    settled, origin)
VALUES (:project, :topic, :role, :source, :text, :terms, :agent, :session, :branch, :created,
    :settled, :origin);

-- name: session_prompts
-- The last prompts of a session, newest first. The index holds only turns with a session.
SELECT number, topic, created, settled FROM turn
WHERE session = :session AND session <> '' AND project = :project AND agent = :agent
    AND role = 'prompt'
ORDER BY number DESC LIMIT :most;

-- name: prompts_without_session
-- The last prompts of an agent that names no sessions, newest first.
SELECT number, topic, created, settled FROM turn
WHERE session = '' AND project = :project AND agent = :agent AND role = 'prompt'
ORDER BY number DESC LIMIT :most;

-- name: said_last
-- The prompts and replies of a session's last turns before a turn.
SELECT number, role, substr(text, 1, CASE role WHEN 'prompt' THEN :prompt ELSE :reply END) FROM turn
WHERE session = :session AND session <> '' AND project = :project AND agent = :agent
    AND number < :before
    AND number >= ifnull((
        SELECT number FROM turn AS earlier
        WHERE earlier.session = :session AND earlier.session <> ''
            AND earlier.project = :project AND earlier.agent = :agent
            AND earlier.role = 'prompt' AND earlier.number < :before
        ORDER BY number DESC LIMIT 1 OFFSET :last
    ), 0)
ORDER BY number;

-- name: said_turns
-- A session's last prompts and replies, newest first. The index holds only turns with a session.
SELECT number, role, text FROM turn
WHERE session = :session AND session <> '' AND project = :project AND agent = :agent
ORDER BY number DESC LIMIT :most;

-- name: agent_of_session
-- The agent whose hooks recorded a session: the one named, if it did.
SELECT agent FROM turn WHERE session = :session AND session <> '' AND project = :project
ORDER BY agent = :agent DESC, number DESC LIMIT 1;

-- name: newest_session
-- The session of a project that submitted the last prompt.
SELECT agent, session, subagent FROM session WHERE project = :project
ORDER BY used DESC, session LIMIT 1;

-- name: visits
-- The topics of a session's prompts, the last one first. The index holds only turns with a session.
SELECT topic FROM turn
WHERE session = :session AND session <> '' AND project = :project AND agent = :agent
  AND role = 'prompt' AND topic <> ''
ORDER BY number DESC LIMIT :most;

-- name: visits_without_session
-- The same for an agent that names no sessions.
SELECT topic FROM turn
WHERE session = '' AND project = :project AND agent = :agent AND role = 'prompt' AND topic <> ''
ORDER BY number DESC LIMIT :most;

-- name: settle_turn
-- The turn of a prompt ended; the evidence, as JSON, if the topic changed.
UPDATE turn SET settled = 1, evidence = :evidence WHERE number = :number;

-- name: change_points
-- The turns that began or took up a topic, newest first.
SELECT number, topic, origin, evidence, text, created FROM turn
WHERE project = :project AND evidence <> '' ORDER BY number DESC LIMIT :most;

-- name: touch_turn
-- A turn had to do with some things.
INSERT OR IGNORE INTO turn_touch (turn, kind, key)
SELECT :turn, json_extract(value, '$[0]'), json_extract(value, '$[1]')
FROM json_each(:touched);

-- name: untouch_turn
-- A turn had nothing to do with something after all.
DELETE FROM turn_touch WHERE turn = :turn AND kind = :kind AND key = :key;

-- name: failed_commands
-- Commands that failed in the last turns of a project.
SELECT turn_touch.turn, turn_touch.kind, turn_touch.key
FROM (
    SELECT number FROM turn WHERE project = :project ORDER BY number DESC LIMIT :most
) AS latest
CROSS JOIN turn_touch ON turn_touch.turn = latest.number AND turn_touch.kind = 'failure';

-- name: turn_touches
-- What some turns had to do with.
SELECT turn, kind, key FROM turn_touch
WHERE turn IN (SELECT value FROM json_each(:turns)) ORDER BY turn, kind, key;

-- name: topic_files
-- The files that the settled turns of some topics touched, and in how many turns.
SELECT turn.topic, turn_touch.key, count(*)
FROM json_each(:topics) AS wanted
CROSS JOIN turn ON turn.topic = wanted.value AND turn.settled = 1 AND turn.role = 'prompt'
CROSS JOIN turn_touch ON turn_touch.turn = turn.number AND turn_touch.kind = 'file'
GROUP BY turn.topic, turn_touch.key;

-- name: habits
-- How often a prompt stayed with the topic of its session, and how often it changed.
SELECT stays, changes FROM forest WHERE project = :project;

-- name: count_habit
-- A prompt stayed with the topic of its session, or changed it.
UPDATE forest SET stays = stays + :stays, changes = changes + :changes WHERE project = :project;

-- name: settle_turns
-- Assign a session's turns without a topic to a topic.
UPDATE turn SET topic = :topic
WHERE project = :project AND agent = :agent AND session = :session AND topic = '';

-- name: waiting_prompts
-- How many prompts of a session have no topic yet.
SELECT count(*) FROM turn
WHERE project = :project AND agent = :agent AND session = :session AND topic = '' AND role = 'prompt';

-- name: turns
-- The turns of a topic, oldest first.
SELECT number, topic, role, text, created, source, terms, agent, session, branch, origin
FROM turn WHERE topic = :topic ORDER BY number;

-- name: last_turns
-- The last turns of a topic, newest first.
SELECT number, topic, role, text, created, source, terms, agent, session, branch, origin
FROM turn WHERE topic = :topic AND (:role = '' OR role = :role)
ORDER BY number DESC LIMIT :most;

-- name: turns_named
-- These turns of a project.
SELECT number, topic, role, text, created, source, terms, agent, session, branch, origin
FROM turn WHERE project = :project AND number IN (SELECT value FROM json_each(:numbers))
ORDER BY number;

-- name: count_transition
-- Count that one topic followed another.
INSERT INTO transition (project, source, target, count) VALUES (:project, :source, :target, 1)
ON CONFLICT (project, source, target) DO UPDATE SET count = count + 1;

-- name: uncount_transition
-- A transition was counted for a prompt that belongs elsewhere.
UPDATE transition SET count = count - 1
WHERE project = :project AND source = :source AND target = :target AND count > 0;

-- name: drop_uncounted
-- Transitions of which none is left.
DELETE FROM transition WHERE project = :project AND count <= 0;

-- name: transitions_from
-- How often each topic followed this one.
SELECT source, target, count FROM transition WHERE project = :project AND source = :source;

-- name: transitions
-- How often the topics of a project followed each other.
SELECT source, target, count FROM transition WHERE project = :project
ORDER BY source, count DESC, target;

-- name: forget_transitions
-- Delete the transitions to and from some topics.
DELETE FROM transition
WHERE project = :project
    AND (source IN (SELECT value FROM json_each(:topics))
         OR target IN (SELECT value FROM json_each(:topics)));

-- name: guide
-- The last replies, newest first.
SELECT number, summary, topic, created, reinforced, session FROM guide
WHERE project = :project ORDER BY number DESC LIMIT :most;

-- name: add_guide
-- Save a reply as one line.
INSERT INTO guide (project, summary, topic, created, session)
VALUES (:project, :summary, :topic, :created, :session);

-- name: trim_guide
-- Delete all but the last replies.
DELETE FROM guide WHERE project = :project AND number <= (
    SELECT number FROM guide WHERE project = :project
    ORDER BY number DESC LIMIT 1 OFFSET :most);

-- name: reinforced
-- Mark replies as taken into account; each counts once.
UPDATE guide SET reinforced = 1 WHERE number IN (SELECT value FROM json_each(:numbers));

-- name: focuses
-- The topics the agent asked to see more of.
SELECT topic, weight, set_at FROM focus WHERE project = :project ORDER BY set_at, wanted;

-- name: set_focus
-- Set the weight of a focus.
INSERT INTO focus (project, wanted, topic, weight, set_at)
VALUES (:project, :wanted, :topic, :weight, :set_at)
ON CONFLICT (project, wanted) DO UPDATE SET
    topic = excluded.topic, weight = excluded.weight, set_at = excluded.set_at;

-- name: remove_focus
-- Remove a focus; an empty topic means all.
DELETE FROM focus WHERE project = :project AND (:wanted = '' OR wanted = :wanted);

-- name: add_rating
-- Save whether content shown for a topic was useful.
INSERT INTO rating (project, topic, useful, reason, created)
VALUES (:project, :topic, :useful, :reason, :created);

-- name: ratings
-- The ratings of some topics, oldest first.
SELECT topic, useful FROM rating
WHERE topic IN (SELECT value FROM json_each(:topics)) ORDER BY number;

-- name: last_rated
-- When a topic was rated last.
SELECT ifnull(max(created), 0) FROM rating WHERE topic = :topic;

-- name: topics_touching
-- The topics of a project that touched one thing, last used first.
SELECT topic.id FROM topic_touch JOIN topic ON topic.id = topic_touch.topic
WHERE topic_touch.kind = :kind AND topic_touch.name = :name AND topic.project = :project
    AND topic.status <> 'merged'
ORDER BY topic.used DESC, topic.id;

