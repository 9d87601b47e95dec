// Rules shown here: ORD-5.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderId } from '#core/ids.ts'
import type { OrderIntent } from '#core/order/order.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import { settle } from '../../testing/market-fakes.ts'
import { armed, placedAfter, within } from '../../testing/armed-fixture.ts'
import {
  clientId,
  createTradingFixture,
  intent,
  NO,
  price,
  whole,
  YES,
} from '../../testing/trading-fixture.ts'
import type { TradingFixture } from '../../testing/trading-fixture.ts'
import { fakeOrderId } from '../../testing/fake-orders.ts'

const placed = (fixture: TradingFixture, order: OrderIntent): Promise<OrderId> =>
  placedAfter(fixture, order, { ms: 500 })

function actions(fixture: TradingFixture, action: string): readonly string[] {
  return fixture.audit.all.filter((row) => row.action === action).map(({ kind }) => kind)
}

describe('cancel', () => {
  test('INV-20 each id is in exactly one list: cancelled, queued, or failed with the reason', async () => {
    const fixture = await armed()
    fixture.venue.scriptedOutcomes.push('live', 'matched', 'delayed')
    const ids = [
      await placed(fixture, intent(1)),
      await placed(fixture, intent(2)),
      await placed(fixture, intent(3)),
    ]
    const [live, filled, delayed] = ids
    const stranger = fakeOrderId(999)
    const result = await within(fixture, 100, fixture.module.orders.cancel([...ids, stranger, ...ids]))
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
    assert.deepEqual(actions(fixture, 'cancel'), ['intent', 'response'])
  })

  const obstacles: readonly (readonly [string, (fixture: TradingFixture) => void])[] = [
    ['SAFE', (fixture) => fixture.module.trading.disarm('user')],
    ['geoblocked', (fixture) => void (fixture.venue.blocked = true)],
    ['a stale book', (fixture) => void (fixture.book = { ...fixture.book, staleReason: 'feed_down' })],
    ['a closed market', (fixture) => void (fixture.market = { ...fixture.market, status: 'closed' })],
    ['blind reads', (fixture) => void (fixture.venue.isBlind = true)],
    ['the user feed down', (fixture) => void (fixture.venue.feedState = 'down')],
    ['an audit log that cannot be written', (fixture) => void (fixture.audit.isBroken = true)],
    ['a clock that is off', (fixture) => void (fixture.venue.skewMs = 60_000)],
  ]
  for (const [name, raise] of obstacles) {
    test(`INV-16 INV-17 ${name} stops no cancel and no Cancel All`, async () => {
      const fixture = await armed()
      const first = await placed(fixture, intent(1))
      const second = await placed(fixture, intent(2))
      raise(fixture)
      // Long enough for every regular check to notice.
      await fixture.clock.advance(601_000)
      const before = fixture.clock.monotonic()
      const one = await within(fixture, 100, fixture.module.orders.cancel([first]))
      assert.deepEqual(one.cancelled, [first])
      const answer = fixture.module.orders.cancelAll()
      assert.equal(fixture.venue.cancels.at(-1), 'cancel all', 'sent in the same turn')
      assert.ok(fixture.clock.monotonic() - before <= 250)
      await within(fixture, 60_000, answer)
      assert.equal(fixture.venue.orders.get(second)?.state, 'cancelled')
    })
  }

  test('INV-17 no disk is waited for before a cancel has left: its rows follow, and so does the queue', async () => {
    const fixture = await armed()
    const live = await placed(fixture, intent(1))
    fixture.venue.scriptedOutcomes.push('delayed')
    await placed(fixture, intent(2))
    const one = fixture.module.orders.cancel([live])
    const all = fixture.module.orders.cancelAll()
    assert.deepEqual(fixture.venue.cancels.length, 2, 'both were sent in the same turn')
    // The bytes leave when the turn of the event loop is over, not before.
    await settle()
    assert.deepEqual(
      [actions(fixture, 'cancel'), actions(fixture, 'cancel_all'), fixture.queued.size],
      [[], [], 0],
    )
    await fixture.clock.advance(0)
    assert.deepEqual([actions(fixture, 'cancel')[0], actions(fixture, 'cancel_all')[0]], ['intent', 'intent'])
    await within(fixture, 10_000, Promise.all([one, all]))
    assert.deepEqual(actions(fixture, 'cancel_all'), ['intent', 'response'])
  })

  test('INV-32 what could not be recorded is recorded once the disk takes rows again', async () => {
    const fixture = await armed()
    const id = await placed(fixture, intent(1))
    fixture.audit.isBroken = true
    await within(fixture, 100, fixture.module.orders.cancel([id]))
    assert.deepEqual(actions(fixture, 'cancel'), [])
    fixture.audit.isBroken = false
    await fixture.clock.advance(1_500)
    assert.deepEqual(actions(fixture, 'cancel'), ['intent', 'response'])
  })

  test('a cancel whose answer got lost is repeated, and reading proves it', async () => {
    const fixture = await armed()
    const id = await placed(fixture, intent(1))
    fixture.venue.cancelMode = 'lost'
    const result = await within(fixture, 10_000, fixture.module.orders.cancel([id]))
    assert.deepEqual(result, { cancelled: [id], queued: [], failed: [] })
    assert.equal(fixture.module.orders.order(id)?.status, 'cancelled')
  })

  test('INV-51 refused credentials: the venue is asked once more after they were looked at, and its words are passed on', async () => {
    const fixture = await armed()
    await placed(fixture, intent(1))
    fixture.venue.cancelMode = 'unauthorized'
    const result = await within(fixture, 10_000, fixture.module.orders.cancelAll())
    assert.equal(result.failed[0]?.rejection.code, 'no_credentials')
    assert.equal(fixture.venue.cancels.length, 2)
  })

  test('cancelling one outcome leaves the other alone', async () => {
    const fixture = await armed()
    await placed(fixture, intent(1))
    await placed(fixture, intent(2, { outcomeId: NO }))
    const result = await within(fixture, 3_000, fixture.module.orders.cancelMarket({ outcomeId: YES }))
    assert.equal(result.cancelled.length, 1)
    assert.deepEqual(
      fixture.module.orders.open().map(({ outcomeId }) => outcomeId),
      [NO],
    )
  })
})

describe('Cancel All', () => {
  test('INV-18 an order in flight is named, and cancelled on sight', async () => {
    const fixture = await armed()
    fixture.venue.scriptedOutcomes.push('lost_late')
    const answer = fixture.module.orders.place(intent(1))
    await fixture.clock.advance(100)
    const result = await within(fixture, 5_000, fixture.module.orders.cancelAll())
    assert.deepEqual(result.inFlight, [clientId(1)])
    await fixture.clock.advance(70_000)
    await answer
    assert.deepEqual(fixture.venue.live(), [])
    assert.equal(fixture.module.orders.byClientOrderId(clientId(1))?.status, 'cancelled')
  })

  test('INV-18 even one that was taken for absent before it turned up', async () => {
    const fixture = await armed()
    fixture.venue.scriptedOutcomes.push('lost_nothing')
    const answer = fixture.module.orders.place(intent(1))
    await fixture.clock.advance(100)
    await within(fixture, 5_000, fixture.module.orders.cancelAll())
    await fixture.clock.advance(140_000)
    await answer
    const id = fixture.module.orders.byClientOrderId(clientId(1))?.id
    assert.ok(id)
    assert.equal(fixture.module.orders.order(id)?.status, 'rejected')
    fixture.venue.book(id, { ...intent(1), tickSize: 100, negRisk: false }, 'live')
    await fixture.clock.advance(2_000)
    assert.deepEqual(fixture.venue.live(), [])
  })

  test('INV-18 what is asked for while it is under way is refused; once the venue has answered, orders leave again', async () => {
    const fixture = await armed()
    const { promise, resolve } = Promise.withResolvers<CancelOutcome>()
    fixture.venue.trading.cancelAll = () => promise
    const all = fixture.module.orders.cancelAll()
    const during = await within(fixture, 500, fixture.module.orders.place(intent(1)))
    assert.equal(during.ok && during.value.reject?.code, 'cancel_under_way')
    assert.match((during.ok && during.value.reject?.message) || '', /Cancel All/)
    assert.deepEqual(fixture.venue.requests, [])
    resolve({ kind: 'answered', cancelled: [], notCancelled: [] })
    await within(fixture, 5_000, all)
    const after = await within(fixture, 500, fixture.module.orders.place(intent(2)))
    assert.equal(after.ok && after.value.result, 'accepted')
  })

  test('INV-18 what waits before its first byte does not leave any more, though Cancel All is long over', async () => {
    const fixture = await armed()
    const gate = Promise.withResolvers<void>()
    fixture.venue.onSubmit = () => gate.promise
    const answer = fixture.module.orders.place(intent(1))
    await fixture.clock.advance(10)
    await within(fixture, 5_000, fixture.module.orders.cancelAll())
    gate.resolve()
    const result = await within(fixture, 100, answer)
    assert.ok(result.ok)
    assert.equal(result.value.reject?.code, 'cancel_under_way')
    assert.match(result.value.reject?.message ?? '', /Cancel All came in between/)
    assert.deepEqual(fixture.venue.requests, [])
    await fixture.restart()
    const again = await fixture.module.orders.place(intent(1))
    assert.deepEqual(again.ok && again.value.reject, result.value.reject, 'INV-08')
  })

  test('INV-18 a sale that still reads what is held does not leave after it', async () => {
    const fixture = await armed()
    const answer = fixture.module.orders.place(intent(1, { side: 'SELL', price: price(4_900) }))
    const all = fixture.module.orders.cancelAll()
    await fixture.clock.advance(5_000)
    await all
    const result = await answer
    assert.equal(result.ok && result.value.reject?.code, 'cancel_under_way')
    assert.deepEqual(fixture.venue.requests, [])
  })

  test('orders asked for after it are placed', async () => {
    const fixture = await armed()
    await within(fixture, 5_000, fixture.module.orders.cancelAll())
    await placed(fixture, intent(1))
    assert.equal(fixture.venue.requests.length, 1)
  })

  test('a delayed order is queued and cancelled when its delay ends', async () => {
    const fixture = await armed()
    fixture.venue.scriptedOutcomes.push('delayed')
    const id = await placed(fixture, intent(1))
    const result = await within(fixture, 1_000, fixture.module.orders.cancelAll())
    assert.deepEqual(
      result.queued.map((entry) => entry.id),
      [id],
    )
    fixture.venue.change(id, 'live')
    await fixture.clock.advance(4_000)
    assert.equal(fixture.venue.orders.get(id)?.state, 'cancelled')
    assert.equal(fixture.queued.size, 0)
  })
})

describe('the queue of a matching delay', () => {
  test('INV-19 a queued cancel survives a restart and is sent once', async () => {
    const fixture = await armed()
    fixture.venue.scriptedOutcomes.push('delayed')
    const id = await placed(fixture, intent(1))
    await within(fixture, 10, fixture.module.orders.cancel([id]))
    assert.deepEqual([...fixture.queued.keys()], [id])
    assert.equal(fixture.module.orders.order(id)?.cancelQueued, true)
    await fixture.restart()
    fixture.venue.change(id, 'live')
    await fixture.clock.advance(10_000)
    assert.deepEqual(fixture.venue.cancels, ['cancel 1'])
    assert.equal(fixture.venue.orders.get(id)?.state, 'cancelled')
    assert.equal(fixture.queued.size, 0)
  })

  test('INV-19 one that is overdue at start leaves at once', async () => {
    const fixture = await armed()
    fixture.venue.scriptedOutcomes.push('delayed')
    const id = await placed(fixture, intent(1))
    await within(fixture, 10, fixture.module.orders.cancel([id]))
    fixture.venue.isMute = true
    fixture.venue.change(id, 'live')
    fixture.clock.jump(60_000)
    await fixture.restart()
    assert.equal(fixture.venue.orders.get(id)?.state, 'cancelled')
  })

  test('INV-19 a venue that is away after a restart, however long, costs no queued cancel', async () => {
    const fixture = await armed()
    fixture.venue.scriptedOutcomes.push('delayed')
    const id = await placed(fixture, intent(1))
    await within(fixture, 10, fixture.module.orders.cancel([id]))
    Object.assign(fixture.venue, { isBlind: true, isMute: true, cancelMode: 'down' })
    await fixture.restart()
    fixture.venue.change(id, 'live')
    await fixture.clock.advance(120_000)
    assert.deepEqual([...fixture.queued.keys()], [id])
    Object.assign(fixture.venue, { isBlind: false, isMute: false, cancelMode: 'ok' })
    await fixture.clock.advance(10_000)
    assert.equal(fixture.venue.orders.get(id)?.state, 'cancelled')
    assert.equal(fixture.queued.size, 0)
  })

  test('an order that is over before its time needs no cancel', async () => {
    const fixture = await armed()
    fixture.venue.scriptedOutcomes.push('delayed')
    const id = await placed(fixture, intent(1))
    await within(fixture, 10, fixture.module.orders.cancel([id]))
    fixture.venue.fill(id, whole(10))
    await fixture.clock.advance(10_000)
    assert.deepEqual(fixture.venue.cancels, [])
    assert.equal(fixture.queued.size, 0)
  })
})

describe('a stop', () => {
  /** A cancel by id is answered, and takes effect, after so long. */
  function slowCancels(fixture: TradingFixture, ms: number): void {
    const cancel = fixture.venue.trading.cancel.bind(fixture.venue.trading)
    fixture.venue.trading.cancel = async (ids) => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      fixture.clock.after(ms, () => resolve(undefined))
      await promise
      return cancel(ids)
    }
  }

  async function stopped(fixture: TradingFixture, ms: number): Promise<boolean> {
    let isOver = false
    void fixture.module.stop(5_000).then(() => (isOver = true))
    await fixture.clock.advance(ms)
    return isOver
  }

  test('INV-18 waits for the cancel of what was on its way when Cancel All came', async () => {
    const fixture = await armed()
    const submit = fixture.venue.trading.submit.bind(fixture.venue.trading)
    const answered = Promise.withResolvers<undefined>()
    fixture.venue.trading.submit = async (order, gate) => {
      assert.equal(gate(), null)
      await answered.promise
      return submit(order, () => null)
    }
    void fixture.module.orders.place(intent(1))
    await fixture.clock.advance(100)
    await within(fixture, 100, fixture.module.orders.cancelAll())
    slowCancels(fixture, 300)
    fixture.clock.after(200, () => answered.resolve(undefined))
    assert.equal(await stopped(fixture, 400), false)
    await fixture.clock.advance(400)
    assert.deepEqual(fixture.venue.live(), [])
  })

  test('INV-19 waits for a queued cancel that is due in its time, and leaves one that is not to the next start', async () => {
    for (const [secondsDelay, live, queued] of [
      [3, 0, 0],
      [10, 1, 1],
    ] as const) {
      const fixture = await armed()
      fixture.market = { ...fixture.market, secondsDelay }
      fixture.venue.scriptedOutcomes.push('delayed')
      const id = await placed(fixture, intent(1))
      await within(fixture, 100, fixture.module.orders.cancel([id]))
      slowCancels(fixture, 300)
      fixture.clock.after(2_450, () => fixture.venue.change(id, 'live'))
      assert.equal(await stopped(fixture, 2_600), secondsDelay === 10)
      await fixture.clock.advance(2_000)
      assert.deepEqual([fixture.venue.live().length, fixture.queued.size], [live, queued])
    }
  })
})

describe('INV-90 ids that no open order here has', () => {
  const strangers = (count: number, from = 1_000): readonly OrderId[] =>
    Array.from({ length: count }, (_, index) => fakeOrderId(from + index))
  const asked = ({ venue }: TradingFixture): readonly number[] =>
    venue.cancels.flatMap((name) => Number(/^cancel (\d+)$/.exec(name)?.[1] ?? []))

  test('go out behind those that rest, twenty a second for people and as many for programs; the answer says when again', async () => {
    const fixture = await armed()
    const live = await placed(fixture, intent(1))
    fixture.by = 'watchdog'
    const { cancelled, failed } = await within(
      fixture,
      100,
      fixture.module.orders.cancel([...strangers(1_000), live]),
    )
    assert.deepEqual([cancelled, failed.length], [[live], 1_000])
    assert.deepEqual(asked(fixture), [21])
    const { rejection } = failed.at(-1) ?? assert.fail()
    assert.deepEqual([rejection.code, rejection.retryAfterMs], ['not_cancellable', 1_000])
    assert.match(
      rejection.message,
      /20 such ids a second are checked at the venue: send it again, or use Cancel All/,
    )
    fixture.by = null
    await within(fixture, 100, fixture.module.orders.cancel(strangers(30)))
    assert.deepEqual(asked(fixture), [21, 20], 'a program leaves the share of people alone')
    await fixture.clock.advance(1_000)
    await within(fixture, 100, fixture.module.orders.cancel([live]))
    assert.deepEqual(asked(fixture).at(-1), 1, 'an order that has ended is asked about')
  })

  test('beyond that leave no row', async () => {
    const fixture = await armed()
    for (let count = 0; count < 20; count += 1) {
      await within(fixture, 10, fixture.module.orders.cancel(strangers(1_000, count * 1_000 + 1_000)))
    }
    const sent = fixture.audit.all.filter(({ action, kind }) => action === 'cancel' && kind === 'intent')
    assert.ok(sent.length < 6, `${sent.length} rows`)
    assert.ok(sent.every(({ details }) => (details['order_ids'] as readonly string[]).length <= 20))
  })

  test('are each sent while own state has not been read: any of them may rest', async () => {
    const fixture = createTradingFixture()
    fixture.venue.isBlind = true
    await fixture.restart()
    await within(fixture, 5_000, fixture.module.orders.cancel(strangers(100)))
    assert.equal(asked(fixture)[0], 100)
  })
})
