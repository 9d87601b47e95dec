import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client, Order, PlaceBody, PlaceResult } from '../platform/api/client.ts'
import { err, ok } from '#lib/result.ts'
import { micros } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import { pricesIn } from '../data/settings/prices.ts'
import { createIntents } from './send.ts'
import type { ClientOrderId } from '#core/ids.ts'
import type { Outgoing } from './send.ts'
import type { Intent } from '../data/account/intent.ts'
import { uuidV7 } from './guard.ts'
import { sampleOrder } from '../features/portfolio/testing/samples.ts'

const price = parsePrice('0.57')
assert.ok(price !== null)
const clientOrderId = uuidV7(1, new Uint8Array(10))
const body: PlaceBody = {
  clientOrderId,
  outcomeId: 'pm:1',
  side: 'BUY',
  price,
  size: micros(10_000_000n),
  timeInForce: 'GTC',
  postOnly: false,
}
const DRAFT: Outgoing = {
  clientOrderId,
  outcomeId: 'pm:1',
  outcomeName: 'Yes',
  side: 'BUY',
  price,
  size: micros(10_000_000n),
}

const ORDER = sampleOrder({
  id: null,
  client_order_id: clientOrderId,
  filled_size: '0',
  remaining_size: '10',
})

type Reply = Awaited<ReturnType<Client['call']>>

function build(
  replies: Record<string, (turn: number) => Reply | Promise<Reply>>,
  orders: readonly Order[] = [],
) {
  const calls: string[] = []
  const waiting: (() => void)[] = []
  const settled: Intent[] = []
  const clock = { now: 0 }
  const client = {
    setCsrfToken: () => undefined,
    call: (name: string) => {
      calls.push(name)
      const reply = replies[name]
      assert.ok(reply !== undefined, name)
      return Promise.resolve(reply(calls.filter((one) => one === name).length))
    },
  } as unknown as Client
  const intents = createIntents({
    prices: () => pricesIn('price'),
    client,
    now: () => clock.now,
    after: (_ms, task) => waiting.push(task),
    onSettled: (intent) => settled.push(intent),
    orders: () => orders,
  })
  const turn = async () => {
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    waiting.shift()?.()
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
  const place = (order: Outgoing) =>
    intents.send(
      [order],
      () => client.call('placeOrder', { body }),
      (answer) => answer,
    )
  return { intents, client, place, calls, settled, turn, clock }
}

const accepted: PlaceResult = {
  clientOrderId,
  result: 'accepted',
  order: null,
  reject: null,
  replayed: false,
}

test('an intent is sent once, however often its key comes back', async () => {
  const t = build({ placeOrder: () => ok(accepted) })
  t.place(DRAFT)
  t.place(DRAFT)
  assert.equal(t.intents.busyAt(DRAFT, uuidV7(2, new Uint8Array(10))), 'sending')
  assert.equal(t.intents.busyAt(DRAFT, clientOrderId), null)
  await t.turn()
  t.place(DRAFT)
  assert.deepEqual(t.calls, ['placeOrder'])
  assert.equal(t.intents.find(clientOrderId)?.state, 'accepted')
  assert.equal(t.intents.busyAt(DRAFT, uuidV7(2, new Uint8Array(10))), null)
})

test('INV-06 an order of unknown outcome locks its price, also after a reload of the page', () => {
  const { intents } = build({}, [sampleOrder({ side: 'BUY', price: '0.57', status: 'unknown' })])
  assert.equal(intents.busyAt(DRAFT, null), 'unknown')
  assert.equal(intents.busyAt({ ...DRAFT, side: 'SELL' }, null), null)
  assert.equal(intents.busyAt({ ...DRAFT, outcomeId: 'pm:2' }, null), null)
  assert.equal(build({}, [sampleOrder({ side: 'BUY', price: '0.57' })]).intents.busyAt(DRAFT, null), null)
})

test('INV-62 a sale and its purchase are one request, sent once, and each has its own end', async () => {
  const purchaseId = uuidV7(3, new Uint8Array(10))
  const sale: Outgoing = { ...DRAFT, side: 'SELL' }
  const purchase: Outgoing = { ...DRAFT, clientOrderId: purchaseId, outcomeId: 'pm:2' }
  const reject = { code: 'sale_not_accepted', message: 'Nothing was bought.', prices: [] }
  const answer = {
    sale: { ...accepted, result: 'unknown' },
    purchase: { ...accepted, client_order_id: purchaseId, result: 'rejected', reject },
  }
  const t = build({
    placeBothSides: () => ok(answer),
    listAudit: () => err({ kind: 'network' }),
  })
  const press = () =>
    t.intents.send(
      [sale, purchase],
      () =>
        t.client.call('placeBothSides', {
          body: { sale: { ...body, side: 'SELL' }, purchase: { ...body, side: 'BUY' } },
        }),
      (both, order) => (order === sale ? both.sale : both.purchase),
    )
  press()
  press()
  await t.turn()
  assert.deepEqual(t.calls.filter((name) => name === 'placeBothSides').length, 1)
  assert.equal(t.intents.find(clientOrderId)?.state, 'unknown')
  assert.equal(t.intents.find(purchaseId)?.code, 'sale_not_accepted')
})

test('an order that the list reports as ended stays with its press once the list has forgotten it', async () => {
  const t = build({ placeOrder: () => ok({ ...accepted, order: { ...ORDER, status: 'live' } }) })
  t.place(DRAFT)
  await t.turn()
  const ended: Order = { ...ORDER, status: 'filled', filledSize: micros(10_000_000n) }
  t.intents.seen(ended)
  assert.deepEqual(t.intents.find(clientOrderId)?.order, ended)
})

/** Several orders in one request, as a scaled order sends them. */
function placeMany({ intents, client }: ReturnType<typeof build>, ids: readonly ClientOrderId[]): void {
  intents.send(
    ids.map((id) => ({ ...DRAFT, clientOrderId: id, together: ids })),
    () => client.call('placeOrders', { body: { orders: ids.map((id) => ({ ...body, clientOrderId: id })) } }),
    ({ results }, { clientOrderId: id }) => results.find((one) => one.clientOrderId === id),
  )
}

test('a scaled order is sent once; each order has its own end, and one that the answer leaves out is looked up', async () => {
  const ids = [clientOrderId, uuidV7(4, new Uint8Array(10)), uuidV7(5, new Uint8Array(10))] as const
  const reject = { code: 'post_only_crosses', message: 'It would trade.', prices: [] }
  const row = { kind: 'response', details: { result: 'accepted' } }
  const t = build({
    placeOrders: () =>
      ok({ results: [{ ...accepted, clientOrderId: ids[1], result: 'rejected', reject }, accepted] }),
    listAudit: () => ok({ items: [row] }),
  })
  placeMany(t, ids)
  placeMany(t, ids)
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  const states = () => ids.map((id) => t.intents.find(id)?.state)
  assert.deepEqual(states(), ['accepted', 'rejected', 'unknown'])
  await t.turn()
  assert.deepEqual(states(), ['accepted', 'rejected', 'accepted'])
  assert.deepEqual(t.calls, ['placeOrders', 'listAudit'])
})

test('a scaled order without an answer is unknown as a whole, never sent again, and each id is looked up', async () => {
  const ids = [clientOrderId, uuidV7(4, new Uint8Array(10))] as const
  const row = { kind: 'response', details: { result: 'accepted' } }
  const t = build({ placeOrders: () => err({ kind: 'network' }), listAudit: () => ok({ items: [row] }) })
  placeMany(t, ids)
  for (const _ of [...ids, 'settled']) await t.turn()
  assert.deepEqual(t.calls, ['placeOrders', 'listAudit', 'listAudit'])
  assert.deepEqual(
    t.settled.map(({ clientOrderId: id, state }) => [id, state]),
    [...ids.map((id) => [id, 'unknown']), ...ids.map((id) => [id, 'accepted'])],
  )
})

test('a lost answer is unknown, never sent again, and settled by the audit log', async () => {
  const row = { kind: 'response', details: { result: 'accepted' } }
  const t = build({
    placeOrder: () => err({ kind: 'network' }),
    listAudit: (turn) =>
      turn === 1
        ? err({ kind: 'network' })
        : (ok({ items: turn === 2 ? [] : [row], nextCursor: null }) as Reply),
  })
  t.place(DRAFT)
  await t.turn()
  assert.equal(t.intents.busyAt(DRAFT, uuidV7(2, new Uint8Array(10))), 'unknown')
  await t.turn()
  await t.turn()
  assert.equal(t.intents.find(clientOrderId)?.state, 'accepted')
  assert.equal(t.calls.filter((name) => name === 'placeOrder').length, 1)
})

test('an intent that the audit log does not have ends as not received', async () => {
  const t = build({
    placeOrder: () => err({ kind: 'timeout' }),
    listAudit: () => ok({ items: [], nextCursor: null }) as Reply,
  })
  t.place(DRAFT)
  for (let turn = 0; turn < 4; turn += 1) await t.turn()
  assert.equal(t.intents.find(clientOrderId)?.state, 'rejected')
  assert.match(t.intents.find(clientOrderId)?.text ?? '', /never reached/)
})

test('an unknown order is settled by the order list', async () => {
  const t = build({ placeOrder: () => ok({ ...accepted, result: 'unknown' }) })
  t.place(DRAFT)
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  assert.equal(t.intents.find(clientOrderId)?.state, 'unknown')
  t.intents.seen({ ...ORDER, status: 'unknown' })
  assert.equal(t.intents.find(clientOrderId)?.state, 'unknown')
  t.intents.seen({ ...ORDER, status: 'live' })
  assert.equal(t.intents.find(clientOrderId)?.state, 'accepted')
  assert.deepEqual(
    t.settled.map((intent) => intent.state),
    ['unknown', 'accepted'],
  )
})

test('an order that is seen while its answer is long overdue frees its price; the answer changes nothing then', async () => {
  const answer = Promise.withResolvers<Reply>()
  const t = build({ placeOrder: () => answer.promise })
  t.place(DRAFT)
  t.intents.seen({ ...ORDER, status: 'live' })
  assert.equal(t.intents.find(clientOrderId)?.state, 'sending', 'its answer is on its way')
  t.clock.now = 7_500
  t.intents.seen({ ...ORDER, status: 'pending' })
  t.intents.seen({ ...ORDER, status: 'rejected' })
  assert.equal(t.intents.find(clientOrderId)?.state, 'sending')
  t.intents.seen({ ...ORDER, status: 'live' })
  assert.equal(t.intents.busyAt(DRAFT, uuidV7(2, new Uint8Array(10))), null)
  answer.resolve(ok({ ...accepted, result: 'unknown' }))
  await t.turn()
  assert.deepEqual(
    t.settled.map(({ state }) => state),
    ['accepted'],
  )
})

test('an order that is listed once before its answer is late settles the intent when the answer does not come', async () => {
  const t = build({ placeOrder: () => Promise.withResolvers<Reply>().promise })
  t.place(DRAFT)
  t.clock.now = 400
  t.intents.seen({ ...ORDER, status: 'pending' })
  t.intents.seen({ ...ORDER, status: 'live' })
  assert.equal(t.intents.find(clientOrderId)?.state, 'sending', 'its answer is on its way')
  t.clock.now = 3_000
  await t.turn()
  assert.equal(t.intents.find(clientOrderId)?.state, 'accepted')
  assert.equal(t.settled.length, 1)
})

test('INV-05 only a proven refusal frees a price: an unknown response keeps it locked', async () => {
  const rows = [
    [{ kind: 'response', details: { result: 'unknown' } }],
    [{ kind: 'reconcile', details: { result: 'rejected', message: 'Not at the venue.' } }],
  ]
  const t = build({
    placeOrder: () => err({ kind: 'timeout' }),
    listAudit: (turn) => ok({ items: rows[turn - 1] ?? [], nextCursor: null }),
  })
  t.place(DRAFT)
  await t.turn()
  assert.equal(t.intents.find(clientOrderId)?.state, 'unknown')
  await t.turn()
  assert.deepEqual(
    [t.intents.find(clientOrderId)?.state, t.intents.find(clientOrderId)?.text],
    ['rejected', 'Not at the venue.'],
  )
})
