-- JSON: the seats whose players have accepted that dice are typed in; absent where the program throws them.
ALTER TABLE games ADD COLUMN accepted TEXT;
