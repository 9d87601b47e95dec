// The counters against a naive model of the same account: after any history both say the same, and no limit was passed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { OrderId, OutcomeId } from '#core/ids.ts'
import { micros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import type { RiskLimits } from '#core/risk-limits.ts'
import { clientId, createDesk, intent, NO, price, whole, YES } from '../testing/desk.ts'
import { NAMELESS } from '../testing/fake-orders.ts'
import type { Desk } from '../testing/desk.ts'
import type { Fate } from '../testing/fake-orders.ts'

type Line = {
  readonly side: Side
  readonly outcomeId: OutcomeId
  readonly steps: bigint
  readonly size: bigint
  filled: bigint
  isOpen: boolean
}
/** All that the model knows: the orders that left, and shares and cost of each outcome. */
type Model = {
  readonly lines: Map<number, Line>
  readonly held: Map<OutcomeId, { shares: bigint; cost: bigint }>
  hedged: bigint
}

const LIMITS: Partial<RiskLimits> = {
  maxPositionNotional: whole(30),
  maxDailyNotional: whole(60),
  maxOpenOrders: 5,
}

type Move =
  | {
      readonly type: 'place'
      readonly side: Side
      readonly isYes: boolean
      readonly ticks: number
      readonly shares: number
      readonly fate: Fate
    }
  | {
      readonly type: 'fill' | 'cancel'
      readonly which: number
      readonly shares: number
      /** The order is told to have traded before its trade is. */
      readonly isFrameFirst: boolean
    }
  | { readonly type: 'cancel_all' | 'restart' }

const anyMove: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('place' as const),
      side: fc.constantFrom<Side>('BUY', 'BUY', 'SELL'),
      isYes: fc.boolean(),
      ticks: fc.integer({ min: 20, max: 44 }),
      shares: fc.integer({ min: 5, max: 40 }),
      fate: fc.constantFrom<Fate>('live', 'live', 'matched', 'refused', 'lost_booked'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom('fill' as const, 'fill' as const, 'cancel' as const),
      which: fc.nat(9),
      shares: fc.integer({ min: 1, max: 20 }),
      isFrameFirst: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('cancel_all' as const, 'restart' as const) }) },
)

const cost = (steps: bigint, size: bigint): bigint => (steps * size) / 10_000n

function openCost(model: Model): bigint {
  const buys = [...model.lines.values()].filter(({ isOpen, side }) => isOpen && side === 'BUY')
  return buys.reduce((sum, { steps, size, filled }) => sum + cost(steps, size - filled), 0n)
}

/** What buys have filled, and all of those that are open. */
function day(model: Model): bigint {
  const buys = [...model.lines.values()].filter(({ side }) => side === 'BUY')
  return buys.reduce((sum, { isOpen, steps, size, filled }) => sum + cost(steps, isOpen ? size : filled), 0n)
}

function marketNotional(model: Model): bigint {
  return [...model.held.values()].reduce((sum, held) => sum + held.cost, openCost(model))
}

function take(model: Model, number: number, shares: bigint): void {
  const line = model.lines.get(number)
  assert.ok(line !== undefined)
  line.filled += shares
  if (line.filled >= line.size) line.isOpen = false
  const held = model.held.get(line.outcomeId) ?? { shares: 0n, cost: 0n }
  if (line.side === 'BUY') {
    held.shares += shares
    held.cost += cost(line.steps, shares)
  } else if (shares >= held.shares) {
    held.shares = 0n
    held.cost = 0n
  } else {
    held.cost -= (held.cost * shares) / held.shares
    held.shares -= shares
  }
  model.held.set(line.outcomeId, held)
}

/** Shares of the other outcome that a buy would only pair. */
function pairable(model: Model, outcomeId: OutcomeId): bigint {
  const other = outcomeId === YES ? NO : YES
  const rest = (id: OutcomeId, side: Side): bigint =>
    [...model.lines.values()]
      .filter((line) => line.isOpen && line.side === side && line.outcomeId === id)
      .reduce((sum, { size, filled }) => sum + size - filled, 0n)
  const shares = (id: OutcomeId): bigint => model.held.get(id)?.shares ?? 0n
  const left = shares(other) - rest(other, 'SELL') - shares(outcomeId) - rest(outcomeId, 'BUY')
  return left > 0n ? left : 0n
}

async function place(
  desk: Desk,
  model: Model,
  number: number,
  move: Extract<Move, { type: 'place' }>,
): Promise<void> {
  const { side, ticks, fate } = move
  const outcomeId = move.isYes ? YES : NO
  // Sales rest above the book, buys under it: the fake venue alone says what trades.
  const steps = side === 'BUY' ? ticks * 100 : 10_000 - ticks * 100
  const size = whole(move.shares)
  const notional = cost(BigInt(steps), size)
  const free = pairable(model, outcomeId)
  const increase = size > free ? size - free : 0n
  desk.venue.fates.splice(0, desk.venue.fates.length, fate)
  const answer = desk.side.orders.place(intent(number, { side, outcomeId, size, price: price(steps) }))
  await desk.clock.advance(16_000)
  const result = await answer
  assert.ok(result.ok)
  const isOver =
    (side === 'BUY' &&
      ((increase > 0n && marketNotional(model) + cost(BigInt(steps), increase) > whole(30)) ||
        day(model) + notional > whole(60))) ||
    [...model.lines.values()].filter(({ isOpen }) => isOpen).length >= 5
  const { reject } = result.value
  assert.equal(reject !== null && reject.code !== 'venue_rejected', isOver, `${reject?.code}`)
  if (isOver || fate === 'refused') return
  model.lines.set(number, { side, outcomeId, steps: BigInt(steps), size, filled: 0n, isOpen: true })
  if (side === 'BUY') {
    model.hedged += notional - cost(BigInt(steps), increase)
  }
  if (fate === 'matched') take(model, number, size)
}

function tellFrame(desk: Desk, id: OrderId, matchedSize: Micros, isLive: boolean): void {
  const row = desk.venue.orders.get(id)
  assert.ok(row !== undefined)
  desk.venue.tell({
    type: 'order',
    change: 'update',
    order: { ...row, matchedSize, state: isLive ? 'live' : 'matched' },
  })
}

async function move(desk: Desk, model: Model, number: number, step: Move): Promise<void> {
  const open = [...model.lines].filter(([, { isOpen }]) => isOpen)
  switch (step.type) {
    case 'place':
      await place(desk, model, number, step)
      return
    case 'restart':
      await desk.restart()
      desk.side.trading.arm()
      return
    case 'cancel_all': {
      const answer = desk.side.orders.cancelAll()
      await desk.clock.advance(5_000)
      await answer
      for (const [, line] of open) line.isOpen = false
      return
    }
    case 'fill':
    case 'cancel': {
      const [target, line] = open[step.which % Math.max(1, open.length)] ?? []
      if (target === undefined || line === undefined) return
      const id = desk.side.orders.byClientOrderId(clientId(target))?.id
      assert.ok(id)
      if (step.type === 'fill') {
        const left = line.size - line.filled
        const shares = whole(step.shares) < left ? whole(step.shares) : micros(left)
        take(model, target, shares)
        if (step.isFrameFirst && line.side === 'BUY') {
          tellFrame(desk, id, micros(line.filled), line.isOpen)
          assert.equal(desk.side.risk.usage().maxPositionNotional, marketNotional(model))
        }
        desk.venue.fill(id, shares)
      } else {
        const answer = desk.side.orders.cancel([id])
        await desk.clock.advance(1_000)
        await answer
        line.isOpen = false
      }
      await desk.clock.advance(1_000)
    }
  }
}

test('INV-15 the counters equal a naive model after any history, restarts included, and each refusal is the model’s own', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyMove, { maxLength: 20 }), async (moves) => {
      const desk = createDesk()
      await desk.open()
      assert.ok(desk.side.risk.set({ ...desk.side.risk.limits(), ...LIMITS }).ok)
      const model: Model = { lines: new Map(), held: new Map(), hedged: 0n }
      for (const [index, step] of moves.entries()) {
        await move(desk, model, index + 1, step)
        const usage = desk.side.risk.usage()
        const open = [...model.lines.values()].filter(({ isOpen }) => isOpen).length
        assert.deepEqual(
          [usage.maxOpenOrders, usage.maxDailyNotional, usage.maxPositionNotional],
          [open, day(model), marketNotional(model)],
          step.type,
        )
        assert.ok(usage.maxPositionNotional <= whole(30) + model.hedged)
        assert.ok(usage.maxDailyNotional <= whole(60) && usage.maxOpenOrders <= 5)
      }
    }),
    { numRuns: 60 },
  )
})

test('[INV-15] buys whose trades are never understood count against the position limit until they are', async () => {
  const desk = createDesk()
  await desk.open()
  assert.ok(desk.side.risk.set({ ...desk.side.risk.limits(), maxPositionNotional: whole(30) }).ok)
  desk.venue.tradesNotUnderstood = [NAMELESS]
  const placed = await desk.side.orders.place(intent(1, { size: whole(50) }))
  const id = placed.ok ? placed.value.order?.id : null
  assert.ok(id)
  tellFrame(desk, id, whole(50), false)
  await desk.clock.advance(180_000)
  assert.equal(desk.side.risk.usage().maxPositionNotional, whole(20))
  const next = await desk.side.orders.place(intent(2, { size: whole(50) }))
  assert.equal(next.ok && next.value.reject?.code, 'max_position_notional')
})

test('shares of an untold buy that are sold count no more', async () => {
  const desk = createDesk()
  await desk.open()
  desk.venue.tradesNotUnderstood = [NAMELESS]
  const bought = await desk.side.orders.place(intent(1, { size: whole(50) }))
  assert.ok(bought.ok && bought.value.order?.id)
  tellFrame(desk, bought.value.order.id, whole(50), false)
  await desk.clock.advance(60_000)
  assert.equal(desk.side.risk.usage().maxPositionNotional, whole(20))
  const sold = await desk.side.orders.place(intent(2, { side: 'SELL', size: whole(50), price: price(6_000) }))
  assert.ok(sold.ok && sold.value.order?.id)
  desk.venue.fill(sold.value.order.id, whole(30))
  await desk.clock.advance(1_000)
  assert.equal(desk.side.risk.usage().maxPositionNotional, whole(8))
  desk.venue.fill(sold.value.order.id, whole(20))
  await desk.clock.advance(180_000)
  assert.equal(desk.side.risk.usage().maxPositionNotional, ZERO)
})

test('[INV-15] what was sold before an untold buy takes nothing of it away', async () => {
  const desk = createDesk()
  await desk.open()
  const sold = await desk.side.orders.place(intent(1, { side: 'SELL', size: whole(50), price: price(6_000) }))
  assert.ok(sold.ok && sold.value.order?.id)
  desk.venue.fill(sold.value.order.id, whole(50))
  await desk.clock.advance(2_000)
  desk.venue.tradesNotUnderstood = [NAMELESS]
  const bought = await desk.side.orders.place(intent(2, { size: whole(50) }))
  assert.ok(bought.ok && bought.value.order?.id)
  tellFrame(desk, bought.value.order.id, whole(50), false)
  await desk.clock.advance(60_000)
  assert.equal(desk.side.risk.usage().maxPositionNotional, whole(20))
})
