/**
 * Result of each outcome of an event if it wins: over all markets of the event, with their cost and realised profit
 * (INV-63). Which outcomes can win, and why no others: docs/dev/decisions (what each outcome would pay).
 */
import type { EventId, MarketId, OutcomeId } from '../ids.ts'
import type { Market, MarketEvent } from '../market/market.ts'
import { micros, type Micros } from '../money.ts'
import type { Side } from '../order/order.ts'

/** Shares of one outcome with their cost and proceeds so far. */
export type OutcomeStake = {
  readonly size: Micros
  readonly cost: Micros
  readonly realised: Micros
  /** False when shares came or went without a known cost. */
  readonly isCostKnown: boolean
  readonly areFeesKnown: boolean
}

/** Size and total amount that an order would still trade. */
export type OpenTrade = {
  readonly outcomeId: OutcomeId
  readonly side: Side
  readonly size: Micros
  readonly cash: Micros
}

/** Size traded at once. The fee is null when it is not known. */
export type PlannedTrade = OpenTrade & { readonly fee: Micros | null }

/** Equal where an outcome can win in one way only. */
export type MicrosRange = { readonly least: Micros; readonly most: Micros }

/** pUSD, should the outcome win. */
export type IfWins = {
  /** Payout of the shares held. */
  readonly payout: MicrosRange
  /** With realised profit, less cost; null where a cost is unknown. */
  readonly profit: MicrosRange | null
  /** The same once every open order has filled whole; null also where they sell more than is held. */
  readonly withOrders: MicrosRange | null
  /** The same when, of the open orders, only those fill that lose by it. */
  readonly atWorst: Micros | null
  /** False: a fee that is not known counts as none. */
  readonly areFeesKnown: boolean
}

type OutcomePnl = {
  readonly outcomeId: OutcomeId
  readonly size: Micros
  /** Null for an outcome that cannot win any more. */
  readonly ifWins: IfWins | null
}

/** A market in which something is held, was realised or is ordered. */
type MarketPnl = {
  readonly marketId: MarketId
  /** Exactly one of the event's exclusive markets resolves to its first outcome. */
  readonly isExclusive: boolean
  readonly outcomes: readonly [OutcomePnl, OutcomePnl]
  /** Shares of both outcomes that cover each other: together they pay 1 whichever wins. */
  readonly paired: Micros
  /** Shares of the first outcome less those of the second. */
  readonly net: Micros
  readonly cost: Micros
  readonly realised: Micros
  readonly isCostKnown: boolean
  readonly areFeesKnown: boolean
}

export type EventPnl = {
  readonly eventId: EventId
  readonly markets: readonly MarketPnl[]
  /** Should an exclusive market win in which there is nothing, or one that is not listed; null when none can. */
  readonly other: IfWins | null
}

type Winner = 0 | 1

/** One way in which things end. `orders` and `worst` are what open orders add to the profit. */
type Ending = {
  readonly payout: bigint
  readonly profit: bigint
  readonly orders: bigint
  readonly worst: bigint
}

type StakedMarket = {
  readonly market: Market
  readonly stakes: readonly [OutcomeStake, OutcomeStake]
  readonly orders: readonly OpenTrade[]
}

/**
 * Works an event out. Markets in which there is nothing are not in the answer.
 *
 * @param stakeOf  null when nothing was ever held of the outcome
 * @param orders  of any event: those of other outcomes are left out
 */
export function eventPnl(
  event: Pick<MarketEvent, 'id' | 'markets' | 'unlistedMayWin'>,
  stakeOf: (outcomeId: OutcomeId) => OutcomeStake | null,
  orders: readonly OpenTrade[],
): EventPnl {
  const staked = event.markets.flatMap((market) => stakedMarket(market, stakeOf, orders) ?? [])
  const exclusive = exclusivePnl(
    event,
    staked.filter(({ market }) => market.negRisk),
  )
  const byId = new Map(exclusive.markets.map((one) => [one.marketId, one]))
  return {
    eventId: event.id,
    markets: staked.map((one) => byId.get(one.market.id) ?? separatePnl(one)),
    other: exclusive.other,
  }
}

function stakedMarket(
  market: Market,
  stakeOf: (outcomeId: OutcomeId) => OutcomeStake | null,
  orders: readonly OpenTrade[],
): StakedMarket | null {
  const [first, second] = market.outcomes
  const known = [stakeOf(first.id), stakeOf(second.id)] as const
  const ordered = orders.filter(({ outcomeId }) => outcomeId === first.id || outcomeId === second.id)
  if (ordered.length === 0 && known.every((stake) => stake === null)) return null
  return { market, stakes: [known[0] ?? NO_STAKE, known[1] ?? NO_STAKE], orders: ordered }
}

/**
 * A stake after this trade in its outcome, at average cost. Shares sold beyond those held have no cost; an unknown
 * fee counts as none.
 */
export function stakeAfter(stake: OutcomeStake, trade: PlannedTrade): OutcomeStake {
  const { size, cost, realised, isCostKnown, areFeesKnown } = stake
  const { fee } = trade
  const paid = fee ?? 0n
  const known = { isCostKnown, areFeesKnown: areFeesKnown && fee !== null }
  if (trade.side === 'BUY') {
    return { ...known, realised, size: micros(size + trade.size), cost: micros(cost + trade.cash + paid) }
  }
  const sold = trade.size < size ? trade.size : size
  const soldCost = sold === size ? cost : (cost * sold) / size
  return {
    ...known,
    isCostKnown: isCostKnown && trade.size <= size,
    size: micros(size - sold),
    cost: micros(cost - soldCost),
    realised: micros(realised + trade.cash - paid - soldCost),
  }
}

/** A market on its own: each of its outcomes may win whatever the others do. */
function separatePnl(staked: StakedMarket): MarketPnl {
  const words = certainty([staked])
  const outcomePnl = (winner: Winner): IfWins | null =>
    canWin(staked.market, winner) ? ifWins([endingOf(staked, winner)], words) : null
  return marketPnl(staked, false, [outcomePnl(0), outcomePnl(1)])
}

/**
 * The exclusive markets of an event: in each way in which they can end, one of them resolves to its first outcome and
 * all others to their second.
 */
function exclusivePnl(
  event: Pick<MarketEvent, 'markets' | 'unlistedMayWin'>,
  staked: readonly StakedMarket[],
): { readonly markets: readonly MarketPnl[]; readonly other: IfWins | null } {
  if (staked.length === 0) return { markets: [], other: null }
  const members = event.markets.filter(({ negRisk }) => negRisk)
  const winner = members.find((market) => market.winningOutcomeId === market.outcomes[0].id) ?? null
  const canBeFirst = (market: Market): boolean =>
    winner === null ? canWin(market, 0) : winner.id === market.id
  const areAllClear = members.every((market) => canWin(market, 0) || canWin(market, 1))
  const hasStake = new Set(staked.map(({ market }) => market.id))
  const unstakedCan = members.some((market) => !hasStake.has(market.id) && canBeFirst(market))
  const unlistedCan = winner === null && (event.unlistedMayWin === true || !members.some(canBeFirst))
  const words = certainty(staked)

  const noneWins = staked.reduce((sum, one) => add(sum, endingOf(one, 1)), NO_ENDING)
  const otherEnding = areAllClear && (unstakedCan || unlistedCan) ? [noneWins] : []
  const firstEndings = staked.map((one) =>
    areAllClear && canBeFirst(one.market)
      ? [add(subtract(noneWins, endingOf(one, 1)), endingOf(one, 0))]
      : [],
  )
  return {
    markets: staked.map((one, index) =>
      marketPnl(one, true, [
        ifWins(firstEndings[index] ?? [], words),
        ifWins(
          [...firstEndings.flatMap((endings, other) => (other === index ? [] : endings)), ...otherEnding],
          words,
        ),
      ]),
    ),
    other: ifWins(otherEnding, words),
  }
}

/** A market that was resolved without a winner pays both outcomes something else: that is none of the ways (decision 120). */
function canWin(market: Market, index: Winner): boolean {
  if (market.winningOutcomeId !== null) return market.winningOutcomeId === market.outcomes[index].id
  return market.status !== 'resolved'
}

function marketPnl(
  { market, stakes }: StakedMarket,
  isExclusive: boolean,
  [first, second]: readonly [IfWins | null, IfWins | null],
): MarketPnl {
  const [yes, no] = stakes
  return {
    marketId: market.id,
    isExclusive,
    outcomes: [
      { outcomeId: market.outcomes[0].id, size: yes.size, ifWins: first },
      { outcomeId: market.outcomes[1].id, size: no.size, ifWins: second },
    ],
    paired: yes.size < no.size ? yes.size : no.size,
    net: micros(yes.size - no.size),
    cost: micros(yes.cost + no.cost),
    realised: micros(yes.realised + no.realised),
    isCostKnown: yes.isCostKnown && no.isCostKnown,
    areFeesKnown: yes.areFeesKnown && no.areFeesKnown,
  }
}

function endingOf({ market, stakes, orders }: StakedMarket, winner: Winner): Ending {
  const [yes, no] = stakes
  const payout = stakes[winner].size
  let all = 0n
  let worst = 0n
  for (const order of orders) {
    const pays = order.outcomeId === market.outcomes[winner].id ? order.size : 0n
    const adds = order.side === 'BUY' ? pays - order.cash : order.cash - pays
    all += adds
    if (adds < 0n) worst += adds
  }
  return { payout, profit: yes.realised + no.realised - yes.cost - no.cost + payout, orders: all, worst }
}

type Certainty = {
  readonly isCostKnown: boolean
  readonly areFeesKnown: boolean
  readonly isSellable: boolean
}

function certainty(staked: readonly StakedMarket[]): Certainty {
  return {
    isCostKnown: staked.every(({ stakes }) => stakes.every(({ isCostKnown }) => isCostKnown)),
    areFeesKnown: staked.every(({ stakes }) => stakes.every(({ areFeesKnown }) => areFeesKnown)),
    isSellable: staked.every(isSellable),
  }
}

/** True if the shares sold are held, or bought by another order. */
function isSellable({ market, stakes, orders }: StakedMarket): boolean {
  return market.outcomes.every(({ id }, index) => {
    const left = orders
      .filter(({ outcomeId }) => outcomeId === id)
      .reduce((sum, { side, size }) => sum + (side === 'BUY' ? size : 0n - size), stakes[index]?.size ?? 0n)
    return left >= 0n
  })
}

/** Null without a way to win. */
function ifWins(endings: readonly Ending[], words: Certainty): IfWins | null {
  if (endings.length === 0) return null
  const { isCostKnown, areFeesKnown, isSellable: sells } = words
  return {
    payout: rangeOf(endings.map(({ payout }) => payout)),
    profit: isCostKnown ? rangeOf(endings.map(({ profit }) => profit)) : null,
    withOrders: isCostKnown && sells ? rangeOf(endings.map(({ profit, orders }) => profit + orders)) : null,
    atWorst: isCostKnown && sells ? rangeOf(endings.map(({ profit, worst }) => profit + worst)).least : null,
    areFeesKnown,
  }
}

function rangeOf(values: readonly bigint[]): MicrosRange {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return { least: micros(sorted[0] ?? 0n), most: micros(sorted.at(-1) ?? 0n) }
}

function add(a: Ending, b: Ending): Ending {
  return {
    payout: a.payout + b.payout,
    profit: a.profit + b.profit,
    orders: a.orders + b.orders,
    worst: a.worst + b.worst,
  }
}

function subtract(a: Ending, b: Ending): Ending {
  return {
    payout: a.payout - b.payout,
    profit: a.profit - b.profit,
    orders: a.orders - b.orders,
    worst: a.worst - b.worst,
  }
}

const NO_ENDING: Ending = { payout: 0n, profit: 0n, orders: 0n, worst: 0n }
/** Stake of an outcome that was never held. */
export const NO_STAKE: OutcomeStake = {
  size: micros(0n),
  cost: micros(0n),
  realised: micros(0n),
  isCostKnown: true,
  areFeesKnown: true,
}
