/**
 * Sessions and failed logins that outlive a disk which refuses: what cannot be written is kept in memory until the
 * process ends, so that a full disk keeps nobody from logging in and cancelling (INV-16), and forgives no failure.
 */
import type { Log } from '#ports/log.ts'
import type { LoginFailureStore, SessionStore } from '#ports/stores.ts'

type Attempt = <T>(work: () => T, otherwise: T) => T

/** Sessions on disk, beside those that the disk did not take; one that has ended stays ended either way. */
export function steadySessions(disk: SessionStore, memory: SessionStore, log: Log): SessionStore {
  const attempt = attempting('session', log)
  const ended = new Set<string>()
  return {
    put(session) {
      if (!attempt(() => done(disk.put(session)), false)) memory.put(session)
    },
    find(tokenHash) {
      if (ended.has(tokenHash)) return null
      return memory.find(tokenHash) ?? attempt(() => disk.find(tokenHash), null)
    },
    touch(tokenHash, at) {
      memory.touch(tokenHash, at)
      attempt(() => done(disk.touch(tokenHash, at)), false)
    },
    remove(tokenHash) {
      memory.remove(tokenHash)
      if (!attempt(() => done(disk.remove(tokenHash)), false)) ended.add(tokenHash)
    },
    removeOlderThan(createdBefore, usedBefore) {
      memory.removeOlderThan(createdBefore, usedBefore)
      attempt(() => done(disk.removeOlderThan(createdBefore, usedBefore)), false)
    },
  }
}

/** Failures on disk and those that the disk did not take, counted together. */
export function steadyLoginFailures(
  disk: LoginFailureStore,
  memory: LoginFailureStore,
  log: Log,
): LoginFailureStore {
  const attempt = attempting('login_failure', log)
  const none = { count: 0, oldest: null }
  return {
    record(address, at) {
      if (!attempt(() => done(disk.record(address, at)), false)) memory.record(address, at)
    },
    count: (address, since) =>
      sum(
        memory.count(address, since),
        attempt(() => disk.count(address, since), none),
      ),
    countAll: (since) =>
      sum(
        memory.countAll(since),
        attempt(() => disk.countAll(since), none),
      ),
    clear(before) {
      memory.clear(before)
      attempt(() => done(disk.clear(before)), false)
    },
  }
}

type Failures = ReturnType<LoginFailureStore['countAll']>

function sum(one: Failures, other: Failures): Failures {
  const oldest = [one.oldest, other.oldest].filter((at) => at !== null)
  return { count: one.count + other.count, oldest: oldest.length === 0 ? null : Math.min(...oldest) }
}

function done(_: void): boolean {
  return true
}

function attempting(what: string, log: Log): Attempt {
  return (work, otherwise) => {
    try {
      return work()
    } catch (error) {
      log.error('storage.refused', { what, error: error instanceof Error ? error.message : 'unknown' })
      return otherwise
    }
  }
}
