// The matching engine: price-time priority over one book per market, in which both outcomes mirror each other.
// After every operation no book is crossed, every open order is covered by held funds, and nothing was made or lost.
import type {
  BookOrder,
  CancelAnswer,
  Exchange,
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
import { createEventPublisher, type EventPublisher } from './events.ts'
import { createMarketState, levelsOf, type MarketState } from './market-state.ts'
import { createOpenOrders } from './open-orders.ts'
import { createOrderStore } from './orders.ts'
import { deposit, fill, grantShares, HOUSE } from './house.ts'
import type { ExchangeParts, Redemption } from './parts.ts'
import { cashDown, payout } from './money.ts'
import { createPlacing } from './placing.ts'
import { createSettlement, type Settles, type TradeStatusSteps } from './settlement.ts'

/** The exchange with what only the simulator's own services and control API need. */
export type VenueExchange = Exchange & {
  /** As `Exchange.place`; with `delayMs` the order waits so long at any book. */
  place(order: NewOrder, options?: { readonly delayMs?: number }): PlaceAnswer
  /** Trades a resting order with an account that always has the means; false when it does not rest. */
  fill(orderId: string, size: bigint): boolean
  /** Trades the rest of several resting orders of one outcome and side, in one trade. */
  fillTogether(orderIds: readonly string[]): boolean
  /** Fails a trade that is not final: every party gets back what it gave. False when there is none. */
  failTrade(id: string): boolean
  /** Payouts of resolved markets to a wallet, oldest first. */
  redemptions(wallet: string): readonly Redemption[]
  /** Every order that is remembered, open or ended. */
  orders(): Iterable<BookOrder>
  /** Fees collected, micro-pUSD. */
  fees(): bigint
  /** Holds cash for something outside of the books; a negative amount gives it back. */
  reserve(wallet: string, amount: bigint): void
  /** Cash and shares that open orders hold, with the cash that is reserved. */
  heldCash(wallet: string): bigint
  heldShares(wallet: string, token: string): bigint
  wallets(): Iterable<string>
  tokensOf(wallet: string): Iterable<readonly [string, bigint]>
  setMinimumSize(conditionId: string, size: bigint): void
  setSecondsDelay(conditionId: string, seconds: number): void
}

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

/** An exchange without markets or accounts. */
export function createExchange(options: ExchangeOptions): VenueExchange {
  const { clock, random } = options
  const isDropped = options.isSimulatedTrader ?? (() => false)
  const states = new Map<string, MarketState>()
  const byToken = new Map<string, MarketState>()
  const redemptions: Redemption[] = []
  const reserved = new Map<string, bigint>()
  const accounts = createAccounts()
  const store = createOrderStore(isDropped)
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
  const placing = createPlacing({
    clock,
    accounts,
    isDropped,
    store,
    open,
    publisher,
    settlement,
    changeTick: (state, tick) => changeTick(publisher, state, tick),
  })
  const parts: ExchangeParts = {
    clock,
    random,
    isDropped,
    byToken,
    accounts,
    store,
    publisher,
    open,
    settlement,
    placing,
    redemptions,
    issued: 0n,
  }

  function withMarket(conditionId: string, act: (state: MarketState) => void): void {
    const state = states.get(conditionId)
    if (state !== undefined) publisher.during(() => act(state))
  }

  return {
    list(market) {
      if (states.has(market.conditionId)) throw new Error(`listed already: ${market.conditionId}`)
      if (market.fee !== null && !(Number.isInteger(market.fee.exponent) && market.fee.exponent >= 0)) {
        throw new Error('a fee exponent is a whole number')
      }
      const state = createMarketState(market, clock.now())
      states.set(market.conditionId, state)
      for (const token of market.tokens) byToken.set(token, state)
      publisher.during(() => publisher.publish(market, { type: 'listed' }))
    },
    market: (conditionId) => states.get(conditionId)?.market,
    marketOfToken: (token) => byToken.get(token)?.market,
    *markets() {
      for (const state of states.values()) yield state.market
    },
    place: (order: NewOrder, placeOptions?: { readonly delayMs?: number }) =>
      place(parts, order, placeOptions?.delayMs),
    cancel: (ids, by, reason) => cancel(parts, ids, by, reason),
    order: (id) => store.get(id),
    openOrders: (owner) => store.open(owner),
    trades: (wallet) => settlement.tradesOf(wallet),
    levels(token) {
      const state = byToken.get(token)
      return state === undefined ? { bids: [], asks: [] } : levelsOf(state, token)
    },
    lastTrade: (token) => lastTradeIn(byToken.get(token), token),
    changedAt: (token) => byToken.get(token)?.changedAt ?? 0,
    deposit: (wallet, cash) => deposit(parts, wallet, cash),
    grantShares: (wallet, token, size) => grantShares(parts, wallet, token, size),
    fill: (id, size) => fill(parts, [{ id, size }]),
    fillTogether: (ids) =>
      fill(
        parts,
        ids.flatMap((id) => {
          const order = store.get(id)
          return order?.status === 'LIVE' ? [{ id, size: order.size - order.filled }] : []
        }),
      ),
    cash: (wallet) => accounts.cash(wallet),
    shares: (wallet, token) => accounts.shares(wallet, token),
    setTick: (conditionId, tick) => withMarket(conditionId, (state) => changeTick(publisher, state, tick)),
    resolve: (conditionId, winner) => withMarket(conditionId, (state) => resolve(parts, state, winner)),
    drop: (conditionId) =>
      withMarket(conditionId, ({ market }) => {
        if (market.winner === null) throw new Error(`not resolved yet: ${conditionId}`)
        states.delete(conditionId)
        for (const token of market.tokens) {
          byToken.delete(token)
          accounts.forget(token)
        }
        settlement.forget(conditionId)
        publisher.publish(market, { type: 'dropped' })
      }),
    close: (conditionId) =>
      withMarket(conditionId, (state) => {
        if (state.market.closed) return
        open.endAll(state, 'CANCELED', 'market closed')
        Object.assign(state.market, { closed: true, acceptingOrders: false })
        publisher.publish(state.market, { type: 'closed' })
      }),
    clearBook: (conditionId, reason) =>
      withMarket(conditionId, (state) => open.endAll(state, 'INVALID', reason)),
    subscribe: (listener) => publisher.subscribe(listener),
    audit: () =>
      auditExchange({
        states: states.values(),
        accounts,
        open,
        reserved,
        issued: parts.issued,
        fees: settlement.fees(),
      }),
    unsettled: (wallet) => settlement.unsettled(wallet),
    failTrade: (id) => settlement.fail(id),
    redemptions: (wallet) => redemptions.filter((redemption) => redemption.wallet === wallet),
    orders: () => store.all(),
    fees: () => settlement.fees(),
    reserve(wallet, amount) {
      reserved.set(wallet, (reserved.get(wallet) ?? 0n) + amount)
      accounts.holdCash(wallet, amount)
    },
    heldCash: (wallet) => accounts.heldCash(wallet),
    heldShares: (wallet, token) => accounts.heldShares(wallet, token),
    wallets: () => accounts.wallets(),
    tokensOf: (wallet) => accounts.tokensOf(wallet),
    setMinimumSize: (conditionId, size) =>
      withMarket(conditionId, ({ market }) => Object.assign(market, { minimumSize: size })),
    setSecondsDelay: (conditionId, seconds) =>
      withMarket(conditionId, ({ market }) => Object.assign(market, { secondsDelay: seconds })),
  }
}

function place(
  { clock, byToken, store, publisher, placing }: ExchangeParts,
  order: NewOrder,
  delayMs?: number,
): PlaceAnswer {
  const state = byToken.get(order.token)
  const refusal = refusalOf(order, state?.market, {
    known: store.knows(order.id),
    now: clock.now(),
  })
  if (refusal !== null) return refusal
  if (state === undefined) return refuse(TEXTS.noBook, 404)
  return publisher.during(() => placing.place(state, order, delayMs))
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

function changeTick(publisher: EventPublisher, state: MarketState, tick: TickSteps): void {
  const { market } = state
  const from = market.tick
  if (from === tick) return
  market.tick = tick
  publisher.publish(market, { type: 'tick', from, to: tick })
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
  Object.assign(market, { winner, closed: true, acceptingOrders: false })
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

function lastTradeIn(state: MarketState | undefined, token: string): ReturnType<Exchange['lastTrade']> {
  if (state === undefined || state.last === null) return undefined
  const index = outcomeIndex(state.market, token)
  const side = (state.last.side === 'BUY') === (index === 0) ? 'BUY' : 'SELL'
  return { price: mirrored(index, state.last.price), side }
}
