// The laws of an attached exit over any history at a venue that is slow to say what happened.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ClientOrderId } from '../ids.ts'
import { micros, ZERO } from '../money.ts'
import { awaitsEntry, coveredShares, soldShares, type ExitLegs } from '../order/attached-exit.ts'
import { joinedParts, targetParts } from '../order/exit-targets.ts'
import { stepAttachedExit } from './attached-exit.ts'
import type { ExitEvent } from './attached-exit-facts.ts'
import {
  BOTH,
  ENTRY_HASH,
  look,
  moment,
  numbered,
  onEntry,
  onPosition,
  onStopEntry,
  SEVERAL,
  shares,
  STOP_ENTRY,
} from '../testing/exit-samples.ts'
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
        | 'known'
        | 'end_entry'
        | 'end_sale'
        | 'refuse'
        | 'remove'
        | 'user_cancels'
        | 'cancel_all'
        | 'lost_before_wire'
    }

const seldom = fc.nat(5).map((number) => number === 0)
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
      bid: fc.option(fc.constantFrom(3_000, 4_000, 4_100, 5_000, 5_500, 6_000, 7_000), { freq: 8 }),
      isPaused: seldom,
      stale: seldom,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constantFrom(
        ...Array.from({ length: 8 }, () => 'known' as const),
        'end_entry' as const,
        'end_sale' as const,
        'refuse' as const,
        'lost_before_wire' as const,
        'user_cancels' as const,
        'cancel_all' as const,
        'remove' as const,
      ),
    }),
  },
)

type VenueOrder = {
  size: bigint
  filled: bigint
  isLive: boolean
  readonly kind: 'rests' | 'sale' | 'purchase'
  isAsked: boolean
}

type Kind = 'entry' | 'position' | 'stop_entry'

/** The slow model: the true course of events, revealed to the exit only when a test says so. */
function createModel(kind: Kind, legs: ExitLegs, size: number) {
  const venue = new Map<ClientOrderId, VenueOrder>()
  let now = 0
  let isLostNext = false
  let state = { entry: onEntry(legs), position: onPosition(size, legs), stop_entry: onStopEntry(legs) }[kind]
  const sentIds: string[] = state.entries.map(({ clientOrderId }) => clientOrderId)
  const given = kind === 'position' ? shares(size) : 0n
  for (const { clientOrderId } of state.entries) {
    venue.set(clientOrderId, { size: 10n ** 18n, filled: 0n, isLive: true, kind: 'purchase', isAsked: false })
  }

  const all = (of: VenueOrder['kind']) => [...venue.values()].filter((one) => one.kind === of)
  const own = () => [...venue.values()].filter((one) => one.kind !== 'purchase')
  const filled = (orders: readonly VenueOrder[]) => orders.reduce((sum, one) => sum + one.filled, 0n)
  const open = (orders: readonly VenueOrder[]) =>
    orders.reduce((sum, one) => sum + (one.isLive ? one.size - one.filled : 0n), 0n)
  const covered = () => given + filled(all('purchase'))

  function check(): void {
    const [sold, offered] = [filled(own()), open(own())]
    assert.ok(sold + offered <= covered(), 'never two exits for one share, never more than is covered')
    assert.ok(soldShares(state) <= sold, 'nothing counts as sold that was not')
    const sales = all('sale').filter(({ isLive }) => isLive)
    assert.ok(sales.length <= 1, 'one sale at a time')
    if (sales.length === 1) assert.ok(!all('rests').some(({ isLive }) => isLive))
    if (kind === 'stop_entry')
      assert.ok(filled(all('purchase')) + open(all('purchase')) <= shares(20), 'a stop entry buys once')
  }

  function send(event: ExitEvent): void {
    const before = state.legs.stop?.price ?? 0
    const step = stepAttachedExit(state, numbered(event, state))
    // A restart reads the state from disk.
    state = structuredClone(step.state)
    assert.ok((state.legs.stop?.price ?? 0) >= before, 'a break-even never lowers a stop')
    for (const effect of step.effects) {
      if (effect.type === 'ended') continue
      if (effect.type === 'cancel') {
        for (const { clientOrderId } of effect.orders) {
          const one = venue.get(clientOrderId)
          if (one !== undefined) one.isLive = false
        }
        continue
      }
      assert.ok(event.type === 'look' && !event.isPaused && event.top !== null, 'only when it may')
      if (effect.type === 'moved') continue
      assert.ok(!sentIds.includes(effect.order.clientOrderId), 'an id is used once')
      sentIds.push(effect.order.clientOrderId)
      if (effect.type === 'sell' && effect.order.leg === 'stop')
        assert.ok((state.trigger?.price ?? 9_999) <= (legs.breakEven?.stop ?? 4_000))
      if (effect.type === 'buy') assert.ok((event.top.firmBid ?? 0) >= 5_000 && effect.price < 6_000)
      if (isLostNext) {
        isLostNext = false
        continue
      }
      venue.set(effect.order.clientOrderId, {
        size: effect.type === 'buy' ? effect.size : effect.order.size,
        filled: 0n,
        isLive: true,
        kind: effect.type === 'buy' ? 'purchase' : effect.type === 'rest' ? 'rests' : 'sale',
        isAsked: false,
      })
    }
    check()
  }

  function fill(of: VenueOrder['kind'], hundredths: number): void {
    const live = all(of).filter(({ isLive }) => isLive)
    const one = live[hundredths % Math.max(1, live.length)]
    if (one === undefined) return
    const wanted = BigInt(hundredths) * 10_000n
    one.filled += wanted < one.size - one.filled ? wanted : one.size - one.filled
    if (one.filled === one.size) one.isLive = false
  }

  function end(orders: readonly VenueOrder[]): void {
    for (const one of orders) one.isLive = false
  }

  function tell(): void {
    now += 700
    const at = moment(now)
    const refused = (clientOrderId: ClientOrderId) =>
      send({ type: 'refused', clientOrderId, code: null, hold: null, at })
    for (const { clientOrderId } of state.entries) {
      const one = venue.get(clientOrderId)
      if (one === undefined) refused(clientOrderId)
      else {
        const known = { orderId: ENTRY_HASH, filled: micros(one.filled), isOver: !one.isLive }
        send({ type: 'entry', clientOrderId, ...known, at })
      }
    }
    for (const { clientOrderId } of state.orders.filter(({ isOver }) => !isOver)) {
      const one = venue.get(clientOrderId)
      if (one === undefined) refused(clientOrderId)
      else {
        const { size: whole, filled: sold, isLive, isAsked } = one
        const known = { size: micros(whole), filled: micros(sold), isThere: true, isOver: !isLive, isAsked }
        send({ type: 'order', clientOrderId, orderId: null, ...known, at })
      }
    }
  }

  function lookAt(looked: Looked): void {
    now += 400
    const ask = typeof looked.bid === 'number' ? looked.bid + 100 : null
    send(look({ ask, ...looked, now, free: micros(1_000_000_000n) }))
  }

  return {
    state: () => state,
    sold: () => filled(own()),
    offered: () => open(own()),
    /** Shares that rest at each price. */
    resting: () =>
      state.orders.flatMap(({ clientOrderId, price }) => {
        const one = venue.get(clientOrderId)
        return one?.isLive && one.kind === 'rests' ? [{ price, size: one.size - one.filled }] : []
      }),
    tell,
    covered,
    send,
    look: lookAt,
    wait: (ms: number): void => void (now += ms),
    apply(one: Happening): void {
      switch (one.type) {
        case 'fill_entry':
          return fill('purchase', one.hundredths)
        case 'fill_target':
          return fill('rests', one.hundredths)
        case 'fill_sale':
          return fill('sale', one.hundredths)
        case 'end_entry':
          return end(all('purchase'))
        case 'end_sale':
          return end(all('sale'))
        case 'user_cancels':
          for (const other of own()) Object.assign(other, { isAsked: other.isLive, isLive: false })
          return
        case 'cancel_all':
          return send({ type: 'cancelled', at: moment(now) })
        case 'lost_before_wire':
          isLostNext = true
          return
        case 'remove':
          return send({ type: 'remove' })
        case 'refuse': {
          const last = [...venue].findLast(([, { isLive, filled: sold }]) => isLive && sold === 0n)
          if (last !== undefined && last[1].size < 10n ** 18n) venue.delete(last[0])
          return
        }
        case 'known':
          return tell()
        case 'look':
          return lookAt(one)
      }
    },
  }
}

const anyKind = fc.constantFrom(
  ['entry', BOTH] as const,
  ['position', BOTH] as const,
  ['entry', SEVERAL] as const,
  ['position', SEVERAL] as const,
  ['stop_entry', STOP_ENTRY] as const,
)

test('INV-64 INV-65 INV-98 INV-99 over any history at the venue never two exits for one share, one sale and one purchase, and at last all is sold', () => {
  fc.assert(
    fc.property(
      anyKind,
      fc.integer({ min: 1, max: 30 }),
      fc.array(happening, { maxLength: 60, size: 'max' }),
      ([kind, legs], size, happenings) => {
        const model = createModel(kind, legs, size)
        for (const one of happenings) model.apply(one)
        // Everything is known, nothing pauses, the market is at the stop: the covered shares are sold.
        model.apply({ type: 'end_entry' })
        for (let round = 0; round < 200 && model.state().end === null; round += 1) {
          model.tell()
          if (awaitsEntry(model.state())) model.apply({ type: 'cancel_all' })
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
    { numRuns: 500 },
  )
})

test('INV-97 whatever has filled where, at rest each target has its share to the hundredth, small ones joined', () => {
  const filling = fc.record({
    type: fc.constantFrom('fill_entry' as const, 'fill_target' as const),
    hundredths: fc.integer({ min: 1, max: 900 }),
  })
  const moves = fc.array(fc.oneof(filling, fc.constant({ type: 'known' as const })), { maxLength: 20 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom('entry' as const, 'position'),
      moves,
      (size, kind, all) => {
        const model = createModel(kind, SEVERAL, size)
        for (const one of all) {
          model.apply(one)
          model.look({ bid: 5_000 })
        }
        model.apply({ type: 'end_entry' })
        for (let round = 0; round < 20; round += 1) {
          model.tell()
          model.wait(6_000)
          model.look({ bid: 5_000 })
        }
        const { legs, orders, end } = model.state()
        if (end !== null) return
        const offered = new Map<number | null, bigint>()
        for (const one of model.resting()) offered.set(one.price, (offered.get(one.price) ?? 0n) + one.size)
        const parts = targetParts(legs, coveredShares(model.state()), orders)
        const joined = joinedParts(parts, shares(5), (part) => offered.get(part.price) === part.size)
        const rested = joined.filter((part) => part.size >= shares(5) || offered.has(part.price))
        assert.deepEqual(offered, new Map(rested.map((part) => [part.price, part.size])))
      },
    ),
  )
})
