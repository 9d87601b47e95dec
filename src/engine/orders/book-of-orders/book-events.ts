/** Passes on what the ledger finds to all who watch it, in the order in which they began. */
import type { LedgerHooks } from './order-ledger.ts'

export type LedgerEvents = {
  /** Callbacks of the ledger. */
  readonly hooks: LedgerHooks
  readonly watch: (watcher: Partial<LedgerHooks>) => void
}

/** Builds it; nobody watches yet. */
export function createLedgerEvents(): LedgerEvents {
  const watchers: Partial<LedgerHooks>[] = []
  return {
    hooks: {
      onCorrection(entry, from) {
        for (const watcher of watchers) watcher.onCorrection?.(entry, from)
      },
      onEnded(entry, how) {
        for (const watcher of watchers) watcher.onEnded?.(entry, how)
      },
      onNeedsRead() {
        for (const watcher of watchers) watcher.onNeedsRead?.()
      },
      onChange(entry) {
        for (const watcher of watchers) watcher.onChange?.(entry)
      },
    },
    watch(watcher) {
      watchers.push(watcher)
    },
  }
}
