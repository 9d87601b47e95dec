/** Events, markets and outcomes as the terminal knows them, free of any venue's field names. */
import type { EventId, GameId, MarketId, OutcomeId } from '../ids.ts'
import type { Micros } from '../money.ts'
import type { TickSize } from '../price.ts'

/** Milliseconds since the epoch. */
export type Instant = number

export type ListingStatus = 'open' | 'closed' | 'resolved'
type ComboStatus = 'enabled' | 'pending' | 'disabled'

export type Tag = { readonly id: string; readonly label: string; readonly slug: string }

export type Team = {
  readonly id: string
  readonly name: string
  readonly league: string
  readonly abbreviation: string
  readonly alias: string | null
  readonly record: string | null
  readonly color: string | null
  /** Which side it is in the game of the event that names it; null in the venue's list of teams. */
  readonly ordering: 'home' | 'away' | null
}

export type League = { readonly code: string; readonly name: string; readonly ordering: 'home' | 'away' }

export type Outcome = {
  readonly id: OutcomeId
  readonly marketId: MarketId
  readonly name: string
  /** Catalog position id, used for combo legs; null when the catalog has none. */
  readonly positionId: string | null
}

/** Taker fee: rate in millionths of size x (p(1-p))^exponent. */
export type FeeCurve = { readonly rate: bigint; readonly exponent: number }

/** A figure that a catalog row may lack; the order-book service has it. */
export type MissingFact = 'tickSize' | 'minOrderSize' | 'secondsDelay' | 'gameStartTime' | 'negRisk'

export type Market = {
  readonly id: MarketId
  readonly eventId: EventId
  readonly slug: string
  readonly question: string
  readonly groupTitle: string | null
  readonly status: ListingStatus
  readonly acceptingOrders: boolean
  /** Why it cannot be traded here at all, in words; left out for one that can. */
  readonly notTradable?: string
  /** Figures that the catalog does not have, or that are not understood; left out when there are none. */
  readonly missing?: readonly MissingFact[]
  readonly negRisk: boolean
  readonly tickSize: TickSize
  readonly minOrderSize: Micros
  /** Seconds for which a marketable order waits before it matches; 0 when there is no delay. */
  readonly secondsDelay: number
  readonly sportsMarketType: string | null
  /** Decimal text; negative favours the first outcome. */
  readonly line: string | null
  readonly endTime: Instant | null
  readonly gameStartTime: Instant | null
  /** Null where the catalog does not say. */
  readonly volume: Micros | null
  readonly liquidity: Micros | null
  /** Null when the market charges nothing; `unknown` when the catalog does not say. */
  readonly fee: FeeCurve | null | 'unknown'
  readonly comboStatus: ComboStatus
  readonly winningOutcomeId: OutcomeId | null
  /** Resting orders are cancelled when the game starts. */
  readonly cancelsAtStart: boolean
  readonly outcomes: readonly [Outcome, Outcome]
}

export type MarketEvent = {
  readonly id: EventId
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly tags: readonly Tag[]
  readonly status: ListingStatus
  readonly startTime: Instant | null
  readonly endTime: Instant | null
  readonly createdAt: Instant | null
  readonly negRisk: boolean
  /** In a neg-risk event: a market that is not among `markets` may win; left out when none can. */
  readonly unlistedMayWin?: true
  /** Some of its markets could not be read; left out when all were. */
  readonly isPartial?: true
  /** Null where the catalog does not say. */
  readonly volume: Micros | null
  readonly liquidity: Micros | null
  readonly gameId: GameId | null
  /** The venue's own word for the state of its game, as the catalog has it; left out when it has none. */
  readonly gameStatus?: string
  /** The game's main event, when this one is a companion. */
  readonly parentEventId: EventId | null
  readonly live: boolean
  readonly teams: readonly Team[]
  readonly markets: readonly Market[]
}

/** Title of a market within its event. */
export function marketTitle({ groupTitle, question }: Pick<Market, 'groupTitle' | 'question'>): string {
  return groupTitle ?? question
}

/** Figures of a market that the venue has said. */
export function knownFigures({ missing = [], tickSize, minOrderSize, secondsDelay }: Market) {
  return {
    tickSize: missing.includes('tickSize') ? null : tickSize,
    minOrderSize: missing.includes('minOrderSize') ? null : minOrderSize,
    secondsDelay: missing.includes('secondsDelay') ? null : secondsDelay,
  }
}

/** True if every outcome can be a combo leg (VEN-8). */
export function isComboEligible(market: Market): boolean {
  return market.comboStatus === 'enabled' && market.outcomes.every((outcome) => outcome.positionId !== null)
}
