-- The guide that its player follows; absent in games without one.
ALTER TABLE games ADD COLUMN guide TEXT;
