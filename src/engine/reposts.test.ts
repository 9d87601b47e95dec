// Placing a cancelled order again when the disk refuses the note of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClientOrderId, OrderId } from '#core/ids.ts'
import { micros } from '#core/money.ts'
import type { OrderIntent } from '#core/order.ts'
import { err, ok } from '#lib/result.ts'
import { rejection } from '#core/reject-codes.ts'
import { createBus } from './bus.ts'
import { createNotifications } from './notifications.ts'
import { createReposts } from './reposts.ts'
import { clientId, price, whole, YES } from './testing/desk.ts'
import { createHandClock, marketId, silentLog } from './testing/market-fakes.ts'
import { createMemoryNotices } from './testing/memory-notices.ts'

const ORDER = `pm:0x${'1'.padStart(64, '0')}` as OrderId

test('[INV-08] an order whose note the disk refuses is not sent, and is placed again once by whoever asks first later', async () => {
  const memory = createMemoryNotices()
  const clock = createHandClock()
  const notifications = createNotifications({
    clock,
    bus: createBus((_, error) => {
      throw error
    }),
    settings: { read: () => null, write: () => ok(undefined) },
    chat: null,
    random: { bytes: (length) => new Uint8Array(length), uuidV7: () => 'n1' },
    log: silentLog,
    store: memory.notifications,
    point() {},
  })
  notifications.tell({
    kind: 'game_start_orders',
    key: null,
    title: 'Start',
    text: 'One order was cancelled.',
    orders: [
      {
        orderId: ORDER,
        clientOrderId: null,
        outcomeId: YES,
        marketId: marketId(1),
        eventTitle: 'Event',
        marketTitle: 'Market',
        outcomeName: 'Yes',
        tickSize: 100,
        side: 'BUY',
        price: price(5_000),
        size: whole(10),
        timeInForce: 'GTC',
        postOnly: false,
        expiresAt: null,
        repostedAs: null,
      },
    ],
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
    orders: {
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
  const [told] = [...memory.rows.keys()]
  assert.ok(told !== undefined)
  const again = async (id: ClientOrderId): Promise<string> => {
    const answer = await reposts.place(told, [
      { orderId: ORDER, clientOrderId: id, price: price(5_000), size: micros(5_714_287n) },
    ])
    assert.ok(answer.ok)
    const [only] = answer.value
    return only?.already ?? only?.result?.reject?.code ?? only?.result?.result ?? 'nothing'
  }
  memory.isRefusing = true
  assert.equal(await again(clientId(1)), 'audit_unavailable')
  assert.equal(await again(clientId(2)), 'audit_unavailable')
  assert.equal(placed.length, 0)
  memory.isRefusing = false
  assert.equal(await again(clientId(3)), 'accepted')
  assert.equal(await again(clientId(4)), clientId(3))
  memory.isRefusing = true
  assert.equal(await again(clientId(3)), 'accepted', 'the same one is asked for again')
  assert.deepEqual(
    placed.map(({ clientOrderId }) => clientOrderId),
    [clientId(3), clientId(3)],
  )
  assert.equal(
    placed[0]?.size,
    micros(5_710_000n),
    'what a fill left, in the decimals that an order may have',
  )
})
