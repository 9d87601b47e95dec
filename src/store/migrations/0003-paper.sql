-- A row marks the whole database as that of a paper account: it is never opened for real orders, nor one without it for paper.
CREATE TABLE paper_account (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  -- Millionths of pUSD that it began with, as decimal text.
  starting_cash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE paper_journal (
  seq INTEGER PRIMARY KEY,
  entry TEXT NOT NULL CHECK (json_valid(entry))
) STRICT;
