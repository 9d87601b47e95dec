-- Exits attached to an entry or a position, as the engine knows them: the ended ones are kept for a week.
CREATE TABLE attached_exit (
  id TEXT PRIMARY KEY,
  ended_at INTEGER,
  json TEXT NOT NULL CHECK (json_valid(json))
) STRICT, WITHOUT ROWID;
