-- name: missing
-- The newest memories of the kinds that have vectors, but none of this model.
SELECT m.number FROM (
    SELECT number FROM memory WHERE kind IN (SELECT value FROM json_each(:kinds))
    ORDER BY number DESC LIMIT :most
) AS m
WHERE NOT EXISTS (SELECT 1 FROM memory_vector AS v WHERE v.number = m.number AND v.model = :model)
LIMIT :limit;

-- name: put
-- The vectors of one memory; nothing if the memory is gone.
INSERT INTO memory_vector (number, model, vectors)
SELECT number, :model, :vectors FROM memory WHERE number = :number
ON CONFLICT (number) DO UPDATE SET model = excluded.model, vectors = excluded.vectors;

-- name: everywhere
-- The vectors of the newest memories.
SELECT number, vectors FROM memory_vector WHERE model = :model ORDER BY number DESC LIMIT :most;

-- name: of_projects
-- The vectors of the newest memories of these projects.
SELECT v.number, v.vectors FROM memory_vector AS v JOIN memory AS m ON m.number = v.number
WHERE v.model = :model AND m.project IN (SELECT value FROM json_each(:projects))
ORDER BY v.number DESC LIMIT :most;

-- name: count
-- How many memories have vectors of this model.
SELECT count(*) FROM memory_vector WHERE model = :model;
