-- name: take
-- Record that an event is applied; changes no row if it was applied before.
INSERT OR IGNORE INTO taken (id, taken) VALUES (:id, :taken);

-- name: forget
-- Delete a few old ids, so that the table stays small.
DELETE FROM taken WHERE id IN (SELECT id FROM taken WHERE taken < :before LIMIT 8);
