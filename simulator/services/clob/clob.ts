// The order-book service of the simulated venue: every route of it over the exchange, the accounts and the faults.
import type { Parts } from '../../parts.ts'
import { createHttpService, type HttpService } from '../../http-server.ts'
import { waitsFor } from '../../path-limits.ts'
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

type ClobDeps = Pick<
  Parts,
  | 'exchange'
  | 'clock'
  | 'random'
  | 'profile'
  | 'credentials'
  | 'wallets'
  | 'verifier'
  | 'faults'
  | 'barriers'
  | 'log'
> & {
  readonly controls: VenueControls
  readonly modes: EngineModes
  readonly limits: RateLimits
  readonly samples: PriceSamples
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
    before: waitsFor(deps.clock, (request) => deps.limits.queueMs(request)),
  })
}
