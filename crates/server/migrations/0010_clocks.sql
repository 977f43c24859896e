-- JSON: the time that players have left, whose clock runs, and since when; absent in games without clocks.
ALTER TABLE games ADD COLUMN clock TEXT;
-- When the clock that runs will have run out, in milliseconds since 1970; absent while none runs.
ALTER TABLE games ADD COLUMN runs_out BIGINT;
-- Why the game ended before its rules said so: 'resigned:german' or 'time:german'.
ALTER TABLE games ADD COLUMN ended TEXT;

CREATE INDEX games_runs_out ON games (runs_out);
