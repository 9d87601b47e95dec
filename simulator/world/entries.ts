/** An event and a market of the listed world. */
import type { ListedMarket } from '../types.ts'
import type { EventDefinition, MarketDefinition } from './definition.ts'

export type MarketEntry = {
  readonly id: string
  readonly event: EventEntry
  readonly definition: MarketDefinition
  /** Fields as in the venue's catalog; live figures are filled in when it is read. */
  readonly row: Record<string, unknown>
  /** Null for a market that is not deployed yet. */
  readonly listed: ListedMarket | null
  /** Decimal text of its two positions; null when it has none. */
  readonly positions: readonly [string, string] | null
  /** Fair value of the first outcome in steps of 0.0001: what the simulated traders quote around. */
  fairPrice: number
  /** Value to which the fair value returns; moved by games. */
  anchor: number
}

export type EventEntry = {
  readonly id: string
  readonly definition: EventDefinition
  /** Its row without its markets. */
  readonly row: Record<string, unknown>
  readonly markets: readonly MarketEntry[]
  /** Id of the main event, on companions. */
  readonly parentId: string | null
  readonly negRiskMarketId: string | null
}
