// Rules shown here: ORD-5.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderId } from '#core/ids.ts'
import type { OrderIntent } from '#core/order/order.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import { settle } from '../../testing/market-fakes.ts'
import { clientId, createDesk, intent, NO, price, whole, YES } from '../../testing/desk.ts'
import type { Desk } from '../../testing/desk.ts'
import { fakeOrderId } from '../../testing/fake-orders.ts'

async function armed(): Promise<Desk> {
  const desk = createDesk()
  await desk.open()
  return desk
}

async function placed(desk: Desk, order: OrderIntent): Promise<OrderId> {
  const answer = desk.side.orders.place(order)
  await desk.clock.advance(500)
  const result = await answer
  assert.ok(result.ok && result.value.order?.id)
  return result.value.order.id
}

async function within<T>(desk: Desk, ms: number, answer: Promise<T>): Promise<T> {
  await desk.clock.advance(ms)
  return answer
}

function actions(desk: Desk, action: string): readonly string[] {
  return desk.audit.all.filter((row) => row.action === action).map(({ kind }) => kind)
}

describe('cancel', () => {
  test('INV-20 each id is in exactly one list: cancelled, queued, or failed with the reason', async () => {
    const desk = await armed()
    desk.venue.fates.push('live', 'matched', 'delayed')
    const ids = [await placed(desk, intent(1)), await placed(desk, intent(2)), await placed(desk, intent(3))]
    const [live, filled, delayed] = ids
    const stranger = fakeOrderId(999)
    const result = await within(desk, 100, desk.side.orders.cancel([...ids, stranger, ...ids]))
    assert.deepEqual(result.cancelled, [live])
    assert.deepEqual(
      result.queued.map(({ id }) => id),
      [delayed],
    )
    assert.deepEqual(
      result.failed.map(({ id, rejection }) => [id, rejection.code, rejection.message]),
      [
        [filled, 'not_cancellable', 'already canceled or matched'],
        [stranger, 'not_cancellable', 'not found'],
      ],
    )
    assert.deepEqual(actions(desk, 'cancel'), ['intent', 'response'])
  })

  const obstacles: readonly (readonly [string, (desk: Desk) => void])[] = [
    ['SAFE', (desk) => desk.side.trading.disarm('user')],
    ['geoblocked', (desk) => void (desk.venue.blocked = true)],
    ['a stale book', (desk) => void (desk.book = { ...desk.book, staleReason: 'feed_down' })],
    ['a closed market', (desk) => void (desk.market = { ...desk.market, status: 'closed' })],
    ['blind reads', (desk) => void (desk.venue.isBlind = true)],
    ['the user feed down', (desk) => void (desk.venue.feedState = 'down')],
    ['an audit log that cannot be written', (desk) => void (desk.audit.isBroken = true)],
    ['a clock that is off', (desk) => void (desk.venue.skewMs = 60_000)],
  ]
  for (const [name, raise] of obstacles) {
    test(`INV-16 INV-17 ${name} stops no cancel and no Cancel All`, async () => {
      const desk = await armed()
      const first = await placed(desk, intent(1))
      const second = await placed(desk, intent(2))
      raise(desk)
      // Long enough for every regular check to notice.
      await desk.clock.advance(601_000)
      const before = desk.clock.monotonic()
      const one = await within(desk, 100, desk.side.orders.cancel([first]))
      assert.deepEqual(one.cancelled, [first])
      const answer = desk.side.orders.cancelAll()
      assert.equal(desk.venue.cancels.at(-1), 'cancel all', 'sent in the same turn')
      assert.ok(desk.clock.monotonic() - before <= 250)
      await within(desk, 60_000, answer)
      assert.equal(desk.venue.orders.get(second)?.state, 'cancelled')
    })
  }

  test('INV-17 no disk is waited for before a cancel has left: its rows follow, and so does the queue', async () => {
    const desk = await armed()
    const live = await placed(desk, intent(1))
    desk.venue.fates.push('delayed')
    await placed(desk, intent(2))
    const one = desk.side.orders.cancel([live])
    const all = desk.side.orders.cancelAll()
    assert.deepEqual(desk.venue.cancels.length, 2, 'both were sent in the same turn')
    // The bytes leave when the turn of the event loop is over, not before.
    await settle()
    assert.deepEqual([actions(desk, 'cancel'), actions(desk, 'cancel_all'), desk.queued.size], [[], [], 0])
    await desk.clock.advance(0)
    assert.deepEqual([actions(desk, 'cancel')[0], actions(desk, 'cancel_all')[0]], ['intent', 'intent'])
    await within(desk, 10_000, Promise.all([one, all]))
    assert.deepEqual(actions(desk, 'cancel_all'), ['intent', 'response'])
  })

  test('INV-32 what could not be recorded is recorded once the disk takes rows again', async () => {
    const desk = await armed()
    const id = await placed(desk, intent(1))
    desk.audit.isBroken = true
    await within(desk, 100, desk.side.orders.cancel([id]))
    assert.deepEqual(actions(desk, 'cancel'), [])
    desk.audit.isBroken = false
    await desk.clock.advance(1_500)
    assert.deepEqual(actions(desk, 'cancel'), ['intent', 'response'])
  })

  test('a cancel whose answer got lost is repeated, and reading proves it', async () => {
    const desk = await armed()
    const id = await placed(desk, intent(1))
    desk.venue.cancelMode = 'lost'
    const result = await within(desk, 10_000, desk.side.orders.cancel([id]))
    assert.equal(result.failed[0]?.rejection.code, 'venue_unavailable')
    assert.equal(desk.venue.cancels.length, 5)
    assert.equal(desk.side.orders.order(id)?.status, 'cancelled')
  })

  test('INV-51 refused credentials: the venue is asked once more after they were looked at, and its words are passed on', async () => {
    const desk = await armed()
    await placed(desk, intent(1))
    desk.venue.cancelMode = 'unauthorized'
    const result = await within(desk, 10_000, desk.side.orders.cancelAll())
    assert.equal(result.failed[0]?.rejection.code, 'no_credentials')
    assert.equal(desk.venue.cancels.length, 2)
  })

  test('cancelling one outcome leaves the other alone', async () => {
    const desk = await armed()
    await placed(desk, intent(1))
    await placed(desk, intent(2, { outcomeId: NO }))
    const result = await within(desk, 3_000, desk.side.orders.cancelMarket({ outcomeId: YES }))
    assert.equal(result.cancelled.length, 1)
    assert.deepEqual(
      desk.side.orders.open().map(({ outcomeId }) => outcomeId),
      [NO],
    )
  })
})

describe('Cancel All', () => {
  test('INV-18 an order in flight is named, and cancelled on sight', async () => {
    const desk = await armed()
    desk.venue.fates.push('lost_late')
    const answer = desk.side.orders.place(intent(1))
    await desk.clock.advance(100)
    const result = await within(desk, 5_000, desk.side.orders.cancelAll())
    assert.deepEqual(result.inFlight, [clientId(1)])
    await desk.clock.advance(70_000)
    await answer
    assert.deepEqual(desk.venue.live(), [])
    assert.equal(desk.side.orders.byClientOrderId(clientId(1))?.status, 'cancelled')
  })

  test('INV-18 even one that was taken for absent before it turned up', async () => {
    const desk = await armed()
    desk.venue.fates.push('lost_nothing')
    const answer = desk.side.orders.place(intent(1))
    await desk.clock.advance(100)
    await within(desk, 5_000, desk.side.orders.cancelAll())
    await desk.clock.advance(140_000)
    await answer
    const id = desk.side.orders.byClientOrderId(clientId(1))?.id
    assert.ok(id)
    assert.equal(desk.side.orders.order(id)?.status, 'rejected')
    desk.venue.book(id, { ...intent(1), tickSize: 100, negRisk: false }, 'live')
    await desk.clock.advance(2_000)
    assert.deepEqual(desk.venue.live(), [])
  })

  test('INV-18 what is asked for while it is under way is refused; once the venue has answered, orders leave again', async () => {
    const desk = await armed()
    const { promise, resolve } = Promise.withResolvers<CancelOutcome>()
    desk.venue.trading.cancelAll = () => promise
    const all = desk.side.orders.cancelAll()
    const during = await within(desk, 500, desk.side.orders.place(intent(1)))
    assert.equal(during.ok && during.value.reject?.code, 'safe_mode')
    assert.match((during.ok && during.value.reject?.message) || '', /Cancel All/)
    assert.deepEqual(desk.venue.requests, [])
    resolve({ kind: 'answered', cancelled: [], notCancelled: [] })
    await within(desk, 5_000, all)
    const after = await within(desk, 500, desk.side.orders.place(intent(2)))
    assert.equal(after.ok && after.value.result, 'accepted')
  })

  test('INV-18 what waits before its first byte does not leave any more, though Cancel All is long over', async () => {
    const desk = await armed()
    const gate = Promise.withResolvers<void>()
    desk.venue.onSubmit = () => gate.promise
    const answer = desk.side.orders.place(intent(1))
    await desk.clock.advance(10)
    await within(desk, 5_000, desk.side.orders.cancelAll())
    gate.resolve()
    const result = await within(desk, 100, answer)
    assert.ok(result.ok)
    assert.equal(result.value.reject?.code, 'safe_mode')
    assert.match(result.value.reject?.message ?? '', /Cancel All came in between/)
    assert.deepEqual(desk.venue.requests, [])
    await desk.restart()
    const again = await desk.side.orders.place(intent(1))
    assert.deepEqual(again.ok && again.value.reject, result.value.reject, 'INV-08')
  })

  test('INV-18 a sale that still reads what is held does not leave after it', async () => {
    const desk = await armed()
    const answer = desk.side.orders.place(intent(1, { side: 'SELL', price: price(4_900) }))
    const all = desk.side.orders.cancelAll()
    await desk.clock.advance(5_000)
    await all
    const result = await answer
    assert.equal(result.ok && result.value.reject?.code, 'safe_mode')
    assert.deepEqual(desk.venue.requests, [])
  })

  test('orders asked for after it are placed', async () => {
    const desk = await armed()
    await within(desk, 5_000, desk.side.orders.cancelAll())
    await placed(desk, intent(1))
    assert.equal(desk.venue.requests.length, 1)
  })

  test('a delayed order is queued and cancelled when its delay ends', async () => {
    const desk = await armed()
    desk.venue.fates.push('delayed')
    const id = await placed(desk, intent(1))
    const result = await within(desk, 1_000, desk.side.orders.cancelAll())
    assert.deepEqual(
      result.queued.map((entry) => entry.id),
      [id],
    )
    desk.venue.change(id, 'live')
    await desk.clock.advance(4_000)
    assert.equal(desk.venue.orders.get(id)?.state, 'cancelled')
    assert.equal(desk.queued.size, 0)
  })
})

describe('the queue of a matching delay', () => {
  test('INV-19 a queued cancel survives a restart and is sent once', async () => {
    const desk = await armed()
    desk.venue.fates.push('delayed')
    const id = await placed(desk, intent(1))
    await within(desk, 10, desk.side.orders.cancel([id]))
    assert.deepEqual([...desk.queued.keys()], [id])
    assert.equal(desk.side.orders.order(id)?.cancelQueued, true)
    await desk.restart()
    desk.venue.change(id, 'live')
    await desk.clock.advance(10_000)
    assert.deepEqual(desk.venue.cancels, ['cancel 1'])
    assert.equal(desk.venue.orders.get(id)?.state, 'cancelled')
    assert.equal(desk.queued.size, 0)
  })

  test('INV-19 one that is overdue at start leaves at once', async () => {
    const desk = await armed()
    desk.venue.fates.push('delayed')
    const id = await placed(desk, intent(1))
    await within(desk, 10, desk.side.orders.cancel([id]))
    desk.venue.isMute = true
    desk.venue.change(id, 'live')
    desk.clock.jump(60_000)
    await desk.restart()
    assert.equal(desk.venue.orders.get(id)?.state, 'cancelled')
  })

  test('INV-19 a venue that is away after a restart, however long, costs no queued cancel', async () => {
    const desk = await armed()
    desk.venue.fates.push('delayed')
    const id = await placed(desk, intent(1))
    await within(desk, 10, desk.side.orders.cancel([id]))
    Object.assign(desk.venue, { isBlind: true, isMute: true, cancelMode: 'down' })
    await desk.restart()
    desk.venue.change(id, 'live')
    await desk.clock.advance(120_000)
    assert.deepEqual([...desk.queued.keys()], [id])
    Object.assign(desk.venue, { isBlind: false, isMute: false, cancelMode: 'ok' })
    await desk.clock.advance(10_000)
    assert.equal(desk.venue.orders.get(id)?.state, 'cancelled')
    assert.equal(desk.queued.size, 0)
  })

  test('an order that is over before its time needs no cancel', async () => {
    const desk = await armed()
    desk.venue.fates.push('delayed')
    const id = await placed(desk, intent(1))
    await within(desk, 10, desk.side.orders.cancel([id]))
    desk.venue.fill(id, whole(10))
    await desk.clock.advance(10_000)
    assert.deepEqual(desk.venue.cancels, [])
    assert.equal(desk.queued.size, 0)
  })
})

describe('a stop', () => {
  /** A cancel by id is answered, and takes effect, after so long. */
  function slowCancels(desk: Desk, ms: number): void {
    const cancel = desk.venue.trading.cancel.bind(desk.venue.trading)
    desk.venue.trading.cancel = async (ids) => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      desk.clock.after(ms, () => resolve(undefined))
      await promise
      return cancel(ids)
    }
  }

  async function stopped(desk: Desk, ms: number): Promise<boolean> {
    let isOver = false
    void desk.side.stop(5_000).then(() => (isOver = true))
    await desk.clock.advance(ms)
    return isOver
  }

  test('INV-18 waits for the cancel of what was on its way when Cancel All came', async () => {
    const desk = await armed()
    const submit = desk.venue.trading.submit.bind(desk.venue.trading)
    const answered = Promise.withResolvers<undefined>()
    desk.venue.trading.submit = async (order, gate) => {
      assert.equal(gate(), null)
      await answered.promise
      return submit(order, () => null)
    }
    void desk.side.orders.place(intent(1))
    await desk.clock.advance(100)
    await within(desk, 100, desk.side.orders.cancelAll())
    slowCancels(desk, 300)
    desk.clock.after(200, () => answered.resolve(undefined))
    assert.equal(await stopped(desk, 400), false)
    await desk.clock.advance(400)
    assert.deepEqual(desk.venue.live(), [])
  })

  test('INV-19 waits for a queued cancel that is due in its time, and leaves one that is not to the next start', async () => {
    for (const [secondsDelay, live, queued] of [
      [3, 0, 0],
      [10, 1, 1],
    ] as const) {
      const desk = await armed()
      desk.market = { ...desk.market, secondsDelay }
      desk.venue.fates.push('delayed')
      const id = await placed(desk, intent(1))
      await within(desk, 100, desk.side.orders.cancel([id]))
      slowCancels(desk, 300)
      desk.clock.after(2_450, () => desk.venue.change(id, 'live'))
      assert.equal(await stopped(desk, 2_600), secondsDelay === 10)
      await desk.clock.advance(2_000)
      assert.deepEqual([desk.venue.live().length, desk.queued.size], [live, queued])
    }
  })
})
