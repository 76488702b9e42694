-- A prompt is placed when it arrives and settled when its turn ends: where it came from, the
-- evidence where the topic changed, and what the turn had to do with. Of a topic's prompts that
-- named something (`named`), so many shared no word with it (`novel`). Inside their sessions, so
-- many prompts of a project stayed with their topic, and so many changed it.
ALTER TABLE topic ADD COLUMN named INTEGER NOT NULL DEFAULT 0;
ALTER TABLE topic ADD COLUMN novel INTEGER NOT NULL DEFAULT 0;
ALTER TABLE forest ADD COLUMN stays INTEGER NOT NULL DEFAULT 0;
ALTER TABLE forest ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE turn ADD COLUMN settled INTEGER NOT NULL DEFAULT 1;
ALTER TABLE turn ADD COLUMN origin TEXT NOT NULL DEFAULT '';
ALTER TABLE turn ADD COLUMN evidence TEXT NOT NULL DEFAULT '';

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
