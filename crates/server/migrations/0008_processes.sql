-- JSON: the action that waits for dice which people throw, with what they typed so far; absent when none does.
ALTER TABLE games ADD COLUMN declared TEXT;

-- Where several processes share the games: which of them moves the bots of a game, and until when (milliseconds since 1970, by the database's clock).
CREATE TABLE keepers (
    game TEXT NOT NULL PRIMARY KEY,
    process TEXT NOT NULL,
    until BIGINT NOT NULL
);

-- Which process has written the row, where there are several: of two that did the same at the same moment one finds its name here.
ALTER TABLE log ADD COLUMN process TEXT NOT NULL DEFAULT '';
