import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'

import { PLAIN } from '../../types.ts'
import { createManualClock } from '../../clock.ts'
import { transactionHashOf } from '../../exchange/settlement.ts'
import { MADE_UP_NAMES } from '../../profile.ts'
import { startSimulator } from '../../program.ts'
import type { RunningSimulator } from '../../running.ts'
import { createSimulation } from '../../simulation.ts'
import { positionsOf, type Entry } from './book.ts'
import { pnlPoints } from './pnl.ts'
import { positionRow } from './rows.ts'

type Row = Readonly<Record<string, unknown>>
type Envelope = {
  readonly data: readonly Row[]
  readonly pagination: { readonly has_more: boolean; readonly next_cursor: string | null }
}

let simulator: RunningSimulator
let wallet = ''
before(async () => {
  simulator = await startSimulator({ port: 0, seed: 'data', traderRate: 0 })
  wallet = simulator.accounts.depositWallet
})
after(() => simulator.stop())

async function get(path: string): Promise<{ status: number; json: unknown }> {
  const response = await fetch(`${simulator.profile.urls.data}${path}`)
  return { status: response.status, json: await response.json() }
}

async function rows(path: string): Promise<readonly Row[]> {
  const { status, json } = await get(path)
  assert.equal(status, 200)
  return (json as Envelope).data
}

async function control(path: string, body: Row): Promise<Row> {
  const response = await fetch(`${simulator.controlUrl}/_sim${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  const json = (await response.json()) as Row
  assert.equal(response.status, 200, JSON.stringify(json))
  return json
}

/** An own order that rests and is then filled, at `price` steps for `shares`. */
async function trades(token: string, side: 'BUY' | 'SELL', price: number, shares: number): Promise<void> {
  const placed = await control('/order', {
    kind: 'foreign_place',
    token,
    side,
    price,
    size: String(shares * 1_000_000),
  })
  await control('/order', { kind: 'fill', order_id: placed['id'] })
}

describe('positions, activity and profit', () => {
  test('start with the deposit and the shares that were given', async () => {
    const seen = await rows(`/v2/positions?user=${wallet.toUpperCase().replace('0X', '0x')}&status=OPEN`)
    assert.equal(seen.length, 3, 'they were held before the first read')
    assert.ok(
      seen.every(
        (row) => row['current_size'] === 250 && row['proxy_wallet'] === wallet && row['status'] === 'OPEN',
      ),
    )
    const activity = await rows(`/v2/activity?user=${wallet}`)
    assert.equal(activity.filter((row) => row['type'] === 'DEPOSIT').length, 1)
    const without = await rows(`/v2/activity?user=${wallet}&exclude_deposits_withdrawals=true`)
    assert.equal(without.length, activity.length - 1)
  })

  test('a fill shows as a trade and a position at its price, later than it happened; a payout closes it', async () => {
    const markets = (await (await fetch(`${simulator.controlUrl}/_sim/markets`)).json()) as Row[]
    const market = markets.find((each) => String(each['slug']).startsWith('rain-in'))
    const [token] = (market?.['tokens'] ?? []) as string[]
    assert.ok(token !== undefined)
    await trades(token, 'BUY', 6000, 100)
    assert.deepEqual(await rows(`/v2/activity?user=${wallet}&type=TRADE`), [])
    await control('/clock', { advance_ms: 10_000 })
    const [trade] = await rows(`/v2/activity?user=${wallet}&type=TRADE`)
    assert.deepEqual(
      [trade?.['side'], trade?.['size'], trade?.['price'], trade?.['usdc_size']],
      ['BUY', 100, 0.6, 60],
    )
    assert.equal(trade !== undefined && 'is_combo' in trade, false)
    const held = (await rows(`/v2/positions?user=${wallet}&status=OPEN`)).find(
      (row) => row['token_id'] === token,
    )
    assert.deepEqual([held?.['current_size'], held?.['avg_price'], held?.['entry_cost_usdc']], [100, 0.6, 60])
    const ledger = (await (await fetch(`${simulator.controlUrl}/_sim/ledger`)).json()) as { fills: Row[] }
    const filled = ledger.fills.find((fill) => fill['token'] === token)
    assert.equal(trade?.['transaction_hash'], transactionHashOf(String(filled?.['trade'])))

    await trades(token, 'SELL', 7000, 40)

    await control('/market', { market_id: String(market?.['id']), resolve: 0 })
    await control('/clock', { advance_ms: 3000 })
    const redeemable = await rows(`/v2/positions?user=${wallet}&status=REDEEMABLE`)
    assert.deepEqual(
      [redeemable[0]?.['token_id'], redeemable[0]?.['current_value'], redeemable[0]?.['redeemable']],
      [token, 60, true],
    )
    assert.deepEqual(
      ['avg_price', 'entry_cost_usdc', 'realized_pnl', 'total_pnl', 'percent_realized_pnl'].map(
        (name) => redeemable[0]?.[name],
      ),
      [0.6, 36, 4, 28, 6.666667],
    )
    assert.ok(
      (await rows(`/v2/positions?user=${wallet}&status=OPEN`)).some((row) => row['status'] === 'REDEEMABLE'),
    )
    await control('/clock', { advance_ms: 60_000 })
    const [closed] = await rows(`/v2/positions?user=${wallet}&status=CLOSED`)
    assert.deepEqual(
      [closed?.['token_id'], closed?.['realized_pnl'], closed?.['current_size']],
      [token, 28, 0],
    )
    assert.deepEqual([closed?.['avg_price'], closed?.['percent_realized_pnl']], [0.6, 46.666667])
    const pnl = (await get(`/v2/user-pnl?user=${wallet}&interval=1d&fidelity=1h`)).json as {
      data: { points: Row[] }
    }
    assert.equal(pnl.data.points.at(-1)?.['realized_pnl'], 28)
    assert.equal(pnl.data.points.at(-1)?.['deposits'], 10_000)
  })

  test('pages with a cursor that fits the same filters only', async () => {
    const first = (await get(`/v2/activity?user=${wallet}&limit=2`)).json as Envelope
    assert.equal(first.pagination.has_more, true)
    const cursor = first.pagination.next_cursor ?? ''
    const second = (await get(`/v2/activity?user=${wallet}&limit=500&cursor=${cursor}`)).json as Envelope
    assert.equal(second.pagination.next_cursor, null)
    assert.equal(
      first.data.length + second.data.length,
      (await rows(`/v2/activity?user=${wallet}&limit=500`)).length,
    )
    const wrong = await get(`/v2/activity?user=${wallet}&type=TRADE&cursor=${cursor}`)
    assert.deepEqual(wrong, { status: 400, json: { error: 'invalid cursor' } })
  })

  test('refuses what it cannot answer, naming the parameter', async () => {
    const cases: [string, Row][] = [
      ['/v2/positions', { error: "required query param 'user' not provided", parameter: 'user' }],
      ['/v2/activity', { error: "required query param 'user' not provided", parameter: 'user' }],
      ['/v2/activity?user=me', { error: "invalid query param 'user'", parameter: 'user' }],
      [
        `/v2/positions?user=${wallet}&status=WON`,
        { error: "invalid query param 'status'", parameter: 'status' },
      ],
    ]
    for (const [path, json] of cases) assert.deepEqual(await get(path), { status: 400, json }, path)
  })

  test('caches an answer for 3 s, or as long as a rule sets', async () => {
    const path = `/v2/activity?user=${wallet}&type=TRADE&limit=7`
    const markets = (await (await fetch(`${simulator.controlUrl}/_sim/markets`)).json()) as Row[]
    const [token] = (markets.find((market) => market['closed'] === false)?.['tokens'] ?? []) as string[]
    assert.ok(token !== undefined)
    const before = await rows(path)
    await trades(token, 'BUY', 6000, 10)
    // The indexer is 4 s behind as well.
    await control('/clock', { advance_ms: 3400 })
    await rows(path)
    await control('/clock', { advance_ms: 2000 })
    assert.deepEqual(await rows(path), before)
    await control('/clock', { advance_ms: 1200 })
    const later = await rows(path)
    assert.equal(later.length, before.length + 1)
    const rule = await control('/faults', { name: 'data.cache', args: { ms: 300_000 } })
    await trades(token, 'BUY', 6000, 10)
    await control('/clock', { advance_ms: 290_000 })
    assert.deepEqual(await rows(path), later)
    await fetch(`${simulator.controlUrl}/_sim/faults/${String(rule['id'])}`, { method: 'DELETE' })
    assert.equal((await rows(path)).length, later.length + 1)
  })

  test('a rule leaves the whole result out of the profit line', async () => {
    await control('/faults', { name: 'data.null_pnl', when: { times: 1 } })
    const { json } = await get(`/v2/user-pnl?user=${wallet}&interval=1w&fidelity=1h`)
    const [point] = (json as { data: { points: readonly Row[] } }).data.points
    assert.deepEqual([point?.['economic_pnl'], typeof point?.['position_pnl']], [null, 'number'])
  })

  test('rules show positions before their figures, and some that nobody expects', async () => {
    const positions = async (): Promise<readonly Row[]> =>
      ((await get(`/v2/positions?user=${wallet}`)).json as Envelope).data
    const usual = await positions()
    await control('/faults', { name: 'data.odd_positions', when: { times: 1 } })
    const odd = (await positions()).slice(usual.length)
    assert.deepEqual([odd.length, odd[0]?.['current_size'], odd[1]?.['event_id']], [3, -5, ''])
    assert.equal(String(odd[2]?.['condition_id']).length, 64)
    await control('/faults', { name: 'data.empty_figures', args: { ms: 1e12 }, when: { times: 1 } })
    assert.ok((await positions()).every((row) => row['current_size'] === null && row['title'] !== ''))
    assert.deepEqual(await positions(), usual)
  })

  test('a rule makes it promise more without a cursor', async () => {
    await control('/faults', { name: 'data.bad_has_more', when: { times: 1 } })
    const { json } = await get(`/v2/positions?user=${wallet}`)
    assert.deepEqual((json as Envelope).pagination, {
      limit: 500,
      offset: 0,
      has_more: true,
      next_cursor: null,
    })
  })
})

describe('a wallet’s figures', () => {
  const START = Date.UTC(2026, 10, 20, 18, 30)
  const HOUR = 3_600_000

  test('of the past are at the prices of the past, whatever came later', () => {
    const clock = createManualClock(START)
    const simulation = createSimulation({
      seed: 'past',
      clock,
      names: MADE_UP_NAMES,
      events: 0,
      traderRate: 0,
    })
    const { exchange, book, world, venue, accounts } = simulation
    const held = book.positions(accounts.depositWallet, START)[0]
    const token = held?.token ?? ''
    exchange.deposit('maker', 1_000_000_000n)
    exchange.grantShares('maker', token, 1_000_000_000n)
    let orders = 0
    const quote = (bid: number): void => {
      for (const [side, price] of [
        ['BUY', bid],
        ['SELL', bid + 200],
      ] as const) {
        orders += 1
        exchange.place({
          id: `0x${orders.toString(16).padStart(64, '0')}`,
          wallet: 'maker',
          owner: 'maker',
          token,
          side,
          price,
          size: 10_000_000n,
          ...PLAIN,
        })
      }
    }
    const unrealizedAt = (at: number): unknown =>
      pnlPoints(
        { world, exchange, samples: venue.samples },
        book.entries(accounts.depositWallet, clock.now()),
        clock.now(),
        'max',
        '1h',
      ).find((point) => point['timestamp'] === Math.floor(at / 1000))?.['unrealized_pnl']
    quote(4900)
    clock.advance(0.7 * HOUR)
    const first = unrealizedAt(clock.now())
    const then = START + 0.5 * HOUR
    assert.equal(unrealizedAt(then), first)
    exchange.cancel(
      exchange.openOrders('maker').map((order) => order.id),
      { owner: 'maker' },
    )
    quote(6900)
    clock.advance(60_000)
    assert.equal(unrealizedAt(then), first)
    assert.equal(unrealizedAt(clock.now()), Number(first) + 250 * 0.2)
    simulation.stop()
  })

  test('of shares that were lost keep their cost and fees while they can be redeemed', () => {
    const simulation = createSimulation({
      seed: 'lost',
      clock: createManualClock(START),
      names: MADE_UP_NAMES,
      events: 0,
      traderRate: 0,
    })
    const shared = { at: START, wallet: 'w', hash: '', token: '1', size: 20_000_000n }
    const [position] = positionsOf('w', [
      { ...shared, kind: 'fill', tradeId: 't', side: 'BUY', cash: 8_000_000n, fee: 240_000n, role: 'taker' },
      { ...shared, kind: 'redeem', cash: 0n },
    ])
    assert.ok(position)
    const row = positionRow(simulation, position, START)
    assert.deepEqual(
      [row['status'], row['entry_fees_usdc'], row['total_cost_usdc'], row['realized_pnl'], row['total_pnl']],
      ['REDEEMABLE', 0.24, 8.24, 0, -8],
    )
    simulation.stop()
  })
})

describe('positionsOf', () => {
  const anyFill = fc.record({
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    size: fc.bigInt(10_000n, 1_000_000_000n),
    price: fc.integer({ min: 1, max: 9999 }),
    fee: fc.bigInt(0n, 1_000_000n),
  })

  test('fees are those of all purchases, and what was realized is before fees, after any fills', () => {
    fc.assert(
      fc.property(fc.array(anyFill, { maxLength: 40 }), (fills) => {
        const entries: Entry[] = []
        let size = 0n
        let spent = 0n
        let fees = 0n
        for (const [at, fill] of fills.entries()) {
          if (fill.side === 'SELL' && fill.size > size) continue
          const cash = (fill.size * BigInt(fill.price)) / 10_000n
          size += fill.side === 'BUY' ? fill.size : -fill.size
          spent += fill.side === 'BUY' ? cash : -cash
          fees += fill.side === 'BUY' ? fill.fee : 0n
          entries.push({
            kind: 'fill',
            at,
            wallet: 'w',
            hash: '',
            tradeId: String(at),
            token: '1',
            role: 'taker',
            cash,
            ...fill,
          })
        }
        const [position] = positionsOf('w', entries)
        assert.equal(position?.size ?? 0n, size)
        assert.equal((position?.cost ?? 0n) - (position?.realized ?? 0n), spent)
        assert.equal(position?.fees ?? 0n, fees)
      }),
      { numRuns: 300 },
    )
  })
})
