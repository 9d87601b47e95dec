/**
 * Sessions: only hashes of tokens, so that reading the database gives none. They are held in memory; what a disk that refuses did
 * not take goes with the next write, so that login and cancels work on a full disk (INV-16).
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Log } from '#ports/log.ts'
import type { SessionStore, StoredSession } from '#ports/stores.ts'
import { attempt } from './attempt.ts'

/**
 * Sessions in the given database.
 *
 * @param point  a crash test may stop the program after a write (ORD-6)
 */
export function createSessionStore(
  sqlite: DatabaseSync,
  log: Log,
  point: (name: string) => void = () => {},
): SessionStore {
  const put = sqlite.prepare(
    'INSERT OR REPLACE INTO session (token_hash, created_at, last_used_at, secrets_fingerprint) VALUES (?, ?, ?, ?)',
  )
  const remove = sqlite.prepare('DELETE FROM session WHERE token_hash = ?')
  const all = sqlite.prepare(
    `SELECT token_hash AS tokenHash, created_at AS createdAt, last_used_at AS lastUsedAt,
     secrets_fingerprint AS secretsFingerprint FROM session`,
  )
  const sessions = new Map<string, StoredSession>()
  /** Those that the disk does not have as they are. */
  const due = new Set<string>()
  attempt(log, 'session', () => {
    for (const row of all.all() as unknown as readonly StoredSession[])
      sessions.set(row.tokenHash, { ...row })
  })

  function write(tokenHash: string): void {
    const { createdAt, lastUsedAt, secretsFingerprint } = sessions.get(tokenHash) ?? {}
    if (createdAt === undefined || lastUsedAt === undefined || secretsFingerprint === undefined)
      remove.run(tokenHash)
    else put.run(tokenHash, createdAt, lastUsedAt, secretsFingerprint)
    due.delete(tokenHash)
  }

  function changed(...tokenHashes: readonly string[]): void {
    for (const tokenHash of tokenHashes) due.add(tokenHash)
    attempt(log, 'session', () => {
      for (const tokenHash of due) write(tokenHash)
      point('session.write')
    })
  }

  return {
    put(session) {
      sessions.set(session.tokenHash, session)
      changed(session.tokenHash)
    },
    find: (tokenHash) => sessions.get(tokenHash) ?? null,
    all: () => [...sessions.values()],
    touch(tokenHash, lastUsedAt) {
      const session = sessions.get(tokenHash)
      if (session === undefined) return
      sessions.set(tokenHash, { ...session, lastUsedAt })
      changed(tokenHash)
    },
    remove(tokenHash) {
      sessions.delete(tokenHash)
      changed(tokenHash)
    },
    removeOlderThan(createdBefore, usedBefore) {
      const old = [...sessions.values()].filter(
        ({ createdAt, lastUsedAt }) => createdAt < createdBefore || lastUsedAt < usedBefore,
      )
      for (const { tokenHash } of old) sessions.delete(tokenHash)
      changed(...old.map(({ tokenHash }) => tokenHash))
    },
  }
}
