/**
 * Every fill that the order ledger received, once for each trade and order (INV-10). Beyond a bound the oldest are folded into what
 * they left of each outcome and order: limits count the same as with all of them. A row names the taker's own price, which may be his
 * limit: resting orders trade at theirs, and the taker gets any improvement.
 */
import { fillFee } from '#core/fees.ts'
import type { MarketId, OrderId, OutcomeId, TradeId } from '#core/ids.ts'
import type { Market } from '#core/market/market.ts'
import { addMicros, type Micros, micros, subtractMicros, ZERO } from '#core/money.ts'
import { isFinalFill, laterFillStatus } from '#core/order/fill-status.ts'
import { notional } from '#core/order/order-amounts.ts'
import type { Fill } from '#core/order/order.ts'
import { compareFills, type Holding, holdingFromFills } from '#core/position/holdings.ts'
import type { OwnChanges } from '#core/position/outside-holding.ts'
import { type Price, priceFromSteps } from '#core/price.ts'
import { BoundedSet } from '#lib/bounded-map.ts'
import type { TradeSide, VenueTrade } from '#ports/venue-account.ts'

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
/** A resting order trades at its own price. */
const MADE = { isOnePrice: false, isProved: true } as const
const NOTHING: Holding = { size: ZERO, cost: ZERO }
const NONE: OwnChanges = { opening: NOTHING, changes: [] }

/**
 * Builds an empty ledger of fills.
 *
 * @param feeCurve  what taking costs in the outcome's market; `unknown` while the catalog does not know it
 * @param most  fills beyond which the oldest are folded
 */
export function createFillLedger(feeCurve: (outcomeId: OutcomeId) => Market['fee'], most = MAX_FILLS) {
  const fills = new Map<string, Fill>()
  /** Fills whose cash rests on the taker's own price: a row that tells the makers completes them (INV-79). */
  const unproved = new Set<string>()
  /** Fills whose fee will be known with the market's curve. */
  const unpriced = new Set<string>()
  const orders = new Map<OrderId, FillTotals>()
  const outcomes = new Map<OutcomeId, OfOutcome>()
  /** Reported again they add nothing: each was final. */
  const folded = new BoundedSet<string>(MAX_FOLDED)
  let foldAt = most
  let feesLearnt = 0

  /**
   * Takes an order's part in a trade; null when it says nothing new. More shares than before, or makers that are all known
   * where some were not, are better evidence: they take the place of what was read first (INV-79).
   *
   * @param side  null when it is not understood: only the trade's state is taken
   * @param owner  the order as it is kept: its key never changes, its id may
   */
  function add(
    trade: VenueTrade,
    side: TradeSide | null,
    role: Fill['role'],
    owner: { readonly key: OrderId; readonly id: OrderId },
  ): Fill | null {
    const key = `${trade.tradeId} ${owner.key}`
    if (folded.has(key)) return null
    const known = fills.get(key)
    const status = known === undefined ? trade.status : laterFillStatus(known.status, trade.status)
    const txHash = trade.txHash ?? known?.txHash ?? null
    const better = side === null ? null : betterThan(known, unproved.has(key), { trade, side, role })
    if (better === null) {
      if (known === undefined || (known.status === status && known.txHash === txHash)) return null
      const fill = { ...known, status, txHash }
      count(owner.key, known, fill)
      store(key, fill)
      return fill
    }
    const { price, cash, isOnePrice } = better
    const { outcomeId, size } = better.side
    const fill: Fill = {
      ...better.side,
      fee: fillFee({ size, price, role }, isOnePrice, feeCurve(outcomeId)),
      tradeId: trade.tradeId,
      orderId: owner.id,
      price,
      cash,
      role,
      status,
      txHash,
      at: known?.at ?? trade.at,
    }
    count(owner.key, known, fill)
    store(key, fill)
    if (better.isProved) unproved.delete(key)
    else unproved.add(key)
    if (fill.fee === null && isOnePrice) unpriced.add(key)
    else unpriced.delete(key)
    if (known !== undefined) return fill
    outcomeOf(fill).keys.push(key)
    if (fills.size > foldAt) fold()
    return fill
  }

  function store(key: string, fill: Fill): void {
    const outcome = outcomes.get((fills.get(key) ?? fill).outcomeId)
    if (outcome !== undefined) outcome.read = null
    fills.set(key, fill)
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
      const fill = fills.get(key)
      const fee = fill === undefined ? null : fillFee(fill, true, feeCurve(fill.outcomeId))
      if (fill === undefined || fee === null) continue
      store(key, { ...fill, fee })
      unpriced.delete(key)
      feesLearnt += 1
    }
  }

  function kept(keys: readonly string[]): readonly Fill[] {
    return keys.flatMap((key) => fills.get(key) ?? [])
  }

  /**
   * Folds the oldest tenth. Of each outcome only fills that come before every one that stays: what they leave does not
   * depend on later ones then.
   */
  function fold(): void {
    const oldest = [...fills.entries()].toSorted(([, a], [, b]) => compareFills(a, b))
    const target = most - Math.floor(most / 10)
    const waiting = new Set<OutcomeId>()
    const gone = new Map<string, Fill>()
    for (const [key, fill] of oldest) {
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
      for (const kept of [fills, unpriced, unproved]) kept.delete(key)
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
      return [...fills.values()].toSorted((a, b) => b.at - a.at)
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

/** The side as it is to be kept; null when what is known is as good. */
function betterThan(
  known: Fill | undefined,
  isUnproved: boolean,
  read: { readonly trade: VenueTrade; readonly side: TradeSide; readonly role: Fill['role'] },
): (Taken & { readonly side: TradeSide }) | null {
  const { side } = read
  const found =
    read.role === 'taker' ? taken(side, read.trade) : { price: side.price, cash: cashOf(side), ...MADE }
  const isBetter =
    known === undefined ||
    side.size > known.size ||
    (side.size === known.size && found.isProved && isUnproved)
  return isBetter ? { ...found, side } : null
}

function kindOf({ status }: Fill): keyof FillTotals {
  return status === 'failed' ? 'failed' : 'filled'
}

type OwnSide = {
  readonly orderId: OrderId
  readonly role: Fill['role']
  /** Null when some of it is not understood: part of a sum is not the sum. */
  readonly side: TradeSide | null
}

/** Own orders' parts in a trade, one for each: an order that appears more than once has the sum (INV-10). */
export function ownSides(
  { taker, makers, notUnderstood }: VenueTrade,
  isOurs: (id: OrderId) => boolean,
): readonly OwnSide[] {
  const read = [
    ...(taker === null ? [] : [{ role: 'taker' as const, side: taker }]),
    ...makers.map((side) => ({ role: 'maker' as const, side })),
  ]
  const unread = notUnderstood.flatMap(({ orderId, role }) =>
    orderId !== null && isOurs(orderId) ? { orderId, role, side: null } : [],
  )
  const whole = Map.groupBy(
    read.filter(({ side }) => isOurs(side.orderId)),
    ({ side }) => side.orderId,
  )
  return [
    ...unread,
    ...[...whole].flatMap(([orderId, parts]) =>
      unread.some((one) => one.orderId === orderId)
        ? []
        : { orderId, role: parts[0]?.role ?? 'maker', side: sumOf(parts.map(({ side }) => side)) },
    ),
  ]
}

/** At the average price, though one order rests at one. */
function sumOf(sides: readonly TradeSide[]): TradeSide | null {
  const [first] = sides
  if (first === undefined || sides.length === 1) return first ?? null
  const size = addMicros(...sides.map((side) => side.size))
  const price = averageOf(sides, size)
  return price === null ? null : { ...first, size, price, cash: addMicros(...sides.map(cashOf)) }
}

type Taken = {
  /** Average of several, to the nearest 0.0001. */
  readonly price: Price
  readonly cash: Micros
  /** Every maker met the taker at it: only then is the fee known. */
  readonly isOnePrice: boolean
  /** The makers say it; else it is the taker's own price, which may be his limit or rounded. */
  readonly isProved: boolean
}

const STEPS_OF_ONE = 10_000
/** Sizes of makers and taker may differ by what is lost in rounding: less than the hundredth that an order is made of. */
const ROUNDED = 10_000n

/** Cost of one side's shares. */
function cashOf({ price, size, cash }: TradeSide): Micros {
  return cash ?? notional(price, size)
}

/** By the makers; by the taker's own price where they tell none, not all of it, or a worse one than he would have taken. */
function taken(taker: TradeSide, { makers, notUnderstood }: VenueTrade): Taken {
  const met = makers.map((maker) => asTaken(maker, taker))
  const areAll = (price: number): boolean =>
    met.length > 0 && notUnderstood.length === 0 && met.every((one) => one.price === price)
  const [size, cash] = [addMicros(...met.map((one) => one.size)), addMicros(...met.map((one) => one.cash))]
  const isWhole = size > 0n && size - taker.size < ROUNDED && taker.size - size < ROUNDED
  const own = { price: taker.price, cash: cashOf(taker), isOnePrice: areAll(taker.price), isProved: false }
  if (!isWhole) return own
  const average = own.isOnePrice ? taker.price : averageOf(met, size)
  const isWorse = average !== null && (taker.side === 'BUY' ? average > taker.price : average < taker.price)
  if (average === null || isWorse) return own
  return { price: average, cash, isOnePrice: areAll(average), isProved: true }
}

type Met = { readonly price: number; readonly size: Micros; readonly cash: Micros }

/** Makers on the other outcome meet the taker across one whole. */
function asTaken(maker: TradeSide, taker: TradeSide): Met {
  const { size, price } = maker
  const cash = cashOf(maker)
  const isSame = maker.outcomeId === taker.outcomeId && maker.side !== taker.side
  return isSame ? { price, size, cash } : { price: STEPS_OF_ONE - price, size, cash: micros(size - cash) }
}

function averageOf(met: readonly Pick<Met, 'price' | 'size'>[], size: Micros): Price | null {
  const weighted = met.reduce((sum, one) => sum + one.size * BigInt(one.price), 0n)
  return priceFromSteps(Number((2n * weighted + size) / (2n * size)))
}
