-- name: read
-- One fact about the database itself.
SELECT value FROM meta WHERE key = :key;

-- name: write
-- Save one fact about the database itself.
INSERT INTO meta (key, value) VALUES (:key, :value)
ON CONFLICT (key) DO UPDATE SET value = excluded.value;
