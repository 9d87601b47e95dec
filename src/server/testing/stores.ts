/** Session, login-failure and settings stores in memory. */
import { ok } from '#lib/result.ts'
import { KNOWN } from '#ports/stores.ts'
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
  let rows: { caller: string; at: number }[] = []
  const summary = (found: typeof rows): { count: number; oldest: number | null } => ({
    count: found.length,
    oldest: found[0]?.at ?? null,
  })
  return {
    record: (caller, at) => void rows.push({ caller, at }),
    count: (caller, since) => summary(rows.filter((row) => row.at > since && row.caller === caller)),
    countUnknown: (since) => summary(rows.filter((row) => row.at > since && !row.caller.startsWith(KNOWN))),
    keep(from, until) {
      rows = rows.filter(({ at }) => at >= from && at <= until)
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
