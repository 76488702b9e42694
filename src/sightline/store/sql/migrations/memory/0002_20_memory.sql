-- How often each word occurs, counted once instead of for every prompt.
CREATE TABLE memory_count (
    term TEXT PRIMARY KEY,
    memories INTEGER NOT NULL
) WITHOUT ROWID;

INSERT INTO memory_count (term, memories)
SELECT term, count(*) FROM (
    SELECT DISTINCT number, value AS term FROM memory_words, json_each(
        '[' || replace(json_quote(words || ' ' || scope), ' ', '","') || ']'
    )
)
GROUP BY term;

DROP TRIGGER memory_words_added;
DROP TRIGGER memory_words_removed;
DROP TRIGGER memory_words_changed;

CREATE TRIGGER memory_words_added AFTER INSERT ON memory_words BEGIN
    INSERT INTO memory_text (rowid, words, scope) VALUES (new.number, new.words, new.scope);
    UPDATE memory_total SET memories = memories + 1, words = words + new.length;
    INSERT INTO memory_count (term, memories)
    SELECT DISTINCT value, 1
    FROM json_each('[' || replace(json_quote(new.words || ' ' || new.scope), ' ', '","') || ']')
    WHERE true
    ON CONFLICT (term) DO UPDATE SET memories = memories + 1;
END;

CREATE TRIGGER memory_words_removed AFTER DELETE ON memory_words BEGIN
    INSERT INTO memory_text (memory_text, rowid, words, scope)
    VALUES ('delete', old.number, old.words, old.scope);
    UPDATE memory_total SET memories = memories - 1, words = words - old.length;
    UPDATE memory_count SET memories = memories - 1 WHERE term IN (
        SELECT value
        FROM json_each('[' || replace(json_quote(old.words || ' ' || old.scope), ' ', '","') || ']')
    );
END;

CREATE TRIGGER memory_words_changed AFTER UPDATE OF words, scope, length ON memory_words BEGIN
    INSERT INTO memory_text (memory_text, rowid, words, scope)
    VALUES ('delete', old.number, old.words, old.scope);
    INSERT INTO memory_text (rowid, words, scope) VALUES (new.number, new.words, new.scope);
    UPDATE memory_total SET words = words + new.length - old.length;
    UPDATE memory_count SET memories = memories - 1 WHERE term IN (
        SELECT value
        FROM json_each('[' || replace(json_quote(old.words || ' ' || old.scope), ' ', '","') || ']')
    );
    INSERT INTO memory_count (term, memories)
    SELECT DISTINCT value, 1
    FROM json_each('[' || replace(json_quote(new.words || ' ' || new.scope), ' ', '","') || ']')
    WHERE true
    ON CONFLICT (term) DO UPDATE SET memories = memories + 1;
END;
