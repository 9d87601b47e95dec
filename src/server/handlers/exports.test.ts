// Downloads hold everything, one line for each, and only for who is logged in.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseTradeId, type OrderId, type TradeId } from '#core/ids.ts'
import { marketId, outcomeId, price, whole } from '#engine/testing/market-fakes.ts'
import { startHarness, type Harness, type Login } from '../testing/harness.ts'
import { withCash } from '#core/testing/fill-cash.ts'

const ROWS = 1_234

let server: Harness
let page: Login
before(async () => {
  server = await startHarness()
  page = await server.login()
  for (let seq = 1; seq <= ROWS; seq += 1) {
    server.fake.auditRows.push({
      seq,
      at: server.clock.now(),
      clientOrderId: '=cmd',
      kind: 'intent',
      action: 'place',
      details: { price: '0.5', message: 'a "quoted", word' },
      previousHash: '00',
      hash: '1e9',
    })
  }
  server.fake.fills.push(
    withCash({
      tradeId: parseTradeId('@t1') ?? ('' as TradeId),
      orderId: 'pm:0x1' as OrderId,
      outcomeId: outcomeId(2),
      marketId: marketId(1),
      side: 'SELL',
      price: price(3333),
      size: whole(3),
      fee: null,
      role: 'maker',
      status: 'matched',
      txHash: null,
      at: server.clock.now(),
    }),
  )
})
after(() => server.close())

describe('the audit log as CSV', () => {
  test('holds every row once, newest first, over many pages', async () => {
    const answer = await server.as(page, '/api/export/audit.csv')
    const lines = answer.text.split('\r\n')
    assert.equal(lines.length, ROWS + 2)
    assert.equal(lines[0], 'seq,at,client_order_id,action,kind,details,previous_hash,hash')
    const sequences = lines.slice(1, -1).map((line) => Number(line.split(',')[0]))
    assert.deepEqual(
      sequences,
      Array.from({ length: ROWS }, (_, index) => ROWS - index),
    )
    assert.match(lines[1] ?? '', /,'=cmd,place,intent,"\{""price"":""0\.5"",/)
  })

  test('refuses a query that it does not know', async () => {
    assert.equal((await server.as(page, '/api/export/audit.csv?limit=5')).status, 422)
    assert.equal((await server.as(page, '/api/export/audit.csv?kind=any')).status, 422)
  })

  test('needs a session', async () => {
    assert.equal((await server.ask('/api/export/audit.csv')).status, 403)
  })

  test('answers HEAD without a body', async () => {
    const answer = await server.as(page, '/api/export/audit.csv', { method: 'HEAD' })
    assert.deepEqual([answer.status, answer.text], [200, ''])
  })
})

describe('the audit log as lines of JSON', () => {
  test('holds every row whole and once, newest first, as stored: the names beside a listed row are no part of it', async () => {
    const answer = await server.as(page, '/api/export/audit.jsonl')
    assert.equal(answer.headers['content-type'], 'application/jsonl')
    const rows = answer.text.trimEnd().split('\n')
    assert.deepEqual(
      rows.map((row) => (JSON.parse(row) as { seq: number }).seq),
      Array.from({ length: ROWS }, (_, index) => ROWS - index),
    )
    const { items } = (await server.as(page, '/api/audit?limit=1')).json() as { items: object[] }
    assert.deepEqual({ ...(JSON.parse(rows[0] ?? '') as object), place: null }, items[0])
  })

  test('refuses an unknown query, and a request without a session', async () => {
    assert.equal((await server.as(page, '/api/export/audit.jsonl?limit=5')).status, 422)
    assert.equal((await server.ask('/api/export/audit.jsonl')).status, 403)
  })
})

describe('fills as CSV', () => {
  test('keep numbers as numbers and text as text', async () => {
    const [header, line] = (await server.as(page, '/api/export/fills.csv')).text.split('\r\n')
    assert.equal(
      header,
      'at,event_title,market_title,outcome_name,side,price,size,notional,fee,role,status,id,order_id,client_order_id,outcome_id,market_id,tx_hash',
    )
    assert.match(
      line ?? '',
      /,Event 1,Question 1\?,Yes,SELL,0\.3333,3,0\.9999,,maker,matched,'@t1:pm:0x1,pm:0x1,,pm:2,/,
    )
  })

  test('need credentials', async () => {
    server.fake.credentials = 'failed'
    const answer = await server.as(page, '/api/export/fills.csv')
    assert.equal(answer.json()['code'], 'credentials_unavailable')
    server.fake.credentials = 'ready'
  })
})
