/**
 * The market module over real sockets while the venue misbehaves: a book that cannot be believed says so, and once a fault
 * has passed every book equals the venue's again without anybody's help (INV-09, INV-22, INV-23, INV-25, INV-40).
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { StaleReason } from '#core/book/book.ts'
import { createMemoryCopy, startFastMarketModule } from '#test/fast-market-module.ts'
import type { FastMarketModule, TestMarket } from '#test/fast-market-module.ts'
import { waitFor } from '#test/wait-for.ts'

let venue: FastMarketModule
let bystander: TestMarket

before(async () => {
  venue = await startFastMarketModule('market-data')
  bystander = await follow()
})
after(() => venue.stop())
afterEach(async () => {
  await venue.heal()
  await venue.agree(bystander)
})

/** A market whose books are held and agree with the venue's. */
async function follow(): Promise<TestMarket> {
  const market = await venue.takeMarket()
  for (const outcomeId of market.outcomes) venue.side.books.hold(outcomeId)
  await venue.agree(market)
  return market
}

/** Some changes of the book: deep ones and one of the best bid. */
async function stir(market: TestMarket): Promise<void> {
  await venue.quote(market, 'bid', 3_700, 21)
  await venue.quote(market, 'ask', 6_200, 22)
  await venue.quote(market, 'bid', 4_100, 23)
  await venue.quote(market, 'ask', 6_300, 24)
}

async function fault(name: string, more: object = {}): Promise<string> {
  const rule = { name: `ws.${name}`, match: { service: 'ws_market' }, ...more }
  const { id } = (await venue.control('/faults', rule)) as { readonly id: string }
  return id
}

/** Changes the book until somebody was there to be hit: a busy machine's connection may just be another one. */
async function stirUntilHit(market: TestMarket, faultId: string): Promise<void> {
  await waitFor(`${faultId} to hit`, async () => {
    await stir(market)
    const rules = (await venue.control('/faults')) as readonly {
      readonly id: string
      readonly fired: number
    }[]
    return rules.some(({ id, fired }) => id === faultId && fired > 0)
  })
}

/** Waits until the outcome has said why it is not live. */
async function says(market: TestMarket, reason: StaleReason): Promise<void> {
  await waitFor(`${reason} of market ${market.name}`, () => venue.reasons(market.outcomes[0]).has(reason))
}

const unreadable = (): number => {
  const { detail } = venue.side.books.health()
  return Number(/(\d+) frames unreadable/.exec(detail ?? '')?.[1] ?? 0)
}

type Trouble = {
  readonly name: string
  readonly args?: object
  /** How many frames it hits; all until healed when left out. */
  readonly times?: number
  /** Reason that the book must have shown meanwhile. */
  readonly says?: StaleReason
  /** How many frames must have counted as unreadable, at least. */
  readonly unreadable?: number
}

/** Troubles for frames of one market while its book changes. */
const TROUBLES: readonly Trouble[] = [
  { name: 'silent_freeze', says: 'frozen' },
  { name: 'asset_mute', says: 'frozen' },
  { name: 'no_pong', says: 'no_pong' },
  // The independent read finds it before the missing PONG does.
  { name: 'half_open', times: 1, says: 'frozen' },
  { name: 'drop_frame', times: 1, says: 'frozen' },
  { name: 'dup_frame' },
  { name: 'reorder', args: { window: 2 }, times: 2 },
  { name: 'delay', args: { ms: 40 } },
  { name: 'crossed_book', times: 5, says: 'gap' },
  { name: 'close', args: { code: 1012 }, times: 1, says: 'feed_down' },
  { name: 'reset', times: 1, says: 'feed_down' },
  { name: 'malformed', times: 1, says: 'gap', unreadable: 1 },
  { name: 'binary', times: 1, says: 'gap', unreadable: 1 },
  { name: 'oversize', args: { mib: 17 }, times: 1, says: 'feed_down' },
  { name: 'deflate_bomb', times: 1, says: 'feed_down' },
  { name: 'proto_keys', times: 3 },
  { name: 'extra_fields', times: 3 },
  { name: 'unknown_event', times: 1, says: 'frozen' },
  { name: 'missing_field', args: { name: 'size' }, times: 1, says: 'gap', unreadable: 1 },
  { name: 'missing_field', args: { name: 'timestamp' }, times: 1, says: 'gap', unreadable: 1 },
  { name: 'wrong_type', args: { field: 'price' }, times: 1, says: 'gap', unreadable: 1 },
  { name: 'bad_number', args: { field: 'price', text: '1e309' }, times: 1, says: 'gap', unreadable: 1 },
  { name: 'bad_number', args: { field: 'size', text: 'NaN' }, times: 1, says: 'gap', unreadable: 1 },
  { name: 'negative_size', times: 1, says: 'gap', unreadable: 1 },
]

describe('INV-09 INV-22 INV-25 INV-40 a book recovers automatically after', () => {
  for (const { name, args, times, says: reason, unreadable: count = 0 } of TROUBLES) {
    const title = `${name} ${args === undefined ? '' : JSON.stringify(args)}`.trim()
    test(title, async () => {
      const market = await follow()
      const before = unreadable()
      const faultId = await fault(name, {
        match: { service: 'ws_market', ...(name === 'no_pong' ? {} : { asset: market.tokens[0] }) },
        ...(args === undefined ? {} : { args }),
        ...(times === undefined ? {} : { when: { times } }),
      })
      await stirUntilHit(market, faultId)
      if (reason !== undefined) await says(market, reason)
      if (count > 0) assert.ok(unreadable() - before >= count, 'the frame is counted')
      await venue.heal()
      await venue.agree(market)
    })
  }

  for (const code of [1000, 1001, 1008, 1011, 1013, 4000]) {
    test(`close code ${code} of every connection`, async () => {
      const market = await follow()
      await venue.control('/ws', { channel: 'market', action: 'close', code })
      await says(market, 'feed_down')
      await stir(market)
      await venue.agree(market)
    })
  }

  test('upgrades refused with 429', async () => {
    const market = await follow()
    await fault('upgrade_status', { args: { code: 429 }, when: { times: 3 } })
    await venue.control('/ws', { channel: 'market', action: 'reset' })
    await says(market, 'feed_down')
    await waitFor('the refusal to be reported', () =>
      venue.side.books.health().detail?.includes('429') === true ? true : null,
    )
    await stir(market)
    await venue.agree(market)
  })

  test('garbage between the frames, which belongs to no book', async () => {
    const market = await follow()
    const before = venue.side.books.peek(market.outcomes[0])
    for (const text of ['', 'null', '[]', '{}', '[[[]]]', '"x"', '{"event_type":"price_change"}']) {
      await venue.control('/ws', { channel: 'market', action: 'send', text })
    }
    await stir(market)
    await venue.agree(market)
    const later = venue.side.books.peek(market.outcomes[0])
    assert.ok(before !== null && later !== null && later.version > before.version)
  })
})

describe('a first book', () => {
  test('INV-22 that never comes is asked for, and is never live until it can', async () => {
    const market = await venue.takeMarket()
    await fault('no_dump', { match: { service: 'ws_market', asset: market.tokens[0] } })
    for (const outcomeId of market.outcomes) venue.side.books.hold(outcomeId)
    const { connections } = venue.side.books.health()
    await waitFor('a connection of its own', () => venue.side.books.health().connections > connections)
    assert.deepEqual(venue.side.books.peek(market.outcomes[0])?.bids, [])
    assert.equal(venue.side.books.peek(market.outcomes[0])?.staleReason, 'no_snapshot')
    await venue.heal()
    await venue.agree(market)
  })

  test('INV-22 that is crossed is shown as that and never as live', async () => {
    const market = await venue.takeMarket()
    await fault('crossed_book', { match: { service: 'ws_market', body_contains: market.tokens[0] } })
    for (const outcomeId of market.outcomes) venue.side.books.hold(outcomeId)
    await says(market, 'crossed')
    await venue.heal()
    await venue.agree(market)
  })

  test('of a hundred thousand levels neither breaks anything nor stays', async () => {
    const market = await venue.takeMarket()
    await fault('huge_book', {
      match: { service: 'ws_market', body_contains: market.tokens[0] },
      when: { times: 1 },
    })
    for (const outcomeId of market.outcomes) venue.side.books.hold(outcomeId)
    await venue.agree(market)
  })
})

describe('a tick size', () => {
  test('INV-23 that changes starts an epoch; the venue sends it twice', async () => {
    const market = await follow()
    const before = venue.side.books.peek(market.outcomes[0])
    await venue.control('/market', { market_id: market.name, tick: '0.001' })
    await says(market, 'tick_change')
    await venue.quote(market, 'bid', 4_010, 5)
    await venue.agree(market)
    const later = venue.side.books.peek(market.outcomes[0])
    assert.equal(later?.tickSize, 10)
    assert.equal(later.epoch, (before?.epoch ?? 0) + 1)
  })

  test('INV-23 that is sent but did not change is corrected by the next full book', async () => {
    const market = await follow()
    await fault('tick_change', {
      match: { service: 'ws_market', asset: market.tokens[0] },
      args: { old: '0.01', new: '0.001', twice: true },
      when: { times: 1 },
    })
    await stir(market)
    await venue.heal()
    await venue.agree(market)
    assert.equal(venue.side.books.peek(market.outcomes[0])?.tickSize, 100)
  })
})

describe('a resolution', () => {
  test('INV-22 ends both books and is read from the catalog', async () => {
    const market = await follow()
    await venue.control('/market', { market_id: market.name, resolve: 1 })
    await says(market, 'resolved')
    assert.deepEqual(venue.side.books.peek(market.outcomes[1])?.bids, [])
    await waitFor('the winner', () => venue.side.catalog.market(market.id)?.winningOutcomeId !== null)
    assert.equal(venue.side.catalog.market(market.id)?.winningOutcomeId, market.outcomes[1])
  })

  test('INV-22 that is not sent leaves no book live', async () => {
    const market = await follow()
    await fault('resolved', { args: { with_frame: false } })
    await venue.control('/market', { market_id: market.name, resolve: 0 })
    await waitFor('the book to end', () => venue.side.books.peek(market.outcomes[0])?.staleReason !== null)
  })
})

describe('trades', () => {
  test('are kept once each, newest first', async () => {
    const market = await follow()
    const order = await venue.quote(market, 'bid', 4_500, 40)
    for (const size of ['3000000', '4000000']) {
      await venue.control('/order', { kind: 'fill', order_id: order, size })
    }
    const [yes] = market.outcomes
    const trades = await waitFor('two trades', () => {
      const published = [
        ...(venue.side.books.trades(yes) ?? []),
        ...(venue.side.books.trades(market.outcomes[1]) ?? []),
      ]
      return published.length >= 2 ? published : null
    })
    assert.deepEqual(
      trades.map(({ size }) => size),
      [4_000_000n, 3_000_000n],
    )
    await venue.agree(market)
  })
})

describe('games', () => {
  const live = () => venue.side.games.list({ league: null, live: true, starting: null })

  test('that are live become stale with the connection, and current again after it', async () => {
    const current = () => live().filter(({ stale }) => !stale)
    const before = await waitFor('a live game', () => (current().length > 0 ? current() : null))
    await venue.control('/ws', { channel: 'sports', action: 'half_open' })
    await waitFor('staleness', () => before.every(({ id }) => venue.staleGames().has(id)))
    await waitFor('a current game', () => current().length > 0)
  })
})

describe('a venue that is down', () => {
  test('is searched in its last good copy, marked as such, until it is back', async () => {
    await waitFor('a copy', () => venue.store.load())
    await venue.control('/faults', {
      name: 'http.status',
      args: { code: 503 },
      match: { service: 'catalog' },
    })
    const side = await venue.secondSide(createMemoryCopy(await venue.store.load()))
    const query = {
      text: 'election',
      tag: null,
      league: null,
      kind: null,
      live: null,
      closesWithin: null,
      combo: null,
      limit: 5,
      offset: 0,
    }
    const search = (): number =>
      side.catalog.search({ ...query, status: 'open', sort: 'relevance' }).hits.length
    await waitFor('the copy to be searchable', () => search() > 0)
    assert.equal(side.catalog.freshAt(), null)
    assert.notEqual(side.catalog.health().state, 'live')
    await venue.heal()
    await waitFor('a fresh catalog', () => side.catalog.freshAt() !== null)
    assert.equal(side.catalog.health().state, 'live')
    assert.ok(search() > 0)
  })
})
