import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros, ZERO } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { Order } from '../../platform/api/client.ts'
import type { OwnLevel } from '../../data/account/own-levels.ts'
import {
  aimAt,
  aimDrag,
  aimedRow,
  hasBegun,
  movableOrders,
  openSize,
  priceOfMove,
  rowAtHeight,
} from './order-drag.ts'
import type { LadderGrid } from '../../data/markets/ladder-grid.ts'
import type { OrderDrag } from './order-drag.ts'
import { sampleOrder } from '../../features/portfolio/testing/samples.ts'
import type { WireOrder } from '../../features/portfolio/testing/samples.ts'

const CENTS: LadderGrid = { tick: 100, group: 1 }
const TENS: LadderGrid = { tick: 10, group: 10 }

function price(text: string): Price {
  const parsed = parsePrice(text)
  assert.ok(parsed !== null)
  return parsed
}

const WIRE: Partial<WireOrder> = {
  status: 'live',
  cancelling: false,
  cancel_queued: false,
  cancel_too_late: false,
  remaining_size: '10',
}
const ORDER = sampleOrder(WIRE)
const DRAG: OrderDrag = {
  outcomeId: 'pm:1',
  hasOthers: true,
  grid: CENTS,
  side: 'BUY',
  leg: null,
  from: price('0.57'),
  to: price('0.57'),
  by: 'keys',
  size: micros(10_000_000n),
  left: micros(10_000_000n),
}

function levelOf(orders: readonly Order[]): OwnLevel {
  return {
    outcomeId: 'pm:1',
    side: 'BUY',
    price: price('0.57'),
    size: micros(10_000_000n),
    orders,
    others: ZERO,
    state: 'live',
  }
}

test('of a chip only what rests is moved; nothing movable says why', () => {
  const found = movableOrders(levelOf([ORDER, { ...ORDER, status: 'delayed' }]))
  assert.ok(found.ok)
  assert.equal(openSize(found.orders), micros(10_000_000n))
  assert.deepEqual(movableOrders(levelOf([{ ...ORDER, status: 'unknown' }])), {
    ok: false,
    why: 'the order is still unresolved',
  })
  assert.equal(movableOrders(null).ok, false)
})

test('the price under the pointer is that of its row, also beyond both ends', () => {
  assert.equal(rowAtHeight(0, 26, CENTS), price('0.99'))
  assert.equal(rowAtHeight(25.9, 26, CENTS), price('0.99'))
  assert.equal(rowAtHeight(26, 26, CENTS), price('0.98'))
  assert.equal(rowAtHeight(-50, 26, CENTS), price('0.99'))
  assert.equal(rowAtHeight(1e9, 26, CENTS), price('0.01'))
})

test('a press that wanders a little is no drag', () => {
  assert.equal(hasBegun({ x: 10, y: 10 }, { x: 13, y: 7 }), false)
  assert.equal(hasBegun({ x: 10, y: 10 }, { x: 10, y: 15 }), true)
})

test('the target moves by whole rows and stays on the ladder', () => {
  assert.equal(aimDrag(DRAG, 2).to, price('0.59'))
  assert.equal(aimDrag({ ...DRAG, grid: { tick: 1, group: 1 } }, -10).to, price('0.569'))
  assert.equal(aimDrag(DRAG, 99).to, price('0.99'))
  assert.equal(aimDrag(DRAG, -99).to, price('0.01'))
})

test('in grouped rows it lands on the end of the range that its side means, and its own row keeps it', () => {
  const grouped = { ...DRAG, grid: TENS }
  const up = aimDrag(grouped, 1)
  assert.equal(up.to, price('0.589'))
  assert.equal(aimedRow(up), price('0.58'))
  assert.equal(aimDrag(up, -1).to, DRAG.from)
  assert.equal(aimAt({ ...grouped, side: 'SELL' }, price('0.6')).to, price('0.6'))
})

test('an order of the other outcome is moved to the price that says the same there', () => {
  const [to, mirrored] = [price('0.58'), price('0.42')]
  assert.equal(priceOfMove(sampleOrder({ outcome_id: 'pm:1' }), 'pm:1', to), to)
  assert.equal(priceOfMove(sampleOrder({ outcome_id: 'pm:2' }), 'pm:1', to), mirrored)
})
