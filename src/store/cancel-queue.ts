/** Cancels that wait for the venue, on disk: a restart sends them still. */
import type { DatabaseSync } from 'node:sqlite'
import type { CancelQueueStore } from '#ports/stores.ts'
import { transaction } from './schema.ts'

/** Queued cancels in the given database. */
export function createCancelQueueStore(sqlite: DatabaseSync): CancelQueueStore {
  const put = sqlite.prepare('INSERT OR REPLACE INTO queued_cancel (order_id, send_at) VALUES (?, ?)')
  const remove = sqlite.prepare('DELETE FROM queued_cancel WHERE order_id = ?')
  const all = sqlite.prepare('SELECT order_id, send_at FROM queued_cancel ORDER BY send_at, order_id')
  return {
    put: (cancels) => {
      transaction(sqlite, () => {
        for (const { orderId, sendAt } of cancels) put.run(orderId, sendAt)
      })
    },
    remove: (orderId) => {
      remove.run(orderId)
    },
    all: () => all.all().map((row) => ({ orderId: String(row['order_id']), sendAt: Number(row['send_at']) })),
  }
}
