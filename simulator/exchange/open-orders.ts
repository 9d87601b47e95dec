// Orders that rest or wait out their delay: what they hold of their wallets, how they are taken, expire and end. What
// an order holds is always exactly what it may still pay or give.
import type { BookOrder, SimulatorClock } from '../types.ts'
import type { Accounts } from './accounts.ts'
import { bookSide, mirrored, outcomeIndex, restOf, type Resting } from './book.ts'
import { GTD_EARLY_MS, TEXTS } from './checks.ts'
import type { EventPublisher } from './events.ts'
import { takeChanges, touch, type MarketState } from './market-state.ts'
import { cashDown } from './money.ts'
import type { OrderStore } from './orders.ts'

type EndStatus = 'CANCELED' | 'INVALID'

export type OpenOrders = ReturnType<typeof createOpenOrders>

type OpenOrderDeps = {
  readonly clock: SimulatorClock
  readonly accounts: Accounts
  readonly store: OrderStore
  readonly publisher: EventPublisher
  readonly stateOf: (token: string) => MarketState | undefined
}

/** No open orders. */
export function createOpenOrders(deps: OpenOrderDeps) {
  const { clock, accounts, store, publisher } = deps
  const restingById = new Map<string, Resting>()
  const waiting = new Map<BookOrder, { readonly held: bigint; readonly stop: () => void }>()
  /** Timers of dated orders, by id. */
  const expiries = new Map<string, () => void>()

  function hold(order: BookOrder, amount: bigint): void {
    if (order.side === 'BUY') accounts.holdCash(order.wallet, amount)
    else accounts.holdShares(order.wallet, order.token, amount)
  }

  /** Puts what is left of an order on the book. */
  function rest(state: MarketState, order: BookOrder, size: bigint): void {
    const index = outcomeIndex(state.market, order.token)
    const resting: Resting = {
      order,
      side: bookSide(index, order.side),
      price: mirrored(index, order.price),
      size,
      taken: 0n,
    }
    state.book.add(resting)
    restingById.set(order.id, resting)
    touch(state, resting.side, resting.price)
    hold(order, heldBy(resting))
    if (order.expiresAt === null) return
    const endsIn = order.expiresAt - GTD_EARLY_MS - clock.now()
    const stop = clock.after(endsIn, () => publisher.during(() => end(order, 'CANCELED', 'expired')))
    expiries.set(order.id, stop)
  }

  /** Takes from a resting order what a trade gave it. */
  function takeFrom(state: MarketState, maker: Resting, size: bigint, tradeId: string): void {
    const { order } = maker
    const before = heldBy(maker)
    state.book.take(maker, size)
    touch(state, maker.side, maker.price)
    hold(order, heldBy(maker) - before)
    order.filled += size
    order.trades.push(tradeId)
    if (restOf(maker) === 0n) {
      order.status = 'MATCHED'
      removeFromBook(order)
      store.end(order)
    }
    publisher.publish(state.market, { type: 'order', order, change: 'UPDATE' })
  }

  function removeFromBook(order: BookOrder): void {
    restingById.delete(order.id)
    expiries.get(order.id)?.()
    expiries.delete(order.id)
  }

  /** Holds an order back; `over` runs in an operation of its own when the delay is over. */
  function delay(order: BookOrder, waitMs: number, over: () => void): void {
    const held = order.side === 'SELL' ? order.size : (order.budget ?? cashDown(order.size, order.price))
    hold(order, held)
    const stop = clock.after(waitMs, () => publisher.during(over))
    Object.assign(order, { status: 'DELAYED' })
    waiting.set(order, { held, stop })
  }

  /** Takes an order out of the delay window, if it is in it. */
  function endDelay(order: BookOrder): void {
    const entry = waiting.get(order)
    if (entry === undefined) return
    entry.stop()
    waiting.delete(order)
    hold(order, -entry.held)
  }

  /** Ends a live or delayed order and gives back what it held. */
  function end(order: BookOrder, status: EndStatus, reason: string): void {
    const state = deps.stateOf(order.token)
    if (state === undefined) return
    const resting = restingById.get(order.id)
    if (resting !== undefined) {
      hold(order, -heldBy(resting))
      state.book.remove(resting)
      touch(state, resting.side, resting.price)
      removeFromBook(order)
    }
    endDelay(order)
    finish(state, order, status, reason)
    tellLevels(state)
  }

  /** Ends every open order of a market. */
  function endAll(state: MarketState, status: EndStatus, reason: string): void {
    const late = [...waiting.keys()].filter((order) => state.market.tokens.includes(order.token))
    const resting = [...state.book.inPriority('bid'), ...state.book.inPriority('ask')]
    for (const order of [...late, ...resting.map((entry) => entry.order)]) end(order, status, reason)
  }

  /** Ends an order that holds nothing (any more). */
  function finish(state: MarketState, order: BookOrder, status: EndStatus, reason: string): void {
    Object.assign(order, { status, endReason: reason })
    store.end(order)
    publisher.publish(state.market, { type: 'order', order, change: 'CANCELLATION' })
  }

  /** Tells the levels that changed. */
  function tellLevels(state: MarketState): void {
    const changes = takeChanges(state, clock.now())
    if (changes.length > 0) publisher.publish(state.market, { type: 'levels', changes })
  }

  /** Removes a wallet's newest open orders until what they hold is covered again. */
  function cover(wallet: string, token: string): void {
    const isShort = (side: 'BUY' | 'SELL'): boolean =>
      side === 'BUY' ? accounts.freeCash(wallet) < 0n : accounts.freeShares(wallet, token) < 0n
    for (const side of ['BUY', 'SELL'] as const) {
      if (!isShort(side)) continue
      const open = [...store.all()].filter(
        (order) =>
          order.wallet === wallet &&
          order.side === side &&
          (side === 'BUY' || order.token === token) &&
          (order.status === 'LIVE' || order.status === 'DELAYED'),
      )
      while (isShort(side)) {
        const newest = open.pop()
        if (newest === undefined) break
        end(newest, 'INVALID', TEXTS.balance)
      }
    }
  }

  return {
    rest,
    takeFrom,
    delay,
    endDelay,
    end,
    endAll,
    finish,
    cover,
    tellLevels,
    resting: (orderId: string): Resting | undefined => restingById.get(orderId),
    restingCount: (): number => restingById.size,
    /** Orders in the delay window with what they hold. */
    delayed: (): Iterable<readonly [BookOrder, { readonly held: bigint }]> => waiting,
  }
}

/** Reserve of a resting order: the cash it may still pay, or the shares it may still give. */
export function heldBy(resting: Resting): bigint {
  const { order, size, taken } = resting
  if (order.side === 'SELL') return size - taken
  return cashDown(size, order.price) - cashDown(taken, order.price)
}
