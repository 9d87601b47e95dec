/** Builds the five contexts of a tab; what is in them is said here alone, their types follow. */
import { ANSWERS } from '../platform/api/answers.ts'
import { createClient } from '../platform/api/client.ts'
import type { Event, FeedHealth, Order, Status, TradingState } from '../platform/api/client.ts'
import type { Early } from '../platform/api/early.ts'
import type { ListView } from '../platform/live/list-store.ts'
import { createLive } from '../platform/live/socket.ts'
import type { Live, Sink } from '../platform/live/socket.ts'
import { createAnnouncer, createToasts } from '../platform/page/messages.ts'
import { hearOtherPages } from '../platform/page/other-pages.ts'
import { createRouter } from '../platform/page/route.ts'
import { watchInput } from '../platform/page/watch-input.ts'
import { after } from '../platform/state/clock.ts'
import { createStore } from '../platform/state/store.ts'
import type { Readable, Store } from '../platform/state/store.ts'
import { createOrderDefaults, createQuickNotional } from '../data/settings/order-defaults.ts'
import { pricesIn } from '../data/settings/prices.ts'
import { createBrackets } from '../data/settings/brackets.ts'
import { createSettingsSync } from '../data/settings/settings-sync.ts'
import { createSettings } from '../data/settings/settings.ts'
import type { Settings } from '../data/settings/settings.ts'
import { createHistorySource } from '../data/markets/history.ts'
import { createLadderViews } from '../data/markets/ladder-views.ts'
import { createSearch } from '../data/markets/search.ts'
import type { BasketChoice } from '../data/markets/basket-choice.ts'
import type { Selection } from '../data/markets/selection.ts'
import { createWatch } from '../data/markets/watchlist.ts'
import type { OpenedOrder } from '../data/account/opened-order.ts'
import { createVolumeAndQueueCache } from '../data/account/volume-and-queue.ts'
import { createAlerts } from '../data/alerts/alerts.ts'
import { createNotifications } from '../data/alerts/notifications.ts'
import type { Notifications, NotificationsDeps } from '../data/alerts/notifications.ts'
import { createAttachedExits } from '../actions/bracket.ts'
import { createCancels } from '../actions/cancel.ts'
import { createExits } from '../actions/close.ts'
import { createCombos } from '../actions/combos.ts'
import { createDraft } from '../actions/drafts/kept-draft.ts'
import type { OpenedPosition } from '../actions/exit-quote.ts'
import { createFlatten } from '../actions/flatten.ts'
import { uuidV7 } from '../actions/guard.ts'
import { createMode } from '../actions/mode.ts'
import { createMoves } from '../actions/move.ts'
import { createClicks } from '../actions/place.ts'
import { offerToEnd, reportFills, reportIntent, reportMode } from '../actions/reports.ts'
import { createIntents } from '../actions/send.ts'
import { createKeys } from '../commands/key-map.ts'
import { createKeptLadders, createRecent } from '../layouts/recent.ts'
import { createWorkspaces } from '../layouts/workspaces.ts'
import { actionOf } from './actions.ts'
import { createAccount, createMarkets, createWindowFrame } from './market-and-account.ts'
import { createFirstMarket } from './first-market.ts'

const SLEEP_DISARMS_MS = 60_000
/** From an answer to the frame that shows it. */
const ANSWER_MS = 30

/** `opening`: there is a session, and what the first view shows is being read. */
export type SessionState = 'checking' | 'out' | 'opening' | 'in'
export type PageDialog = 'arm' | 'flatten' | 'keys' | 'palette' | 'templates'

/** Builds the contexts of this tab; the socket starts with the session. `early` has asked for some of the first answers. */
export function createContexts(early: Early) {
  const { localStorage, sessionStorage } = window
  const now = () => Date.now()
  const frame = createWindowFrame()
  const session = createStore<SessionState>('checking')
  const client = createClient({ fetch: early.fetch, onNoSession: () => session.set('out') })
  const toasts = createToasts(now, after)
  const announcer = createAnnouncer(now, after)
  watchInput(window, frame, announcer)
  const settings = createSettings(localStorage)
  const prices = () => pricesIn(settings.get().priceFormat)
  /** SAFE or ARMED, and why; null until the server has published it. */
  const trading = createStore<TradingState | null>(null)
  const status = createStore<Status | null>(null)
  const feeds = createStore<readonly FeedHealth[]>([])
  const live: Live = createLive({
    open: early.open,
    now,
    after,
    onSessionEnd: () => session.set('out'),
    onWake: (sleptMs) => {
      if (sleptMs > SLEEP_DISARMS_MS && trading.get()?.mode === 'ARMED') commands.disarmFor('woke from sleep')
    },
  })
  // A refused upgrade looks like a lost link: only a read tells whether the session has ended.
  live.link.subscribe(() => {
    if (live.link.get().state === 'lost' && session.get() === 'in') void client.call('readSession', {})
  })
  followServer(live, { status, trading, feeds })

  const report = reportIntent(toasts, announcer, trading, settings, (ids) => commands.cancelOrders(ids))
  const base = { view: window, client, live, frame, toasts, announcer, settings, prices, now, after }
  const intents = createIntents({
    ...base,
    onSettled(intent) {
      frame.giveWay(ANSWER_MS)
      report(intent)
    },
    orders: () => orders.get().items,
  })
  const account = createAccount(live, intents.list, {
    ...base,
    onOrder: (order) => intents.seen(order),
    onFill: reportFills(announcer, settings),
  })
  const { orders, positions, own } = account
  const mint = () => uuidV7(now(), window.crypto.getRandomValues(new Uint8Array(10)))
  const sent = { ...base, intents, trading, mint, orders, positions }
  const attachedExits = createAttachedExits({ ...sent, pairs: own.pairs })
  const commands = {
    ...createCancels({ ...sent, offerToEnd: offerToEnd(base, attachedExits.remove) }),
    ...createMode(sent),
  }
  reportMode(toasts, announcer, trading)
  const exits = createExits(sent)
  const combos = createCombos(sent)

  const selection = createStore<Selection | null>(null)
  const router = createRouter(window)
  const views = createViews()
  const { openedOrder } = views
  const notifications: Notifications = createNotifications({
    ...base,
    go: router.go,
    isArmed: () => trading.get()?.mode === 'ARMED',
    actionOf: (notification, page) =>
      actionOf({ client, router, toasts, openedOrder, notifications }, notification, page),
  })
  endMessages(notifications, { feeds, orders, status })

  const markets = createMarkets({
    ...base,
    readEvent: (eventId) => client.call('readEvent', { params: { eventId } }),
    histories: createHistorySource(client),
  })
  const { brackets, settingsSync, watch, workspace } = createKept(base, {
    ...markets,
    mint,
    selection,
    router,
  })

  return {
    marketData: {
      ...markets,
      /** Volume by price and queues of the ladders that are shown. */
      volumeAndQueue: createVolumeAndQueueCache({ ...base, ...markets, ...account, intents }),
      search: createSearch(localStorage),
      watch,
      alerts: createAlerts(base),
      feeds,
    },
    account,
    trading: {
      /** Nothing can be sent (INV-70). */
      isReplay: false,
      trading,
      orderDefaults: createOrderDefaults(sessionStorage),
      draft: createDraft(selection, sessionStorage),
      intents,
      /** Cancels, and the way to ARMED and SAFE. */
      commands,
      clicks: createClicks({ ...sent, ...markets }),
      moves: createMoves(sent),
      /** Exits and hedges. */
      exits,
      flatten: createFlatten(sent, exits, combos, commands),
      attachedExits,
      /** Exits that a purchase brings. */
      brackets,
      combos,
      /** Cash up to which one press in the ticket sends. */
      quickNotional: createQuickNotional(localStorage),
      /** The risk limit that the page needs while clicking, in ticks. */
      priceBandTicks: createStore(10),
      mint,
    },
    workspace: {
      /** Docked panels of large screens. */
      workspace,
      selection,
      /** Markets that were selected, newest first. */
      recent: createRecent(selection, localStorage),
      /** Shows a market on a page that was opened without one. */
      firstMarket: createFirstMarket({ client, router, selection, followed: workspace.followed, after }),
      /** Outcomes chosen for ladders side by side; empty for the selected market. */
      ladders: createKeptLadders(sessionStorage),
      ladderViews: createLadderViews(localStorage),
      ...views,
    },
    page: {
      client,
      live,
      session,
      /** Why there is no session, where the login form is to say so; '' otherwise. */
      loginFault: createStore(''),
      status,
      router,
      settings,
      settingsSync,
      /** Command of each key. */
      keys: createKeys(settings),
      dialog: createStore<PageDialog | null>(null),
      notifications,
      toasts,
      announcer,
      now,
    },
  }
}

/** Settings, layouts, watchlist and templates of exits, which the server keeps. */
function createKept(
  parts: Pick<NotificationsDeps, 'client' | 'toasts' | 'now'> & { readonly settings: Store<Settings> },
  followed: Pick<Parameters<typeof createWorkspaces>[0], 'mint' | 'selection' | 'router' | 'events'>,
) {
  const { client, toasts, now, settings } = parts
  const hear = (what: string) => hearOtherPages(window, `sesame.${what}.written`, now)
  const notKept = (title: string, text: string, sticky = false) =>
    toasts.show({ tone: 'warn', title, text, group: title, sticky })
  return {
    settingsSync: createSettingsSync({
      ...hear('settings'),
      client,
      settings,
      onLeave: (task) => window.addEventListener('pagehide', task),
      onRefused: () => notKept('Settings', 'Not saved; kept in this browser only.'),
    }),
    workspace: createWorkspaces({ ...hear('layouts'), ...followed, view: window, client, after, notKept }),
    brackets: createBrackets(client, window.sessionStorage, hear('templates')),
    watch: createWatch(client, (text) => notKept('Watchlist', text), hear('watchlist')),
  }
}

/** Panels, lists and dialogs that this tab has open; none yet. */
function createViews() {
  return {
    /** The event of the address with which the page was opened: read before the first view, forgotten once that is drawn. */
    firstEvent: createStore<{ readonly slug: string; readonly event: Event } | null>(null),
    /** List in the panel at the left. */
    side: createStore<'markets' | 'watch'>('markets'),
    /** A ladder that is asked to take the focus, and the order it shall pick up. */
    ladderCall: createStore<string | null>(null),
    /** A page without a ticket filled it in: the next one that has it opens it. */
    ticketCall: createStore(false),
    /** The order whose timeline is open. */
    openedOrder: createStore<OpenedOrder | null>(null),
    /** The position whose figures, exit or hedge is open. */
    openedPosition: createStore<OpenedPosition | null>(null),
    /** Outcomes chosen to be bought together. */
    basket: createStore<BasketChoice | null>(null),
  }
}

/** Topics whose every frame is the whole object. */
function followServer(
  live: Live,
  stores: {
    readonly status: Store<Status | null>
    readonly trading: Store<TradingState | null>
    readonly feeds: Store<readonly FeedHealth[]>
  },
): void {
  const { readStatus, readTrading } = ANSWERS
  const follow = (topic: string, put: Sink['snapshot']) =>
    live.watch(topic, { snapshot: put, delta: put, lost: () => undefined })
  follow('status', (data) => stores.status.set(readStatus.decode(data as never)))
  follow('trading', (data) => stores.trading.set(readTrading.decode(data as never)))
  follow('feeds', (data) => stores.feeds.set(readStatus.fields.feeds.decode(data as never)))
}

/** A message about a state goes with it. */
function endMessages(
  notifications: Notifications,
  causes: {
    readonly feeds: Readable<readonly FeedHealth[]>
    readonly orders: Readable<ListView<Order>>
    readonly status: Readable<Status | null>
  },
): void {
  const { feeds, orders, status } = causes
  const end = (): void =>
    notifications.endOver({
      feeds: feeds.get(),
      orders: orders.get().items,
      credentials: status.get()?.credentials ?? null,
    })
  for (const { subscribe } of [feeds, orders, status]) subscribe(end)
}
