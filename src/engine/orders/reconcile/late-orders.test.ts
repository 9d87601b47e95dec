// Late news of an answered order is reported with the order, SAFE or ARMED, and each request has its rows.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderId } from '#core/ids.ts'
import type { CancelAllResult } from '../contract.ts'
import { within } from '../../testing/armed-fixture.ts'
import { clientId, createTradingFixture, intent, price, whole } from '../../testing/trading-fixture.ts'
import type { TradingFixture } from '../../testing/trading-fixture.ts'
import type { ScriptedOutcome } from '../../testing/fake-orders.ts'

async function armed(...scriptedOutcomes: readonly ScriptedOutcome[]): Promise<TradingFixture> {
  const fixture = createTradingFixture()
  await fixture.open()
  fixture.venue.scriptedOutcomes.push(...scriptedOutcomes)
  return fixture
}

/** @param ms  how long its answer is waited for; one that never comes is given up after 15 s */
async function placed(fixture: TradingFixture, number: number, ms = 500): Promise<OrderId> {
  const result = await within(fixture, ms, fixture.module.orders.place(intent(number)))
  assert.ok(result.ok && result.value.order?.id)
  return result.value.order.id
}

function late(fixture: TradingFixture): readonly (readonly [string, string | null, string])[] {
  return (fixture.published.late_order ?? []).map(({ what, order }) => [
    what,
    order.clientOrderId,
    order.status,
  ])
}

/** The rows of the cancels, with why each left. */
function cancelRows(fixture: TradingFixture): readonly (readonly [string, unknown])[] {
  return fixture.audit.all
    .filter(({ action }) => action === 'cancel')
    .map(({ kind, details }) => [kind, details['cause'] ?? details['cancelled']])
}

const TERMS = { ...intent(1), tickSize: 100, negRisk: false } as const

describe('INV-55 an order found late', () => {
  for (const mode of ['ARMED', 'SAFE'] as const) {
    test(`is reported with the order while ${mode}, live or filled`, async () => {
      const fixture = await armed('lost_nothing', 'lost_nothing')
      const ids = [await placed(fixture, 1, 16_000), await placed(fixture, 2, 16_000)] as const
      await fixture.clock.advance(130_000)
      assert.deepEqual(late(fixture), [])
      if (mode === 'SAFE') fixture.module.trading.disarm('user')
      for (const id of ids) fixture.venue.book(id, TERMS, 'live')
      assert.deepEqual(late(fixture), [
        ['found', clientId(1), 'live'],
        ['found', clientId(2), 'live'],
      ])
      assert.equal(fixture.module.trading.state().mode, 'SAFE')
    })
  }

  test('is reported when the run that took it for absent has ended', async () => {
    const fixture = await armed('lost_nothing')
    const id = await placed(fixture, 1, 16_000)
    await fixture.clock.advance(130_000)
    await fixture.restart()
    fixture.venue.book(id, TERMS, 'live')
    assert.deepEqual(late(fixture), [['found', clientId(1), 'live']])
  })
})

describe('INV-55 a queued cancel that came too late', () => {
  test('is reported and shown on the order; no request has left, and no row says so', async () => {
    const fixture = await armed('delayed')
    const id = await placed(fixture, 1)
    const answer = await within(fixture, 10, fixture.module.orders.cancel([id]))
    assert.equal(answer.queued.length, 1)
    const rows = cancelRows(fixture).length
    fixture.venue.fill(id, whole(10))
    await fixture.clock.advance(10_000)
    assert.deepEqual(late(fixture), [['cancel_too_late', clientId(1), 'filled']])
    assert.equal(fixture.module.orders.order(id)?.cancelTooLate, true)
    assert.equal(fixture.published.order?.at(-1)?.cancelTooLate, true)
    assert.deepEqual([fixture.venue.cancels, cancelRows(fixture).length], [[], rows])
  })

  test('for a part of the order is reported with that part, once the rest is cancelled', async () => {
    const fixture = await armed('delayed')
    const id = await placed(fixture, 1)
    await within(fixture, 10, fixture.module.orders.cancel([id]))
    fixture.venue.change(id, 'live')
    fixture.venue.fill(id, whole(4))
    await fixture.clock.advance(10_000)
    assert.deepEqual(late(fixture), [['cancel_too_late', clientId(1), 'cancelled']])
    assert.equal(fixture.published.late_order?.[0]?.order.filledSize, whole(4))
  })

  test('is reported after a restart in between', async () => {
    const fixture = await armed('delayed')
    const id = await placed(fixture, 1)
    await within(fixture, 10, fixture.module.orders.cancel([id]))
    fixture.venue.isMute = true
    fixture.venue.fill(id, whole(10))
    await fixture.restart()
    fixture.venue.isMute = false
    await fixture.clock.advance(30_000)
    assert.deepEqual(late(fixture), [['cancel_too_late', clientId(1), 'filled']])
    assert.equal(fixture.queued.size, 0)
  })

  test('one that did its work is not reported, and its request has its rows', async () => {
    const fixture = await armed('delayed')
    const id = await placed(fixture, 1)
    await within(fixture, 10, fixture.module.orders.cancel([id]))
    fixture.venue.change(id, 'live')
    await fixture.clock.advance(10_000)
    assert.deepEqual(late(fixture), [])
    assert.equal(fixture.module.orders.order(id)?.cancelTooLate, false)
    assert.deepEqual(cancelRows(fixture).slice(2), [
      ['intent', 'queued'],
      ['response', [id]],
    ])
  })
})

describe('INV-31 each cancel by id has its rows', () => {
  test('one that a Cancel All left behind', async () => {
    const fixture = await armed()
    const id = await placed(fixture, 1)
    fixture.venue.trading.cancelAll = async () => ({ kind: 'answered', cancelled: [], notCancelled: [] })
    await within(fixture, 10_000, fixture.module.orders.cancelAll())
    assert.equal(fixture.venue.orders.get(id)?.state, 'cancelled')
    assert.deepEqual(cancelRows(fixture), [
      ['intent', 'left_behind'],
      ['response', [id]],
    ])
  })

  test('the one of a replace, and one without an answer says so', async () => {
    const fixture = await armed()
    const id = await placed(fixture, 1)
    fixture.venue.cancelMode = 'down'
    const answer = fixture.module.orders.replace({
      clientOrderId: clientId(2),
      orderId: id,
      price: price(4_100),
      size: whole(10),
      postOnly: false,
    })
    await within(fixture, 60_000, answer)
    assert.deepEqual(cancelRows(fixture), [
      ['intent', 'replaced'],
      ['response', []],
    ])
    const response = fixture.audit.all.findLast(({ action }) => action === 'cancel')
    assert.match(JSON.stringify(response?.details['failed']), /venue_unavailable/)
  })
})

describe('INV-55 an order that a Cancel All met on its way', () => {
  /** Cancel All comes between the order and its answer. */
  async function overtaken(scripted: 'live' | 'matched'): Promise<[TradingFixture, CancelAllResult]> {
    const fixture = await armed(scripted)
    const answered = Promise.withResolvers<undefined>()
    const submit = fixture.venue.trading.submit.bind(fixture.venue.trading)
    fixture.venue.trading.submit = async (order, gate) => {
      assert.equal(gate(), null)
      await answered.promise
      return submit(order, () => null)
    }
    const answer = fixture.module.orders.place(intent(1))
    await fixture.clock.advance(100)
    const all = await within(fixture, 100, fixture.module.orders.cancelAll())
    answered.resolve(undefined)
    await within(fixture, 10_000, answer)
    return [fixture, all]
  }

  test('is cancelled on sight, and one notification says both; the request has its rows', async () => {
    const [fixture, all] = await overtaken('live')
    assert.deepEqual(all.inFlight, [clientId(1)])
    assert.deepEqual(late(fixture), [['overtaken', clientId(1), 'cancelled']])
    assert.deepEqual(
      cancelRows(fixture).map(([kind]) => kind),
      ['intent', 'response'],
    )
    assert.equal(cancelRows(fixture)[0]?.[1], 'on_sight')
  })

  test('and that filled first is reported as filled', async () => {
    const [fixture] = await overtaken('matched')
    assert.deepEqual(late(fixture), [['overtaken', clientId(1), 'filled']])
  })
})

describe('INV-20 Cancel All while reads hang', () => {
  function hangingReads(fixture: TradingFixture): () => void {
    const held = Promise.withResolvers<undefined>()
    const { account } = fixture.venue
    const at = { ...account }
    Object.assign(account, {
      openOrders: () => held.promise.then(() => at.openOrders()),
      trades: (since: number) => held.promise.then(() => at.trades(since)),
      order: (id: OrderId) => held.promise.then(() => at.order(id)),
    })
    return () => held.resolve(undefined)
  }

  test('is answered within 2 s of the venue’s answer with what is known', async () => {
    const fixture = await armed()
    const ids = [await placed(fixture, 1), await placed(fixture, 2)]
    hangingReads(fixture)
    const all = await within(fixture, 2_000, fixture.module.orders.cancelAll())
    assert.deepEqual([new Set(all.cancelled), all.failed, all.queued], [new Set(ids), [], []])
  })

  test('what the venue did not name is reported as not known, and later what became of it', async () => {
    const fixture = await armed()
    const [taken, left] = [await placed(fixture, 1), await placed(fixture, 2)]
    fixture.venue.isMute = true
    fixture.venue.trading.cancelAll = async () => {
      fixture.venue.change(taken, 'cancelled')
      fixture.venue.fill(left, whole(10))
      return { kind: 'answered', cancelled: [taken], notCancelled: [] }
    }
    const letGo = hangingReads(fixture)
    const all = await within(fixture, 2_000, fixture.module.orders.cancelAll())
    assert.deepEqual(all.cancelled, [taken])
    assert.deepEqual(
      all.failed.map(({ id, rejection }) => [id, rejection.code]),
      [[left, 'venue_unavailable']],
    )
    assert.match(all.failed[0]?.rejection.message ?? '', /No clear answer from the venue/)
    assert.deepEqual(late(fixture), [])
    letGo()
    await fixture.clock.advance(20_000)
    assert.deepEqual(late(fixture), [['unconfirmed', clientId(2), 'filled']])
  })
})

test('INV-14 a replace whose cancel lost its answer goes on once a read proves the old order gone', async () => {
  const fixture = await armed()
  const id = await placed(fixture, 1)
  fixture.venue.isMute = true
  const never = Promise.withResolvers<never>()
  fixture.venue.trading.cancel = () => {
    fixture.venue.change(id, 'cancelled')
    return never.promise
  }
  const answer = fixture.module.orders.replace({
    clientOrderId: clientId(2),
    orderId: id,
    price: price(4_100),
    size: whole(10),
    postOnly: false,
  })
  await fixture.clock.advance(1_000)
  assert.equal(fixture.venue.requests.length, 1)
  fixture.own.readFills()
  await fixture.clock.advance(30_000)
  const result = await answer
  assert.ok(result.ok && result.value.cancelled)
  assert.equal(result.value.result, 'accepted')
  assert.equal(fixture.venue.requests.length, 2)
})
