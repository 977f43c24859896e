-- One row. Whoever writes counts it up when it has (re)opened its connection, and looks through another connection whether
-- the new count is there: only then it knows that its commits are commits.
CREATE TABLE writer (
    turn BIGINT NOT NULL
);

INSERT INTO writer (turn) VALUES (0);
