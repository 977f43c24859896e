-- What is said at a table.
CREATE TABLE chat (
    game TEXT NOT NULL REFERENCES games (id),
    number BIGINT NOT NULL,
    -- Drawn by the writer: a line whose commit had no answer is not written twice.
    mark TEXT NOT NULL,
    -- A seat's id, or 'table' for the host and the server.
    place TEXT NOT NULL,
    -- What the speaker called himself then.
    name TEXT NOT NULL,
    -- In seconds since 1970.
    at BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, number)
);

-- Whom a player does not want to hear.
CREATE TABLE blocks (
    game TEXT NOT NULL REFERENCES games (id),
    -- The place that does not want to hear,
    place TEXT NOT NULL,
    -- and whom.
    blocked TEXT NOT NULL,
    PRIMARY KEY (game, place, blocked)
);

-- Lines that players showed to the operator. They outlive the game.
CREATE TABLE reports (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    -- The line: its number, who said it, under what name and account, and what.
    number BIGINT NOT NULL,
    place TEXT NOT NULL,
    name TEXT NOT NULL,
    account TEXT,
    text TEXT NOT NULL,
    -- Who reports it, and why.
    reporter TEXT NOT NULL,
    why TEXT NOT NULL,
    at BIGINT NOT NULL,
    -- 1 when the operator is done with it.
    settled BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX reports_settled ON reports (settled, at);

-- How players who are not there are told that it is their turn.
CREATE TABLE calls (
    game TEXT NOT NULL REFERENCES games (id),
    -- A seat's id, and its number.
    place TEXT NOT NULL,
    seat BIGINT NOT NULL,
    email TEXT,
    webhook TEXT,
    -- The account whose e-mail address is taken, if no other is given.
    account TEXT,
    -- When its player is told that it is his turn, in milliseconds since 1970; absent when he was told, or it is not.
    due BIGINT,
    -- How often that was tried, and by whom last.
    tries BIGINT NOT NULL DEFAULT 0,
    worker TEXT,
    PRIMARY KEY (game, place)
);

CREATE INDEX calls_due ON calls (due);
