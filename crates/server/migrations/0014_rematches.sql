-- Milliseconds that bots wait between actions, where the maker of the game said so; absent where the screens say it.
ALTER TABLE games ADD COLUMN pace BIGINT;
-- The game that was played at this table before.
ALTER TABLE games ADD COLUMN past TEXT;
-- The id that the promise about the dice was made for, if the game has another one now.
ALTER TABLE games ADD COLUMN promised_as TEXT;
-- When its player said that he wants to play again, in seconds since 1970.
ALTER TABLE places ADD COLUMN again BIGINT;
