// Own resting orders that this terminal did not cancel: those that a game's start took are reported together, those that
// somebody else cancelled make the terminal SAFE, and nobody is blamed before the venue was asked again.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseOutcomeId, type OrderId } from '#core/ids.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { err, ok } from '#lib/result.ts'
import { armed } from '../../testing/armed-fixture.ts'
import { clientId, createTradingFixture, intent, NO, price, whole } from '../../testing/trading-fixture.ts'
import type { TradingFixture } from '../../testing/trading-fixture.ts'

async function resting(
  fixture: TradingFixture,
  number: number,
  changes: Partial<OrderIntent> = {},
): Promise<OrderId> {
  const placed = await fixture.module.orders.place(intent(number, changes))
  assert.ok(placed.ok && placed.value.result === 'accepted')
  const id = placed.value.order?.id ?? null
  assert.ok(id !== null)
  return id
}

const mode = (fixture: TradingFixture): string => fixture.module.trading.state().mode
const accused = (fixture: TradingFixture): readonly (OrderId | null)[] =>
  (fixture.published.foreign_activity ?? [])
    .filter(({ reason }) => reason === 'cancel')
    .map(({ order }) => order.id)

const cleared = (fixture: TradingFixture): NonNullable<TradingFixture['published']['game_start_orders']> =>
  fixture.published.game_start_orders ?? []

/** The market clears its book in a minute. */
async function beforeTheStart(): Promise<TradingFixture> {
  const fixture = await armed()
  fixture.market = { ...fixture.market, cancelsAtStart: true, gameStartTime: fixture.clock.now() + 60_000 }
  return fixture
}

describe('orders that the start of a game took', () => {
  for (const state of ['cancelled', 'invalid'] as const) {
    test(`are reported once, together, with what is left of each to place again (${state})`, async () => {
      const fixture = await beforeTheStart()
      const first = await resting(fixture, 1, { postOnly: true })
      const second = await resting(fixture, 2, {
        outcomeId: NO,
        side: 'SELL',
        price: price(7_000),
        size: whole(20),
      })
      fixture.venue.fill(second, whole(8))
      await fixture.clock.advance(61_000)
      fixture.venue.change(first, state)
      await fixture.clock.advance(400)
      fixture.venue.change(second, state)
      assert.equal(cleared(fixture).length, 0)
      await fixture.clock.advance(1_100)
      assert.equal(cleared(fixture).length, 1)
      const [fact] = cleared(fixture)
      assert.ok(fact !== undefined)
      assert.equal(fact.marketId, fixture.market.id)
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
      assert.deepEqual(accused(fixture), [])
      assert.equal(mode(fixture), 'ARMED')
      await fixture.clock.advance(60_000)
      assert.equal(cleared(fixture).length, 1)
    })
  }

  test('are found by reading when the user channel was silent', async () => {
    const fixture = await beforeTheStart()
    const id = await resting(fixture, 1)
    await fixture.clock.advance(61_000)
    fixture.venue.isMute = true
    fixture.venue.change(id, 'cancelled')
    await fixture.clock.advance(10_000)
    assert.equal(cleared(fixture).length, 1)
    assert.deepEqual(accused(fixture), [])
  })

  test('are not reported when this terminal cancelled them, and not when they filled', async () => {
    const fixture = await beforeTheStart()
    const id = await resting(fixture, 1)
    const filled = await resting(fixture, 2)
    await fixture.clock.advance(61_000)
    void fixture.module.orders.cancel([id])
    await fixture.clock.advance(100)
    fixture.venue.fill(filled, whole(10))
    await fixture.clock.advance(10_000)
    assert.equal(cleared(fixture).length, 0)
    assert.deepEqual(accused(fixture), [])
  })
})

describe('orders that a start took while the terminal was not running', () => {
  /** Two orders rest; nobody listens while the market starts and the venue clears its book. */
  async function asleep(): Promise<{ readonly fixture: TradingFixture; readonly ids: readonly OrderId[] }> {
    const fixture = await beforeTheStart()
    const ids = [await resting(fixture, 1), await resting(fixture, 2, { outcomeId: NO, size: whole(20) })]
    fixture.killAt = 'reconcile.read.start'
    await fixture.clock.advance(61_000)
    assert.ok(fixture.isDead())
    for (const id of ids) fixture.venue.change(id, 'cancelled')
    return { fixture, ids }
  }

  for (const memory of ['tells them by their ids', 'has forgotten them'] as const) {
    test(`are reported together after the restart when the venue ${memory}`, async () => {
      const { fixture, ids } = await asleep()
      if (memory === 'has forgotten them') for (const id of ids) fixture.venue.orders.delete(id)
      await fixture.restart()
      await fixture.clock.advance(70_000)
      assert.deepEqual(
        cleared(fixture).map(({ orders }) => orders.map(({ id, size }) => [id, size])),
        [
          [
            [ids[0], whole(10)],
            [ids[1], whole(20)],
          ],
        ],
      )
      assert.deepEqual(accused(fixture), [])
    })
  }

  test('are reported though the catalog comes later than the orders', async () => {
    const { fixture } = await asleep()
    const { market } = fixture
    const [yes, no] = market.outcomes
    const [other, another] = [parseOutcomeId('pm:8'), parseOutcomeId('pm:9')]
    assert.ok(other !== null && another !== null)
    fixture.market = {
      ...market,
      outcomes: [
        { ...yes, id: other },
        { ...no, id: another },
      ],
    }
    await fixture.restart()
    await fixture.clock.advance(5_000)
    assert.equal(cleared(fixture).length, 0)
    fixture.market = market
    await fixture.clock.advance(30_000)
    assert.equal(cleared(fixture)[0]?.orders.length, 2)
  })

  test('are not reported when they filled, still rest, were cancelled here, or when no start was missed', async () => {
    const { fixture } = await asleep()
    fixture.market = { ...fixture.market, gameStartTime: fixture.clock.now() + 3_600_000 }
    await fixture.restart()
    await fixture.clock.advance(70_000)
    assert.equal(cleared(fixture).length, 0, 'no start was missed')

    const other = await beforeTheStart()
    const [cancelled, filled] = [await resting(other, 1), await resting(other, 2)]
    await resting(other, 3)
    void other.module.orders.cancel([cancelled])
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
  test('is foreign activity: reported with its reason, SAFE', async () => {
    const fixture = await armed()
    const id = await resting(fixture, 1)
    fixture.venue.change(id, 'cancelled')
    await fixture.clock.advance(5_000)
    assert.deepEqual(accused(fixture), [id])
    assert.equal(fixture.published.disarmed?.at(-1)?.cause, 'foreign_activity')
    assert.equal(mode(fixture), 'SAFE')
  })

  test('is reported once, by a read as well as by a frame', async () => {
    const fixture = await armed()
    const id = await resting(fixture, 1)
    fixture.venue.isMute = true
    fixture.venue.change(id, 'cancelled')
    await fixture.clock.advance(60_000)
    assert.deepEqual(accused(fixture), [id])
  })

  test('is believed only after the venue was asked again: its catalog may lag behind its frames', async () => {
    const fixture = await armed()
    const id = await resting(fixture, 1)
    fixture.onRefresh = () => {
      fixture.market = { ...fixture.market, status: 'closed', acceptingOrders: false }
    }
    fixture.venue.change(id, 'cancelled')
    await fixture.clock.advance(10_000)
    assert.deepEqual(accused(fixture), [])
    assert.equal(mode(fixture), 'ARMED')
  })

  test('is believed after 3 s when the venue does not answer', async () => {
    const fixture = await armed()
    const id = await resting(fixture, 1)
    fixture.onRefresh = () => {
      throw new Error('away')
    }
    fixture.venue.change(id, 'cancelled')
    await fixture.clock.advance(3_100)
    assert.deepEqual(accused(fixture), [id])
  })
})

describe('nobody is blamed', () => {
  const asked: readonly (readonly [
    title: string,
    act: (fixture: TradingFixture, id: OrderId) => Promise<unknown>,
  ])[] = [
    ['a cancel', (fixture, id) => fixture.module.orders.cancel([id])],
    [
      'a cancel of its market',
      (fixture) => fixture.module.orders.cancelMarket({ marketId: fixture.market.id }),
    ],
    [
      'a cancel of its outcome',
      (fixture) => fixture.module.orders.cancelMarket({ outcomeId: intent(1).outcomeId }),
    ],
    ['Cancel All', (fixture) => fixture.module.orders.cancelAll()],
    [
      'a replace',
      (fixture, id) =>
        fixture.module.orders.replace({
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
        const fixture = await armed()
        const id = await resting(fixture, 1)
        fixture.venue.cancelMode = cancelMode
        void act(fixture, id)
        await fixture.clock.advance(40_000)
        assert.equal(fixture.module.orders.order(id)?.status, 'cancelled')
        assert.deepEqual(accused(fixture), [])
      })
    }
  }

  test('for a cancel that a previous run asked for', async () => {
    const fixture = await armed()
    const id = await resting(fixture, 1)
    fixture.venue.cancelMode = 'down'
    void fixture.module.orders.cancel([id])
    await fixture.clock.advance(100)
    await fixture.restart()
    await fixture.clock.advance(2_000)
    fixture.venue.change(id, 'cancelled')
    await fixture.clock.advance(10_000)
    assert.deepEqual(accused(fixture), [])
  })

  test('for an order of this account that meets its own, and for a killed FAK', async () => {
    const fixture = await armed()
    const id = await resting(fixture, 1)
    fixture.venue.scriptedOutcomes.push('matched')
    await resting(fixture, 2, { side: 'SELL', price: price(4_000) })
    fixture.venue.change(id, 'cancelled')
    fixture.venue.scriptedOutcomes.push('partly')
    const killed = await resting(fixture, 3, { timeInForce: 'FAK', price: price(5_000) })
    fixture.venue.change(killed, 'cancelled')
    await fixture.clock.advance(10_000)
    assert.deepEqual(accused(fixture), [])
  })

  test('for what the venue removes automatically', async () => {
    const fixture = await armed()
    const id = await resting(fixture, 1)
    fixture.venue.change(id, 'invalid')
    await fixture.clock.advance(10_000)
    assert.equal(fixture.module.orders.order(id)?.status, 'cancelled')
    assert.deepEqual(accused(fixture), [])
  })
})

for (const outageMs of [30_000, 180_000]) {
  test(`nobody is accused of what the venue took for want of heartbeats, ${outageMs / 1_000} s without the venue`, async () => {
    const fixture = createTradingFixture()
    let isDown = false
    fixture.heartbeat = {
      beat: async () =>
        isDown
          ? err({ kind: 'network', detail: 'down', retryAfterMs: null })
          : ok({ kind: 'taken', nextId: 'next' }),
    }
    await fixture.open()
    const id = await resting(fixture, 1)
    await fixture.clock.advance(10_000)
    isDown = true
    fixture.venue.isBlind = true
    fixture.venue.isMute = true
    fixture.venue.feedState = 'down'
    fixture.venue.publish({ type: 'disconnected' })
    await fixture.clock.advance(15_000)
    fixture.venue.change(id, 'cancelled')
    await fixture.clock.advance(outageMs - 15_000)
    isDown = false
    fixture.venue.isBlind = false
    fixture.venue.isMute = false
    // The first beat is taken before the first read shows the order gone.
    await fixture.clock.advance(1_500)
    fixture.venue.feedState = 'live'
    fixture.venue.publish({ type: 'connected' })
    await fixture.clock.advance(30_000)
    assert.equal(fixture.module.orders.order(id)?.status, 'cancelled')
    assert.deepEqual(accused(fixture), [])
  })
}
