/**
 * The contexts of a replay: a second set for the same components, fed by the replay's own connection. Whatever would send is
 * refused before there is a request, and the client among them has no way to make one (INV-70). Cancel All stays that of the live account.
 */
import type { Decoded } from '../../platform/api/answers.ts'
import { err, ok } from '#lib/result.ts'
import type { ApiFault, Client, TradingState } from '../../platform/api/client.ts'
import { openBrowserSocket } from '../../platform/live/browser-socket.ts'
import { createLive } from '../../platform/live/socket.ts'
import type { Live } from '../../platform/live/socket.ts'
import { after } from '../../platform/state/clock.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Memory, Readable } from '../../platform/state/store.ts'
import type { AlertLevels } from '../../data/alerts/alert-levels.ts'
import { createAttachedExits } from '../../actions/bracket.ts'
import { createCombos } from '../../actions/combos.ts'
import { createVolumeAndQueueCache } from '../../data/account/volume-and-queue.ts'
import type { BasketChoice } from '../../data/markets/basket-choice.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { createIntents, refused } from '../../actions/send.ts'
import type { OpenedOrder } from '../../data/account/opened-order.ts'
import type { OpenedPosition } from '../../actions/exit-quote.ts'
import { createReplayPlayer } from '../../data/reads/replay-player.ts'
import type { ReplayPlayer } from '../../data/reads/replay-player.ts'
import { pricesIn } from '../../data/settings/prices.ts'
import type { Contexts } from '../../contexts/contexts.ts'
import { createAccount, createMarkets, createWindowFrame } from '../../contexts/market-and-account.ts'
import type { HistorySource } from '../../data/markets/history.ts'
import { onSteps } from '../../data/markets/history.ts'

const REPLAY_REFUSAL = 'REPLAY: nothing is sent'
const REFUSED = refused(REPLAY_REFUSAL)

const FAULT: ApiFault = {
  kind: 'problem',
  problem: { type: 'about:blank', title: 'REPLAY', status: 403, detail: REPLAY_REFUSAL, code: 'not_found' },
}

/** It has no connection at all: every call is refused. */
const NO_CLIENT: Client = { setCsrfToken: () => undefined, call: async () => err(FAULT) }

export type ReplayContexts = {
  readonly contexts: Contexts
  readonly player: ReplayPlayer
  /** Milliseconds since the epoch: of the replay. */
  readonly time: Readable<number>
  /** Ends the connection and the replay. */
  readonly end: () => void
}

/** Builds them beside the live ones and connects. */
export function createReplayContexts(live: Contexts, opened: Decoded<'openReplay'>): ReplayContexts {
  const { page, trading, workspace, marketData } = live
  const frame = createWindowFrame()
  const connection = createLive({
    open: () => openBrowserSocket(window, `/ws?replay=${opened.id}`),
    now: page.now,
    after,
    onSessionEnd: () => page.session.set('out'),
    onWake: () => undefined,
  })
  const player = createReplayPlayer({ client: page.client, live: connection, opened })
  const time = { get: () => player.state.get().at, subscribe: player.state.subscribe }
  const refuse = (): void => {
    page.toasts.show({ tone: 'info', title: 'REPLAY', text: REPLAY_REFUSAL, group: 'replay' })
  }
  const intents = createIntents({
    client: NO_CLIENT,
    now: page.now,
    after,
    prices: () => pricesIn(page.settings.get().priceFormat),
    onSettled: () => undefined,
    orders: () => [],
  })
  const account = createAccount(connection, intents.list, { frame, after, isReplay: true })
  const markets = createMarkets({
    live: connection,
    frame,
    now: time.get,
    async readEvent(id) {
      const found = player.events.get().find((event) => event.id === id)
      return found === undefined ? err(FAULT) : ok(found)
    },
    histories: createReplayPrices(page.client, opened.id),
  })
  const putEvents = (): void => player.events.get().forEach(markets.events.put)
  putEvents()
  player.events.subscribe(putEvents)
  const { mint } = trading
  const silent = {
    client: NO_CLIENT,
    intents,
    frame,
    announcer: page.announcer,
    mint,
  }
  connection.start()
  return {
    player,
    time,
    end() {
      connection.stop()
      void page.client.call('endReplay', { params: { replayId: opened.id } }, { keepalive: true })
    },
    contexts: {
      marketData: {
        ...marketData,
        ...markets,
        volumeAndQueue: createVolumeAndQueueCache({
          live: connection,
          books: markets.books,
          ...account,
          intents,
          frame,
          now: time.get,
        }),
        alerts: {
          ...marketData.alerts,
          draft: refusing(refuse),
          levels: createStore<AlertLevels>(new Map()),
        },
      },
      account,
      trading: {
        ...trading,
        isReplay: true,
        trading: createStore<TradingState | null>(null),
        intents,
        draft: refusing(refuse),
        commands: {
          ...allRefusing(trading.commands, refuse),
          // The one button beside the replay is the live account's, and so is the way to SAFE.
          cancelAll: trading.commands.cancelAll,
          cancelAllState: trading.commands.cancelAllState,
          disarm: trading.commands.disarm,
          disarmFor: trading.commands.disarmFor,
          arm: async () => err(FAULT),
        },
        clicks: {
          // As if armed: its release says why nothing is sent, where a ticket would be filled in otherwise.
          press: (aim) => ({ ...trading.clicks.press(aim), mode: 'ARMED' }),
          release: () => REFUSED,
          pressTogether: () => REFUSED,
        },
        moves: { move: () => REFUSED },
        exits: {
          ...trading.exits,
          release: () => REFUSED,
          barred: () => REPLAY_REFUSAL,
        },
        flatten: { ...trading.flatten, send: () => REFUSED },
        attachedExits: createAttachedExits({
          ...silent,
          live: connection,
          toasts: page.toasts,
          pairs: account.own.pairs,
        }),
        combos: createCombos({
          ...silent,
          live: NOTHING_FOLLOWED,
          view: { localStorage: NO_STORAGE, performance },
        }),
      },
      workspace: {
        ...workspace,
        selection: createStore<Selection | null>(null),
        openedOrder: createStore<OpenedOrder | null>(null),
        openedPosition: createStore<OpenedPosition | null>(null),
        ticketCall: createStore(false),
        basket: createStore<BasketChoice | null>(null),
      },
      page: { ...page, client: NO_CLIENT, live: connection },
    },
  }
}

/** Whatever they are, and whatever is added to them: none is the live account's. */
function allRefusing<Commands extends object>(commands: Commands, refuse: () => void): Commands {
  return Object.fromEntries(Object.keys(commands).map((name) => [name, refuse])) as Commands
}

const NO_STORAGE: Memory = { getItem: () => null, setItem: () => undefined }

const NOTHING_FOLLOWED: Pick<Live, 'watch'> = { watch: () => () => undefined }

/** A store that takes nothing and says why. */
function refusing(refuse: () => void) {
  const none = createStore(null)
  return { ...none, set: refuse, update: refuse }
}

/** While the recording is still being read. */
const READING_MS = 1_000
const NEVER_MS = 24 * 3_600_000

/** Prices of the whole span, whatever interval is asked for: the chart cuts them at the instant that is shown. */
function createReplayPrices(client: Pick<Client, 'call'>, replayId: string): HistorySource {
  return {
    scope: replayId,
    async read(outcomeId, _query, signal) {
      const params = { replayId, outcomeId }
      const answer = await client.call('readReplayPrices', { params }, { signal })
      if (!answer.ok) return answer
      const { stepMs: step, isComplete } = answer.value
      const againAfterMs = isComplete ? NEVER_MS : READING_MS
      const points = answer.value.points.map(({ at, micros }) => ({ at, value: micros }))
      return ok({ points: onSteps(points, step), step, againAfterMs })
    },
  }
}
