// The trading half of the simulated venue, put together over one exchange: the order-book service, its two channels,
// keys, engine modes, limits and controls. Nothing listens before `start`.
import type { Parts } from './parts.ts'
import { createCredentials, type Credentials } from './auth/credentials.ts'
import { createOrderVerifier, type OrderVerifier } from './auth/order-signature.ts'
import type { VenueExchange } from './exchange/exchange.ts'
import type { HttpService } from './http-server.ts'
import { createClobService } from './services/clob/clob.ts'
import { createEngineModes, type EngineModes } from './services/clob/engine-modes.ts'
import { createPriceSamples, type PriceSamples } from './services/clob/price-samples.ts'
import { createRateLimits, type RateLimits, type Tier } from './services/clob/rate-limits.ts'
import type { MarketRows } from './services/market-channel/frames.ts'
import { createMarketChannel } from './services/market-channel/market-channel.ts'
import { createUserChannel } from './services/user-channel/user-channel.ts'
import type { SocketService } from './socket-server.ts'
import type { ListedMarket } from './types.ts'
import { createVenueControls, type VenueControls } from './venue-controls.ts'

export type VenueParts = Pick<
  Parts,
  'clock' | 'random' | 'profile' | 'wallets' | 'faults' | 'barriers' | 'log'
> & {
  /** Build it with `lifeOf: tradeLifeOf(faults)`, or the `trade.` faults do nothing. */
  readonly exchange: VenueExchange
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

export type Venue = {
  readonly clob: HttpService
  readonly marketChannel: SocketService
  readonly userChannel: SocketService
  /** Also for the combos service: L2 headers and V3 orders are checked by the same parts. */
  readonly credentials: Credentials
  readonly verifier: OrderVerifier
  readonly modes: EngineModes
  readonly limits: RateLimits
  /** Past prices, also for the data service. */
  readonly samples: PriceSamples
  readonly controls: VenueControls
  /** Starts one of the three on loopback; 0 picks a port. Tells the port. */
  listen(service: 'clob' | 'ws_market' | 'ws_user', port: number): Promise<number>
  close(): Promise<void>
}

const NO_ROWS: MarketRows = { market: {}, event: {}, tags: [] }

/** Builds the trading services over their parts; markets and accounts are the caller's. */
export function createVenue(parts: VenueParts): Venue {
  const { clock, random, profile, exchange, wallets, faults, barriers, log } = parts
  const credentials = createCredentials({
    clock,
    profile,
    seed: Buffer.from(random.fork('credentials').bytes(32)).toString('hex'),
    timestampWindowMs: parts.timestampWindowMs ?? 10_000,
  })
  const controls = createVenueControls({ exchange, random: random.fork('controls'), wallets, credentials })
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
  const rowsOf = parts.rowsOf ?? (() => NO_ROWS)
  const clob = createClobService({
    exchange,
    controls,
    clock,
    random: random.fork('clob'),
    profile,
    credentials,
    wallets,
    verifier,
    modes,
    limits,
    samples,
    faults,
    barriers,
    log,
    pageSize: parts.pageSize ?? 500,
  })
  const channel = { exchange, clock, faults, log }
  const { paths } = parts
  const marketChannel = createMarketChannel({
    ...channel,
    rowsOf,
    path: paths?.market,
  })
  const userChannel = createUserChannel({
    ...channel,
    credentials,
    path: paths?.user,
  })
  const services = { clob, ws_market: marketChannel, ws_user: userChannel }
  return {
    clob,
    marketChannel,
    userChannel,
    credentials,
    verifier,
    modes,
    limits,
    samples,
    controls,
    listen: (service, port) => services[service].listen(port),
    async close() {
      barriers.releaseAll()
      await Promise.all(Object.values(services).map((service) => service.close()))
    },
  }
}
