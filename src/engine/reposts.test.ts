// Placing a cancelled order again: once, as much as may be, and never without the note of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClientOrderId, NotificationId } from '#core/ids.ts'
import { micros } from '#core/money.ts'
import type { CancelledOrder } from '#core/notification.ts'
import type { OrderIntent } from '#core/order.ts'
import { err, ok } from '#lib/result.ts'
import { rejection } from '#core/reject-codes.ts'
import { createBus } from './bus.ts'
import { createNotifications } from './notifications.ts'
import { createReposts } from './reposts.ts'
import type { Reposts } from './reposts.ts'
import { clientId, price, whole } from './testing/desk.ts'
import { createHandClock, silentLog } from './testing/market-fakes.ts'
import { CANCELLED, createMemoryNotices } from './testing/memory-notices.ts'
import type { MemoryNotices } from './testing/memory-notices.ts'

type Reposting = {
  readonly memory: MemoryNotices
  readonly reposts: Reposts
  readonly told: NotificationId
  readonly placed: readonly OrderIntent[]
}

/** A notification of this cancelled order, and a venue that accepts what is placed again. */
function reposting(order: CancelledOrder): Reposting {
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
    orders: [order],
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
  return { memory, reposts, told, placed }
}

test('[INV-08] an order whose note the disk refuses is not sent, and is placed again once by whoever asks first later', async () => {
  const { memory, reposts, told, placed } = reposting(CANCELLED)
  const again = async (id: ClientOrderId): Promise<string> => {
    const answer = await reposts.place(told, [
      { orderId: CANCELLED.orderId, clientOrderId: id, price: price(5_000), size: whole(10) },
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
})

test('what a fill left is offered in the decimals that an order may have, and not when that is nothing', async () => {
  const offered = async (size: bigint) => {
    const { reposts, told } = reposting({ ...CANCELLED, size: micros(size) })
    const [quote] = (await reposts.quote(told)) ?? []
    return { size: quote?.size, reason: quote?.reason ?? '' }
  }
  assert.equal((await offered(5_714_287n)).size, micros(5_710_000n))
  assert.match((await offered(9_999n)).reason, /Less than a hundredth/)
  assert.doesNotMatch((await offered(10_000n)).reason, /Less than a hundredth/)
})
