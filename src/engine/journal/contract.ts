/** The journal as the edges see it: own round trips with what was seen of each fill, and the trader's notes. */
import type { JournalRow, JournalSummary } from '#core/journal/journal-rows.ts'
import type { RoundTrip } from '#core/journal/round-trips.ts'
import type { MarketId, OutcomeId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'

export type JournalTrip = RoundTrip & {
  readonly outcomeId: OutcomeId
  readonly marketId: MarketId
  readonly text: string
  readonly tags: readonly string[]
  readonly rows: readonly JournalRow[]
}

export type JournalSums = { readonly summary: JournalSummary; readonly earlier: Micros }
