/** The journal's data on disk: observed figures of own fills, payouts of outcomes, and the trader's notes. */
import type { OutcomeId } from '#core/ids.ts'
import type { FillMeasure } from '#core/journal/fill-measures.ts'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'
import type { Result } from '#lib/result.ts'
import type { StorageRefused } from './stores.ts'

/** Note of the round trip that a fill is in. */
export type JournalNote = { readonly key: string; readonly text: string; readonly tags: readonly string[] }

export type MeasuredFill = { readonly key: string; readonly at: Instant; readonly measure: FillMeasure }

export interface JournalStore {
  /** Oldest first. */
  measures(): readonly MeasuredFill[]
  /** Payout of one share of each outcome, once its market was resolved. */
  payouts(): ReadonlyMap<OutcomeId, Micros>
  notes(): readonly JournalNote[]
  /** All of them or none; beyond a bound the oldest measures go. */
  write(
    measures: readonly MeasuredFill[],
    payouts: ReadonlyMap<OutcomeId, Micros>,
  ): Result<void, StorageRefused>
  /** A note without text and tags is removed. */
  writeNote(note: JournalNote): Result<void, StorageRefused>
}
