/** A simulated day against a slow model: it keeps every book and every fill, and works out each figure in fractions at its end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClientOrderId, OrderId, OutcomeId, TradeId } from '#core/ids.ts'
import { amountOf, latencyOf, LATENCIES, MEASURES } from '#core/journal/journal-rows.ts'
import type { JournalFilter, JournalRow } from '#core/journal/journal-rows.ts'
import { addMicros, formatMicros, micros, ZERO, type Micros } from '#core/money.ts'
import type { Fill, Order } from '#core/order/order.ts'
import { formatPrice } from '#core/price.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import { ok } from '#lib/result.ts'
import type { JournalStore, MeasuredFill } from '#ports/journal-store.ts'
import { createBus } from '../bus.ts'
import { createPortfolioLedger } from '../portfolio/portfolio-ledger.ts'
import {
  createManualClock,
  marketId,
  outcomeId,
  price,
  sampleEvent,
  sampleMarket,
} from '../testing/market-fakes.ts'
import type { Journal } from './journal.ts'
import type { JournalSums } from './contract.ts'
import { createJournal } from './journal.ts'
import { withCash } from '#core/testing/fill-cash.ts'

const OUTCOMES = [outcomeId(2), outcomeId(3)] as const
const ORDERS = 220
const STEP_MS = 350_000

type Book = { readonly at: number; readonly bid: number; readonly ask: number; readonly isLive: boolean }
type Seen = {
  readonly fill: Fill
  readonly press: Book | null
  readonly received: number
  readonly times: readonly number[]
}

/** Numbers from 0 to 1, the same in each run. */
function createNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function simulatedDay() {
  const random = createNumbers(7)
  const whole = (most: number): number => Math.floor(random() * most)
  const clock = createManualClock(1_790_000_000_000)
  const bus = createBus((_topic, error) => {
    throw error
  })
  const ledger = createPortfolioLedger(clock)
  const [fills, orders, rows] = [[] as Fill[], new Map<OrderId, Order>(), new Map<string, AuditRow>()]
  const history = new Map<OutcomeId, Book[]>(OUTCOMES.map((id) => [id, []]))
  const held = new Map<OutcomeId, number>()
  const market = { ...sampleMarket(1), winningOutcomeId: null as OutcomeId | null }
  const written: MeasuredFill[] = []
  const store: JournalStore = {
    measures: () => [],
    payouts: () => new Map(),
    notes: () => [],
    write(some) {
      written.push(...some)
      return ok(undefined)
    },
    writeNote: () => ok(undefined),
  }
  const bookNow = (id: OutcomeId): Book | null => history.get(id)?.at(-1) ?? null
  const journal = createJournal({
    clock,
    bus,
    store,
    books: {
      hold(id) {
        held.set(id, (held.get(id) ?? 0) + 1)
        return () => held.set(id, (held.get(id) ?? 0) - 1)
      },
      peek: () => null,
      top(id) {
        const book = bookNow(id)
        if (book === null) return null
        const { bid, ask, isLive } = book
        return { bestBid: price(bid), bestAsk: price(ask), tickSize: 100, staleReason: isLive ? null : 'gap' }
      },
    },
    orders: { order: (id) => orders.get(id) ?? null, fills: () => fills, labels: () => ({}) },
    audit: { orderHistory: (id) => [rows.get(id)].flatMap((row) => row ?? []) },
    catalog: {
      outcome: (id) => ({
        outcome: { id, marketId: market.id, name: 'Yes', positionId: null },
        market,
        event: sampleEvent(1, { markets: [market] }),
      }),
      league: () => ({ code: 'nba', name: 'NBA', ordering: 'home' }),
    },
    portfolio: { traded: ledger.outcomes, entries: ledger.entries, entriesVersion: ledger.version },
  })
  journal.start()

  function moveBooks(): void {
    for (const id of OUTCOMES) {
      const bid = 1_000 + whole(7_000)
      history
        .get(id)
        ?.push({ at: clock.monotonic(), bid, ask: bid + 10 + whole(500), isLive: random() > 0.1 })
    }
  }

  const seen: Seen[] = []
  for (let turn = 0; turn < ORDERS; turn += 1) {
    moveBooks()
    const id = OUTCOMES[whole(2)] ?? OUTCOMES[0]
    const clientOrderId = `client-${turn}` as ClientOrderId
    const isShown = random() > 0.5
    const book = bookNow(id)
    const press = isShown || book?.isLive === true ? book : null
    const order: Order = {
      id: `pm:0x${turn}` as OrderId,
      clientOrderId,
      outcomeId: id,
      marketId: marketId(1),
      side: turn % 3 === 0 ? 'SELL' : 'BUY',
      price: price(1_500 + whole(7_000)),
      size: micros(BigInt(1_000_000 + whole(9_000_000))),
      filledSize: ZERO,
      timeInForce: random() > 0.5 ? 'GTC' : 'FAK',
      postOnly: false,
      expiresAt: null,
      status: 'pending',
      delayEndsAt: null,
      cancelling: false,
      cancelQueued: false,
      cancelTooLate: false,
      foreign: false,
      replaces: null,
      submittedAt: null,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    }
    if (isShown && book !== null) {
      const evidence = { best_bid: formatPrice(price(book.bid)), best_ask: formatPrice(price(book.ask)) }
      rows.set(clientOrderId, { kind: 'intent', details: { evidence } } as unknown as AuditRow)
    }
    const times = [clock.monotonic()]
    bus.publish('order_received', { clientOrderId })
    await clock.advance(whole(20))
    times.push(clock.monotonic())
    orders.set(`pm:0x${turn}` as OrderId, order)
    bus.publish('order', order)
    await clock.advance(whole(200))
    const fill: Fill = withCash({
      tradeId: `trade-${turn}` as TradeId,
      orderId: `pm:0x${turn}` as OrderId,
      outcomeId: id,
      marketId: marketId(1),
      side: order.side,
      price: order.price,
      size: order.size,
      fee: micros(BigInt(whole(2_000))),
      role: random() > 0.5 ? 'maker' : 'taker',
      status: 'confirmed',
      txHash: null,
      at: clock.now(),
    })
    const isBeforeAnswer = random() > 0.7
    const answer = (): void => {
      times.push(clock.monotonic())
      bus.publish('order', { ...order, status: 'live' })
    }
    if (!isBeforeAnswer) answer()
    await clock.advance(whole(300))
    seen.push({ fill, press, received: clock.monotonic(), times })
    fills.push(fill)
    ledger.note(fill)
    bus.publish('fill', fill)
    if (isBeforeAnswer) {
      await clock.advance(10)
      answer()
    }
    // A cached result has to follow later news.
    journal.rows({})
    for (let move = 0; move < 8; move += 1) {
      await clock.advance(whole(STEP_MS / 4))
      moveBooks()
    }
  }
  journal.rows({})
  await clock.advance(300_000)
  const beforeTheEnd = journal.rows({})
  market.winningOutcomeId = OUTCOMES[0]
  bus.publish('catalog', { events: 1 })
  return { journal, beforeTheEnd, ledger, history, seen, held, written, clock }
}

type Fraction = readonly [numerator: bigint, denominator: bigint]

/** Decimal text times decimal text, as a fraction of one. */
function times(a: Fraction, b: Fraction): Fraction {
  return [a[0] * b[0], a[1] * b[1]]
}

function minus(a: Fraction, b: Fraction): Fraction {
  return [a[0] * b[1] - b[0] * a[1], a[1] * b[1]]
}

/** Millionths, rounded down. */
function inMicros([top, bottom]: Fraction): Micros {
  const scaled = top * 1_000_000n
  const rest = ((scaled % bottom) + bottom) % bottom
  return micros((scaled - rest) / bottom)
}

const steps = (count: number): Fraction => [BigInt(count), 10_000n]
const half = (a: number, b: number): Fraction => [BigInt(a + b), 20_000n]

/** Positive where the second price is above the first for a purchase, below it for a sale. */
function gain({ side, size }: Fill, from: Fraction, to: Fraction): Micros {
  const difference = side === 'BUY' ? minus(to, from) : minus(from, to)
  return inMicros(times(difference, [size, 1_000_000n]))
}

function bookAt(history: readonly Book[], at: number): Book | null {
  const book = history.filter((one) => one.at <= at).at(-1) ?? null
  return book?.isLive === true ? book : null
}

const AFTER = { mark_1s: 1, mark_10s: 10, mark_1m: 60, mark_5m: 300 } as const

test('INV-71 a day of fills: each markout, slippage and time is the slow model’s, and profit is the ledger’s', async () => {
  const { journal, beforeTheEnd, ledger, history, seen, held, written } = await simulatedDay()
  const rows = new Map(journal.rows({}).map((row) => [row.key, row]))
  assert.equal(rows.size, ORDERS)
  const marksOf = (row: JournalRow | undefined) => row && [row.key, row.measure?.marks]
  for (const row of beforeTheEnd) assert.deepEqual(marksOf(row), marksOf(rows.get(row.key)))
  let compared = 0
  for (const { fill, press, received, times: at } of seen) {
    const row = rows.get(`${fill.tradeId} ${fill.orderId}`)
    assert.ok(row !== undefined)
    // Exact average cost of a share.
    const own: Fraction = [fill.cash, fill.size]
    const [pressed = 0, sent = 0, answered = 0] = at
    const marks = Object.entries(AFTER).map(([name, seconds]) => {
      const book = bookAt(history.get(fill.outcomeId) ?? [], received + seconds * 1_000)
      return [name, book === null ? null : gain(fill, own, half(book.bid, book.ask))] as const
    })
    const wanted = {
      slippage_best:
        press === null ? null : gain(fill, steps(fill.side === 'BUY' ? press.ask : press.bid), own),
      slippage_mid: press === null ? null : gain(fill, half(press.bid, press.ask), own),
      ...Object.fromEntries(marks),
      mark_end: gain(fill, own, [fill.outcomeId === OUTCOMES[0] ? 1n : 0n, 1n]),
      profit: row.profit,
    }
    assert.deepEqual(Object.fromEntries(MEASURES.map((name) => [name, amountOf(row, name)])), wanted)
    assert.deepEqual(
      LATENCIES.map((name) => latencyOf(row, name)),
      [sent - pressed, answered - sent, received - answered],
    )
    compared += marks.filter(([, value]) => value !== null).length
  }
  assert.ok(compared > 3 * ORDERS, 'most books were live')

  const realised = addMicros(...ledger.outcomes().map((id) => ledger.figures(id).realised))
  const { summary, earlier } = sumsOf(journal, {})
  assert.equal(formatMicros(addMicros(summary.measures.profit.sum, earlier)), formatMicros(realised))
  assert.equal(
    journal.trips({}).reduce((sum, trip) => sum + trip.realised, 0n),
    realised,
  )
  assert.equal(
    formatMicros(summary.fees),
    formatMicros(addMicros(...seen.map(({ fill }) => fill.fee ?? ZERO))),
  )
  for (const by of [roles, hours, days] as const) {
    const parts = by(journal.rows({})).map((filter) => sumsOf(journal, filter).summary)
    for (const name of MEASURES) {
      assert.equal(
        parts.reduce((sum, part) => sum + part.measures[name].sum, 0n),
        summary.measures[name].sum,
      )
    }
  }
  assert.deepEqual([...held.values()], [0, 0], 'a book is held longer than its marks need')
  assert.ok(written.length >= ORDERS)
})

/** All pieces at once. */
function sumsOf(journal: Pick<Journal, 'summary'>, filter: JournalFilter): JournalSums {
  const pieces = journal.summary(filter)
  for (;;) {
    const piece = pieces.next()
    if (piece.done === true) return piece.value
  }
}

function roles(): readonly JournalFilter[] {
  return (['maker', 'taker', 'payout'] as const).map((role) => ({ role }))
}

function hours(): readonly JournalFilter[] {
  return Array.from({ length: 24 }, (_, hour) => ({ hour }))
}

function days(rows: readonly JournalRow[]): readonly JournalFilter[] {
  return [...new Set(rows.map(({ at }) => at - (at % 86_400_000)))].map((day) => ({ day }))
}
