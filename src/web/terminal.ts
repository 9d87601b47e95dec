/** The page's parts, outside React: stores, the socket, the commands. Components reach them by context. */
import type { ClientOrderId } from '#core/ids.ts'
import type { Client } from './api/client.ts'
import type { EventShelf } from './api/event-shelf.ts'
import type { Event, FeedHealth, Fill, Order, Position, Status, TradingState } from './api/wire.ts'
import type { BookShelf } from './live/book-shelf.ts'
import type { GameShelf } from './live/game-shelf.ts'
import type { ListStore } from './live/list-store.ts'
import type { Live } from './live/socket.ts'
import type { ViewBudget } from './live/view-budget.ts'
import type { Announcer } from './state/announcer.ts'
import type { Router } from './state/route.ts'
import type { Settings } from './state/settings.ts'
import type { SettingsSync } from './state/settings-sync.ts'
import type { Readable, Store } from './state/store.ts'
import type { Toasts } from './state/toasts.ts'
import type { Windows } from './state/windows.ts'
import type { Clicks } from './features/trading/clicks.ts'
import type { Hand } from './features/trading/hand.ts'
import type { Commands } from './features/trading/commands.ts'
import type { Search } from './features/discovery/search.ts'
import type { DayShelf } from './features/chart/day-shelf.ts'
import type { Draft } from './features/ticket/draft.ts'
import type { Moves } from './features/trading/moves.ts'
import type { OpenedOrder } from './features/orders/opened-order.ts'
import type { Intents } from './features/trading/intents.ts'
import type { Combos } from './features/combos/combos.ts'
import type { Alerts } from './features/alerts/alerts.ts'
import type { Notices } from './features/notifications/notices.ts'
import type { LadderViews } from './features/ladder/ladder-views.ts'
import type { LadderCall } from './features/ladder/ladder-call.ts'
import type { FlowShelf } from './features/ladder/flow-shelf.ts'
import type { Leave } from './features/portfolio/leave.ts'
import type { OpenedPosition } from './features/portfolio/leave.ts'
import type { AccountView } from './features/portfolio/account-store.ts'
import type { EndedOrders } from './features/orders/ended-orders.ts'
import type { OwnStore } from './features/orders/own-levels.ts'
import type { PageState } from './features/shell/page-state.ts'
import type { Selection } from './features/event/selection.ts'
import type { FirstMarket } from './features/workspace/first-market.ts'
import type { Workspaces } from './features/workspace/workspaces.ts'
import type { Watch } from './features/watch/watchlist.ts'

/** `opening`: there is a session, and what the first view shows is being read. */
export type SessionState = 'checking' | 'out' | 'opening' | 'in' | 'unreachable'

/** The event of the address with which the page was opened. */
export type FirstEvent = { readonly slug: string; readonly event: Event }

export type Terminal = PageState & {
  readonly client: Client
  readonly live: Live
  readonly books: BookShelf
  /** Books of rows in view. */
  readonly view: ViewBudget
  /** Volume by price, own fills and queues of the ladders that are shown. */
  readonly flows: FlowShelf
  readonly games: GameShelf
  /** Games of rows in view. */
  readonly gamesInView: ViewBudget
  readonly events: EventShelf
  /** The last day of outcomes of rows in view. */
  readonly days: DayShelf
  /** Events in which I have a position or an open order. */
  readonly mine: Readable<ReadonlySet<string>>
  readonly orders: ListStore<Order>
  /** Orders that ended within the last minute. */
  readonly endedOrders: EndedOrders
  readonly fills: ListStore<Fill>
  readonly account: Readable<AccountView>
  readonly positions: ListStore<Position>
  readonly own: OwnStore
  readonly combos: Combos
  readonly alerts: Alerts
  readonly notices: Notices
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
  readonly hand: Store<Hand>
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
  readonly leave: Leave
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
