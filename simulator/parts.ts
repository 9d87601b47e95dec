/** Parts that the services of one venue share. */
import type { Credentials } from './auth/credentials.ts'
import type { OrderVerifier } from './auth/order-signature.ts'
import type { Wallets } from './auth/wallets.ts'
import type { Exchange } from './exchange/exchange.ts'
import type { Barriers } from './faults/barriers.ts'
import type { Faults } from './faults/faults.ts'
import type { RequestLog } from './ledger/request-log.ts'
import type { VenueNames } from './profile.ts'
import type { SimulatorClock, SimulatorRandom } from './types.ts'
import type { World } from './world/world.ts'

export type Parts = {
  readonly clock: SimulatorClock
  readonly random: SimulatorRandom
  readonly profile: VenueNames
  readonly exchange: Exchange
  readonly wallets: Wallets
  readonly credentials: Credentials
  readonly verifier: OrderVerifier
  readonly faults: Faults
  readonly barriers: Barriers
  readonly log: RequestLog
  readonly world: World
}
