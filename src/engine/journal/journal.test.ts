import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClientOrderId, OrderId, TradeId } from '#core/ids.ts'
import { micros, ZERO } from '#core/money.ts'
import type { Fill, Order, OrderLabels } from '#core/order/order.ts'
import { err, ok } from '#lib/result.ts'
import type { JournalNote, JournalStore, MeasuredFill } from '#ports/journal-store.ts'
import { bookView } from '#core/testing/book-view.ts'
import { createBus } from '../bus.ts'
import { createPortfolioLedger } from '../portfolio/portfolio-ledger.ts'
import { createManualClock, marketId, outcomeId, price, whole } from '../testing/market-fakes.ts'
import { groupId } from '../testing/trading-fixture.ts'
import { createJournal } from './journal.ts'
import { withCash } from '#core/testing/fill-cash.ts'

const YES = outcomeId(2)
const CLIENT = 'client-1' as ClientOrderId
const ORDER: Order = {
  id: 'pm:0x01' as OrderId,
  clientOrderId: CLIENT,
  outcomeId: YES,
  marketId: marketId(1),
  side: 'BUY',
  price: price(4_500),
  size: whole(10),
  filledSize: ZERO,
  timeInForce: 'GTC',
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
  createdAt: 0,
  updatedAt: 0,
}

function scene() {
  const clock = createManualClock()
  const bus = createBus((_topic, error) => {
    throw error
  })
  const ledger = createPortfolioLedger(clock)
  const [fills, writes, notes] = [[] as Fill[], [] as MeasuredFill[][], [] as JournalNote[]]
  const book = bookView({
    outcomeId: YES,
    marketId: marketId(1),
    minOrderSize: whole(5),
    bids: [
      [price(4_600), whole(30)],
      [price(4_500), micros(120_500_000n)],
    ],
    asks: [[price(4_700), whole(5)]],
  })
  const state = { isDiskFull: false, isStale: false }
  const store: JournalStore = {
    measures: () => [],
    payouts: () => new Map(),
    notes: () => [],
    write(measures) {
      if (state.isDiskFull) return err('storage_refused')
      writes.push([...measures])
      return ok(undefined)
    },
    writeNote(note) {
      notes.push(note)
      return ok(undefined)
    },
  }
  const labels = new Map<OrderId, OrderLabels>()
  const journal = createJournal({
    clock,
    bus,
    store,
    books: {
      hold: () => () => {},
      peek: () => book,
      top: () => ({
        bestBid: price(4_600),
        bestAsk: price(4_700),
        tickSize: 100,
        staleReason: state.isStale ? 'feed_down' : null,
      }),
    },
    orders: { order: () => ORDER, fills: () => fills, labels: (id) => labels.get(id) ?? {} },
    audit: { orderHistory: () => [] },
    catalog: { outcome: () => null, league: () => null },
    portfolio: { traded: ledger.outcomes, entries: ledger.entries, entriesVersion: ledger.version },
  })
  journal.start()
  const receive = (number: number, change: Partial<Fill> = {}): void => {
    const fill: Fill = withCash({
      tradeId: `trade-${number}` as TradeId,
      orderId: 'pm:0x01' as OrderId,
      outcomeId: YES,
      marketId: marketId(1),
      side: 'BUY',
      price: price(4_500),
      size: whole(10),
      fee: ZERO,
      role: 'maker',
      status: 'matched',
      txHash: null,
      at: clock.now(),
      ...change,
    })
    fills.push(fill)
    ledger.note(fill)
    bus.publish('fill', fill)
  }
  const measure = () => journal.rows({})[0]?.measure
  return { clock, bus, journal, receive, measure, writes, notes, state, labels }
}

test('the queue ahead of an order that rests is what rested at its price before it', async () => {
  const { clock, bus, receive, measure, writes } = scene()
  bus.publish('order_received', { clientOrderId: CLIENT })
  await clock.advance(3)
  bus.publish('order', ORDER)
  assert.equal(writes.length, 0, 'written before the bytes of the order')
  await clock.advance(40)
  bus.publish('order', { ...ORDER, status: 'live' })
  await clock.advance(60_000)
  receive(1)
  const { queueAhead, pressToWire, wireToAnswer, answerToFill, press, timeInForce } = measure() ?? {}
  assert.deepEqual(
    [queueAhead, pressToWire, wireToAnswer, answerToFill, timeInForce],
    [120_500_000n, 3, 40, 60_000, 'GTC'],
  )
  assert.deepEqual(press, { bid: 4_600, ask: 4_700 })
})

test('a fill from before, or one that was missed, is listed and not measured', async () => {
  const { clock, receive, journal, measure } = scene()
  receive(1, { at: clock.now() - 20_000 })
  await clock.advance(400_000)
  assert.equal(journal.rows({}).length, 1)
  assert.equal(measure(), null)
})

test('a mark at which the book is not live stays missing, as do those after a stop', async () => {
  const { clock, receive, journal, measure, state, writes } = scene()
  receive(1)
  await clock.advance(1_000)
  state.isStale = true
  await clock.advance(9_000)
  state.isStale = false
  await clock.advance(50_000)
  assert.deepEqual(measure()?.marks, { '1s': 9_300, '1m': 9_300 })
  journal.stop()
  assert.deepEqual(writes.at(-1)?.at(-1)?.measure.marks, { '1s': 9_300, '1m': 9_300 })
  const timers = clock.timers()
  await clock.advance(400_000)
  assert.deepEqual([timers, measure()?.marks], [0, { '1s': 9_300, '1m': 9_300 }])
})

test('what the disk refuses is written later, and the confirmation of a fill is not measured again', async () => {
  const { clock, receive, journal, state, writes } = scene()
  state.isDiskFull = true
  receive(1)
  await clock.advance(6_000)
  assert.equal(writes.length, 0)
  state.isDiskFull = false
  receive(1, { status: 'confirmed' })
  await clock.advance(5_000)
  assert.deepEqual(
    writes.map((some) => some.map(({ key }) => key)),
    [['trade-1 pm:0x01']],
  )
  assert.equal(journal.trips({}).length, 1)
})

test('a note belongs to the round trip, whichever of its fills is named', () => {
  const { receive, journal, notes } = scene()
  receive(1)
  receive(2)
  const set = journal.setNote({ key: 'trade-2 pm:0x01', text: 'Chased', tags: ['chase'] })
  assert.ok(set.ok)
  assert.deepEqual(notes, [{ key: 'trade-1 pm:0x01', text: 'Chased', tags: ['chase'] }])
  const [trip] = journal.trips({ tag: 'chase' })
  assert.deepEqual([trip?.text, trip?.tags, trip?.rows.length], ['Chased', ['chase'], 2])
  assert.deepEqual(journal.choices().tags, ['chase'])
  assert.deepEqual(journal.setNote({ key: 'nothing', text: '', tags: [] }), { ok: false, error: 'not_found' })
})

test('a row counts with the labels of its order, a sale without any with those of the order that opened its round trip', async () => {
  const { journal, receive, labels } = scene()
  const [own, opening] = [groupId(1), groupId(2)]
  const order = (nth: number) => `pm:0x0${nth}` as OrderId
  labels.set(order(1), { group: opening, groupSize: 2, template: 'Scalp' })
  labels.set(order(2), { group: own })
  receive(1, { orderId: order(1) })
  receive(2, { orderId: order(2) })
  receive(3, { orderId: order(3) })
  receive(4, { orderId: order(4), side: 'SELL', size: whole(30), price: price(5_000) })
  const keys = (filter: Parameters<typeof journal.rows>[0]) =>
    journal
      .rows(filter)
      .map(({ key }) => key.slice(0, 7))
      .toSorted()
  assert.deepEqual(keys({ group: own }), ['trade-2'])
  assert.deepEqual(keys({ group: opening }), ['trade-1', 'trade-4'])
  assert.deepEqual(keys({ template: 'Scalp' }), ['trade-1', 'trade-4'])
  const { groups, templates } = journal.choices()
  const counts = new Map(groups.map(({ group, fills }) => [group, fills]))
  assert.deepEqual([counts.size, counts.get(own), counts.get(opening)], [2, 1, 2])
  assert.deepEqual(templates, [{ template: 'Scalp', fills: 2 }])
})
