/**
 * Events of the venue's live channels, and the store that keeps them for replay. Nothing here throws, waits, or is
 * waited for (INV-68).
 */
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { RecordedChannel, RecordingRecord } from '#core/recording/records.ts'

/**
 * Receives the channels' frames before they are acted on. Connections of the market channel have numbers; sports is
 * 0.
 */
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
  /** Reason of an automatic stop; null while it runs and after `end`. */
  readonly fault: RecordingFault | null
  /** Size of the whole recording on disk, in bytes. */
  readonly bytes: number
  /** Size of the present segment. */
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
  state(): RecordingState
  /** Ends it all; resolves once what was added is on disk. */
  close(): Promise<void>
}
