-- What a memory means, as vectors of a sentence model: one for its text and one for each other
-- wording. Filled only where the optional extra is installed; gone when the wording changes.
CREATE TABLE memory_vector (
    number INTEGER PRIMARY KEY REFERENCES memory (number) ON DELETE CASCADE,
    model TEXT NOT NULL,
    vectors BLOB NOT NULL
);

CREATE TRIGGER memory_reworded AFTER UPDATE OF title, text, fields, asked_as ON memory BEGIN
    DELETE FROM memory_vector WHERE number = old.number;
END;
