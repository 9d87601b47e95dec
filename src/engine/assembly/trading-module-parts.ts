/** Parts and interface of the trading module. */
import type { EventId } from '#core/ids.ts'
import type { Results } from '#core/loss-limit.ts'
import type { ChatStatus } from '#core/notification/notification.ts'
import type { RiskLimits } from '#core/risk-limits.ts'
import type { FeedHealth, LossAction, RecordingStatus, SafeAfter } from '#core/trading-state.ts'
import type { AttachedExitStore, CancelQueueStore } from '#ports/stores.ts'
import type { VenueAccount } from '#ports/venue-account.ts'
import type { VenueCombos } from '#ports/venue-combos.ts'
import type { UserFeed } from '#ports/venue-feeds.ts'
import type { VenueGeoblock } from '#ports/venue-geoblock.ts'
import type { VenueHeartbeat } from '#ports/venue-heartbeat.ts'
import type { VenueSigns } from '#ports/venue-signs.ts'
import type { VenueTrading } from '#ports/venue-trading.ts'
import type { Tools } from '../tools.ts'
import type { Books } from '../markets/books.ts'
import type { Catalog } from '../markets/catalog.ts'

export type TradingModuleOptions = Pick<Tools, 'clock' | 'random' | 'log' | 'bus' | 'audit' | 'settings'> & {
  readonly cancelQueue: CancelQueueStore
  readonly attachedExits: AttachedExitStore
  readonly venue: {
    readonly trading: VenueTrading
    readonly account: VenueAccount
    readonly userFeed: UserFeed
    readonly geoblock: VenueGeoblock
    /** Left out or null: there is no combos venue. */
    readonly combos?: VenueCombos | null
    /** Left out: its answers give nothing away. */
    readonly signs?: VenueSigns
  }
  /** Left out: no heartbeat is sent. */
  readonly heartbeat?: VenueHeartbeat
  readonly catalog: Pick<Catalog, 'outcome' | 'complete'>
  /** Reads an event of the catalog again. Left out: the local copy is believed. */
  readonly refreshEvent?: (id: EventId) => Promise<void>
  readonly books: Pick<Books, 'view' | 'lastBest' | 'hold'>
  /** Health of the feeds that are not this side's. */
  readonly feeds: readonly (() => FeedHealth)[]
  /** Left out: nothing is recorded. */
  readonly recording?: () => RecordingStatus
  readonly liveTrading: boolean
  readonly simulated: boolean
  /** The venue's account is a paper one: orders need no LIVE_TRADING (decision 35). Left out: it is not. */
  readonly paper?: boolean
  readonly version: string
  readonly idleTimeoutMs: number
  readonly safeAfter: SafeAfter
  readonly ceilings: RiskLimits
  /** Left out: what adds risk is refused, and nothing else is done. */
  readonly onLossLock?: LossAction
  /** Named moments at which a crash test may stop the program (ORD-6). */
  readonly point: (name: string) => void
  /** The program whose command runs, for its audit rows; null for the page. Left out: there are no programs. */
  readonly commandBy?: () => string | null
}

/** Modules built on own orders that exits and status read. */
export type TradingReaders = {
  /** Positions are not reconciled yet: none can be left or hedged. Left out: they are. */
  readonly arePositionsReading?: () => boolean
  /** Health of their feeds. */
  readonly feeds?: readonly (() => FeedHealth)[]
  /** State of chat. Left out: it is not set up. */
  readonly chat?: () => ChatStatus | null
  /** Results of the account; null while they are not read. Left out: they never are. */
  readonly results?: () => Results | null
}
