/** Proof that an order is over, and of what it has filled: asked before anything is sent in its place. */
import { pause } from '#lib/pause.ts'
import type { OrderId } from '#core/ids.ts'
import { ZERO, type Micros } from '#core/money.ts'
import { mayConcern, unreadTrades } from '#core/order/account-rows.ts'
import { isOpen, type OrderStatus } from '#core/order/order.ts'
import type { Room } from '../outside.ts'

export const PROVE_WITHIN_MS = 15_000
const PROVE_EVERY_MS = 500

/**
 * Final fill of a cancelled or ended order; null when it could not be proven in time. A cancel's answer is no proof:
 * the order's own row is, or its trades, twice the same.
 */
export async function proveOver(
  { clock, reads, book: { ledger } }: Room,
  id: OrderId,
): Promise<Micros | null> {
  const key = ledger.keyOf(id)
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
      const unread = trades.ok ? unreadTrades(trades.value, (one) => one === key, ledger.hasFill) : []
      if (trades.ok && unread.every((row) => !mayConcern(row, key, entry.order))) {
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
 * Waits for the end of an order that is being cancelled, and for the proof of it: once its cancel is answered, or a read or a frame
 * says that it is over, whatever becomes of the cancel, whose tries may take longer than there is time for.
 *
 * @param cancel  left out where another call cancels it
 * @returns whether it was cancelled, and its final fill; null when that could not be proven in time
 */
export async function proveEnd(
  room: Room,
  id: OrderId,
  cancel: Promise<boolean> = Promise.resolve(false),
): Promise<{ readonly isCancelled: boolean; readonly filled: Micros | null }> {
  const { clock, book } = room
  const entry = book.ledger.entry(id)
  if (entry === null) return { isCancelled: false, filled: null }
  const status = (): OrderStatus => book.ledger.entry(entry.key)?.order.status ?? 'live'
  const deadline = clock.monotonic() + PROVE_WITHIN_MS
  const said: { isCancelled: boolean | null } = { isCancelled: null }
  void cancel.then((isCancelled) => (said.isCancelled = isCancelled))
  while (said.isCancelled === null && isOpen(status()) && clock.monotonic() < deadline)
    await Promise.race([cancel, pause(clock, PROVE_EVERY_MS)])
  const isCancelled = said.isCancelled ?? status() === 'cancelled'
  const filled = await proveOver(room, entry.key)
  if (filled !== null) book.usage.proved(entry.order.clientOrderId)
  return { isCancelled, filled }
}
