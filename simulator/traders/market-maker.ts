/**
 * One market as its makers keep it: their fair price, their resting orders, and the takers who come by.
 * Makers buy only (the second outcome for the ask side), so they need cash and never run out of shares.
 */
import type { Parts } from '../parts.ts'
import { PLAIN, type ListedMarket, type NewOrder, type SimulatorRandom } from '../types.ts'
import type { MarketEntry } from '../world/entries.ts'
import { ladderPrices, levelSize, type LadderShape } from './ladder.ts'
import type { TraderAccounts } from './trader-accounts.ts'

export type MarketMaker = ReturnType<typeof createMarketMaker>

type SideName = 'bid' | 'ask'

const FULL = 10_000
const TAKE_CHANCE = 0.22
/** How much of the way to its anchor a fair price goes in one visit. */
const PULL = 0.06
const GAME_PULL = 0.5
const WOBBLE = 0.012

/** The desk of a market that is open on the exchange. */
export function createMarketMaker(
  deps: Pick<Parts, 'exchange' | 'random'> & {
    readonly market: MarketEntry
    readonly traderAccounts: TraderAccounts
  },
) {
  const { exchange, market, random, traderAccounts } = deps
  const { popularity, game } = market.event.definition
  const resting: Readonly<Record<SideName, Map<number, string>>> = { bid: new Map(), ask: new Map() }
  const levels = Math.min(Math.round(5 + popularity * 1.1 + random.next() * 3), 15)
  const baseSize = (25 + random.next() * 90) * (0.6 + popularity * 0.6)
  const halfSpread = game !== undefined || popularity >= 4 ? 0.5 : random.pick([0.5, 1, 1.5])
  let fair = startingFair()

  function startingFair(): number {
    const offset = (random.next() - 0.5) * 60
    return Math.min(Math.max(market.anchor + offset, market.anchor / 2), (market.anchor + FULL) / 2)
  }

  function shapeOf(listed: ListedMarket): LadderShape {
    return {
      tick: listed.tick,
      halfSpread: ticksOf(listed.tick),
      levels,
      size: baseSize,
      minimumSize: Number(listed.minimumSize / 1_000_000n),
    }
  }

  /** Fine ticks are quoted a few ticks wide, the coarsest never more than one. */
  function ticksOf(tick: number): number {
    if (tick === 1000) return 0.5
    return tick <= 10 && fair > 500 && fair < FULL - 500 ? halfSpread * 2 : halfSpread
  }

  function order(listed: ListedMarket, side: SideName, price: number, size: bigint): NewOrder {
    return {
      ...PLAIN,
      id: traderAccounts.orderId(),
      wallet: traderAccounts.maker(random),
      owner: traderAccounts.owner,
      token: side === 'bid' ? listed.tokens[0] : listed.tokens[1],
      side: 'BUY',
      price: side === 'bid' ? price : FULL - price,
      size,
    }
  }

  function forgetEnded(side: SideName): void {
    for (const [price, id] of resting[side]) {
      const status = exchange.order(id)?.status
      if (status !== 'LIVE' && status !== 'DELAYED') resting[side].delete(price)
    }
  }

  function withdraw(side: SideName, keep: ReadonlySet<number>): void {
    const gone: string[] = []
    for (const [price, id] of resting[side]) {
      if (keep.has(price)) continue
      gone.push(id)
      resting[side].delete(price)
    }
    if (gone.length > 0) exchange.cancel(gone, { owner: traderAccounts.owner })
  }

  function rest(listed: ListedMarket, side: SideName, price: number, size: bigint): void {
    const made = order(listed, side, price, size)
    const answer = exchange.place(made)
    if (answer.kind === 'placed') resting[side].set(price, made.id)
  }

  /** Brings the resting orders in line with the fair price. */
  function quote(): void {
    const { listed } = market
    if (listed === null) return
    const shape = shapeOf(listed)
    const { bids, asks } = ladderPrices(fair, shape)
    forgetEnded('bid')
    forgetEnded('ask')
    // All withdrawals come first: a maker never meets another maker's old quote.
    withdraw('bid', new Set(bids))
    withdraw('ask', new Set(asks))
    fill(listed, 'bid', bids, shape)
    fill(listed, 'ask', asks, shape)
  }

  function fill(listed: ListedMarket, side: SideName, prices: readonly number[], shape: LadderShape): void {
    for (const [index, price] of prices.entries()) {
      if (!resting[side].has(price)) rest(listed, side, price, levelSize(random, shape, index))
    }
  }

  /** A size changes: one level is removed and placed again. */
  function resize(): void {
    const { listed } = market
    const side = random.next() < 0.5 ? 'bid' : 'ask'
    const prices = [...resting[side].keys()]
    if (listed === null || prices.length === 0) return
    const price = random.pick(prices)
    const id = resting[side].get(price)
    if (id === undefined) return
    exchange.cancel([id], { owner: traderAccounts.owner })
    resting[side].delete(price)
    rest(listed, side, price, levelSize(random, shapeOf(listed), random.integer(0, 3)))
  }

  /** A taker crosses the spread; `haste` above 1 makes it bigger. */
  function take(haste: number): void {
    const { listed } = market
    if (listed === null) return
    const best = exchange.best(listed.tokens[0])
    const middle = ((best.bid ?? 0) + (best.ask ?? FULL)) / 2
    const up = random.next() < (fair >= middle ? 0.55 : 0.45)
    const price = up ? best.ask : best.bid
    if (price === null) return
    const shares = Math.max(
      Math.round(baseSize * random.next() ** 2 * 0.8 * haste),
      Number(listed.minimumSize / 1_000_000n),
    )
    const wallet = traderAccounts.taker(random)
    const [first, second] = listed.tokens
    // A holder of the outcome sells it; others buy the other one.
    const held = up ? second : first
    const sells = random.next() < 0.5 && exchange.shares(wallet, held) >= BigInt(shares) * 1_000_000n
    const bought = up ? first : second
    const limit = up ? price : FULL - price
    // A buy that takes costs at least 1 pUSD.
    const size = BigInt(sells ? shares : Math.max(shares, Math.ceil(FULL / limit))) * 1_000_000n
    exchange.place({
      ...PLAIN,
      id: traderAccounts.orderId(),
      wallet,
      owner: traderAccounts.owner,
      token: sells ? held : bought,
      side: sells ? 'SELL' : 'BUY',
      price: sells ? FULL - limit : limit,
      size,
      type: 'FAK',
    })
  }

  function drift(haste: number): void {
    const moved = logit(fair) + gaussian(random) * WOBBLE * haste
    const pull = game !== undefined && Math.abs(market.anchor - fair) > 50 ? GAME_PULL : PULL
    fair = FULL / (1 + Math.exp(-(moved + pull * (logit(market.anchor) - moved))))
    market.fairPrice = Math.round(fair)
  }

  return {
    quote,
    take,
    /** One visit: the fair price moves, quotes follow, perhaps a taker trades. */
    step(haste: number): void {
      drift(haste)
      quote()
      resize()
      if (random.next() < TAKE_CHANCE * haste) take(haste)
    },
  }
}

function logit(price: number): number {
  const share = Math.min(Math.max(price, 1), FULL - 1) / FULL
  return Math.log(share / (1 - share))
}

/** Roughly normal with deviation 1. */
function gaussian(random: SimulatorRandom): number {
  return (random.next() + random.next() + random.next() - 1.5) * 2
}
