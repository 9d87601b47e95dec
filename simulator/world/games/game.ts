/**
 * The words of a game: who plays, what a market claims about the result, and the state that the sports channel
 * and the catalog show. Scores are listed first team first, in the league's own ordering.
 */

export type GameKind =
  | 'basketball'
  | 'football'
  | 'hockey'
  | 'baseball'
  | 'soccer'
  | 'tennis'
  | 'esports'
  | 'cricket'

export type Team = {
  readonly id: number
  readonly name: string
  readonly league: string
  readonly abbreviation: string
  readonly alias: string | null
  readonly record: string | null
  readonly color: string
}

export type League = {
  readonly id: number
  /** League code: the slug's prefix and the sports channel's abbreviation. */
  readonly code: string
  readonly name: string
  readonly kind: GameKind
  /** Which team slug, title and score list first. */
  readonly ordering: 'home' | 'away'
  /** Slugs of its tags besides sports and games. */
  readonly tags: readonly string[]
  readonly series: string
}

export type GameDefinition = {
  readonly league: League
  /** In the league's ordering: the team listed first, then the other. */
  readonly first: Team
  readonly second: Team
  /** Null for cricket, which has a metadata id instead. */
  readonly gameId: number | null
  readonly metadataGameId: string | null
  /** Milliseconds. */
  readonly startsAt: number
  /** Chance of the first team before the game, in steps of 0.0001. */
  readonly prior: number
  /** Maps or sets of a full match (tennis 3 or 5, esports 1, 3 or 5). */
  readonly length: number
}

/** A market's condition on the game; outcome 0 wins when it is true. */
export type Claim =
  | { readonly kind: 'winner'; readonly of: 'first' | 'second' | 'draw' }
  | { readonly kind: 'spread'; readonly line: number }
  | { readonly kind: 'total'; readonly line: number }
  | { readonly kind: 'both_score' }
  | { readonly kind: 'part_winner'; readonly part: number; readonly of: 'first' | 'second' | 'draw' }
  | { readonly kind: 'exact'; readonly first: number; readonly second: number }
  | { readonly kind: 'chance' }

export type GameState = {
  /** Milliseconds of venue time at which it becomes true. */
  readonly at: number
  readonly status: string
  readonly score: string
  readonly period: string
  readonly elapsed: string
  readonly live: boolean
  readonly ended: boolean
  /** Points, goals, runs, sets or maps. */
  readonly points: readonly [number, number]
  /** Finished and current quarters, halves, sets or maps. */
  readonly parts: readonly (readonly [number, number])[]
  /** How many of `parts` are over. */
  readonly partsDone: number
  /** 0 before the start, 1 at the end. */
  readonly progress: number
}
