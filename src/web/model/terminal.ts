/** The page's parts, outside React: stores, the socket, the commands. Components reach them by context. */
import type { ClientOrderId } from '#core/ids.ts'
import type { Client } from '../platform/api/client.ts'
import type { EventCache } from '../platform/api/event-cache.ts'
import type { Event, FeedHealth, Fill, Order, Position, Status, TradingState } from '../platform/api/wire.ts'
import type { BookCache } from '../platform/live/book-cache.ts'
import type { GameCache } from '../platform/live/game-cache.ts'
import type { ListStore } from '../platform/live/list-store.ts'
import type { Live } from '../platform/live/socket.ts'
import type { ViewBudget } from '../platform/live/view-budget.ts'
import type { Announcer } from '../platform/page/announcer.ts'
import type { Router } from '../platform/page/route.ts'
import type { Settings } from './settings/settings.ts'
import type { SettingsSync } from './settings/settings-sync.ts'
import type { Readable, Store } from '../platform/state/store.ts'
import type { Toasts } from '../platform/page/toasts.ts'
import type { Windows } from '../platform/page/windows.ts'
import type { Clicks } from './order-entry/clicks.ts'
import type { OrderDefaults } from './order-entry/order-defaults.ts'
import type { Commands } from './order-entry/commands.ts'
import type { Search } from './markets/search.ts'
import type { DayCache } from './markets/day-cache.ts'
import type { Draft } from './order-entry/draft.ts'
import type { Moves } from './order-entry/moves.ts'
import type { OpenedOrder } from './orders/opened-order.ts'
import type { Intents } from './order-entry/intents.ts'
import type { Combos } from './combos/combos.ts'
import type { Alerts } from './alerts/alerts.ts'
import type { Notifications } from './notifications/notifications.ts'
import type { LadderViews } from './markets/ladder-views.ts'
import type { LadderCall } from './markets/ladder-call.ts'
import type { VolumeAndQueueCache } from './markets/volume-and-queue-cache.ts'
import type { Exits } from './positions/exits.ts'
import type { OpenedPosition } from './positions/exits.ts'
import type { AccountView } from './positions/account-store.ts'
import type { EndedOrders } from './orders/ended-orders.ts'
import type { OwnStore } from './orders/own-levels.ts'
import type { PageState } from './workspace/page-state.ts'
import type { Selection } from './markets/selection.ts'
import type { FirstMarket } from './markets/first-market.ts'
import type { Workspaces } from './workspace/workspaces.ts'
import type { Watch } from './markets/watchlist.ts'

/** `opening`: there is a session, and what the first view shows is being read. */
export type SessionState = 'checking' | 'out' | 'opening' | 'in' | 'unreachable'

/** The event of the address with which the page was opened. */
export type FirstEvent = { readonly slug: string; readonly event: Event }

export type Terminal = PageState & {
  readonly client: Client
  readonly live: Live
  readonly books: BookCache
  /** Books of rows in view. */
  readonly view: ViewBudget
  /** Volume by price, own fills and queues of the ladders that are shown. */
  readonly volumeAndQueue: VolumeAndQueueCache
  readonly games: GameCache
  /** Games of rows in view. */
  readonly gamesInView: ViewBudget
  readonly events: EventCache
  /** The last day of outcomes of rows in view. */
  readonly days: DayCache
  /** Events in which I have a position or an open order. */
  readonly myEvents: Readable<ReadonlySet<string>>
  readonly orders: ListStore<Order>
  /** Orders that ended within the last minute. */
  readonly endedOrders: EndedOrders
  readonly fills: ListStore<Fill>
  readonly account: Readable<AccountView>
  readonly positions: ListStore<Position>
  readonly own: OwnStore
  readonly combos: Combos
  readonly alerts: Alerts
  readonly notifications: Notifications
  readonly status: Readable<Status | null>
  readonly trading: Store<TradingState | null>
  readonly feeds: Readable<readonly FeedHealth[]>
  readonly session: Store<SessionState>
  readonly router: Router
  readonly settings: Store<Settings>
  readonly settingsSync: SettingsSync
  readonly watch: Watch
  /** Docked panels of large screens. */
  readonly workspace: Workspaces
  /** Shows a market on a page that was opened without one. */
  readonly firstMarket: FirstMarket
  /** What the panel at the left lists. */
  readonly side: Store<'markets' | 'watch'>
  /** What the left column of a tablet shows. */
  readonly tabletTab: Store<'markets' | 'event' | 'data'>
  /** Outcomes chosen for ladders side by side; empty for the market in hand. */
  readonly ladders: Store<readonly string[]>
  readonly orderDefaults: Store<OrderDefaults>
  readonly selection: Store<Selection | null>
  /** Read before the first view was drawn, and forgotten once it is. */
  readonly firstEvent: Store<FirstEvent | null>
  readonly draft: Store<Draft | null>
  readonly intents: Intents
  readonly commands: Commands
  readonly clicks: Clicks
  readonly moves: Moves
  /** Cash up to which one press in the ticket sends, as decimal text. */
  readonly quickNotional: Store<string>
  readonly ladderViews: LadderViews
  /** A ladder that is asked to take the focus, and what it shall take up. */
  readonly ladderCall: Store<LadderCall | null>
  /** The order whose timeline is open. */
  readonly openedOrder: Store<OpenedOrder | null>
  /** Exits and hedges. */
  readonly exits: Exits
  /** The position whose figures or way out are open. */
  readonly openedPosition: Store<OpenedPosition | null>
  readonly search: Search
  /** Its own, and those of panels. */
  readonly windows: Windows
  readonly toasts: Toasts
  readonly announcer: Announcer
  /** Limits that the page needs while clicking. */
  readonly priceBandTicks: Store<number>
  readonly mint: () => ClientOrderId
  readonly now: () => number
}
