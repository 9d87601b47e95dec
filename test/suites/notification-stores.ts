/** Contract of every store of alerts and notifications, run against the one on disk and the engine tests' fake. */
import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import type { Alert } from '#core/alert/alert.ts'
import type { AlertId, NotificationId, OrderId, OutcomeId } from '#core/ids.ts'
import type { Notification } from '#core/notification/notification.ts'
import { marketId, outcomeId, price, whole } from '#engine/testing/market-fakes.ts'
import type { AlertStore, NotificationQuery, NotificationStore } from '#ports/notification-stores.ts'

type Stores = { readonly alerts: AlertStore; readonly notifications: NotificationStore }

const ALL: NotificationQuery = { words: [], unread: null, kind: null, before: null, limit: 50 }

const id = (n: number): NotificationId =>
  `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}` as NotificationId

function sample(n: number, changes: Partial<Notification> = {}): Notification {
  return {
    id: id(n),
    kind: 'fill',
    severity: 'info',
    title: `Hawks ${n}`,
    text: 'Filled at Málaga.',
    prices: [],
    clientOrderId: null,
    outcomeId: null,
    marketId: null,
    gameId: null,
    alertId: null,
    orders: [],
    read: false,
    at: n,
    deliveries: [],
    ...changes,
  }
}

const ALERT: Alert = {
  id: 'a1' as AlertId,
  target: { kind: 'price', outcomeId: 'pm:1' as OutcomeId, direction: 'above', threshold: 5000 },
  repeat: true,
  note: '',
  state: 'active',
  phase: 'armed',
  baseline: null,
  createdAt: 1,
  armedAt: 2,
  lastFiredAt: null,
}

/**
 * @param name  which implementation
 * @param create  empty stores
 */
export function notificationStoresSuite(name: string, create: (context: TestContext) => Stores): void {
  describe(`notification stores ${name}`, () => {
    test('INV-34 what was saved of an alert comes back, and the last save counts', (context) => {
      const { alerts, notifications } = create(context)
      alerts.save([ALERT, { ...ALERT, id: 'a2' as AlertId }])
      notifications.add([], [{ ...ALERT, phase: 'waiting' }])
      alerts.remove('a2' as AlertId)
      assert.deepEqual(alerts.all(), [{ ...ALERT, phase: 'waiting' }])
    })

    test('a key is stored once; without a key everything is', (context) => {
      const { notifications } = create(context)
      const first = { notification: sample(1), key: 'fill:t' }
      assert.deepEqual(notifications.add([first, { notification: sample(2), key: 'fill:t' }], []), [id(1)])
      assert.deepEqual(notifications.add([{ notification: sample(3), key: 'fill:t' }], []), [])
      const unkeyed = [4, 5].map((n) => ({ notification: sample(n), key: null }))
      assert.deepEqual(notifications.add(unkeyed, []), [id(4), id(5)])
    })

    test('pages, words, kinds, markets and unread ones, newest first', (context) => {
      const { notifications } = create(context)
      const kinds = ['fill', 'alert', 'fill', 'fill'] as const
      notifications.add(
        kinds.map((kind, index) => ({
          notification: sample(index + 1, { kind, marketId: index === 3 ? null : marketId(1 + (index % 2)) }),
          key: null,
        })),
        [],
      )
      const ids = (query: Partial<NotificationQuery>): readonly string[] =>
        notifications.page({ ...ALL, ...query }).map((one) => one.id)
      assert.deepEqual(ids({ limit: 2 }), [id(4), id(3)])
      assert.deepEqual(ids({ before: { at: 3, id: id(3) } }), [id(2), id(1)])
      assert.deepEqual(ids({ kind: 'alert' }), [id(2)])
      assert.deepEqual(ids({ marketId: marketId(1) }), [id(3), id(1)])
      assert.deepEqual(ids({ words: ['malag', 'haw', '3'] }), [id(3)])
      assert.deepEqual(ids({ words: ['alaga'] }), [])
      assert.equal(notifications.unread(), 4)
      assert.deepEqual(notifications.markRead([id(1), id(2)]), [id(1), id(2)])
      assert.deepEqual(notifications.markRead([id(1)]), [])
      assert.deepEqual(ids({ unread: true }), [id(4), id(3)])
      assert.deepEqual(ids({ unread: false }), [id(2), id(1)])
      assert.deepEqual([...notifications.markRead('all')].toSorted(), [id(3), id(4)])
      assert.equal(notifications.unread(), 0)
    })

    test('deliveries carry their state; chat messages that have not ended are found', (context) => {
      const { notifications } = create(context)
      const queued = { channel: 'chat', state: 'queued', reason: null, at: 1 } as const
      const toast = { channel: 'toast', state: 'queued', reason: null, at: 1 } as const
      const of = (n: number) => ({ notification: sample(n, { deliveries: [toast, queued] }), key: null })
      notifications.add([of(1), of(2), of(3)], [])
      notifications.deliver([id(1), id(9)], { ...queued, state: 'sent', at: 7 })
      notifications.deliver([id(2)], { ...queued, state: 'sending' })
      assert.deepEqual(notifications.chatEndedSince(6), [7])
      assert.deepEqual(notifications.chatEndedSince(7), [])
      assert.deepEqual(
        notifications.openChat().map((one) => one.id),
        [id(2), id(3)],
      )
      const [one] = notifications.find(id(1))?.deliveries.filter(({ channel }) => channel === 'chat') ?? []
      assert.deepEqual({ ...one }, { channel: 'chat', state: 'sent', reason: null, at: 7 })
      assert.equal(notifications.find(id(9)), null)
    })

    test('cancelled orders keep their sizes to the micro; what is old goes', (context) => {
      const { notifications } = create(context)
      const order = {
        orderId: `pm:0x${'1'.padStart(64, '0')}` as OrderId,
        clientOrderId: null,
        outcomeId: outcomeId(2),
        marketId: marketId(1),
        eventTitle: 'E',
        marketTitle: 'M',
        outcomeName: 'Yes',
        tickSize: 100,
        side: 'BUY',
        price: price(4800),
        size: whole(10),
        timeInForce: 'GTC',
        postOnly: false,
        expiresAt: null,
        repostedAs: null,
      } as const
      notifications.add([{ notification: sample(1, { orders: [order] }), key: null }], [])
      assert.deepEqual(notifications.find(id(1))?.orders, [order])
      notifications.setOrders(id(1), [{ ...order, repostedAs: null, size: whole(3) }])
      assert.equal(notifications.find(id(1))?.orders[0]?.size, 3_000_000n)
      notifications.removeBefore(1)
      assert.ok(notifications.find(id(1)))
      notifications.removeBefore(2)
      assert.equal(notifications.find(id(1)), null)
    })
  })
}
