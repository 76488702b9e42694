-- Whose session a reply belongs to, so that no session is told its own words.
ALTER TABLE guide ADD COLUMN session TEXT NOT NULL DEFAULT '';
