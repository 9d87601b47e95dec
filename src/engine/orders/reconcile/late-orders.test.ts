// What happens to an order after it was answered for is told with the order, SAFE or ARMED, and each request has its rows.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderId } from '#core/ids.ts'
import type { CancelAllResult } from '../contract.ts'
import { clientId, createDesk, intent, price, whole } from '../../testing/desk.ts'
import type { Desk } from '../../testing/desk.ts'
import type { Fate } from '../../testing/fake-orders.ts'

async function armed(...fates: readonly Fate[]): Promise<Desk> {
  const desk = createDesk()
  await desk.open()
  desk.venue.fates.push(...fates)
  return desk
}

async function within<T>(desk: Desk, ms: number, answer: Promise<T>): Promise<T> {
  await desk.clock.advance(ms)
  return answer
}

/** @param ms  how long its answer is waited for; one that never comes is given up after 15 s */
async function placed(desk: Desk, number: number, ms = 500): Promise<OrderId> {
  const result = await within(desk, ms, desk.side.orders.place(intent(number)))
  assert.ok(result.ok && result.value.order?.id)
  return result.value.order.id
}

function late(desk: Desk): readonly (readonly [string, string | null, string])[] {
  return (desk.told.late_order ?? []).map(({ what, order }) => [what, order.clientOrderId, order.status])
}

/** The rows of the cancels, with why each left. */
function cancelRows(desk: Desk): readonly (readonly [string, unknown])[] {
  return desk.audit.all
    .filter(({ action }) => action === 'cancel')
    .map(({ kind, details }) => [kind, details['cause'] ?? details['cancelled']])
}

const TERMS = { ...intent(1), tickSize: 100, negRisk: false } as const

describe('INV-55 an order found late', () => {
  for (const mode of ['ARMED', 'SAFE'] as const) {
    test(`is told with the order while ${mode}, live or filled`, async () => {
      const desk = await armed('lost_nothing', 'lost_nothing')
      const ids = [await placed(desk, 1, 16_000), await placed(desk, 2, 16_000)] as const
      await desk.clock.advance(130_000)
      assert.deepEqual(late(desk), [])
      if (mode === 'SAFE') desk.side.trading.disarm('user')
      for (const id of ids) desk.venue.book(id, TERMS, 'live')
      assert.deepEqual(late(desk), [
        ['found', clientId(1), 'live'],
        ['found', clientId(2), 'live'],
      ])
      assert.equal(desk.side.trading.state().mode, 'SAFE')
    })
  }

  test('is told when the run that took it for absent has ended', async () => {
    const desk = await armed('lost_nothing')
    const id = await placed(desk, 1, 16_000)
    await desk.clock.advance(130_000)
    await desk.restart()
    desk.venue.book(id, TERMS, 'live')
    assert.deepEqual(late(desk), [['found', clientId(1), 'live']])
  })
})

describe('INV-55 a queued cancel that came too late', () => {
  test('is told and shown on the order; no request has left, and no row says so', async () => {
    const desk = await armed('delayed')
    const id = await placed(desk, 1)
    const answer = await within(desk, 10, desk.side.orders.cancel([id]))
    assert.equal(answer.queued.length, 1)
    const rows = cancelRows(desk).length
    desk.venue.fill(id, whole(10))
    await desk.clock.advance(10_000)
    assert.deepEqual(late(desk), [['cancel_too_late', clientId(1), 'filled']])
    assert.equal(desk.side.orders.order(id)?.cancelTooLate, true)
    assert.equal(desk.told.order?.at(-1)?.cancelTooLate, true)
    assert.deepEqual([desk.venue.cancels, cancelRows(desk).length], [[], rows])
  })

  test('for a part of the order is told with that part, once the rest is cancelled', async () => {
    const desk = await armed('delayed')
    const id = await placed(desk, 1)
    await within(desk, 10, desk.side.orders.cancel([id]))
    desk.venue.change(id, 'live')
    desk.venue.fill(id, whole(4))
    await desk.clock.advance(10_000)
    assert.deepEqual(late(desk), [['cancel_too_late', clientId(1), 'cancelled']])
    assert.equal(desk.told.late_order?.[0]?.order.filledSize, whole(4))
  })

  test('is told after a restart in between', async () => {
    const desk = await armed('delayed')
    const id = await placed(desk, 1)
    await within(desk, 10, desk.side.orders.cancel([id]))
    desk.venue.isMute = true
    desk.venue.fill(id, whole(10))
    await desk.restart()
    desk.venue.isMute = false
    await desk.clock.advance(30_000)
    assert.deepEqual(late(desk), [['cancel_too_late', clientId(1), 'filled']])
    assert.equal(desk.queued.size, 0)
  })

  test('one that did its work is not told, and its request has its rows', async () => {
    const desk = await armed('delayed')
    const id = await placed(desk, 1)
    await within(desk, 10, desk.side.orders.cancel([id]))
    desk.venue.change(id, 'live')
    await desk.clock.advance(10_000)
    assert.deepEqual(late(desk), [])
    assert.equal(desk.side.orders.order(id)?.cancelTooLate, false)
    assert.deepEqual(cancelRows(desk).slice(2), [
      ['intent', 'queued'],
      ['response', [id]],
    ])
  })
})

describe('INV-31 each cancel by id has its rows', () => {
  test('one that a Cancel All left behind', async () => {
    const desk = await armed()
    const id = await placed(desk, 1)
    desk.venue.trading.cancelAll = async () => ({ kind: 'answered', cancelled: [], notCancelled: [] })
    await within(desk, 10_000, desk.side.orders.cancelAll())
    assert.equal(desk.venue.orders.get(id)?.state, 'cancelled')
    assert.deepEqual(cancelRows(desk), [
      ['intent', 'left_behind'],
      ['response', [id]],
    ])
  })

  test('the one of a replace, and one without an answer says so', async () => {
    const desk = await armed()
    const id = await placed(desk, 1)
    desk.venue.cancelMode = 'down'
    const answer = desk.side.orders.replace({
      clientOrderId: clientId(2),
      orderId: id,
      price: price(4_100),
      size: whole(10),
      postOnly: false,
    })
    await within(desk, 60_000, answer)
    assert.deepEqual(cancelRows(desk), [
      ['intent', 'replaced'],
      ['response', []],
    ])
    const response = desk.audit.all.findLast(({ action }) => action === 'cancel')
    assert.match(JSON.stringify(response?.details['failed']), /venue_unavailable/)
  })
})

describe('INV-55 an order that a Cancel All met on its way', () => {
  /** Cancel All comes between the order and its answer. */
  async function overtaken(fate: 'live' | 'matched'): Promise<[Desk, CancelAllResult]> {
    const desk = await armed(fate)
    const answered = Promise.withResolvers<undefined>()
    const submit = desk.venue.trading.submit.bind(desk.venue.trading)
    desk.venue.trading.submit = async (order, gate) => {
      assert.equal(gate(), null)
      await answered.promise
      return submit(order, () => null)
    }
    const answer = desk.side.orders.place(intent(1))
    await desk.clock.advance(100)
    const all = await within(desk, 100, desk.side.orders.cancelAll())
    answered.resolve(undefined)
    await within(desk, 10_000, answer)
    return [desk, all]
  }

  test('is cancelled on sight, and one notification says both; the request has its rows', async () => {
    const [desk, all] = await overtaken('live')
    assert.deepEqual(all.inFlight, [clientId(1)])
    assert.deepEqual(late(desk), [['overtaken', clientId(1), 'cancelled']])
    assert.deepEqual(
      cancelRows(desk).map(([kind]) => kind),
      ['intent', 'response'],
    )
    assert.equal(cancelRows(desk)[0]?.[1], 'on_sight')
  })

  test('and that filled first is told as filled', async () => {
    const [desk] = await overtaken('matched')
    assert.deepEqual(late(desk), [['overtaken', clientId(1), 'filled']])
  })
})

describe('INV-20 Cancel All while reads hang', () => {
  function hangingReads(desk: Desk): () => void {
    const held = Promise.withResolvers<undefined>()
    const { account } = desk.venue
    const at = { ...account }
    Object.assign(account, {
      openOrders: () => held.promise.then(() => at.openOrders()),
      trades: (since: number) => held.promise.then(() => at.trades(since)),
      order: (id: OrderId) => held.promise.then(() => at.order(id)),
    })
    return () => held.resolve(undefined)
  }

  test('is answered within 2 s of the venue’s answer with what is known', async () => {
    const desk = await armed()
    const ids = [await placed(desk, 1), await placed(desk, 2)]
    hangingReads(desk)
    const all = await within(desk, 2_000, desk.side.orders.cancelAll())
    assert.deepEqual([new Set(all.cancelled), all.failed, all.queued], [new Set(ids), [], []])
  })

  test('what the venue did not name is told as not known, and later what became of it', async () => {
    const desk = await armed()
    const [taken, left] = [await placed(desk, 1), await placed(desk, 2)]
    desk.venue.isMute = true
    desk.venue.trading.cancelAll = async () => {
      desk.venue.change(taken, 'cancelled')
      desk.venue.fill(left, whole(10))
      return { kind: 'answered', cancelled: [taken], notCancelled: [] }
    }
    const letGo = hangingReads(desk)
    const all = await within(desk, 2_000, desk.side.orders.cancelAll())
    assert.deepEqual(all.cancelled, [taken])
    assert.deepEqual(
      all.failed.map(({ id, rejection }) => [id, rejection.code]),
      [[left, 'venue_unavailable']],
    )
    assert.match(all.failed[0]?.rejection.message ?? '', /has not said what became of it/)
    assert.deepEqual(late(desk), [])
    letGo()
    await desk.clock.advance(20_000)
    assert.deepEqual(late(desk), [['unconfirmed', clientId(2), 'filled']])
  })
})

test('INV-14 a replace whose cancel lost its answer goes on once a read proves the old order gone', async () => {
  const desk = await armed()
  const id = await placed(desk, 1)
  desk.venue.isMute = true
  const never = Promise.withResolvers<never>()
  desk.venue.trading.cancel = () => {
    desk.venue.change(id, 'cancelled')
    return never.promise
  }
  const answer = desk.side.orders.replace({
    clientOrderId: clientId(2),
    orderId: id,
    price: price(4_100),
    size: whole(10),
    postOnly: false,
  })
  await desk.clock.advance(1_000)
  assert.equal(desk.venue.requests.length, 1)
  desk.side.own.readFills()
  await desk.clock.advance(30_000)
  const result = await answer
  assert.ok(result.ok && result.value.cancelled)
  assert.equal(result.value.result, 'accepted')
  assert.equal(desk.venue.requests.length, 2)
})
