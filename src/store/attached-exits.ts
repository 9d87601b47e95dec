/** Attached exits on disk, whole, each write synced: the entry and each order of theirs leaves after it. */
import type { DatabaseSync } from 'node:sqlite'
import { NO_LEGS, NO_SLIPPAGE, NO_WAITS, type AttachedExit } from '#core/order/attached-exit.ts'
import type { AttachedExitStore } from '#ports/stores.ts'
import { amountsJson } from './json.ts'

const JSON_OF_EXITS = amountsJson('given', 'cut', 'size', 'filled')

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
      put.run(exit.id, exit.end?.at ?? null, JSON_OF_EXITS.write({ ...exit, waits: undefined }))
      point('exit.stored')
    },
    all: () => all.all().map((row) => read(String(row['json']))),
    removeEndedBefore: (at) => {
      removeEnded.run(at)
    },
  }
}

const NONE_LOST = { further: [] }

/** Its waits are of this run alone; a row of an earlier version lacks distances, its name, and legs of later kinds. */
function read(json: string): AttachedExit {
  const stored = JSON_OF_EXITS.read(json) as AttachedExit
  return {
    ...stored,
    askedAs: stored.askedAs ?? null,
    legs: { ...NO_LEGS, ...stored.legs },
    asked: { ...NO_LEGS, ...stored.asked },
    targetCancelled: stored.targetCancelled && { ...NONE_LOST, ...stored.targetCancelled },
    slippage: { ...NO_SLIPPAGE, ...stored.slippage },
    waits: NO_WAITS,
  }
}
