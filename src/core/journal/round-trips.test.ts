import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { micros, ZERO } from '../money.ts'
import { NO_FIGURES, positionFigures } from '../position/portfolio.ts'
import type { FillEntry, Opening, PortfolioEntry } from '../position/portfolio.ts'
import { modelFigures } from '../testing/portfolio-model.ts'
import { averagePrice, roundTrips, timeHeld } from './round-trips.ts'

const SHARE = 1_000_000n

function fillOf(key: string, at: number, change: Partial<FillEntry> = {}): FillEntry {
  return {
    kind: 'fill',
    key,
    at,
    side: 'BUY',
    size: micros(10n * SHARE),
    cash: micros(4n * SHARE),
    fee: ZERO,
    status: 'confirmed',
    ...change,
  }
}

describe('round trips', () => {
  test('begin with the purchase that opens and end with nothing held', () => {
    const { trips } = roundTrips(null, [
      fillOf('a', 1_000),
      fillOf('b', 2_000, { side: 'SELL', size: micros(4n * SHARE), cash: micros(2n * SHARE) }),
      fillOf('c', 3_000, { side: 'SELL', size: micros(6n * SHARE), cash: micros(3n * SHARE) }),
      fillOf('d', 9_000),
    ])
    assert.deepEqual(
      trips.map(({ key, openedAt, closedAt, realised }) => [key, openedAt, closedAt, realised]),
      [
        ['a', 1_000, 3_000, SHARE],
        ['d', 9_000, null, 0n],
      ],
    )
    const [first, second] = trips
    assert.ok(first !== undefined && second !== undefined)
    assert.equal(averagePrice(first.entryCash, first.entrySize), 400_000n)
    assert.equal(averagePrice(first.exitCash, first.exitSize), 500_000n)
    assert.equal(averagePrice(second.exitCash, second.exitSize), null)
    assert.deepEqual([timeHeld(first, 20_000), timeHeld(second, 20_000)], [2_000, 11_000])
  })

  test('end with a payout; a trade that failed is in none', () => {
    const { trips } = roundTrips(null, [
      fillOf('a', 1_000, { fee: null }),
      fillOf('b', 1_500, { status: 'failed' }),
      { kind: 'payout', key: 'p', at: 5_000, size: micros(10n * SHARE), cash: micros(10n * SHARE) },
    ])
    assert.deepEqual(
      trips.map(({ movements, realised, areFeesKnown, closedAt }) => [
        movements.map(({ entry }) => entry.key),
        realised,
        areFeesKnown,
        closedAt,
      ]),
      [[['a', 'p'], 6n * SHARE, false, 5_000]],
    )
  })

  test('one that was held before the first known trade says so', () => {
    const opening: Opening = {
      figures: { ...NO_FIGURES, size: micros(5n * SHARE), cost: micros(2n * SHARE), realised: micros(7n) },
      day: 0,
    }
    const sale = fillOf('a', 1_000, { side: 'SELL', size: micros(5n * SHARE), cash: micros(3n * SHARE) })
    const { trips, earlier } = roundTrips(opening, [sale, fillOf('b', 2_000)])
    assert.deepEqual(
      trips.map(({ isContinued, realised }) => [isContinued, realised]),
      [
        [true, SHARE],
        [false, 0n],
      ],
    )
    assert.equal(earlier, 7n)
  })
})

const amount = (most: number) => fc.integer({ min: 0, max: most }).map((value) => micros(BigInt(value)))
const shares = (most: number) => fc.integer({ min: 1, max: most }).map((value) => micros(BigInt(value)))
const entry: fc.Arbitrary<PortfolioEntry> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('fill' as const),
      key: fc.uuid(),
      at: fc.integer({ min: 0, max: 50 }),
      side: fc.constantFrom('BUY', 'SELL'),
      size: fc.oneof(fc.constant(micros(3_333_333n)), shares(10_000_000)),
      cash: amount(9_999_999),
      fee: fc.option(amount(100_000)),
      status: fc.constantFrom('matched', 'mined', 'confirmed', 'retrying', 'failed'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('payout' as const),
      key: fc.uuid(),
      at: fc.integer({ min: 0, max: 50 }),
      size: shares(10_000_000),
      cash: amount(10_000_000),
    }),
  },
)
const opening: fc.Arbitrary<Opening | null> = fc.option(
  fc.record({
    day: fc.constant(0),
    figures: fc
      .record({ size: amount(5_000_000), cost: amount(3_000_000), realised: amount(900_000) })
      .map((some) => ({ ...NO_FIGURES, ...some })),
  }),
)

test('INV-71 realised profit and fees of the round trips are the ledger’s, to the last micro', () => {
  fc.assert(
    fc.property(
      opening,
      fc.uniqueArray(entry, { selector: ({ key }) => key, maxLength: 40 }),
      (begin, entries) => {
        const { trips, earlier } = roundTrips(begin, entries)
        const ledger = positionFigures(begin, entries, 0)
        const realised = trips.reduce((sum, trip) => sum + trip.realised, earlier as bigint)
        assert.equal(realised, ledger.realised)
        assert.equal(realised, modelFigures(begin, entries, 0).realised)
        assert.equal(
          trips.reduce((sum, trip) => sum + trip.fees, 0n),
          ledger.fees,
        )
        const parts = trips.flatMap(({ movements }) => movements)
        assert.equal(new Set(parts.map((part) => part.entry.key)).size, parts.length)
        for (const trip of trips.slice(0, -1)) assert.notEqual(trip.closedAt, null)
        assert.equal(trips.at(-1)?.movements.at(-1)?.held ?? ledger.size, ledger.size)
      },
    ),
    { numRuns: 300 },
  )
})

test('INV-71 also where the venue’s own figures took the place of earlier entries', () => {
  fc.assert(
    fc.property(
      opening,
      fc.uniqueArray(entry, { selector: ({ key }) => key, maxLength: 40 }),
      fc.nat(40),
      opening,
      (begin, entries, at, venue) => {
        const [old, later] = [entries.slice(0, at), entries.slice(at)]
        const { trips, earlier } = roundTrips(venue, later, [{ opening: begin, entries: old }])
        const realised = trips.reduce((sum, trip) => sum + trip.realised, earlier as bigint)
        assert.equal(realised, positionFigures(venue, later, 0).realised)
        const keys = trips.flatMap(({ movements }) => movements.map((part) => part.entry.key))
        const counted = entries.filter((one) => one.kind === 'payout' || one.status !== 'failed')
        assert.deepEqual(keys.toSorted(), counted.map(({ key }) => key).toSorted())
      },
    ),
    { numRuns: 300 },
  )
})
