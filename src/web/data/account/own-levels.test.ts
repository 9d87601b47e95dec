import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Order } from '../../platform/api/client.ts'
import { micros } from '#core/money.ts'
import { parsePrice, priceFromSteps } from '#core/price.ts'
import type { Intent } from './intent.ts'
import { rowPriceOf } from '../markets/ladder-grid.ts'
import { uuidV7 } from '../../actions/guard.ts'
import { cellKey, groupOwnLevels, mirroredOrders, ownInRow } from './own-levels.ts'
import { sampleOrder } from '../../features/portfolio/testing/samples.ts'
import type { WireOrder } from '../../features/portfolio/testing/samples.ts'

const price = parsePrice('0.57')
assert.ok(price !== null)
const KEY = cellKey('pm:1', 'BUY', price)

function orderOf(id: string, part: Partial<WireOrder> = {}): Order {
  return sampleOrder({
    id,
    client_order_id: id,
    outcome_id: 'pm:1',
    side: 'BUY',
    price: '0.57',
    remaining_size: '10',
    status: 'live',
    cancelling: false,
    cancel_queued: false,
    cancel_too_late: false,
    ...part,
  })
}

const intent: Intent = {
  clientOrderId: uuidV7(1, new Uint8Array(10)),
  outcomeId: 'pm:1',
  outcomeName: 'Yes',
  side: 'BUY',
  price,
  size: micros(5_000_000n),
  at: 0,
  state: 'sending',
  text: '',
  code: null,
  order: null,
  move: null,
}

test('orders of one cell are one chip with their whole remaining size', () => {
  const levels = groupOwnLevels([orderOf('a'), orderOf('b', { remaining_size: '2.5' })], [], new Map())
  assert.equal(levels.get(KEY)?.size, micros(12_500_000n))
  assert.equal(levels.get(KEY)?.orders.length, 2)
  assert.equal(levels.size, 1)
})

test('closed orders are no chips, and the most urgent state is the one shown', () => {
  const levels = groupOwnLevels(
    [orderOf('a', { status: 'filled' }), orderOf('b'), orderOf('c', { status: 'unknown' })],
    [],
    new Map(),
  )
  assert.equal(levels.get(KEY)?.orders.length, 2)
  assert.equal(levels.get(KEY)?.state, 'unknown')
})

test('an intent shows until the order list knows it', () => {
  assert.equal(groupOwnLevels([], [intent], new Map()).get(KEY)?.state, 'sending')
  const known = orderOf('a', { client_order_id: intent.clientOrderId })
  assert.equal(groupOwnLevels([known], [intent], new Map()).get(KEY)?.size, micros(10_000_000n))
  assert.equal(groupOwnLevels([], [{ ...intent, state: 'accepted' }], new Map()).size, 0)
})

test('a cell that looks the same keeps its identity', () => {
  const orders = [orderOf('a'), orderOf('b', { price: '0.58' })]
  const before = groupOwnLevels(orders, [], new Map())
  const after = groupOwnLevels([...orders, orderOf('c', { price: '0.58' })], [], before)
  assert.equal(after.get(KEY), before.get(KEY))
  assert.notDeepEqual([...after.values()], [...before.values()])
})

test('orders of one grouped row are one chip, and a row of one order keeps it as it is', () => {
  const fine = parsePrice('0.573')
  assert.ok(fine !== null)
  const own = groupOwnLevels(
    [orderOf('a'), orderOf('b', { price: '0.573', status: 'unknown' }), orderOf('c', { price: '0.58' })],
    [],
    new Map(),
  )
  const grid = { tick: 10, group: 10 } as const
  const row = ownInRow(own, 'pm:1', 'BUY', price, grid)
  assert.equal(row?.size, micros(20_000_000n))
  assert.equal(row.orders.length, 2)
  assert.equal(row.state, 'unknown')
  assert.equal(ownInRow(own, 'pm:1', 'BUY', price, grid), row)
  assert.equal(ownInRow(own, 'pm:1', 'SELL', price, grid), null)
  assert.equal(ownInRow(own, 'pm:1', 'BUY', fine, { tick: 10, group: 1 })?.orders.length, 1)
})

test('orders off the tick, left when it became coarser, stand in the row that they lie on', () => {
  const orders = ['0.572', '0.576', '0.57'].map((at) => orderOf(at, { price: at }))
  const own = groupOwnLevels(orders, [], new Map())
  const rows = (tick: 10 | 100) =>
    Array.from({ length: 99 }, (_, at) => priceFromSteps((at + 1) * 100))
      .flatMap((row) =>
        row === null ? [] : (ownInRow(own, 'pm:1', 'BUY', row, { tick, group: 1 })?.orders ?? []),
      )
      .map(({ id }) => id)
  assert.deepEqual(rows(100), ['0.57', '0.572', '0.576'])
  assert.deepEqual(rows(10), ['0.57'])
})

const PAIRS = new Map([
  ['pm:1', 'pm:2'],
  ['pm:2', 'pm:1'],
])

test('an order of the other outcome stands at 1 - p on the other side, beside those of the ladder itself', () => {
  const orders = [
    orderOf('a'),
    orderOf('b', { outcome_id: 'pm:2', side: 'SELL', price: '0.43', remaining_size: '4' }),
  ]
  const own = groupOwnLevels(orders, [intent], new Map(), PAIRS)
  const level = own.get(KEY)
  assert.deepEqual([level?.size, level?.others, level?.state], [19_000_000n, 4_000_000n, 'sending'])
  assert.deepEqual(
    level?.orders.map(({ id }) => id),
    ['a', 'b'],
  )
  const there = parsePrice('0.43')
  assert.ok(there !== null)
  const seen = own.get(cellKey('pm:2', 'SELL', there))
  assert.deepEqual([seen?.size, seen?.others], [19_000_000n, 15_000_000n])
  assert.equal(own.size, 2)
  assert.equal(groupOwnLevels(orders, [intent], own, PAIRS).get(KEY), level)
})

test('for any order the mirrored row is the mirrored price, also where rows hold several ticks', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999 }),
      fc.constantFrom('BUY' as const, 'SELL' as const),
      (steps, side) => {
        const order = orderOf('a', { price: (steps / 1_000).toFixed(3), side })
        const own = groupOwnLevels([order], [], new Map(), PAIRS)
        const grid = { tick: 10, group: 10 } as const
        const other = side === 'BUY' ? 'SELL' : 'BUY'
        const rows = Array.from({ length: 100 }, (_, at) => priceFromSteps(Math.max(10, at * 100)))
        const found = rows.filter((row) => row !== null && ownInRow(own, 'pm:2', other, row, grid) !== null)
        const price = priceFromSteps(10_000 - steps * 10)
        assert.ok(price !== null)
        assert.deepEqual(found, [rowPriceOf(price, grid)])
      },
    ),
  )
})

test('orders as they would be written for the other outcome: open ones only, with their own ids', () => {
  const orders = [orderOf('a'), orderOf('b', { status: 'filled' }), orderOf('c', { outcome_id: 'pm:3' })]
  assert.deepEqual(
    mirroredOrders(orders, 'pm:1', 'pm:2').map((order) => [
      order.id,
      order.outcomeId,
      order.side,
      order.price,
    ]),
    [['a', 'pm:2', 'SELL', 4_300]],
  )
})
