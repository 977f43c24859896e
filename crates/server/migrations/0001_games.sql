-- The same SQL runs on SQLite and on PostgreSQL.

-- A game: what it was set up with, who may sit down, and a summary for the list. All but the summary never changes.
CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    title TEXT NOT NULL,
    -- JSON: [{"seat": "german", "player": "human"}, …]
    seats TEXT NOT NULL,
    -- Decimal, because it has 64 bits; absent when people type their dice.
    seed TEXT,
    -- JSON, by seat: the key, or null for a bot.
    keys TEXT NOT NULL,
    -- The fingerprint of the state before the first action.
    start_hash TEXT NOT NULL,
    created BIGINT NOT NULL,
    touched BIGINT NOT NULL,
    -- How many actions stand, after what was taken back.
    moves BIGINT NOT NULL,
    -- 'live' or 'over'.
    status TEXT NOT NULL,
    standing TEXT NOT NULL,
    -- Why the record could not be played back when it was last tried.
    broken TEXT
);

-- What was done, one row each. Rows are only ever added.
CREATE TABLE log (
    game TEXT NOT NULL REFERENCES games (id),
    entry BIGINT NOT NULL,
    -- 'action' or 'undo'.
    kind TEXT NOT NULL,
    seat TEXT NOT NULL,
    action TEXT NOT NULL,
    -- JSON: [3, 5]
    dice TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (game, entry)
);

CREATE INDEX games_touched ON games (touched);
