/**
 * Finds orders that the venue called cancelled and keeps all the same. One list proves nothing, as lists lag: it takes
 * two complete ones that began after the end, some time apart, and a lookup by id. Such an order counts as open and is
 * cancelled again until the venue agrees with itself.
 */
import type { OrderId } from '#core/ids.ts'
import { BoundedMap } from '#lib/bounded-map.ts'
import type { VenueOrder } from '#ports/venue-account.ts'
import { cancelOne, type Cancels } from './cancel-calls.ts'

/** Monotonic times. */
type Cancelled = {
  /** When it ended, or was last cancelled again. */
  since: number
  /** When the first of the lists began that showed it in a row since then. */
  listedSince: number | null
  isChecked: boolean
}

/** Between two lists that count, and between two cancels of one order. */
const APART_MS = 5_000
/** As many ended orders as the ledger keeps. */
const MAX_KEPT = 5_000

/** Begins the watch. */
export function watchIgnoredCancels(state: Cancels): void {
  const { clock, log, bus, book, reads } = state
  const { ledger } = book
  const cancelled = new BoundedMap<OrderId, Cancelled>(MAX_KEPT)

  function look(rows: readonly VenueOrder[], startedAt: number): void {
    const listed = new Set(
      rows.flatMap(({ id, state }) => (isResting(state, true) ? (ledger.entry(id)?.key ?? []) : [])),
    )
    for (const [key, of] of cancelled) {
      if (startedAt < of.since) continue
      const isListed = listed.has(key)
      if (ledger.entry(key)?.isContradicted === true) {
        if (startedAt - of.since >= APART_MS) void check(key, of, isListed)
      } else if (!isListed) {
        of.listedSince = null
      } else {
        of.listedSince ??= startedAt
        if (startedAt - of.listedSince >= APART_MS) void check(key, of, isListed)
        else book.tell('read_wanted', APART_MS)
      }
    }
  }

  async function check(key: OrderId, of: Cancelled, isListed: boolean): Promise<void> {
    if (of.isChecked) return
    of.isChecked = true
    try {
      const row = await reads.order(ledger.venueId(key))
      // Failing to look is no evidence; where the list shows it and the lookup does not know it, neither is believed.
      if (!row.ok || cancelled.get(key) !== of || (row.value === null && isListed)) return
      const isIgnored = row.value !== null && isResting(row.value.state, isListed)
      if (!isIgnored && row.value !== null) book.tell('looked_up', row.value)
      const isKnown = ledger.entry(key)?.isContradicted === true
      const entry = ledger.contradict(key, isIgnored)
      if (isIgnored && entry === null) return
      if (isIgnored && !isKnown && entry !== null) {
        log.warn('order.cancel_ignored', { order_id: entry.order.id })
        bus.publish('cancel_ignored', { order: entry.order, at: clock.now() })
      }
      if (isIgnored) await cancelOne(state, key, 'ignored')
      Object.assign(of, { since: clock.monotonic(), listedSince: null })
    } catch (error) {
      log.error('order.check_threw', { order_id: key, error: String(error) })
    } finally {
      of.isChecked = false
    }
  }

  // An order that is cancelled is looked for from now on.
  book.on('changed', ({ key, order }) => {
    if (order.status !== 'cancelled') cancelled.delete(key)
    else if (!cancelled.has(key)) {
      cancelled.set(key, { since: clock.monotonic(), listedSince: null, isChecked: false })
    }
  })
  book.on('listed', ({ rows, startedAt }) => look(rows, startedAt))
}

/** The venue calls what rests after its matching delay unmatched, and what was killed at once: the list shows the former. */
function isResting(state: VenueOrder['state'], isListed: boolean): boolean {
  return state === 'live' || (state === 'unmatched' && isListed)
}
