// The matching engine: price-time priority over one book per market, in which both outcomes mirror each other.
// After every operation no book is crossed, every open order is covered by held funds, and nothing was made or lost.
import { PLAIN } from '../types.ts'
import type {
  CancelAnswer,
  Level,
  Side,
  ListedMarket,
  NewOrder,
  PlaceAnswer,
  SimulatorClock,
  SimulatorRandom,
  TickSteps,
  Trade,
  Winner,
} from '../types.ts'
import { createAccounts } from './accounts.ts'
import { auditExchange } from './audit.ts'
import { mirrored, outcomeIndex } from './book.ts'
import { refusalOf, refuse, TEXTS } from './checks.ts'
import { createEventPublisher } from './events.ts'
import { bestOf, changeTick, createMarketState, levelsOf, type MarketState } from './market-state.ts'
import { createOpenOrders } from './open-orders.ts'
import { createOrderStore } from './orders.ts'
import { deposit, fill, grantShares, HOUSE, orderId } from './house.ts'
import type { ExchangeParts, Redemption } from './parts.ts'
import { cashDown, payout } from './money.ts'
import { place as placeInMarket } from './placing.ts'
import { createSettlement, type Settles, type TradeStatusSteps } from './settlement.ts'

/** The matching engine and its ledger, as services, simulated traders and control API see it. */
export type Exchange = ReturnType<typeof createExchange>

export type ExchangeOptions = {
  readonly clock: SimulatorClock
  readonly random: SimulatorRandom
  /** Wallets of simulated traders: their ended orders and trades are not kept. */
  readonly isSimulatedTrader?: (wallet: string) => boolean
  /** How a trade goes on after MATCHED; null for the usual steps. */
  readonly statusStepsOf?: (trade: Trade, market: ListedMarket) => TradeStatusSteps | null
  /** Default: late. */
  readonly settles?: Settles | undefined
}

type ForeignOrder = Pick<NewOrder, 'owner' | 'wallet' | 'token' | 'side' | 'price' | 'size'>

/** An exchange without markets or accounts. */
export function createExchange(options: ExchangeOptions) {
  const { clock, random } = options
  const isDropped = options.isSimulatedTrader ?? (() => false)
  const states = new Map<string, MarketState>()
  const byToken = new Map<string, MarketState>()
  const redemptions: Redemption[] = []
  const reserved = new Map<string, bigint>()
  const accounts = createAccounts()
  const store = createOrderStore(isDropped, () => clock.now())
  const publisher = createEventPublisher(() => clock.now())
  const open = createOpenOrders({
    clock,
    accounts,
    store,
    publisher,
    stateOf: (token) => byToken.get(token),
  })
  const settlement = createSettlement({
    clock,
    random,
    accounts,
    publisher,
    isDropped,
    settles: options.settles ?? 'late',
    statusStepsOf: options.statusStepsOf ?? (() => null),
    reversed: (wallet, token) => open.cover(wallet, token),
  })
  const parts: ExchangeParts = {
    clock,
    random,
    foreign: random.fork('foreign'),
    isDropped,
    byToken,
    accounts,
    store,
    publisher,
    open,
    settlement,
    redemptions,
    issued: 0n,
  }

  function withMarket(conditionId: string, act: (state: MarketState) => void): void {
    const state = states.get(conditionId)
    if (state !== undefined) publisher.during(() => act(state))
  }

  return {
    list(market: ListedMarket): void {
      if (states.has(market.conditionId)) throw new Error(`listed already: ${market.conditionId}`)
      if (market.fee !== null && !(Number.isInteger(market.fee.exponent) && market.fee.exponent >= 0)) {
        throw new Error('a fee exponent is a whole number')
      }
      const state = createMarketState(market, clock.now())
      states.set(market.conditionId, state)
      for (const token of market.tokens) byToken.set(token, state)
      publisher.during(() => publisher.publish(market, { type: 'listed' }))
    },
    market: (conditionId: string): ListedMarket | undefined => states.get(conditionId)?.market,
    marketOfToken: (token: string): ListedMarket | undefined => byToken.get(token)?.market,
    *markets(): Iterable<ListedMarket> {
      for (const state of states.values()) yield state.market
    },
    /** With `delayMs` the order waits so long at any book. */
    place: (order: NewOrder, placeOptions?: { readonly delayMs?: number }): PlaceAnswer =>
      place(parts, order, placeOptions?.delayMs),
    cancel: (
      ids: readonly string[],
      by: { readonly owner: string } | 'venue',
      reason?: string,
    ): CancelAnswer => cancel(parts, ids, by, reason),
    order: store.get,
    openOrders: store.open,
    trades: settlement.tradesOf,
    /** Best first on both sides. */
    levels(token: string): { readonly bids: readonly Level[]; readonly asks: readonly Level[] } {
      const state = byToken.get(token)
      return state === undefined ? { bids: [], asks: [] } : levelsOf(state, token)
    },
    best(token: string): ReturnType<typeof bestOf> {
      const state = byToken.get(token)
      return state === undefined ? { bid: null, ask: null } : bestOf(state, outcomeIndex(state.market, token))
    },
    lastTrade: (token: string): { readonly price: number; readonly side: Side } | undefined =>
      lastTradeIn(byToken.get(token), token),
    /** Milliseconds of the book's last change. */
    changedAt: (token: string): number => byToken.get(token)?.changedAt ?? 0,
    deposit: (wallet: string, cash: bigint): void => deposit(parts, wallet, cash),
    grantShares: (wallet: string, token: string, size: bigint): void =>
      grantShares(parts, wallet, token, size),
    /** Trades a resting order, or what is left of it, with an account that always has the means; false when it does not rest. */
    fill: (id: string, size?: bigint): boolean => fill(parts, [{ id, size }]),
    /** Trades the rest of several resting orders of one outcome and side, in one trade. */
    fillTogether: (ids: readonly string[]): boolean =>
      fill(
        parts,
        ids.map((id) => ({ id })),
      ),
    /** Places an order of an account without a request from it. */
    placeForeign: (order: ForeignOrder) => placeForeign(parts, order),
    /** Cancels an open order as its own key would, or for a reason of the venue; false when it is not open. */
    cancelForeign: (id: string, reason?: string): boolean =>
      cancel(parts, [id], { owner: store.get(id)?.owner ?? '' }, reason).canceled.length > 0,
    cash: accounts.cash,
    shares: accounts.shares,
    setTick: (conditionId: string, tick: TickSteps): void =>
      withMarket(conditionId, (state) => changeTick(publisher, state, tick)),
    resolve: (conditionId: string, winner: Winner): void =>
      withMarket(conditionId, (state) => resolve(parts, state, winner)),
    /** Forgets a resolved market for good, so that a venue that runs for days stays of one size. */
    drop: (conditionId: string): void =>
      withMarket(conditionId, ({ market }) => {
        if (market.winner === null) throw new Error(`not resolved yet: ${conditionId}`)
        states.delete(conditionId)
        for (const token of market.tokens) {
          byToken.delete(token)
          accounts.forget(token)
        }
        publisher.publish(market, { type: 'dropped' })
      }),
    close: (conditionId: string): void => withMarket(conditionId, (state) => close(parts, state)),
    /** At the start of a game with `clearBookOnStart`: every resting order goes. */
    clearBook: (conditionId: string, reason: string): void =>
      withMarket(conditionId, (state) => open.endAll(state, 'INVALID', reason)),
    subscribe: publisher.subscribe,
    /** Checks conservation over all accounts (cash + complete sets + fees); an empty list when it holds. */
    audit: (): readonly string[] =>
      auditExchange({
        states: states.values(),
        accounts,
        open,
        reserved,
        issued: parts.issued,
        fees: settlement.fees(),
      }),
    unsettled: settlement.unsettled,
    failTrade: settlement.fail,
    /** Payouts of resolved markets to a wallet, oldest first. */
    redemptions: (wallet: string): readonly Redemption[] =>
      redemptions.filter((redemption) => redemption.wallet === wallet),
    /** Every order that is remembered, open or ended. */
    orders: store.all,
    fees: settlement.fees,
    /** Holds cash for something outside of the books; a negative amount gives it back. */
    reserve(wallet: string, amount: bigint): void {
      reserved.set(wallet, (reserved.get(wallet) ?? 0n) + amount)
      accounts.holdCash(wallet, amount)
    },
    heldCash: accounts.heldCash,
    heldShares: accounts.heldShares,
    wallets: accounts.wallets,
    tokensOf: accounts.tokensOf,
  }
}

function place(parts: ExchangeParts, order: NewOrder, delayMs?: number): PlaceAnswer {
  const { clock, byToken, store, publisher } = parts
  const state = byToken.get(order.token)
  const refusal = refusalOf(order, state?.market, {
    known: store.knows(order.id),
    now: clock.now(),
  })
  if (refusal !== null) return refusal
  if (state === undefined) return refuse(TEXTS.noBook, 404)
  return publisher.during(() => placeInMarket(parts, state, order, delayMs))
}

function placeForeign(
  parts: ExchangeParts,
  order: ForeignOrder,
): { readonly id: string; readonly answer: PlaceAnswer } {
  const id = orderId(parts.foreign)
  return { id, answer: place(parts, { ...order, ...PLAIN, id }) }
}

function cancel(
  { store, publisher, open }: ExchangeParts,
  ids: readonly string[],
  by: { readonly owner: string } | 'venue',
  reason?: string,
): CancelAnswer {
  const canceled: string[] = []
  const notCanceled: Record<string, string> = {}
  publisher.during(() => {
    for (const id of new Set(ids)) {
      const order = store.get(id)
      const isTheirs = order !== undefined && (by === 'venue' || order.owner === by.owner)
      if (!isTheirs) notCanceled[id] = 'order not found'
      else if (order.status === 'DELAYED' && by !== 'venue') {
        notCanceled[id] = 'order is delayed and cannot be canceled'
      } else if (order.status !== 'LIVE' && order.status !== 'DELAYED') {
        notCanceled[id] = 'already canceled or matched'
      } else {
        open.end(order, by === 'venue' ? 'INVALID' : 'CANCELED', reason ?? 'canceled by its owner')
        canceled.push(id)
      }
    }
  })
  return { canceled, notCanceled }
}

function resolve(
  { clock, isDropped, redemptions, accounts, publisher, open, settlement }: ExchangeParts,
  state: MarketState,
  winner: Winner,
): void {
  const { market } = state
  if (market.winner !== null) return
  open.endAll(state, 'CANCELED', 'MARKET_RESOLVED')
  settlement.confirmAll(market)
  endTrading(market, clock.now())
  market.winner = winner
  const cashBefore = accounts.totalCash()
  const sets = accounts.totalShares(market.tokens[0])
  for (const [index, token] of market.tokens.entries()) {
    for (const { wallet, size } of accounts.holders(token)) {
      const cash = cashDown(size, payout(winner, index))
      accounts.addShares(wallet, token, -size)
      accounts.addCash(wallet, cash)
      if (!isDropped(wallet) && wallet !== HOUSE) {
        redemptions.push({ conditionId: market.conditionId, token, wallet, size, cash, at: clock.now() })
      }
    }
  }
  // Halves are rounded down.
  if (winner === 'void') accounts.addCash(HOUSE, sets - (accounts.totalCash() - cashBefore))
  publisher.publish(market, { type: 'resolved', winner })
}

function close({ clock, open, publisher }: ExchangeParts, state: MarketState): void {
  if (state.market.closed) return
  open.endAll(state, 'CANCELED', 'market closed')
  endTrading(state.market, clock.now())
  publisher.publish(state.market, { type: 'closed' })
}

function endTrading(market: ListedMarket, now: number): void {
  Object.assign(market, { closed: true, acceptingOrders: false, closedAt: market.closedAt ?? now })
}

function lastTradeIn(
  state: MarketState | undefined,
  token: string,
): { readonly price: number; readonly side: Side } | undefined {
  if (state === undefined || state.last === null) return undefined
  const index = outcomeIndex(state.market, token)
  const side = (state.last.side === 'BUY') === (index === 0) ? 'BUY' : 'SELL'
  return { price: mirrored(index, state.last.price), side }
}
