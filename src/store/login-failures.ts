/** Failed logins on disk: a restart forgives nothing. */
import type { DatabaseSync } from 'node:sqlite'
import type { LoginFailureStore } from '#ports/stores.ts'

/** Login failures in the given database. */
export function createLoginFailureStore(sqlite: DatabaseSync): LoginFailureStore {
  const record = sqlite.prepare('INSERT INTO login_failure (at, address) VALUES (?, ?)')
  const count = sqlite.prepare(
    'SELECT count(*) AS count, min(at) AS oldest FROM login_failure WHERE at >= ?1 AND (?2 IS NULL OR address = ?2)',
  )
  const clear = sqlite.prepare('DELETE FROM login_failure WHERE at < ?')
  const read = (since: number, address: string | null): { count: number; oldest: number | null } => {
    const row = count.get(since, address)
    const oldest = row?.['oldest']
    return { count: Number(row?.['count'] ?? 0), oldest: typeof oldest === 'number' ? oldest : null }
  }
  return {
    record: (address, at) => {
      record.run(at, address)
    },
    count: (address, since) => read(since, address),
    countAll: (since) => read(since, null),
    clear: (before) => {
      clear.run(before)
    },
  }
}
