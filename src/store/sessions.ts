/** Sessions on disk: only hashes of tokens, so that reading the database gives no session. */
import type { DatabaseSync } from 'node:sqlite'
import type { SessionStore, StoredSession } from '#ports/stores.ts'

/**
 * Sessions in the given database.
 *
 * @param point  a crash test may stop the program after a new session (ORD-6)
 */
export function createSessionStore(
  sqlite: DatabaseSync,
  point: (name: string) => void = () => {},
): SessionStore {
  const put = sqlite.prepare(
    'INSERT OR REPLACE INTO session (token_hash, created_at, last_used_at, secrets_fingerprint) VALUES (?, ?, ?, ?)',
  )
  const columns = `token_hash AS tokenHash, created_at AS createdAt, last_used_at AS lastUsedAt,
    secrets_fingerprint AS secretsFingerprint`
  const find = sqlite.prepare(`SELECT ${columns} FROM session WHERE token_hash = ?`)
  const all = sqlite.prepare(`SELECT ${columns} FROM session`)
  const touch = sqlite.prepare('UPDATE session SET last_used_at = ? WHERE token_hash = ?')
  const remove = sqlite.prepare('DELETE FROM session WHERE token_hash = ?')
  const removeOld = sqlite.prepare('DELETE FROM session WHERE created_at < ? OR last_used_at < ?')
  return {
    put: (session) => {
      put.run(session.tokenHash, session.createdAt, session.lastUsedAt, session.secretsFingerprint)
      point('session.write')
    },
    find: (tokenHash) => {
      const row = find.get(tokenHash)
      return row === undefined ? null : storedSession(row)
    },
    all: () => all.all().map(storedSession),
    touch: (tokenHash, at) => {
      touch.run(at, tokenHash)
    },
    remove: (tokenHash) => {
      remove.run(tokenHash)
    },
    removeOlderThan: (createdBefore, usedBefore) => {
      removeOld.run(createdBefore, usedBefore)
    },
  }
}

function storedSession(row: Readonly<Record<string, unknown>>): StoredSession {
  return {
    tokenHash: String(row['tokenHash']),
    createdAt: Number(row['createdAt']),
    lastUsedAt: Number(row['lastUsedAt']),
    secretsFingerprint: String(row['secretsFingerprint']),
  }
}
