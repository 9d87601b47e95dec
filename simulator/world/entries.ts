/** An event and a market of the listed world. */
import type { WorldEvent, WorldMarket } from '../types.ts'
import type { EventDefinition, MarketDefinition } from './definition.ts'

export type MarketEntry = WorldMarket & {
  readonly id: string
  readonly event: EventEntry
  readonly definition: MarketDefinition
  /** Decimal text of its two positions; null when it has none. */
  readonly positions: readonly [string, string] | null
  /** Value to which the fair value returns; moved by games. */
  anchor: number
}

export type EventEntry = Omit<WorldEvent, 'markets'> & {
  readonly definition: EventDefinition
  readonly markets: readonly MarketEntry[]
  /** Id of the main event, on companions. */
  readonly parentId: string | null
  readonly negRiskMarketId: string | null
}
