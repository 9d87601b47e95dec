/** What the journal keeps on disk: what was seen of own fills, what outcomes paid, and the trader's notes. */
import type { OutcomeId } from '#core/ids.ts'
import type { FillMeasure } from '#core/journal/fill-measures.ts'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'
import type { Result } from '#lib/result.ts'
import type { StorageRefused } from './stores.ts'

/** Of the round trip that a fill is in. */
export type JournalNote = { readonly key: string; readonly text: string; readonly tags: readonly string[] }

export type MeasuredFill = { readonly key: string; readonly at: Instant; readonly measure: FillMeasure }

export interface JournalStore {
  /** Oldest first. */
  measures(): readonly MeasuredFill[]
  /** What a share of each outcome paid, once its market was resolved. */
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
