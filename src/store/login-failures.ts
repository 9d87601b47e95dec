/** Failed logins, on disk so that a restart forgives nothing, and in memory so that none is forgiven on a disk that refuses. */
import type { DatabaseSync } from 'node:sqlite'
import type { Log } from '#ports/log.ts'
import { KNOWN, type LoginFailureStore } from '#ports/stores.ts'
import { attempt } from './attempt.ts'

type Failure = { readonly at: number; readonly address: string }

/** Login failures in the given database. */
export function createLoginFailureStore(sqlite: DatabaseSync, log: Log): LoginFailureStore {
  const record = sqlite.prepare('INSERT INTO login_failure (at, address) VALUES (?, ?)')
  const all = sqlite.prepare('SELECT at, address FROM login_failure')
  const keep = sqlite.prepare('DELETE FROM login_failure WHERE at < ? OR at > ?')
  let failures: readonly Failure[] = []
  attempt(log, 'login_failure', () => {
    failures = all.all() as unknown as readonly Failure[]
  })

  function summary(counts: (failure: Failure) => boolean): ReturnType<LoginFailureStore['count']> {
    const times = failures.filter(counts).map(({ at }) => at)
    return { count: times.length, oldest: times.length === 0 ? null : Math.min(...times) }
  }

  return {
    record(address, at) {
      failures = [...failures, { at, address }]
      attempt(log, 'login_failure', () => void record.run(at, address))
    },
    count: (caller, since) => summary(({ at, address }) => at > since && address === caller),
    countUnknown: (since) => summary(({ at, address }) => at > since && !address.startsWith(KNOWN)),
    keep(from, until) {
      failures = failures.filter(({ at }) => at >= from && at <= until)
      attempt(log, 'login_failure', () => void keep.run(from, until))
    },
  }
}
