/**
 * Public reports of odd, late and silent market data, replayed over the whole product: what is absent is not empty, an odd value
 * costs only itself, a match in several frames costs no click, and a walk without progress ends (INV-75, INV-79, INV-80, INV-86).
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Wire } from '#test/wire.ts'
import type { Client } from '../client.ts'
import { isReady, startTerminal, type TestTerminal } from '../harness.ts'
import { arm, currentBook, type OrderBody } from '../market.ts'
import { startQuietVenue, type QuietVenue } from '../reliability/quiet-venue.ts'
import { waitFor } from '../wait-for.ts'

type Row = Record<string, unknown>
type Placed = {
  readonly result: string
  readonly reject: { readonly code: string; readonly message: string } | null
}

/** Rows of one market each: one field as it was reported, or as nobody reported it yet. */
const ODD_FIELDS: readonly Row[] = [
  { orderPriceMinTickSize: undefined },
  { orderPriceMinTickSize: null, orderMinSize: null },
  { secondsDelay: '3' },
  { negRisk: 'perhaps' },
  { closed: 0 },
  { feeSchedule: [] },
  { feesEnabled: 'yes' },
  { question: 2028, groupItemTitle: 7 },
  { outcomes: '[1, 2]' },
  { line: {}, umaResolutionStatus: 5, clearBookOnStart: 'x', volume: [] },
]

describe('market data as it was reported', () => {
  let venue: QuietVenue
  let terminal: TestTerminal
  let client: Client
  let yes = ''
  let token = ''
  /** Ids of the events whose first market has an odd field, in the order of the fields. */
  const bent: string[] = []
  let isStuck = false
  let catalogCalls = 0
  const hooks: (() => void | Promise<void>)[] = []

  before(async () => {
    const context = {
      after: (hook: () => void | Promise<void>) => hooks.push(hook),
    } as unknown as TestContext
    venue = await startQuietVenue(context, { seed: 'reports of the market' })
    const catalogUrl = await startBendingCatalog(context)
    await venue.control('/market', { market_id: venue.market.conditionId, tick: '0.01' })
    await venue.placeForeign('BUY', 5_200, 762)
    await venue.placeForeign('SELL', 5_300, 78)
    terminal = await startTerminal(context, {
      simulator: venue,
      env: { VENUE_CATALOG_URL: catalogUrl },
      // A catalog that comes to no end is never ready.
      ready: async (url) => (isStuck ? (await fetch(`${url}/api/health`)).ok : isReady(url)),
    })
    client = terminal.client()
    token = venue.market.tokens[0]
    yes = `pm:${token}`
    await client.ok('listPositions')
    await arm(client)
  })
  after(async () => {
    for (const hook of hooks.toReversed()) await hook()
  })

  /** The simulator's catalog with the odd fields, and on demand without an end. */
  async function startBendingCatalog(context: TestContext): Promise<string> {
    const { catalog } = venue.simulator.profile.urls
    const server = createServer((request, response) => {
      void (async () => {
        catalogCalls += 1
        const url = new URL(request.url ?? '', catalog)
        const isWalk = url.pathname === '/events/keyset' && !url.searchParams.has('id')
        if (isWalk && isStuck) url.searchParams.delete('after_cursor')
        const answered = await fetch(url, { headers: { 'user-agent': 'test' } })
        const json = (await answered.json()) as Row
        if (Array.isArray(json['events'])) bend(json['events'] as Row[])
        if (isWalk && isStuck) json['next_cursor'] = `again-${catalogCalls}`
        response.writeHead(answered.status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(json))
      })()
    })
    server.listen(0, '127.0.0.1')
    context.after(() => {
      server.closeAllConnections()
      server.close()
    })
    await waitFor('the catalog', () => server.listening)
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  function bend(events: readonly Row[]): void {
    for (const event of events) {
      const id = String(event['id'])
      const [market] = (event['markets'] ?? []) as Row[]
      if (market === undefined || market['conditionId'] === venue.market.conditionId) continue
      if (!bent.includes(id) && bent.length < ODD_FIELDS.length && market['conditionId'] !== '') bent.push(id)
      const change = ODD_FIELDS[bent.indexOf(id)]
      if (change === undefined) continue
      event['title'] = bent.indexOf(id) === 0 ? 2028 : event['title']
      Object.assign(market, change)
    }
  }

  const sendFrame = (frame: object): Promise<unknown> =>
    venue.control('/ws', { channel: 'market', action: 'send', text: JSON.stringify(frame) })

  const bookFrame = (sides: object): object => ({
    event_type: 'book',
    market: venue.market.conditionId,
    asset_id: token,
    timestamp: String(Date.now()),
    hash: '0123456789abcdef0123456789abcdef01234567',
    ...sides,
  })

  const changeFrame = (
    side: 'BUY' | 'SELL',
    price: string,
    size: string,
    best: readonly [string, string],
  ): object => ({
    event_type: 'price_change',
    market: venue.market.conditionId,
    timestamp: String(Date.now()),
    price_changes: [
      { asset_id: token, price, size, side, hash: `h${price}${size}`, best_bid: best[0], best_ask: best[1] },
    ],
  })

  const order = (changes: Partial<OrderBody>): OrderBody => ({
    client_order_id: randomUUIDv7(),
    outcome_id: yes,
    side: 'BUY',
    price: '0.3',
    size: '10',
    time_in_force: 'GTC',
    post_only: false,
    ...changes,
  })

  const place = async (changes: Partial<OrderBody>): Promise<Placed> =>
    (await client.call('placeOrder', { body: order(changes) })).body as Placed

  const book = async (): Promise<Wire['Book']> =>
    (await client.call('readBook', { params: { outcome_id: yes } })).body as Wire['Book']

  test('the first order on an outcome that nobody follows is placed, and previewed, at once', async () => {
    const { items } = await client.ok('search', { query: { q: '', status: 'open', limit: '100' } })
    const markets = items.flatMap((event) => event.markets)
    const free = markets.filter(
      (one) =>
        one.status === 'open' && one.accepting_orders && one.not_tradable === null && one.seconds_delay === 0,
    )
    assert.ok(free.length >= 2)
    const [first, second] = free
    const previewed = (await client.call('previewOrder', {
      body: {
        outcome_id: first?.outcomes[0]?.id ?? '',
        side: 'BUY',
        price: '0.1',
        size: '10',
        time_in_force: 'GTC',
        post_only: true,
      },
    })) as { readonly body: Placed }
    assert.equal(previewed.body.reject, null)
    const placed = await place({ outcome_id: second?.outcomes[0]?.id ?? '', price: '0.1', post_only: true })
    assert.deepEqual([placed.reject, placed.result], [null, 'accepted'])
  })

  test('INV-75 report 04, a book without sides is read by its other names or asked for again, and the band stays', async () => {
    await currentBook(client, yes, 1)
    assert.equal((await place({ price: '0.9' })).reject?.code, 'price_band')
    await sendFrame(
      bookFrame({
        buys: [{ price: '0.52', size: '762.42' }],
        sells: [{ price: '0.53', size: '78.68' }],
        tick_size: '0.01',
      }),
    )
    await waitFor('the other names', async () => (await book()).bids[0]?.[1] === '762.42')
    assert.equal((await book()).asks[0]?.[1], '78.68')
    assert.equal((await place({ price: '0.9' })).reject?.code, 'price_band')
    for (const sides of [
      {},
      { bids: [] },
      { bids: [{ price: '0.5' }], asks: [] },
      { bids: [{ price: '0.5', size: '' }], asks: [] },
    ]) {
      await sendFrame(bookFrame(sides))
      for (const time_in_force of ['GTC', 'FAK'] as const) {
        const { reject } = await place({ price: '0.9', size: '100', time_in_force })
        assert.ok(['book_stale', 'price_band'].includes(reject?.code ?? ''), JSON.stringify([sides, reject]))
      }
      await currentBook(client, yes, 1)
    }
    await sendFrame(bookFrame({ bids: null, asks: [] }))
    await waitFor('the empty book', async () => {
      const now = await book()
      return now.bids.length + now.asks.length === 0 && !now.stale
    })
    const far = await place({ price: '0.9', size: '100' })
    assert.equal(far.reject?.code, 'price_band')
    await venue.control('/ws', { channel: 'market', action: 'reset' })
    await currentBook(client, yes, 1)
  })

  test('INV-86 report 06, a match that locks the book for some frames costs no click, and asks for nothing', async () => {
    const results: (string | undefined)[] = []
    const reasons: (string | null)[] = []
    for (let round = 0; round < 10; round += 1) {
      await sendFrame(
        bookFrame({
          bids: [
            { price: '0.51', size: '61' },
            { price: '0.52', size: '762.42' },
          ],
          asks: [
            { price: '0.54', size: '40' },
            { price: '0.53', size: '78.68' },
          ],
        }),
      )
      const { epoch } = (await waitFor('the book', async () => {
        const now = await book()
        return now.asks[0]?.[1] === '78.68' && !now.stale ? now : null
      })) as { readonly epoch?: number }
      const best = ['0.53', '0.54'] as const
      const steps = [
        ['BUY', '0.53', '78.68'],
        ['BUY', '0.52', '700'],
        ['BUY', '0.51', '62'],
        ['SELL', '0.53', '0'],
      ] as const
      for (const [side, price, size] of round % 2 === 0 ? steps : [steps[1], steps[0], steps[2], steps[3]]) {
        await sendFrame(changeFrame(side, price, size, best))
        reasons.push((await book()).stale_reason)
        await pause(15)
      }
      const placed = await place({ price: '0.1', size: '10', post_only: true })
      results.push(placed.reject?.code ?? placed.result)
      assert.equal(((await book()) as { readonly epoch?: number }).epoch, epoch)
    }
    assert.deepEqual(
      results,
      Array.from({ length: 10 }, () => 'accepted'),
    )
    assert.deepEqual([...new Set(reasons)], [null])
    await client.ok('cancelAll', { body: {} })
    await venue.control('/ws', { channel: 'market', action: 'reset' })
    await currentBook(client, yes, 1)
  })

  test('INV-79 report 15, a level between the ticks has the finer tick learned, and its price can be traded', async () => {
    await venue.control('/market', { market_id: venue.market.conditionId, tick: '0.001' })
    const learned = async (): Promise<boolean> => {
      const now = await book()
      return now.tick_size === '0.001' && !now.stale
    }
    await waitFor('the tick', learned)
    const { bids, asks } = await book()
    const levels = (side: readonly (readonly string[])[]): object[] =>
      side.map(([price, size]) => ({ price, size }))
    await sendFrame(bookFrame({ bids: levels(bids), asks: levels(asks), tick_size: '0.01' }))
    await waitFor('the coarser tick', async () => (await book()).tick_size === '0.01')
    assert.equal((await place({ price: '0.521', post_only: true })).reject?.code, 'off_tick')
    await venue.placeForeign('SELL', 5_270, 25)
    await waitFor('the finer tick', learned)
    const placed = await place({ price: '0.521', size: '10', post_only: true })
    assert.deepEqual([placed.reject, placed.result], [null, 'accepted'])
  })

  test('INV-80 report 12, an odd field costs neither market nor event; what is missing is asked for', async () => {
    assert.equal(bent.length, ODD_FIELDS.length)
    for (const [at, id] of bent.entries()) {
      const event = await client.ok('readEvent', { params: { event_id: `pm:${id}` } })
      if (at === 0) assert.equal(event.title, '2028')
      const [market] = event.markets
      assert.ok(market !== undefined, JSON.stringify(ODD_FIELDS[at]))
      if (at < 2 || at === 3) assert.match(market.not_tradable ?? '', /is not known yet/)
      else assert.equal(market.not_tradable, null, JSON.stringify(ODD_FIELDS[at]))
    }
    for (const at of [0, 1, 3]) {
      const read = async () =>
        (await client.ok('readEvent', { params: { event_id: `pm:${bent[at]}` } })).markets[0]
      const outcome = (await read())?.outcomes[0]?.id ?? ''
      const placed = await place({ outcome_id: outcome, price: '0.1', post_only: true })
      assert.deepEqual([placed.reject, placed.result], [null, 'accepted'], JSON.stringify(ODD_FIELDS[at]))
      assert.equal((await read())?.not_tradable, null)
    }
    const { feeds } = await client.ok('readStatus')
    const catalog = feeds.find(({ name }) => name === 'catalog')
    assert.match(JSON.stringify(catalog), /title is of another type/)
  })

  test('INV-80 report 13, one odd point of the price history costs only itself', async () => {
    const history = [
      { t: 1_790_000_100, p: 0.5 },
      { t: 1_790_000_200, p: null },
      { t: 1_790_000_250, p: '0.51' },
      { t: 1_790_000_300, p: 0.52 },
    ]
    await venue.control('/faults', {
      name: 'http.status',
      match: { service: 'clob', path: '/prices-history' },
      args: { code: 200, body: { history } },
      when: { times: 1 },
    })
    const { points } = await client.ok('readHistory', {
      params: { outcome_id: yes },
      query: { interval: '1h' },
    })
    assert.deepEqual(
      points.map(({ p }) => p),
      ['0.5', '0.51', '0.52'],
    )
  })

  test('INV-86 report 14, a catalog whose pages never bring a new event is not walked on, and says why', async () => {
    isStuck = true
    await terminal.restart()
    client = terminal.client()
    const reason = await waitFor('the reason', async () => {
      const { feeds } = await client.ok('readStatus')
      const detail = feeds.find(({ name }) => name === 'catalog')?.detail ?? ''
      return /without a row that is new/.test(detail) ? detail : null
    })
    assert.match(reason, /paging does not end/)
    const before = catalogCalls
    await pause(3_000)
    assert.ok(catalogCalls - before < 20, `${catalogCalls - before} requests in three seconds`)
  })
})
