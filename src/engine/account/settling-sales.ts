/**
 * What is surely held of an outcome while sales of it are not on the chain yet. Some venues take sold shares off the
 * balance when a trade is matched, others when it is mined, and a read does not say which: so a read may lower what is
 * held meanwhile, and never raise it.
 */
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { micros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Fill, FillStatus } from '#core/order/order.ts'
import { BoundedMap } from '#lib/bounded-map.ts'
import type { Clock } from '#ports/clock.ts'

export type SettlingSales = {
  /**
   * Receives a fill, again or for the first time.
   *
   * @param before  shares held as known before this fill; null when they were never read
   */
  readonly note: (fill: Fill, before: Micros | null) => void
  /** A read begins; what it answers is passed to the function it returns. */
  readonly beginRead: (outcomeId: OutcomeId) => (balance: Micros) => void
  /** Nothing settles any more, and no read that began since has ended. */
  readonly isReadDue: (outcomeId: OutcomeId) => boolean
  /** Shares surely held at most; null while nothing settles, when the balance is right. */
  readonly atMost: (outcomeId: OutcomeId) => Micros | null
}

/** Share counts, signed. */
type Change = { readonly from: bigint; readonly to: bigint }

type Bound = {
  /** Held when the first of the sales was received. */
  readonly base: Micros
  /** What each fill has changed since. */
  readonly changes: Map<string, Change>
}

type Sale = { readonly size: Micros; readonly at: Instant }

const MAX_STATUSES = 20_000
/** A trade that takes longer has lost its end: it must not keep the rest from being sold for ever. */
const SETTLES_WITHIN_MS = 600_000

/** Nothing settles. */
export function createSettlingSales(clock: Pick<Clock, 'now'>): SettlingSales {
  const statuses = new BoundedMap<string, FillStatus>(MAX_STATUSES)
  const settling = new Map<OutcomeId, Map<string, Sale>>()
  const bounds = new Map<OutcomeId, Bound>()

  /** Null when there are none. */
  function salesOf(outcomeId: OutcomeId): ReadonlyMap<string, Sale> | null {
    const sales = settling.get(outcomeId)
    if (sales === undefined) return null
    for (const [key, { at }] of sales) if (!isInTime(at)) sales.delete(key)
    if (sales.size > 0) return sales
    settling.delete(outcomeId)
    return null
  }

  function isInTime(at: Instant): boolean {
    return clock.now() - at < SETTLES_WITHIN_MS
  }

  /** Matched, or taken off the chain again: the balance may still hold the shares. */
  function isUnsettledSale({ side, status, at }: Fill): boolean {
    return side === 'SELL' && (status === 'matched' || status === 'retrying') && isInTime(at)
  }

  function follow(key: string, fill: Fill): void {
    const sales = settling.get(fill.outcomeId) ?? new Map<string, Sale>()
    if (isUnsettledSale(fill)) sales.set(key, fill)
    else sales.delete(key)
    if (sales.size > 0) settling.set(fill.outcomeId, sales)
    else settling.delete(fill.outcomeId)
  }

  function remember(key: string, status: FillStatus): FillStatus | null {
    const known = statuses.get(key) ?? null
    statuses.delete(key)
    statuses.set(key, status)
    return known
  }

  return {
    note(fill, before) {
      const key = `${fill.tradeId} ${fill.orderId}`
      const known = remember(key, fill.status)
      follow(key, fill)
      let bound = bounds.get(fill.outcomeId)
      if (bound === undefined) {
        if (before === null || !isUnsettledSale(fill)) return
        bound = { base: before, changes: new Map() }
        bounds.set(fill.outcomeId, bound)
      }
      const change = bound.changes.get(key)
      const to = effect(fill, fill.status)
      if (change !== undefined) bound.changes.set(key, { ...change, to })
      else if (fill.side === 'SELL') {
        bound.changes.set(key, { from: known === null ? 0n : effect(fill, known), to })
      } else if (known === null && to === 0n) {
        // Any other buy may be in the base already.
        bound.changes.set(key, { from: 0n, to })
      }
    },
    beginRead(outcomeId) {
      const wasSettling = salesOf(outcomeId) !== null
      return (balance) => {
        const sales = salesOf(outcomeId)
        if (sales === null && !wasSettling) bounds.delete(outcomeId)
        if (sales === null || bounds.has(outcomeId)) return
        const changes = new Map([...sales].map(([key, { size }]) => [key, { from: 0n, to: 0n - size }]))
        bounds.set(outcomeId, { base: balance, changes })
      }
    },
    isReadDue: (outcomeId) => bounds.has(outcomeId) && salesOf(outcomeId) === null,
    atMost(outcomeId) {
      const bound = bounds.get(outcomeId)
      if (bound === undefined) return null
      let sum: bigint = bound.base
      for (const { from, to } of bound.changes.values()) sum += to - from
      return sum > 0n ? micros(sum) : ZERO
    },
  }
}

/** Sold shares are gone unless the trade failed; bought ones are there once it is on the chain. */
function effect({ side, size }: Fill, status: FillStatus): bigint {
  if (side === 'SELL') return status === 'failed' ? 0n : 0n - size
  return status === 'mined' || status === 'confirmed' ? size : 0n
}
