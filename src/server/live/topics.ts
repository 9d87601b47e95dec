/**
 * The state and deltas of each topic. A snapshot is always a state that later deltas continue: applying them to it gives what the
 * engine holds.
 */
import type { Engine } from '#engine/engine.ts'
import type { Clock } from '#ports/clock.ts'
import { attachedExitView } from '../views/attached-exits.ts'
import { feedView, statusView, tradingView } from '../views/status.ts'
import { createAccountTopics } from './account-topics.ts'
import { listTopic, openComboTopic } from './combo-topics.ts'
import { openMarketTopic } from './market-topics.ts'
import { createNotificationTopics } from './notification-topics.ts'
import { wholeTopic, type Topic } from './topic.ts'

export type Topics = {
  /** Null for a topic that does not exist, such as the book of an unknown outcome. */
  open(name: string): Topic | null
  stop(): void
}

/** Topics of a program without an engine. */
export const NO_TOPICS: Topics = { open: () => null, stop: () => undefined }

/** @param changed  called with the name of a topic that may have changed, open or not */
export function createTopics(engine: Engine, clock: Clock, changed: (name: string) => void): Topics {
  const { bus } = engine
  const notificationTopics = createNotificationTopics(engine, clock, changed)
  const account = createAccountTopics(engine, changed)
  const ends = [
    bus.subscribe('book', ({ outcomeId }) => {
      changed(`book:${outcomeId}`)
      changed(`trades:${outcomeId}`)
    }),
    bus.subscribe('game', ({ gameId }) => changed(`game:${gameId}`)),
    bus.subscribe('trading', () => {
      changed('trading')
      changed('exits')
    }),

    bus.subscribe('status', () => {
      changed('status')
      changed('account')
    }),
    bus.subscribe('feeds', () => changed('feeds')),
    bus.subscribe('attached_exit', () => changed('exits')),
    bus.subscribe('combo_rfq', () => changed('combo_rfqs')),
    bus.subscribe('combo_positions', () => changed('combo_positions')),
  ]
  const openers: ReadonlyMap<string, () => Topic> = new Map([
    ['status', () => openStatus(engine, clock)],
    ['trading', () => wholeTopic(() => tradingView(engine.trading.state()), JSON.stringify)],
    ['feeds', () => wholeTopic(() => engine.status.read().feeds.map(feedView), JSON.stringify)],
    ['account', account.openAccount],
    ['positions', account.openPositions],
    ['resolution_pnl', account.openResolutionPnl],
    ['orders', account.openOrders],
    ['fills', account.openFills],
    [
      'exits',
      () =>
        listTopic(
          () => engine.attachedExits.list().map((one) => attachedExitView(one, engine)),
          JSON.stringify,
        ),
    ],
    ['alerts', notificationTopics.openAlerts],
    ['notifications', notificationTopics.openNotifications],
  ])
  return {
    open: (name) => openers.get(name)?.() ?? openComboTopic(engine, name) ?? openMarketTopic(engine, name),
    stop() {
      for (const end of ends) end()
      account.stop()
      notificationTopics.stop()
    },
  }
}

function openStatus({ status }: Engine, clock: Clock): Topic {
  return wholeTopic(
    () => statusView(status.read(), clock.now()),
    // The server's time alone is no news.
    (shown) => JSON.stringify({ ...shown, time: '' }),
  )
}
