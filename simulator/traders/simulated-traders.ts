/**
 * Everyone else at the venue: makers who quote both sides around a wandering fair price and takers who cross the
 * spread, in bursts. They trade through the exchange like any account, with funds of their own, and draw from one seed.
 */
import type { Parts } from '../parts.ts'
import type { GameDefinition } from '../world/games/game.ts'
import { countLeading } from '../sorted.ts'
import type { MarketEntry } from '../world/entries.ts'
import { createMarketMaker, type MarketMaker } from './market-maker.ts'
import type { TraderAccounts } from './trader-accounts.ts'

type SimulatedTradersOptions = Pick<Parts, 'exchange' | 'world' | 'clock' | 'random'> & {
  readonly traderAccounts: TraderAccounts
  /** Market visits per second of venue time. */
  readonly rate: number
  /** Markets that get a book at the start; the rest get one as the simulated traders reach them. */
  readonly opened: number
}

const TICK_MS = 100
/** How often the weights of markets are calculated again. */
const REWEIGH_MS = 15_000
const STIRRED_PER_TICK = 6
const BURST_CHANCE = 0.004

/** Opens the first books and starts trading. */
export function createSimulatedTraders(options: SimulatedTradersOptions) {
  const { world, clock, random, exchange, traderAccounts } = options
  const makers = new WeakMap<MarketEntry, MarketMaker>()
  const byGame = new Map<GameDefinition, MarketEntry[]>()
  const stirred = new Set<MarketEntry>()
  const bursts = new Map<MarketEntry, number>()
  const { rate } = options
  let dueVisits = 0
  let round = 0
  let quiet = false
  let weights: { readonly market: MarketEntry; readonly upTo: number }[] = []

  function makerOf(market: MarketEntry): MarketMaker {
    const known = makers.get(market)
    if (known !== undefined) return known
    const made = createMarketMaker({
      exchange,
      market,
      random: random.fork(`desk ${market.id}`),
      traderAccounts,
    })
    makers.set(market, made)
    return made
  }

  /** Gives a market its book if it has none yet. */
  function open(market: MarketEntry): void {
    if (makers.has(market) || !isOpen(market)) return
    const maker = makerOf(market)
    maker.quote()
    if (random.next() < 0.85) maker.take(1)
  }

  function reweigh(): void {
    let sum = 0
    weights = []
    byGame.clear()
    for (const event of world.events()) {
      const { game, popularity } = event.definition
      if (game !== undefined) byGame.set(game, [...(byGame.get(game) ?? []), ...event.markets])
      const busy = game === undefined || Math.abs(clock.now() - game.startsAt) < 4 * 3_600_000 ? 1 : 0.3
      for (const [index, market] of event.markets.entries()) {
        if (!isOpen(market)) continue
        sum += popularity ** 2 * busy * (index === 0 ? 4 : 1 / (1 + index * 0.3))
        weights.push({ market, upTo: sum })
      }
    }
  }

  function draw(): MarketEntry | undefined {
    const target = random.next() * (weights.at(-1)?.upTo ?? 0)
    return weights[countLeading(weights, ({ upTo }) => upTo < target)]?.market
  }

  function visit(market: MarketEntry | undefined, haste: number): void {
    if (market === undefined || !isOpen(market)) return
    makerOf(market).step(haste)
    if (random.next() < BURST_CHANCE) bursts.set(market, random.integer(8, 40))
  }

  function tick(): void {
    if (quiet) return
    let count = 0
    for (const market of stirred) {
      if (count >= STIRRED_PER_TICK) break
      stirred.delete(market)
      visit(market, 1)
      count += 1
    }
    for (const [market, left] of bursts) {
      if (left <= 1) bursts.delete(market)
      else bursts.set(market, left - 1)
      if (random.next() < 0.6) visit(market, 3)
    }
    dueVisits += (rate * TICK_MS) / 1000
    for (; dueVisits >= 1; dueVisits -= 1) visit(draw(), 1)
    // Slowly round all markets, so that no book stays empty after a clearing.
    if (rate > 0) {
      visit(weights[round % Math.max(weights.length, 1)]?.market, 1)
      round += 1
    }
  }

  reweigh()
  for (const market of world.markets().slice(0, options.opened)) open(market)
  const stops = [
    clock.every(TICK_MS, tick),
    clock.every(REWEIGH_MS, reweigh),
    // Makers quote again where a real account has taken from the book.
    exchange.subscribe((event) => {
      if (event.type !== 'trade' || rate === 0 || traderAccounts.isSimulatedTrader(event.trade.takerWallet))
        return
      const market = world.marketOfCondition(event.market.conditionId)
      if (market !== undefined) stirred.add(market)
    }),
  ]

  return {
    open,
    /** Something happened to this game: its markets are looked at before all others. */
    stir(game: GameDefinition): void {
      for (const market of byGame.get(game) ?? []) if (isOpen(market)) stirred.add(market)
    },
    /** Does `action` without trading meanwhile: for long jumps of the clock. */
    quietly(action: () => void): void {
      quiet = true
      try {
        action()
      } finally {
        quiet = false
      }
    },
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}

function isOpen(market: MarketEntry): boolean {
  return market.listed !== null && !market.listed.closed && market.listed.acceptingOrders
}
