// An order that the venue called cancelled and keeps: found, counted, reported and cancelled again; lists that lag accuse nobody.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderId } from '#core/ids.ts'
import { ok } from '#lib/result.ts'
import type { VenueOrder } from '#core/order/account-rows.ts'
import { createTradingFixture, intent, whole, type TradingFixture } from '../../testing/trading-fixture.ts'

/** An order of a fresh fixture whose cancel the venue confirms; the venue does it only when the test asks. */
async function cancelled(
  isDone: (count: number) => boolean,
): Promise<{ fixture: TradingFixture; id: OrderId }> {
  const fixture = createTradingFixture()
  await fixture.open()
  const answer = fixture.module.orders.place(intent(1))
  await fixture.clock.advance(500)
  const placed = await answer
  assert.ok(placed.ok && placed.value.order?.id)
  const { id } = placed.value.order
  const cancel = fixture.venue.trading.cancel.bind(fixture.venue.trading)
  let count = 0
  fixture.venue.trading.cancel = async (ids) => {
    count += 1
    if (isDone(count)) return cancel(ids)
    fixture.venue.cancels.push('ignored')
    return { kind: 'answered', cancelled: ids, notCancelled: [] }
  }
  const result = fixture.module.orders.cancel([id])
  await fixture.clock.advance(100)
  assert.deepEqual((await result).cancelled, [id])
  return { fixture, id }
}

function used(fixture: TradingFixture): readonly [number, bigint] {
  const { maxOpenOrders, maxPositionNotional } = fixture.module.risk.usage()
  return [maxOpenOrders, maxPositionNotional]
}

test('INV-18 INV-11 it counts as open, is reported once and is cancelled again until the venue has let go of it', async () => {
  const { fixture, id } = await cancelled((count) => count > 2)
  assert.deepEqual(used(fixture), [0, 0n])
  await fixture.clock.advance(8_000)
  assert.deepEqual(fixture.venue.cancels, ['ignored', 'ignored'], 'the second by itself, and ignored as well')
  assert.deepEqual(used(fixture), [1, whole(4)])
  assert.deepEqual(
    fixture.published.cancel_ignored?.map(({ order }) => order.id),
    [id],
  )
  assert.equal(fixture.module.orders.order(id)?.status, 'cancelled')
  await fixture.clock.advance(30_000)
  assert.deepEqual(fixture.venue.live(), [])
  assert.deepEqual(fixture.venue.cancels, ['ignored', 'ignored', 'cancel 1'])
  assert.deepEqual(used(fixture), [0, 0n])
  assert.equal(fixture.published.cancel_ignored?.length, 1)
})

test('INV-47 it is cancelled no more often than every five seconds, however long the venue ignores it', async () => {
  const { fixture } = await cancelled(() => false)
  await fixture.clock.advance(60_000)
  assert.ok(fixture.venue.cancels.length > 5)
  assert.ok(fixture.venue.cancels.length <= 13)
  assert.equal(fixture.published.cancel_ignored?.length, 1)
})

test('INV-18 Cancel All means it, too', async () => {
  const { fixture, id } = await cancelled((count) => count > 2)
  await fixture.clock.advance(8_000)
  const all = fixture.module.orders.cancelAll()
  await fixture.clock.advance(2_000)
  assert.deepEqual([(await all).cancelled, (await all).failed], [[id], []])
  assert.deepEqual(fixture.venue.live(), [])
})

test('a fill proves that it lived, and ends what was counted', async () => {
  const { fixture, id } = await cancelled(() => false)
  await fixture.clock.advance(8_000)
  fixture.venue.fill(id, whole(10))
  await fixture.clock.advance(1_000)
  assert.equal(fixture.module.orders.order(id)?.status, 'filled')
  assert.deepEqual(used(fixture), [0, whole(4)])
})

test('after a restart it is an open order again', async () => {
  const { fixture, id } = await cancelled(() => false)
  await fixture.clock.advance(8_000)
  await fixture.restart()
  await fixture.clock.advance(2_000)
  assert.equal(fixture.module.orders.order(id)?.status, 'live')
})

const lags: readonly (readonly [string, (fixture: TradingFixture, id: OrderId, row: VenueOrder) => void])[] =
  [
    [
      'a list that lags for half a minute, when the lookup says that it is over',
      (fixture, _, row) => {
        const read = fixture.venue.account.openOrders.bind(fixture.venue.account)
        const until = fixture.clock.now() + 30_000
        fixture.venue.account.openOrders = () =>
          fixture.clock.now() < until ? Promise.resolve(ok({ orders: [row], notUnderstood: [] })) : read()
      },
    ],
    [
      'a list that lags, when the venue has forgotten the order',
      (fixture, id, row) => {
        fixture.venue.orders.delete(id)
        fixture.venue.account.openOrders = () => Promise.resolve(ok({ orders: [row], notUnderstood: [] }))
      },
    ],
    [
      'a list and a lookup that lag for five seconds',
      (fixture, _, row) => {
        const { account } = fixture.venue
        const [list, lookup] = [account.openOrders.bind(account), account.order.bind(account)]
        const until = fixture.clock.now() + 5_000
        account.openOrders = () =>
          fixture.clock.now() < until ? Promise.resolve(ok({ orders: [row], notUnderstood: [] })) : list()
        account.order = (asked) => (fixture.clock.now() < until ? Promise.resolve(ok(row)) : lookup(asked))
      },
    ],
    [
      'a lookup that lags, when no list shows it',
      (fixture, _, row) => {
        fixture.venue.account.order = () => Promise.resolve(ok(row))
      },
    ],
  ]
for (const [title, lag] of lags) {
  test(`nothing is reported or cancelled after ${title}`, async () => {
    const { fixture, id } = await cancelled(() => true)
    const row = fixture.venue.orders.get(id)
    assert.ok(row !== undefined)
    lag(fixture, id, { ...row, state: 'live' })
    await fixture.clock.advance(60_000)
    assert.deepEqual(fixture.venue.cancels, ['cancel 1'])
    assert.equal(fixture.published.cancel_ignored, undefined)
    assert.deepEqual(used(fixture), [0, 0n])
  })
}
