// An order that the venue called cancelled and keeps: found, counted, told and cancelled again; lists that lag accuse nobody.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderId } from '#core/ids.ts'
import { ok } from '#lib/result.ts'
import type { VenueOrder } from '#ports/venue-account.ts'
import { createDesk, intent, whole } from '../../testing/desk.ts'
import type { Desk } from '../../testing/desk.ts'

/** An order of a fresh desk whose cancel the venue confirms; the venue does it only when told so. */
async function cancelled(isDone: (count: number) => boolean): Promise<{ desk: Desk; id: OrderId }> {
  const desk = createDesk()
  await desk.open()
  const answer = desk.side.orders.place(intent(1))
  await desk.clock.advance(500)
  const placed = await answer
  assert.ok(placed.ok && placed.value.order?.id)
  const { id } = placed.value.order
  const cancel = desk.venue.trading.cancel.bind(desk.venue.trading)
  let count = 0
  desk.venue.trading.cancel = async (ids) => {
    count += 1
    if (isDone(count)) return cancel(ids)
    desk.venue.cancels.push('ignored')
    return { kind: 'answered', cancelled: ids, notCancelled: [] }
  }
  const result = desk.side.orders.cancel([id])
  await desk.clock.advance(100)
  assert.deepEqual((await result).cancelled, [id])
  return { desk, id }
}

function used(desk: Desk): readonly [number, bigint] {
  const { maxOpenOrders, maxPositionNotional } = desk.side.risk.usage()
  return [maxOpenOrders, maxPositionNotional]
}

test('INV-18 INV-11 it counts as open, is told once and is cancelled again until the venue has let go of it', async () => {
  const { desk, id } = await cancelled((count) => count > 2)
  assert.deepEqual(used(desk), [0, 0n])
  await desk.clock.advance(8_000)
  assert.deepEqual(desk.venue.cancels, ['ignored', 'ignored'], 'the second by itself, and ignored as well')
  assert.deepEqual(used(desk), [1, whole(4)])
  assert.deepEqual(
    desk.told.cancel_ignored?.map(({ order }) => order.id),
    [id],
  )
  assert.equal(desk.side.orders.order(id)?.status, 'cancelled')
  await desk.clock.advance(30_000)
  assert.deepEqual(desk.venue.live(), [])
  assert.deepEqual(desk.venue.cancels, ['ignored', 'ignored', 'cancel 1'])
  assert.deepEqual(used(desk), [0, 0n])
  assert.equal(desk.told.cancel_ignored?.length, 1)
})

test('INV-47 it is cancelled no more often than every five seconds, however long the venue ignores it', async () => {
  const { desk } = await cancelled(() => false)
  await desk.clock.advance(60_000)
  assert.ok(desk.venue.cancels.length > 5)
  assert.ok(desk.venue.cancels.length <= 13)
  assert.equal(desk.told.cancel_ignored?.length, 1)
})

test('INV-18 Cancel All means it, too', async () => {
  const { desk, id } = await cancelled((count) => count > 2)
  await desk.clock.advance(8_000)
  const all = desk.side.orders.cancelAll()
  await desk.clock.advance(2_000)
  assert.deepEqual([(await all).cancelled, (await all).failed], [[id], []])
  assert.deepEqual(desk.venue.live(), [])
})

test('a fill proves that it lived, and ends what was counted', async () => {
  const { desk, id } = await cancelled(() => false)
  await desk.clock.advance(8_000)
  desk.venue.fill(id, whole(10))
  await desk.clock.advance(1_000)
  assert.equal(desk.side.orders.order(id)?.status, 'filled')
  assert.deepEqual(used(desk), [0, whole(4)])
})

test('after a restart it is an open order again', async () => {
  const { desk, id } = await cancelled(() => false)
  await desk.clock.advance(8_000)
  await desk.restart()
  await desk.clock.advance(2_000)
  assert.equal(desk.side.orders.order(id)?.status, 'live')
})

const lags: readonly (readonly [string, (desk: Desk, id: OrderId, row: VenueOrder) => void])[] = [
  [
    'a list that lags for half a minute, when the lookup says that it is over',
    (desk, _, row) => {
      const read = desk.venue.account.openOrders.bind(desk.venue.account)
      const until = desk.clock.now() + 30_000
      desk.venue.account.openOrders = () =>
        desk.clock.now() < until ? Promise.resolve(ok({ orders: [row], notUnderstood: [] })) : read()
    },
  ],
  [
    'a list that lags, when the venue has forgotten the order',
    (desk, id, row) => {
      desk.venue.orders.delete(id)
      desk.venue.account.openOrders = () => Promise.resolve(ok({ orders: [row], notUnderstood: [] }))
    },
  ],
  [
    'a list and a lookup that lag for five seconds',
    (desk, _, row) => {
      const { account } = desk.venue
      const [list, lookup] = [account.openOrders.bind(account), account.order.bind(account)]
      const until = desk.clock.now() + 5_000
      account.openOrders = () =>
        desk.clock.now() < until ? Promise.resolve(ok({ orders: [row], notUnderstood: [] })) : list()
      account.order = (asked) => (desk.clock.now() < until ? Promise.resolve(ok(row)) : lookup(asked))
    },
  ],
  [
    'a lookup that lags, when no list shows it',
    (desk, _, row) => {
      desk.venue.account.order = () => Promise.resolve(ok(row))
    },
  ],
]
for (const [title, lag] of lags) {
  test(`nothing is told or cancelled after ${title}`, async () => {
    const { desk, id } = await cancelled(() => true)
    const row = desk.venue.orders.get(id)
    assert.ok(row !== undefined)
    lag(desk, id, { ...row, state: 'live' })
    await desk.clock.advance(60_000)
    assert.deepEqual(desk.venue.cancels, ['cancel 1'])
    assert.equal(desk.told.cancel_ignored, undefined)
    assert.deepEqual(used(desk), [0, 0n])
  })
}
