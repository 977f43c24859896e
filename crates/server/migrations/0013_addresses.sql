-- E-mail addresses that somebody gave, and what their owners said when they were asked. Nobody else gets mail.
CREATE TABLE addresses (
    -- In lower case.
    email TEXT NOT NULL PRIMARY KEY,
    -- SHA-256 of the word in the link that was sent, in hexadecimal digits.
    token TEXT NOT NULL,
    -- When the owner was last asked.
    asked BIGINT NOT NULL,
    -- 1 if he wants mail, 0 if he does not, nothing as long as he has not answered.
    wanted BIGINT
);

CREATE UNIQUE INDEX addresses_token ON addresses (token);
