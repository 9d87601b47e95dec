/** Effects of the ledger's findings on the parts, which take each order one after the other. */
import type { Order } from '#core/order/order.ts'
import type { Cancels } from './cancel/cancel-orders.ts'
import type { IgnoredCancels } from './cancel/ignored-cancels.ts'
import type { LedgerEntry } from './book-of-orders/ledger-entry.ts'
import type { LedgerEvents } from './book-of-orders/book-events.ts'
import type { OrderUsage } from './book-of-orders/order-usage.ts'
import type { OrdersParts } from './orders-parts.ts'
import type { Placements } from './place/order-placement.ts'
import type { OrderRecorder } from './record/order-recorder.ts'
import { correction } from './place/placement-request.ts'
import type { OrderEndings } from './reconcile/order-endings.ts'
import type { Reconciliation } from './reconcile/reconciliation.ts'

type Watchers = Pick<OrdersParts, 'clock' | 'random' | 'log'> & {
  readonly recorder: Pick<OrderRecorder, 'after'>
  readonly placements: Pick<Placements, 'seen'>
  readonly usage: Pick<OrderUsage, 'observe'>
  readonly cancels: Pick<Cancels, 'observe'>
  readonly endings: Pick<OrderEndings, 'observe' | 'ended'>
  readonly ignored: Pick<IgnoredCancels, 'observe'>
  readonly reconciliation: Pick<Reconciliation, 'watch' | 'request'>
}

/** Has the parts watch the ledger. */
export function watchLedger(changes: Pick<LedgerEvents, 'watch'>, parts: Watchers): void {
  changes.watch({
    onCorrection: (entry, from) => recordCorrection(parts, entry, from),
    onEnded: parts.endings.ended,
    onNeedsRead: () => parts.reconciliation.request(0),
  })
  // A part takes a change once those before it in this list have.
  changes.watch({ onChange: (entry) => takeSeen(parts, entry) })
  changes.watch({ onChange: parts.usage.observe })
  changes.watch({ onChange: parts.cancels.observe })
  changes.watch({ onChange: parts.endings.observe })
  changes.watch({ onChange: parts.ignored.observe })
  changes.watch({ onChange: (entry) => comeCloser(parts, entry) })
}

/** A rejected order that is open is the placement's own correction, with SAFE. */
function recordCorrection(
  { random, log, recorder }: Watchers,
  entry: LedgerEntry,
  from: Order['status'],
): void {
  if (from === 'rejected') return
  recorder.after([correction(random.uuidV7(), entry)])
  log.warn('order.corrected', { order_id: entry.order.id, from, to: entry.order.status })
}

/** Whatever moved an order past these three proves that the venue has, or had, it. */
function takeSeen({ placements }: Watchers, entry: LedgerEntry): void {
  const { status } = entry.order
  if (status !== 'pending' && status !== 'unknown' && status !== 'rejected') placements.seen(entry)
}

/** A read comes soon, and another right after a matching delay. */
function comeCloser({ clock, reconciliation }: Watchers, { order: { delayEndsAt } }: LedgerEntry): void {
  reconciliation.watch()
  if (delayEndsAt !== null) reconciliation.request(Math.max(0, delayEndsAt - clock.now()) + 500)
}
