-- Every call of a hook: how long it took and whether it worked.
CREATE TABLE hook_call (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    agent TEXT NOT NULL,
    event TEXT NOT NULL,
    project TEXT NOT NULL,
    ms REAL NOT NULL,
    ok INTEGER NOT NULL,
    error TEXT NOT NULL DEFAULT ''
);

CREATE INDEX hook_call_age ON hook_call (at);
CREATE INDEX hook_call_of_agent ON hook_call (agent, project, at);

-- Tokens an answer would have cost without us and did cost: `what` is disclosure, skeleton,
-- capsule, recovery and the like; budget is 0 where there was none.
CREATE TABLE saving (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    session INTEGER REFERENCES session (id) ON DELETE CASCADE,
    project TEXT NOT NULL,
    what TEXT NOT NULL,
    before INTEGER NOT NULL,
    after INTEGER NOT NULL,
    budget INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX saving_age ON saving (at);
CREATE INDEX saving_of_session ON saving (session);
