-- name: take
-- Remember that an event is applied; no row when it was applied before.
INSERT OR IGNORE INTO taken (id, taken) VALUES (:id, :taken);

-- name: forget
-- Let a few old ids go, so that the table stays small.
DELETE FROM taken WHERE id IN (SELECT id FROM taken WHERE taken < :before LIMIT 8);
