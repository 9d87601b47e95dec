// Own resting orders that this terminal did not cancel: those that a game's start took are told together, those that
// somebody else cancelled make the terminal SAFE, and nobody is blamed before the venue was asked again.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseOutcomeId } from '#core/ids.ts'
import type { OrderId } from '#core/ids.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { err, ok } from '#lib/result.ts'
import { clientId, createDesk, intent, NO, price, whole } from '../../testing/desk.ts'
import type { Desk } from '../../testing/desk.ts'

async function armed(): Promise<Desk> {
  const desk = createDesk()
  await desk.open()
  return desk
}

async function resting(desk: Desk, number: number, changes: Partial<OrderIntent> = {}): Promise<OrderId> {
  const placed = await desk.side.orders.place(intent(number, changes))
  assert.ok(placed.ok && placed.value.result === 'accepted')
  const id = placed.value.order?.id ?? null
  assert.ok(id !== null)
  return id
}

const mode = (desk: Desk): string => desk.side.trading.state().mode
const accused = (desk: Desk): readonly (OrderId | null)[] =>
  (desk.told.foreign_activity ?? []).filter(({ reason }) => reason === 'cancel').map(({ order }) => order.id)

const cleared = (desk: Desk): NonNullable<Desk['told']['game_start_orders']> =>
  desk.told.game_start_orders ?? []

/** The market clears its book in a minute. */
async function beforeTheStart(): Promise<Desk> {
  const desk = await armed()
  desk.market = { ...desk.market, cancelsAtStart: true, gameStartTime: desk.clock.now() + 60_000 }
  return desk
}

describe('orders that the start of a game took', () => {
  for (const state of ['cancelled', 'invalid'] as const) {
    test(`are told once, together, with what is left of each to place again (${state})`, async () => {
      const desk = await beforeTheStart()
      const first = await resting(desk, 1, { postOnly: true })
      const second = await resting(desk, 2, {
        outcomeId: NO,
        side: 'SELL',
        price: price(7_000),
        size: whole(20),
      })
      desk.venue.fill(second, whole(8))
      await desk.clock.advance(61_000)
      desk.venue.change(first, state)
      await desk.clock.advance(400)
      desk.venue.change(second, state)
      assert.equal(cleared(desk).length, 0)
      await desk.clock.advance(1_100)
      assert.equal(cleared(desk).length, 1)
      const [fact] = cleared(desk)
      assert.ok(fact !== undefined)
      assert.equal(fact.marketId, desk.market.id)
      assert.deepEqual(
        fact.orders.map((order) => [
          order.outcomeId,
          order.side,
          order.price,
          order.size - order.filledSize,
          order.timeInForce,
          order.postOnly,
        ]),
        [
          [intent(1).outcomeId, 'BUY', price(4_000), whole(10), 'GTC', true],
          [NO, 'SELL', price(7_000), whole(12), 'GTC', false],
        ],
      )
      assert.deepEqual(accused(desk), [])
      assert.equal(mode(desk), 'ARMED')
      await desk.clock.advance(60_000)
      assert.equal(cleared(desk).length, 1)
    })
  }

  test('are found by reading when the user channel was silent', async () => {
    const desk = await beforeTheStart()
    const id = await resting(desk, 1)
    await desk.clock.advance(61_000)
    desk.venue.isMute = true
    desk.venue.change(id, 'cancelled')
    await desk.clock.advance(10_000)
    assert.equal(cleared(desk).length, 1)
    assert.deepEqual(accused(desk), [])
  })

  test('are not told when this terminal cancelled them, and not when they filled', async () => {
    const desk = await beforeTheStart()
    const id = await resting(desk, 1)
    const filled = await resting(desk, 2)
    await desk.clock.advance(61_000)
    void desk.side.orders.cancel([id])
    await desk.clock.advance(100)
    desk.venue.fill(filled, whole(10))
    await desk.clock.advance(10_000)
    assert.equal(cleared(desk).length, 0)
    assert.deepEqual(accused(desk), [])
  })
})

describe('orders that a start took while the terminal was not running', () => {
  /** Two orders rest; nobody listens while the market starts and the venue clears its book. */
  async function asleep(): Promise<{ readonly desk: Desk; readonly ids: readonly OrderId[] }> {
    const desk = await beforeTheStart()
    const ids = [await resting(desk, 1), await resting(desk, 2, { outcomeId: NO, size: whole(20) })]
    desk.killAt = 'reconcile.read.start'
    await desk.clock.advance(61_000)
    assert.ok(desk.isDead())
    for (const id of ids) desk.venue.change(id, 'cancelled')
    return { desk, ids }
  }

  for (const memory of ['tells them by their ids', 'has forgotten them'] as const) {
    test(`are told together after the restart when the venue ${memory}`, async () => {
      const { desk, ids } = await asleep()
      if (memory === 'has forgotten them') for (const id of ids) desk.venue.orders.delete(id)
      await desk.restart()
      await desk.clock.advance(70_000)
      assert.deepEqual(
        cleared(desk).map(({ orders }) => orders.map(({ id, size }) => [id, size])),
        [
          [
            [ids[0], whole(10)],
            [ids[1], whole(20)],
          ],
        ],
      )
      assert.deepEqual(accused(desk), [])
    })
  }

  test('are told though the catalog comes later than the orders', async () => {
    const { desk } = await asleep()
    const { market } = desk
    const [yes, no] = market.outcomes
    const [other, another] = [parseOutcomeId('pm:8'), parseOutcomeId('pm:9')]
    assert.ok(other !== null && another !== null)
    desk.market = {
      ...market,
      outcomes: [
        { ...yes, id: other },
        { ...no, id: another },
      ],
    }
    await desk.restart()
    await desk.clock.advance(5_000)
    assert.equal(cleared(desk).length, 0)
    desk.market = market
    await desk.clock.advance(30_000)
    assert.equal(cleared(desk)[0]?.orders.length, 2)
  })

  test('are not told when they filled, still rest, were cancelled here, or when no start was missed', async () => {
    const { desk } = await asleep()
    desk.market = { ...desk.market, gameStartTime: desk.clock.now() + 3_600_000 }
    await desk.restart()
    await desk.clock.advance(70_000)
    assert.equal(cleared(desk).length, 0, 'no start was missed')

    const other = await beforeTheStart()
    const [cancelled, filled] = [await resting(other, 1), await resting(other, 2)]
    await resting(other, 3)
    void other.side.orders.cancel([cancelled])
    await other.clock.advance(200)
    other.killAt = 'reconcile.read.start'
    await other.clock.advance(61_000)
    other.venue.fill(filled, whole(10))
    await other.restart()
    await other.clock.advance(70_000)
    assert.equal(cleared(other).length, 0)
  })
})

describe('an own order that somebody else cancelled', () => {
  test('is foreign activity: told with its reason, SAFE', async () => {
    const desk = await armed()
    const id = await resting(desk, 1)
    desk.venue.change(id, 'cancelled')
    await desk.clock.advance(5_000)
    assert.deepEqual(accused(desk), [id])
    assert.equal(desk.told.disarmed?.at(-1)?.cause, 'foreign_activity')
    assert.equal(mode(desk), 'SAFE')
  })

  test('is told once, by a read as well as by a frame', async () => {
    const desk = await armed()
    const id = await resting(desk, 1)
    desk.venue.isMute = true
    desk.venue.change(id, 'cancelled')
    await desk.clock.advance(60_000)
    assert.deepEqual(accused(desk), [id])
  })

  test('is believed only after the venue was asked again: its catalog may lag behind its frames', async () => {
    const desk = await armed()
    const id = await resting(desk, 1)
    desk.onRefresh = () => {
      desk.market = { ...desk.market, status: 'closed', acceptingOrders: false }
    }
    desk.venue.change(id, 'cancelled')
    await desk.clock.advance(10_000)
    assert.deepEqual(accused(desk), [])
    assert.equal(mode(desk), 'ARMED')
  })

  test('is believed after 3 s when the venue does not answer', async () => {
    const desk = await armed()
    const id = await resting(desk, 1)
    desk.onRefresh = () => {
      throw new Error('away')
    }
    desk.venue.change(id, 'cancelled')
    await desk.clock.advance(3_100)
    assert.deepEqual(accused(desk), [id])
  })
})

describe('nobody is blamed', () => {
  const asked: readonly (readonly [title: string, act: (desk: Desk, id: OrderId) => Promise<unknown>])[] = [
    ['a cancel', (desk, id) => desk.side.orders.cancel([id])],
    ['a cancel of its market', (desk) => desk.side.orders.cancelMarket({ marketId: desk.market.id })],
    ['a cancel of its outcome', (desk) => desk.side.orders.cancelMarket({ outcomeId: intent(1).outcomeId })],
    ['Cancel All', (desk) => desk.side.orders.cancelAll()],
    [
      'a replace',
      (desk, id) =>
        desk.side.orders.replace({
          clientOrderId: clientId(9),
          orderId: id,
          price: price(3_900),
          size: whole(10),
          postOnly: false,
        }),
    ],
  ]
  for (const [title, act] of asked) {
    for (const cancelMode of ['ok', 'lost'] as const) {
      test(`for ${title} of this terminal, its answer ${cancelMode}`, async () => {
        const desk = await armed()
        const id = await resting(desk, 1)
        desk.venue.cancelMode = cancelMode
        void act(desk, id)
        await desk.clock.advance(40_000)
        assert.equal(desk.side.orders.order(id)?.status, 'cancelled')
        assert.deepEqual(accused(desk), [])
      })
    }
  }

  test('for a cancel that an earlier life asked for', async () => {
    const desk = await armed()
    const id = await resting(desk, 1)
    desk.venue.cancelMode = 'down'
    void desk.side.orders.cancel([id])
    await desk.clock.advance(100)
    await desk.restart()
    await desk.clock.advance(2_000)
    desk.venue.change(id, 'cancelled')
    await desk.clock.advance(10_000)
    assert.deepEqual(accused(desk), [])
  })

  test('for an order of this account that meets its own, and for a killed FAK', async () => {
    const desk = await armed()
    const id = await resting(desk, 1)
    desk.venue.fates.push('matched')
    await resting(desk, 2, { side: 'SELL', price: price(4_000) })
    desk.venue.change(id, 'cancelled')
    desk.venue.fates.push('partly')
    const killed = await resting(desk, 3, { timeInForce: 'FAK', price: price(5_000) })
    desk.venue.change(killed, 'cancelled')
    await desk.clock.advance(10_000)
    assert.deepEqual(accused(desk), [])
  })

  test('for what the venue removes by itself', async () => {
    const desk = await armed()
    const id = await resting(desk, 1)
    desk.venue.change(id, 'invalid')
    await desk.clock.advance(10_000)
    assert.equal(desk.side.orders.order(id)?.status, 'cancelled')
    assert.deepEqual(accused(desk), [])
  })
})

for (const outageMs of [30_000, 180_000]) {
  test(`nobody is accused of what the venue took for want of heartbeats, ${outageMs / 1_000} s without the venue`, async () => {
    const desk = createDesk()
    let isDown = false
    desk.heartbeat = {
      beat: async () =>
        isDown
          ? err({ kind: 'network', detail: 'down', retryAfterMs: null })
          : ok({ kind: 'taken', nextId: 'next' }),
    }
    await desk.open()
    const id = await resting(desk, 1)
    await desk.clock.advance(10_000)
    isDown = true
    desk.venue.isBlind = true
    desk.venue.isMute = true
    desk.venue.feedState = 'down'
    desk.venue.tell({ type: 'disconnected' })
    await desk.clock.advance(15_000)
    desk.venue.change(id, 'cancelled')
    await desk.clock.advance(outageMs - 15_000)
    isDown = false
    desk.venue.isBlind = false
    desk.venue.isMute = false
    // The first beat is taken before the first read shows the order gone.
    await desk.clock.advance(1_500)
    desk.venue.feedState = 'live'
    desk.venue.tell({ type: 'connected' })
    await desk.clock.advance(30_000)
    assert.equal(desk.side.orders.order(id)?.status, 'cancelled')
    assert.deepEqual(accused(desk), [])
  })
}
