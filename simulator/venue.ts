// The trading half of the simulated venue, put together over one exchange: the order-book service, its two channels,
// keys, engine modes and limits. Nothing listens before `start`.
import type { Parts } from './parts.ts'
import { createCredentials } from './auth/credentials.ts'
import { createOrderVerifier } from './auth/order-signature.ts'
import type { Exchange } from './exchange/exchange.ts'
import { createHttpService } from './http-server.ts'
import { createPathLimits, PATH_LIMITS, waitsFor } from './path-limits.ts'
import { accountReads } from './services/clob/account-reads.ts'
import { createEngineModes } from './services/clob/engine-modes.ts'
import { heartbeatRoutes } from './services/clob/heartbeats.ts'
import { keyRoutes } from './services/clob/key-routes.ts'
import { priceHistoryRoutes } from './services/clob/price-history.ts'
import { createPriceSamples } from './services/clob/price-samples.ts'
import { publicReads } from './services/clob/public-reads.ts'
import { createRateLimits, type Tier } from './services/clob/rate-limits.ts'
import { tradingRoutes } from './services/clob/trading-routes.ts'
import type { MarketRows } from './services/market-channel/frames.ts'
import { createMarketChannel } from './services/market-channel/market-channel.ts'
import { createUserChannel } from './services/user-channel/user-channel.ts'
import type { ListedMarket } from './types.ts'

export type VenueParts = Pick<
  Parts,
  'clock' | 'random' | 'profile' | 'wallets' | 'faults' | 'barriers' | 'log'
> & {
  /** Build it with `lifeOf: tradeLifeOf(faults)`, or the `trade.` faults do nothing. */
  readonly exchange: Exchange
  /** The catalog's data of a market, for frames and verbose reads. */
  readonly rowsOf?: (market: ListedMarket) => MarketRows
  /** Paths of the two channels; default: any path. */
  readonly paths?: { readonly market: string; readonly user: string }
  /** How far a signed timestamp may be off, in milliseconds of venue time; 10 s by default. */
  readonly timestampWindowMs?: number
  readonly rateTier?: Tier
  /** Rows of a page of account reads; 500 by default. */
  readonly pageSize?: number
}

const NO_ROWS: MarketRows = { market: {}, event: {}, tags: [] }

/** Builds the trading services over their parts; markets and accounts are the caller's. */
export function createVenue(parts: VenueParts) {
  const { clock, random, profile, exchange, wallets, faults, barriers, log } = parts
  const credentials = createCredentials({
    clock,
    profile,
    seed: Buffer.from(random.fork('credentials').bytes(32)).toString('hex'),
    timestampWindowMs: parts.timestampWindowMs ?? 10_000,
  })
  const verifier = createOrderVerifier(profile, wallets)
  const modes = createEngineModes({ clock, faults })
  const limits = createRateLimits({
    clock,
    faults,
    log,
    headerPrefix: profile.response_header_prefix,
    tier: parts.rateTier ?? 'Standard',
  })
  const samples = createPriceSamples(exchange)
  const own = {
    ...parts,
    random: random.fork('clob'),
    credentials,
    verifier,
    modes,
    limits,
    samples,
    pageSize: parts.pageSize ?? 500,
  }
  const clob = createHttpService({
    service: 'clob',
    routes: [
      ...publicReads(own),
      ...priceHistoryRoutes(own),
      ...keyRoutes(own),
      ...tradingRoutes(own),
      ...accountReads(own),
      ...heartbeatRoutes(own),
    ],
    faults,
    barriers,
    log,
    random: own.random,
    gzip: true,
    behind: clock,
    before: waitsFor(clock, createPathLimits(clock, PATH_LIMITS.clob)),
  })
  const channel = { exchange, clock, faults, log }
  const { paths, rowsOf = () => NO_ROWS } = parts
  return {
    services: {
      clob,
      ws_market: createMarketChannel({ ...channel, rowsOf, path: paths?.market }),
      ws_user: createUserChannel({ ...channel, credentials, path: paths?.user }),
    },
    /** Also for the combos service: L2 headers and V3 orders are checked by the same parts. */
    credentials,
    verifier,
    modes,
    limits,
    /** Past prices, also for the data service. */
    samples,
  }
}
