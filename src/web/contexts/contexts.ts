/** The contexts of the page, and what most components read from them. */
import { useEffect, useSyncExternalStore } from 'react'
import type {
  Client,
  Event,
  FeedHealth,
  Fill,
  Order,
  Position,
  ResolutionPnl,
  Status,
  TradingState,
} from '../platform/api/client.ts'
import type { Live } from '../platform/live/socket.ts'
import type { Announcer, Toasts } from '../platform/page/messages.ts'
import type { Router } from '../platform/page/route.ts'
import type { Readable, Store } from '../platform/state/store.ts'
import { contextOf, useSelected } from '../platform/state/hooks.ts'
import type { KeyMap } from '../commands/key-map.ts'
import type { Notifications } from '../data/alerts/notifications.ts'
import type { SettingsSync } from '../data/settings/settings-sync.ts'
import type { Settings } from '../data/settings/settings.ts'
import type { ClientOrderId } from '#core/ids.ts'
import type { AttachedExits } from '../actions/bracket.ts'
import type { Combos } from '../actions/combos.ts'
import type { Exits } from '../actions/close.ts'
import type { OpenedPosition } from '../actions/exit-quote.ts'
import type { Flatten } from '../actions/flatten.ts'
import type { Clicks } from '../actions/place.ts'
import type { Cancels } from '../actions/cancel.ts'
import type { createMode } from '../actions/mode.ts'
import type { Draft } from '../data/markets/draft.ts'
import type { OrderDefaults } from '../data/settings/order-defaults.ts'
import type { Intents } from '../actions/send.ts'
import type { Moves } from '../actions/move.ts'
import type { Micros } from '#core/money.ts'
import type { ListStore } from '../platform/live/list-store.ts'
import type { EndedOrders } from '../data/account/ended-orders.ts'
import type { OwnStore } from '../data/account/own-levels.ts'
import type { AccountView } from '../data/account/account-store.ts'
import type { FirstMarket } from './first-market.ts'
import type { LadderViews } from '../data/markets/ladder-views.ts'
import type { Selection } from '../data/markets/selection.ts'
import type { OpenedOrder } from '../data/account/opened-order.ts'
import type { RecentMarket } from '../layouts/recent.ts'
import type { Workspaces } from '../layouts/workspaces.ts'
import type { EventCache } from '../platform/api/event-cache.ts'
import type { BookCache } from '../platform/live/book-cache.ts'
import type { GameCache } from '../platform/live/game-cache.ts'
import type { ViewBudget } from '../platform/live/view-budget.ts'
import type { Alerts } from '../data/alerts/alerts.ts'
import type { HistorySource } from '../data/markets/history-source.ts'
import type { VolumeAndQueueCache } from '../data/account/volume-and-queue-cache.ts'
import type { Search } from '../data/markets/search.ts'
import type { Watch } from '../data/markets/watchlist.ts'
import { pricesIn } from '../data/settings/prices.ts'
import type { Prices } from '../data/settings/prices.ts'
import type { CommandId } from '../commands/registry.ts'
import { showStroke } from '../commands/strokes.ts'
import type { BookStore, BookTop } from '../platform/live/book-store.ts'

/** `opening`: there is a session, and what the first view shows is being read. */
export type SessionState = 'checking' | 'out' | 'opening' | 'in'

export type PageDialog = 'arm' | 'flatten' | 'keys' | 'palette'

export type Page = {
  readonly client: Client
  readonly live: Live
  readonly session: Store<SessionState>
  /** Why there is no session, where the login form is to say so; '' otherwise. */
  readonly loginFault: Store<string>
  readonly status: Readable<Status | null>
  readonly router: Router
  readonly settings: Store<Settings>
  readonly settingsSync: SettingsSync
  /** Command of each key. */
  readonly keys: Readable<KeyMap>
  readonly dialog: Store<PageDialog | null>
  readonly notifications: Notifications
  readonly toasts: Toasts
  readonly announcer: Announcer
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export const [PageContext, usePage] = contextOf<Page>()

export type Trading = {
  /** Replay: nothing can be sent (INV-70). */
  readonly isReplay?: true
  /** SAFE or ARMED, and why; null until the server has published it. */
  readonly trading: Store<TradingState | null>
  readonly orderDefaults: Store<OrderDefaults>
  readonly draft: Store<Draft | null>
  readonly intents: Intents
  /** Cancels, and the way to ARMED and SAFE. */
  readonly commands: Cancels & ReturnType<typeof createMode>
  readonly clicks: Clicks
  readonly moves: Moves
  /** Exits and hedges. */
  readonly exits: Exits
  readonly flatten: Flatten
  readonly attachedExits: AttachedExits
  readonly combos: Combos
  /** Cash up to which one press in the ticket sends. */
  readonly quickNotional: Store<Micros>
  /** The risk limit that the page needs while clicking, in ticks. */
  readonly priceBandTicks: Store<number>
  /** A new client order id. */
  readonly mint: () => ClientOrderId
}

export const [TradingContext, useTrading] = contextOf<Trading>()

export type Account = {
  readonly orders: ListStore<Order>
  /** Orders that ended within the last minute. */
  readonly endedOrders: EndedOrders
  readonly fills: ListStore<Fill>
  readonly positions: ListStore<Position>
  /** Results of each outcome, by event. */
  readonly resolutionPnl: ListStore<ResolutionPnl>
  /** Cash, exposure and profit. */
  readonly account: Readable<AccountView>
  /** Own orders by price, as the ladders show them. */
  readonly own: OwnStore
}

export const [AccountContext, useAccount] = contextOf<Account>()

/** The event of the address with which the page was opened. */
export type FirstEvent = { readonly slug: string; readonly event: Event }

export type Workspace = {
  /** Docked panels of large screens. */
  readonly workspace: Workspaces
  readonly selection: Store<Selection | null>
  /** Markets that were selected, newest first. */
  readonly recent: Readable<readonly RecentMarket[]>
  /** Read before the first view was drawn, and forgotten once it is. */
  readonly firstEvent: Store<FirstEvent | null>
  /** Shows a market on a page that was opened without one. */
  readonly firstMarket: FirstMarket
  /** List in the panel at the left. */
  readonly side: Store<'markets' | 'watch'>
  /** Content of a tablet's left column. */
  readonly tabletTab: Store<'markets' | 'event' | 'data'>
  /** Outcomes chosen for ladders side by side; empty for the selected market. */
  readonly ladders: Store<readonly string[]>
  readonly ladderViews: LadderViews
  /** A ladder that is asked to take the focus, and the order it shall pick up. */
  readonly ladderCall: Store<string | null>
  /** A page without a ticket filled it in: the next one that has it opens it. */
  readonly ticketCall: Store<boolean>
  /** The order whose timeline is open. */
  readonly openedOrder: Store<OpenedOrder | null>
  /** The position whose figures, exit or hedge is open. */
  readonly openedPosition: Store<OpenedPosition | null>
}

export const [WorkspaceContext, useWorkspace] = contextOf<Workspace>()

export type MarketData = {
  readonly books: BookCache
  /** Books of rows in view. */
  readonly view: ViewBudget
  /** Volume by price and queues of the ladders that are shown. */
  readonly volumeAndQueue: VolumeAndQueueCache
  readonly games: GameCache
  /** Games of rows in view. */
  readonly gamesInView: ViewBudget
  readonly events: EventCache
  readonly histories: HistorySource
  readonly search: Search
  readonly watch: Watch
  readonly alerts: Alerts
  readonly feeds: Readable<readonly FeedHealth[]>
}

export const [MarketDataContext, useMarketData] = contextOf<MarketData>()

/** Prices in the chosen format; another object only when that changes. */
export function usePrices(): Prices {
  return pricesIn(useSelected(usePage().settings, (settings) => settings.priceFormat))
}

/** Empty for a command without a key. */
export function useKeyText(id: CommandId): string {
  const first = useSelected(usePage().keys, ({ strokes }) => strokes[id][0])
  return first === undefined ? '' : showStroke(first)
}

/** A tooltip that ends with the key of its command. */
export function useTitleWithKey(title: string, id: CommandId): string {
  const text = useKeyText(id)
  return text === '' ? title : `${title} (${text})`
}

/** Position of the outcome; null without one. */
export function usePosition(outcomeId: string): Position | null {
  const { positions } = useAccount()
  return useSelected(
    positions,
    ({ items }) => items.find((one) => one.outcomeId === outcomeId && one.status !== 'closed') ?? null,
  )
}

/** Follows the outcome while `isShown`; the top is of the last flush and says itself whether it is current. */
export function useShownTop(outcomeId: string, isShown: boolean): BookTop {
  const { books, view } = useMarketData()
  useEffect(() => (isShown ? view.show(outcomeId) : undefined), [view, outcomeId, isShown])
  const book = books.book(outcomeId)
  return useSyncExternalStore(book.subscribeTop, book.top)
}

/** One part of a book's top; renders again only when that part changes. `pick` answers the same reference for the same part. */
export function useTopPart<Part>(book: BookStore, pick: (top: BookTop) => Part): Part {
  return useSyncExternalStore(book.subscribeTop, () => pick(book.top()))
}
