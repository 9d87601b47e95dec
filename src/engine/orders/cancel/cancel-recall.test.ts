// An order may reach the venue long after its cancel was asked for, also when the terminal was restarted in between.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderIntent } from '#core/order/order.ts'
import { clientId, createDesk, intent, NO, YES } from '../../testing/desk.ts'
import type { Desk } from '../../testing/desk.ts'
import type { Fate } from '../../testing/fake-orders.ts'

/** An armed desk whose first order has just left for this fate. */
async function sent(fate: Fate, changes: Partial<OrderIntent> = {}): Promise<Desk> {
  const desk = createDesk()
  await desk.open()
  desk.venue.fates.push(fate)
  void desk.side.orders.place(intent(1, changes))
  await desk.clock.advance(100)
  return desk
}

/** An order whose answer is lost, which the venue books 60 s after it was sent. */
async function lost(changes: Partial<OrderIntent> = {}): Promise<Desk> {
  const desk = await sent('lost_late', changes)
  await desk.clock.advance(15_900)
  assert.equal(status(desk), 'unknown')
  return desk
}

const status = (desk: Desk): string | undefined => desk.side.orders.byClientOrderId(clientId(1))?.status
const states = (desk: Desk): readonly string[] => [...desk.venue.orders.values()].map(({ state }) => state)

const WAYS: readonly (readonly [string, (desk: Desk) => Promise<unknown>])[] = [
  ['Cancel All', ({ side }) => side.orders.cancelAll()],
  ['a cancel of its outcome', ({ side }) => side.orders.cancelMarket({ outcomeId: YES })],
  ['a cancel of its market', ({ side, market }) => side.orders.cancelMarket({ marketId: market.id })],
  [
    'a cancel of it by its id',
    ({ side }) => side.orders.cancel(side.orders.open().flatMap(({ id }) => id ?? [])),
  ],
]

describe('an order that is booked after its cancel', () => {
  for (const [way, cancel] of WAYS) {
    test(`INV-18 ${way}: cancelled on sight, also when the terminal was restarted in between`, async () => {
      for (const restarts of [0, 1, 2]) {
        const desk = await lost()
        const answer = cancel(desk)
        await desk.clock.advance(5_000)
        await answer
        for (let restart = 0; restart < restarts; restart += 1) await desk.restart()
        await desk.clock.advance(60_000)
        assert.deepEqual([states(desk), status(desk)], [['cancelled'], 'cancelled'])
        assert.equal(desk.told.foreign_activity, undefined)
      }
    })
  }

  test('INV-18 killed right after the press, and off for days: cancelled as soon as it is seen', async () => {
    const desk = await lost()
    void desk.side.orders.cancelAll()
    await desk.clock.advance(0)
    desk.venue.isMute = true
    desk.killAt = 'reconcile.read.start'
    await desk.clock.advance(60_000)
    assert.ok(desk.isDead())
    assert.deepEqual(states(desk), ['live'])
    desk.venue.isMute = false
    desk.clock.jump(5 * 86_400_000)
    await desk.restart()
    await desk.clock.advance(2_000)
    assert.deepEqual(states(desk), ['cancelled'])
  })

  test('INV-18 taken for absent in the life of the press, it is cancelled when a later one sees it', async () => {
    const desk = await sent('lost_nothing')
    void desk.side.orders.cancelAll()
    await desk.clock.advance(140_000)
    const id = desk.side.orders.byClientOrderId(clientId(1))?.id
    assert.ok(id !== undefined && id !== null && status(desk) === 'rejected')
    await desk.restart()
    desk.venue.book(id, { ...intent(1), tickSize: 100, negRisk: false }, 'live')
    await desk.clock.advance(2_000)
    assert.deepEqual(states(desk), ['cancelled'])
  })

  test('INV-18 the order that takes the place of a cancelled one is cancelled on sight, after a restart too', async () => {
    for (const isRestarted of [false, true]) {
      const desk = createDesk()
      await desk.open()
      const first = desk.side.orders.place(intent(1))
      await desk.clock.advance(500)
      const placed = await first
      assert.ok(placed.ok && placed.value.order?.id)
      const orderId = placed.value.order.id
      desk.venue.fates.push('lost_late')
      const { price, size, postOnly } = intent(1)
      void desk.side.orders.replace({ clientOrderId: clientId(2), orderId, price, size, postOnly })
      await desk.clock.advance(1_000)
      assert.equal(desk.venue.requests.length, 2, 'the new order has left')
      void desk.side.orders.cancel([orderId])
      await desk.clock.advance(20_000)
      if (isRestarted) await desk.restart()
      await desk.clock.advance(60_000)
      assert.deepEqual(states(desk), ['cancelled', 'cancelled'])
    }
  })

  test('INV-18 in its matching delay, from before a restart: its cancel waits for the end of the delay', async () => {
    for (const [way, cancel] of WAYS) {
      const desk = await sent('delayed')
      await desk.restart()
      assert.deepEqual([status(desk), desk.side.risk.usage().maxOpenOrders], ['delayed', 1])
      void cancel(desk)
      await desk.clock.advance(1_000)
      assert.deepEqual(states(desk), ['delayed'])
      for (const { id } of desk.venue.orders.values()) desk.venue.change(id, 'live')
      await desk.clock.advance(8_000)
      assert.deepEqual([states(desk), status(desk)], [['cancelled'], 'cancelled'], way)
      assert.equal(desk.told.foreign_activity, undefined)
    }
  })

  test('one whose delay ended in an earlier life is not taken for delayed', async () => {
    const desk = await sent('delayed')
    for (const { id } of desk.venue.orders.values()) desk.venue.change(id, 'cancelled')
    await desk.clock.advance(60_000)
    await desk.restart()
    assert.equal(status(desk), undefined)
  })

  test('what was not asked for stays: another outcome, another order, one that left after the press', async () => {
    const desk = await lost({ outcomeId: NO })
    void desk.side.orders.cancelMarket({ outcomeId: YES })
    void desk.side.orders.cancel([])
    await desk.clock.advance(5_000)
    await desk.restart()
    await desk.clock.advance(60_000)
    assert.deepEqual([states(desk), status(desk)], [['live'], 'live'])

    const later = createDesk()
    await later.open()
    void later.side.orders.cancelAll()
    await later.clock.advance(5_000)
    later.venue.fates.push('lost_late')
    void later.side.orders.place(intent(1))
    await later.clock.advance(16_000)
    await later.restart()
    await later.clock.advance(60_000)
    assert.deepEqual([states(later), status(later)], [['live'], 'live'])
  })

  test('a resting order that the venue did not cancel, as was told, is not cancelled by a restart', async () => {
    const desk = createDesk()
    await desk.open()
    void desk.side.orders.place(intent(1))
    await desk.clock.advance(500)
    desk.venue.cancelMode = 'down'
    const answer = desk.side.orders.cancelAll()
    await desk.clock.advance(30_000)
    assert.equal((await answer).failed[0]?.rejection.code, 'venue_unavailable')
    desk.venue.cancelMode = 'ok'
    await desk.restart()
    await desk.clock.advance(10_000)
    assert.deepEqual([states(desk), status(desk)], [['live'], 'live'])
  })
})
