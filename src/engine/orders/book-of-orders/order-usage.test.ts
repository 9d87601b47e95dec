// The counters against a naive model of the same account: after any history both say the same, and no limit was passed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { OrderId, OutcomeId } from '#core/ids.ts'
import { micros, ZERO, type Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import type { RiskLimits } from '#core/risk-limits.ts'
import {
  clientId,
  createTradingFixture,
  intent,
  NO,
  price,
  whole,
  YES,
} from '../../testing/trading-fixture.ts'
import { NAMELESS, type ScriptedOutcome } from '../../testing/fake-orders.ts'
import type { TradingFixture } from '../../testing/trading-fixture.ts'

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
      readonly scripted: ScriptedOutcome
    }
  | {
      readonly type: 'fill' | 'cancel'
      readonly which: number
      readonly shares: number
      /** The order is reported as traded before its trade is. */
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
      scripted: fc.constantFrom<ScriptedOutcome>('live', 'live', 'matched', 'refused', 'lost_booked'),
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

/** Fills of buys, and all open ones. */
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
  fixture: TradingFixture,
  model: Model,
  number: number,
  move: Extract<Move, { type: 'place' }>,
): Promise<void> {
  const { side, ticks, scripted } = move
  const outcomeId = move.isYes ? YES : NO
  // Sales rest above the book, buys under it: the fake venue alone says what trades.
  const steps = side === 'BUY' ? ticks * 100 : 10_000 - ticks * 100
  const size = whole(move.shares)
  const notional = cost(BigInt(steps), size)
  const free = pairable(model, outcomeId)
  const increase = size > free ? size - free : 0n
  fixture.venue.scriptedOutcomes.splice(0, fixture.venue.scriptedOutcomes.length, scripted)
  const answer = fixture.module.orders.place(intent(number, { side, outcomeId, size, price: price(steps) }))
  await fixture.clock.advance(16_000)
  const result = await answer
  assert.ok(result.ok)
  const isOver =
    (side === 'BUY' &&
      ((increase > 0n && marketNotional(model) + cost(BigInt(steps), increase) > whole(30)) ||
        day(model) + notional > whole(60))) ||
    [...model.lines.values()].filter(({ isOpen }) => isOpen).length >= 5
  const { reject } = result.value
  assert.equal(reject !== null && reject.code !== 'venue_rejected', isOver, `${reject?.code}`)
  if (isOver || scripted === 'refused') return
  model.lines.set(number, { side, outcomeId, steps: BigInt(steps), size, filled: 0n, isOpen: true })
  if (side === 'BUY') {
    model.hedged += notional - cost(BigInt(steps), increase)
  }
  if (scripted === 'matched') take(model, number, size)
}

function tellFrame(fixture: TradingFixture, id: OrderId, matchedSize: Micros, isLive: boolean): void {
  const row = fixture.venue.orders.get(id)
  assert.ok(row !== undefined)
  fixture.venue.publish({
    type: 'order',
    change: 'update',
    order: { ...row, matchedSize, state: isLive ? 'live' : 'matched' },
  })
}

async function move(fixture: TradingFixture, model: Model, number: number, step: Move): Promise<void> {
  const open = [...model.lines].filter(([, { isOpen }]) => isOpen)
  switch (step.type) {
    case 'place':
      await place(fixture, model, number, step)
      return
    case 'restart':
      await fixture.restart()
      fixture.module.trading.arm()
      return
    case 'cancel_all': {
      const answer = fixture.module.orders.cancelAll()
      await fixture.clock.advance(5_000)
      await answer
      for (const [, line] of open) line.isOpen = false
      return
    }
    case 'fill':
    case 'cancel': {
      const [target, line] = open[step.which % Math.max(1, open.length)] ?? []
      if (target === undefined || line === undefined) return
      const id = fixture.module.orders.byClientOrderId(clientId(target))?.id
      assert.ok(id)
      if (step.type === 'fill') {
        const left = line.size - line.filled
        const shares = whole(step.shares) < left ? whole(step.shares) : micros(left)
        take(model, target, shares)
        if (step.isFrameFirst && line.side === 'BUY') {
          tellFrame(fixture, id, micros(line.filled), line.isOpen)
          assert.equal(fixture.module.risk.usage().maxPositionNotional, marketNotional(model))
        }
        fixture.venue.fill(id, shares)
      } else {
        const answer = fixture.module.orders.cancel([id])
        await fixture.clock.advance(1_000)
        await answer
        line.isOpen = false
      }
      await fixture.clock.advance(1_000)
    }
  }
}

test('INV-15 the counters equal a naive model after any history, restarts included, and each refusal is the model’s own', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyMove, { maxLength: 20 }), async (moves) => {
      const fixture = createTradingFixture()
      await fixture.open()
      assert.ok(fixture.module.risk.set({ ...fixture.module.risk.limits(), ...LIMITS }).ok)
      const model: Model = { lines: new Map(), held: new Map(), hedged: 0n }
      for (const [index, step] of moves.entries()) {
        await move(fixture, model, index + 1, step)
        const usage = fixture.module.risk.usage()
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

test('INV-15 buys whose trades are never understood count against the position limit until they are', async () => {
  const fixture = createTradingFixture()
  await fixture.open()
  assert.ok(fixture.module.risk.set({ ...fixture.module.risk.limits(), maxPositionNotional: whole(30) }).ok)
  fixture.venue.tradesNotUnderstood = [NAMELESS]
  const placed = await fixture.module.orders.place(intent(1, { size: whole(50) }))
  const id = placed.ok ? placed.value.order?.id : null
  assert.ok(id)
  tellFrame(fixture, id, whole(50), false)
  await fixture.clock.advance(180_000)
  assert.equal(fixture.module.risk.usage().maxPositionNotional, whole(20))
  const next = await fixture.module.orders.place(intent(2, { size: whole(50) }))
  assert.equal(next.ok && next.value.reject?.code, 'max_position_notional')
})

test('shares of an untold buy that are sold count no more', async () => {
  const fixture = createTradingFixture()
  await fixture.open()
  fixture.venue.tradesNotUnderstood = [NAMELESS]
  const bought = await fixture.module.orders.place(intent(1, { size: whole(50) }))
  assert.ok(bought.ok && bought.value.order?.id)
  tellFrame(fixture, bought.value.order.id, whole(50), false)
  await fixture.clock.advance(60_000)
  assert.equal(fixture.module.risk.usage().maxPositionNotional, whole(20))
  const sold = await fixture.module.orders.place(
    intent(2, { side: 'SELL', size: whole(50), price: price(6_000) }),
  )
  assert.ok(sold.ok && sold.value.order?.id)
  fixture.venue.fill(sold.value.order.id, whole(30))
  await fixture.clock.advance(1_000)
  assert.equal(fixture.module.risk.usage().maxPositionNotional, whole(8))
  fixture.venue.fill(sold.value.order.id, whole(20))
  await fixture.clock.advance(180_000)
  assert.equal(fixture.module.risk.usage().maxPositionNotional, ZERO)
})

test('INV-15 what was sold before an untold buy takes nothing of it away', async () => {
  const fixture = createTradingFixture()
  await fixture.open()
  const sold = await fixture.module.orders.place(
    intent(1, { side: 'SELL', size: whole(50), price: price(6_000) }),
  )
  assert.ok(sold.ok && sold.value.order?.id)
  fixture.venue.fill(sold.value.order.id, whole(50))
  await fixture.clock.advance(2_000)
  fixture.venue.tradesNotUnderstood = [NAMELESS]
  const bought = await fixture.module.orders.place(intent(2, { size: whole(50) }))
  assert.ok(bought.ok && bought.value.order?.id)
  tellFrame(fixture, bought.value.order.id, whole(50), false)
  await fixture.clock.advance(60_000)
  assert.equal(fixture.module.risk.usage().maxPositionNotional, whole(20))
})
