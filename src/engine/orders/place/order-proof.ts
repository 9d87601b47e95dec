/** Proof that an order is over, and of what it has filled: asked before anything is sent in its place. */
import { pause } from '#lib/pause.ts'
import type { OrderId } from '#core/ids.ts'
import { ZERO, type Micros } from '#core/money.ts'
import { isOpen } from '#core/order/order.ts'
import { mayConcern } from '../book-of-orders/ledger-entry.ts'
import { unreadTrades } from '../book-of-orders/read-proofs.ts'
import type { CancelAnswer } from '../contract.ts'
import type { Room } from '../outside.ts'

export const PROVE_WITHIN_MS = 15_000
const PROVE_EVERY_MS = 500

/**
 * Final fill of a cancelled or ended order; null when it could not be proven in time. A cancel's answer is no proof:
 * the order's own row is, or its trades, twice the same.
 */
export async function proveOver(
  { clock, reads, book: { ledger } }: Room,
  key: OrderId,
): Promise<Micros | null> {
  const filled = (): Micros => ledger.entry(key)?.order.filledSize ?? ZERO
  const deadline = clock.monotonic() + PROVE_WITHIN_MS
  let before: Micros | null = null
  while (clock.monotonic() < deadline) {
    const entry = ledger.entry(key)
    if (entry === null) return null
    const row = await reads.order(entry.order.id ?? key)
    if (row.ok && row.value !== null) {
      ledger.seen(row.value, 'lookup')
      const { state: shown } = row.value
      if (shown === 'cancelled' || shown === 'matched' || shown === 'invalid') return filled()
    } else if (row.ok && !isOpen(entry.order.status)) {
      // The venue forgets finished orders: its trades must then say the same twice.
      const trades = await reads.trades(entry.order.createdAt - 2_000)
      const unread = trades.ok ? unreadTrades(trades.value, (id) => id === key, ledger.hasFill) : []
      if (trades.ok && unread.every((row) => !mayConcern(row, entry))) {
        for (const trade of trades.value.trades) ledger.trade(trade)
        const now = filled()
        if (before !== null && now === before) return now
        before = now
      }
    }
    await pause(clock, PROVE_EVERY_MS)
  }
  return null
}

/**
 * Waits for the end of an order that is being cancelled, and for the proof of it.
 *
 * @returns whether it was cancelled, and its final fill; null when that could not be proven in time
 */
export async function proveEnd(
  room: Room,
  id: OrderId,
  cancel: Promise<CancelAnswer> | undefined,
): Promise<{ readonly isCancelled: boolean; readonly filled: Micros | null }> {
  const { ledger, usage } = room.book
  const entry = ledger.entry(id)
  if (entry === null || cancel === undefined) return { isCancelled: false, filled: null }
  const isCancelled = await awaitEnd(room, entry.key, cancel)
  const filled = await proveOver(room, entry.key)
  if (filled !== null) usage.proved(entry.order.clientOrderId)
  return { isCancelled, filled }
}

/**
 * Waits for the end of an order that is being cancelled: once its cancel is answered, or a read or a frame says that it is over,
 * whatever becomes of the cancel, whose tries may take longer than there is time for.
 *
 * @returns whether it was cancelled
 */
async function awaitEnd(
  { clock, book: { ledger } }: Room,
  key: OrderId,
  cancel: Promise<CancelAnswer>,
): Promise<boolean> {
  const deadline = clock.monotonic() + PROVE_WITHIN_MS
  const said: { answer: CancelAnswer | null } = { answer: null }
  const answered = cancel.then((answer) => (said.answer = answer))
  while (said.answer === null && clock.monotonic() < deadline) {
    await Promise.race([answered, pause(clock, PROVE_EVERY_MS)])
    const status = ledger.entry(key)?.order.status ?? 'live'
    if (said.answer === null && !isOpen(status)) return status === 'cancelled'
  }
  return said.answer === 'cancelled'
}
