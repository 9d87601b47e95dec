// Cancels that wait for the end of a matching delay: on disk first, sent when it is due, again until it is over.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderId } from '#core/ids.ts'
import type { LateOrder, OrderStatus } from '#core/order/order.ts'
import { micros } from '#core/money.ts'
import { rejection, type RejectCode } from '#core/reject-codes.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { CancelQueueStore, QueuedCancel } from '#ports/stores.ts'
import type { VenueOrder } from '#core/order/account-rows.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import { createCancelQueue, type CancelQueue } from './cancel-queue.ts'
import { entryOfSigned, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { OrderLedger } from '../book-of-orders/order-ledger.ts'
import type { Room } from '../outside.ts'
import { clientId, intent } from '../../testing/trading-fixture.ts'
import { createManualClock, marketId, silentLog, type ManualClock } from '../../testing/market-fakes.ts'
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
  readonly stuck: OrderId[]
  code: RejectCode
  entry: LedgerEntry | null
  answer: () => 'cancelled' | 'refused' | 'failed'
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

function roomOf(
  clock: ManualClock,
  stored: Map<string, QueuedCancel>,
  store: Partial<CancelQueueStore>,
  made: () => Scene,
): Room {
  const ledger: Partial<OrderLedger> = {
    entry: (id) => (id === ID ? made().entry : null),
    venueId: (id) => id,
    keyOf: (id) => id,
    mark: (_, { cancelQueued }) => void made().marks.push(cancelQueued === true),
    markTooLate: (key) => void made().late.push(key),
  }
  return {
    clock,
    log: silentLog,
    cancelQueue: {
      put: (cancels: readonly QueuedCancel[]) =>
        cancels.forEach((cancel) => stored.set(cancel.orderId, cancel)),
      remove: (id: string) => void stored.delete(id),
      all: () => [...stored.values()],
      ...store,
    },
    book: {
      ledger,
      proofs: { isReconciled: () => made().isReconciled },
      tell: () => made().onRow(),
      late: (what: LateOrder, entry: LedgerEntry) =>
        what === 'cancel_too_late' ? made().tooLate.push(entry) : made().stuck.push(entry.key),
    },
    reads: { order: async () => made().row },
    point() {},
  } as unknown as Room
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
    stuck: [],
    code: 'venue_unavailable',
    entry: delayed(clock),
    answer: () => 'cancelled',
    isReconciled: true,
    row: ok(null),
    onRow() {},
    queue: createCancelQueue(
      roomOf(clock, stored, store, () => made),
      async (ids) => {
        made.sent.push(clock.monotonic())
        const answer = made.answer()
        if (answer === 'failed') return { kind: 'failed', rejection: rejection(made.code) }
        const notCancelled = ids.map((id) => ({ id, reason: 'not found' }))
        return {
          kind: 'answered',
          cancelled: answer === 'cancelled' ? ids : [],
          notCancelled: answer === 'cancelled' ? [] : notCancelled,
        }
      },
    ),
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
    assert.deepEqual(made.queue.start(), [{ orderId: 'garbage', sendAt: 0 }])
    rows.delete('garbage')
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
      // After 0.25, 0.5, 1 and 2 s, then every 4 s.
      assert.equal(made.sent.length, 154)
      assert.equal(made.stored.size, 1)
      made.answer = () => 'cancelled'
      await made.clock.advance(4_000)
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

  describe('INV-18 of an order on its way', () => {
    function pursued(): Scene {
      const made = scene()
      assert.ok(made.entry !== null)
      made.queue.pursueAll([made.entry])
      made.entry = as('pending', made.entry)
      made.queue.pursueAll([made.entry])
      return made
    }

    function show(made: Scene, status: OrderStatus): void {
      assert.ok(made.entry !== null)
      made.entry = as(status, made.entry)
      made.queue.observe(made.entry)
    }

    test('it leaves in the turn in which the venue shows the order, and each second while that is refused', async () => {
      const made = pursued()
      made.answer = () => 'refused'
      await made.clock.advance(60_000)
      show(made, 'unknown')
      assert.deepEqual(made.sent, [])
      show(made, 'live')
      assert.deepEqual(made.sent, [60_000])
      await made.clock.advance(2_500)
      assert.deepEqual([made.sent, made.stored.size], [[60_000, 61_000, 62_000], 0])
      show(made, 'cancelled')
      await made.clock.advance(60_000)
      assert.deepEqual([made.sent.length, made.stuck], [3, [ID]], 'which is notified')
    })

    test('INV-78 what the venue cannot take is kept on disk', async () => {
      const made = pursued()
      made.answer = () => 'failed'
      show(made, 'live')
      await made.clock.advance(0)
      assert.deepEqual([made.stored.size, made.queue.has(ID)], [1, true])
    })

    test('one that the venue does not have yet, and nobody here knows, is cancelled when it turns up', async () => {
      const made = scene(new Map([[ID, { orderId: ID, sendAt: 0 }]]))
      const { entry } = made
      assert.ok(entry !== null)
      Object.assign(made, { entry: null, answer: () => 'refused' })
      made.queue.start()
      made.queue.pursue(ID)
      await made.clock.advance(60_000)
      assert.deepEqual([made.sent.length, made.stored.size], [5, 0])
      made.entry = entry
      show(made, 'live')
      assert.equal(made.sent.length, 6)
    })

    test('a rejected one that had left is cancelled when it turns up after all', async () => {
      const made = pursued()
      assert.ok(made.entry !== null)
      made.entry = { ...made.entry, progress: { ...made.entry.progress, left: true } }
      show(made, 'rejected')
      show(made, 'live')
      assert.deepEqual([made.sent.length, made.stuck], [1, []])
    })
  })

  describe('INV-78 while the venue cannot take it', () => {
    const OTHER = fakeOrderId(2)

    function kept(code: RejectCode = 'venue_restarting'): Scene {
      const made = scene()
      made.code = code
      made.answer = () => 'failed'
      made.queue.keep([ID, OTHER, ID], 1_000)
      return made
    }

    test('it is on disk, and one call for all of them leaves every few seconds until it does', async () => {
      const made = kept()
      assert.deepEqual([...made.stored.keys()], [ID, OTHER])
      await made.clock.advance(40_000)
      const gaps = made.sent.map((at, index) => at - (made.sent[index - 1] ?? 0))
      assert.deepEqual(gaps.slice(0, 6), [1_000, 1_000, 1_000, 1_000, 2_000, 4_000])
      assert.ok(gaps.every((gap) => gap <= 4_000))
      made.answer = () => 'cancelled'
      await made.clock.advance(4_000)
      assert.deepEqual([made.stored.size, made.tooLate, made.stuck], [0, [], []])
    })

    test('asking again sends nothing more', async () => {
      const made = kept()
      await made.clock.advance(500)
      made.queue.keep([ID, OTHER], 0)
      await made.clock.advance(400)
      assert.deepEqual(made.sent, [])
    })

    test('a sign that the venue is back sends it at once, a storm of them a few times a second', async () => {
      const made = kept()
      await made.clock.advance(20_000)
      const before = made.sent.length
      for (let count = 0; count < 100; count += 1) {
        made.queue.wake()
        await made.clock.advance(10)
      }
      assert.ok(made.sent.length - before <= 5)
      assert.ok(made.sent.length > before)
    })

    test('the wait that the venue names is kept', async () => {
      const made = scene()
      made.queue.keep([ID], 30_000)
      await made.clock.advance(29_999)
      assert.deepEqual(made.sent, [])
      await made.clock.advance(1)
      assert.equal(made.sent.length, 1)
    })

    test('a minute of it is reported, once, and sooner where waiting alone will not help', async () => {
      const patient = kept()
      await patient.clock.advance(59_000)
      assert.deepEqual(patient.stuck, [])
      await patient.clock.advance(600_000)
      assert.deepEqual(patient.stuck, [ID])
      const refused = kept('no_credentials')
      await refused.clock.advance(20_000)
      assert.deepEqual(refused.stuck, [ID])
    })

    test('what had filled when it was asked for is not called too late', async () => {
      const made = scene()
      const { entry } = made
      assert.ok(entry !== null)
      const partly = { ...entry, order: { ...as('partially_filled', entry).order, filledSize: micros(7n) } }
      made.entry = partly
      made.answer = () => 'failed'
      made.queue.keep([ID], 0)
      made.queue.observe(as('cancelled', partly))
      assert.deepEqual([made.stored.size, made.tooLate], [0, []])
      made.queue.keep([ID], 0)
      made.queue.observe({ ...partly, order: { ...partly.order, status: 'filled', filledSize: micros(9n) } })
      assert.equal(made.tooLate.length, 1)
    })

    test('a clock that is set back delays nothing', async () => {
      const made = kept()
      made.clock.jump(-3_600_000)
      await made.clock.advance(1_000)
      assert.equal(made.sent.length, 1)
    })
  })
})
