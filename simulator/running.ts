/** How a simulator is asked for and what a running one offers. */
import type { HostTime } from './clock.ts'
import type { Settles } from './exchange/settlement.ts'
import type { SimulatorProfile, VenueNames } from './profile.ts'
import type { TestAccounts } from './types.ts'

export type SimulatorOptions = {
  /** Port of the control API; the services follow it. 0: any free ports. */
  readonly port: number
  readonly seed?: string | undefined
  /** The venue's names; default: made-up names. */
  readonly profile?: VenueNames | undefined
  /** At least so many events; default: the written world. */
  readonly events?: number | undefined
  /** No more than the first so many, and none to come; default: all, and games without end. */
  readonly firstEvents?: number | undefined
  /** Venue seconds per second. */
  readonly speed?: number | undefined
  /** The source of the venue's clock; default: the host's time. */
  readonly host?: HostTime | undefined
  /** Market visits of the simulated traders per second; default 40, 0: nobody but tests trades. */
  readonly traderRate?: number | undefined
  /** When balances show a trade and orders may spend it: once it is mined, or at its match; default: late. */
  readonly settles?: Settles | undefined
}

export type RunningSimulator = {
  readonly profile: SimulatorProfile
  readonly accounts: TestAccounts
  /** Without a trailing slash; the calls are below `/_sim`. */
  readonly controlUrl: string
  stop(): Promise<void>
}
