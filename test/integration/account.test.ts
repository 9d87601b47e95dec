/** The account over the whole product: what it adds up to, held against the simulated venue's own ledger. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { describe, test, type TestContext } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { formatMicros, micros, parseMicros, type Micros } from '#core/money.ts'
import type { FillStatus } from '#core/order/order.ts'
import { NO_FIGURES, type PortfolioEntry } from '#core/position/portfolio.ts'
import { modelFigures } from '#core/testing/portfolio-model.ts'
import type { Wire } from '#test/wire.ts'
import type { Client } from '../client.ts'
import { PASSWORD, startTerminal } from '../harness.ts'
import { arm, type OrderBody } from '../market.ts'
import { environment } from '../reliability/environment.ts'
import { startQuietVenue, type QuietVenue } from '../reliability/quiet-venue.ts'
import type { Truth, VenueFill } from '../reliability/truth.ts'
import { loadFactor } from '../load.ts'
import { waitFor } from '../wait-for.ts'

/** SESAME_RELIABILITY=full makes 5,000. */
const FILLS = environment('SESAME_RELIABILITY') === 'full' ? 5_000 : 2_000
const AT_ONCE = 25
/** Between two breaks of the user channel. */
const BATCHES = FILLS / 200
/**
 * On a machine that has time for it. While trades are not final they are read every 5 s, and cash a second after what
 * the read reported; each read of thousands of trades takes about one second more.
 */
const AGREES_WITHIN_MS = 10_000

type Fill = VenueFill & { readonly at: number }

// One works while the other waits for lists that are read every 30 s.
describe('the account', { concurrency: 2 }, () => {
  test(
    `INV-09 after ${FILLS} random trades with lost frames and reconnects, all figures are the ledger's`,
    { timeout: 300_000 },
    async (context) => {
      const venue = await startQuietVenue(context, { seed: 'account', isSmall: true })
      const { client, outcomeId } = await startTrader(context, venue)
      const before = (await client.ok('listPositions')).items
      const cashBefore = amount((await client.ok('readAccount')).cash ?? '')
      const opening = before.find((one) => one.outcome_id === outcomeId)
      assert.ok(opening?.size === '250')
      const random = seeded(7)

      await placeOrders(client, outcomeId, random, { buys: 24, sells: 10, sellSize: 20 })
      await loseFrames(venue)
      await fillAtRandom(venue, random, FILLS / 2)
      await venue.control('/faults', undefined, 'DELETE')
      await arm(client)
      await placeOrders(client, outcomeId, random, { buys: 6, sells: 6, sellSize: 5 })
      await loseFrames(venue)
      await fillAtRandom(venue, random, FILLS / 2)
      await venue.control('/faults', undefined, 'DELETE')
      await client.ok('placeOrder', { body: orderOf(outcomeId, 'BUY', '0.45', '20') })

      await waitFor('every trade to be final', async () => (await fillsOf(venue)).every(isFinal), 90_000)
      const { tookMs, cashMs, load } = await waitForFigures(client, ledgerFigures(await venue.truth()))
      const said = `agreed ${Math.round(tookMs)} ms after calm, cash ${Math.round(cashMs)}, on a load of ${load.toFixed(1)}`
      context.diagnostic(said)
      assert.ok(cashMs <= AGREES_WITHIN_MS * load, said)

      const account = await client.ok('readAccount')
      const positions = [
        ...(await client.ok('listPositions')).items,
        ...(await client.ok('listPositions', { query: { status: 'closed' } })).items,
      ]
      const position = positions.find((one) => one.outcome_id === outcomeId)
      const fills = await fillsOf(venue)
      assert.ok(fills.length >= FILLS)
      assert.ok(
        fills.some(({ status }) => status === 'FAILED'),
        'some trades failed',
      )
      const model = modelFigures(
        {
          figures: { ...NO_FIGURES, size: amount(opening.size), cost: amount(opening.cost_basis ?? '') },
          day: 0,
        },
        fills.filter(({ token }) => `pm:${token}` === outcomeId).map(entryOf),
        0,
      )
      assert.deepEqual(
        [
          position?.size,
          position?.cost_basis,
          position?.realised_pnl,
          position?.settling_size,
          position?.fees,
        ],
        [model.size, model.cost, model.realised, 0n, model.fees].map((value) => formatMicros(micros(value))),
      )
      // The data service counts in its own way. It knows the true order within a second, so only the sum must be the
      // same.
      const current = await waitFor(
        'the data service to have caught up',
        async () => {
          const { items } = await client.ok('listPositions')
          const venueView = items.find((one) => one.outcome_id === outcomeId)?.venue ?? null
          return venueView?.size_difference === '0' ? venueView : null
        },
        60_000,
      )
      const apart = amount(current.pnl_difference ?? '') - amount(current.cost_difference ?? '')
      assert.ok(apart > -10_000n && apart < 10_000n, `${apart} micros apart`)
      // Changes of cash equal the positions' added cost and their result: to the last micro.
      assert.equal(
        amount(account.cash ?? '') - cashBefore,
        amount(account.realised_pnl) - costOf(positions) + costOf(before),
      )
      assert.equal(account.fees_known, true)
    },
  )

  test('with a wallet alone there are positions, activity and markets, and no cash and no orders', async (context) => {
    const venue = await startQuietVenue(context, { seed: 'wallet', isSmall: true })
    const client = (
      await startTerminal(context, { simulator: venue, env: { VENUE_SESSION_KEY: '' } })
    ).client()
    // The venue tells of what it gave up to 8 s late, and lists are read every 30 s.
    const held = await waitFor(
      'positions',
      async () => {
        const list = await client.ok('listPositions')
        return list.complete && list.items.length > 0 ? list.items : null
      },
      90_000,
    )
    assert.deepEqual(
      held.map(({ size, basis }) => [size, basis]),
      held.map(() => ['250', 'venue']),
    )
    // The venue's activity is further behind than its positions.
    await waitFor(
      'the deposit',
      async () => (await client.ok('listActivity')).items.some(({ kind }) => kind === 'deposit'),
      90_000,
    )
    assert.equal((await client.ok('readPnl')).interval, '1w')
    for (const name of ['readAccount', 'listOrders', 'listFills'] as const) {
      const reply = await client.call(name)
      assert.deepEqual(
        [reply.status, (reply.body as { readonly code: string }).code],
        [503, 'credentials_unavailable'],
      )
    }
    await waitFor(
      'the markets',
      async () => (await client.ok('search', { query: { q: '' } })).items.length > 0,
    )
  })
})

function costOf(positions: readonly Wire['Position'][]): bigint {
  return positions.reduce((sum, one) => sum + amount(one.cost_basis ?? ''), 0n)
}

async function startTrader(
  context: TestContext,
  venue: QuietVenue,
): Promise<{ readonly client: Client; readonly outcomeId: string }> {
  await venue.placeForeign('BUY', 3_500, 100)
  await venue.placeForeign('SELL', 4_500, 100)
  const client = (await startTerminal(context, { simulator: venue })).client()
  await client.ok('writeRiskSettings', {
    body: {
      limits: {
        max_position_notional: '20000',
        max_daily_notional: '50000',
        max_open_orders: 1_000,
        max_orders_per_minute: 600,
        price_band_ticks: 100,
      },
      password: PASSWORD,
    },
  })
  const outcomeId = `pm:${venue.market.tokens[0]}`
  await waitFor('what is held', async () => {
    const { items, complete } = await client.ok('listPositions')
    return complete && items.some((one) => one.outcome_id === outcomeId)
  })
  await waitFor('a current book', async () => {
    const reply = await client.call('readBook', { params: { outcome_id: outcomeId } })
    const book = reply.body as Wire['Book']
    return reply.status === 200 && !book.stale && book.bids.length > 0 && book.asks.length > 0
  })
  // A trade of the first seconds may be in the first read of the cash or not: that is known a minute later only (ADR 142).
  const began = Date.now()
  await waitFor(
    'the first read of the cash to be older than clocks may differ',
    () => Date.now() - began > 6_500,
  )
  await arm(client)
  return { client, outcomeId }
}

function orderOf(outcomeId: string, side: 'BUY' | 'SELL', price: string, size: string): OrderBody {
  return {
    client_order_id: randomUUIDv7(),
    outcome_id: outcomeId,
    side,
    price,
    size,
    time_in_force: 'GTC',
    post_only: false,
  }
}

/** Resting orders between the others' prices, buys below sells. */
async function placeOrders(
  client: Client,
  outcomeId: string,
  random: () => number,
  wanted: { readonly buys: number; readonly sells: number; readonly sellSize: number },
): Promise<void> {
  const one = async (side: 'BUY' | 'SELL', steps: number, size: number): Promise<void> => {
    const placed = await client.ok('placeOrder', {
      body: { ...orderOf(outcomeId, side, priceText(steps), String(size)), post_only: true },
    })
    assert.equal(placed.result, 'accepted', JSON.stringify(placed.reject))
  }
  for (let n = 0; n < wanted.buys; n += 1) await one('BUY', 351 + Math.floor(random() * 45), 250)
  for (let n = 0; n < wanted.sells; n += 1)
    await one('SELL', 401 + Math.floor(random() * 48), wanted.sellSize)
}

/** Thousandths as a price. */
function priceText(steps: number): string {
  return formatMicros(micros(BigInt(steps) * 1_000n))
}

/** A third of the user channel's frames are lost, and some trades fail. */
async function loseFrames(venue: QuietVenue): Promise<void> {
  await venue.control('/faults', {
    name: 'ws.drop_frame',
    match: { service: 'ws_user' },
    when: { probability: 0.33 },
  })
  await venue.control('/faults', {
    name: 'trade.failed_after',
    when: { probability: 0.02 },
    args: { ms: 1_500 },
  })
}

/** Random pieces of random open orders; the user channel breaks off now and then. */
async function fillAtRandom(venue: QuietVenue, random: () => number, count: number): Promise<void> {
  let done = 0
  let rounds = 0
  while (done < count) {
    const open = (await venue.truth()).orders.filter(({ order }) => order.status === 'LIVE')
    assert.ok(open.length > 0)
    for (let batch = 0; batch < BATCHES && done < count; batch += 1) {
      const fills = Array.from({ length: Math.min(AT_ONCE, count - done) }, () => {
        const order = open[Math.floor(random() * open.length)]?.order
        const hundredths = 1 + Math.floor(random() * (order?.side === 'SELL' ? 6 : 90))
        return { order_id: order?.id ?? '', size: String(hundredths * 10_000) }
      })
      const answer = (await venue.control('/fills', { fills })) as { readonly done: number }
      done += answer.done
    }
    rounds += 1
    await venue.control('/ws', { channel: 'user', action: rounds % 2 === 0 ? 'close' : 'reset' })
  }
}

async function fillsOf(venue: QuietVenue): Promise<readonly Fill[]> {
  return (await venue.truth()).fills as readonly Fill[]
}

function isFinal({ status }: Fill): boolean {
  return status === 'CONFIRMED' || status === 'FAILED'
}

type Figures = {
  readonly cash: string | null
  readonly shares: Readonly<Record<string, string>>
  /** Filled size of each open order. */
  readonly open: Readonly<Record<string, string>>
}

async function ownFigures(client: Client): Promise<Figures> {
  const account = await client.ok('readAccount')
  const positions = (await client.ok('listPositions')).items
  const open = (await client.ok('listOrders')).items
  return {
    cash: account.cash,
    shares: record(positions.map((one) => [one.outcome_id, one.size])),
    open: record(open.map((order) => [order.id ?? '', order.filled_size])),
  }
}

/** How long the figures took to agree, and how busy the machine was meanwhile. */
async function waitForFigures(
  client: Client,
  expected: Figures,
): Promise<{ readonly tookMs: number; readonly cashMs: number; readonly load: number }> {
  const beganAt = performance.now()
  const loads: number[] = []
  let last: Figures | null = null
  let tookMs: number | null = null
  const agree = async (): Promise<boolean> => {
    loads.push(loadFactor())
    last = await ownFigures(client)
    const cash = amount(last.cash ?? '')
    // Low while no read proves that it shows a trade, never high (ADR 142).
    assert.ok(cash <= amount(expected.cash ?? ''), `cash ${last.cash}, never above ${expected.cash}`)
    const isAllElse = isDeepStrictEqual({ ...last, cash: null }, { ...expected, cash: null })
    if (isAllElse) tookMs ??= performance.now() - beganAt
    return isAllElse && last.cash === expected.cash
  }
  await waitFor('the figures of the ledger', agree, 120_000).catch((error: unknown) => {
    if (last !== null) assert.deepEqual(last, expected)
    throw error
  })
  const load = loads.reduce((sum, one) => sum + one, 0) / loads.length
  const cashMs = performance.now() - beganAt
  return { tookMs: tookMs ?? cashMs, cashMs, load }
}

/** The venue leaves a failed trade in what an order has filled; the terminal takes it off. */
function ledgerFigures({ balances, orders, fills }: Truth): Figures {
  const [balance] = balances
  const failed = (id: string): bigint =>
    fills
      .filter(({ order, status }) => order === id && status === 'FAILED')
      .reduce((sum, { size }) => sum + BigInt(size), 0n)
  const live = orders.filter(({ order }) => order.status === 'LIVE')
  const text = (units: string): string => formatMicros(micros(BigInt(units)))
  return {
    cash: text(balance?.cash ?? '0'),
    shares: record(Object.entries(balance?.shares ?? {}).map(([token, size]) => [`pm:${token}`, text(size)])),
    open: record(
      live.map(({ order }) => [`pm:${order.id}`, text(String(BigInt(order.filled) - failed(order.id)))]),
    ),
  }
}

function record(entries: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const STATUS: Readonly<Record<string, FillStatus>> = { CONFIRMED: 'confirmed', FAILED: 'failed' }

function entryOf(fill: Fill): PortfolioEntry {
  const size = micros(BigInt(fill.size))
  return {
    kind: 'fill',
    key: `${fill.trade} pm:${fill.order}`,
    at: Math.floor(fill.at / 1000) * 1000,
    side: fill.side === 'BUY' ? 'BUY' : 'SELL',
    size,
    cash: micros(BigInt(fill.cash)),
    fee: fill.role === 'taker' ? TAKER_FEE : micros(0n),
    status: STATUS[fill.status] ?? 'matched',
  }
}

/** 20 shares at 0.45 with a rate of 0.04. */
const TAKER_FEE = micros(198_000n)

function amount(text: string): Micros {
  const parsed = parseMicros(text)
  assert.ok(parsed.ok)
  return parsed.value
}

/** Numbers from 0 to 1, the same in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
