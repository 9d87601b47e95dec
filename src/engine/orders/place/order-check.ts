/** Gathers what the pure risk check needs, at one instant, with no waiting in between. */
import type { MarketId, OrderId, OutcomeId } from '#core/ids.ts'
import { addMicros, subtractMicros, ZERO, type Micros } from '#core/money.ts'
import type { LeavingOrder } from '#core/order/cancel-barriers.ts'
import { remaining, type Order, type OrderIntent, type OrderTerms } from '#core/order/order.ts'
import { restingSales, salesInTheWay } from '#core/order/way-out.ts'
import type { TickSize } from '#core/price.ts'
import { rejection, type RejectCode, type Rejection } from '#core/reject-codes.ts'
import {
  acceptedSale,
  type Change,
  changedShares,
  goneOrder,
  ofAll,
  sentOrder,
  withChanges,
} from '#core/risk-changes.ts'
import { buysMore, checkListing, checkOrder, crosses, listingOf, type Listing } from '#core/risk.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { mayRest } from '../book-of-orders/ledger-entry.ts'
import type { Room } from '../outside.ts'
import type { SettlingShares } from '../book-of-orders/order-usage.ts'

/**
 * The gates of every request that creates an order (ORD-1), asked before the rows and again before the first byte: the first that
 * is closed, or null. A cancel that came since `epoch`, or is under way, and means the order closes it; without an order only
 * Cancel All and SAFE do.
 */
export type OrderGate = (epoch: number, order?: Omit<LeavingOrder, 'marketId'>) => Rejection | null

/** Facts of its market that an order is signed with. */
export type CheckedTerms = {
  readonly marketId: MarketId
  readonly tickSize: TickSize
  readonly negRisk: boolean
  readonly addsRisk: boolean
}

type CheckedOrder = Result<CheckedTerms, Rejection>

type Counting = {
  /** Orders that are counted as gone: what would refuse the new order must not cost the trader these. */
  readonly old?: readonly Order[]
  /** Orders of the same command. */
  readonly others?: readonly Change[]
  /** How many of them the venue has to take at once with this one. */
  readonly together?: number
  /** It buys no more than is held (INV-50), by balances that may show what no fill and no list does yet. */
  readonly isHedge?: boolean
}

export type OrderCheck = ReturnType<typeof createOrderCheck>

export function createOrderCheck(
  parts: Room & { readonly settling: SettlingShares; readonly gate: OrderGate },
) {
  const { catalog, books, funds } = parts
  const { usage, cancels, ledger } = parts.book
  /** Orders that wait for the end of others which they replace: room that one of them was judged by is not there for the next. */
  const moves = new Map<OrderId, OrderTerms>()

  function listing(outcomeId: OutcomeId): Listing | null {
    const market = catalog.outcome(outcomeId)?.market
    const book = books.view(outcomeId)
    return market === undefined || book === null ? null : listingOf(market, book, books.lastBest(outcomeId))
  }

  /** Shares of an outcome that a sale may have; null when they were never read. */
  function freeShares(outcomeId: OutcomeId): Micros | null {
    const shares = funds.shares(outcomeId)
    return shares === null ? null : subtractMicros(shares, usage.reservedShares(outcomeId))
  }

  /** Own sales that a sale may have cancelled first. */
  function inTheWay(terms: OrderTerms): readonly Order[] {
    const { side, frees, outcomeId } = terms
    if (side === 'BUY' || frees === undefined) return []
    const known = listing(outcomeId)
    const takes = known !== null && crosses(terms, known)
    return salesInTheWay(terms, restingSales(parts.book.open(), outcomeId), freeShares(outcomeId), takes)
  }

  const leaving = (terms: OrderTerms): Change => sentOrder(terms, listing(terms.outcomeId))

  /** @param pairing  shares of the outcome that come, and such of the other that go, beyond those that count already */
  function unpairedBy(outcomeId: OutcomeId, other: OutcomeId | undefined, pairing: Micros): Micros {
    return other === undefined ? ZERO : usage.unpairedShares(other, outcomeId, pairing, funds.shares(other))
  }

  /** Every gate and limit, in the light of `counting`. */
  function check(intent: OrderTerms, counting: Counting = {}): CheckedOrder {
    const { together = 1, isHedge = false } = counting
    const others = [...(counting.others ?? []), ...[...moves.values()].map(leaving)]
    const moved = [...moves.keys()].flatMap((key) => ledger.entry(key) ?? []).filter(mayRest)
    const old = [...(counting.old ?? []), ...moved.map(({ order }) => order)]
    const { outcomeId } = intent
    const market = catalog.outcome(outcomeId)?.market
    const outcomeIds = market?.outcomes.map(({ id }) => id) ?? []
    const other = outcomeIds.find((id) => id !== outcomeId)
    const known = listing(outcomeId)
    const cash = funds.cash()
    const shares = intent.side === 'SELL' ? funds.shares(outcomeId) : null
    const changes = [...old.map((order) => goneOrder(order, usage.dailyRest(order))), ...others]
    const pairing = addMicros(changedShares(changes, 'BUY', outcomeId), changedShares(changes, 'SELL', other))
    const unpairedShares = unpairedBy(outcomeId, other, pairing)
    const addsRisk = !isHedge && buysMore(intent, known?.bestAsk ?? null, unpairedShares)
    const now = parts.clock.now()
    const unchanged = {
      now,
      gate: parts.gate(cancels.epoch()),
      venue: parts.venueRefusal(intent.postOnly, together),
      notTradable: market?.notTradable,
      listing: known,
      limits: parts.limits(),
      dailyNotional: usage.dailyNotional(),
      marketNotional: usage.marketNotional(outcomeIds),
      marketOutside: usage.marketOutside(outcomeIds),
      loss: addsRisk ? parts.lossRefusal() : null,
      unpairedShares,
      openOrders: usage.openOrders(),
      sentInLastMinute: [...usage.sentInLastMinute(), ...others.map(() => now)],
      freeCash: cash === null ? null : subtractMicros(cash, usage.reservedCash()),
      allowance: funds.allowance(),
      freeShares: shares === null ? null : freeShares(outcomeId),
      settlingShares: ZERO,
      overdueShares: funds.overdue(outcomeId),
    }
    const snapshot = withChanges(unchanged, changes, outcomeId, outcomeIds)
    const lacks = shares !== null && snapshot.freeShares !== null && snapshot.freeShares <= 0n
    const settlingShares = lacks ? parts.settling(outcomeId, shares) : ZERO
    const refused = checkOrder(intent, { ...snapshot, settlingShares })
    if (refused !== null) return err(refused)
    if (market === undefined || known === null) throw new Error('an order passed without a market')
    return ok({ marketId: market.id, tickSize: known.tickSize, negRisk: market.negRisk, addsRisk })
  }

  return {
    check,
    moves,
    /** The purchase as if the sale of the market's other outcome had just been accepted, which nothing shows yet. */
    judgeBothSides(
      sale: OrderTerms,
      purchase: OrderTerms,
    ): Readonly<Record<'sale' | 'purchase', Rejection | null>> {
      const sold = refusalOf(check(sale, { old: inTheWay(sale) }))
      if (sold !== null) return { sale: sold, purchase: rejection('sale_not_accepted') }
      const bought = refusalOf(
        check(purchase, { others: [acceptedSale(sale, books.view(sale.outcomeId)?.bids ?? [])] }),
      )
      const isCertain = bought !== null && !MAY_CHANGE_BY_SALE.has(bought.code)
      return { sale: isCertain ? rejection('purchase_not_possible') : null, purchase: bought }
    },
    /** Each as if all the others had just left: what one more would exceed refuses every one. */
    judgeTogether(
      intents: readonly OrderTerms[],
      isHedge: boolean,
    ): Result<readonly CheckedTerms[], Rejection> {
      const checked: CheckedTerms[] = []
      for (const intent of intents) {
        const counted = intents.filter((one) => one !== intent).map(leaving)
        const one = check(intent, { others: counted, together: intents.length, isHedge })
        if (!one.ok) return counted.length === 0 ? one : err(ofAll(one.error, counted.length))
        checked.push(one.value)
      }
      return ok(checked)
    },
    /** Open purchases of more than pairs with what is held of the other outcome. */
    addingRisk(): readonly OrderId[] {
      return parts.book.open().flatMap((order) => {
        const { id, side, outcomeId } = order
        if (id === null || side === 'SELL') return []
        const rest = remaining(order)
        const outcomes = catalog.outcome(outcomeId)?.market.outcomes ?? []
        const other = outcomes.find((outcome) => outcome.id !== outcomeId)?.id
        return rest > unpairedBy(outcomeId, other, subtractMicros(ZERO, rest)) ? id : []
      })
    },
    inTheWay,
    freeShares,
    /** Checks of facts that may have changed since: asked again right before the first byte. */
    recheck(intent: OrderIntent): Rejection | null {
      const reason = catalog.outcome(intent.outcomeId)?.market.notTradable
      return reason === undefined
        ? (checkListing(intent, listing(intent.outcomeId)) ?? parts.venueRefusal(intent.postOnly, 0))
        : rejection('market_not_supported', { message: reason })
    },
  }
}

export function createOrderGate(room: Room, isStopping: () => boolean): OrderGate {
  const { cancels, proofs } = room.book
  return (epoch, order) => {
    if (isStopping()) return rejection('safe_mode', { message: 'The terminal is stopping.' })
    const closed = room.outerGate()
    if (closed !== null) return closed
    if (!proofs.isReconciled())
      return rejection('safe_mode', { message: 'Own orders have not been read yet.' })
    if (order === undefined) return cancels.refusal(epoch, null)
    const marketId = room.catalog.outcome(order.outcomeId)?.market.id ?? null
    return cancels.refusal(epoch, { ...order, marketId })
  }
}

/** The cash of a sale and what it takes off the exposure count once the venue says so. */
const MAY_CHANGE_BY_SALE: ReadonlySet<RejectCode> = new Set(['insufficient_balance', 'max_position_notional'])

/** Why it may not be placed; null when it may. */
export function refusalOf(judged: CheckedOrder): Rejection | null {
  return judged.ok ? null : judged.error
}
