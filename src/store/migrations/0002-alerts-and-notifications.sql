CREATE TABLE alert (
  id TEXT PRIMARY KEY,
  json TEXT NOT NULL CHECK (json_valid(json))
) STRICT, WITHOUT ROWID;

-- `key` names what is told, so that it is told once; `words` is what a search looks through.
CREATE TABLE notification (
  id TEXT PRIMARY KEY,
  key TEXT UNIQUE,
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  read INTEGER NOT NULL CHECK (read IN (0, 1)),
  words TEXT NOT NULL,
  json TEXT NOT NULL CHECK (json_valid(json))
) STRICT, WITHOUT ROWID;

CREATE INDEX notification_at ON notification (at, id);
CREATE INDEX notification_unread ON notification (read) WHERE read = 0;

CREATE TABLE notification_delivery (
  notification_id TEXT NOT NULL REFERENCES notification (id) ON DELETE CASCADE,
  channel TEXT NOT NULL CHECK (channel IN ('toast', 'sound', 'desktop', 'chat')),
  state TEXT NOT NULL,
  reason TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (notification_id, channel)
) STRICT, WITHOUT ROWID;

CREATE INDEX notification_delivery_open ON notification_delivery (notification_id)
WHERE channel = 'chat' AND state IN ('queued', 'sending', 'retrying');
