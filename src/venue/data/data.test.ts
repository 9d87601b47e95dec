// Rules shown here: VEN-11.
// The data service through a real socket: pages, envelopes that lie, words and fields that no document names.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { VenueData } from '#ports/venue-data.ts'
import { createTestClock, createTestLog } from '../testing/host.ts'
import { json, startScriptedServer, type Answer, type ScriptedServer } from '../testing/scripted-server.ts'
import { createTestVenue } from '../testing/venue.ts'
import type { Venue } from '../venue.ts'
import { limitCalls } from '../limiter.ts'

const MARKET = `0x${'c0'.repeat(32)}`

function row(token: number, change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    token_id: String(token),
    condition_id: MARKET,
    current_size: 28.09,
    avg_price: 0.6699,
    entry_cost_usdc: 18.8202,
    entry_fees_usdc: 0.31053,
    current_price: 0.715,
    current_value: 20.0843,
    realized_pnl: -0.5,
    unrealized_pnl: 1.264,
    status: 'OPEN',
    redeemable: false,
    title: 'A question',
    event_slug: 'an-event',
    outcome: 'No',
    opposite_token_id: '99',
    first_entry_at: 1_791_292_984,
    last_event_at: 1_791_292_984,
    ...change,
  }
}

function envelope(rows: readonly unknown[], next: string | null = null, more = next !== null): Answer {
  return json(200, { data: rows, pagination: { limit: 500, offset: 0, has_more: more, next_cursor: next } })
}

let server: ScriptedServer
let venue: Venue
let data: VenueData
const log = createTestLog()

before(async () => {
  server = await startScriptedServer()
  venue = await createTestVenue(server.origin, { clock: createTestClock(3), log })
  data = venue.data
})
after(async () => {
  await venue.close()
  await server.close()
})
beforeEach(() => {
  server.on('GET', '/v2/positions', envelope([]))
})

async function open(): Promise<Extract<Awaited<ReturnType<VenueData['positions']>>, { ok: true }>['value']> {
  const read = await data.positions('open')
  assert.ok(read.ok)
  return read.value
}

/** Answers in turn, the last one for good. */
function inTurn(answers: readonly Answer[]): Answer {
  let calls = 0
  return (response, request) => {
    const answer = answers[Math.min(calls, answers.length - 1)]
    calls += 1
    answer?.(response, request)
  }
}

describe('a list of positions', () => {
  test('is read over all pages, with the same filters and the cursor sent back', async () => {
    server.on('GET', '/v2/positions', inTurn([envelope([row(1)], 'abc'), envelope([row(2)])]))
    const list = await open()
    assert.deepEqual(
      list.rows.map(({ outcomeId }) => outcomeId),
      ['pm:1', 'pm:2'],
    )
    assert.deepEqual([list.complete, list.problem, list.notUnderstood], [true, null, []])
    const asked = server.calls.slice(-2).map(({ target }) => new URLSearchParams(target.split('?')[1]))
    assert.deepEqual(
      asked.map((query) => [query.get('status'), query.get('limit'), query.get('cursor')]),
      [
        ['OPEN', '500', null],
        ['OPEN', '500', 'abc'],
      ],
    )
    assert.equal(asked[0]?.get('user'), asked[1]?.get('user'))
  })

  test('has exact figures', async () => {
    server.on('GET', '/v2/positions', envelope([row(1, { total_size: 28.09 })]))
    const [position] = (await open()).rows
    assert.equal(position?.size, 28_090_000n)
    assert.equal(position?.averagePrice, 669_900n)
    assert.equal(position?.cost, 18_820_200n)
    assert.equal(position?.fees, 310_530n)
    assert.equal(position?.realised, -500_000n)
    assert.equal(position?.oppositeOutcomeId, 'pm:99')
    assert.equal(position?.lastAt, 1_791_292_984_000)
  })

  test('takes the fees of shares that are gone off the realised profit, and leaves the others in the cost', async () => {
    const sold = {
      current_size: 25,
      total_size: 100,
      entry_cost_usdc: 10,
      entry_fees_usdc: 2,
      realized_pnl: 9,
    }
    const closed = { current_size: 0, entry_cost_usdc: 0, entry_fees_usdc: 5.1, realized_pnl: 250 }
    server.on('GET', '/v2/positions', envelope([row(1, sold), row(2, { ...closed, total_size: 400 })]))
    assert.deepEqual(
      (await open()).rows.map(({ cost, fees, paidFees, realised }) => [cost, fees, paidFees, realised]),
      [
        [10_000_000n, 500_000n, 2_000_000n, 7_500_000n],
        [0n, 0n, 5_100_000n, 244_900_000n],
      ],
    )
  })

  test('INV-75 does not know which fees are of shares held where a row does not give the size ever bought', async () => {
    const rows = [null, 'x', 28.09, 1].map((total, index) => row(index + 1, { total_size: total }))
    server.on('GET', '/v2/positions', envelope(rows))
    assert.deepEqual(
      (await open()).rows.map(({ fees, realised }) => [fees, realised]),
      [null, null, 310_530n, 310_530n].map((fees) => [fees, -500_000n]),
    )
  })

  test('that promises more without a cursor is not complete, and keeps its rows', async () => {
    server.on('GET', '/v2/positions', envelope([row(1)], null, true))
    const list = await open()
    assert.equal(list.rows.length, 1)
    assert.deepEqual([list.complete, list.problem], [false, 'more rows without a cursor'])
  })

  test('that never ends is read 20 pages far and not complete', async () => {
    let page = 0
    const before20 = server.calls.length
    server.on('GET', '/v2/positions', (response, request) => {
      page += 1
      envelope([row(page)], `page-${page}`)(response, request)
    })
    const list = await open()
    assert.equal(list.rows.length, 20)
    assert.equal(server.calls.length - before20, 20)
    assert.deepEqual([list.complete, list.problem], [false, 'more than 20 pages'])
  })

  test('that goes round in circles is not complete', async () => {
    server.on('GET', '/v2/positions', envelope([row(1)], 'again'))
    const list = await open()
    assert.deepEqual(
      [list.complete, list.problem, list.rows.length],
      [false, 'paging does not end: a repeated cursor', 1],
    )
  })

  test('of which a later page fails is not complete; without a first page it is a fault', async () => {
    server.on('GET', '/v2/positions', inTurn([envelope([row(1)], 'abc'), json(500, { error: 'no' })]))
    const list = await open()
    assert.equal(list.complete, false)
    assert.match(list.problem ?? '', /page 2: status 500/)
    server.on('GET', '/v2/positions', json(500, { error: 'no' }))
    const read = await data.positions('open')
    assert.equal(read.ok, false)
  })

  test('INV-58 names rows that cannot be understood, and hides no other', async () => {
    const bad = [{ surprise: true }, row(2, { current_size: 'many' }), row(3, { current_size: -1 }), null]
    server.on('GET', '/v2/positions', envelope([row(1), ...bad]))
    const list = await open()
    assert.deepEqual([list.rows.length, list.complete, list.problem], [1, true, null])
    assert.deepEqual(
      list.notUnderstood.map(({ id, reason, outcomeId }) => [id, reason, outcomeId]),
      [
        [null, 'no token_id', null],
        ['2', 'size many', 'pm:2'],
        ['3', 'size -1', 'pm:3'],
        [null, 'no row', null],
      ],
    )
  })

  test('keeps rows with new words, with fields too many and too few', async () => {
    server.on(
      'GET',
      '/v2/positions',
      envelope([
        row(1, { status: 'FROZEN', extra: { deep: [1] } }),
        { token_id: '2', condition_id: MARKET, current_size: 1 },
        row(3, { title: 7, redeemable: 'yes', first_entry_at: 'soon', entry_cost_usdc: null }),
      ]),
    )
    const list = await open()
    assert.equal(list.rows[2]?.cost, 18_817_491n, 'a cost that is missing is size at the average price')
    assert.deepEqual([list.rows.length, list.notUnderstood.length, list.complete], [3, 0, true])
    assert.deepEqual(
      log.lines
        .filter(({ event }) => event === 'data.new_position_status')
        .map(({ fields }) => fields['word']),
      ['FROZEN'],
    )
  })

  test('of open positions skips redeemable rows and duplicates', async () => {
    const won = row(2, { status: 'REDEEMABLE', redeemable: true })
    server.on('GET', '/v2/positions', envelope([row(1), won, row(1)]))
    assert.deepEqual(
      (await open()).rows.map(({ outcomeId }) => outcomeId),
      ['pm:1'],
    )
    const redeemable = await data.positions('redeemable')
    assert.equal(redeemable.ok && redeemable.value.rows.length, 1)
  })
})

const TRADE = {
  type: 'TRADE',
  timestamp: 1_791_292_984,
  condition_id: MARKET,
  size: 10,
  usdc_size: 5.2,
  price: 0.5,
  token_id: '1',
  side: 'BUY',
  outcome: 'Yes',
  title: 'A question',
  event_slug: 'an-event',
  transaction_hash: '0xaa',
}

const ANY = { limit: 50, cursor: null } as const

describe('activity', () => {
  test('is one page with its cursor, combos flagged, doubles taken out, unknown words kept', async () => {
    const combo = { ...TRADE, is_combo: true, condition_id: `0x${'a'.repeat(62)}`, transaction_hash: '0xbb' }
    const tip = { type: 'TIP', timestamp: 1_791_292_985, size: 1, usdc_size: 1, side: 'IN', price: 0 }
    server.on('GET', '/v2/activity', envelope([TRADE, TRADE, combo, tip, { type: 'TRADE' }], 'next'))
    const page = await data.activity(ANY)
    assert.ok(page.ok)
    assert.deepEqual(
      page.value.rows.map(({ kind, venueKind, combo: flag, side, amount }) => [
        kind,
        venueKind,
        flag,
        side,
        amount,
      ]),
      [
        ['trade', 'TRADE', false, 'BUY', 5_200_000n],
        ['trade', 'TRADE', true, 'BUY', 5_200_000n],
        ['other', 'TIP', false, null, 1_000_000n],
      ],
    )
    assert.deepEqual([page.value.nextCursor, page.value.notUnderstood.length], ['next', 1])
  })

  test('keeps what one transaction did to several markets, such as claims of the same size', async () => {
    const claim = { ...TRADE, type: 'REDEEM', token_id: '', side: '', price: 0 }
    const other = { ...claim, condition_id: `0x${'e'.repeat(64)}` }
    server.on('GET', '/v2/activity', envelope([claim, other, claim]))
    const page = await data.activity(ANY)
    assert.ok(page.ok)
    assert.deepEqual(
      page.value.rows.map(({ marketId }) => marketId),
      [`pm:${TRADE.condition_id}`, `pm:${other.condition_id}`],
    )
    assert.equal(new Set(page.value.rows.map(({ id }) => id)).size, 2)
  })

  test('asks for deposits and withdrawals too, from the cursor on', async () => {
    server.on('GET', '/v2/activity', envelope([]))
    await data.activity({ ...ANY, cursor: 'abc' })
    const query = new URLSearchParams(server.calls.at(-1)?.target.split('?')[1])
    assert.equal(query.get('exclude_deposits_withdrawals'), 'false')
    assert.equal(query.get('cursor'), 'abc')
  })

  test('distinguishes a bad cursor from other refusals', async () => {
    server.on('GET', '/v2/activity', json(400, { error: 'invalid cursor' }))
    assert.deepEqual(await data.activity({ ...ANY, cursor: 'x' }), {
      ok: false,
      error: { kind: 'bad_cursor' },
    })
    server.on('GET', '/v2/activity', json(400, { error: 'no', parameter: 'user' }))
    const read = await data.activity(ANY)
    assert.equal(!read.ok && read.error.kind, 'unavailable')
  })
})

describe('the profit line', () => {
  test('comes oldest first, one point a moment, unreadable points counted', async () => {
    const point = (timestamp: unknown, economic: unknown): unknown => ({
      timestamp,
      economic_pnl: economic,
      position_pnl: -2.5,
    })
    server.on(
      'GET',
      '/v2/user-pnl',
      json(200, { data: { points: [point(20, 1.5), point(10, -1.000001), point(20, 2), point(30, 'x')] } }),
    )
    const read = await data.pnl('1w')
    assert.deepEqual(read, {
      ok: true,
      value: {
        points: [
          { at: 10_000, total: -1_000_001n, trading: -2_500_000n },
          { at: 20_000, total: 2_000_000n, trading: -2_500_000n },
        ],
        unread: 1,
      },
    })
  })

  test('has a point where the whole result is null: the nearest figure that the point has', async () => {
    const point = (timestamp: number, figures: Readonly<Record<string, unknown>>): unknown => ({
      timestamp,
      economic_pnl: null,
      ...figures,
    })
    const points = [
      point(10, { settled_pnl: 1, position_pnl: 2, realized_pnl: 3 }),
      point(20, { settled_pnl: null, position_pnl: 2, realized_pnl: 3 }),
      point(30, { position_pnl: null, realized_pnl: 3 }),
      point(40, {}),
    ]
    server.on('GET', '/v2/user-pnl', json(200, { data: { points } }))
    const read = await data.pnl('1w')
    assert.ok(read.ok)
    assert.deepEqual(
      read.value.points.map(({ at, total, trading }) => [at, total, trading]),
      [
        [10_000, 1_000_000n, 2_000_000n],
        [20_000, 2_000_000n, 2_000_000n],
        [30_000, 3_000_000n, 3_000_000n],
      ],
    )
    assert.equal(read.value.unread, 1)
  })

  test('of a wallet that never traded is empty', async () => {
    server.on('GET', '/v2/user-pnl', json(200, { data: null }))
    assert.deepEqual(await data.pnl('all'), { ok: true, value: { points: [], unread: 0 } })
  })
})

test('without a wallet the service is not called', async () => {
  const empty = await createTestVenue(server.origin, {
    secrets: { walletAddress: null, credentials: null, sessionKey: null },
  })
  const calls = server.calls.length
  const read = await empty.data.positions('open')
  assert.equal(!read.ok && read.error.kind, 'no_credentials')
  assert.equal(server.calls.length, calls)
  await empty.close()
})

test('calls are limited to 10 at once and 5 a second after, in order', async () => {
  let now = 0
  const timers: { readonly at: number; readonly action: () => void }[] = []
  const clock = {
    now: () => now,
    monotonic: () => now,
    after(delayMs: number, action: () => void) {
      timers.push({ at: now + delayMs, action })
      return () => undefined
    },
    every: () => () => undefined,
  }
  const sent: number[] = []
  const limited = limitCalls(async ({ suffix }) => {
    sent.push(Number(suffix))
    return { kind: 'not_sent', detail: '' }
  }, clock)
  const endpoint = { path: '' } as Parameters<typeof limited>[0]['endpoint']
  const all = Array.from({ length: 18 }, (_, index) => limited({ endpoint, suffix: String(index) }))
  assert.equal(sent.length, 10)
  for (const [second, count] of [
    [1_000, 15],
    [1_600, 18],
  ] as const) {
    for (;;) {
      const due = timers.findIndex(({ at }) => at <= second)
      if (due === -1) break
      const [timer] = timers.splice(due, 1)
      now = Math.max(now, timer?.at ?? 0)
      timer?.action()
    }
    now = second
    assert.equal(sent.length, count)
  }
  await Promise.all(all)
  assert.deepEqual(
    sent,
    sent.toSorted((a, b) => a - b),
  )
})
