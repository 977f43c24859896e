-- Who sits where: a row for each seat of a person, for the host and for the spectators. Secrets are here only as SHA-256, in hexadecimal digits.
CREATE TABLE places (
    game TEXT NOT NULL REFERENCES games (id),
    -- A seat's id ('german'), 'host' or 'watch'.
    place TEXT NOT NULL,
    -- Of the secret in the link with which the seat is claimed; absent when it is spent or void.
    invite TEXT,
    -- Of the key; absent as long as nobody sits there.
    key TEXT,
    -- What its player calls himself.
    name TEXT,
    -- The account it belongs to, if its player has one.
    account TEXT,
    -- When it was claimed, in seconds since 1970; 0 as long as it is free.
    claimed BIGINT NOT NULL DEFAULT 0,
    -- 1 if anybody but the maker ever claimed it.
    guest BIGINT NOT NULL DEFAULT 0,
    -- When its player agreed that the game is thrown away, in seconds since 1970.
    agreed BIGINT,
    PRIMARY KEY (game, place)
);

CREATE INDEX places_account ON places (account);

-- The server's promise about the dice: SHA-256 over the seed and the salt. Absent where somebody chose the seed, or types the dice.
ALTER TABLE games ADD COLUMN fair TEXT;
ALTER TABLE games ADD COLUMN salt TEXT;
-- The number of the seat that is to decide.
ALTER TABLE games ADD COLUMN asked BIGINT;
-- 1 if anybody may sit down in a free seat.
ALTER TABLE games ADD COLUMN open BIGINT NOT NULL DEFAULT 0;
-- 1 if anybody may look at it when it is over.
ALTER TABLE games ADD COLUMN public BIGINT NOT NULL DEFAULT 0;
-- When it is thrown away, in seconds since 1970.
ALTER TABLE games ADD COLUMN doomed BIGINT;

CREATE INDEX games_open ON games (open, created);
CREATE INDEX games_public ON games (public, touched);
CREATE INDEX games_doomed ON games (doomed);
