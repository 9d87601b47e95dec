/** What comes on the venue's live channels, and where what happened is kept for looking at it again. Nothing here throws, waits, or is waited for (INV-68). */
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { RecordedChannel, RecordingRecord } from '#core/recording/records.ts'

/** Told what the channels carry, before it is acted on. Connections of the market channel have numbers; sports is 0. */
export interface FeedTap {
  opened(channel: RecordedChannel, connection: number): void
  closed(channel: RecordedChannel, connection: number): void
  /** A text frame, or the part of a long list of frames that is read in one turn. */
  frame(channel: RecordedChannel, connection: number, bytes: Uint8Array): void
  carried(connection: number, added: readonly OutcomeId[], removed: readonly OutcomeId[]): void
  lost(outcomeIds: readonly OutcomeId[], reason: 'feed_down' | 'no_pong' | 'gap'): void
}

/** Records nothing. */
export const NO_TAP: FeedTap = { opened() {}, closed() {}, frame() {}, carried() {}, lost() {} }

/** `full`: the disk, short of what is left to the rest of the terminal. `slow`: it does not keep up. */
export type RecordingFault = 'full' | 'slow' | 'failed'

type RecordingState = {
  readonly isOpen: boolean
  /** Why it is not, by itself; null while it is and after `end`. */
  readonly fault: RecordingFault | null
  /** Of all that is kept, in bytes on disk. */
  readonly bytes: number
  /** Of the segment at hand. */
  readonly segmentBytes: number
  /** The begin of the oldest segment; null without any. */
  readonly since: Instant | null
}

export interface RecordingStore {
  /** Ends the segment at hand, if any, and begins one: what is added from here on can be read without what came before. */
  begin(at: Instant): void
  /** Keeps a record; without a segment it is dropped. */
  add(record: RecordingRecord): void
  /** Ends the segment at hand. */
  end(): void
  /** What may be kept from now on; more than that goes, the oldest first. */
  keep(limits: { readonly mostBytes: number; readonly mostAgeMs: number }): void
  state(): RecordingState
  /** Ends it all; resolves once what was added is on disk. */
  close(): Promise<void>
}
