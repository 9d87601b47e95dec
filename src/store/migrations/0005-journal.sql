-- What was seen of own fills: prices at the press and at the fill, the mid afterwards, times in milliseconds.
CREATE TABLE journal_fill (
  key TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  json TEXT NOT NULL CHECK (json_valid(json))
) STRICT, WITHOUT ROWID;

CREATE INDEX journal_fill_at ON journal_fill (at);

-- Millionths of pUSD that a share of the outcome paid, as decimal text.
CREATE TABLE journal_payout (
  outcome_id TEXT PRIMARY KEY,
  payout TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The trader's words on the round trip that the fill is in.
CREATE TABLE journal_note (
  fill_key TEXT PRIMARY KEY,
  text TEXT NOT NULL,
  tags TEXT NOT NULL CHECK (json_valid(tags))
) STRICT, WITHOUT ROWID;
