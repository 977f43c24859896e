-- The data files that games were begun with, each once: JSON, path to text, under the SHA-256 of all of it.
CREATE TABLE contents (
    name TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    files TEXT NOT NULL
);

-- The revision of the rules that the start was laid out under.
ALTER TABLE games ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;
-- Its content; absent in games that were begun before contents were kept.
ALTER TABLE games ADD COLUMN content TEXT;
-- Why it can only be looked at: where its record and the rules part ways.
ALTER TABLE games ADD COLUMN differs TEXT;

-- The revision of the rules that the fingerprint was made under.
ALTER TABLE log ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;
-- JSON: what the log said, in words that outlive the code.
ALTER TABLE log ADD COLUMN lines TEXT NOT NULL DEFAULT '[]';
