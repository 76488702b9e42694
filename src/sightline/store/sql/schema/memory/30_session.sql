-- The counters of one project's topic forest. `starts` counts new sessions that named something,
-- `links` those of them that went on with an earlier topic: the person's habit.
CREATE TABLE forest (
    project TEXT PRIMARY KEY,
    prompts INTEGER NOT NULL DEFAULT 0,
    starts INTEGER NOT NULL DEFAULT 0,
    links INTEGER NOT NULL DEFAULT 0,
    last_topic TEXT NOT NULL DEFAULT '',
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    stays INTEGER NOT NULL DEFAULT 0,
    changes INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- A topic: one stream of work. It stands in the forest while it has nodes there; `weight` is
-- changed by pins and compaction only, fading is computed when it is read.
CREATE TABLE topic (
    id TEXT PRIMARY KEY,
    project TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'active',
    title TEXT NOT NULL DEFAULT '',
    terms TEXT NOT NULL DEFAULT '',
    weight REAL NOT NULL DEFAULT 1.0,
    pinned INTEGER NOT NULL DEFAULT 0,
    lock TEXT NOT NULL DEFAULT '',
    merged_into TEXT NOT NULL DEFAULT '',
    origin TEXT NOT NULL DEFAULT 'prompt',
    parent TEXT NOT NULL DEFAULT '',
    branch TEXT NOT NULL DEFAULT '',
    turns INTEGER NOT NULL DEFAULT 0,
    recalls INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL,
    used INTEGER NOT NULL,
    named INTEGER NOT NULL DEFAULT 0,
    novel INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE INDEX topic_used ON topic (project, used DESC);

-- The working forest: prompts, and above them the labels of what they share. Stems and the words
-- they came from stand side by side, parted by spaces.
CREATE TABLE node (
    number INTEGER PRIMARY KEY,
    project TEXT NOT NULL,
    topic TEXT NOT NULL,
    parent INTEGER NOT NULL DEFAULT 0,
    depth INTEGER NOT NULL DEFAULT 0,
    content TEXT NOT NULL,
    stems TEXT NOT NULL DEFAULT '',
    words TEXT NOT NULL DEFAULT '',
    frequency INTEGER NOT NULL DEFAULT 1,
    created INTEGER NOT NULL,
    used INTEGER NOT NULL,
    sources TEXT NOT NULL DEFAULT '',
    indexed INTEGER NOT NULL DEFAULT 0,
    turn INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX node_project ON node (project);

-- What was said, redacted: every prompt and the beginning of every reply. An empty topic is not
-- yet known; the first prompt of its session that names something decides it.
CREATE TABLE turn (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    project TEXT NOT NULL,
    topic TEXT NOT NULL DEFAULT '',
    role TEXT NOT NULL,
    source TEXT NOT NULL DEFAULT '',
    text TEXT NOT NULL,
    terms TEXT NOT NULL DEFAULT '',
    agent TEXT NOT NULL DEFAULT '',
    session TEXT NOT NULL DEFAULT '',
    branch TEXT NOT NULL DEFAULT '',
    created INTEGER NOT NULL,
    settled INTEGER NOT NULL DEFAULT 1,
    origin TEXT NOT NULL DEFAULT '',
    evidence TEXT NOT NULL DEFAULT ''
);

CREATE INDEX turn_topic ON turn (topic, number);
CREATE INDEX turn_project ON turn (project, number);
CREATE INDEX turn_session ON turn (session, number) WHERE session <> '';
CREATE INDEX turn_change ON turn (project, number) WHERE evidence <> '';

-- What one turn had to do with, until and after it is settled: files, failed commands.
CREATE TABLE turn_touch (
    turn INTEGER NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (turn, kind, key)
) WITHOUT ROWID;

CREATE TRIGGER turn_removed AFTER DELETE ON turn BEGIN
    DELETE FROM turn_touch WHERE turn = old.number;
END;
CREATE INDEX turn_open ON turn (project, agent, session) WHERE topic = '';

-- The full text of turns, archived ones included (see store/fulltext.py).
CREATE TABLE turn_words (
    number INTEGER PRIMARY KEY,
    words TEXT NOT NULL
);

CREATE VIRTUAL TABLE turn_text USING fts5 (
    words, content = 'turn_words', content_rowid = 'number', tokenize = "ascii tokenchars '_'"
);

CREATE VIRTUAL TABLE turn_term USING fts5vocab (turn_text, row);

CREATE TRIGGER turn_words_added AFTER INSERT ON turn_words BEGIN
    INSERT INTO turn_text (rowid, words) VALUES (new.number, new.words);
END;

CREATE TRIGGER turn_words_removed AFTER DELETE ON turn_words BEGIN
    INSERT INTO turn_text (turn_text, rowid, words) VALUES ('delete', old.number, old.words);
END;

CREATE TRIGGER turn_words_changed AFTER UPDATE OF words ON turn_words BEGIN
    INSERT INTO turn_text (turn_text, rowid, words) VALUES ('delete', old.number, old.words);
    INSERT INTO turn_text (rowid, words) VALUES (new.number, new.words);
END;

-- In how many of a topic's turns a stem occurs; a long prompt counts each of its words less.
CREATE TABLE topic_term (
    topic TEXT NOT NULL,
    term TEXT NOT NULL,
    count REAL NOT NULL,
    PRIMARY KEY (topic, term)
) WITHOUT ROWID;

CREATE INDEX topic_term_term ON topic_term (term);

-- The same over all prompts of a project: what is usual here.
CREATE TABLE project_term (
    project TEXT NOT NULL,
    term TEXT NOT NULL,
    count REAL NOT NULL,
    PRIMARY KEY (project, term)
) WITHOUT ROWID;

-- What a topic had to do with: files, symbols, memories, failures, tickets. `name` is what a
-- prompt would say: the last part of a path.
CREATE TABLE topic_touch (
    topic TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL DEFAULT '',
    count INTEGER NOT NULL DEFAULT 1,
    used INTEGER NOT NULL,
    PRIMARY KEY (topic, kind, key)
) WITHOUT ROWID;

CREATE INDEX topic_touch_name ON topic_touch (kind, name, topic);

-- Where each assistant session stands: its topic, its branch, and whether its last prompt asked
-- to leave for another branch.
CREATE TABLE session (
    project TEXT NOT NULL,
    agent TEXT NOT NULL,
    session TEXT NOT NULL,
    subagent TEXT NOT NULL DEFAULT '',
    topic TEXT NOT NULL DEFAULT '',
    branch TEXT NOT NULL DEFAULT '',
    leaving INTEGER NOT NULL DEFAULT 0,
    started INTEGER NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (project, agent, session, subagent)
) WITHOUT ROWID;

CREATE INDEX session_topic ON session (topic) WHERE topic <> '';

-- How often one topic followed another, staying included.
CREATE TABLE transition (
    project TEXT NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (project, source, target)
) WITHOUT ROWID;

CREATE INDEX transition_target ON transition (project, target);

-- The last replies of the assistant, one line each.
CREATE TABLE guide (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    project TEXT NOT NULL,
    summary TEXT NOT NULL,
    topic TEXT NOT NULL DEFAULT '',
    created INTEGER NOT NULL,
    reinforced INTEGER NOT NULL DEFAULT 0,
    session TEXT NOT NULL DEFAULT ''
);

CREATE INDEX guide_project ON guide (project, number);

-- What the agent asked to see more of.
CREATE TABLE focus (
    project TEXT NOT NULL,
    wanted TEXT NOT NULL,
    topic TEXT NOT NULL,
    weight REAL NOT NULL,
    set_at INTEGER NOT NULL,
    PRIMARY KEY (project, wanted)
) WITHOUT ROWID;

-- Whether what was shown of a topic was useful.
CREATE TABLE rating (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    project TEXT NOT NULL,
    topic TEXT NOT NULL,
    useful INTEGER NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    created INTEGER NOT NULL
);

CREATE INDEX rating_topic ON rating (topic, number);

-- Merges, splits, archivings, compactions and resets, with what is needed to take them back.
CREATE TABLE topic_change (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    project TEXT NOT NULL,
    what TEXT NOT NULL,
    summary TEXT NOT NULL DEFAULT '',
    record TEXT NOT NULL,
    at INTEGER NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX topic_change_project ON topic_change (project, number);
