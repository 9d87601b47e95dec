/** What the trading fixture has on disk, from one run to the next. */
import type { AttachedExit } from '#core/order/attached-exit.ts'
import { ok } from '#lib/result.ts'
import type { AttachedExitStore, CancelQueueStore, QueuedCancel, SettingsStore } from '#ports/stores.ts'

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
