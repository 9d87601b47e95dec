// The laws of an attached exit over any history at a venue that is slow to say what happened.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ClientOrderId } from '../ids.ts'
import { micros, ZERO } from '../money.ts'
import { soldShares } from '../order/attached-exit.ts'
import { stepAttachedExit } from './attached-exit.ts'
import type { ExitEvent } from './attached-exit-facts.ts'
import { ENTRY, entry, look, moment, numbered, onEntry, onPosition, shares } from '../testing/exit-samples.ts'
import type { Looked } from '../testing/exit-samples.ts'

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

/** The slow model: the true course of events, revealed to the exit only when a test says so. */
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
    const step = stepAttachedExit(state, numbered(event, state))
    // A restart reads the state from disk.
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
      at: moment(truth.now),
    })
    for (const { clientOrderId } of state.orders.filter(({ isOver }) => !isOver)) {
      const one = venue.get(clientOrderId)
      if (one === undefined)
        send({ type: 'refused', clientOrderId, code: null, hold: null, at: moment(truth.now) })
      else {
        const { size: all, filled, isLive, isAsked } = one
        send({
          type: 'order',
          clientOrderId,
          orderId: null,
          size: micros(all),
          filled: micros(filled),
          isThere: true,
          isOver: !isLive,
          isAsked,
          at: moment(truth.now),
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
        // Everything is known, nothing pauses, the market is at the stop: the covered shares are sold.
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
