/** Stores of the trading fixture, from one run to the next. */
import type { AttachedExit } from '#core/order/attached-exit.ts'
import { err, ok } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { AttachedExitStore, CancelQueueStore, QueuedCancel, SettingsStore } from '#ports/stores.ts'

import type { ManualClock } from './market-fakes.ts'
import type { MemoryAudit } from './memory-audit.ts'

/** A run of the fixture: what has been killed writes nothing. */
export type Run = { isAlive: boolean }

/** Settings in memory. */
export function settingsOf(rows: Map<string, string>): SettingsStore {
  return {
    read: (name) => rows.get(name) ?? null,
    write: (name, json) => {
      rows.set(name, json)
      return ok(undefined)
    },
  }
}

/** Attached exits that a live run writes. */
export function exitStoreOf(rows: Map<string, AttachedExit>, run: Run): AttachedExitStore {
  return {
    put(exit) {
      if (!run.isAlive) throw new Error('the run has ended')
      rows.set(exit.id, exit)
    },
    all: () => [...rows.values()],
    removeEndedBefore: () => {},
  }
}

/** Queued cancels that a live run writes. */
export function queueOf(rows: Map<string, QueuedCancel>, run: Run): CancelQueueStore {
  return {
    put(cancels) {
      for (const cancel of cancels) if (run.isAlive) rows.set(cancel.orderId, cancel)
    },
    remove(id) {
      if (run.isAlive) rows.delete(id)
    },
    all: () => [...rows.values()],
  }
}

/** Answers only while the run lasts, and does nothing after it. */
export function alive<T>(run: Run, call: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  if (!run.isAlive) return promise
  call().then(
    (value) => {
      if (run.isAlive) resolve(value)
    },
    (error: unknown) => {
      reject(error instanceof Error ? error : new Error(String(error)))
    },
  )
  return promise
}

/** A clock whose timers end with the run. */
export function clockOf(clock: ManualClock, run: Run): Clock {
  const guarded = (action: () => void) => (): void => {
    if (run.isAlive) action()
  }
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    after: (delayMs, action) => clock.after(delayMs, guarded(action)),
    every: (intervalMs, action) => clock.every(intervalMs, guarded(action)),
  }
}

/** An audit log that a live run writes. */
export function whileAlive(audit: MemoryAudit, run: Run): Pick<MemoryAudit, 'append'> {
  return { append: (entries) => (run.isAlive ? audit.append(entries) : err('unavailable')) }
}
