-- What the portfolio of a wallet is rebuilt from: own fills, payouts and corrections, in the order of `seq`.
CREATE TABLE portfolio_record (
  seq INTEGER PRIMARY KEY,
  wallet TEXT NOT NULL,
  outcome_id TEXT NOT NULL,
  key TEXT NOT NULL,
  provisional INTEGER NOT NULL CHECK (provisional IN (0, 1)),
  json TEXT NOT NULL CHECK (json_valid(json)),
  UNIQUE (wallet, outcome_id, key)
) STRICT;
