-- Whose a memory is ('' is the person's own), whether it is told on its branch only, and who
-- changed it last where that is not its author.
ALTER TABLE memory ADD COLUMN scope TEXT NOT NULL DEFAULT '';
ALTER TABLE memory ADD COLUMN branch_only INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memory ADD COLUMN edited_by TEXT NOT NULL DEFAULT '';

CREATE INDEX memory_branch_only ON memory (project, branch) WHERE branch_only = 1;
CREATE INDEX memory_from_file ON memory (project) WHERE source = 'shared:git';
