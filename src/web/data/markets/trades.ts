/** The tape of one outcome: what others traded, newest first. */
import { trade } from '#contract/records/books.ts'
import type { Trade } from '../../platform/api/client.ts'
import { createListStore } from '../../platform/live/list-store.ts'
import type { ListStore } from '../../platform/live/list-store.ts'

export function createTrades(onChange: () => void): ListStore<Trade> {
  return createListStore<Trade>({
    decode: trade.decode,
    keyOf: ({ number }) => String(number),
    order: (a, b) => b.number - a.number,
    onChange,
  })
}
