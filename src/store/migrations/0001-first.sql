-- The installation's own id: the audit chain starts from it.
CREATE TABLE install (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  id TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE audit (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  client_order_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('intent', 'decision', 'signed', 'response', 'reconcile')),
  action TEXT NOT NULL,
  details TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  UNIQUE (client_order_id, kind)
) STRICT;

CREATE INDEX audit_at ON audit (at);

CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;

CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;

-- Also stops INSERT OR REPLACE, which would delete without asking the trigger above.
CREATE TRIGGER audit_next_only BEFORE INSERT ON audit
WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM audit)
BEGIN
  SELECT RAISE(ABORT, 'the audit log has no gaps');
END;

CREATE TABLE session (
  token_hash TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  secrets_fingerprint TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE login_failure (
  at INTEGER NOT NULL,
  address TEXT NOT NULL
) STRICT;

CREATE INDEX login_failure_at ON login_failure (at);

CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  json TEXT NOT NULL CHECK (json_valid(json))
) STRICT, WITHOUT ROWID;

CREATE TABLE queued_cancel (
  order_id TEXT PRIMARY KEY,
  send_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
