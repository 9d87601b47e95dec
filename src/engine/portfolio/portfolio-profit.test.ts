// Own profit over time and by its parts, against the account's sums, over random trades of several days and events.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { OutcomeId, TradeId } from '#core/ids.ts'
import type { MarketEvent } from '#core/market/market.ts'
import { addMicros, micros, ZERO, type Micros } from '#core/money.ts'
import type { Fill } from '#core/order/order.ts'
import { adoptedFigures } from '#core/position/position-comparison.ts'
import { createManualClock, marketId, outcomeId, price, sampleEvent, whole } from '../testing/market-fakes.ts'
import { fill } from '../testing/portfolio-fixture.ts'
import { startOfDay } from '#core/day.ts'
import { totalsOf } from './portfolio-account.ts'
import { createPortfolioLedger, type PortfolioLedger } from './portfolio-ledger.ts'
import { createPortfolioProfit, type PortfolioProfit, type ProfitGrouping } from './portfolio-profit.ts'

const DAY_MS = 86_400_000
const GROUPINGS: readonly ProfitGrouping[] = ['market', 'event', 'league', 'day']

/** Events 1 and 2 have a tag and a league in common or not; outcomes of market 4 are not in the catalog. */
const EVENTS: readonly MarketEvent[] = [
  sampleEvent(1, { tags: [{ id: '9', label: 'Politics', slug: 'p' }] }),
  sampleEvent(2, { tags: [{ id: '9', label: 'Politics', slug: 'p' }] }),
  sampleEvent(3),
]

function build() {
  const clock = createManualClock()
  const ledger = createPortfolioLedger(clock)
  const profit = createPortfolioProfit({
    catalog: {
      outcome(id) {
        for (const event of EVENTS) {
          for (const market of event.markets) {
            const outcome = market.outcomes.find((one) => one.id === id)
            if (outcome !== undefined) return { outcome, market, event }
          }
        }
        return null
      },
      league: (event) => (event === EVENTS[0] ? { code: 'nba', name: 'NBA', ordering: 'away' } : null),
    },
    clock,
    ledger,
    lists: { listed: () => null },
    unrealised: (id) => unrealisedOf(ledger, id),
  })
  return { clock, ledger, profit }
}

function unrealisedOf(ledger: PortfolioLedger, id: OutcomeId): Micros {
  const { size, cost } = ledger.figures(id)
  return micros(size / 2n - cost)
}

type Step =
  | {
      readonly kind: 'trade'
      readonly outcome: number
      readonly fill: Partial<Fill>
      readonly hoursAgo: number
    }
  | { readonly kind: 'settle'; readonly number: number; readonly status: Fill['status'] }
  | { readonly kind: 'adopt' | 'pay'; readonly outcome: number; readonly amount: number }
  | { readonly kind: 'day' }

const outcome = fc.integer({ min: 2, max: 9 })
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('trade' as const),
      outcome,
      hoursAgo: fc.constantFrom(0, 0, 0, 30),
      fill: fc.record({
        side: fc.constantFrom('BUY' as const, 'BUY' as const, 'SELL' as const),
        price: fc.integer({ min: 1_000, max: 9_000 }).map(price),
        size: fc.bigInt({ min: 1n, max: 50_000_000n }).map((size) => micros(size)),
        fee: fc.constantFrom(ZERO, micros(12_345n), null),
        status: fc.constantFrom('matched' as const, 'confirmed' as const, 'confirmed' as const),
      }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      number: fc.nat(40),
      status: fc.constantFrom('confirmed' as const, 'failed' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('adopt' as const, 'pay' as const),
      outcome,
      amount: fc.integer({ min: -50, max: 50 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'day' as const }) },
)

const anySteps = fc
  .tuple(fc.array(anyStep, { minLength: 20, maxLength: 60 }), fc.boolean())
  .map(([steps, isOwnOnly]) => steps.filter(({ kind }) => !isOwnOnly || kind !== 'adopt'))

async function play(steps: readonly Step[]) {
  const built = build()
  const { clock, ledger } = built
  const fills: Fill[] = []
  for (const [number, step] of steps.entries()) {
    await clock.advance(step.kind === 'day' ? DAY_MS : 1_000)
    if (step.kind === 'trade') {
      const one = fill(number, {
        tradeId: `trade-${number}` as TradeId,
        outcomeId: outcomeId(step.outcome),
        marketId: marketId(Math.floor(step.outcome / 2)),
        ...step.fill,
        at: clock.now() - step.hoursAgo * 3_600_000,
      })
      fills.push(one)
      ledger.note(one)
    } else if (step.kind === 'settle') {
      const known = fills[step.number]
      if (known !== undefined) ledger.note({ ...known, status: step.status })
    } else if (step.kind === 'adopt') {
      const id = outcomeId(step.outcome)
      const listed = {
        size: whole(10),
        cost: whole(4),
        fees: ZERO,
        paidFees: ZERO,
        realised: whole(step.amount),
        firstAt: null,
        lastAt: null,
      }
      const figures = adoptedFigures(ledger.figures(id), step.amount < -30 ? 'absent' : listed, clock.now())
      ledger.adopt(id, marketId(Math.floor(step.outcome / 2)), {
        figures,
        until: clock.now(),
        isUnexplained: false,
      })
    } else if (step.kind === 'pay') {
      const id = outcomeId(step.outcome)
      const { size } = ledger.figures(id)
      if (size > 0n) ledger.pay(id, { at: clock.now(), size, cash: step.amount > 0 ? size : ZERO })
    }
  }
  return built
}

function assertAddsUp(profit: PortfolioProfit, ledger: PortfolioLedger, now: number): void {
  const totals = totalsOf(ledger)
  const unrealised = addMicros(
    ...ledger
      .outcomes()
      .filter((id) => ledger.figures(id).size > 0n)
      .map((id) => unrealisedOf(ledger, id)),
  )
  for (const by of GROUPINGS) {
    const groups = profit.groups(by)
    assert.equal(new Set(groups.map(({ key }) => key)).size, groups.length)
    const sum = (read: (group: (typeof groups)[number]) => Micros | null): Micros =>
      addMicros(...groups.map((group) => read(group) ?? ZERO))
    assert.deepEqual(
      [sum((one) => one.realised), sum((one) => one.realisedToday), sum((one) => one.settling)],
      [totals.realised, totals.realisedToday, totals.settlingPnl],
      by,
    )
    if (by !== 'day') {
      assert.deepEqual([sum((one) => one.unrealised), sum((one) => one.fees)], [unrealised, totals.fees], by)
    }
  }
  const all = profit.history(null)
  const last = all.points.at(-1) ?? { settled: all.undated, total: all.undated }
  assert.deepEqual([last.total, last.total - last.settled], [totals.realised, totals.settlingPnl])
  const today = profit.history(startOfDay(now)).points.at(-1)
  assert.equal(today?.total ?? 0n, totals.realisedToday)
}

describe('own profit', () => {
  test('its curves and its parts add up to the account, to the last micro', async () => {
    let steps = 0
    await fc.assert(
      fc.asyncProperty(anySteps, async (played) => {
        const { profit, ledger, clock } = await play(played)
        steps += played.length
        assertAddsUp(profit, ledger, clock.now())
        const isAdopted = played.some(({ kind }) => kind === 'adopt')
        if (!isAdopted) assert.equal(profit.history(null).undated, 0n, 'own trades are known by their day')
      }),
      { numRuns: 60 },
    )
    assert.ok(steps > 1_000)
  })

  test('is named by the catalog: events and leagues; what it does not know has no name', () => {
    const { clock, ledger, profit } = build()
    for (const [number, n] of [2, 4, 6, 8].entries()) {
      const own = { outcomeId: outcomeId(n), marketId: marketId(n / 2), at: clock.now() }
      ledger.note(fill(number, own))
      ledger.note(fill(number + 10, { ...own, side: 'SELL', price: price(5_000) }))
    }
    const named = (by: ProfitGrouping) =>
      profit.groups(by).map(({ label, realised }) => [label, realised / 1_000_000n])
    assert.deepEqual(named('event'), [
      ['Event 1', 1n],
      ['Event 2', 1n],
      ['Event 3', 1n],
      [null, 1n],
    ])
    assert.deepEqual(named('league'), [
      ['NBA', 1n],
      ['No league', 2n],
      [null, 1n],
    ])
    assert.deepEqual(
      profit.groups('day').map(({ key, realised }) => [key, realised]),
      [[String(startOfDay(clock.now())), whole(4)]],
    )
  })
})
