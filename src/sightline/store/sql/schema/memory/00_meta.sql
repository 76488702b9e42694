-- Facts about this file itself; compatible_from is the oldest schema version whose program
-- may still read and write it.
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value
) WITHOUT ROWID;
