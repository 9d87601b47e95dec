/** Proof that an order is over, and of what it has filled: asked before anything is sent in its place. */
import type { OrderId } from '#core/ids.ts'
import { micros, type Micros } from '#core/money.ts'
import { isOpen } from '#core/order/order.ts'
import type { Clock } from '#ports/clock.ts'
import { pause } from '../cancel/cancel-calls.ts'
import type { CancelAnswer } from '../cancel/cancel-by-id.ts'
import { mayConcern } from '../book-of-orders/ledger-entry.ts'
import type { OrderLedger } from '../book-of-orders/order-ledger.ts'
import type { AccountReads } from '../reconcile/reconciliation.ts'
import { unreadTrades } from '../book-of-orders/unread-account-rows.ts'

export const PROVE_WITHIN_MS = 15_000
const PROVE_EVERY_MS = 500

type ProofParts = {
  readonly clock: Clock
  readonly ledger: Pick<OrderLedger, 'entry' | 'seen' | 'trade' | 'hasFill'>
  readonly reads: Pick<AccountReads, 'order' | 'trades'>
}

/**
 * Final fill of a cancelled or ended order; null when it could not be proven in time. A cancel's answer is no proof:
 * the order's own row is, or its trades, twice the same.
 */
export async function proveOver(state: ProofParts, key: OrderId): Promise<Micros | null> {
  const deadline = state.clock.monotonic() + PROVE_WITHIN_MS
  let before: Micros | null = null
  while (state.clock.monotonic() < deadline) {
    const entry = state.ledger.entry(key)
    if (entry === null) return null
    const row = await state.reads.order(entry.order.id ?? key)
    if (row.ok && row.value !== null) {
      state.ledger.seen(row.value, 'lookup')
      const { state: shown } = row.value
      if (shown === 'cancelled' || shown === 'matched' || shown === 'invalid') return filled(state, key)
    } else if (row.ok && !isOpen(entry.order.status)) {
      // The venue forgets finished orders: its trades must then say the same twice.
      const trades = await state.reads.trades(entry.order.createdAt - 2_000)
      const unread = trades.ok ? unreadTrades(trades.value, (id) => id === key, state.ledger.hasFill) : []
      if (trades.ok && unread.every((row) => !mayConcern(row, entry))) {
        for (const trade of trades.value.trades) state.ledger.trade(trade, (id) => id === key)
        const now = filled(state, key)
        if (before !== null && now === before) return now
        before = now
      }
    }
    await pause(state.clock, PROVE_EVERY_MS)
  }
  return null
}

/**
 * Waits for the end of an order that is being cancelled: once its cancel is answered, or a read or a frame says that it is over,
 * whatever becomes of the cancel, whose tries may take longer than there is time for.
 *
 * @returns whether it was cancelled
 */
export async function awaitEnd(
  { clock, ledger }: Pick<ProofParts, 'clock' | 'ledger'>,
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

function filled(state: ProofParts, key: OrderId): Micros {
  return state.ledger.entry(key)?.order.filledSize ?? micros(0n)
}
