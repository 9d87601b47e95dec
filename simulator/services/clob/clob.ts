// The order-book service of the simulated venue: every route of it over the exchange, the accounts and the faults.
import { createHttpService, type HttpService } from '../../http-server.ts'
import type { Credentials } from '../../auth/credentials.ts'
import type { OrderVerifier } from '../../auth/order-signature.ts'
import type { Wallets } from '../../auth/wallets.ts'
import type { VenueExchange } from '../../exchange/exchange.ts'
import type { Barriers } from '../../faults/barriers.ts'
import type { Faults } from '../../faults/types.ts'
import type { RequestLog } from '../../ledger/request-log.ts'
import { waitsFor } from '../../path-limits.ts'
import type { SimulatorClock, SimulatorProfile, SimulatorRandom } from '../../types.ts'
import type { VenueControls } from '../../venue-controls.ts'
import { accountReads } from './account-reads.ts'
import { createCancelFaults } from './cancel-faults.ts'
import type { EngineModes } from './engine-modes.ts'
import { heartbeatRoutes } from './heartbeats.ts'
import { keyRoutes } from './key-routes.ts'
import { createOrderFaults } from './order-faults.ts'
import { createOrderHistory } from './order-history.ts'
import { createIntake } from './order-intake.ts'
import { priceHistoryRoutes } from './price-history.ts'
import type { PriceSamples } from './price-samples.ts'
import { publicReads } from './public-reads.ts'
import type { RateLimits } from './rate-limits.ts'
import { createSessions } from './session.ts'
import { tradingRoutes } from './trading-routes.ts'

type ClobDeps = {
  readonly exchange: VenueExchange
  readonly controls: VenueControls
  readonly clock: SimulatorClock
  readonly random: SimulatorRandom
  readonly profile: Omit<SimulatorProfile, 'urls'>
  readonly credentials: Credentials
  readonly wallets: Wallets
  readonly verifier: OrderVerifier
  readonly modes: EngineModes
  readonly limits: RateLimits
  readonly samples: PriceSamples
  readonly faults: Faults
  readonly barriers: Barriers
  readonly log: RequestLog
  readonly catalogRow: (conditionId: string) => Readonly<Record<string, unknown>> | undefined
  /** Rows of a page of account reads. */
  readonly pageSize: number
}

/** Builds the service; it does not listen yet. */
export function createClobService(deps: ClobDeps): HttpService {
  const sessions = createSessions(deps)
  const history = createOrderHistory(deps)
  const intake = createIntake(deps)
  const orderFaults = createOrderFaults(deps)
  const cancelFaults = createCancelFaults(deps)
  return createHttpService({
    service: 'clob',
    routes: [
      ...publicReads(deps),
      ...priceHistoryRoutes(deps),
      ...keyRoutes({ ...deps, sessions }),
      ...tradingRoutes({ ...deps, sessions, intake, orderFaults, cancelFaults }),
      ...accountReads({ ...deps, sessions, history }),
      ...heartbeatRoutes({ ...deps, sessions }),
    ],
    faults: deps.faults,
    barriers: deps.barriers,
    log: deps.log,
    random: deps.random,
    gzip: true,
    behind: deps.clock,
    before: waitsFor(deps, (request) => deps.limits.queueMs(request)),
  })
}
