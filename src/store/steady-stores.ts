/**
 * Sessions and failed logins that outlive a disk which refuses: what cannot be written is kept in memory until the
 * process ends, so that login and cancels work on a full disk (INV-16), and every failed login still counts.
 */
import type { Log } from '#ports/log.ts'
import type { LoginFailureStore, SessionStore } from '#ports/stores.ts'

type Attempt = {
  /** False when the disk refused. */
  readonly write: (work: () => void) => boolean
  readonly read: <T>(work: () => T, otherwise: T) => T
}

/**
 * Sessions on disk, beside those that the disk did not take. One that has ended stays ended either way: what the disk
 * still holds of it goes with the next write that it takes.
 */
export function steadySessions(disk: SessionStore, memory: SessionStore, log: Log): SessionStore {
  const attempt = attempting('session', log)
  const ended = new Set<string>()

  function write(work: () => void): boolean {
    if (!attempt.write(work)) return false
    for (const tokenHash of ended) {
      if (!attempt.write(() => disk.remove(tokenHash))) break
      ended.delete(tokenHash)
    }
    return true
  }

  return {
    put(session) {
      if (!write(() => disk.put(session))) memory.put(session)
    },
    find(tokenHash) {
      if (ended.has(tokenHash)) return null
      return memory.find(tokenHash) ?? attempt.read(() => disk.find(tokenHash), null)
    },
    all() {
      const kept = memory.all()
      const known = new Set([...ended, ...kept.map(({ tokenHash }) => tokenHash)])
      const onDisk = attempt.read(() => disk.all(), [])
      return [...kept, ...onDisk.filter(({ tokenHash }) => !known.has(tokenHash))]
    },
    touch(tokenHash, at) {
      memory.touch(tokenHash, at)
      write(() => disk.touch(tokenHash, at))
    },
    remove(tokenHash) {
      memory.remove(tokenHash)
      if (!write(() => disk.remove(tokenHash))) ended.add(tokenHash)
    },
    removeOlderThan(createdBefore, usedBefore) {
      memory.removeOlderThan(createdBefore, usedBefore)
      write(() => disk.removeOlderThan(createdBefore, usedBefore))
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
    record(caller, at) {
      if (!attempt.write(() => disk.record(caller, at))) memory.record(caller, at)
    },
    count: (caller, since) =>
      sum(
        memory.count(caller, since),
        attempt.read(() => disk.count(caller, since), none),
      ),
    countUnknown: (since) =>
      sum(
        memory.countUnknown(since),
        attempt.read(() => disk.countUnknown(since), none),
      ),
    keep(from, until) {
      memory.keep(from, until)
      attempt.write(() => disk.keep(from, until))
    },
    takeReset: () => attempt.read(() => disk.takeReset(), false),
  }
}

type Failures = ReturnType<LoginFailureStore['count']>

function sum(one: Failures, other: Failures): Failures {
  const oldest = [one.oldest, other.oldest].filter((at) => at !== null)
  return { count: one.count + other.count, oldest: oldest.length === 0 ? null : Math.min(...oldest) }
}

function attempting(what: string, log: Log): Attempt {
  function read<T>(work: () => T, otherwise: T): T {
    try {
      return work()
    } catch (error) {
      log.error('storage.refused', { what, error: error instanceof Error ? error.message : 'unknown' })
      return otherwise
    }
  }
  return {
    read,
    write: (work) =>
      read(() => {
        work()
        return true
      }, false),
  }
}
