// Attached exits at the limits of orders, and where the venue's evidence comes late or in an odd order.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NO_LEGS, restOf, type ExitLegs } from '#core/order/attached-exit.ts'
import { subtractMicros, ZERO } from '#core/money.ts'
import { bookView } from '#core/testing/book-view.ts'
import type { RiskLimits } from '#core/risk-limits.ts'
import { BOTH, scene, STOP, type Scene } from '../testing/exit-scene.ts'
import { clientId, intent, price, whole, YES } from '../testing/trading-fixture.ts'

const STOP_ALONE: ExitLegs = { ...NO_LEGS, stop: STOP }

async function attached(shares: number, legs: ExitLegs, limits: Partial<RiskLimits> = {}): Promise<Scene> {
  const made = await scene(whole(shares))
  const { risk } = made.fixture.module
  assert.ok(risk.set({ ...risk.limits(), ...limits }).ok)
  const put = made.exits.put(YES, whole(shares), legs)
  await made.wait()
  assert.ok((await put).ok)
  return made
}

describe('an attached exit whose shares are worth more than one order may be', () => {
  test('a stop sells them in several orders, each within the limit', async () => {
    const made = await attached(300, STOP_ALONE, { maxOrderNotional: whole(40) })
    made.fixture.venue.scriptedOutcomes.push('matched', 'matched', 'matched')
    made.bid(3_900)
    await made.wait(10_000)
    assert.ok(made.sales().every(([at, size]) => BigInt(at) * size <= 40n * 10_000_000_000n))
    assert.deepEqual(
      made.sales().reduce((sum, [, size]) => sum + size, 0n),
      whole(300),
    )
    assert.equal(made.only().state, 'done')
  })

  test('a target rests in several orders, none below the minimum of the market', async () => {
    // 0.70 each: 57 shares come to 39.90, and of 116 the last order has 5.
    const made = await attached(
      116,
      { ...NO_LEGS, target: { price: price(7_000) } },
      { maxOrderNotional: whole(40) },
    )
    await made.wait(60_000)
    const sizes = made.fixture.venue.live().map(({ originalSize }) => originalSize)
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0n),
      whole(116),
    )
    assert.ok(sizes.every((size) => size >= whole(5) && size * 7_000n <= 40n * 10_000_000_000n))
    assert.equal(made.fixture.venue.cancels.length, 0)
    assert.equal(made.only().state, 'resting')
  })
})

describe('an attached exit beyond the price band', () => {
  test('a target that the market has left far behind sells', async () => {
    const made = await scene(whole(30))
    made.bid(6_500)
    const put = made.exits.put(YES, whole(30), { ...NO_LEGS, target: { price: price(5_200) } })
    made.fixture.venue.scriptedOutcomes.push('partly')
    await made.wait(100)
    assert.ok((await put).ok)
    assert.deepEqual(made.sales(), [[5_500, whole(30)]])
    // The rest, which nobody takes there, goes back to the target.
    made.bid(5_000)
    await made.wait(6_000)
    assert.deepEqual(
      made.fixture.venue.live().map((order) => [order.price, order.originalSize]),
      [[5_200, whole(15)]],
    )
    assert.equal(made.only().exit.legs.target?.price, 5_200)
  })
})

describe('an attached exit and the counts of orders', () => {
  for (const limit of ['maxOpenOrders', 'maxOrdersPerMinute'] as const)
    test(`a stop sells though ${limit} is reached`, async () => {
      const made = await attached(30, STOP_ALONE, { [limit]: 1 })
      const resting = made.fixture.module.orders.place(intent(1))
      await made.wait()
      assert.ok((await resting).ok)
      made.fixture.venue.scriptedOutcomes.push('matched')
      made.bid(3_900)
      await made.wait(3_000)
      assert.deepEqual(made.sales(), [[3_700, whole(30)]])
    })
})

test('a target waits for room among the open orders, however long, and rests then', async () => {
  const made = await scene(whole(30))
  const { risk, orders } = made.fixture.module
  const placed = orders.place(intent(1))
  await made.wait()
  const answer = await placed
  assert.ok(answer.ok && answer.value.order?.id)
  assert.ok(risk.set({ ...risk.limits(), maxOpenOrders: 1 }).ok)
  const put = made.exits.put(YES, whole(30), { ...NO_LEGS, target: { price: price(7_000) } })
  await made.wait(600_000)
  assert.ok((await put).ok)
  assert.deepEqual([made.only().pause, made.sales()], ['order_rate', []])
  void orders.cancel([answer.value.order.id])
  await made.wait(8_000)
  assert.deepEqual(made.sales(), [[7_000, whole(30)]])
})

describe('an attached exit whose time has come before it is set', () => {
  test('is refused, on shares and with an order, and nothing is bought to be sold at once', async () => {
    const made = await scene(whole(30))
    made.fixture.market = { ...made.fixture.market, gameStartTime: made.fixture.clock.now() - 60_000 }
    const timed = { ...STOP_ALONE, time: { minutesBefore: 0 } }
    const put = made.exits.put(YES, whole(30), timed)
    const placed = made.exits.place(intent(1), timed)
    await made.wait(10_000)
    assert.deepEqual(await put, { ok: false, error: 'time_past' })
    const answer = await placed
    assert.equal(answer.ok && answer.value.reject?.code, 'invalid_exit')
    assert.deepEqual(made.fixture.venue.requests, [])
  })
})

describe('an order whose stop the market has met', () => {
  test('is refused, as it would be sold at once at a loss of the spread', async () => {
    const made = await scene(ZERO)
    made.bid(4_500)
    const stopAt = (steps: number): ExitLegs => ({ ...NO_LEGS, stop: { ...STOP, price: price(steps) } })
    for (const [at, steps, code] of [
      [5_000, 4_500, 'invalid_exit'],
      [4_000, 4_100, 'invalid_exit'],
      [5_000, 4_400, null],
    ] as const) {
      made.fixture.venue.scriptedOutcomes.splice(0, 9, 'matched')
      const placed = made.exits.place(intent(steps, { price: price(at) }), stopAt(steps))
      await made.wait(5_000)
      const answer = await placed
      assert.equal(answer.ok && (answer.value.reject?.code ?? null), code)
    }
    assert.deepEqual(made.sales(), [])
  })
})

describe('an attached exit and bids that take nothing', () => {
  test('a stop waits for bids that the venue lets it sell to, however long, and sells then', async () => {
    const made = await attached(30, STOP_ALONE)
    // A quarter of a share at 0.39 and nothing within its slippage.
    made.fixture.book = bookView({
      ...made.fixture.book,
      bids: [
        [price(3_900), subtractMicros(whole(1), 750_000n as never)],
        [price(2_000), whole(1_000)],
      ],
      version: made.fixture.book.version + 1,
    })
    made.fixture.bus.publish('book', { outcomeId: YES, version: made.fixture.book.version })
    await made.wait(600_000)
    assert.deepEqual([made.only().exit.end, made.sales()], [null, []])
    made.fixture.venue.scriptedOutcomes.push('matched')
    made.bid(2_000)
    await made.wait(6_000)
    assert.deepEqual(made.sales(), [[1_800, whole(30)]])
  })
})

describe('an attached exit and an entry that has ended', () => {
  test('INV-64 what it had filled counts, however late that is known', async () => {
    const made = await scene(ZERO)
    const placed = made.exits.place(intent(1, { size: whole(20) }), BOTH)
    await made.wait(500)
    const answer = await placed
    assert.ok(answer.ok && answer.value.order?.id)
    const { id } = answer.value.order
    const { venue } = made.fixture
    // It fills in part, which no frame and no read says, and the rest is cancelled.
    Object.assign(venue, { isMute: true, isBlind: true })
    venue.fill(id, whole(8))
    made.held.set(YES, whole(8))
    void made.fixture.module.orders.cancel([id])
    await made.wait(50_000)
    Object.assign(venue, { isMute: false, isBlind: false })
    await made.wait(60_000)
    made.fixture.module.trading.arm()
    await made.wait(10_000)
    assert.deepEqual([made.only().exit.end, restOf(made.only().exit)], [null, whole(8)])
    assert.deepEqual(made.sales(), [[7_000, whole(8)]])
  })

  test('INV-64 one that the venue refuses and fills all the same is covered', async () => {
    const made = await scene(ZERO)
    made.fixture.venue.scriptedOutcomes.push('refused_booked')
    const placed = made.exits.place(intent(1, { size: whole(20) }), BOTH)
    await made.wait(500)
    assert.ok((await placed).ok)
    const [order] = made.fixture.venue.live()
    assert.ok(order !== undefined)
    await made.fill(order.id, whole(20))
    made.fixture.module.trading.arm()
    await made.wait(30_000)
    assert.deepEqual(made.sales(), [[7_000, whole(20)]])
  })

  test('INV-64 a sale that the venue refuses and books all the same is not sent again', async () => {
    const made = await attached(30, STOP_ALONE)
    made.held.set(YES, whole(60))
    made.fixture.venue.scriptedOutcomes.push('refused_booked')
    made.bid(3_900)
    await made.wait(3_000)
    const [order] = made.fixture.venue.live()
    assert.ok(order !== undefined)
    await made.fill(order.id, whole(30))
    made.fixture.module.trading.arm()
    made.fixture.venue.scriptedOutcomes.push('matched')
    await made.wait(60_000)
    assert.deepEqual(made.sales(), [[3_700, whole(30)]])
    assert.equal(made.only().state, 'done')
  })
})

describe('INV-81 an attached exit of shares that a hedge has paired', () => {
  for (const legs of [STOP_ALONE, BOTH]) {
    test(`sells none of them: ${legs.target === null ? 'a stop' : 'target and stop'}`, async () => {
      const made = await attached(30, legs)
      made.fixture.venue.scriptedOutcomes.push('matched')
      const hedge = { clientOrderId: clientId(5), outcomeId: YES, worst: null }
      const hedged = made.fixture.module.exits.hedge(hedge)
      await made.wait(20_000)
      const answer = await hedged
      assert.equal(answer.ok && answer.value.result, 'accepted')
      const before = made.sales().length
      made.bid(3_900)
      await made.wait(10_000)
      made.bid(7_100)
      await made.wait(10_000)
      assert.equal(made.sales().length, before)
      assert.equal(made.only().exit.end?.how, 'position_gone')
    })
  }
})

describe('an attached exit of shares that were sold by hand', () => {
  test('INV-64 sells none of what is bought again before that sale has settled', async () => {
    const high: ExitLegs = { ...NO_LEGS, stop: { price: price(4_400), slippageTicks: 2 } }
    const low: ExitLegs = { ...NO_LEGS, stop: { price: price(3_500), slippageTicks: 2 } }
    const made = await attached(30, high)
    const { venue, module } = made.fixture
    venue.scriptedOutcomes.push('matched')
    const leaving = {
      clientOrderId: clientId(3),
      outcomeId: YES,
      mode: 'walk',
      size: null,
      worst: null,
    } as const
    const left = module.exits.exit(leaving)
    await made.wait(4_000)
    assert.equal((await left).ok, true)
    const placed = made.exits.place(intent(4, { size: whole(20), price: price(4_200) }), low)
    await made.wait(500)
    const answer = await placed
    assert.ok(answer.ok && answer.value.order?.id)
    await made.fill(answer.value.order.id, whole(20))
    venue.scriptedOutcomes.push('matched', 'matched')
    made.bid(4_300)
    await made.wait(20_000)
    assert.deepEqual(
      made.exits.list().map(({ exit }) => [exit.end?.how ?? null, restOf(exit)]),
      [
        [null, whole(20)],
        ['position_gone', ZERO],
      ],
    )
    assert.equal(made.sales().length, 1)
  })
})

describe('an attached exit while the loss limit is locked', () => {
  test('INV-95 covers what its entry fills after the lock: the target rests, and the stop sells', async () => {
    const made = await scene(ZERO)
    const { fixture } = made
    const { risk, trading } = fixture.module
    const none = { realised: ZERO, realisedToday: ZERO, unrealised: ZERO, ended: [] }
    const positions = { byLastBid: 0, withoutPrice: 0, withoutCost: 0 }
    fixture.results = { ...none, positions }
    assert.ok(risk.set({ ...risk.limits(), maxDailyLoss: whole(10) }).ok)
    const placed = made.exits.place(intent(1, { size: whole(20) }), BOTH)
    await made.wait()
    const answer = await placed
    assert.ok(answer.ok && answer.value.order?.id)
    const lost = subtractMicros(ZERO, whole(10))
    fixture.results = { ...none, positions, realised: lost, realisedToday: lost }
    await made.wait()
    assert.deepEqual(trading.state().reasons, ['loss_limit'])
    await made.fill(answer.value.order.id, whole(20))
    assert.deepEqual(made.sales(), [[7_000, whole(20)]])
    fixture.venue.scriptedOutcomes.push('matched')
    made.bid(3_900)
    await made.wait(5_000)
    assert.deepEqual([made.sales().at(-1), made.only().state], [[3_700, whole(20)], 'done'])
  })
})

describe('an attached exit under the name of a command', () => {
  test('with another size it is another command', async () => {
    const made = await scene(whole(30))
    const first = made.exits.put(YES, whole(20), STOP_ALONE, clientId(7))
    await made.wait()
    assert.ok((await first).ok)
    assert.deepEqual(await made.exits.put(YES, whole(10), STOP_ALONE, clientId(7)), {
      ok: false,
      error: 'conflict',
    })
  })
})
