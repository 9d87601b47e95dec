// Stop entries, several targets and break-even over the trading module.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NO_LEGS, type ExitLegs } from '#core/order/attached-exit.ts'
import { ZERO } from '#core/money.ts'
import { scene, STOP, type Scene } from '../testing/exit-scene.ts'
import { clientId, intent, price, whole, YES } from '../testing/trading-fixture.ts'

const ENTRY = { price: price(4_800), size: whole(20), slippageTicks: 3 }
const LEGS: ExitLegs = {
  ...NO_LEGS,
  target: { price: price(7_000) },
  further: [{ price: price(6_000), percent: 50 }],
  stop: STOP,
  breakEven: { at: price(5_500), stop: price(4_500) },
}
const WITH_ENTRY = { ...LEGS, entry: ENTRY }

const bought = ({ fixture }: Scene) => [...fixture.venue.orders.values()].filter(({ side }) => side === 'BUY')

async function waiting(legs: ExitLegs = WITH_ENTRY): Promise<Scene> {
  const made = await scene(ZERO)
  made.bid(4_500)
  const put = made.exits.put(YES, ZERO, legs, clientId(7))
  await made.wait()
  assert.ok((await put).ok)
  return made
}

describe('a stop entry', () => {
  test('INV-99 buys once at the trigger, keeps it with the row, and its legs cover what it buys', async () => {
    const made = await waiting()
    assert.deepEqual([made.only().state, bought(made).length], ['waiting', 0])
    made.bid(4_800)
    await made.wait(4_000)
    made.bid(4_900)
    await made.wait(4_000)
    const [order, ...others] = bought(made)
    assert.ok(order !== undefined && others.length === 0)
    assert.deepEqual([order.price, order.originalSize, order.timeInForce], [5_100, whole(20), 'GTC'])
    const row = made.fixture.audit.all.find(({ details }) => details['attached_exit'] !== undefined)
    const trigger = row?.details['attached_exit'] as { leg?: string; best_bid?: string } | undefined
    assert.deepEqual([row?.action, trigger?.leg, trigger?.best_bid], ['place', 'entry', '0.48'])
    await made.fill(order.id, whole(20))
    await made.wait()
    assert.deepEqual(made.sales(), [
      [6_000, whole(10)],
      [7_000, whole(10)],
    ])
    assert.equal(made.only().exit.legs.entry, null)
  })

  test('INV-99 the same command again answers the same exit, another one under its name is a conflict', async () => {
    const made = await waiting()
    const { id } = made.only().exit
    const again = await made.exits.put(YES, ZERO, WITH_ENTRY, clientId(7))
    assert.equal(again.ok && again.value.exit.id, id)
    const other = { ...WITH_ENTRY, entry: { ...ENTRY, size: whole(30) } }
    assert.deepEqual(await made.exits.put(YES, ZERO, other, clientId(7)), { ok: false, error: 'conflict' })
    assert.equal(made.exits.list().length, 1)
  })

  for (const point of ['exit.buy.pre', 'place.signed.post', 'place.response.pre']) {
    test(`INV-99 killed at ${point} it buys once, after a restart and ARMED`, async () => {
      const made = await waiting()
      made.fixture.killAt = point
      made.bid(4_800)
      await made.wait()
      assert.ok(made.fixture.isDead())
      await made.fixture.restart()
      assert.equal(made.only().pause, 'restart')
      made.fixture.module.trading.arm()
      for (let round = 0; round < 30; round += 1) {
        made.bid(4_800)
        await made.wait(10_000)
      }
      assert.equal(bought(made).length, 1)
      assert.equal(made.only().exit.legs.entry, null)
    })
  }

  for (const outcome of ['lost_booked', 'lost_matched', 'lost_nothing'] as const) {
    for (const restarts of [false, true]) {
      test(`INV-99 without an answer (${outcome}${restarts ? ', restarted' : ''}) it buys once`, async () => {
        const made = await waiting()
        made.fixture.venue.scriptedOutcomes.push(outcome)
        Object.assign(made.fixture.venue, { isMute: true, isBlind: true })
        made.bid(4_800)
        await made.wait(500)
        if (restarts) await made.fixture.restart()
        for (let round = 0; round < 40; round += 1) {
          if (round === 3) Object.assign(made.fixture.venue, { isMute: false, isBlind: false })
          made.fixture.module.trading.arm()
          made.bid(4_800)
          await made.wait(10_000)
        }
        assert.equal(bought(made).length, 1)
        assert.equal(made.only().exit.legs.entry, null)
      })
    }
  }

  test('Cancel All and a cancel of its outcome end it; SAFE only pauses it', async () => {
    for (const cancel of ['all', 'outcome'] as const) {
      const made = await waiting()
      made.fixture.module.trading.disarm('user')
      made.bid(4_800)
      await made.wait()
      assert.deepEqual([made.only().pause, bought(made).length], ['safe', 0])
      const { orders } = made.fixture.module
      void (cancel === 'all' ? orders.cancelAll() : orders.cancelMarket({ outcomeId: YES }))
      await made.wait(3_000)
      assert.equal(made.only().exit.end?.how, 'entry_not_filled')
    }
  })

  test('what cannot wait or change is refused', async () => {
    const made = await waiting()
    const { id } = made.only().exit
    const small = { ...WITH_ENTRY, entry: { ...ENTRY, size: whole(1) } }
    assert.deepEqual(await made.exits.put(YES, ZERO, small, clientId(8)), { ok: false, error: 'entry_small' })
    const large = { ...WITH_ENTRY, entry: { ...ENTRY, size: whole(981) } }
    assert.deepEqual(await made.exits.put(YES, ZERO, large, clientId(8)), { ok: false, error: 'entry_large' })
    const larger = { ...WITH_ENTRY, entry: { ...ENTRY, price: price(4_900) } }
    assert.ok(made.exits.change(id, larger).ok)
    made.bid(4_900)
    await made.wait(3_000)
    assert.equal(bought(made).length, 1)
    assert.deepEqual(made.exits.change(id, WITH_ENTRY), { ok: false, error: 'entry_bought' })
    const placed = made.exits.place(intent(1), WITH_ENTRY)
    await made.wait()
    const answer = await placed
    assert.equal(answer.ok && answer.value.reject?.code, 'invalid_exit')
  })
})

test('INV-98 a break-even moves the stop once, in a row of its own, and a restart finds it moved', async () => {
  const made = await scene(whole(30))
  const put = made.exits.put(YES, whole(30), LEGS)
  await made.wait()
  assert.ok((await put).ok)
  made.bid(5_500)
  await made.wait(3_000)
  assert.deepEqual([made.only().exit.legs.stop?.price, made.only().exit.legs.breakEven], [4_500, null])
  const events = made.fixture.audit.all.flatMap(({ action, details }) =>
    action === 'attached_exit' ? details['event'] : [],
  )
  assert.deepEqual(events, ['created', 'moved'])
  await made.fixture.restart()
  assert.equal(made.only().exit.legs.stop?.price, 4_500)
})
