/**
 * Random lives of a wallet with kills anywhere: once the reads have completed, a terminal that starts shows each figure that
 * the one before it showed. SESAME_RELIABILITY=full runs all thousand; a failing seed prints with its counter-example.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { OutcomeId } from '#core/ids.ts'
import { roundTrips } from '#core/journal/round-trips.ts'
import { micros } from '#core/money.ts'
import {
  createPortfolioFixture,
  fill,
  list,
  pass,
  row,
  started,
  NO,
  YES,
} from '../testing/portfolio-fixture.ts'
import type { PortfolioFixture } from '../testing/portfolio-fixture.ts'
import { createMemoryPortfolio } from '../testing/memory-portfolio.ts'
import { outcomeId, sampleEvent, settle, whole } from '../testing/market-fakes.ts'
import { createWorld } from '../testing/portfolio-world.ts'

const FULL = 1_000
const SHORT = 150
const RUNS = process.env['SESAME_RELIABILITY'] === 'full' ? FULL : SHORT
const DAY_MS = 86_400_000
/** The third is none that the catalog knows. */
const OUTCOMES: readonly OutcomeId[] = [YES, NO, outcomeId(9)]

type Move =
  | {
      readonly type: 'trade'
      readonly outcome: number
      readonly isOwn: boolean
      readonly isSale: boolean
      readonly size: number
      readonly steps: number
      readonly hasFee: boolean
    }
  | { readonly type: 'step'; readonly which: number; readonly status: 'mined' | 'confirmed' | 'failed' }
  | { readonly type: 'take' | 'sell_all'; readonly outcome: number }
  | {
      readonly type:
        | 'settle'
        | 'merge'
        | 'list'
        | 'balance'
        | 'fees'
        | 'resolve'
        | 'blind'
        | 'kill'
        | 'restart'
        | 'day'
    }
  | { readonly type: 'pass'; readonly seconds: number }

const anyMove: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('trade' as const),
      outcome: fc.nat(2),
      isOwn: fc.boolean(),
      isSale: fc.boolean(),
      size: fc.integer({ min: 1, max: 90_000_000 }),
      steps: fc.integer({ min: 1, max: 9_999 }),
      hasFee: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('step' as const),
      which: fc.nat(9),
      status: fc.constantFrom('mined', 'confirmed', 'confirmed', 'failed'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constantFrom('sell_all', 'sell_all', 'take'), outcome: fc.nat(2) }),
  },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('settle' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constantFrom('merge', 'list', 'balance', 'fees', 'resolve', 'blind', 'kill', 'restart', 'day'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('pass' as const), seconds: fc.constantFrom(1, 3, 9, 20, 45) }),
  },
)

/** Each figure of positions, account, profit and journal; the times of reads and likely causes are none. */
function figuresOf({ portfolio }: PortfolioFixture): unknown {
  const traded = portfolio.traded().toSorted()
  const { asOf: _now, cashAsOf: _cash, list: _list, venue, ...account } = portfolio.account()
  return {
    account,
    venue: venue === null ? null : [venue.positionsValue, venue.realised, venue.pnlDifference],
    listed: (['open', 'redeemable', 'closed'] as const).map(
      (status) => portfolio.positions(status).outcomeIds,
    ),
    positions: traded.map((id) => {
      const { asOf: _then, venue: row, ...position } = portfolio.position(id) ?? { asOf: 0, venue: null }
      return { id, position, row: row === null ? null : [row.size, row.costDifference, row.pnlDifference] }
    }),
    profit: [null, START + 60_000].map((from) => portfolio.profitHistory(from)),
    groups: (['market', 'event', 'league', 'day'] as const).map((by) =>
      portfolio.profitGroups(by).toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    ),
    ifWins: portfolio.resolutionPnl(sampleEvent(1).id),
    trips: traded.map((id) => {
      const entries = portfolio.entries(id)
      return entries === null ? null : roundTrips(entries.opening, entries.entries, entries.replaced)
    }),
  }
}

const START = createPortfolioFixture().clock.now()

/** The terminal that follows on the same disk, at the same moment; what is older than a day the venue does not list again. */
function next(before: PortfolioFixture, store: ReturnType<typeof createMemoryPortfolio>): PortfolioFixture {
  const after = createPortfolioFixture({ store, start: before.clock.now() })
  const { lists, market, book, hasCredentials } = before
  Object.assign(after, { market, book, hasCredentials })
  Object.assign(after.lists, lists)
  for (const [id, balance] of before.balances) after.balances.set(id, balance)
  after.fills.push(...before.fills.filter(({ at }) => at > before.clock.now() - DAY_MS / 2))
  after.portfolio.start()
  return after
}

/** Everything is read, and again, until nothing that the venue says is news. */
async function quiet(fixture: PortfolioFixture): Promise<void> {
  fixture.isReconciled = fixture.hasCredentials
  // The list of ended positions is read every five minutes.
  for (let left = 0; left < 35; left += 1) {
    fixture.fillsReadAt = fixture.clock.monotonic()
    await fixture.clock.advance(10_000)
    await settle()
  }
}

async function live(moves: readonly Move[], hasKey: boolean): Promise<number> {
  const store = createMemoryPortfolio()
  const world = createWorld(OUTCOMES)
  let fixture = createPortfolioFixture({ store })
  let isResolved = false
  let compared = 0
  fixture.hasCredentials = hasKey
  fixture.portfolio.start()

  async function make(move: Move): Promise<void> {
    const at = fixture.clock.now()
    switch (move.type) {
      case 'trade': {
        const id = OUTCOMES[move.outcome] ?? YES
        const [held, wanted] = [world.held(id), micros(BigInt(move.size))]
        const size = move.isSale && held < wanted ? held : wanted
        if (size === 0n || (isResolved && move.outcome < 2)) return
        const fee = move.hasFee ? micros(BigInt(move.steps)) : null
        const side = move.isSale ? 'SELL' : 'BUY'
        world.trade(fixture, { outcomeId: id, side, size, steps: move.steps, fee }, move.isOwn && hasKey)
        return
      }
      case 'step':
        world.step(fixture, move.which, move.status)
        return
      case 'sell_all': {
        const [id, isOwn] = [OUTCOMES[move.outcome] ?? YES, hasKey]
        const [size, fee] = [world.held(id), micros(130n)]
        if (size === 0n || (isResolved && move.outcome < 2)) return
        world.trade(fixture, { outcomeId: id, side: 'SELL', size, steps: 3_337, fee }, isOwn)
        return
      }
      case 'settle':
        for (let one = 0; one < 10; one += 1) world.step(fixture, 0, 'confirmed')
        world.list(fixture, isResolved)
        if (hasKey) world.balance(fixture)
        fixture.isReconciled = fixture.hasCredentials
        await pass(fixture, 48_000)
        return
      case 'take': {
        const id = OUTCOMES[move.outcome] ?? YES
        const share = isResolved && move.outcome === 0 ? whole(1) : micros(0n)
        world.take(id, world.held(id), share, at)
        return
      }
      case 'merge': {
        const [yes, no] = [world.held(YES), world.held(NO)]
        const size = yes < no ? yes : no
        for (const id of [YES, NO]) if (size > 0n) world.take(id, size, micros(500_000n), at)
        return
      }
      case 'resolve':
        isResolved = true
        fixture.market = { ...fixture.market, status: 'resolved', winningOutcomeId: YES }
        return
      case 'list':
        world.list(fixture, isResolved)
        return
      case 'balance':
        if (hasKey) world.balance(fixture)
        return
      case 'fees':
        world.learnFees(fixture)
        fixture.bus.publish('catalog', { events: 1 })
        return
      case 'blind':
        fixture.lists.open = null
        return
      case 'day':
        await fixture.clock.advance(1_000)
        fixture = next(fixture, store)
        fixture.clock.jump(DAY_MS)
        return
      case 'pass':
        await pass(fixture, move.seconds * 1_000)
        return
      case 'kill':
        fixture = next(fixture, store)
        return
      case 'restart':
        await compare()
    }
  }

  async function compare(): Promise<void> {
    if (fixture.lists.open === null) world.list(fixture, isResolved)
    await quiet(fixture)
    const before = figuresOf(fixture)
    fixture = next(fixture, store)
    await quiet(fixture)
    assert.deepEqual(figuresOf(fixture), before)
    compared += 1
  }

  for (const move of moves) await make(move)
  world.list(fixture, isResolved)
  if (hasKey) world.balance(fixture)
  await compare()
  return compared
}

describe('INV-82 a restart', () => {
  test('keeps what was learnt of shares that were bought elsewhere, when they are sold', async () => {
    const store = createMemoryPortfolio()
    const bought = fill(1)
    const listed = row(25, { cost: whole(20), lastAt: bought.at + 60_000 })
    let fixture = await started((one) => {
      Object.assign(one, { hasCredentials: true, isReconciled: true })
      one.fills.push(bought)
      one.lists.open = list(listed)
      one.balances.set(YES, whole(25))
    }, store)
    await pass(fixture, 60_000)
    assert.equal(fixture.portfolio.position(YES)?.figures.cost, whole(20))
    fixture.receive(fill(200, { side: 'SELL', size: whole(25) }))
    fixture.lists.open = list()
    fixture.balances.set(YES, whole(0))
    fixture.lists.closed = list({
      ...listed,
      size: whole(0),
      cost: whole(0),
      realised: whole(-10),
      status: 'closed',
    })
    await pass(fixture, 60_000)
    const before = fixture.portfolio.account()
    const ifWins = fixture.portfolio.resolutionPnl(sampleEvent(1).id)
    assert.deepEqual([before.realised, before.realisedToday], [whole(-10), whole(-10)])
    fixture = next(fixture, store)
    await quiet(fixture)
    const { realised, realisedToday } = fixture.portfolio.account()
    assert.deepEqual([realised, realisedToday], [before.realised, before.realisedToday])
    assert.deepEqual(fixture.portfolio.resolutionPnl(sampleEvent(1).id), ifWins)
  })

  test(`changes no figure, over ${RUNS} random lives`, async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyMove, { minLength: 4, maxLength: 24 }), fc.nat(9), async (moves, key) => {
        compared += await live(moves, key > 0)
      }),
      { numRuns: RUNS, endOnFailure: process.env['SESAME_SHRINK'] === undefined },
    )
    assert.ok(compared >= RUNS)
  })
})
