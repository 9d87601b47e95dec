/** Leagues, fixtures and what differs from sport to sport, as data. */
import DATA from '../data/sports.json' with { type: 'json' }
import type { GameKind, League } from './game.ts'

/** A sport that is played against the clock. */
export type ClockSport = {
  readonly labels: readonly string[]
  /** Text in the break after each part but the last. */
  readonly breaks: readonly string[]
  readonly breakSeconds: readonly number[]
  readonly partSeconds: number
  /** Host seconds that one part takes. */
  readonly playSeconds: number
  /** Mean scores per team and part, and what one score counts. */
  readonly scores: number
  readonly counts: readonly number[]
  /** Null where a draw is a result. */
  readonly overtime: { readonly label: string; readonly final: string } | null
  readonly final: string
  readonly counting: 'down' | 'minutes_up'
}

type Sport = {
  readonly delaySeconds: number
  readonly firstGameId: number
  /**
   * Margin and total of a whole game (of three sets): mean total, and standard deviations of margin and total; and how much of
   * a won part a lead of one in it is, where parts are counted and not points.
   */
  readonly margins: {
    readonly total: number
    readonly margin: number
    readonly spread: number
    readonly lead?: number
  }
  /** Lines of the main event. */
  readonly markets?: {
    readonly spreads: readonly number[]
    readonly totals: readonly number[]
    readonly part?: { readonly title: string; readonly type: string }
  }
  readonly clock?: ClockSport
}

type Fixture = {
  readonly league: string
  /** Minutes from the world's start; negative: already running. */
  readonly inMinutes: number
  /** Indexes into the league's teams, in the league's ordering. */
  readonly teams: readonly [number, number]
  readonly prior: number
  readonly popularity: number
  readonly length?: number
  /** Cricket: which of the two metadata forms. */
  readonly numericMetadata?: boolean
}

export const SPORTS = DATA.kinds as unknown as Readonly<Record<GameKind, Sport>>
export const LEAGUES: readonly League[] = (DATA.leagues as readonly Omit<League, 'series'>[]).map(
  (league) => ({
    ...league,
    series: String(10_300 + league.id),
  }),
)
export const FIXTURES = DATA.fixtures as unknown as readonly Fixture[]
export const EXACT_SCORES = DATA.exactScores as readonly (readonly number[])[]
export const PLAYERS: readonly string[] = DATA.players
