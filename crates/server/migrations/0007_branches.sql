-- JSON: where other dice begin to fall, because the game was branched from another: [{"after": 41, "seed": "913"}, …].
ALTER TABLE games ADD COLUMN branches TEXT NOT NULL DEFAULT '[]';
-- The id of the game it was branched from; absent in games that were not, or that came with a file.
ALTER TABLE games ADD COLUMN branched_from TEXT;
