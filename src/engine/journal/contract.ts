/** The journal as the edges see it: own round trips with what was seen of each fill, and the trader's notes. */
import type { JournalFilter, JournalRow, JournalSummary } from '#core/journal/journal-rows.ts'
import type { RoundTrip } from '#core/journal/round-trips.ts'
import type { League } from '#core/market/market.ts'
import type { MarketId, OutcomeId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'
import type { Result } from '#lib/result.ts'
import type { JournalNote } from '#ports/journal-store.ts'
import type { StorageRefused } from '#ports/stores.ts'

export type JournalTrip = RoundTrip & {
  readonly outcomeId: OutcomeId
  readonly marketId: MarketId
  readonly text: string
  readonly tags: readonly string[]
  readonly rows: readonly JournalRow[]
}

export type JournalSums = { readonly summary: JournalSummary; readonly earlier: Micros }

/** Choices in the filters' lists. */
type JournalChoices = {
  readonly tags: readonly string[]
  readonly leagues: readonly League[]
  readonly markets: readonly { readonly marketId: MarketId; readonly outcomeId: OutcomeId }[]
}

export interface Journal {
  /** Makes what the others answer, in pieces; without it the first of them takes the whole time. */
  prepare(): Generator<void>
  /** Those of which a fill or payout passes, the latest opened first. */
  trips(filter: JournalFilter): readonly JournalTrip[]
  /** Fills and payouts that pass, the latest first. */
  rows(filter: JournalFilter): readonly JournalRow[]
  /** Sums of the rows that pass, in pieces. `earlier`: realised before the first known trades, which no filter chooses. */
  summary(filter: JournalFilter): Generator<void, JournalSums>
  choices(): JournalChoices
  /** Round trip that the fill is in. */
  setNote(note: JournalNote): Result<void, StorageRefused | 'not_found'>
}
