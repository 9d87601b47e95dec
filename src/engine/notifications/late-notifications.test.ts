// Urgent reports in every mode, on channels that nobody can switch off: a broken record, and late news of an order.
import { notional } from '#core/order/order-amounts.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseExitId, parseTradeId } from '#core/ids.ts'
import { newExit, NO_LEGS } from '#core/order/attached-exit.ts'
import { LOCKED_RULES, SEVERITY } from '#core/notification/notification.ts'
import type { Fill, Order, OrderStatus } from '#core/order/order.ts'
import type { Status } from '#core/trading-state.ts'
import { ok } from '#lib/result.ts'
import { createBus } from '../bus.ts'
import type { Catalog } from '../markets/catalog.ts'
import type { NotificationDraft } from './notification-draft.ts'
import { startNotificationTriggers } from './notification-triggers.ts'
import { entryOfSigned } from '../orders/book-of-orders/ledger-entry.ts'
import { clientId, intent, whole } from '../testing/trading-fixture.ts'
import { createManualClock, marketId } from '../testing/market-fakes.ts'
import { fakeOrderId } from '../testing/fake-orders.ts'

function createTradingFixture() {
  const clock = createManualClock()
  const bus = createBus((_, error) => {
    throw error
  })
  const published: NotificationDraft[] = []
  const known = new Map<string, NonNullable<ReturnType<Catalog['outcome']>>>()
  startNotificationTriggers({
    clock,
    bus,
    settings: { read: () => null, write: () => ok(undefined) },
    catalog: { outcome: (id) => known.get(id) ?? null },
    orders: { order: () => null },
    audit: { orderHistory: () => [] },
    history: { list: () => [] },
    record: (drafts) => published.push(...drafts),
  })
  return { clock, bus, published, known }
}

function foundOrder(status: OrderStatus, filled: number): { readonly order: Order; readonly at: number } {
  const { clientOrderId, outcomeId, side, price, size, timeInForce, postOnly } = intent(1)
  const entry = entryOfSigned(
    {
      clientOrderId,
      orderId: fakeOrderId(1),
      outcomeId,
      marketId: marketId(1),
      side,
      price,
      size,
      timeInForce,
      postOnly,
      expiresAt: null,
      replaces: null,
      at: 0,
    },
    0,
    0,
  )
  return { order: { ...entry.order, status, filledSize: whole(filled) }, at: 0 }
}

test('INV-54 INV-55 a broken record and what happened late are urgent, and neither page nor chat can be switched off', () => {
  for (const kind of ['audit_problem', 'late_order', 'fill_reversed'] as const) {
    assert.equal(SEVERITY[kind], 'urgent')
    const locked = LOCKED_RULES.filter((one) => one.kind === kind).map(({ channel }) => channel)
    assert.deepEqual(locked, ['toast', 'chat'])
  }
})

test('INV-76 a trade that does not settle is one late notice for each trade and order, and none of what is past the history', async () => {
  const fixture = createTradingFixture()
  const { outcomeId, side, price, size } = intent(1)
  const tradeId = parseTradeId('late')
  assert.ok(tradeId !== null)
  const fill: Fill = {
    tradeId,
    orderId: fakeOrderId(1),
    outcomeId,
    marketId: marketId(1),
    side,
    price,
    size,
    cash: notional(price, size),
    fee: null,
    role: 'taker',
    status: 'matched',
    txHash: null,
    at: fixture.clock.now() - 600_000,
  }
  fixture.bus.publish('trade_overdue', { fill, at: fixture.clock.now() })
  fixture.bus.publish('trade_overdue', { fill: { ...fill, side: 'SELL' }, at: fixture.clock.now() })
  fixture.bus.publish('trade_overdue', { fill: { ...fill, at: 0 }, at: fixture.clock.now() })
  await fixture.clock.advance(120_000)
  assert.deepEqual(
    fixture.published.map(({ kind, key }) => [kind, key]),
    [1, 2].map(() => ['late_order', `late_order:unsettled:late:${fakeOrderId(1)}`]),
  )
  assert.match(
    fixture.published[0]?.text ?? '',
    /^Not settled, overdue: BUY 10 at 0\.4 was matched .* cannot be sold/,
  )
  assert.match(fixture.published[1]?.text ?? '', /^Not settled, overdue: SELL 10 .* not sold again/)
})

test('INV-55 each late order is reported once, urgently, with the order and what became of it; a whole cancel only warns', async () => {
  const fixture = createTradingFixture()
  const { order } = foundOrder('live', 0)
  const facts = [
    { what: 'found', ...foundOrder('live', 0) },
    { what: 'cancel_too_late', ...foundOrder('filled', 10) },
    { what: 'overtaken', ...foundOrder('cancelled', 0) },
    { what: 'overtaken', ...foundOrder('filled', 10) },
    { what: 'unconfirmed', ...foundOrder('partially_filled', 4) },
  ] as const
  for (const fact of facts) fixture.bus.publish('late_order', fact)
  await fixture.clock.advance(0)
  assert.deepEqual(
    fixture.published.map(({ kind, severity, clientOrderId }) => [kind, severity, clientOrderId]),
    [undefined, undefined, 'warn', undefined, undefined].map((severity) => [
      'late_order',
      severity,
      order.clientOrderId,
    ]),
  )
  const words = [
    /At the venue after all: BUY 10 at 0\.4, live\. It had counted as rejected/,
    /cancel came too late: BUY 10 at 0\.4 had filled 10 of 10/,
    /reached the venue and is cancelled there, filled 0 of 10/,
    /reached the venue and is filled there, filled 10 of 10/,
    /answered before .* BUY 10 at 0\.4: it is partially filled, filled 4 of 10/,
  ]
  for (const [index, pattern] of words.entries()) assert.match(fixture.published[index]?.text ?? '', pattern)
  assert.equal(new Set(fixture.published.map(({ key }) => key)).size, 4)
})

test('INV-54 a record that cannot be believed is reported once until it is well, while SAFE too', async () => {
  const fixture = createTradingFixture()
  const text = 'The audit log does not verify: row 3 was changed.'
  const status = (storageProblem: string | null): Status =>
    ({ credentials: { state: 'ready', reason: null }, storageProblem }) as Status
  for (const problem of [null, text, text]) fixture.bus.publish('status', status(problem))
  await fixture.clock.advance(0)
  assert.deepEqual(
    fixture.published.map((draft) => [draft.kind, draft.text]),
    [['audit_problem', text]],
  )
  for (const problem of [null, text]) fixture.bus.publish('status', status(problem))
  await fixture.clock.advance(0)
  assert.equal(fixture.published.length, 2)
})

test('INV-83 SAFE for a venue or network that cannot be relied on names the cause and the figure', async () => {
  const fixture = createTradingFixture()
  const at = fixture.clock.now()
  fixture.bus.publish('disarmed', { cause: 'orders_unread', at, afterMs: 60_000 })
  fixture.bus.publish('disarmed', { cause: 'market_feed_down', at, afterMs: 30_000 })
  fixture.bus.publish('disarmed', { cause: 'order_unknown', at, afterMs: 150_000 })
  await fixture.clock.advance(0)
  const texts = fixture.published.map(({ text }) => text)
  for (const said of [/own orders .* 60 s/i, /price feed not live for 30 s/, /unknown for 150 s/]) {
    assert.equal(texts.filter((text) => said.test(text)).length, 1, String(said))
  }
  assert.ok(texts.every((text) => /exits are paused while SAFE/.test(text)))
})

test('INV-79 a key that leaves the list is reported once, with what to do, and again after it was back', async () => {
  const fixture = createTradingFixture()
  const detail = 'The key is gone: authorise it.'
  const listing = (keyListing: 'listed' | 'not_listed'): Status => {
    const credentials = { state: 'ready', reason: null, keyListing, detail }
    return { credentials, storageProblem: null } as Status
  }
  for (const one of ['listed', 'not_listed', 'not_listed', 'listed', 'not_listed'] as const)
    fixture.bus.publish('status', listing(one))
  await fixture.clock.advance(0)
  assert.deepEqual(
    fixture.published.map(({ kind }) => kind),
    ['credentials', 'credentials'],
  )
  assert.match(fixture.published[0]?.text ?? '', /authorise it/)
})

test('a message waits for the name of its market while the catalog is read, 15 s at most, and never shows a whole token id', async () => {
  const token = `pm:${'7'.repeat(78)}`
  const order = {
    id: 'pm:0x01',
    outcomeId: token,
    marketId: 'pm:0x02',
    side: 'BUY',
    price: 5_000,
    size: 5_000_000n,
  }
  const fact = { reason: 'order', order: order as unknown as Order, at: 1 } as const
  const fixture = createTradingFixture()
  fixture.bus.publish('foreign_activity', fact)
  await fixture.clock.advance(14_000)
  assert.equal(fixture.published.length, 0)
  name(fixture, token)
  fixture.bus.publish('catalog', { events: 1 })
  await fixture.clock.advance(0)
  assert.match(fixture.published[0]?.text ?? '', /BUY 5 at 0\.5, Will it\?: Yes/)
  const blind = createTradingFixture()
  blind.bus.publish('foreign_activity', fact)
  await blind.clock.advance(16_000)
  assert.match(blind.published[0]?.text ?? '', /Outcome 7777\u20267777/)
  assert.doesNotMatch(blind.published[0]?.text ?? '', /7{10}/)
})

/** Adds the outcome's names from the catalog. */
function name(fixture: ReturnType<typeof createTradingFixture>, id: string): void {
  fixture.known.set(id, {
    outcome: { name: 'Yes' },
    market: { id: 'pm:0x02', groupTitle: null, question: 'Will it?', tickSize: 100 },
  } as unknown as NonNullable<ReturnType<Catalog['outcome']>>)
}

test('a fill of the first second of a first start is reported, though the venue cuts seconds and its clock is 4 s behind', async () => {
  const fixture = createTradingFixture()
  const { order } = foundOrder('filled', 10)
  name(fixture, order.outcomeId)
  const fill = {
    ...order,
    tradeId: 't1',
    orderId: order.id,
    role: 'maker',
    status: 'matched',
    fee: null,
    txHash: null,
  }
  const at = Math.floor((fixture.clock.now() - 4_000) / 1_000) * 1_000
  for (const when of [at, fixture.clock.now() - 6_001]) {
    fixture.bus.publish('fill', { ...fill, at: when } as unknown as Fill)
  }
  await fixture.clock.advance(0)
  assert.deepEqual(
    fixture.published.map(({ kind }) => kind),
    ['fill'],
  )
})

test('orders from before the first start are one message of ordinary weight that names them', async () => {
  const fixture = createTradingFixture()
  const orders = Array.from({ length: 7 }, (_, index) => ({
    ...foundOrder('live', 0).order,
    id: fakeOrderId(index + 1),
    foreign: true,
  }))
  name(fixture, orders[0]?.outcomeId ?? '')
  for (const at of [1, 2]) fixture.bus.publish('earlier_activity', { orders, at })
  await fixture.clock.advance(0)
  const [message, again] = fixture.published
  assert.equal(message?.key, again?.key, 'the same is kept once')
  assert.deepEqual([message?.kind, message?.severity], ['foreign_activity', 'info'])
  assert.equal(message?.title, '7 orders from before this start')
  assert.match(
    message?.text ?? '',
    /(BUY 10 at 0\.4, Will it\?: Yes; ){4}BUY 10 at 0\.4, Will it\?: Yes and 2 more\./,
  )
  assert.equal(message?.prices?.length, 5)
})

test('INV-66 paused exits are urgent with their number and reason, announced ahead, and their toast cannot be cleared', async () => {
  const fixture = createTradingFixture()
  const { outcomeId } = intent(1)
  const [id, other] = [parseExitId(clientId(7)), parseExitId(clientId(8))]
  assert.ok(id !== null && other !== null)
  const exit = newExit(id, outcomeId, { size: whole(1) }, NO_LEGS, 100, 0)
  const exits = [exit, exit]
  const gaveUp = { ...exit, end: { how: 'refused', at: 0 } } as const
  fixture.bus.publish('exit_notice', { what: 'paused', reason: 'safe', exits, at: 0 })
  fixture.bus.publish('exit_notice', { what: 'pausing', exits: [exit], at: 0 })
  fixture.bus.publish('exit_notice', { what: 'ended', exit: gaveUp, at: 0 })
  const entry = { price: intent(1).price, size: whole(1), slippageTicks: 0 }
  const unbought = { ...gaveUp, id: other, legs: { ...NO_LEGS, entry } }
  fixture.bus.publish('exit_notice', { what: 'ended', exit: unbought, at: 0 })
  await fixture.clock.advance(20_000)
  assert.deepEqual(
    fixture.published.map(({ kind, title }) => [kind, title]),
    [
      ['exit_paused', '2 exits paused'],
      ['exit_paused', '1 exit will pause in a minute'],
      ['exit_failed', 'Outcome 1'],
      ['exit_failed', 'Outcome 1'],
    ],
  )
  assert.match(fixture.published[3]?.text ?? '', /Nothing was bought/)
  assert.match(fixture.published[0]?.text ?? '', /Paused: SAFE\. Arm to resume/)
  for (const kind of ['exit_paused', 'exit_failed'] as const) {
    assert.equal(SEVERITY[kind], 'urgent')
    assert.ok(LOCKED_RULES.some((rule) => rule.kind === kind && rule.channel === 'toast'))
  }
})
