/** Re-posts over notifications in memory. */
import assert from 'node:assert/strict'
import type { NotificationId } from '#core/ids.ts'
import type { CancelledOrder } from '#core/notification/notification.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { err, ok } from '#lib/result.ts'
import { rejection } from '#core/reject-codes.ts'
import { createBus } from '../bus.ts'
import { createNotifications } from '../notifications/notifications.ts'
import { createReposts, type Reposts } from '../notifications/reposts.ts'
import { fakeOrderId } from './fake-orders.ts'
import { groupId, type TradingFixture } from './trading-fixture.ts'
import { createManualClock, silentLog } from './market-fakes.ts'
import { createMemoryNotifications } from './memory-notifications.ts'
import type { MemoryNotifications } from './memory-notifications.ts'

export type Reposting = {
  readonly memory: MemoryNotifications
  readonly reposts: Reposts
  readonly published: NotificationId
  readonly placed: readonly OrderIntent[]
}

/** A notification of these cancelled orders; without a fixture everything that is placed again is accepted. */
export function reposting(
  cancelled: readonly CancelledOrder[],
  fixture: TradingFixture | null = null,
): Reposting {
  const memory = createMemoryNotifications()
  const clock = fixture?.clock ?? createManualClock()
  const notifications = createNotifications({
    clock,
    bus: createBus((_, error) => {
      throw error
    }),
    settings: { read: () => null, write: () => ok(undefined) },
    chat: null,
    random: { bytes: (length) => new Uint8Array(length), uuidV7: () => groupId(1) },
    log: silentLog,
    store: memory.notifications,
    point() {},
  })
  notifications.notify({
    kind: 'game_start_orders',
    key: null,
    title: 'Start',
    text: 'One order was cancelled.',
    orders: cancelled,
  })
  const placed: OrderIntent[] = []
  const reposts = createReposts({
    clock,
    notifications,
    quoteBooks: {
      source: () => err(rejection('book_stale')),
      awaitCurrent: async () => {},
      evidence: () => ({ bestBid: null, bestAsk: null, bookSequence: 1, bookAgeMs: 0 }),
    },
    orders: fixture?.module.orders ?? {
      epoch: () => 0,
      isVoid: async () => false,
      labels: (id) => (id === fakeOrderId(902) ? { group: groupId(2), groupSize: 3 } : {}),
      async place(intent) {
        placed.push(intent)
        return ok({
          clientOrderId: intent.clientOrderId,
          result: 'accepted',
          order: null,
          reject: null,
          replayed: false,
        })
      },
    },
  })
  const [published] = [...memory.rows.keys()]
  assert.ok(published !== undefined)
  return { memory, reposts, published, placed }
}
