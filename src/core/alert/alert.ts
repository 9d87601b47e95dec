/** Alerts as the trader sets them and as they are shown (VEN-14). */
import type { StaleReason } from '../book/book.ts'
import type { AlertId, GameId, OutcomeId } from '../ids.ts'
import type { Instant } from '../market/market.ts'

export const ALERT_KINDS = ['price', 'spread', 'score', 'game_start', 'game_end'] as const

type AlertDirection = 'above' | 'below'

/** Why an alert cannot be judged now: it stays silent until this is over. */
export const BLOCKED_REASONS = [
  'unknown_outcome',
  'unknown_game',
  'one_sided',
  'game_stale',
  'no_score',
] as const
export type BlockedReason = StaleReason | (typeof BLOCKED_REASONS)[number]

/** Target of an alert. A price or a spread is in steps of 0.0001, a score in points of both teams together. */
export type AlertTarget =
  | {
      readonly kind: 'price' | 'spread'
      readonly outcomeId: OutcomeId
      readonly direction: AlertDirection
      readonly threshold: number
    }
  /** Any change of the score, or its total reaching the threshold. */
  | { readonly kind: 'score'; readonly gameId: GameId; readonly threshold: number | null }
  | { readonly kind: 'game_start' | 'game_end'; readonly gameId: GameId }

/**
 * State of an alert between two looks. `new`: not judged since it was set, changed or resumed; `armed`: its condition
 * did not hold when last judged; `waiting`: it held, and must be a tick back before it can be reached again.
 */
type AlertPhase = 'new' | 'armed' | 'waiting'

/** All that is kept of an alert. */
export type Alert = {
  readonly id: AlertId
  readonly target: AlertTarget
  readonly repeat: boolean
  readonly note: string
  readonly state: 'active' | 'paused' | 'fired'
  readonly phase: AlertPhase
  /** The score that the next one must differ from, as `home-away`; only for alerts on any change of the score. */
  readonly baseline: string | null
  readonly createdAt: Instant
  /** When it last became able to fire. */
  readonly armedAt: Instant | null
  readonly lastFiredAt: Instant | null
}
