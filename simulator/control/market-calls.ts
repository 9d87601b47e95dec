/** The calls that change markets: tick, result, closing, minimum size, delay, and a look at one book. */
import { z } from 'zod'

import { Refusal, type Route } from '../http-server.ts'
import type { Simulation } from '../simulation.ts'
import type { TickSteps } from '../types.ts'
import type { MarketEntry } from '../world/entries.ts'
import { changing, reading } from './call.ts'

const TICKS: Readonly<Record<string, TickSteps>> = {
  '0.1': 1000,
  '0.01': 100,
  '0.005': 50,
  '0.0025': 25,
  '0.001': 10,
  '0.0001': 1,
}

/** Input of the market call. `market_id`: the catalog's id, a condition id or a token id. */
const marketChange = z.strictObject({
  market_id: z.string().min(1),
  tick: z.enum(['0.1', '0.01', '0.005', '0.0025', '0.001', '0.0001']).optional(),
  /** The winning outcome, or void: both pay a half. */
  resolve: z.union([z.literal(0), z.literal(1), z.literal('void')]).optional(),
  close: z.literal(true).optional(),
  /** Whole shares. */
  min_size: z.number().int().positive().optional(),
  seconds_delay: z.number().int().nonnegative().optional(),
  accepting_orders: z.boolean().optional(),
  /** Steps of 0.0001: the fair price that the simulated traders quote around. */
  fair: z.number().int().min(1).max(9999).optional(),
  book: z.enum(['clear']).optional(),
})

/** Calls over markets. */
export function marketCalls(simulation: Simulation): Route[] {
  return [
    changing('/market', marketChange, (change) => {
      const market = findMarket(simulation, change.market_id)
      applyMarketChange(simulation, market, change)
      return describe(simulation, market)
    }),
    reading('GET', '/market/:id', ({ id = '' }) => describe(simulation, findMarket(simulation, id))),
    reading('GET', '/markets', () => simulation.world.markets().map(brief)),
  ]
}

/** A market by catalog id, condition id, token id or slug. */
function findMarket({ world }: Simulation, id: string): MarketEntry {
  const market =
    world.market(id) ??
    world.marketOfCondition(id.toLowerCase()) ??
    world.marketOfToken(id) ??
    world.marketBySlug(id)
  if (market === undefined) throw new Refusal(404, `no market ${id}`)
  return market
}

/** Applies a change through the exchange, so that every channel sends it. */
function applyMarketChange(
  { exchange }: Simulation,
  market: MarketEntry,
  change: z.infer<typeof marketChange>,
): void {
  const { listed } = market
  if (listed === null) throw new Refusal(404, `no market ${change.market_id}`)
  const { conditionId } = listed
  if (change.fair !== undefined) market.anchor = change.fair
  if (change.min_size !== undefined) listed.minimumSize = BigInt(change.min_size) * 1_000_000n
  if (change.seconds_delay !== undefined) listed.secondsDelay = change.seconds_delay
  if (change.accepting_orders !== undefined) listed.acceptingOrders = change.accepting_orders
  const tick = change.tick === undefined ? undefined : TICKS[change.tick]
  if (tick !== undefined) exchange.setTick(conditionId, tick)
  if (change.book === 'clear') exchange.clearBook(conditionId, 'cleared by the control API')
  if (change.resolve !== undefined) exchange.resolve(conditionId, change.resolve)
  else if (change.close === true) exchange.close(conditionId)
}

function brief(market: MarketEntry): unknown {
  return {
    id: market.id,
    event_id: market.event.id,
    slug: market.definition.slug,
    condition_id: market.listed?.conditionId ?? '',
    tokens: market.listed?.tokens ?? [],
    fair: market.fairPrice,
    neg_risk: market.event.definition.negRisk,
    closed: market.listed?.closed ?? false,
  }
}

function describe({ exchange }: Simulation, market: MarketEntry): unknown {
  const { listed } = market
  return {
    ...(brief(market) as Record<string, unknown>),
    anchor: market.anchor,
    ...(listed === null
      ? {}
      : { listed, books: listed.tokens.map((token) => ({ token, ...exchange.levels(token) })) }),
  }
}
