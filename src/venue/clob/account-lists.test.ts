/**
 * Lists of own orders and trades over a real server: all their pages or a fault, each row whatever its neighbours
 * are.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseOrderId } from '#core/ids.ts'
import { readUserFrame } from '../feeds/user-frames.ts'
import { json, raw, startScriptedServer } from '../testing/scripted-server.ts'
import type { Answer, ScriptedServer } from '../testing/scripted-server.ts'
import { createTestVenue, testOrder } from '../testing/venue.ts'
import type { Venue } from '../venue.ts'

const hash = (byte: string): string => `0x${byte.repeat(32)}`
const ORDER = {
  id: hash('cd'),
  status: 'LIVE',
  market: hash('ab'),
  asset_id: '1000',
  side: 'BUY',
  original_size: '5',
  size_matched: '0',
  price: '0.5',
  order_type: 'GTC',
  created_at: 1_790_000_000,
  expiration: '0',
}

let server: ScriptedServer
let venue: Venue

before(async () => {
  server = await startScriptedServer()
  venue = await createTestVenue(server.origin)
})

after(async () => {
  await venue.close()
  await server.close()
})

/** Pages by cursor; a cursor that is not listed answers with an empty last page. */
function pages(byCursor: Readonly<Record<string, object>>): Answer {
  return (response, request) => {
    const cursor = new URL(request.url ?? '', 'http://x').searchParams.get('next_cursor') ?? ''
    json(200, byCursor[cursor] ?? { data: [], next_cursor: 'LTE=' })(response, request)
  }
}

describe('open orders', () => {
  const kinds: readonly (readonly [string, Readonly<Record<string, object>>, string])[] = [
    [
      'rows that it counts and leaves out',
      { 'MA==': { data: [], next_cursor: 'LTE=', count: 2 } },
      'incomplete',
    ],
    ['a repeated cursor', { 'MA==': { data: [ORDER], next_cursor: 'MA==' } }, 'incomplete'],
    ['an empty cursor', { 'MA==': { data: [ORDER], next_cursor: '' } }, 'incomplete'],
    ['a page without a cursor', { 'MA==': { data: [ORDER] } }, 'unreadable'],
  ]
  for (const [name, answer, kind] of kinds) {
    test(`INV-07 are a fault with ${name}`, async () => {
      server.on('GET', '/data/orders', pages(answer))
      const read = await venue.account.openOrders()
      assert.equal(!read.ok && read.error.kind, kind)
    })
  }

  test('INV-07 are a fault beyond 50 pages', async () => {
    let page = 0
    server.on('GET', '/data/orders', (response, request) => {
      page += 1
      const data = [{ ...ORDER, id: `0x${page.toString(16).padStart(64, '0')}` }]
      json(200, { data, next_cursor: `c${page}` })(response, request)
    })
    const read = await venue.account.openOrders()
    assert.equal(!read.ok && read.error.kind, 'incomplete')
    assert.equal(page, 50)
  })

  test('INV-86 that come again under a new cursor are a fault at once, and so is nothing', async () => {
    for (const data of [[ORDER], []]) {
      let page = 0
      server.on('GET', '/data/orders', (response, request) => {
        page += 1
        json(200, { data, next_cursor: `c${page}` })(response, request)
      })
      const read = await venue.account.openOrders()
      assert.match(read.ok ? '' : read.error.detail, /without a row that is new/)
      assert.ok(page <= 2)
    }
  })

  test('are read over all pages, each order once', async () => {
    server.on(
      'GET',
      '/data/orders',
      pages({
        'MA==': { data: [ORDER], next_cursor: 'Mg==' },
        'Mg==': {
          data: [
            ORDER,
            { ...ORDER, id: hash('EF'), status: 'ORDER_STATUS_MATCHED', expiration: '1790003600' },
          ],
          next_cursor: 'LTE=',
        },
      }),
    )
    const read = await venue.account.openOrders()
    assert.ok(read.ok)
    assert.deepEqual(
      read.value.orders.map(({ id, state, expiresAt }) => [id, state, expiresAt]),
      [
        [`pm:${hash('cd')}`, 'live', null],
        [`pm:${hash('ef')}`, 'matched', 1_790_003_600_000],
      ],
    )
  })

  const odd: readonly (readonly [row: unknown, id: string | null, reason: RegExp, names: number | null])[] = [
    [{ ...ORDER, side: '?' }, hash('cd'), /^side \?$/, 1],
    [{ ...ORDER, price: '1.5' }, hash('cd'), /^price 1\.5$/, 1],
    [{ ...ORDER, asset_id: 'x' }, hash('cd'), /^asset x$/, 1],
    [{ ...ORDER, market: '0xab' }, hash('cd'), /^market 0xab$/, 1],
    [{ ...ORDER, original_size: { n: 1 } }, hash('cd'), /^size \{"n":1\}$/, 1],
    [{ ...ORDER, id: 'order-9' }, 'order-9', /no order id/, 0],
    [{ ...ORDER, id: 7 }, '7', /^no id$/, 0],
    [{ status: 'LIVE' }, null, /^no id$/, null],
    ['row', null, /^no row$/, null],
  ]
  for (const [row, id, reason, names] of odd) {
    test(`INV-58 ${JSON.stringify(row).slice(-30)} among them is named and hides no other`, async () => {
      const other = { ...ORDER, id: hash('ef') }
      server.on('GET', '/data/orders', pages({ 'MA==': { data: [row, other], next_cursor: 'LTE=' } }))
      const read = await venue.account.openOrders()
      assert.ok(read.ok)
      assert.deepEqual(
        read.value.orders.map((order) => order.id),
        [`pm:${hash('ef')}`],
      )
      const [unread] = read.value.notUnderstood
      assert.equal(unread?.id, id)
      assert.match(unread?.reason ?? '', reason)
      assert.equal(unread?.orderIds?.length ?? null, names)
    })
  }

  test('a condition of 62 digits, as markets of the other protocol version have it, is read; so are residues of prices', async () => {
    const row = {
      ...ORDER,
      market: `0x${'ab'.repeat(31)}`,
      price: '0.4000000000012',
      size_matched: '1.6666666666',
    }
    server.on('GET', '/data/orders', pages({ 'MA==': { data: [row], next_cursor: 'LTE=' } }))
    const read = await venue.account.openOrders()
    const [order] = read.ok ? read.value.orders : []
    assert.deepEqual(
      [order?.marketId, order?.price, order?.matchedSize],
      [`pm:${row.market}`, 4_000, 1_666_667n],
    )
  })

  test('INV-07 one order by id whose row is not understood is a fault, never unknown to the venue', async () => {
    const id = parseOrderId(`pm:${hash('cd')}`)
    assert.ok(id !== null)
    server.on(
      'GET',
      '/data/orders',
      pages({ 'MA==': { data: [{ ...ORDER, side: '?' }], next_cursor: 'LTE=' } }),
    )
    const found = await venue.account.order(id)
    assert.deepEqual(!found.ok && [found.error.kind, found.error.detail], [
      'incomplete',
      'an order that is not understood: side ?',
    ])
  })

  test('one order by id is null when the venue does not list it', async () => {
    const id = parseOrderId(`pm:${hash('cd')}`)
    assert.ok(id !== null)
    server.on(
      'GET',
      '/data/orders',
      pages({ 'MA==': { data: [{ ...ORDER, status: 'CANCELED' }], next_cursor: 'LTE=' } }),
    )
    const found = await venue.account.order(id)
    assert.equal(found.ok && found.value?.state, 'cancelled')
    assert.equal(server.calls.at(-1)?.target, `/data/orders?id=${hash('cd')}&next_cursor=MA%3D%3D`)
    server.on('GET', '/data/orders', pages({}))
    assert.deepEqual(await venue.account.order(id), { ok: true, value: null })
  })

  const faults: readonly (readonly [string, Answer, string])[] = [
    ['401', json(401, { error: 'Unauthorized/Invalid api key' }), 'unauthorized'],
    ['500', json(500, { error: 'x' }), 'unavailable'],
    ['HTML', raw(200, '<html>', { 'content-type': 'text/html' }), 'unreadable'],
    ['a reset', (response) => response.socket?.resetAndDestroy(), 'network'],
  ]
  for (const [name, answer, kind] of faults) {
    test(`${name} is ${kind}`, async () => {
      server.on('GET', '/data/orders', answer)
      const read = await venue.account.openOrders()
      assert.equal(!read.ok && read.error.kind, kind)
    })
  }

  test('without credentials the venue is not asked', async () => {
    const bare = await createTestVenue(server.origin, { secrets: { credentials: null } })
    const calls = server.calls.length
    const read = await bare.account.openOrders()
    assert.equal(!read.ok && read.error.kind, 'no_credentials')
    assert.equal(server.calls.length, calls)
    assert.equal(bare.trading.prepare(testOrder()), null)
    await bare.close()
  })
})

describe('trades', () => {
  const TRADE = {
    id: 'trade-1',
    taker_order_id: hash('01'),
    market: hash('ab'),
    asset_id: '1000',
    side: 'BUY',
    size: '15',
    price: '0.52',
    status: 'TRADE_STATUS_CONFIRMED',
    match_time: '1790000000',
    transaction_hash: '',
    maker_orders: [
      { order_id: hash('02'), matched_amount: '10', price: '0.52', asset_id: '1000' },
      { order_id: hash('03'), matched_amount: '5', price: '0.48', asset_id: '1001' },
    ],
  }

  test('carry every side, the complement maker on the same side as the taker', async () => {
    server.on('GET', '/data/trades', pages({ 'MA==': { data: [TRADE], next_cursor: 'LTE=' } }))
    const read = await venue.account.trades(1_790_000_000_000)
    assert.ok(read.ok)
    assert.equal(server.calls.at(-1)?.target, '/data/trades?after=1789999999&next_cursor=MA%3D%3D')
    const [trade] = read.value.trades
    assert.equal(trade?.status, 'confirmed')
    assert.equal(trade?.txHash, null)
    assert.deepEqual(
      trade?.makers.map(({ outcomeId, side, price, size }) => [outcomeId, side, price, size]),
      [
        ['pm:1000', 'SELL', 5200, 10_000_000n],
        ['pm:1001', 'BUY', 4800, 5_000_000n],
      ],
    )
  })

  const [own, other] = TRADE.maker_orders
  const strange: readonly (readonly [title: string, maker: unknown])[] = [
    ['at a price of thirteen decimals', { ...other, price: '0.4800000000012' }],
    ['at a price above one', { ...other, price: '7' }],
    ['at no price', { ...other, price: null }],
    ['of a size that is none', { ...other, matched_amount: 'many' }],
    ['of an asset that is none', { ...other, asset_id: {} }],
    ['of an order id that is none', { ...other, order_id: 'theirs' }],
    ['that is no object', 'maker'],
  ]
  for (const [title, maker] of strange) {
    test(`are read whatever a counterparty's side is: one ${title}`, async () => {
      const row = { ...TRADE, maker_orders: [maker, own] }
      server.on('GET', '/data/trades', pages({ 'MA==': { data: [row], next_cursor: 'LTE=' } }))
      const read = await venue.account.trades(0)
      assert.ok(read.ok)
      assert.deepEqual(read.value.notUnderstood, [])
      const [trade] = read.value.trades
      assert.equal(trade?.taker?.orderId, `pm:${TRADE.taker_order_id}`)
      assert.deepEqual(
        trade?.makers.find(({ orderId }) => orderId === `pm:${hash('02')}`),
        {
          orderId: `pm:${hash('02')}`,
          outcomeId: 'pm:1000',
          marketId: `pm:${hash('ab')}`,
          side: 'SELL',
          price: 5_200,
          size: 10_000_000n,
        },
      )
      const frame = readUserFrame(JSON.stringify({ ...row, event_type: 'trade', type: 'TRADE' }))
      assert.deepEqual(frame.events, [{ type: 'trade', trade }])
      assert.equal(frame.unreadable, 0)
    })
  }

  test('carry an own price of more decimals to the nearest 0.0001, and name a side that cannot be read', async () => {
    const row = {
      ...TRADE,
      price: '0.0030000000012',
      size: '1666.666666',
      maker_orders: [{ ...own, price: '7' }],
    }
    server.on('GET', '/data/trades', pages({ 'MA==': { data: [row], next_cursor: 'LTE=' } }))
    const read = await venue.account.trades(0)
    const [trade] = read.ok ? read.value.trades : []
    assert.deepEqual([trade?.taker?.price, trade?.taker?.size], [30, 1_666_666_666n])
    assert.deepEqual(
      trade?.notUnderstood.map(({ orderId, reason, role, part }) => [
        orderId,
        reason,
        role,
        part.price,
        part.side,
      ]),
      [[`pm:${hash('02')}`, 'price 7', 'maker', null, 'SELL']],
    )
  })

  const broken: readonly (readonly [title: string, row: unknown, reason: RegExp, names: number | null])[] = [
    ['in an unknown state', { ...TRADE, status: 'TELEPORTED' }, /^state TELEPORTED$/, 3],
    ['at a time above the year 9999', { ...TRADE, match_time: '9999999999999999' }, /^no time$/, 3],
    ['that are no object', 'trade', /^no row$/, null],
    ['without an id', { ...TRADE, id: '' }, /no trade id/, 3],
    ['without a state', { ...TRADE, status: '' }, /^state empty$/, 3],
    ['whose orders are another thing', { ...TRADE, status: '', taker_order_id: 7 }, /^state/, null],
  ]
  for (const [title, row, reason, names] of broken) {
    test(`INV-58 ${title} are named and hide no other`, async () => {
      server.on('GET', '/data/trades', pages({ 'MA==': { data: [row, TRADE], next_cursor: 'LTE=' } }))
      const read = await venue.account.trades(0)
      assert.ok(read.ok)
      assert.deepEqual([read.value.trades.length, read.value.notUnderstood.length], [1, 1])
      assert.match(read.value.notUnderstood[0]?.reason ?? '', reason)
      assert.equal(read.value.notUnderstood[0]?.orderIds?.length ?? null, names)
    })
  }
})
