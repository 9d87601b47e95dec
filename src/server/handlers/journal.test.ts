import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { OrderId, TradeId } from '#core/ids.ts'
import { ZERO } from '#core/money.ts'
import type { Fill } from '#core/order/order.ts'
import { marketId, outcomeId, price, whole } from '#engine/testing/market-fakes.ts'
import { startHarness, type Login, type Harness } from '../testing/harness.ts'
import { withCash } from '#core/testing/fill-cash.ts'

let server: Harness
let page: Login
let startedAt: number

before(async () => {
  server = await startHarness()
  page = await server.login()
  startedAt = server.clock.now()
  server.fake.engine.books.hold(outcomeId(2))
  server.fake.setBook(outcomeId(2), { bids: [[price(4_500), whole(9)]], asks: [[price(4_700), whole(9)]] })
  receive(1, {})
  receive(2, { side: 'SELL', price: price(4_600), role: 'taker' })
  receive(3, { tradeId: '=cmd' as TradeId, at: startedAt - 3_600_000 })
})
after(() => server.close())

function receive(number: number, change: Partial<Fill>): void {
  const fill: Fill = withCash({
    tradeId: `trade-${number}` as TradeId,
    orderId: 'pm:0x1' as OrderId,
    outcomeId: outcomeId(2),
    marketId: marketId(1),
    side: 'BUY',
    price: price(4_500),
    size: whole(3),
    fee: ZERO,
    role: 'maker',
    status: 'confirmed',
    txHash: null,
    at: startedAt + number,
    ...change,
  })
  server.fake.fills.push(fill)
  server.fake.portfolio.ledger.note(fill)
  server.fake.engine.bus.publish('fill', fill)
}

async function read(path: string) {
  const answer = await server.as(page, path)
  assert.equal(answer.status, 200, answer.text)
  return answer.json()
}

describe('the journal', () => {
  test('gives sums, and every filter chooses of them', async () => {
    const all = await read('/api/journal')
    assert.deepEqual([all['fills'], all['round_trips'], all['earlier_pnl']], [3, 1, '0'])
    const profit = all['profit'] as Record<string, unknown>
    assert.deepEqual([profit['count'], profit['sum'], profit['low']], [1, '0.03', null])
    const maker = await read('/api/journal?role=maker')
    assert.equal((maker['profit'] as Record<string, unknown>)['count'], 0)
    const hour = new Date(startedAt - 3_600_000).getUTCHours()
    assert.equal((await read(`/api/journal?hour=${hour}`))['fills'], 1)
    assert.equal((await server.as(page, '/api/journal?hour=24')).status, 422)
  })

  test('lists round trips and, page by page, their fills with what was seen', async () => {
    const { items } = await read('/api/journal/round-trips')
    const [trip] = items as Record<string, unknown>[]
    assert.deepEqual(
      [
        trip?.['fills'],
        trip?.['entry_price'],
        trip?.['exit_price'],
        trip?.['realised_pnl'],
        trip?.['closed_at'],
      ],
      [3, '0.45', '0.46', '0.03', null],
    )
    const first = await read('/api/journal/fills?limit=2')
    const rows = first['items'] as Record<string, Record<string, unknown>>[]
    assert.deepEqual(
      rows.map(({ id, measure }) => [id, measure?.['at_fill']]),
      [
        ['trade-2 pm:0x1', { bid: '0.45', ask: '0.47' }],
        ['trade-1 pm:0x1', { bid: '0.45', ask: '0.47' }],
      ],
    )
    const next = await read(`/api/journal/fills?limit=2&cursor=${String(first['next_cursor'])}`)
    const [old] = next['items'] as Record<string, Record<string, unknown>>[]
    assert.deepEqual([old?.['id'], old?.['measure']?.['at_fill']], ['=cmd pm:0x1', null])
  })

  test('keeps a note, and says of what is no round trip that it is not there', async () => {
    const body = { id: 'trade-2 pm:0x1', note: ' Bought the dip ', tags: ['dip', 'dip'] }
    assert.equal((await server.as(page, '/api/journal/note', { method: 'PUT', body })).status, 200)
    const { items } = await read('/api/journal/round-trips?tag=dip')
    const [trip] = items as Record<string, unknown>[]
    assert.deepEqual([trip?.['note'], trip?.['tags']], ['Bought the dip', ['dip']])
    assert.equal((await read('/api/journal?tag=other'))['fills'], 0)
    const unknown = { ...body, id: 'nothing' }
    assert.equal((await server.as(page, '/api/journal/note', { method: 'PUT', body: unknown })).status, 404)
  })

  test('is refused while positions are read', async () => {
    server.fake.portfolio.isReading = true
    const answer = await server.as(page, '/api/journal')
    server.fake.portfolio.isReading = false
    assert.equal(answer.json()['code'], 'positions_reading')
  })
})

describe('its files', () => {
  test('as CSV hold every fill, text that begins like a formula as text', async () => {
    const { text } = await server.as(page, '/api/journal/export')
    const lines = text.split('\r\n')
    assert.equal(lines.length, 5)
    assert.match(lines[0] ?? '', /^filled_at,kind,event_title,/)
    assert.match(lines[1] ?? '', /,'=cmd pm:0x1,/)
  })

  test('docs/journal.md names every column of both files and no other', async () => {
    const text = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'journal.md'), 'utf8')
    const named = text
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
    const written = await Promise.all(
      ['fills', 'round_trips'].map(async (what) => {
        const { text: csv } = await server.as(page, `/api/journal/export?what=${what}`)
        return csv.split('\r\n')[0]?.split(',') ?? []
      }),
    )
    assert.deepEqual([...new Set(named)].toSorted(), [...new Set(written.flat())].toSorted())
  })
})
