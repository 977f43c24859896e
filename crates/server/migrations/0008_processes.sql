-- JSON: the action that waits for dice which people throw, with what they typed so far; absent when none does.
ALTER TABLE games ADD COLUMN declared TEXT;

-- Where several processes share the games: which of them moves the bots of a game, and until when (milliseconds since 1970, by the database's clock).
CREATE TABLE keepers (
    game TEXT NOT NULL PRIMARY KEY,
    process TEXT NOT NULL,
    until BIGINT NOT NULL
);
