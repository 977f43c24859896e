-- Accounts, for players who want to find their games on any device. Nobody needs one.
CREATE TABLE accounts (
    -- In lower case, because nobody tells Anna from anna.
    name TEXT NOT NULL PRIMARY KEY,
    -- As its owner writes it.
    shown TEXT NOT NULL,
    -- Argon2id, as a PHC string.
    password TEXT NOT NULL,
    email TEXT,
    created BIGINT NOT NULL,
    -- 1 if the operator has shut its owner out.
    banned BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE sessions (
    -- SHA-256 of the cookie, in hexadecimal digits.
    token TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (name),
    created BIGINT NOT NULL,
    -- When it was last used, to the day.
    seen BIGINT NOT NULL
);

CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX sessions_seen ON sessions (seen);
