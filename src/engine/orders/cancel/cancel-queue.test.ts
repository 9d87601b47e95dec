// Cancels that wait for the end of a matching delay: on disk first, sent when it is due, again until it is over.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderId } from '#core/ids.ts'
import type { OrderStatus } from '#core/order/order.ts'
import { micros } from '#core/money.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { CancelQueueStore, QueuedCancel } from '#ports/stores.ts'
import type { ReadFault, VenueOrder } from '#ports/venue-account.ts'
import { createCancelQueue } from './cancel-queue.ts'
import type { CancelAnswer, CancelQueue } from './cancel-queue.ts'
import { entryOfSigned } from '../ledger/ledger-entry.ts'
import type { LedgerEntry } from '../ledger/ledger-entry.ts'
import { clientId, intent } from '../../testing/trading-fixture.ts'
import { createManualClock, marketId, silentLog } from '../../testing/market-fakes.ts'
import type { ManualClock } from '../../testing/market-fakes.ts'
import { fakeOrderId } from '../../testing/fake-orders.ts'

const ID = fakeOrderId(1)
const BLIND: ReadFault = { kind: 'unavailable', detail: '', retryAfterMs: null }
const ROW: VenueOrder = {
  id: ID,
  outcomeId: intent(1).outcomeId,
  marketId: marketId(1),
  side: 'BUY',
  price: intent(1).price,
  originalSize: intent(1).size,
  matchedSize: micros(0n),
  state: 'live',
  isEndedByVenue: false,
  timeInForce: 'GTC',
  expiresAt: null,
  createdAt: 0,
}

type Scene = {
  readonly clock: ManualClock
  readonly queue: CancelQueue
  readonly stored: Map<string, QueuedCancel>
  readonly sent: number[]
  readonly marks: boolean[]
  readonly late: OrderId[]
  readonly tooLate: LedgerEntry[]
  entry: LedgerEntry | null
  answer: () => CancelAnswer
  isReconciled: boolean
  row: Result<VenueOrder | null, ReadFault>
  onRow: () => void
}

function delayed(clock: ManualClock): LedgerEntry {
  const { price, size } = intent(1)
  const entry = entryOfSigned(
    {
      clientOrderId: clientId(1),
      orderId: ID,
      outcomeId: intent(1).outcomeId,
      marketId: marketId(1),
      side: 'BUY',
      price,
      size,
      timeInForce: 'GTC',
      postOnly: false,
      expiresAt: null,
      replaces: null,
      at: clock.now(),
    },
    0,
    clock.now(),
  )
  return { ...entry, order: { ...entry.order, status: 'delayed', delayEndsAt: clock.now() + 3_000 } }
}

function as(status: OrderStatus, entry: LedgerEntry): LedgerEntry {
  return { ...entry, order: { ...entry.order, status } }
}

function scene(stored = new Map<string, QueuedCancel>(), store: Partial<CancelQueueStore> = {}): Scene {
  const clock = createManualClock()
  const made: Scene = {
    clock,
    stored,
    sent: [],
    marks: [],
    late: [],
    tooLate: [],
    entry: delayed(clock),
    answer: () => 'cancelled',
    isReconciled: true,
    row: ok(null),
    onRow() {},
    queue: createCancelQueue({
      clock,
      log: silentLog,
      store: {
        put: (cancel) => void stored.set(cancel.orderId, cancel),
        remove: (id) => void stored.delete(id),
        all: () => [...stored.values()],
        ...store,
      },
      ledger: {
        entry: () => made.entry,
        venueId: (id) => id,
        mark: (_, { cancelQueued }) => made.marks.push(cancelQueued === true),
        markTooLate: (key) => made.late.push(key),
      },
      async send() {
        made.sent.push(clock.monotonic())
        return made.answer()
      },
      reads: { order: async () => made.row },
      isReconciled: () => made.isReconciled,
      onRow: () => made.onRow(),
      onTooLate: (entry) => made.tooLate.push(entry),
      point() {},
    }),
  }
  return made
}

function add(made: Scene): number {
  assert.ok(made.entry !== null)
  return made.queue.add(made.entry) - made.clock.now()
}

describe('cancel queue', () => {
  test('INV-19 is on disk before the caller gets its answer, leaves once when the delay ends, and is cleared', async () => {
    const made = scene()
    assert.equal(add(made), 3_100)
    assert.equal(made.stored.get(ID)?.sendAt, made.clock.now() + 3_100)
    assert.deepEqual(made.marks, [true])
    await made.clock.advance(3_099)
    assert.deepEqual(made.sent, [])
    await made.clock.advance(60_000)
    assert.deepEqual(made.sent, [3_100])
    assert.equal(made.stored.size, 0)
    assert.equal(made.queue.has(ID), false)
  })

  test('INV-19 asking again neither delays nor doubles it', async () => {
    const made = scene()
    add(made)
    await made.clock.advance(1_000)
    assert.equal(add(made), 2_100)
    await made.clock.advance(60_000)
    assert.deepEqual(made.sent, [3_100])
  })

  test('while the venue does not take it and the order is open, it is repeated each second', async () => {
    const made = scene()
    made.answer = () => (made.sent.length === 4 ? 'cancelled' : 'refused')
    add(made)
    await made.clock.advance(60_000)
    assert.deepEqual(made.sent, [3_100, 4_100, 5_100, 6_100])
  })

  test('an order that is over is asked for no more', async () => {
    const made = scene()
    made.answer = () => 'refused'
    add(made)
    await made.clock.advance(3_100)
    made.entry = made.entry === null ? null : as('filled', made.entry)
    await made.clock.advance(60_000)
    assert.equal(made.sent.length, 2)
    assert.equal(made.stored.size, 0)
    const early = scene()
    add(early)
    assert.ok(early.entry !== null)
    early.queue.observe(as('cancelled', early.entry))
    await early.clock.advance(60_000)
    assert.deepEqual(early.sent, [])
    assert.equal(early.stored.size, 0)
  })

  test('INV-19 what a previous run left leaves at its time, and at once when overdue', async () => {
    const now = createManualClock().now()
    const rows = new Map<string, QueuedCancel>()
    const ids: readonly OrderId[] = [fakeOrderId(1), fakeOrderId(2)]
    for (const [index, orderId] of ids.entries()) {
      rows.set(orderId, { orderId, sendAt: now + (index === 0 ? -5_000 : 2_000) })
    }
    rows.set('garbage', { orderId: 'garbage', sendAt: 0 })
    const made = scene(rows)
    made.queue.start()
    assert.equal(rows.has('garbage'), false)
    await made.clock.advance(0)
    assert.deepEqual(made.sent, [0])
    await made.clock.advance(10_000)
    assert.deepEqual(made.sent, [0, 2_000])
    assert.equal(rows.size, 0)
  })

  describe('of an order that no read has shown yet', () => {
    function blind(): Scene {
      const made = scene(new Map([[ID, { orderId: ID, sendAt: 0 }]]))
      made.entry = null
      made.answer = () => 'refused'
      made.queue.start()
      return made
    }

    test('it gives up after five refusals, once the venue says that it does not have it', async () => {
      const made = blind()
      await made.clock.advance(60_000)
      assert.equal(made.sent.length, 5)
      assert.equal(made.stored.size, 0)
    })

    test('INV-19 a venue that cannot be reached is no refusal: it goes on for as long as that lasts', async () => {
      const made = blind()
      made.answer = () => 'failed'
      await made.clock.advance(600_000)
      assert.equal(made.sent.length, 601)
      assert.equal(made.stored.size, 1)
      made.answer = () => 'cancelled'
      await made.clock.advance(1_000)
      assert.equal(made.stored.size, 0)
    })

    const doubts: readonly (readonly [string, (made: Scene) => void])[] = [
      ['own state has not been read', (made) => void (made.isReconciled = false)],
      ['the look at it fails', (made) => void (made.row = err(BLIND))],
      ['the venue shows it, and nobody knows whose it is', (made) => void (made.row = ok(ROW))],
      [
        'the venue shows it',
        (made) => {
          made.row = ok(ROW)
          made.onRow = () => void (made.entry = as('live', delayed(made.clock)))
        },
      ],
    ]
    for (const [doubt, raise] of doubts) {
      test(`INV-19 while ${doubt}, refusals do not end it`, async () => {
        const made = blind()
        raise(made)
        await made.clock.advance(60_000)
        assert.ok(made.sent.length > 10)
        assert.equal(made.stored.size, 1)
      })
    }
  })

  test('INV-16 a disk that refuses stops no cancel: it waits in memory', async () => {
    const refuse = (): never => {
      throw new Error('disk full')
    }
    const made = scene(new Map(), { put: refuse, remove: refuse })
    assert.equal(add(made), 3_100)
    await made.clock.advance(60_000)
    assert.deepEqual(made.sent, [3_100])
    assert.equal(made.queue.has(ID), false)
  })

  test('INV-16 a disk that cannot be read at start stops nothing that is queued afterwards', async () => {
    const refuse = (): never => {
      throw new Error('I/O error')
    }
    const made = scene(new Map(), { all: refuse })
    made.queue.start()
    add(made)
    await made.clock.advance(60_000)
    assert.deepEqual(made.sent, [3_100])
  })

  test('stopped, it sends nothing and leaves the disk for the next run', async () => {
    const made = scene()
    add(made)
    made.queue.stop()
    await made.clock.advance(60_000)
    assert.deepEqual(made.sent, [])
    assert.equal(made.stored.size, 1)
  })
})
