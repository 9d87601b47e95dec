// Position accounting: laws over anything that may be received, against a second calculation, and examples worked by hand.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { micros, ZERO } from '../money.ts'
import { notional } from '../order/order-amounts.ts'
import type { FillStatus } from '../order/order.ts'
import { laterEntry, NO_FIGURES, positionFigures } from './portfolio.ts'
import type { FillEntry, Opening, PortfolioEntry } from './portfolio.ts'
import { priceFromSteps } from '../price.ts'
import { modelFigures } from '../testing/portfolio-model.ts'

const TODAY = 500

const shares = (n: number): FillEntry['size'] => micros(BigInt(Math.round(n * 1_000_000)))

function fill(key: string, change: Partial<FillEntry>): FillEntry {
  return {
    kind: 'fill',
    key,
    at: 1,
    side: 'BUY',
    size: shares(10),
    cash: shares(5),
    fee: ZERO,
    status: 'confirmed',
    ...change,
  }
}

describe('a position', () => {
  test('is kept at average cost with fees in it; a sale realises against the average', () => {
    const figures = positionFigures(
      null,
      [
        fill('a', { at: 1, size: shares(10), cash: shares(4), fee: shares(0.1) }),
        fill('b', { at: 2, size: shares(10), cash: shares(6), fee: shares(0.1) }),
        fill('c', { at: 600, side: 'SELL', size: shares(5), cash: shares(3.5), fee: shares(0.05) }),
      ],
      TODAY,
    )
    assert.equal(figures.size, shares(15))
    assert.equal(figures.cost, shares(7.65))
    assert.equal(figures.realised, shares(3.45 - 2.55))
    assert.equal(figures.realisedToday, figures.realised)
    assert.equal(figures.fees, shares(0.25))
    assert.equal(figures.cash, shares(3.45 - 10.2))
  })

  test('has parts that are settled, settling and reversed', () => {
    const figures = positionFigures(
      null,
      [
        fill('a', {}),
        fill('b', { size: shares(4), cash: shares(2), status: 'mined' }),
        fill('c', { at: 2, side: 'SELL', size: shares(2), cash: shares(1.5), status: 'matched' }),
        fill('d', { size: shares(7), status: 'failed' }),
      ],
      TODAY,
    )
    assert.equal(figures.size, shares(12))
    assert.equal(figures.settledSize, shares(10))
    assert.equal(figures.reversedSize, shares(7))
    assert.equal(figures.settlingPnl, shares(0.5))
  })

  test('takes a failed trade back whole, and a late word never revives or fails it again', () => {
    const bought = fill('a', { status: 'matched' })
    const failed = laterEntry(bought, { ...bought, status: 'failed' })
    const revived = laterEntry(failed, { ...bought, status: 'confirmed' })
    const figures = positionFigures(null, [revived], TODAY)
    assert.deepEqual([figures.size, figures.cost, figures.realised, figures.cash], [0n, 0n, 0n, 0n])
  })

  test('is paid out: what it cost and what it brought is profit or loss', () => {
    const bought = fill('a', { size: shares(10), cash: shares(4) })
    const won = positionFigures(
      null,
      [bought, { kind: 'payout', key: 'p', at: 9, size: shares(10), cash: shares(10) }],
      TODAY,
    )
    assert.deepEqual([won.size, won.cost, won.realised], [0n, 0n, shares(6)])
    const lost = positionFigures(
      null,
      [bought, { kind: 'payout', key: 'p', at: 9, size: shares(10), cash: ZERO }],
      TODAY,
    )
    assert.equal(lost.realised, shares(-4))
  })

  test('of which more is sold than was known to be held makes no profit on the rest', () => {
    const figures = positionFigures(
      null,
      [fill('a', {}), fill('b', { at: 2, side: 'SELL', size: shares(15), cash: shares(9) })],
      TODAY,
    )
    assert.deepEqual(
      [figures.size, figures.cost, figures.realised, figures.unexplainedSize, figures.unexplainedCash],
      [0n, 0n, shares(1), shares(5), shares(3)],
    )
  })

  test('goes on from what was held before', () => {
    const figuresBefore = { size: shares(10), cost: shares(3), fees: shares(0.2), realised: shares(-1) }
    const opening: Opening = { figures: { ...NO_FIGURES, ...figuresBefore }, day: 0 }
    const figures = positionFigures(
      opening,
      [fill('a', { at: 2, side: 'SELL', size: shares(5), cash: shares(2) })],
      TODAY,
    )
    assert.deepEqual([figures.size, figures.cost, figures.realised], [shares(5), shares(1.5), shares(-0.5)])
  })

  test('says when a fee is not known, and learns it later', () => {
    const unknown = fill('a', { fee: null })
    assert.equal(positionFigures(null, [unknown], TODAY).feesKnown, false)
    const known = laterEntry(unknown, { ...unknown, fee: shares(0.1) })
    const figures = positionFigures(null, [known], TODAY)
    assert.deepEqual([figures.feesKnown, figures.cost], [true, shares(5.1)])
  })
})

const STATUSES: readonly FillStatus[] = ['matched', 'mined', 'retrying', 'confirmed']

/** One trade and the words that come of it: a rising ladder, its end final or not. */
const trade = fc
  .record({
    at: fc.integer({ min: 0, max: 1_000 }),
    side: fc.constantFrom('BUY' as const, 'BUY' as const, 'SELL' as const),
    size: fc.bigInt({ min: 1n, max: 500_000_000n }),
    steps: fc.integer({ min: 1, max: 9_999 }),
    fee: fc.bigInt({ min: 0n, max: 2_000_000n }),
    isFeeKnown: fc.boolean(),
    ending: fc.constantFrom('confirmed' as const, 'confirmed' as const, 'failed' as const, null),
    /** A combo's amounts are the quote's: no price makes them. */
    comboCash: fc.option(fc.bigInt({ min: 0n, max: 600_000_000n }), { nil: null }),
  })
  .map(({ steps, comboCash, ...one }) => {
    const price = priceFromSteps(steps)
    assert.ok(price !== null)
    const size = micros(one.size)
    const cash = comboCash === null ? notional(price, size) : micros(comboCash)
    return { ...one, size, cash, fee: one.isFeeKnown ? micros(one.fee) : null }
  })

type Told = { readonly entries: readonly PortfolioEntry[] }

/** Everything the venue may say about one outcome, each word up to three times, in any order. */
const received: fc.Arbitrary<Told> = fc
  .tuple(
    fc.array(trade, { maxLength: 14 }),
    fc.option(
      fc.record({
        at: fc.integer({ min: 900, max: 1_100 }),
        size: fc.bigInt({ min: 1n, max: 900_000_000n }),
        won: fc.boolean(),
      }),
      { nil: null },
    ),
  )
  .chain(([trades, payout]) => {
    const words = trades.flatMap(({ ending, isFeeKnown: _known, fee, ...one }, index) => {
      const ladder = ending === null ? STATUSES.slice(0, 3) : [...STATUSES.slice(0, 2), ending]
      return ladder.map((status): PortfolioEntry => ({ kind: 'fill', key: `t${index}`, ...one, fee, status }))
    })
    const paid: readonly PortfolioEntry[] =
      payout === null
        ? []
        : [
            {
              kind: 'payout',
              key: 'payout',
              at: payout.at,
              size: micros(payout.size),
              cash: payout.won ? micros(payout.size) : ZERO,
            },
          ]
    const all = [...words, ...paid]
    return fc
      .shuffledSubarray([...all, ...all, ...all], { minLength: 0 })
      .map((some) => ({ entries: [...some, ...all] }))
      .chain(({ entries }) =>
        fc.shuffledSubarray([...entries], { minLength: entries.length }).map((mixed) => ({ entries: mixed })),
      )
  })

const anyOpening = fc.option(
  fc.record({
    size: fc.bigInt({ min: 0n, max: 400_000_000n }),
    cost: fc.bigInt({ min: 0n, max: 400_000_000n }),
    realised: fc.bigInt({ min: -9_000_000n, max: 9_000_000n }),
  }),
  { nil: null },
)

function openingOf(
  one: { readonly size: bigint; readonly cost: bigint; readonly realised: bigint } | null,
): Opening | null {
  if (one === null) return null
  const size = micros(one.size)
  const cost = one.size === 0n ? ZERO : micros(one.cost)
  return { figures: { ...NO_FIGURES, size, cost, realised: micros(one.realised) }, day: 0 }
}

function known(entries: readonly PortfolioEntry[]): readonly PortfolioEntry[] {
  const byKey = new Map<string, PortfolioEntry>()
  for (const entry of entries) byKey.set(entry.key, laterEntry(byKey.get(entry.key), entry))
  return [...byKey.values()]
}

describe('whatever is received, however often and in whatever order', () => {
  test('INV-09 cash, cost and realised profit balance to the last micro', () => {
    fc.assert(
      fc.property(received, anyOpening, ({ entries }, before) => {
        const opening = openingOf(before)
        const figures = positionFigures(opening, known(entries), TODAY)
        const began = (opening?.figures.cost ?? 0n) - (opening?.figures.realised ?? 0n)
        assert.equal(figures.cash + figures.cost - figures.realised - figures.unexplainedCash, began)
        assert.ok(figures.size >= 0n && figures.cost >= 0n && figures.settledSize >= 0n)
        if (figures.size === 0n) assert.equal(figures.cost, 0n)
      }),
      { numRuns: 1_500 },
    )
  })

  test('INV-09 the figures are those of a second, slow calculation', () => {
    fc.assert(
      fc.property(received, anyOpening, ({ entries }, before) => {
        const opening = openingOf(before)
        const figures = positionFigures(opening, known(entries), TODAY)
        const model = modelFigures(opening, entries, TODAY)
        const { size, cost, realised, fees, cash, settlingPnl, realisedToday } = figures
        const { unexplainedSize, unexplainedCash, reversedSize } = figures
        assert.deepEqual(
          {
            size,
            cost,
            realised,
            fees,
            cash,
            settlingPnl,
            realisedToday,
            unexplainedSize,
            unexplainedCash,
            reversedSize,
          },
          model,
        )
      }),
      { numRuns: 1_500 },
    )
  })

  test('the order of arrival does not matter', () => {
    fc.assert(
      fc.property(received, fc.integer(), ({ entries }, seed) => {
        const other = entries.toSorted((a, b) => Math.sin(seed + a.at) - Math.sin(seed + b.at))
        assert.deepEqual(
          positionFigures(null, known(entries), TODAY),
          positionFigures(null, known(other), TODAY),
        )
      }),
      { numRuns: 500 },
    )
  })
})
