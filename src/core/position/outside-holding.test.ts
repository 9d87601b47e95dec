// Shares of the wallet beyond own fills, by a list that is late: nothing is invented, and nothing is forgotten.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { holdingFromFills, type Holding, type HoldingChange } from './holdings.ts'
import { micros, ZERO } from '../money.ts'
import { notional } from '../order/order-amounts.ts'
import type { Side } from '../order/order.ts'
import { listedNow, listedRow, outsideAtMost, outsideNow } from './outside-holding.ts'
import type { Listed, ListedRow, OwnChanges } from './outside-holding.ts'
import { priceFromSteps, type Price } from '../price.ts'

type ListedHolding = Omit<ListedRow, 'agreed'>

const SECOND = 1_000
const HALF = priceFromSteps(5_000) as Price
const OPENING: Holding = { size: ZERO, cost: ZERO }
const shares = (count: number): HoldingChange['size'] => micros(BigInt(count) * 1_000_000n)

function change(side: Side, count: number, at: number, price: Price = HALF): HoldingChange {
  return { side, size: shares(count), cash: notional(price, shares(count)), at, status: 'confirmed' }
}

/** Own trades and those of another key, at whole seconds some apart; reads whose answer is some time old. */
type Event = {
  readonly after: number
  readonly act:
    | { readonly type: 'own'; readonly side: Side; readonly count: number }
    | { readonly type: 'read'; readonly lag: number }
}

const anyEvent: fc.Arbitrary<Event> = fc.record({
  after: fc.integer({ min: 3, max: 90 }),
  act: fc.oneof(
    fc.record({
      type: fc.constant('own' as const),
      side: fc.constantFrom<Side>('BUY', 'SELL'),
      count: fc.integer({ min: 1, max: 200 }),
    }),
    fc.record({ type: fc.constant('read' as const), lag: fc.constantFrom(0, 2, 10, 40, 300) }),
  ),
})

/** The venue's row as it was at a time, or null before the first trade. */
function rowAt(all: readonly HoldingChange[], at: number): ListedHolding | null {
  const known = all.filter((one) => one.at <= at)
  const last = known.at(-1)
  return last === undefined ? null : { ...holdingFromFills(known), lastAt: last.at }
}

/** The list alone says what went: list and balance do not agree. */
function row(listed: ListedHolding, { changes }: OwnChanges): ListedRow {
  return { ...listed, agreed: holdingFromFills(changes).size }
}

function run(
  outside: number,
  events: readonly Event[],
  check: (held: Holding, wallet: bigint, atMost: bigint) => void,
): void {
  const own: HoldingChange[] = []
  const all: HoldingChange[] = outside === 0 ? [] : [change('BUY', outside, 0)]
  let now = 20 * SECOND
  let known: Listed | null = null
  const read = (lag: number): void => {
    const changes = { opening: OPENING, changes: own }
    const listed = rowAt(all, now - lag * SECOND)
    if (listed !== null) known = listedRow(row(listed, changes), now, known, changes)
  }
  read(0)
  for (const { after, act } of events) {
    now += after * SECOND
    if (act.type === 'read') read(Math.min(act.lag, now / SECOND - 20))
    else {
      const { size } = holdingFromFills(all)
      const count = act.side === 'SELL' ? Math.min(act.count, Number(size / 1_000_000n)) : act.count
      if (count === 0) continue
      const traded = change(act.side, count, now)
      own.push(traded)
      all.push(traded)
    }
    const changes = { opening: OPENING, changes: own }
    // A row is held against own fills again whenever somebody asks.
    if (known !== null) known = listedNow(known, changes)
    const [beside, most] =
      known === null ? [OPENING, OPENING] : [outsideNow(known, changes), outsideAtMost(known, changes)]
    const mine = holdingFromFills(own)
    check(
      { size: micros(mine.size + beside.size), cost: micros(mine.cost + beside.cost) },
      holdingFromFills(all).size,
      mine.size + most.size,
    )
  }
}

describe('INV-53 what is held from outside', () => {
  test('INV-53 is nothing while only own orders trade, however late and old the list is', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        run(0, events, (held, wallet, atMost) => {
          assert.equal(held.size, wallet)
          assert.ok(atMost >= wallet)
        })
      }),
      { numRuns: 500 },
    )
  })

  test('INV-53 stays counted to the share through own trades, however late and old the list is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.array(anyEvent, { maxLength: 40 }),
        (outside, events) => {
          run(outside, events, (held, wallet, atMost) => {
            assert.deepEqual([held.size, atMost], [wallet, wallet])
          })
        },
      ),
      { numRuns: 500 },
    )
  })

  test('INV-53 is within its bounds after a start right after own trades, known before the lists or after them', () => {
    const anyTrade = fc.record({
      after: fc.integer({ min: 0, max: 9 }),
      side: fc.constantFrom<Side>('BUY', 'SELL'),
      count: fc.integer({ min: 1, max: 200 }),
    })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.array(anyTrade, { minLength: 1, maxLength: 6 }),
        fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (outside, trades, lags, areFillsLate) => {
          const all = [change('BUY', outside, 0)]
          let now = 20 * SECOND
          for (const { after, side, count } of trades) {
            now += after * SECOND
            const { size } = holdingFromFills(all)
            const traded = side === 'SELL' ? Math.min(count, Number(size / 1_000_000n)) : count
            if (traded > 0) all.push(change(side, traded, now))
          }
          const own = { opening: OPENING, changes: all.slice(1) }
          const known = areFillsLate ? { ...own, changes: [] } : own
          let last: Listed | null = null
          for (const lag of lags.toSorted((a, b) => b - a)) {
            const listed = rowAt(all, Math.max(0, now - lag * SECOND)) as ListedHolding
            last = listedRow(row(listed, known), now, last, known)
          }
          assert.ok(last !== null)
          last = listedNow(last, own)
          const mine = holdingFromFills(own.changes).size
          const wallet = holdingFromFills(all).size
          assert.ok(mine + outsideAtMost(last, own).size >= wallet)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test('INV-53 makes the larger of own cost and the venue\u2019s once the list has all own fills', () => {
    const amount = fc.integer({ min: 1, max: 9_999 })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 500 }),
        amount,
        amount,
        (mine, listed, price, cost) => {
          const bought = change('BUY', mine, 0, priceFromSteps(price) as Price)
          const listing = {
            size: shares(listed),
            cost: notional(priceFromSteps(cost) as Price, shares(listed)),
            lastAt: 0,
          }
          const own = { opening: OPENING, changes: [bought] }
          const beside = outsideNow(listedRow(row(listing, own), 60 * SECOND, null, own), own)
          const ownCost = bought.cash
          const larger = listed > mine && listing.cost > ownCost ? listing.cost : ownCost
          assert.equal(ownCost + beside.cost, larger)
          assert.equal(beside.size, shares(Math.max(0, listed - mine)))
        },
      ),
    )
  })

  test('is no longer there once the list shows it gone, and comes with a list that shows more', () => {
    const own = { opening: OPENING, changes: [change('BUY', 10, 0)] }
    const read = (size: number, cost: number, at: number, before: Listed | null): Listed =>
      listedRow(
        row({ size: shares(size), cost: shares(cost), lastAt: (at - 9) * SECOND }, own),
        at * SECOND,
        before,
        own,
      )
    const first = read(40, 20, 30, null)
    assert.deepEqual(outsideNow(first, own), { size: shares(30), cost: shares(15) })
    const more = read(60, 35, 40, first)
    assert.deepEqual(outsideNow(more, own), { size: shares(50), cost: shares(30) })
    assert.deepEqual(outsideNow(read(10, 5, 50, more), own), { size: ZERO, cost: ZERO })
  })
})
