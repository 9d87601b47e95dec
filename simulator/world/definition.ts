/**
 * Definition of an event and a market before they are listed: the compact, hand-written or generated truth from which
 * ids, catalog rows and the exchange's listing are derived.
 */
import type { TickSteps } from '../types.ts'
import type { GameDefinition, Claim } from './games/game.ts'

export type MarketDefinition = {
  /** Unique inside its event. */
  readonly key: string
  readonly question: string
  readonly slug: string
  readonly outcomes: readonly [string, string]
  /** Fair value of the first outcome in steps of 0.0001 when the world starts. */
  readonly fair: number
  readonly tick: TickSteps
  readonly groupTitle: string
  /** Shares. */
  readonly minimumSize: number
  readonly sportsType?: string
  readonly line?: number
  /** Text of `comboStatus`; absent: the key is omitted. */
  readonly combo?: string
  /** False: `positionIds` is an empty list. */
  readonly positions: boolean
  readonly deployed: boolean
  /** How the game decides it; absent outside of games. */
  readonly claim?: Claim
  /** The "Other" member of an augmented neg-risk event. */
  readonly other?: boolean
  /** Closed and resolved before the world began. */
  readonly winner?: 0 | 1
  readonly delaySeconds: number
}

export type EventDefinition = {
  /** Unique in the world; ids are derived from it. */
  readonly key: string
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  /** Milliseconds. */
  readonly createdAt: number
  readonly endsAt: number
  readonly negRisk: boolean
  readonly augmented?: boolean
  readonly markets: readonly MarketDefinition[]
  /** Whole pUSD traded before the world began. */
  readonly volume: number
  /** How often the simulated traders trade it; 1 is usual. */
  readonly popularity: number
  /** Name of the fee curve. */
  readonly fees: FeeName | null
  readonly game?: GameDefinition
  /** Key of the main event, on companions. */
  readonly parent?: string
  /** Carries `gameId: -1`, as some events outside of sports do. */
  readonly sentinelGame?: boolean
  readonly series?: { readonly slug: string; readonly title: string; readonly recurrence: string }
  readonly country?: string
}

export type FeeName = 'crypto' | 'sports' | 'politics' | 'general' | 'esports'

/** Rate in millionths and the words that the catalog uses. @see venue reference, section 11.5 */
export const FEES: Readonly<
  Record<FeeName, { readonly rate: bigint; readonly wireRate: number; readonly type: string }>
> = {
  crypto: { rate: 70_000n, wireRate: 0.07, type: 'crypto_fees_v2' },
  sports: { rate: 50_000n, wireRate: 0.05, type: 'sports_fees_v2' },
  politics: { rate: 40_000n, wireRate: 0.04, type: 'politics_fees' },
  general: { rate: 50_000n, wireRate: 0.05, type: 'general_fees' },
  esports: { rate: 30_000n, wireRate: 0.03, type: 'sports_fees_v2' },
}

type MarketOptions = Partial<MarketDefinition>

/** A market with the venue's usual settings; `fair` in steps of 0.0001. */
export function market(
  key: string,
  question: string,
  fair: number,
  options: MarketOptions = {},
): MarketDefinition {
  return {
    key,
    question,
    fair,
    slug: slugOf(question),
    outcomes: ['Yes', 'No'],
    tick: 100,
    groupTitle: '',
    minimumSize: 5,
    positions: true,
    deployed: true,
    delaySeconds: 0,
    combo: 'enabled',
    ...options,
  }
}

/** Lower-case words joined by dashes, as the venue makes slugs from titles. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/\.(\d)/g, 'pt$1')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** `2026-10-07` of a time in milliseconds. */
export function dateText(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

const written = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', { ...options, month: 'long', timeZone: 'UTC' })
const DAY_FORMAT = written({ day: 'numeric' })
const MONTH_FORMAT = written({ year: 'numeric' })

/** `October 7`, as written in titles. */
export function dayText(at: number): string {
  return DAY_FORMAT.format(at)
}

/** `October 2026`. */
export function monthText(at: number): string {
  return MONTH_FORMAT.format(at)
}
