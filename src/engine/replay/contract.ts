/** A replay as the edges see it: a part of the recording with a clock of its own, from which nothing can be sent (INV-70). */
import type { GameId, OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Fill, Order } from '#core/order/order.ts'
import type { Mark, RecordingRecord } from '#core/recording/records.ts'
import type { ReplaySpeed } from '#core/recording/replay-speeds.ts'
import type { TradingState } from '#core/trading-state.ts'
import type { MarketFeedEvent } from '#ports/venue-feeds.ts'

export type Span = { readonly from: Instant; readonly to: Instant }

/** The recording as a replay reads it. */
export interface RecordingSource {
  /** First and last instant; null when there is nothing. */
  range(): Promise<Span | null>
  /** Recorded spans, oldest first: a new one begins after missing minutes. */
  spans(): Promise<readonly Span[]>
  /**
   * Batches of records in order, from a point at or before `from` at which every book is given. Whoever reads applies all and
   * shows nothing before `from`.
   */
  records(from: Instant, until: Instant): AsyncIterable<readonly RecordingRecord[]>
  /** Without frames: fast over hours. */
  marks(from: Instant, until: Instant): AsyncIterable<readonly Mark[]>
}

/** Reads a frame of the market channel as the live feed does, which alone knows its form. */
export type ReadRecordedFrame = (
  bytes: Uint8Array,
  followed: ReadonlyMap<string, { readonly outcomeId: OutcomeId }>,
  emit: (event: MarketFeedEvent) => void,
) => void

/** A point of a replay that one may want to jump to. */
export type ReplayMark = {
  readonly kind: 'fill' | 'order' | 'goal' | 'gap'
  readonly at: Instant
  /** End of a gap; the same instant for all others. */
  readonly until: Instant
  /** Text without prices of any format. */
  readonly text: string
  readonly outcomeId: OutcomeId | null
}

export type ReplayState = Span & {
  readonly at: Instant
  readonly isPlaying: boolean
  /** On its way to where it was asked to go; what is shown is of before. */
  readonly isSeeking: boolean
  readonly speed: ReplaySpeed
  /** Number of the followed markets at this instant: the same number, the same markets to choose from. */
  readonly markets: number
  /** SAFE or ARMED, and what the venue restricted then; null when it is not recorded. */
  readonly trading: TradingState | null
  /** Why it cannot go on, in words; null when it can. */
  readonly problem: string | null
}

export type ReplayCommand =
  | { readonly do: 'play' | 'pause' }
  | { readonly do: 'speed'; readonly speed: ReplaySpeed }
  | { readonly do: 'seek'; readonly at: Instant }
  /** So many milliseconds on, or back. */
  | { readonly do: 'step'; readonly ms: number }
  | { readonly do: 'next_fill' | 'previous_fill' }

/** Possible changes; `all`: the replay is at another instant. */
export type ReplayChange =
  | { readonly what: 'book'; readonly outcomeId: OutcomeId }
  | { readonly what: 'game'; readonly gameId: GameId }
  | { readonly what: 'order'; readonly order: Order }
  | { readonly what: 'fill'; readonly fill: Fill }
  /** Cash, and what of these outcomes is held. */
  | { readonly what: 'account'; readonly outcomeIds: readonly OutcomeId[] }
  | { readonly what: 'exits' | 'state' | 'all' }

/** The middle of a book at the end of each step in which it changed, oldest first. */
export type RecordedPrices = {
  readonly stepMs: number
  /** False while the recording is still being read: to be asked for again. */
  readonly isComplete: boolean
  /** `at`: the start of the step; `micros`: millionths of a pUSD. */
  readonly points: readonly { readonly at: Instant; readonly micros: number }[]
}
