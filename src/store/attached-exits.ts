/** Attached exits on disk, whole, each write synced: the entry and each order of theirs leaves after it. */
import type { DatabaseSync } from 'node:sqlite'
import { formatMicros, micros, parseMicros, type Micros } from '#core/money.ts'
import { NO_SLIPPAGE, NO_WAITS } from '#core/order/attached-exit.ts'
import type { AttachedExit, EntryOrder, ExitOrder } from '#core/order/attached-exit.ts'
import type { AttachedExitStore } from '#ports/stores.ts'

/**
 * Attached exits in the given database.
 *
 * @param point  a crash test may stop the program after a write (ORD-6)
 */
export function createAttachedExitStore(
  sqlite: DatabaseSync,
  point: (name: string) => void = () => {},
): AttachedExitStore {
  const put = sqlite.prepare('INSERT OR REPLACE INTO attached_exit (id, ended_at, json) VALUES (?, ?, ?)')
  const all = sqlite.prepare('SELECT json FROM attached_exit ORDER BY id')
  const removeEnded = sqlite.prepare('DELETE FROM attached_exit WHERE ended_at < ?')
  return {
    put(exit) {
      put.run(exit.id, exit.end?.at ?? null, jsonOf(exit))
      point('exit.stored')
    },
    all: () => all.all().map((row) => read(String(row['json']))),
    removeEndedBefore: (at) => {
      removeEnded.run(at)
    },
  }
}

type Text<T> = { readonly [Key in keyof T]: T[Key] extends Micros ? string : T[Key] }
/** Its waits are of this run alone; a row of an earlier version has no distances. */
type Stored = Omit<Text<AttachedExit>, 'entries' | 'orders' | 'waits' | 'slippage'> & {
  readonly waits?: undefined
  readonly slippage?: AttachedExit['slippage']
  readonly entries: readonly Text<EntryOrder>[]
  readonly orders: readonly Text<ExitOrder>[]
}

/** Shares as decimal text: JSON has no integers of their length. */
function jsonOf(exit: AttachedExit): string {
  const stored: Stored = {
    ...exit,
    waits: undefined,
    given: formatMicros(exit.given),
    cut: formatMicros(exit.cut),
    entries: exit.entries.map((entry) => ({ ...entry, filled: formatMicros(entry.filled) })),
    orders: exit.orders.map((order) => ({
      ...order,
      size: formatMicros(order.size),
      filled: formatMicros(order.filled),
    })),
  }
  return JSON.stringify(stored)
}

function read(json: string): AttachedExit {
  const stored = JSON.parse(json) as Stored
  return {
    ...stored,
    slippage: stored.slippage ?? NO_SLIPPAGE,
    waits: NO_WAITS,
    given: amount(stored.given),
    cut: amount(stored.cut),
    entries: stored.entries.map((entry) => ({ ...entry, filled: amount(entry.filled) })),
    orders: stored.orders.map((order) => ({
      ...order,
      size: amount(order.size),
      filled: amount(order.filled),
    })),
  }
}

/** @throws for text that is no amount: a damaged row is not read as another one */
function amount(text: string): Micros {
  const parsed = parseMicros(text)
  if (!parsed.ok) throw new Error('a stored exit has no readable amount')
  return micros(parsed.value)
}
