/**
 * Every fill that the order ledger received, once for each trade and order (INV-10). Beyond a bound the oldest are folded into what
 * they left of each outcome and order: limits count the same as with all of them.
 */
import { fillFee } from '#core/fees.ts'
import type { MarketId, OrderId, OutcomeId, TradeId } from '#core/ids.ts'
import type { Market } from '#core/market/market.ts'
import { addMicros, type Micros, subtractMicros, ZERO } from '#core/money.ts'
import type { VenueTrade } from '#core/order/account-rows.ts'
import { isFinalFill } from '#core/order/fill-status.ts'
import type { Fill } from '#core/order/order.ts'
import { stepFill, type KnownFill, type OwnSide } from '#core/order/trade-fills.ts'
import { compareFills, type Holding, holdingFromFills } from '#core/position/holdings.ts'
import type { OwnChanges } from '#core/position/outside-holding.ts'
import { BoundedSet } from '#lib/bounded-map.ts'

/** Shares of one order: of fills that did not fail, and of those whose trade failed. */
type FillTotals = Record<'filled' | 'failed', Micros>

export type FillLedger = ReturnType<typeof createFillLedger>

type OfOutcome = {
  readonly marketId: MarketId
  opening: Holding
  keys: string[]
  /** Its fills as they were read last; null once one has changed. */
  read: OwnChanges | null
}

const MAX_FILLS = 20_000
const MAX_FOLDED = 200_000
const NOTHING: Holding = { size: ZERO, cost: ZERO }
const NONE: OwnChanges = { opening: NOTHING, changes: [] }

/**
 * Builds an empty ledger of fills.
 *
 * @param feeCurve  what taking costs in the outcome's market; `unknown` while the catalog does not know it
 * @param most  fills beyond which the oldest are folded
 */
export function createFillLedger(feeCurve: (outcomeId: OutcomeId) => Market['fee'], most = MAX_FILLS) {
  const fills = new Map<string, KnownFill>()
  /** Fills whose fee will be known with the market's curve. */
  const unpriced = new Set<string>()
  const orders = new Map<OrderId, FillTotals>()
  const outcomes = new Map<OutcomeId, OfOutcome>()
  /** Reported again they add nothing: each was final. */
  const folded = new BoundedSet<string>(MAX_FOLDED)
  let foldAt = most
  let feesLearnt = 0

  /**
   * Takes an order's part in a trade, under the id by which the venue calls it; null when it says nothing new.
   *
   * @param owner  the order's key, which never changes
   */
  function add(trade: VenueTrade, part: OwnSide, owner: OrderId): Fill | null {
    const key = `${trade.tradeId} ${owner}`
    const known = fills.get(key) ?? null
    const next = folded.has(key) ? null : stepFill(known, trade, part, feeCurve)
    if (next === null || next === known) return null
    count(owner, known?.fill, next.fill)
    store(key, next)
    if (known === null) outcomeOf(next.fill).keys.push(key)
    if (fills.size > foldAt) fold()
    return next.fill
  }

  function store(key: string, next: KnownFill): void {
    const { fill, isOnePrice } = next
    const outcome = outcomes.get((fills.get(key)?.fill ?? fill).outcomeId)
    if (outcome !== undefined) outcome.read = null
    fills.set(key, next)
    if (fill.fee === null && isOnePrice) unpriced.add(key)
    else unpriced.delete(key)
  }

  function count(order: OrderId, before: Fill | undefined, after: Fill): void {
    const totals = orders.get(order) ?? { filled: ZERO, failed: ZERO }
    orders.set(order, totals)
    if (before !== undefined) totals[kindOf(before)] = subtractMicros(totals[kindOf(before)], before.size)
    totals[kindOf(after)] = addMicros(totals[kindOf(after)], after.size)
  }

  function outcomeOf({ outcomeId, marketId }: Fill): OfOutcome {
    const known = outcomes.get(outcomeId) ?? { marketId, opening: NOTHING, keys: [], read: null }
    outcomes.set(outcomeId, known)
    return known
  }

  /** The catalog may have learnt a market's fee after its fills. */
  function priceFills(): void {
    for (const key of unpriced) {
      const known = fills.get(key)
      const fee = known === undefined ? null : fillFee(known.fill, true, feeCurve(known.fill.outcomeId))
      if (known === undefined || fee === null) continue
      store(key, { ...known, fill: { ...known.fill, fee } })
      feesLearnt += 1
    }
  }

  function kept(keys: readonly string[]): readonly Fill[] {
    return keys.flatMap((key) => fills.get(key)?.fill ?? [])
  }

  /**
   * Folds the oldest tenth. Of each outcome only fills that come before every one that stays: what they leave does not
   * depend on later ones then.
   */
  function fold(): void {
    const oldest = [...fills].toSorted(([, a], [, b]) => compareFills(a.fill, b.fill))
    const target = most - Math.floor(most / 10)
    const waiting = new Set<OutcomeId>()
    const gone = new Map<string, Fill>()
    for (const [key, { fill }] of oldest) {
      if (fills.size - gone.size <= target) break
      if (isFinalFill(fill.status) && !waiting.has(fill.outcomeId)) gone.set(key, fill)
      else waiting.add(fill.outcomeId)
    }
    for (const [outcomeId, of] of Map.groupBy(gone.values(), (fill) => fill.outcomeId)) {
      const outcome = outcomes.get(outcomeId)
      if (outcome === undefined) continue
      outcome.read = null
      outcome.opening = holdingFromFills(of, outcome.opening)
      outcome.keys = outcome.keys.filter((key) => !gone.has(key))
      if (outcome.keys.length === 0 && outcome.opening.size === 0n) outcomes.delete(outcomeId)
    }
    for (const key of gone.keys()) {
      for (const one of [fills, unpriced]) one.delete(key)
      folded.add(key)
    }
    foldAt = Math.max(most, fills.size + most / 10)
  }

  return {
    add,
    /** Null when no fill of the order was ever reported. */
    totals: (orderKey: OrderId): Readonly<FillTotals> | null => orders.get(orderKey) ?? null,
    /** The order's part in the trade has been read. */
    has(tradeId: TradeId, orderKey: OrderId): boolean {
      const key = `${tradeId} ${orderKey}`
      return fills.has(key) || folded.has(key)
    },
    /** Traded size of an order, whether the order is known or not. */
    filledOf: (orderKey: OrderId): Micros => orders.get(orderKey)?.filled ?? ZERO,
    /** Nobody asks for its totals any more. */
    forgetOrder: (orderKey: OrderId): void => void orders.delete(orderKey),
    /** Those that are not folded, newest first. */
    all: (): readonly Fill[] => {
      priceFills()
      return kept([...fills.keys()]).toSorted((a, b) => b.at - a.at)
    },
    /** How many fills have got their fee only after they were reported. */
    feesLearnt: (): number => {
      priceFills()
      return feesLearnt
    },
    /** All fills of the outcome, the folded ones as what they left; the same object while none changes. */
    changes(outcomeId: OutcomeId): OwnChanges {
      const outcome = outcomes.get(outcomeId)
      if (outcome === undefined) return NONE
      outcome.read ??= { opening: outcome.opening, changes: kept(outcome.keys) }
      return outcome.read
    },
    marketOf: (outcomeId: OutcomeId): MarketId | null => outcomes.get(outcomeId)?.marketId ?? null,
    outcomes: (): readonly OutcomeId[] => [...outcomes.keys()],
  }
}

function kindOf({ status }: Fill): keyof FillTotals {
  return status === 'failed' ? 'failed' : 'filled'
}
