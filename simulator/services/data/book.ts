/**
 * Wallets in the data service: every entry that changed their holdings, in order, and the positions that follow from
 * them. Entries come from the exchange's own events; positions are calculated from the entries alone.
 */
import type { Parts } from '../../parts.ts'
import { transactionHashOf } from '../../exchange/settlement.ts'
import type { Trade } from '../../types.ts'

/** Amounts in millionths, prices in steps of 0.0001, times in venue milliseconds. */
export type Entry = {
  readonly at: number
  readonly wallet: string
  readonly hash: string
} & (
  | {
      readonly kind: 'fill'
      readonly tradeId: string
      readonly token: string
      readonly side: 'BUY' | 'SELL'
      readonly size: bigint
      readonly cash: bigint
      readonly fee: bigint
      readonly role: 'maker' | 'taker'
    }
  | { readonly kind: 'grant'; readonly token: string; readonly size: bigint; readonly price: number }
  | { readonly kind: 'redeem'; readonly token: string; readonly size: bigint; readonly cash: bigint }
  | {
      readonly kind: 'cash'
      readonly amount: bigint
      readonly type: 'DEPOSIT' | 'WITHDRAWAL' | 'YIELD' | 'REWARD'
    }
  | {
      readonly kind: 'combo'
      readonly conditionId: string
      readonly positionId: string
      readonly title: string
      readonly side: 'BUY' | 'SELL'
      readonly size: bigint
      readonly cash: bigint
      readonly fee: bigint
      readonly price: number
    }
  /** A combo that its legs have decided: what it paid for the shares held, 0 when it lost. */
  | { readonly kind: 'combo_end'; readonly conditionId: string; readonly cash: bigint }
)

export type Position = {
  readonly wallet: string
  readonly token: string
  readonly size: bigint
  /** Cost of the held shares, without fees. */
  readonly cost: bigint
  /** Fees of everything ever bought: a sale lowers them by nothing. */
  readonly fees: bigint
  /** Shares ever bought. */
  readonly bought: bigint
  /** Cost of all of those, without fees. */
  readonly boughtCost: bigint
  /** Before fees. */
  readonly realized: bigint
  readonly firstAt: number
  readonly lastAt: number
  /** Set when the market paid: what the shares that were left brought, and what the position was before. */
  readonly redeemed: {
    readonly size: bigint
    readonly cash: bigint
    readonly cost: bigint
    readonly realized: bigint
    readonly at: number
  } | null
}

export type DataBook = ReturnType<typeof createDataBook>

/** Follows the exchange from now on; what happened before is added by `add`. */
export function createDataBook(
  deps: Pick<Parts, 'exchange' | 'world' | 'clock'> & {
    readonly isSimulatedTrader: (wallet: string) => boolean
  },
) {
  const { exchange, clock } = deps
  const entries = new Map<string, Entry[]>()

  function add(entry: Entry): void {
    const list = entries.get(entry.wallet) ?? []
    entries.set(entry.wallet, list)
    list.push(entry)
  }

  function addTrade(trade: Trade): void {
    const shared = {
      at: trade.matchedAt,
      hash: transactionHashOf(trade.id),
      tradeId: trade.id,
      kind: 'fill',
    } as const
    if (!deps.isSimulatedTrader(trade.takerWallet)) {
      const { token, side, size, cash, fee } = trade
      add({ ...shared, wallet: trade.takerWallet, token, side, size, cash, fee, role: 'taker' })
    }
    for (const maker of trade.makers) {
      if (deps.isSimulatedTrader(maker.wallet)) continue
      const { wallet, token, side, size, cash } = maker
      add({ ...shared, wallet, token, side, size, cash, fee: 0n, role: 'maker' })
    }
  }

  function removeTrade(id: string): void {
    for (const [wallet, list] of entries) {
      const kept = list.filter((entry) => entry.kind !== 'fill' || entry.tradeId !== id)
      if (kept.length < list.length) entries.set(wallet, kept)
    }
  }

  function addRedemptions(conditionId: string): void {
    for (const wallet of entries.keys()) {
      for (const { token, size, cash, at, conditionId: paid } of exchange.redemptions(wallet)) {
        if (paid !== conditionId) continue
        add({
          kind: 'redeem',
          at,
          wallet,
          token,
          size,
          cash,
          hash: `0x${conditionId.slice(2, 60)}beef0${token.slice(-1)}`,
        })
      }
    }
  }

  const stop = exchange.subscribe((event) => {
    if (event.type === 'trade') addTrade(event.trade)
    else if (event.type === 'trade_status' && event.trade.status === 'FAILED') removeTrade(event.trade.id)
    else if (event.type === 'resolved') addRedemptions(event.market.conditionId)
  })

  /** Entries of a wallet up to `at`, oldest first. */
  function upTo(wallet: string, at: number): readonly Entry[] {
    return (entries.get(wallet) ?? []).filter((entry) => entry.at <= at)
  }

  return {
    entries: upTo,
    /** Entries of all accounts but the simulated traders'. */
    all: (at: number): readonly Entry[] =>
      [...entries.keys()].flatMap((wallet) => upTo(wallet, at)).toSorted((one, other) => one.at - other.at),
    /** Holdings as they follow from the entries up to `at`, also ended ones. */
    positions: (wallet: string, at: number): readonly Position[] => positionsOf(wallet, upTo(wallet, at)),
    add: (entry: Entry): void => add({ ...entry, at: Math.min(entry.at, clock.now()) }),
    stop,
  }
}

type Running = { -readonly [key in keyof Position]: Position[key] }

/** Positions of one wallet, in order of their first entry. Sales go at the average cost. */
export function positionsOf(wallet: string, entries: readonly Entry[]): readonly Position[] {
  const positions = new Map<string, Running>()
  for (const entry of entries) {
    if (!('token' in entry)) continue
    const position = positions.get(entry.token) ?? emptyPosition(wallet, entry.token, entry.at)
    positions.set(entry.token, position)
    position.lastAt = entry.at
    if (entry.kind === 'redeem') redeem(position, entry)
    else if (entry.kind === 'grant') buy(position, entry.size, notional(entry.size, entry.price), 0n)
    else if (entry.side === 'BUY') buy(position, entry.size, entry.cash, entry.fee)
    else sell(position, entry.size, entry.cash)
  }
  return [...positions.values()]
}

function emptyPosition(wallet: string, token: string, at: number): Running {
  return {
    wallet,
    token,
    size: 0n,
    cost: 0n,
    fees: 0n,
    bought: 0n,
    boughtCost: 0n,
    realized: 0n,
    firstAt: at,
    lastAt: at,
    redeemed: null,
  }
}

function buy(position: Running, size: bigint, cost: bigint, fee: bigint): void {
  position.size += size
  position.bought += size
  position.boughtCost += cost
  position.cost += cost
  position.fees += fee
}

function sell(position: Running, size: bigint, proceeds: bigint): void {
  const cost = position.size <= 0n ? 0n : (position.cost * size) / position.size
  position.realized += proceeds - cost
  position.size -= size
  position.cost -= cost
}

function redeem(position: Running, entry: Extract<Entry, { kind: 'redeem' }>): void {
  const { cost, realized } = position
  position.redeemed = { size: entry.size, cash: entry.cash, cost, realized, at: entry.at }
  position.realized += entry.cash - position.cost
  position.size -= entry.size
  position.cost = 0n
}

function notional(size: bigint, price: number): bigint {
  return (size * BigInt(price)) / 10_000n
}
