/** The real alerts and notifications over stores in memory, with one notification of two cancelled orders to begin with. */
import type { ClientOrderId, NotificationId, OrderId } from '#core/ids.ts'
import type { CancelledOrder, Notification } from '#core/notification/notification.ts'
import type { Engine } from '#engine/engine.ts'
import { createNotificationModule, type NotificationModule } from '#engine/assembly/notification-module.ts'
import { marketId, outcomeId, price, silentLog, whole } from '#engine/testing/market-fakes.ts'
import { createMemoryNotifications, createScriptedChat } from '#engine/testing/memory-notifications.ts'
import type { MemoryNotifications, ScriptedChat } from '#engine/testing/memory-notifications.ts'
import type { Clock } from '#ports/clock.ts'
import { LIVE_FEED } from './engine-fake-parts.ts'
import { createMemorySettings } from './stores.ts'

/** The notification's id; the first alert's ends with 8061. */
export const FIRST_NOTIFICATION = '01890a5d-ac96-774b-bcce-b302099a8060' as NotificationId

export type NotificationsFake = {
  readonly side: NotificationModule
  readonly memory: MemoryNotifications
  readonly chat: ScriptedChat
}

/** Builds and starts them. */
export function createNotificationsFake(
  engine: Pick<Engine, 'bus' | 'catalog' | 'books' | 'games' | 'orders' | 'audit'>,
  clock: Clock,
): NotificationsFake {
  const { bus, catalog, books, orders, audit } = engine
  const memory = createMemoryNotifications()
  const chat = createScriptedChat()
  let count = 0x8060
  memory.notifications.add([{ notification: gameStart(clock.now()), key: null }], [])
  const side = createNotificationModule({
    bus,
    catalog,
    books,
    orders,
    audit,
    clock,
    random: {
      bytes: (length) => new Uint8Array(length),
      uuidV7() {
        count += 1
        return `01890a5d-ac96-774b-bcce-b302099a${count.toString(16)}`
      },
    },
    log: silentLog,
    alertStore: memory.alerts,
    notificationStore: memory.notifications,
    settings: createMemorySettings(),
    chat,
    games: { game: (id) => engine.games.game(id), health: () => ({ ...LIVE_FEED, name: 'sports' }) },
    point() {},
  })
  side.start()
  return { side, memory, chat }
}

function gameStart(at: number): Notification {
  return {
    id: FIRST_NOTIFICATION,
    kind: 'game_start_orders',
    severity: 'warn',
    title: 'Hawks \u2013 Owls',
    text: '2 orders were cancelled by the venue at the start of the game.',
    prices: [],
    clientOrderId: null,
    outcomeId: null,
    marketId: marketId(1),
    gameId: null,
    alertId: null,
    orders: [cancelled(1, 'BUY'), cancelled(2, 'SELL')],
    read: false,
    at,
    deliveries: [{ channel: 'toast', state: 'queued', reason: null, at }],
  }
}

function cancelled(n: number, side: 'BUY' | 'SELL'): CancelledOrder {
  return {
    orderId: `pm:0x${n.toString(16).padStart(64, '0')}` as OrderId,
    clientOrderId: `01890a5d-ac96-774b-bcce-b302099a70${n.toString(16).padStart(2, '0')}` as ClientOrderId,
    outcomeId: outcomeId(2),
    marketId: marketId(1),
    eventTitle: 'Event 1',
    marketTitle: 'Question 1?',
    outcomeName: 'Yes',
    tickSize: 100,
    side,
    price: price(4800),
    size: whole(10),
    timeInForce: 'GTC',
    postOnly: false,
    expiresAt: null,
    repostedAs: null,
  }
}
