// What an attached exit sends, row by row, and its laws over any history at a venue that is slow to say what happened.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { exitOrderId, parseClientOrderId, parseExitId, parseOrderId, parseOutcomeId } from '../ids.ts'
import type { ClientOrderId } from '../ids.ts'
import { micros, ZERO } from '../money.ts'
import type { Micros } from '../money.ts'
import {
  coveredShares,
  cutToHeld,
  exitState,
  newExit,
  NO_LEGS,
  offeredShares,
  soldShares,
} from '../order/attached-exit.ts'
import type { AttachedExit, ExitLegs } from '../order/attached-exit.ts'
import { priceFromSteps } from '../price.ts'
import type { Price } from '../price.ts'
import { stepAttachedExit } from './attached-exit.ts'
import { MAX_TRIES } from './attached-exit-facts.ts'
import type { ExitEffect, ExitEvent } from './attached-exit-facts.ts'

function known<T>(value: T | null): T {
  assert.ok(value !== null)
  return value
}

const YES = known(parseOutcomeId('pm:1'))
const ID = known(parseExitId('01890000-0000-7000-8000-00000000ffff'))
const ENTRY = known(parseClientOrderId('01890000-0000-7000-8000-0000000000aa'))
const ENTRY_HASH = known(parseOrderId(`pm:0x${'ee'.repeat(32)}`))
const price = (steps: number): Price => known(priceFromSteps(steps))
const shares = (count: number): Micros => micros(BigInt(Math.round(count * 100)) * 10_000n)
const evidence = { bestBid: null, bestAsk: null, bookSequence: 1, bookAgeMs: 0 }
const MINIMUM = shares(5)
const BOTH: ExitLegs = {
  ...NO_LEGS,
  target: { price: price(7_000) },
  stop: { price: price(4_000), slippageTicks: 2 },
}

type Looked = { bid?: number | null; free?: Micros | null; isPaused?: boolean; now?: number; stale?: boolean }

function look({
  bid = 5_000,
  free = shares(1_000),
  isPaused = false,
  now = 0,
  stale = false,
}: Looked = {}): ExitEvent {
  const top = {
    bestBid: bid === null ? null : price(bid),
    evidence,
    minOrderSize: MINIMUM,
    tickSize: 100 as const,
  }
  return {
    type: 'look',
    now,
    isPaused,
    top: stale ? null : top,
    isResolved: false,
    free,
    startsAt: 1_000_000,
  }
}

function run(exit: AttachedExit, ...events: readonly ExitEvent[]) {
  const effects: ExitEffect[] = []
  let state = exit
  for (const event of events) {
    const step = stepAttachedExit(state, event)
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects, types: effects.map(({ type }) => type) }
}

const entry = (filled: number, isOver = false): ExitEvent => ({
  type: 'entry',
  clientOrderId: ENTRY,
  orderId: ENTRY_HASH,
  filled: shares(filled),
  isOver,
  at: 0,
})
const order = (
  number: number,
  size: number,
  filled: number,
  isOver: boolean,
  isAsked = false,
): ExitEvent => ({
  type: 'order',
  clientOrderId: exitOrderId(ID, number),
  orderId: null,
  size: shares(size),
  filled: shares(filled),
  isOver,
  isAsked,
  at: 0,
})
const onEntry = (legs = BOTH): AttachedExit => newExit(ID, YES, { entry: ENTRY }, legs, 0)
const onPosition = (size: number, legs = BOTH): AttachedExit =>
  newExit(ID, YES, { size: shares(size) }, legs, 0)

describe('an attached exit', () => {
  test('INV-64 the target rests as soon as and as far as the entry fills, in orders that the venue takes', () => {
    const { state, effects } = run(
      onEntry(),
      look(),
      entry(3),
      look(),
      entry(8),
      look(),
      entry(12),
      look(),
      entry(20),
      look(),
    )
    assert.deepEqual(
      effects.map(
        (effect) => effect.type === 'rest' && [effect.order.size, effect.order.price, effect.postOnly],
      ),
      [
        [shares(8), price(7_000), true],
        [shares(12), price(7_000), true],
      ],
    )
    assert.equal(offeredShares(state), coveredShares(state))
    assert.equal(exitState(state, null), 'resting')
  })

  test('INV-64 what is left too small to rest joins an order that rests, once the entry has ended', () => {
    const { state, effects } = run(onEntry(), entry(10), look(), entry(12, true), look(), look())
    assert.deepEqual(
      effects.map(({ type }) => type),
      ['rest', 'cancel'],
    )
    const joined = run(state, order(1, 10, 1, true), look())
    assert.deepEqual(
      joined.effects.flatMap((effect) => (effect.type === 'rest' ? effect.order.size : [])),
      [shares(11)],
    )
  })

  test('INV-64 without free shares nothing is offered yet', () => {
    assert.deepEqual(run(onEntry(), entry(10), look({ free: null }), look({ free: shares(4) })).types, [])
    assert.deepEqual(run(onEntry(), entry(10), look({ free: shares(6) })).types, ['rest'])
  })

  test('INV-65 a stop ends what rests first, then sells the rest once, and names its trigger', () => {
    const resting = run(onPosition(10), look()).state
    const triggered = run(resting, look({ bid: 4_000 }), look({ bid: 3_900 }))
    assert.deepEqual(triggered.types, ['cancel'])
    assert.equal(triggered.state.trigger?.price, 4_000)
    const sold = run(triggered.state, order(1, 10, 4, true), look({ bid: 4_100 }), look({ bid: 3_000 }))
    assert.deepEqual(sold.types, ['sell'])
    const [sale] = sold.effects
    assert.ok(sale?.type === 'sell' && sale.order.size === shares(6) && sale.worst === 3_900)
    const done = run(sold.state, order(2, 6, 6, true), look())
    assert.deepEqual(done.state.end?.how, 'filled')
  })

  test('INV-65 a stop on its own sells at the first look at or below it', () => {
    const stop = onPosition(10, { ...NO_LEGS, stop: { price: price(4_000), slippageTicks: 0 } })
    assert.deepEqual(run(stop, look({ bid: 4_001 }), look({ bid: null })).types, [])
    assert.deepEqual(run(stop, look({ bid: 4_000 }), look({ bid: 3_000 })).types, ['sell'])
  })

  test('INV-66 paused, or without a book to believe, it sends nothing, and a trigger in between is judged again', () => {
    const resting = run(onPosition(10), look()).state
    assert.deepEqual(
      run(resting, look({ bid: 100, isPaused: true }), look({ bid: 100, stale: true })).types,
      [],
    )
    const triggered = run(resting, look({ bid: 4_000 }))
    const paused = run(triggered.state, order(1, 10, 0, true), look({ bid: 3_000, isPaused: true }))
    assert.deepEqual(paused.types, [])
    assert.deepEqual(run(paused.state, look({ bid: 5_000 })).types, ['rest'])
    assert.deepEqual(run(paused.state, look({ bid: 4_000 })).types, ['sell'])
    assert.equal(exitState(paused.state, 'safe'), 'paused')
  })

  test('a trailing stop follows the best bid up, and not while it is paused', () => {
    const trailing = onPosition(10, { ...NO_LEGS, trailing: { distance: 500, slippageTicks: 1 } })
    const { state } = run(
      trailing,
      look({ bid: 5_000 }),
      look({ bid: 5_600 }),
      look({ bid: 9_000, isPaused: true }),
    )
    assert.equal(state.high, 5_600)
    assert.deepEqual(run(state, look({ bid: 5_101 })).types, [])
    assert.deepEqual(run(state, look({ bid: 5_100 })).types, ['sell'])
  })

  test('a time sells at its moment and takes back what may still be bought', () => {
    const timed = onEntry({ ...NO_LEGS, time: { minutesBefore: 5 } })
    const at = 1_000_000 - 5 * 60_000
    assert.deepEqual(run(timed, entry(10), look({ now: at - 1 })).types, [])
    assert.deepEqual(run(timed, entry(10), look({ now: at })).types, ['cancel', 'sell'])
    assert.deepEqual(run(timed, entry(0), look({ now: at }), look({ now: at + 1 })).types, ['cancel'])
  })

  test('a resting order that the trader or the venue cancels is not placed again; a stop goes on', () => {
    const resting = run(onPosition(10), look()).state
    const { state, types } = run(resting, order(1, 10, 0, true, true), look(), look())
    assert.deepEqual(types, [])
    assert.equal(state.targetCancelled?.by, 'you')
    assert.deepEqual(run(state, look({ bid: 4_000 })).types, ['sell'])
    const alone = run(
      onPosition(10, { ...BOTH, stop: null }),
      look(),
      order(1, 10, 0, true),
      look({ now: 20_000 }),
    )
    assert.equal(alone.state.end?.how, 'target_cancelled')
    assert.equal(alone.state.targetCancelled?.by, 'venue')
  })

  test('a replaced entry goes on covering, a replaced target moves with its order', () => {
    const next = { clientOrderId: exitOrderId(ID, 900), orderId: null, price: price(6_500), size: shares(20) }
    const followed = run(
      onEntry(),
      entry(0),
      entry(0, true),
      { type: 'replaced', old: ENTRY_HASH, by: next },
      look({ now: 60_000 }),
    )
    assert.equal(followed.state.end, null)
    const hash = known(parseOrderId(`pm:0x${'ab'.repeat(32)}`))
    const named = { ...order(1, 10, 0, false), orderId: hash } as ExitEvent
    const moved = run(onPosition(10), look(), named, order(1, 10, 0, true, true), {
      type: 'replaced',
      old: hash,
      by: { ...next, size: shares(10) },
    })
    assert.equal(moved.state.legs.target?.price, 6_500)
    const alone = run(
      onPosition(10, { ...BOTH, stop: null }),
      look(),
      named,
      order(1, 10, 0, true, true),
      look({ now: 5_000 }),
    )
    assert.equal(alone.state.end, null)
    const back = run(
      alone.state,
      { type: 'replaced', old: hash, by: { ...next, size: shares(10) } },
      look({ now: 60_000 }),
    )
    assert.deepEqual([back.state.end, back.state.legs.target?.price], [null, 6_500])
    assert.equal(offeredShares(moved.state), shares(10))
  })

  test('a moved target is cancelled and offered at its new price; a removed exit cancels and ends', () => {
    const resting = run(onPosition(10), look()).state
    const moved = run(
      resting,
      { type: 'change', legs: { ...BOTH, target: { price: price(8_000) } } },
      look(),
      order(1, 10, 2, true),
      look(),
    )
    assert.deepEqual(moved.types, ['cancel', 'rest'])
    assert.equal(offeredShares(moved.state), shares(8))
    const removed = run(resting, { type: 'remove' }, look(), order(1, 10, 0, true), look())
    assert.deepEqual(removed.types, ['cancel', 'ended'])
    assert.equal(removed.state.end?.how, 'removed')
  })

  test('tries that sell nothing come further apart and end, urgently, after ten', () => {
    let state = onPosition(10, { ...NO_LEGS, stop: { price: price(4_000), slippageTicks: 0 } })
    let now = 0
    const sentAt: number[] = []
    for (; state.end === null && now < 600_000; now += 500) {
      const step = run(state, look({ bid: 4_000, now }))
      state = step.state
      for (const effect of step.effects) {
        if (effect.type !== 'sell') continue
        sentAt.push(now)
        state = run(state, {
          type: 'refused',
          clientOrderId: effect.order.clientOrderId,
          code: 'max_orders_per_minute',
          at: now,
        }).state
      }
    }
    assert.equal(sentAt.length, MAX_TRIES)
    assert.ok((sentAt.at(-1) ?? 0) > 120_000)
    assert.equal(exitState(state, null), 'failed')
  })

  test('an entry that fills nothing ends its exit, after the time that a replacement may take', () => {
    const { state } = run(onEntry(), entry(0, true), look({ now: 19_999 }))
    assert.equal(state.end, null)
    assert.equal(run(state, look({ now: 20_000 })).state.end?.how, 'entry_not_filled')
  })

  test('INV-64 what is held is shared out: the newest loses first, what it offers last', () => {
    const first = onPosition(10)
    const second = run(newExit(known(parseExitId(ENTRY)), YES, { size: shares(10) }, BOTH, 1), look()).state
    assert.deepEqual(cutToHeld([first, second], shares(20)), [])
    assert.deepEqual(cutToHeld([first, second], shares(13)), [{ id: ID, by: shares(7) }])
    assert.deepEqual(cutToHeld([first, second], shares(5)), [
      { id: ID, by: shares(10) },
      { id: second.id, by: shares(5) },
    ])
  })
})

/** A venue whose word comes late, and a terminal that may stop between its disk and its wire. */
type Happening =
  | { readonly type: 'fill_entry' | 'fill_target' | 'fill_sale'; readonly hundredths: number }
  | {
      readonly type: 'look'
      readonly bid: number | null
      readonly isPaused: boolean
      readonly stale: boolean
    }
  | {
      readonly type:
        | 'told'
        | 'end_entry'
        | 'end_sale'
        | 'refuse'
        | 'remove'
        | 'user_cancels'
        | 'lost_before_wire'
    }

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom('fill_entry' as const, 'fill_target' as const, 'fill_sale' as const),
      hundredths: fc.integer({ min: 1, max: 900 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('look' as const),
      bid: fc.option(fc.constantFrom(3_000, 4_000, 4_100, 5_000, 7_000), { freq: 8 }),
      isPaused: fc.boolean(),
      stale: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constantFrom(
        'told' as const,
        'told' as const,
        'told' as const,
        'end_entry' as const,
        'end_sale' as const,
        'refuse' as const,
        'lost_before_wire' as const,
        'user_cancels' as const,
        'remove' as const,
      ),
    }),
  },
)

type VenueOrder = { size: bigint; filled: bigint; isLive: boolean; readonly rests: boolean; isAsked: boolean }

/** The slow model: what really happened, told to the exit only when a test says so. */
function createModel(size: number | null) {
  const truth = { entry: 0n, entryLive: size === null, now: 0 }
  const venue = new Map<ClientOrderId, VenueOrder>()
  let isLostNext = false
  let state = size === null ? onEntry() : onPosition(size)
  const sentIds: string[] = []
  const given = size === null ? 0n : shares(size)

  const sold = (): bigint => [...venue.values()].reduce((sum, { filled }) => sum + filled, 0n)
  const offered = (): bigint =>
    [...venue.values()].reduce((sum, one) => sum + (one.isLive ? one.size - one.filled : 0n), 0n)

  function check(): void {
    assert.ok(
      sold() + offered() <= given + truth.entry,
      'never two exits for one share, never more than is covered',
    )
    assert.ok(soldShares(state) <= sold(), 'nothing counts as sold that was not')
    const sales = [...venue.values()].filter(({ rests, isLive }) => !rests && isLive)
    assert.ok(sales.length <= 1, 'one sale at a time')
    if (sales.length === 1) assert.ok(![...venue.values()].some(({ rests, isLive }) => rests && isLive))
  }

  function send(event: ExitEvent): void {
    const step = stepAttachedExit(state, event)
    // What is on disk is the state; a restart reads it from there.
    state = structuredClone(step.state)
    for (const effect of step.effects) {
      if (effect.type === 'ended') continue
      if (effect.type === 'cancel') {
        for (const { clientOrderId } of effect.orders) {
          if (clientOrderId === ENTRY) truth.entryLive = false
          const one = venue.get(clientOrderId)
          if (one !== undefined) one.isLive = false
        }
        continue
      }
      assert.ok(event.type === 'look' && !event.isPaused && event.top !== null, 'only when it may')
      assert.ok(!sentIds.includes(effect.order.clientOrderId), 'an id is used once')
      sentIds.push(effect.order.clientOrderId)
      if (effect.type === 'sell' && effect.order.leg === 'stop')
        assert.ok((state.trigger?.price ?? 9_999) <= 4_000)
      if (isLostNext) {
        isLostNext = false
        continue
      }
      venue.set(effect.order.clientOrderId, {
        size: effect.order.size,
        filled: 0n,
        isLive: true,
        rests: effect.type === 'rest',
        isAsked: false,
      })
    }
    check()
  }

  function fill(rests: boolean, hundredths: number): void {
    const one = [...venue.values()].find((other) => other.isLive && other.rests === rests)
    if (one === undefined) return
    const wanted = BigInt(hundredths) * 10_000n
    one.filled += wanted < one.size - one.filled ? wanted : one.size - one.filled
    if (one.filled === one.size) one.isLive = false
  }

  function tell(): void {
    truth.now += 700
    send({
      ...(entry(0) as Extract<ExitEvent, { type: 'entry' }>),
      filled: micros(truth.entry),
      isOver: !truth.entryLive,
      at: truth.now,
    })
    for (const { clientOrderId } of state.orders.filter(({ isOver }) => !isOver)) {
      const one = venue.get(clientOrderId)
      if (one === undefined) send({ type: 'refused', clientOrderId, code: null, at: truth.now })
      else {
        const { size: all, filled, isLive, isAsked } = one
        send({
          type: 'order',
          clientOrderId,
          orderId: null,
          size: micros(all),
          filled: micros(filled),
          isOver: !isLive,
          isAsked,
          at: truth.now,
        })
      }
    }
  }

  return {
    state: () => state,
    sold,
    offered,
    tell,
    covered: () => given + truth.entry,
    look: (looked: Looked): void => {
      truth.now += 100
      send(look({ ...looked, now: truth.now, free: micros(1_000_000_000n) }))
    },
    wait: (ms: number): void => void (truth.now += ms),
    apply(one: Happening): void {
      switch (one.type) {
        case 'fill_entry':
          if (truth.entryLive) truth.entry += BigInt(one.hundredths) * 10_000n
          return
        case 'fill_target':
          return fill(true, one.hundredths)
        case 'fill_sale':
          return fill(false, one.hundredths)
        case 'end_entry':
          truth.entryLive = false
          return
        case 'end_sale':
          for (const other of venue.values()) if (!other.rests) other.isLive = false
          return
        case 'user_cancels':
          for (const other of venue.values()) Object.assign(other, { isAsked: other.isLive, isLive: false })
          return
        case 'lost_before_wire':
          isLostNext = true
          return
        case 'remove':
          send({ type: 'remove' })
          return
        case 'refuse': {
          const last = [...venue].findLast(([, { isLive, filled }]) => isLive && filled === 0n)
          if (last === undefined) return
          venue.delete(last[0])
          return
        }
        case 'told':
          tell()
          return
        case 'look':
          truth.now += 100
          send(look({ ...one, now: truth.now, free: micros(1_000_000_000n) }))
      }
    },
  }
}

test('INV-64 INV-65 over any history at the venue never two exits for one share, one sale at a time, and at last all is sold', () => {
  fc.assert(
    fc.property(
      fc.option(fc.integer({ min: 1, max: 30 })),
      fc.array(happening, { maxLength: 60 }),
      (size, happenings) => {
        const model = createModel(size)
        for (const one of happenings) model.apply(one)
        // Everything is told, nothing pauses, the market is at the stop: what is covered is sold.
        model.apply({ type: 'end_entry' })
        for (let round = 0; round < 200 && model.state().end === null; round += 1) {
          model.tell()
          model.wait(40_000)
          model.look({ bid: 4_000 })
          model.apply({ type: 'fill_sale', hundredths: 100_000 })
        }
        const { end } = model.state()
        assert.ok(end !== null, 'it comes to an end')
        if (end.how === 'filled') assert.equal(model.sold(), model.covered())
        assert.equal(model.offered(), 0n)
        if (!happenings.some(({ type }) => type === 'remove')) {
          assert.ok(
            end.how === 'filled' || (end.how === 'entry_not_filled' && model.covered() === ZERO),
            end.how,
          )
        }
      },
    ),
    { numRuns: 400 },
  )
})
