/** Puts the page's parts together. */
import { createClient } from '../platform/api/client.ts'
import type { Client } from '../platform/api/client.ts'
import type { Early } from '../platform/api/early.ts'
import { createEventCache } from '../platform/api/event-cache.ts'
import type { FeedHealth, Fill, Order, Position, Status, TradingState } from '../platform/api/wire.ts'
import { createBookCache } from '../platform/live/book-cache.ts'
import { createGameCache } from '../platform/live/game-cache.ts'
import { createListStore } from '../platform/live/list-store.ts'
import { pricesIn } from '../model/settings/use-prices.ts'
import { createLive } from '../platform/live/socket.ts'
import type { Live, Sink } from '../platform/live/socket.ts'
import { createViewBudget } from '../platform/live/view-budget.ts'
import { createAnnouncer } from '../platform/page/announcer.ts'
import { createFrame } from '../platform/page/frame.ts'
import type { Frame } from '../platform/page/frame.ts'
import { requestFrame } from '../platform/page/frames.ts'
import { hearOtherPages } from '../platform/page/other-pages.ts'
import { createRouter, ladderIn } from '../platform/page/route.ts'
import { createSettings } from '../model/settings/settings.ts'
import { createSettingsSync } from '../model/settings/settings-sync.ts'
import { createStore } from '../platform/state/store.ts'
import type { Store } from '../platform/state/store.ts'
import { createToasts } from '../platform/page/toasts.ts'
import { createWindows } from '../platform/page/windows.ts'
import { createClicks } from '../model/order-entry/clicks.ts'
import { createOrderDefaults } from '../model/order-entry/kept-order-defaults.ts'
import { uuidV7 } from '../model/order-entry/intent-key.ts'
import { createCommands } from '../model/order-entry/commands.ts'
import { createKeptFilters } from '../model/markets/filters.ts'
import { createSearch } from '../model/markets/search.ts'
import { createDays } from '../model/markets/day-cache.ts'
import { createMyEvents } from '../model/markets/my-events.ts'
import { createDraft } from '../model/order-entry/draft.ts'
import { createMoves } from '../model/order-entry/moves.ts'
import type { OpenedOrder } from '../model/orders/opened-order.ts'
import { createIntents } from '../model/order-entry/intents.ts'
import { createCombos } from '../model/combos/combos.ts'
import { createAlerts } from '../model/alerts/alerts.ts'
import { actionOf } from '../model/notifications/actions.ts'
import { createNotifications } from '../model/notifications/notifications.ts'
import type { Notifications } from '../model/notifications/notifications.ts'
import { createVolumeAndQueueCache } from '../model/markets/volume-and-queue-cache.ts'
import { createLadderViews } from '../model/markets/ladder-views.ts'
import type { LadderCall } from '../model/markets/ladder-call.ts'
import { createExits } from '../model/positions/exits.ts'
import type { OpenedPosition } from '../model/positions/exits.ts'
import { createAccountStore, positionOrder } from '../model/positions/account-store.ts'
import { createEndedOrders, orderKey } from '../model/orders/ended-orders.ts'
import { createOwnLevels, isUnknownAt } from '../model/orders/own-levels.ts'
import { createQuickNotional } from '../model/settings/quick-notional.ts'
import { reportFills, reportIntent, reportMode } from '../model/order-entry/reports.ts'
import { createPageState } from '../model/workspace/page-state.ts'
import type { Selection } from '../model/markets/selection.ts'
import { createWatch } from '../model/markets/watchlist.ts'
import { createFirstMarket } from '../model/markets/first-market.ts'
import { createWorkspaces } from '../model/workspace/workspaces.ts'
import type { FirstEvent, SessionState, Terminal } from '../model/terminal.ts'

const SLEEP_DISARMS_MS = 60_000
/** From a press to the release, and from that to the frame that shows what it did. */
const INPUT_MS = 100
/** From an answer to the frame that shows it. */
const ANSWER_MS = 30
/** A connection takes 200 topics; ladders, charts and lists need theirs as well. */
const MAX_BOOKS_IN_VIEW = 50
const MAX_GAMES_IN_VIEW = 30

type OwnedParts = Pick<Terminal, 'client' | 'now' | 'toasts' | 'announcer' | 'trading' | 'settings'> & {
  readonly frame: Frame
  readonly after: After
}

type After = (ms: number, task: () => void) => () => void

type FollowedStores = {
  readonly status: Store<Status | null>
  readonly trading: Store<TradingState | null>
  readonly feeds: Store<readonly FeedHealth[]>
  readonly orders: Sink
  readonly fills: Sink
  readonly account: Sink
  readonly positions: Sink
}

/** Builds the terminal of this tab; the socket starts with the session. `early` has asked for some of the first answers. */
export function createTerminal(view: Window & typeof globalThis, early: Early): Terminal {
  const now = () => Date.now()
  const after = (ms: number, task: () => void): (() => void) => {
    const timer = view.setTimeout(task, ms)
    return () => view.clearTimeout(timer)
  }
  const frame = createFrame(requestFrame, () => view.performance.now())
  const session = createStore<SessionState>('checking')
  const client = createClient({
    fetch: early.fetch,
    onNoSession: () => session.set('out'),
  })
  const windows = createWindows(view, () => frame.giveWay(INPUT_MS))
  const toasts = createToasts(now, after, windows.inUse.get)
  const announcer = createAnnouncer(now, after)
  const settings = createSettings(view.localStorage)
  const trading = createStore<TradingState | null>(null)
  const status = createStore<Status | null>(null)
  const feeds = createStore<readonly FeedHealth[]>([])

  const live = createLive({
    open: early.open,
    now,
    after,
    onSessionEnd: () => session.set('out'),
    onWake: (sleptMs) => {
      if (sleptMs > SLEEP_DISARMS_MS && trading.get()?.mode === 'ARMED') commands.disarmFor('woke from sleep')
    },
  })

  const { intents, orders, endedOrders, fills, account, positions, own } = createOwned({
    client,
    frame,
    now,
    after,
    toasts,
    announcer,
    trading,
    settings,
  })

  const selection = createStore<Selection | null>(null)
  const orderDefaults = createOrderDefaults(view.sessionStorage)
  const commands = createCommands({ client, live, trading, intents, toasts, announcer, orders, after, now })
  reportMode(toasts, announcer, trading)

  // A refused upgrade looks like a lost link: only a read tells whether the session has ended.
  live.link.subscribe(() => {
    if (live.link.get().state === 'lost' && session.get() === 'in') void client.call('readSession', {})
  })

  followTopics(live, { status, trading, feeds, orders, fills, account, positions })

  const ladderViews = createLadderViews(view.localStorage)
  const opened = ladderIn(view.location.pathname, view.location.search)
  if (opened !== null) ladderViews.flip(opened.outcomeId, opened.isFlipped)
  const router = createRouter(view, ladderViews.flipped)
  const openedOrder = createStore<OpenedOrder | null>(null)
  const alerts = createAlerts({ client, live, frame, toasts, announcer, settings })
  const notifications: Notifications = createNotifications({
    view,
    client,
    live,
    frame,
    toasts,
    announcer,
    after,
    now,
    go: router.go,
    isArmed: () => trading.get()?.mode === 'ARMED',
    prices: () => pricesIn(settings.get().priceFormat),
    actionOf: (notification) =>
      actionOf({ client, router, toasts, openedOrder, notifications }, notification),
  })

  const marketData = createMarketData(client, live, frame, now, after)
  const { books, events } = marketData
  const myEvents = createMyEvents({ client, orders, positions })
  const notKept = (title: string, text: string) =>
    toasts.show({ tone: 'warn', title, text, sticky: false, group: title })
  const mint = () => uuidV7(now(), view.crypto.getRandomValues(new Uint8Array(10)))
  const settingsSync = createSettingsSync({
    client,
    settings,
    after,
    onLeave: (task) => view.addEventListener('pagehide', task),
    ...hearOtherPages(view, 'sesame.settings.written', now),
    onRefused: () => notKept('Settings', 'Not kept by the server; they hold in this browser.'),
  })
  const workspace = createWorkspaces({ view, client, after, mint, notKept, selection, router, events })
  const clicks = createClicks({ books, live, trading, intents, settings, mint, now })

  return {
    client,
    live,
    ...marketData,
    volumeAndQueue: createVolumeAndQueueCache({
      live,
      books,
      orders,
      fills,
      intents,
      pairs: own.pairs,
      frame,
      now,
    }),
    myEvents,
    orders,
    endedOrders,
    fills,
    account,
    positions,
    own,
    combos: createCombos({ client, live, frame, announcer, mint, view }),
    alerts,
    notifications,
    status,
    trading,
    feeds,
    session,
    router,
    settings,
    settingsSync,
    watch: createWatch(
      client,
      (text) => notKept('Watchlist', text),
      hearOtherPages(view, 'sesame.watchlist.written', now),
    ),
    workspace,
    firstMarket: createFirstMarket({
      client,
      router,
      selection,
      links: workspace.links,
      events,
      after,
    }),
    side: createStore<'markets' | 'watch'>('markets'),
    tabletTab: createStore<'markets' | 'event' | 'data'>('markets'),
    ladders: createStore<readonly string[]>([]),
    orderDefaults,
    selection,
    firstEvent: createStore<FirstEvent | null>(null),
    draft: createDraft(selection, view.sessionStorage),
    intents,
    commands,
    clicks,
    moves: createMoves({ intents, orders, trading, isReceiving: live.isReceiving, mint }),
    quickNotional: createQuickNotional(view.localStorage),
    ladderViews,
    ladderCall: createStore<LadderCall | null>(null),
    openedOrder,
    exits: createExits({ intents, trading, isReceiving: live.isReceiving, mint, now }),
    openedPosition: createStore<OpenedPosition | null>(null),
    search: createSearch(client, after, myEvents, createKeptFilters(view.localStorage)),
    windows,
    toasts,
    announcer,
    priceBandTicks: createStore(10),
    ...createPageState(settings, selection, view.localStorage),
    mint,
    now,
  }
}

/** What the account has: orders on their way, open and ended, fills, positions. */
function createOwned(parts: OwnedParts) {
  const { client, frame, now, after, toasts, announcer, trading, settings } = parts
  const report = reportIntent(toasts, announcer, trading, settings)
  const intents = createIntents({
    client,
    now,
    after,
    prices: () => pricesIn(settings.get().priceFormat),
    onSettled(intent) {
      frame.giveWay(ANSWER_MS)
      report(intent)
    },
    isUnknownAt: (outcomeId, side, price) => isUnknownAt(orders.get().items, outcomeId, side, price),
  })
  const orders = createListStore<Order>({
    keyOf: orderKey,
    namesOf: (order) => [order.id, order.client_order_id],
    order: (a, b) => (a.created_at < b.created_at ? 1 : -1),
    onChange: () => frame.mark(orders.flush),
    onItem(order) {
      intents.seen(order)
      endedOrders.seen(order)
    },
    onGone: (order) => endedOrders.gone(order),
  })
  const endedOrders = createEndedOrders(after, (order) => orders.forget(orderKey(order)))
  const fills = createListStore<Fill>({
    keyOf: (fill) => fill.id,
    namesOf: (fill) => [fill.id],
    order: (a, b) => (a.at < b.at ? 1 : -1),
    onChange: () => frame.mark(fills.flush),
    onItem: reportFills(announcer, settings),
  })
  const account = createAccountStore()
  const positions = createListStore<Position>({
    keyOf: (position) => position.outcome_id,
    namesOf: (position) => [position.outcome_id],
    order: positionOrder,
    onChange: () => frame.mark(positions.flush),
  })
  const own = createOwnLevels(orders, intents.list)
  return { intents, orders, endedOrders, fills, account, positions, own }
}

function createMarketData(client: Client, live: Live, frame: Frame, now: () => number, after: After) {
  const books = createBookCache(live, frame, now)
  const games = createGameCache(live, frame)
  return {
    books,
    view: createViewBudget(books, after, MAX_BOOKS_IN_VIEW),
    games,
    gamesInView: createViewBudget(games, after, MAX_GAMES_IN_VIEW),
    events: createEventCache((id) => client.call('readEvent', { params: { event_id: id } })),
    days: createDays(client, now, after),
  }
}

function followTopics(live: Live, stores: FollowedStores): void {
  /** Topics whose every frame is the whole object. */
  const follow = (topic: string, put: Sink['snapshot']) =>
    live.watch(topic, { snapshot: put, delta: put, lost: () => undefined })
  follow('status', (data) => stores.status.set(data as Status))
  follow('trading', (data) => stores.trading.set(data as TradingState))
  follow('feeds', (data) => stores.feeds.set(data as readonly FeedHealth[]))
  live.watch('orders', stores.orders)
  live.watch('fills', stores.fills)
  live.watch('account', stores.account)
  live.watch('positions', stores.positions)
}
