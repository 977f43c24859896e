-- JSON: what was chosen at the set-up, {"closed-sight": "on", …}.
ALTER TABLE games ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
