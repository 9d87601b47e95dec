// Trades and their status: balances move when a trade is MATCHED, then it is MINED and CONFIRMED on the venue's clock. A
// trade that FAILED gives every party back exactly what it gave and took.
import { createHash } from 'node:crypto'

import type {
  BookOrder,
  ListedMarket,
  MakerFill,
  SimulatorClock,
  SimulatorRandom,
  Trade,
  TradeStatus,
} from '../types.ts'
import type { Accounts } from './accounts.ts'
import { outcomeIndex } from './book.ts'
import type { EventPublisher } from './events.ts'
import type { Plan, PlannedFill } from './matching.ts'

/** The steps of a trade after MATCHED; each `afterMs` counts from the step before. */
export type TradeStatusSteps = readonly { readonly status: TradeStatus; readonly afterMs: number }[]

type Movement = {
  readonly wallet: string
  readonly cash: bigint
  readonly token: string
  readonly shares: bigint
}

type Pending = {
  readonly market: ListedMarket
  readonly trade: Trade
  readonly movements: readonly Movement[]
  stop: () => void
}

/** When the cash and the shares of a trade are there: once it is mined, or at its match. */
export type Settles = 'late' | 'at_once'

export type Settlement = ReturnType<typeof createSettlement>

type SettlementDeps = {
  readonly clock: SimulatorClock
  readonly random: SimulatorRandom
  readonly accounts: Accounts
  readonly publisher: EventPublisher
  /** How a trade goes on; the usual steps when it answers null. */
  readonly statusStepsOf: (trade: Trade, market: ListedMarket) => TradeStatusSteps | null
  readonly isDropped: (wallet: string) => boolean
  readonly settles: Settles
  /** Called for each wallet and token that a reversal touched. */
  readonly reversed: (wallet: string, token: string) => void
}

/** No trades yet. */
export function createSettlement(deps: SettlementDeps) {
  const { accounts, random } = deps
  const pending = new Map<string, Pending>()
  const byWallet = new Map<string, Trade[]>()
  let fees = 0n

  function move(movements: readonly Movement[], direction: 1n | -1n): void {
    for (const { wallet, cash, token, shares } of movements) {
      accounts.addCash(wallet, cash * direction)
      accounts.addShares(wallet, token, shares * direction)
    }
  }

  function remember(trade: Trade): void {
    const parties = new Set([trade.takerWallet, ...trade.makers.map((maker) => maker.wallet)])
    const kept = [...parties].filter((wallet) => !deps.isDropped(wallet))
    for (const wallet of kept) {
      const list = byWallet.get(wallet) ?? []
      byWallet.set(wallet, list)
      list.push(trade)
    }
  }

  /** Moves cash and shares of one planned trade and starts its status steps. */
  function settle(market: ListedMarket, taker: BookOrder, planned: Plan): Trade {
    const now = deps.clock.now()
    const trade: Trade = {
      id: randomUuid(random),
      conditionId: market.conditionId,
      takerOrderId: taker.id,
      takerOwner: taker.owner,
      takerWallet: taker.wallet,
      token: taker.token,
      outcome: market.outcomes[outcomeIndex(market, taker.token)],
      side: taker.side,
      size: planned.size,
      price: planned.price,
      lastPrice: planned.lastPrice,
      cash: planned.cash,
      fee: planned.fee,
      makers: planned.fills.map((fill) => makerFill(market, fill)),
      matchedAt: now,
      lastUpdate: now,
      status: 'MATCHED',
      transactionHash: '',
    }
    const movements = movementsOf(taker, planned)
    assertWhole(market, movements, planned.fee)
    move(movements, 1n)
    fees += planned.fee
    remember(trade)
    const entry: Pending = { market, trade, movements, stop: () => undefined }
    pending.set(trade.id, entry)
    deps.publisher.publish(market, { type: 'trade', trade })
    live(entry, deps.statusStepsOf(trade, market) ?? usualStatusSteps(random))
    return trade
  }

  function live(entry: Pending, steps: TradeStatusSteps): void {
    const [step, ...rest] = steps
    if (step === undefined) return
    entry.stop = deps.clock.after(step.afterMs, () => {
      deps.publisher.during(() => {
        if (step.status === 'FAILED') reverse(entry)
        else change(entry, step.status)
        if (pending.has(entry.trade.id)) live(entry, rest)
      })
    })
  }

  function change(entry: Pending, status: TradeStatus): void {
    const { trade } = entry
    trade.status = status
    trade.lastUpdate = deps.clock.now()
    if (status !== 'MATCHED') trade.transactionHash = transactionHashOf(trade.id)
    if (status === 'CONFIRMED' || status === 'FAILED') {
      entry.stop()
      pending.delete(trade.id)
    }
    deps.publisher.publish(entry.market, { type: 'trade_status', trade })
  }

  function reverse(entry: Pending): void {
    move(entry.movements, -1n)
    fees -= entry.trade.fee
    change(entry, 'FAILED')
    for (const { wallet, token } of entry.movements) deps.reversed(wallet, token)
  }

  return {
    settle,
    /** Reverses a trade that is not final yet. Returns whether it was reversed. */
    fail: (tradeId: string): boolean => {
      const entry = pending.get(tradeId)
      if (entry === undefined) return false
      entry.stop()
      deps.publisher.during(() => reverse(entry))
      return true
    },
    /** Makes everything pending in a market final. */
    confirmAll(market: ListedMarket): void {
      for (const entry of pending.values()) if (entry.market === market) change(entry, 'CONFIRMED')
    },
    /** Movements of a wallet by trades that have not settled. */
    unsettled: (wallet: string): readonly Movement[] =>
      (deps.settles === 'late' ? [...pending.values()] : [])
        .filter(({ trade: { status } }) => status === 'MATCHED' || status === 'RETRYING')
        .flatMap(({ movements }) => movements)
        .filter((movement) => movement.wallet === wallet),
    /** Newest first. */
    tradesOf: (wallet: string): readonly Trade[] => (byWallet.get(wallet) ?? []).toReversed(),
    /** Fees taken and kept so far. */
    fees: (): bigint => fees,
  }
}

/** The transaction that carries a trade: known from its id, shown once it was sent. */
export function transactionHashOf(tradeId: string): string {
  return `0x${createHash('sha256').update(tradeId).digest('hex')}`
}

/** A version 4 UUID from seeded bytes. */
export function randomUuid(random: SimulatorRandom): string {
  const bytes = Buffer.from(random.bytes(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

function usualStatusSteps(random: SimulatorRandom): TradeStatusSteps {
  return [
    { status: 'MINED', afterMs: random.integer(1_000, 3_000) },
    { status: 'CONFIRMED', afterMs: random.integer(2_000, 6_000) },
  ]
}

function makerFill(market: ListedMarket, fill: PlannedFill): MakerFill {
  const { order } = fill.maker
  return {
    orderId: order.id,
    owner: order.owner,
    wallet: order.wallet,
    size: fill.size,
    cash: fill.makerCash,
    price: order.price,
    token: order.token,
    outcome: market.outcomes[outcomeIndex(market, order.token)],
    side: order.side,
  }
}

function movementsOf(taker: BookOrder, planned: Plan): readonly Movement[] {
  const makers = planned.fills.map(({ maker: { order }, size, makerCash }) =>
    movement(order, size, makerCash, 0n),
  )
  return [...makers, movement(taker, planned.size, planned.cash, planned.fee)]
}

/** Every trade keeps the ledger whole: what is paid is received, becomes whole sets of both outcomes, or is the fee. */
function assertWhole(market: ListedMarket, movements: readonly Movement[], fee: bigint): void {
  const [first, second] = market.tokens.map((token) =>
    movements.reduce((sum, entry) => (entry.token === token ? sum + entry.shares : sum), 0n),
  )
  const cash = movements.reduce((sum, entry) => sum + entry.cash, fee)
  if (first !== second || cash + (first ?? 0n) !== 0n) {
    throw new Error(`a trade would break the ledger: ${cash} of cash for ${first} and ${second} shares`)
  }
}

function movement(order: BookOrder, size: bigint, cash: bigint, fee: bigint): Movement {
  const buys = order.side === 'BUY'
  return {
    wallet: order.wallet,
    cash: (buys ? -cash : cash) - fee,
    token: order.token,
    shares: buys ? size : -size,
  }
}
