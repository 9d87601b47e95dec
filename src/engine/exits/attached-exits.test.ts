// The actor of attached exits over the trading module: what it sends, when it waits, and what a restart finds.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderId } from '#core/ids.ts'
import { NO_LEGS, restOf } from '#core/order/attached-exit.ts'
import { ZERO, type Micros } from '#core/money.ts'
import { bookView } from '#core/testing/book-view.ts'
import { BOTH, scene, STOP, type Scene } from '../testing/exit-scene.ts'
import { settle } from '../testing/market-fakes.ts'
import { clientId, intent, price, whole, YES } from '../testing/trading-fixture.ts'

async function entered(
  shares: Micros,
  size: number,
  legs = BOTH,
): Promise<Scene & { readonly entry: OrderId }> {
  const made = await scene(shares)
  const placed = made.exits.place(intent(1, { size: whole(size) }), legs)
  await made.wait(500)
  const answer = await placed
  assert.ok(answer.ok && answer.value.order?.id)
  return Object.assign(made, { entry: answer.value.order.id })
}

function lastSale({ fixture }: Scene): OrderId {
  const sale = [...fixture.venue.orders.values()].findLast(({ side }) => side === 'SELL')
  assert.ok(sale !== undefined)
  return sale.id
}

describe('attached exits', () => {
  test('INV-64 INV-67 an entry with exits: on disk before its first byte, the target as far as it fills', async () => {
    const { entry, ...made } = await entered(ZERO, 20)
    assert.equal(made.only().state, 'waiting')
    await made.fill(entry, whole(8))
    assert.deepEqual(made.sales(), [[7_000, whole(8)]])
    await made.fill(entry, whole(12))
    assert.deepEqual(made.sales(), [
      [7_000, whole(8)],
      [7_000, whole(12)],
    ])
    assert.equal(made.only().state, 'resting')
    await made.fill(lastSale(made), whole(12))
    const [first] = [...made.fixture.venue.live()]
    assert.ok(first)
    await made.fill(first.id, whole(8))
    assert.equal(made.only().state, 'done')
  })

  test('INV-67 nothing of an entry leaves where its exits could not be written, and both ids are used once', async () => {
    const made = await scene(ZERO)
    const { fixture } = made
    fixture.killAt = 'exit.attached'
    void made.exits.place(intent(1), BOTH)
    await made.wait()
    assert.deepEqual(fixture.venue.requests, [])
    await fixture.restart()
    assert.equal(made.only().pause, 'restart')
    const again = made.exits.place(intent(1), BOTH)
    const other = made.exits.place(intent(1), { ...BOTH, target: null })
    await made.wait()
    assert.deepEqual(await other, { ok: false, error: 'idempotency_conflict' })
    assert.equal((await again).ok, true)
    assert.equal(made.exits.list().length, 1)
  })

  test('INV-65 a stop cancels the target, proves it gone, sells the rest at once, and keeps its trigger with the row', async () => {
    const made = await scene(whole(30))
    const put = made.exits.put(YES, whole(30), BOTH)
    await made.wait()
    assert.ok((await put).ok)
    const target = lastSale(made)
    await made.fill(target, whole(10))
    made.fixture.venue.scriptedOutcomes.push('matched')
    made.bid(3_900)
    await made.wait(1_500)
    assert.deepEqual(made.sales().at(-1), [3_700, whole(20)])
    const row = made.fixture.audit.all.find(({ action, kind }) => action === 'exit' && kind === 'intent')
    const trigger = row?.details['attached_exit'] as { leg?: string; best_bid?: string } | undefined
    assert.deepEqual([trigger?.leg, trigger?.best_bid], ['stop', '0.39'])
    await made.wait()
    assert.equal(made.only().state, 'done')
  })

  test('INV-64 what of a cancelled target had filled, and was not heard of, is not sold again', async () => {
    const made = await scene(whole(60))
    const put = made.exits.put(YES, whole(30), BOTH)
    await made.wait()
    assert.ok((await put).ok)
    const { venue } = made.fixture
    venue.isMute = true
    venue.fill(lastSale(made), whole(10))
    venue.scriptedOutcomes.push('matched')
    made.bid(3_900)
    await made.wait(4_000)
    assert.deepEqual(made.sales().at(-1), [3_700, whole(20)])
  })

  test('INV-65 a stop alone leaves in the turn of its book', async () => {
    const made = await scene(whole(30))
    const put = made.exits.put(YES, whole(30), { ...NO_LEGS, stop: STOP })
    await made.wait(10_000)
    assert.ok((await put).ok)
    made.fixture.venue.scriptedOutcomes.push('matched')
    made.bid(4_000)
    await settle()
    assert.deepEqual(made.sales(), [[3_800, whole(30)]])
    assert.equal(made.fixture.venue.requests.length, 1)
  })

  test('INV-66 SAFE pauses, is told once with how many, and ARMED goes on with a fresh book', async () => {
    const made = await scene(whole(30))
    const put = made.exits.put(YES, whole(30), { ...NO_LEGS, stop: STOP })
    await made.wait()
    assert.ok((await put).ok)
    made.fixture.module.trading.disarm('user')
    made.bid(3_900)
    await made.wait(10_000)
    assert.deepEqual(made.sales(), [])
    assert.deepEqual([made.only().state, made.only().pause], ['paused', 'safe'])
    const told = made.fixture.published.exit_notice ?? []
    assert.deepEqual(
      told.map((notice) => notice.what === 'paused' && [notice.reason, notice.exits.length]),
      [['safe', 1]],
    )
    made.fixture.book = { ...made.fixture.book, staleReason: 'feed_down' }
    made.fixture.module.trading.arm()
    await made.wait(4_000)
    assert.deepEqual(made.sales(), [])
    await made.wait(3_000)
    assert.equal(told.at(-1)?.what, 'paused')
    assert.equal(told.length, 2)
    made.fixture.book = { ...made.fixture.book, staleReason: null }
    made.bid(3_900)
    await made.wait(500)
    assert.equal(made.sales().length, 1)
  })

  test('INV-66 the automatic SAFE announces a minute ahead how many exits will pause', async () => {
    const made = await scene(whole(30))
    const put = made.exits.put(YES, whole(30), { ...NO_LEGS, stop: STOP })
    await made.wait()
    assert.ok((await put).ok)
    const at = made.fixture.module.trading.state().idleDisarmAt
    assert.ok(at !== null)
    const told = made.fixture.published.exit_notice ?? []
    await made.wait(at - made.fixture.clock.now() - 62_000)
    assert.deepEqual(made.fixture.published.exit_notice ?? told, [])
    await made.wait(3_000)
    assert.deepEqual(
      made.fixture.published.exit_notice?.map(({ what }) => what),
      ['pausing'],
    )
    await made.wait(61_000)
    assert.deepEqual(
      made.fixture.published.exit_notice?.map(({ what }) => what),
      ['pausing', 'paused'],
    )
  })

  for (const point of ['exit.sell.pre', 'place.signed.post', 'place.response.post']) {
    test(`INV-65 INV-67 a stop killed at ${point} sells once, and is found again paused`, async () => {
      const made = await scene(whole(30))
      const put = made.exits.put(YES, whole(30), { ...NO_LEGS, stop: STOP })
      await made.wait(10_000)
      assert.ok((await put).ok)
      made.fixture.killAt = point
      made.fixture.venue.scriptedOutcomes.push('matched')
      made.bid(3_900)
      await made.wait()
      assert.equal(made.fixture.isDead(), true)
      const left = made.fixture.venue.requests.length
      if (left > 0) made.held.set(YES, ZERO)
      await made.fixture.restart()
      await made.wait(130_000)
      assert.equal(made.fixture.venue.requests.length, left)
      assert.deepEqual(made.fixture.published.exit_notice?.at(-1)?.what, 'paused')
      made.fixture.venue.scriptedOutcomes.push('matched')
      made.fixture.module.trading.arm()
      await made.wait(60_000)
      assert.equal(made.fixture.venue.requests.length, 1)
      assert.deepEqual(made.sales(), [[3_700, whole(30)]])
    })
  }

  test('INV-65 an id that is used already is a refused try: the next one sells', async () => {
    const made = await scene(whole(30))
    const put = made.exits.put(YES, whole(30), { ...NO_LEGS, stop: STOP })
    await made.wait(10_000)
    assert.ok((await put).ok)
    const taken = made.fixture.venue.requests.length
    made.fixture.nextIds.push(clientId(1))
    const buy = made.fixture.module.orders.place(intent(1))
    await made.wait(500)
    assert.equal((await buy).ok, true)
    made.fixture.venue.scriptedOutcomes.push('matched')
    made.bid(3_900)
    await made.wait(60_000)
    assert.equal(made.fixture.venue.requests.length, taken + 2)
    assert.deepEqual(made.sales(), [[3_700, whole(30)]])
  })

  test('INV-64 an exit on a position covers what no other exit covers, and shrinks with it', async () => {
    const made = await scene(whole(30))
    const first = made.exits.put(YES, whole(20), { ...NO_LEGS, stop: STOP })
    await made.wait()
    assert.ok((await first).ok)
    const tooMuch = made.exits.put(YES, whole(11), BOTH)
    await made.wait()
    assert.deepEqual(await tooMuch, { ok: false, error: 'not_free' })
    const sold = made.fixture.module.orders.place(
      intent(9, { side: 'SELL', price: price(5_500), size: whole(25) }),
    )
    await made.wait()
    const answer = await sold
    assert.ok(answer.ok && answer.value.order?.id)
    await made.fill(answer.value.order.id, whole(25))
    await made.wait()
    made.fixture.venue.scriptedOutcomes.push('matched')
    made.bid(4_000)
    await made.wait()
    assert.deepEqual(made.sales().at(-1), [3_800, whole(5)])
  })

  test('INV-64 an exit on shares that the balance does not show yet is refused for that reason', async () => {
    const made = await scene(ZERO)
    made.fixture.venue.scriptedOutcomes.push('matched')
    const bought = made.fixture.module.orders.place(
      intent(1, { price: price(5_000), size: whole(20), timeInForce: 'FAK' }),
    )
    await made.wait()
    assert.ok((await bought).ok)
    for (const [size, error] of [
      [20, 'not_settled'],
      [21, 'not_free'],
    ] as const) {
      const put = made.exits.put(YES, whole(size), BOTH)
      await made.wait()
      assert.deepEqual(await put, { ok: false, error })
    }
  })

  test('INV-64 shares that leave without a trade are cut from their exit once the balance has said so for a while', async () => {
    const made = await scene(whole(30))
    const put = made.exits.put(YES, whole(30), { ...NO_LEGS, stop: STOP })
    await made.wait()
    assert.ok((await put).ok)
    made.held.set(YES, whole(10))
    await made.wait(50_000)
    assert.equal(restOf(made.only().exit), whole(30))
    await made.wait(100_000)
    assert.equal(restOf(made.only().exit), whole(10))
  })

  test('INV-64 a purchase that the balance does not show is not taken for gone', async () => {
    const { entry, ...made } = await entered(ZERO, 20, { ...NO_LEGS, stop: STOP })
    made.fixture.venue.fill(entry, whole(20), 'confirmed')
    await made.wait(2_000)
    assert.equal(restOf(made.only().exit), whole(20))
    await made.wait(300_000)
    assert.equal(restOf(made.only().exit), whole(20))
  })

  test('INV-67 a change that the disk refuses is answered as refused, and the exit keeps its legs', async () => {
    const made = await scene(whole(30))
    const put = made.exits.put(YES, whole(30), BOTH)
    await made.wait()
    assert.ok((await put).ok)
    const { id } = made.only().exit
    const { exitsOnDisk } = made.fixture
    const set = exitsOnDisk.set.bind(exitsOnDisk)
    exitsOnDisk.set = () => {
      throw new Error('the disk is full')
    }
    assert.deepEqual(made.exits.change(id, { ...BOTH, target: { price: price(8_000) } }), {
      ok: false,
      error: 'storage_refused',
    })
    exitsOnDisk.set = set
    await made.wait(4_000)
    assert.deepEqual([made.only().exit.legs, made.sales().at(-1)], [BOTH, [7_000, whole(30)]])
  })

  test('INV-73 a leg is taken off though the others could not be set any more, the last one only with its exit', async () => {
    const made = await scene(whole(30))
    const stop = { ...STOP, price: price(4_100) }
    const legs = { ...BOTH, stop }
    const put = made.exits.put(YES, whole(30), legs)
    await made.wait()
    assert.ok((await put).ok)
    const { id } = made.only().exit
    made.fixture.book = bookView({ ...made.fixture.book, tickSize: 1_000 })
    const moved = { ...legs, target: { price: price(8_000) } }
    assert.deepEqual(made.exits.change(id, moved), { ok: false, error: 'off_tick' })
    assert.ok(made.exits.change(id, { ...legs, target: null }).ok)
    assert.deepEqual(made.exits.change(id, NO_LEGS), { ok: false, error: 'no_leg' })
    await made.wait(4_000)
    assert.deepEqual(made.fixture.venue.live(), [])
    assert.deepEqual(made.only().exit.legs, { ...NO_LEGS, stop })
  })

  test('the same id with other exits, or with none, is another command; with the same ones the first result', async () => {
    const made = await scene(ZERO)
    const { fixture } = made
    const conflict = { ok: false, error: 'idempotency_conflict' }
    const first = made.exits.place(intent(1), BOTH)
    const plain = fixture.module.orders.place(intent(2))
    await made.wait()
    assert.ok((await first).ok && (await plain).ok)
    const repeated = async (): Promise<void> => {
      const asked = [
        made.exits.place(intent(1), { ...BOTH, target: null }),
        fixture.module.orders.place(intent(1)),
        made.exits.place(intent(2), BOTH),
        fixture.module.orders.place(intent(3)),
        made.exits.place(intent(1), BOTH),
        fixture.module.orders.place(intent(2)),
      ] as const
      await made.wait()
      const [other, none, some, fresh, same, samePlain] = await Promise.all(asked)
      assert.deepEqual([other, none, some], [conflict, conflict, conflict])
      assert.ok(fresh.ok)
      assert.ok(same.ok && same.value.replayed && samePlain.ok && samePlain.value.replayed)
    }
    await repeated()
    assert.equal(fixture.venue.requests.length, 3)
    await fixture.open()
    await repeated()
    assert.equal(fixture.venue.requests.length, 3)
    assert.equal(made.exits.list().length, 1)
  })

  test('INV-67 exits of an order whose id is in use, though no row says so yet, are not attached to the other order', async () => {
    const made = await scene(ZERO)
    const first = made.fixture.module.orders.place(intent(1, { size: whole(20) }))
    const second = made.exits.place(intent(1), BOTH)
    await made.wait()
    assert.ok((await first).ok)
    assert.deepEqual(await second, { ok: false, error: 'idempotency_conflict' })
    assert.equal(made.only().exit.end?.how, 'removed')
    assert.equal(made.fixture.venue.live().length, 1)
  })

  test('INV-67 orders of one command have their own exits; one that is refused and a command in conflict have none', async () => {
    const made = await scene(ZERO)
    const asked = [
      { intent: intent(1), legs: BOTH },
      { intent: intent(2, { side: 'SELL' }), legs: BOTH },
      { intent: intent(3), legs: null },
    ]
    const placed = made.exits.placeMany(asked)
    await made.wait()
    const results = await placed
    assert.deepEqual(results.ok && results.value.map(({ reject, result }) => reject?.code ?? result), [
      'accepted',
      'invalid_exit',
      'accepted',
    ])
    assert.equal(made.only().exit.entries[0]?.clientOrderId, intent(1).clientOrderId)
    const inConflict = [
      { intent: intent(4), legs: BOTH },
      { intent: intent(3, { size: whole(11) }), legs: null },
    ]
    assert.deepEqual(await made.exits.placeMany(inConflict), { ok: false, error: 'idempotency_conflict' })
    assert.deepEqual(
      made.exits.list().map(({ exit }) => exit.end?.how),
      ['removed', undefined],
    )
    assert.deepEqual(made.fixture.venue.batches, [2])
  })

  for (const kept of [0, 12]) {
    test(`INV-64 what was sold elsewhere while Sesame did not run is no longer covered: ${kept} left`, async () => {
      const made = await scene(whole(30))
      const put = made.exits.put(YES, whole(30), BOTH)
      await made.wait()
      assert.ok((await put).ok)
      const { venue } = made.fixture
      venue.change(lastSale(made), 'cancelled')
      made.held.set(YES, whole(kept))
      await made.fixture.restart()
      made.fixture.module.trading.arm()
      await made.wait(90_000)
      const { end, cut } = made.only().exit
      assert.deepEqual([end?.how ?? null, cut], [kept === 0 ? 'position_gone' : null, whole(30 - kept)])
    })
  }

  test('INV-64 what the target sold while Sesame did not run is not taken for a sale elsewhere', async () => {
    const made = await scene(whole(30))
    const put = made.exits.put(YES, whole(30), BOTH)
    await made.wait()
    assert.ok((await put).ok)
    const { venue } = made.fixture
    venue.isMute = true
    venue.fill(lastSale(made), whole(10))
    venue.change(lastSale(made), 'cancelled')
    made.held.set(YES, whole(20))
    await made.fixture.restart()
    venue.isMute = false
    made.fixture.module.trading.arm()
    await made.wait(90_000)
    const { exit } = made.only()
    assert.deepEqual([exit.cut, restOf(exit)], [ZERO, whole(20)])
  })

  test('INV-16 a disk that refuses the sale of a stop does not hold up the cancel of its entry', async () => {
    const { entry, ...made } = await entered(ZERO, 20, { ...NO_LEGS, stop: STOP })
    await made.fill(entry, whole(8))
    made.fixture.exitsOnDisk.set = () => {
      throw new Error('the disk is full')
    }
    made.bid(3_900)
    made.bid(3_800)
    await made.wait(4_000)
    assert.deepEqual(made.sales(), [])
    assert.equal(made.fixture.venue.orders.get(entry)?.state, 'cancelled')
    assert.equal(made.fixture.venue.cancels.length, 1)
  })

  test('a Cancel All gives the target up and says so; the stop goes on', async () => {
    const made = await scene(whole(30))
    const put = made.exits.put(YES, whole(30), BOTH)
    await made.wait()
    assert.ok((await put).ok)
    const cancelled = made.fixture.module.orders.cancelAll()
    await made.wait(5_000)
    await cancelled
    assert.equal(made.only().exit.targetCancelled?.by, 'you')
    assert.equal(made.fixture.venue.live().length, 0)
    made.fixture.venue.scriptedOutcomes.push('matched')
    made.bid(4_000)
    await made.wait()
    assert.equal(made.fixture.venue.requests.length, 2)
  })

  test('a moved target rests at its new price; an exit taken off leaves nothing behind', async () => {
    const made = await scene(whole(30))
    const put = made.exits.put(YES, whole(30), BOTH)
    await made.wait()
    const { id } = made.only().exit
    assert.ok((await put).ok)
    assert.ok(made.exits.change(id, { ...BOTH, target: { price: price(8_000) } }).ok)
    await made.wait(4_000)
    assert.deepEqual(
      made.fixture.venue.live().map((order) => order.price),
      [8_000],
    )
    assert.deepEqual(made.exits.change(id, { ...BOTH, target: { price: price(3_000) } }), {
      ok: false,
      error: 'target_below_stop',
    })
    made.fixture.module.trading.disarm('user')
    assert.ok(made.exits.remove(id).ok)
    await made.wait(4_000)
    assert.deepEqual(made.fixture.venue.live(), [])
    assert.equal(made.only().state, 'cancelled')
    assert.deepEqual(made.exits.change(id, BOTH), { ok: false, error: 'over' })
    const events = made.fixture.audit.all.flatMap(({ action, details }) =>
      action === 'attached_exit' ? details['event'] : [],
    )
    assert.deepEqual(events, ['created', 'changed', 'removed', 'ended'])
  })

  test('a target that the trader drags to another price takes its exit along', async () => {
    const made = await scene(whole(30))
    const put = made.exits.put(YES, whole(30), { ...BOTH, stop: null })
    await made.wait()
    assert.ok((await put).ok)
    const moved = made.fixture.module.orders.replace({
      clientOrderId: clientId(3),
      orderId: lastSale(made),
      price: price(8_000),
      size: whole(30),
      postOnly: false,
    })
    await made.wait(25_000)
    assert.ok((await moved).ok)
    assert.deepEqual(
      made.fixture.venue.live().map((order) => [order.price, order.originalSize]),
      [[8_000, whole(30)]],
    )
    assert.deepEqual([made.only().state, made.only().exit.legs.target?.price], ['resting', 8_000])
    await made.fill(lastSale(made), whole(30))
    assert.equal(made.only().state, 'done')
  })

  test('an entry that is refused, or moved, takes its exits with it', async () => {
    const refused = await scene(ZERO)
    const placed = refused.exits.place(intent(1, { price: price(4_005) }), BOTH)
    await refused.wait(25_000)
    assert.equal((await placed).ok && (await placed).ok, true)
    assert.equal(refused.only().exit.end?.how, 'entry_not_filled')
    const { entry, ...made } = await entered(ZERO, 20)
    const moved = made.fixture.module.orders.replace({
      clientOrderId: clientId(2),
      orderId: entry,
      price: price(4_100),
      size: whole(20),
      postOnly: false,
    })
    await made.wait(20_000)
    const answer = await moved
    assert.ok(answer.ok && answer.value.order?.id)
    await made.fill(answer.value.order.id, whole(20))
    await made.wait(20_000)
    assert.deepEqual(made.sales(), [[7_000, whole(20)]])
  })
})
