/**
 * Ids of which nothing here says that they rest: a watchdog's old list, or somebody's guesses. What the venue lets a
 * signer cancel is for orders that do, so these go out behind them and in small numbers (INV-90).
 */
import type { OrderId } from '#core/ids.ts'
import { isOpen } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { bucketWaitMs, fullBucket, spendTokens, tokensAt } from '#lib/token-bucket.ts'
import type { LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { Room } from '../outside.ts'

/** Half of what the lowest tier of the venue refills, for people and programs together. */
const PER_SECOND = 20

/** Ids of a cancel that leave now, in this order, and those that are not sent to the venue. */
export type DividedCancel = {
  readonly go: readonly OrderId[]
  readonly stay: readonly { readonly id: OrderId; readonly rejection: Rejection }[]
}

/** Builds the division. Before own state has been read each id may be one that rests. */
export function createDoubtfulCancels(room: Room): (ids: readonly OrderId[]) => DividedCancel {
  const { clock } = room
  const { ledger, proofs } = room.book
  const full = () => fullBucket({ rate: PER_SECOND, burst: PER_SECOND }, clock.monotonic())
  const buckets = { person: full(), program: full() }

  function mayRest(id: OrderId): boolean {
    const entry = ledger.entry(id)
    if (entry === null) return false
    // Whoever names an order that has been moved means the one in its place.
    return isOpen(entry.order.status) || entry.isContradicted || isReplaced(entry)
  }

  function isReplaced({ key, order: { id } }: LedgerEntry): boolean {
    return ledger.openEntries().some(({ order }) => order.replaces === key || order.replaces === id)
  }

  return (ids) => {
    const resting = proofs.isReconciled() ? ids.filter(mayRest) : ids
    if (resting.length === ids.length) return { go: ids, stay: [] }
    const known = new Set(resting)
    const doubtful = ids.filter((id) => !known.has(id))
    const caller = (room.commandBy?.() ?? null) === null ? 'person' : 'program'
    const now = clock.monotonic()
    const count = Math.min(doubtful.length, Math.floor(tokensAt(buckets[caller], now)))
    buckets[caller] = spendTokens(buckets[caller], count, now)
    const left = doubtful.slice(count)
    const retryAfterMs = bucketWaitMs(buckets[caller], left.length, now)
    const why = rejection('not_cancellable', { message: TOO_MANY, retryAfterMs })
    return {
      go: [...resting, ...doubtful.slice(0, count)],
      stay: left.map((id) => ({ id, rejection: why })),
    }
  }
}

const TOO_MANY = `No open order here has this id. The venue is asked about ${PER_SECOND} such ids a second: send it again, or use Cancel All.`
