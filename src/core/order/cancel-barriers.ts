/**
 * Targets of cancels, and the barriers that cancels raise: a command from before one must not leave after it, nor while it is under
 * way. A command keeps the count of the barriers at its receipt while it waits to be sent.
 */
import { parseMarketId, parseOutcomeId, type MarketId, type OrderId, type OutcomeId } from '../ids.ts'
import type { Instant } from '../market/market.ts'
import { rejection, type Rejection } from '../reject-codes.ts'
import type { Order } from './order.ts'

/** A market, or one of its outcomes while the catalog does not know the market. */
export type MarketTarget = { readonly marketId: MarketId } | { readonly outcomeId: OutcomeId }

/** Null: everything. */
export type CancelTarget = MarketTarget | null

/** `safe`: ARMED has ended; what was asked for in it does not leave in the next one. */
export type Meant = 'safe' | { readonly ids: ReadonlySet<OrderId> } | { readonly target: CancelTarget }

/** Orders that the venue books until then are meant as well; infinite while it has not answered. */
export type Barrier = { readonly meant: Meant; until: Instant }

/** An order that is about to leave. */
export type LeavingOrder = {
  readonly outcomeId: OutcomeId
  /** Null while the catalog does not know it. */
  readonly marketId: MarketId | null
  /** Its own id and that of the order it replaces, as far as it has them. */
  readonly ids: readonly OrderId[]
}

const UNDER_WAY = {
  all: 'Cancel All is under way: nothing is placed until the venue answers.',
  market: 'A cancel of its market is under way: nothing is placed there until the venue answers.',
} as const
const IN_BETWEEN = {
  all: 'Cancel All came in between: nothing requested before it is placed.',
  safe: 'The terminal went SAFE in between: nothing requested before that is placed.',
  market: 'A cancel of its market came in between: nothing requested before it is placed.',
  orders: 'The order was cancelled in between, so nothing is placed for it.',
} as const
const ALL: Pick<Barrier, 'meant'> = { meant: { target: null } }

/**
 * Why a command may not leave any more, or null. Without an order only what means all of them stops it.
 *
 * @param barriers  the last ones, oldest first
 * @param between  how many were raised since it was received
 */
export function barrierRefusal(
  barriers: readonly Barrier[],
  between: number,
  order: LeavingOrder | null,
): Rejection | null {
  const underWay = barriers.find(({ meant, until }) => until === Infinity && isMeant(meant, order))
  if (underWay !== undefined) {
    const message = kindOf(underWay.meant) === 'all' ? UNDER_WAY.all : UNDER_WAY.market
    return rejection('cancel_under_way', { message })
  }
  if (between === 0) return null
  // A command that waited so long that barriers were forgotten may be meant by any of them.
  const isForgotten = between > barriers.length
  const met = isForgotten ? ALL : barriers.slice(-between).find(({ meant }) => isMeant(meant, order))
  if (met === undefined) return null
  const kind = kindOf(met.meant)
  return rejection(kind === 'safe' ? 'safe_mode' : 'cancel_under_way', { message: IN_BETWEEN[kind] })
}

/** True if one of the barriers means an order by its terms: it was there, or was booked before the cancel was over. */
export function isBehind(
  barriers: readonly Barrier[],
  order: Pick<Order, 'outcomeId' | 'marketId' | 'createdAt'>,
): boolean {
  const leaving = { ...order, ids: [] }
  return barriers.some(({ meant, until }) => order.createdAt <= until && isMeant(meant, leaving))
}

/** True if a cancel of the target covers the order. */
export function isInScope(
  order: Pick<LeavingOrder, 'marketId' | 'outcomeId'>,
  target: CancelTarget,
): boolean {
  if (target === null) return true
  return 'marketId' in target ? target.marketId === order.marketId : target.outcomeId === order.outcomeId
}

/** The target with these fields, everything without one; undefined where a field is no id. */
export function readTarget(fields: Readonly<Record<string, unknown>>): CancelTarget | undefined {
  const { marketId: market, outcomeId: outcome } = fields
  if (market === undefined && outcome === undefined) return null
  const marketId = typeof market === 'string' ? parseMarketId(market) : null
  if (marketId !== null) return { marketId }
  const outcomeId = typeof outcome === 'string' ? parseOutcomeId(outcome) : null
  return outcomeId === null ? undefined : { outcomeId }
}

/** Its name, which no order has as its id. */
export function targetName(target: CancelTarget): string {
  if (target === null) return 'all'
  return 'marketId' in target ? `market ${target.marketId}` : `outcome ${target.outcomeId}`
}

/** The target of a name; undefined for any other text. */
export function namedTarget(name: string): CancelTarget | undefined {
  if (name === 'all') return null
  const [kind, id = ''] = name.split(' ')
  return kind === 'market' || kind === 'outcome' ? readTarget({ [`${kind}Id`]: id }) : undefined
}

function kindOf(meant: Meant): keyof typeof IN_BETWEEN {
  if (meant === 'safe') return 'safe'
  if ('ids' in meant) return 'orders'
  return meant.target === null ? 'all' : 'market'
}

function isMeant(meant: Meant, order: LeavingOrder | null): boolean {
  if (meant === 'safe') return true
  if ('ids' in meant) return order !== null && order.ids.some((id) => meant.ids.has(id))
  return meant.target === null || (order !== null && isInScope(order, meant.target))
}
