/** Builds the five contexts of a tab. */
import { createClient } from '../platform/api/client.ts'
import type { FeedHealth, Order, Status, TradingState } from '../platform/api/client.ts'
import type { Early } from '../platform/api/early.ts'
import { ANSWERS } from '../platform/api/answers.ts'
import type { ListView } from '../platform/live/list-store.ts'
import { pricesIn } from '../data/settings/prices.ts'
import { createLive } from '../platform/live/socket.ts'
import type { Live, Sink } from '../platform/live/socket.ts'
import { createAnnouncer, createToasts } from '../platform/page/messages.ts'
import { createFrame } from '../platform/page/frame.ts'
import { hearOtherPages } from '../platform/page/other-pages.ts'
import { createRouter, ladderIn } from '../platform/page/route.ts'
import { createSettings } from '../data/settings/settings.ts'
import { createSettingsSync } from '../data/settings/settings-sync.ts'
import { createStore } from '../platform/state/store.ts'
import type { Readable, Store } from '../platform/state/store.ts'
import { watchInput } from '../platform/page/watch-input.ts'
import { createClicks } from '../actions/place.ts'
import { createOrderDefaults } from '../data/settings/kept-order-defaults.ts'
import { uuidV7 } from '../actions/guard.ts'
import { createCancels } from '../actions/cancel.ts'
import { createMode } from '../actions/mode.ts'
import { createSearch } from '../data/markets/search.ts'
import { createDraft } from '../actions/drafts/kept-draft.ts'
import { createMoves } from '../actions/move.ts'
import type { OpenedOrder } from '../data/account/opened-order.ts'
import { createAttachedExits } from '../actions/bracket.ts'
import { createCombos } from '../actions/combos.ts'
import { createAlerts } from '../data/alerts/alerts.ts'
import { actionOf } from '../contexts/actions.ts'
import { createNotifications } from '../data/alerts/notifications.ts'
import type { Notifications } from '../data/alerts/notifications.ts'
import { createVolumeAndQueueCache } from '../data/account/volume-and-queue-cache.ts'
import { createLadderViews } from '../data/markets/ladder-views.ts'
import { createExits } from '../actions/close.ts'
import { createFlatten } from '../actions/flatten.ts'
import type { OpenedPosition } from '../actions/exit-quote.ts'
import { createQuickNotional } from '../data/settings/kept-order-defaults.ts'
import { reportMode } from '../actions/reports.ts'
import type { Selection } from '../data/markets/selection.ts'
import { createWatch } from '../data/markets/watchlist.ts'
import { createFirstMarket } from '../contexts/first-market.ts'
import { isCauseOver } from '../data/alerts/kinds.ts'
import { createKeptLadders } from '../layouts/kept-ladders.ts'
import { createWorkspaces } from '../layouts/workspaces.ts'
import { createKeys } from '../commands/key-map.ts'
import { createRecent } from '../layouts/recent.ts'
import type { FirstEvent, PageDialog, SessionState, Workspace } from '../contexts/contexts.ts'
import type { Contexts } from './contexts.tsx'
import { createAccount } from './create-account.ts'
import { createMarketData } from './create-market-data.ts'

const SLEEP_DISARMS_MS = 60_000

/** Builds the contexts of this tab; the socket starts with the session. `early` has asked for some of the first answers. */
export function createContexts(view: Window & typeof globalThis, early: Early): Contexts {
  const now = () => Date.now()
  const after = (ms: number, task: () => void): (() => void) => {
    const timer = view.setTimeout(task, ms)
    return () => view.clearTimeout(timer)
  }
  const frame = createFrame(
    (task) => view.requestAnimationFrame(task),
    () => view.performance.now(),
  )
  const session = createStore<SessionState>('checking')
  const client = createClient({
    fetch: early.fetch,
    onNoSession: () => session.set('out'),
  })
  const toasts = createToasts(now, after)
  const announcer = createAnnouncer(now, after)
  watchInput(view, frame, announcer)
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

  const { intents, orders, endedOrders, fills, account, positions, resolutionPnl, own } = createAccount({
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
  const mint = () => uuidV7(now(), view.crypto.getRandomValues(new Uint8Array(10)))
  const sent = { client, live, intents, trading, settings, toasts, announcer, mint, now, after }
  const attachedExits = createAttachedExits({ ...sent, frame, pairs: own.pairs })
  const commands = {
    ...createCancels({ ...sent, orders, offerToEnd: attachedExits.offerToEnd }),
    ...createMode(sent),
  }
  reportMode(toasts, announcer, trading)

  // A refused upgrade looks like a lost link: only a read tells whether the session has ended.
  live.link.subscribe(() => {
    if (live.link.get().state === 'lost' && session.get() === 'in') void client.call('readSession', {})
  })

  followTopics(live, { status, trading, feeds, orders, fills, account, positions, resolutionPnl })

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
  endMessages(notifications, { feeds, orders, status })

  const marketData = createMarketData(client, live, frame, now, after)
  const { books, events } = marketData
  const notKept = (title: string, text: string, sticky = false) =>
    toasts.show({ tone: 'warn', title, text, group: title, sticky })
  const hear = (what: string) => hearOtherPages(view, `sesame.${what}.written`, now)
  const settingsSync = createSettingsSync({
    client,
    settings,
    after,
    onLeave: (task) => view.addEventListener('pagehide', task),
    ...hear('settings'),
    onRefused: () => notKept('Settings', 'Not kept by the server; they hold in this browser.'),
  })
  const chosen = { view, client, after, mint, notKept, selection, router, events }
  const workspace = createWorkspaces({ ...chosen, ...hear('layouts') })
  const combos = createCombos({ ...sent, frame, view })
  const waysOut = createWaysOut({ ...sent, commands }, { positions, orders, combos })

  return {
    marketData: {
      ...marketData,
      volumeAndQueue: createVolumeAndQueueCache({ live, books, orders, intents, own, frame, now }),
      search: createSearch(view.localStorage),
      watch: createWatch(client, (text) => notKept('Watchlist', text), hear('watchlist')),
      alerts,
      feeds,
    },
    account: { orders, endedOrders, fills, positions, resolutionPnl, account, own },
    trading: {
      trading,
      orderDefaults,
      draft: createDraft(selection, view.sessionStorage),
      intents,
      commands,
      clicks: createClicks({ ...sent, books }),
      moves: createMoves({ ...sent, orders, isReceiving: live.isReceiving }),
      ...waysOut,
      attachedExits,
      combos,
      quickNotional: createQuickNotional(view.localStorage),
      priceBandTicks: createStore(10),
      mint,
    },
    workspace: createWorkspace({
      workspace,
      selection,
      recent: createRecent(selection, view.localStorage),
      ladders: createKeptLadders(view.sessionStorage),
      firstMarket: createFirstMarket({ client, router, selection, followed: workspace.followed, after }),
      ladderViews,
      openedOrder,
    }),
    page: {
      client,
      live,
      session,
      loginFault: createStore(''),
      status,
      router,
      settings,
      settingsSync,
      keys: createKeys(settings),
      dialog: createStore<PageDialog | null>(null),
      notifications,
      toasts,
      announcer,
      now,
    },
  }
}

/** A message about a state goes with it. */
function endMessages(
  notifications: Notifications,
  {
    feeds,
    orders,
    status,
  }: Pick<FollowedStores, 'feeds' | 'status'> & { readonly orders: Readable<ListView<Order>> },
): void {
  const end = (): void =>
    notifications.endOver((notification) =>
      isCauseOver(notification, {
        feeds: feeds.get(),
        orders: orders.get().items,
        credentials: status.get()?.credentials ?? null,
      }),
    )
  for (const { subscribe } of [feeds, orders, status]) subscribe(end)
}

/** Exits, hedges and flattens, by one press each. */
function createWaysOut(
  parts: Pick<Contexts['trading'], 'intents' | 'trading' | 'mint' | 'commands'> &
    Pick<Contexts['page'], 'client' | 'live' | 'settings' | 'now'>,
  held: Pick<Contexts['account'], 'positions' | 'orders'> & Pick<Contexts['trading'], 'combos'>,
): Pick<Contexts['trading'], 'exits' | 'flatten'> {
  const { settings, commands } = parts
  const { positions, orders, combos } = held
  const exits = createExits({ ...parts, positions, isReceiving: parts.live.isReceiving })
  return {
    exits,
    flatten: createFlatten({
      ...parts,
      worstSeen: exits.worstSeen,
      jumpTicks: () => settings.get().clickJumpTicks,
      held: () => ({
        positions: positions.get().items,
        orders: orders.get().items,
        combos: combos.positions.get().items,
      }),
      prices: () => pricesIn(settings.get().priceFormat),
      cancels: commands,
    }),
  }
}

/** The workspace around what others build; nothing is opened or chosen yet. */
function createWorkspace(
  parts: Pick<
    Workspace,
    'workspace' | 'selection' | 'recent' | 'firstMarket' | 'ladderViews' | 'ladders' | 'openedOrder'
  >,
): Workspace {
  return {
    ...parts,
    firstEvent: createStore<FirstEvent | null>(null),
    side: createStore<'markets' | 'watch'>('markets'),
    tabletTab: createStore<'markets' | 'event' | 'data'>('markets'),
    ladderCall: createStore<string | null>(null),
    ticketCall: createStore(false),
    openedPosition: createStore<OpenedPosition | null>(null),
  }
}

type FollowedStores = {
  readonly status: Store<Status | null>
  readonly trading: Store<TradingState | null>
  readonly feeds: Store<readonly FeedHealth[]>
  readonly orders: Sink
  readonly fills: Sink
  readonly account: Sink
  readonly positions: Sink
  readonly resolutionPnl: Sink
}

function followTopics(live: Live, stores: FollowedStores): void {
  const { readStatus, readTrading } = ANSWERS
  /** Topics whose every frame is the whole object. */
  const follow = (topic: string, put: Sink['snapshot']) =>
    live.watch(topic, { snapshot: put, delta: put, lost: () => undefined })
  follow('status', (data) => stores.status.set(readStatus.decode(data as never)))
  follow('trading', (data) => stores.trading.set(readTrading.decode(data as never)))
  follow('feeds', (data) => stores.feeds.set(readStatus.fields.feeds.decode(data as never)))
  live.watch('orders', stores.orders)
  live.watch('fills', stores.fills)
  live.watch('account', stores.account)
  live.watch('positions', stores.positions)
  live.watch('resolution_pnl', stores.resolutionPnl)
}
