/**
 * Finds orders that the venue called cancelled and keeps all the same. One list proves nothing, as lists lag: it takes
 * two complete ones that began after the end, some time apart, and a lookup by id. Such an order counts as open and is
 * cancelled again until the venue agrees with itself.
 */
import type { OrderId } from '#core/ids.ts'
import type { VenueOrder } from '#core/order/account-rows.ts'
import { cancelOne, type Cancels } from './cancel-calls.ts'

/** Between two lists that count, and between two cancels of one order. */
const APART_MS = 5_000

/** Begins the watch. */
export function watchIgnoredCancels(state: Cancels): void {
  const { clock, log, bus, book, reads } = state
  const { ledger } = book
  /** Monotonic; since when each is listed by all lists, or when it was looked up last. */
  let suspects = new Map<OrderId, number>()
  const checking = new Set<OrderId>()

  function look(rows: readonly VenueOrder[], startedAt: number): void {
    const listed = rows.filter((row) => isResting(row.state, true)).map(({ id }) => ledger.keyOf(id))
    const contradicted = ledger.openEntries().flatMap((entry) => (entry.isContradicted ? entry.key : []))
    const cancelled = listed.filter((key) => {
      const entry = ledger.entry(key)
      return entry?.order.status === 'cancelled' && (entry.endedAt ?? startedAt) <= startedAt
    })
    const before = suspects
    suspects = new Map([...contradicted, ...cancelled].map((key) => [key, before.get(key) ?? startedAt]))
    for (const [key, since] of suspects)
      if (startedAt - since < APART_MS) book.tell('read_wanted', APART_MS)
      else if (!checking.has(key)) {
        checking.add(key)
        void check(key, listed.includes(key)).finally(() => checking.delete(key))
      }
  }

  async function check(key: OrderId, isListed: boolean): Promise<void> {
    const row = await reads.order(ledger.venueId(key))
    // Failing to look is no evidence; where the list shows it and the lookup does not know it, neither is believed.
    if (!row.ok || (row.value === null && isListed)) return
    const isIgnored = row.value !== null && isResting(row.value.state, isListed)
    if (!isIgnored && row.value !== null) book.tell('looked_up', row.value)
    const isKnown = ledger.entry(key)?.isContradicted === true
    const entry = ledger.contradict(key, isIgnored)
    if (isIgnored && !isKnown && entry !== null) {
      log.warn('order.cancel_ignored', { order_id: entry.order.id })
      bus.publish('cancel_ignored', { order: entry.order, at: clock.now() })
    }
    if (isIgnored && entry !== null) await cancelOne(state, key, 'ignored')
    suspects.set(key, clock.monotonic())
  }

  book.on('listed', ({ rows, startedAt }) => look(rows, startedAt))
}

/** The venue calls what rests after its matching delay unmatched, and what was killed at once: the list shows the former. */
function isResting(state: VenueOrder['state'], isListed: boolean): boolean {
  return state === 'live' || (state === 'unmatched' && isListed)
}
