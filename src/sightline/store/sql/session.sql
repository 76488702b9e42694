-- name: forest
-- The counters of a project's forest.
SELECT prompts, starts, links, last_topic, created, updated FROM forest WHERE project = :project;

-- name: save_forest
-- Write the counters down.
INSERT INTO forest (project, prompts, starts, links, last_topic, created, updated)
VALUES (:project, :prompts, :starts, :links, :last_topic, :created, :updated)
ON CONFLICT (project) DO UPDATE SET
    prompts = excluded.prompts, starts = excluded.starts, links = excluded.links,
    last_topic = excluded.last_topic, updated = excluded.updated;

-- name: place
-- Where a session stands.
SELECT topic, branch, leaving, started, used FROM session
WHERE project = :project AND agent = :agent AND session = :session AND subagent = :subagent;

-- name: save_place
-- Where a session stands from now on.
INSERT INTO session (project, agent, session, subagent, topic, branch, leaving, started, used)
VALUES (:project, :agent, :session, :subagent, :topic, :branch, :leaving, :now, :now)
ON CONFLICT (project, agent, session, subagent) DO UPDATE SET
    topic = excluded.topic, branch = excluded.branch, leaving = excluded.leaving,
    used = excluded.used;

-- name: nodes
-- The working forest.
SELECT number, topic, parent, depth, content, stems, words, frequency, created, used, sources,
    indexed, turn
FROM node WHERE project = :project ORDER BY number;

-- name: next_node
-- The number the next node gets.
SELECT ifnull(max(number), 0) + 1 FROM node;

-- name: save_node
-- Write a node as it is now.
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
-- Take nodes out of the forest; the turns they stood for stay.
DELETE FROM node WHERE number IN (SELECT value FROM json_each(:numbers));

-- name: topics
-- The topics a prompt may belong to: those in the forest and those used last.
SELECT id, status, title, terms, weight, pinned, lock, merged_into, origin, parent, branch, turns,
    recalls, created, used
FROM topic
WHERE id IN (SELECT value FROM json_each(:planted))
    OR id IN (SELECT id FROM topic WHERE project = :project AND status <> 'merged'
              ORDER BY used DESC LIMIT :most)
ORDER BY used DESC, id;

-- name: topic
-- One topic of a project.
SELECT id, status, title, terms, weight, pinned, lock, merged_into, origin, parent, branch, turns,
    recalls, created, used
FROM topic WHERE project = :project AND id = :id;

-- name: topics_of_status
-- All topics of one status, last used first.
SELECT id, status, title, terms, weight, pinned, lock, merged_into, origin, parent, branch, turns,
    recalls, created, used
FROM topic WHERE project = :project AND status = :status ORDER BY used DESC, id;

-- name: topics_named
-- These topics, of whatever status.
SELECT id, status, title, terms, weight, pinned, lock, merged_into, origin, parent, branch, turns,
    recalls, created, used
FROM topic
WHERE project = :project AND id IN (SELECT value FROM json_each(:ids))
ORDER BY used DESC, id;

-- name: save_topic
-- Write a topic as it is now.
INSERT INTO topic (id, project, status, title, terms, weight, pinned, lock, merged_into, origin,
    parent, branch, turns, recalls, created, used)
VALUES (:id, :project, :status, :title, :terms, :weight, :pinned, :lock, :merged_into, :origin,
    :parent, :branch, :turns, :recalls, :created, :used)
ON CONFLICT (id) DO UPDATE SET
    status = excluded.status, title = excluded.title, terms = excluded.terms,
    weight = excluded.weight, pinned = excluded.pinned, lock = excluded.lock,
    merged_into = excluded.merged_into, parent = excluded.parent, branch = excluded.branch,
    turns = excluded.turns, recalls = excluded.recalls, used = excluded.used;

-- name: remove_topic
-- Forget a topic none of whose turns is left.
DELETE FROM topic WHERE id = :id;

-- name: archive
-- These topics are out of the working forest.
UPDATE topic SET status = 'archived'
WHERE status = 'active' AND id IN (SELECT value FROM json_each(:ids));

-- name: topic_terms
-- How often some topics say some words.
SELECT topic, term, count FROM topic_term
WHERE topic IN (SELECT value FROM json_each(:topics))
    AND term IN (SELECT value FROM json_each(:terms));

-- name: all_topic_terms
-- Everything some topics say, and how often.
SELECT topic, term, count FROM topic_term
WHERE topic IN (SELECT value FROM json_each(:topics));

-- name: project_terms
-- How often the prompts of a project say some words.
SELECT said.term, said.count
FROM json_each(:terms) AS wanted
CROSS JOIN project_term AS said ON said.project = :project AND said.term = wanted.value;

-- name: add_topic_terms
-- A topic said words once more: each with how much it counts.
INSERT INTO topic_term (topic, term, count)
SELECT :topic, key, value FROM json_each(:terms)
WHERE true
ON CONFLICT (topic, term) DO UPDATE SET count = count + excluded.count;

-- name: add_project_terms
-- A project's prompts said words once more.
INSERT INTO project_term (project, term, count)
SELECT :project, key, value FROM json_each(:terms)
WHERE true
ON CONFLICT (project, term) DO UPDATE SET count = count + excluded.count;

-- name: drop_faint_terms
-- Words a topic no longer says.
DELETE FROM topic_term WHERE topic = :topic AND count < 0.001;

-- name: named
-- Which of some topics had to do with something of one of these names.
SELECT topic, name FROM topic_touch
WHERE kind = :kind AND name IN (SELECT value FROM json_each(:names))
    AND topic IN (SELECT value FROM json_each(:topics));

-- name: tickets
-- The tickets some topics named.
SELECT topic, name FROM topic_touch
WHERE topic IN (SELECT value FROM json_each(:topics)) AND kind = 'ticket';

-- name: add_touches
-- A topic had to do with some things, once more.
INSERT INTO topic_touch (topic, kind, key, name, count, used)
SELECT :topic, json_extract(value, '$[0]'), json_extract(value, '$[1]'),
    json_extract(value, '$[2]'), 1, :now
FROM json_each(:touched) WHERE true
ON CONFLICT (topic, kind, key) DO UPDATE SET
    count = count + excluded.count, used = max(used, excluded.used);

-- name: touches
-- What a topic had to do with, last used first.
SELECT kind, key, count, used FROM topic_touch
WHERE topic = :topic AND (:kind = '' OR kind = :kind)
ORDER BY used DESC, count DESC, key LIMIT :most;

-- name: touches_of
-- What some topics had to do with, all of it.
SELECT topic, kind, key, name, count, used FROM topic_touch
WHERE topic IN (SELECT value FROM json_each(:topics));

-- name: drop_faint_touches
-- What a topic no longer has to do with.
DELETE FROM topic_touch WHERE topic = :topic AND count <= 0;

-- name: add_turn
-- Keep what was said.
INSERT INTO turn (project, topic, role, source, text, terms, agent, session, branch, created)
VALUES (:project, :topic, :role, :source, :text, :terms, :agent, :session, :branch, :created);

-- name: settle_turns
-- The first prompts of a session said nothing; now it is known what they were about.
UPDATE turn SET topic = :topic
WHERE project = :project AND agent = :agent AND session = :session AND topic = '';

-- name: turns
-- The turns of a topic, oldest first.
SELECT number, topic, role, text, created, source, terms, agent, session, branch
FROM turn WHERE topic = :topic ORDER BY number;

-- name: last_turns
-- The last turns of a topic, newest first.
SELECT number, topic, role, text, created, source, terms, agent, session, branch
FROM turn WHERE topic = :topic AND (:role = '' OR role = :role)
ORDER BY number DESC LIMIT :most;

-- name: turns_named
-- These turns of a project.
SELECT number, topic, role, text, created, source, terms, agent, session, branch
FROM turn WHERE project = :project AND number IN (SELECT value FROM json_each(:numbers))
ORDER BY number;

-- name: count_transition
-- One topic followed another once more.
INSERT INTO transition (project, source, target, count) VALUES (:project, :source, :target, 1)
ON CONFLICT (project, source, target) DO UPDATE SET count = count + 1;

-- name: transitions_from
-- What followed one topic.
SELECT source, target, count FROM transition WHERE project = :project AND source = :source;

-- name: transitions
-- The whole chain of a project.
SELECT source, target, count FROM transition WHERE project = :project
ORDER BY source, count DESC, target;

-- name: forget_transitions
-- Topics left the forest, and with them what followed or led to them.
DELETE FROM transition
WHERE project = :project
    AND (source IN (SELECT value FROM json_each(:topics))
         OR target IN (SELECT value FROM json_each(:topics)));

-- name: guide
-- The last replies, newest first.
SELECT number, summary, topic, created, reinforced, session FROM guide
WHERE project = :project ORDER BY number DESC LIMIT :most;

-- name: add_guide
-- Keep a reply as one line.
INSERT INTO guide (project, summary, topic, created, session)
VALUES (:project, :summary, :topic, :created, :session);

-- name: trim_guide
-- Only the last replies are kept.
DELETE FROM guide WHERE project = :project AND number <= (
    SELECT number FROM guide WHERE project = :project
    ORDER BY number DESC LIMIT 1 OFFSET :most);

-- name: reinforced
-- These replies were weighed; each is weighed once.
UPDATE guide SET reinforced = 1 WHERE number IN (SELECT value FROM json_each(:numbers));

-- name: focuses
-- What the agent asked to see more of.
SELECT topic, weight, set_at FROM focus WHERE project = :project ORDER BY set_at, wanted;

-- name: set_focus
-- See more of this; the same topic again replaces its weight.
INSERT INTO focus (project, wanted, topic, weight, set_at)
VALUES (:project, :wanted, :topic, :weight, :set_at)
ON CONFLICT (project, wanted) DO UPDATE SET
    topic = excluded.topic, weight = excluded.weight, set_at = excluded.set_at;

-- name: remove_focus
-- No longer more of this; an empty topic means all.
DELETE FROM focus WHERE project = :project AND (:wanted = '' OR wanted = :wanted);

-- name: add_rating
-- Whether what was shown of a topic was useful.
INSERT INTO rating (project, topic, useful, reason, created)
VALUES (:project, :topic, :useful, :reason, :created);

-- name: ratings
-- The ratings of some topics, oldest first.
SELECT topic, useful FROM rating
WHERE topic IN (SELECT value FROM json_each(:topics)) ORDER BY number;

-- name: topics_touching
-- The topics of a project that had to do with one thing, last used first.
SELECT topic.id FROM topic_touch JOIN topic ON topic.id = topic_touch.topic
WHERE topic_touch.kind = :kind AND topic_touch.name = :name AND topic.project = :project
    AND topic.status <> 'merged'
ORDER BY topic.used DESC, topic.id;

