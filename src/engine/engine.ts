/**
 * The engine as the edges see it: commands on its actors and the facts on its bus. Each actor is built by a create
 * function in its own file; `app/compose.ts` puts them together.
 */
import type { BookTop, BookView, Trade } from '#core/book.ts'
import type { Finding } from '#core/finding.ts'
import type { ComboPosition, ComboRfq } from '#core/combo.ts'
import type { AlertId, ClientOrderId, EventId, GameId, MarketId, OrderId, OutcomeId } from '#core/ids.ts'
import type { Instant, League, Market, MarketEvent, Outcome, Tag, Team } from '#core/market.ts'
import type { Micros } from '#core/money.ts'
import type { ChatStatus, Notification } from '#core/notification.ts'
import type { Fill, Order, OrderIntent, OrderTerms } from '#core/order.ts'
import type { Price } from '#core/price.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { RiskLimits, RiskUsage } from '#core/risk-limits.ts'
import type {
  ArmReason,
  CredentialStatus,
  DisarmCause,
  FeedHealth,
  Status,
  TradingState,
} from '#core/trading-state.ts'
import type { AuditLog } from '#ports/audit-log.ts'
import type { StorageRefused } from '#ports/stores.ts'
import type { HistoryInterval, HistoryPoint } from '#ports/venue-catalog.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { Result } from '#lib/result.ts'
import type { Alerts } from './notifications/alerts.ts'
import type { ComboEnded, Combos } from './combos/combo-types.ts'
import type { ExitIntent, HedgeIntent } from './exit-intents.ts'
import type { Games } from './markets/games.ts'
import type { Portfolio } from './portfolio/portfolio-types.ts'
import type { Notifications } from './notifications/notifications.ts'
import type { PreviewedOrder } from './previewed-order.ts'
import type { Reposts } from './notifications/reposts.ts'

/** Facts, told synchronously and in order. A subscriber never blocks. */
export type Facts = {
  /** A book changed; readers take a view when they need one. */
  readonly book: { readonly outcomeId: OutcomeId; readonly version: number }
  readonly order: Order
  readonly fill: Fill
  /** A figure of a position may have changed; readers ask for it when they need it. Null: of the account only. */
  readonly position: { readonly outcomeId: OutcomeId | null }
  readonly trading: TradingState
  readonly status: Status
  readonly feeds: readonly FeedHealth[]
  readonly catalog: { readonly events: number }
  /** A game changed; readers ask for it when they need it. */
  readonly game: { readonly gameId: GameId }
  /** The terminal went SAFE. */
  readonly disarmed: { readonly cause: DisarmCause; readonly at: Instant }
  /** `order`: placed outside this terminal. `cancel`: one of our own, cancelled outside it. The terminal goes SAFE. */
  readonly foreign_activity: {
    readonly reason: 'order' | 'cancel'
    readonly order: Order
    readonly at: Instant
  }
  /** What happened to an order after it had been answered for (INV-55). */
  readonly late_order: { readonly what: LateOrder; readonly order: Order; readonly at: Instant }
  /** Orders of this key that were not placed here, from before this terminal knew the account: once, no cause for SAFE. */
  readonly earlier_activity: { readonly orders: readonly Order[]; readonly at: Instant }
  /** The venue called an own order cancelled and goes on showing it live: it is cancelled again until it is gone. */
  readonly cancel_ignored: { readonly order: Order; readonly at: Instant }
  /**
   * Own resting orders of one market that the venue cancelled because its game started, with all that it takes to
   * place them again: what is left of each is its size less what has filled. Told once for each order.
   */
  readonly game_start_orders: {
    readonly marketId: MarketId
    readonly orders: readonly Order[]
    readonly at: Instant
  }
  /** An alert changed, or is gone. */
  readonly alert: { readonly alertId: AlertId; readonly isRemoved: boolean }
  /** A notification is new, or was read, delivered or acted on. */
  readonly notification: Notification
  readonly chat: ChatStatus
  /** Told once per key, 24 h ahead. */
  readonly session_key_expiring: { readonly validUntil: Instant; readonly at: Instant }
  readonly combo_rfq: ComboRfq
  /** All that are held, after each read. */
  readonly combo_positions: readonly ComboPosition[]
  /**
   * Told once per accept in one life, and once more at a start within a day after the end: a listener that keeps
   * notices keeps one per client order id.
   */
  readonly combo_ended: ComboEnded
}

/**
 * `found`: taken for rejected, and at the venue. `cancel_too_late`: a queued cancel met what had filled. `overtaken`: on
 * its way when a cancel came, and cancelled or filled since. `unconfirmed`: not cancelled, and its cancel was answered
 * before that was known.
 */
export type LateOrder = 'found' | 'cancel_too_late' | 'overtaken' | 'unconfirmed'

export interface Bus {
  publish<Topic extends keyof Facts>(topic: Topic, fact: Facts[Topic]): void
  /** Answers the unsubscribe function. */
  subscribe<Topic extends keyof Facts>(topic: Topic, listener: (fact: Facts[Topic]) => void): () => void
}

export type SearchQuery = {
  readonly text: string
  readonly tag: string | null
  readonly league: string | null
  readonly kind: 'event' | 'market' | 'team' | null
  readonly status: 'open' | 'closed' | 'all'
  readonly sort: 'relevance' | 'volume' | 'liquidity' | 'ending' | 'newest'
  readonly live: boolean | null
  /** Milliseconds from now within which the event ends; what has ended does not count. */
  readonly closesWithin: number | null
  /** Of the whole event, in cash. */
  readonly minLiquidity: Micros | null
  /** Whether an open market of the event can be a leg of a combo; markets that cannot are then not listed. */
  readonly combo: boolean | null
  readonly limit: number
  readonly offset: number
}

export type SearchHit = { readonly event: MarketEvent; readonly markets: readonly Market[] }

export interface Catalog {
  /** First full sync, then refreshes; resolves once the terminal is searchable (from disk or from the venue). */
  start(): Promise<void>
  stop(): void
  search(query: SearchQuery): { readonly hits: readonly SearchHit[]; readonly more: boolean }
  event(id: EventId): MarketEvent | null
  market(id: MarketId): Market | null
  /** As the catalog has it, else as the venue gives it: closed events are found so. Null when there is none. */
  findEvent(id: EventId): Promise<Result<MarketEvent | null, ReadFault>>
  findEventBySlug(slug: string): Promise<Result<MarketEvent | null, ReadFault>>
  findMarket(id: MarketId): Promise<Result<Market | null, ReadFault>>
  /** Brings the events of outcomes that the catalog does not know; resolves when the venue has answered or after 1.5 s. */
  learn(ids: Iterable<OutcomeId>): Promise<void>
  /** Brings closed events that the venue finds for a text; resolves when the venue has answered or after 3 s. */
  learnClosed(text: string): Promise<void>
  outcome(
    id: OutcomeId,
  ): { readonly outcome: Outcome; readonly market: Market; readonly event: MarketEvent } | null
  tags(): readonly Tag[]
  teams(): readonly Team[]
  leagues(): readonly League[]
  /** When the copy in memory was last confirmed by the venue; null when it is from disk only. */
  freshAt(): Instant | null
  health(): FeedHealth
}

export interface Books {
  start(): void
  stop(): void
  /** Keeps the outcome followed until released; the same outcome may be held many times. */
  hold(outcomeId: OutcomeId): () => void
  /** Follows for 60 s when nobody holds it. Null for an outcome that the catalog does not know. */
  view(outcomeId: OutcomeId): BookView | null
  /** The book of an outcome that is followed already; null for any other. Following is neither begun nor prolonged. */
  peek(outcomeId: OutcomeId): BookView | null
  /** The best prices of an outcome that is followed already, without a copy of the book; null for any other. */
  top(outcomeId: OutcomeId): BookTop | null
  /** The last 50 trades heard while followed, newest first; follows like `view`. Null for an outcome that the catalog does not know. */
  trades(outcomeId: OutcomeId): readonly Trade[] | null
  health(): FeedHealth
}

/** The answer to a command that creates an order. */
export type PlaceResult = {
  readonly clientOrderId: ClientOrderId
  readonly result: 'accepted' | 'rejected' | 'unknown'
  readonly order: Order | null
  readonly reject: Rejection | null
  readonly replayed: boolean
}

export type CancelResult = {
  readonly cancelled: readonly OrderId[]
  readonly queued: readonly { readonly id: OrderId; readonly sendAt: Instant }[]
  readonly failed: readonly { readonly id: OrderId | null; readonly rejection: Rejection }[]
}

export type CancelAllResult = CancelResult & { readonly inFlight: readonly ClientOrderId[] }

export type ReplaceIntent = {
  readonly clientOrderId: ClientOrderId
  readonly orderId: OrderId
  readonly price: Price
  readonly size: Micros
  readonly postOnly: boolean
}

type Unpriced<Intent> = Omit<Intent, 'price'> & {
  /** The text that is not a price. */
  readonly price: string
}

/** A place or a replace whose price is not one. */
export type UnpricedCommand =
  | { readonly action: 'place'; readonly intent: Unpriced<OrderIntent> }
  | { readonly action: 'replace'; readonly intent: Unpriced<ReplaceIntent> }

export interface Orders {
  /**
   * `idempotency_conflict`: the same id came with another body. `epoch` is that of the command that the order is a part
   * of; without it the order is a command of its own, received now.
   */
  place(intent: OrderIntent, epoch?: number): Promise<Result<PlaceResult, 'idempotency_conflict'>>
  /** Whether no order of this id is at the venue or on its way there: refused, proven never booked, or never signed. */
  isVoid(id: ClientOrderId): Promise<boolean>
  /** Counts the cancels so far: what a command of many orders notes when it is received. */
  readonly epoch: () => number
  replace(
    intent: ReplaceIntent,
  ): Promise<Result<PlaceResult & { readonly cancelled: boolean }, 'idempotency_conflict'>>
  /** Recorded and refused like any other; its id is used up. */
  unpriced(
    command: UnpricedCommand,
  ): Promise<Result<PlaceResult & { readonly cancelled: boolean }, 'idempotency_conflict'>>
  cancel(ids: readonly OrderId[]): Promise<CancelResult>
  cancelMarket(
    target: { readonly marketId: MarketId } | { readonly outcomeId: OutcomeId },
  ): Promise<CancelResult>
  cancelAll(): Promise<CancelAllResult>
  /** Open, pending, delayed and unknown orders, newest first. */
  open(): readonly Order[]
  order(id: OrderId): Order | null
  /** The same; one that ended in an earlier life is asked for at the venue, else told from its audit rows. */
  find(id: OrderId): Promise<Order | null>
  byClientOrderId(id: ClientOrderId): Order | null
  fills(): readonly Fill[]
  /** False until own state has been read completely once since start. */
  isReconciled(): boolean
}

/** Orders that the backend quotes: leaving a position, or hedging it with the market's other outcome. */
export interface Exits {
  exit(intent: ExitIntent): Promise<Result<PlaceResult, 'idempotency_conflict'>>
  hedge(intent: HedgeIntent): Promise<Result<PlaceResult, 'idempotency_conflict'>>
}

export interface Trading {
  state(): TradingState
  arm(): Result<TradingState, readonly ArmReason[]>
  disarm(cause: DisarmCause): TradingState
  /** A command of the trader: the idle timer starts anew. */
  touch(): void
}

export type RiskRefusal =
  | { readonly code: 'above_ceiling'; readonly names: readonly (keyof RiskLimits)[] }
  | { readonly code: StorageRefused }

export interface Risk {
  limits(): RiskLimits
  ceilings(): RiskLimits
  usage(): RiskUsage
  /** Refused whole, and what was in force stays so: above a ceiling, or when the disk does not take it. */
  set(limits: RiskLimits): Result<RiskLimits, RiskRefusal>
}

export type Engine = {
  readonly bus: Bus
  readonly catalog: Catalog
  readonly books: Books
  readonly games: Pick<Games, 'game' | 'list'>
  readonly orders: Orders
  readonly exits: Exits
  readonly alerts: Alerts
  readonly notifications: Notifications
  /** Placing again what a game's start cancelled. */
  readonly reposts: Reposts
  readonly portfolio: Portfolio
  /** Null without a combos venue. */
  readonly combos: Combos | null
  /** Figures of an order and the answer that placing it would get now; sends nothing. */
  readonly preview: (terms: OrderTerms) => Promise<PreviewedOrder>
  readonly trading: Trading
  /** Asking for new venue credentials ahead of the next planned attempt. */
  readonly credentials: {
    retry(): Promise<Result<CredentialStatus, { readonly retryAfterMs: number }>>
  }
  readonly risk: Risk
  readonly audit: AuditLog
  readonly status: { read(): Status; health(): 'ok' | 'degraded' }
  /** The doctor's checks, made now; reads only. */
  readonly examine: () => Promise<readonly Finding[]>
  readonly history: (
    outcomeId: OutcomeId,
    interval: HistoryInterval,
    fidelityMinutes: number | null,
  ) => Promise<Result<{ readonly points: readonly HistoryPoint[]; readonly fidelity: number }, ReadFault>>
}
