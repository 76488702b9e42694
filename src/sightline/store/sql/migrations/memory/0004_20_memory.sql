-- Other wordings under which a memory is searched, as a JSON list.
ALTER TABLE memory ADD COLUMN asked_as TEXT NOT NULL DEFAULT '[]';
