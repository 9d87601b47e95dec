/** Session, login-failure and settings stores in memory. */
import { ok } from '#lib/result.ts'
import type { LoginFailureStore, SessionStore, SettingsStore, StoredSession } from '#ports/stores.ts'

export type MemorySessionStore = SessionStore & { readonly rows: Map<string, StoredSession> }

export function createMemorySessionStore(): MemorySessionStore {
  const rows = new Map<string, StoredSession>()
  return {
    rows,
    put: (session) => void rows.set(session.tokenHash, session),
    find: (tokenHash) => rows.get(tokenHash) ?? null,
    all: () => [...rows.values()],
    touch(tokenHash, at) {
      const row = rows.get(tokenHash)
      if (row !== undefined) rows.set(tokenHash, { ...row, lastUsedAt: at })
    },
    remove: (tokenHash) => void rows.delete(tokenHash),
    removeOlderThan(createdBefore, usedBefore) {
      for (const row of rows.values()) {
        if (row.createdAt < createdBefore || row.lastUsedAt < usedBefore) rows.delete(row.tokenHash)
      }
    },
  }
}

export function createMemoryLoginFailures(): LoginFailureStore {
  let rows: { address: string; at: number }[] = []
  const summary = (since: number, address: string | null): { count: number; oldest: number | null } => {
    const found = rows.filter((row) => row.at > since && (address === null || row.address === address))
    return { count: found.length, oldest: found[0]?.at ?? null }
  }
  return {
    record: (address, at) => void rows.push({ address, at }),
    count: (address, since) => summary(since, address),
    countAll: (since) => summary(since, null),
    clear(before) {
      rows = rows.filter((row) => row.at >= before)
    },
  }
}

export function createMemorySettings(): SettingsStore {
  const rows = new Map<string, string>()
  return {
    read: (name) => rows.get(name) ?? null,
    write(name, json) {
      rows.set(name, json)
      return ok(undefined)
    },
  }
}
