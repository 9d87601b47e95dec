/** The adapter against the simulated venue over real sockets: what one side signs and says, the other understands. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseMarketId, parseOutcomeId, type MarketId, type OrderId, type OutcomeId } from '#core/ids.ts'
import { micros } from '#core/money.ts'
import { fittingSize } from '#core/order/order-amounts.ts'
import { TICK_SIZES, priceFromSteps, type Price, type TickSize } from '#core/price.ts'
import type { MarketFeedEvent, UserFeedEvent } from '#ports/venue-feeds.ts'
import type { OrderRequest, PlaceOutcome, PreparedOrder } from '#ports/venue-trading.ts'
import { startSimulator } from '#simulator/program.ts'
import type { RunningSimulator } from '#simulator/running.ts'
import { parseProfile } from '#venue/profile.ts'
import { fromHex } from '#venue/signing/bytes.ts'
import { createTestClock, createTestLog, createTestRandom, until } from '#venue/testing/host.ts'
import { createVenue, type Venue } from '#venue/venue.ts'

type Listed = {
  readonly conditionId: string
  readonly tokens: readonly [string, string]
  readonly tick: number
  readonly minimumSize: string
  readonly secondsDelay: number
  readonly acceptingOrders: boolean
  readonly gameStart: number | null
}
type Market = {
  readonly marketId: MarketId
  readonly outcomeId: OutcomeId
  readonly tickSize: TickSize
  readonly negRisk: boolean
  readonly minimum: bigint
}

let simulator: RunningSimulator
let venue: Venue
let ordinary: Market
let negRisk: Market
const userEvents: UserFeedEvent[] = []
const marketEvents: MarketFeedEvent[] = []

async function control(path: string): Promise<unknown> {
  const response = await fetch(`${simulator.controlUrl}/_sim${path}`)
  assert.equal(response.status, 200, path)
  return response.json()
}

async function pickMarket(wanted: boolean): Promise<Market> {
  const all = (await control('/markets')) as readonly { id: string; neg_risk: boolean; closed: boolean }[]
  for (const { id } of all.filter((one) => one.neg_risk === wanted && !one.closed)) {
    const { listed } = (await control(`/market/${id}`)) as { readonly listed?: Listed }
    const calm = listed?.acceptingOrders === true && listed.secondsDelay === 0 && listed.gameStart === null
    if (!calm) continue
    const marketId = parseMarketId(`pm:${listed.conditionId}`)
    const outcomeId = parseOutcomeId(`pm:${listed.tokens[0]}`)
    const tickSize = TICK_SIZES.find((tick) => tick === listed.tick)
    if (marketId === null || outcomeId === null || tickSize === undefined) continue
    return { marketId, outcomeId, tickSize, negRisk: wanted, minimum: BigInt(listed.minimumSize) }
  }
  throw new Error('the simulated venue lists no calm market')
}

function price(steps: number): Price {
  const made = priceFromSteps(steps)
  assert.ok(made !== null)
  return made
}

/** A buy of the smallest size at the lowest price, unless changed. */
function order(market: Market, change: Partial<OrderRequest> = {}): PreparedOrder {
  const prepared = venue.trading.prepare({
    outcomeId: market.outcomeId,
    side: 'BUY',
    price: price(market.tickSize),
    size: micros(market.minimum),
    tickSize: market.tickSize,
    negRisk: market.negRisk,
    timeInForce: 'GTC',
    postOnly: false,
    expiresAt: null,
    ...change,
  })
  assert.ok(prepared !== null)
  return prepared
}

function send(prepared: PreparedOrder): Promise<PlaceOutcome> {
  return venue.trading.submit(prepared, () => null)
}

async function rest(market: Market, change: Partial<OrderRequest> = {}): Promise<OrderId> {
  const prepared = order(market, change)
  assert.deepEqual(await send(prepared), { kind: 'accepted', orderId: prepared.orderId, status: 'live' })
  return prepared.orderId
}

/** Some ticks above the best ask, which may move meanwhile: certain to match. */
async function crossingPrice(market: Market): Promise<Price> {
  const book = await venue.catalog.book(market.outcomeId)
  const bestAsk = book.ok ? book.value?.asks[0]?.[0] : undefined
  assert.ok(bestAsk !== undefined)
  return price(Math.min(bestAsk + 10 * market.tickSize, 10_000 - market.tickSize))
}

async function openIds(): Promise<readonly OrderId[]> {
  const open = await venue.account.openOrders()
  assert.ok(open.ok)
  return open.value.orders.map(({ id }) => id)
}

function received(id: OrderId, change: 'placement' | 'update' | 'cancellation'): boolean {
  return userEvents.some(
    (event) => event.type === 'order' && event.change === change && event.order.id === id,
  )
}

before(async () => {
  simulator = await startSimulator({ port: 0, seed: 'venue-adapter' })
  const profile = parseProfile(simulator.profile)
  assert.ok(profile.ok)
  venue = await createVenue({
    profile: profile.value,
    secrets: {
      walletAddress: simulator.accounts.depositWallet,
      signerAddress: null,
      sessionKey: fromHex(simulator.accounts.sessionKey),
      credentials: null,
    },
    clock: createTestClock(),
    random: createTestRandom(),
    log: createTestLog(),
  })
  ordinary = await pickMarket(false)
  negRisk = await pickMarket(true)
  assert.deepEqual(await venue.account.establishCredentials(), { kind: 'ready' })
  venue.userFeed.start((event) => userEvents.push(event))
  venue.marketFeed.start((event) => marketEvents.push(event))
  venue.marketFeed.follow([ordinary.outcomeId, negRisk.outcomeId])
  await until(() => userEvents.some(({ type }) => type === 'connected'), 'the user channel')
})

after(async () => {
  await venue.close()
  await simulator.stop()
})

describe('the adapter at the simulated venue', () => {
  test('the place is allowed, the clocks agree, the signer and its money are known', async () => {
    assert.deepEqual(await venue.geoblock.check(), { kind: 'answered', blocked: false })
    const skew = await venue.account.clockSkew()
    assert.ok(skew.ok && Math.abs(skew.value) < 1500)
    const listing = await venue.account.keyListing()
    assert.ok(listing.ok && listing.value.kind === 'listed' && listing.value.signer.scopes.includes('CLOB'))
    const balance = await venue.account.balance('COLLATERAL')
    assert.ok(balance.ok && balance.value.balance > 0n && balance.value.allowance !== null)
    assert.ok((await venue.account.refreshBalance(ordinary.outcomeId)).ok)
  })

  test('existing credentials are derived again', async () => {
    assert.deepEqual(await venue.account.establishCredentials(), { kind: 'ready' })
  })

  for (const [name, market] of [
    ['an ordinary', () => ordinary],
    ['a neg-risk', () => negRisk],
  ] as const) {
    test(`a resting order of ${name} market is live, listed, published and cancelled`, async () => {
      const id = await rest(market())
      assert.ok((await openIds()).includes(id))
      const read = await venue.account.order(id)
      assert.ok(read.ok && read.value !== null)
      assert.deepEqual(
        [read.value.state, read.value.marketId, read.value.matchedSize],
        ['live', market().marketId, 0n],
      )
      await until(() => received(id, 'placement'), 'the placement')
      assert.deepEqual(await venue.trading.cancel([id]), {
        kind: 'answered',
        cancelled: [id],
        notCancelled: [],
      })
      await until(() => received(id, 'cancellation'), 'the cancellation')
      assert.ok(!(await openIds()).includes(id))
    })
  }

  test('an order with an end carries it', async () => {
    const expiresAt = (Math.floor(Date.now() / 1000) + 3600) * 1000
    const id = await rest(ordinary, { timeInForce: 'GTD', expiresAt, postOnly: true })
    const read = await venue.account.order(id)
    assert.ok(read.ok)
    assert.deepEqual([read.value?.timeInForce, read.value?.expiresAt], ['GTD', expiresAt])
    await venue.trading.cancel([id])
  })

  test('a matching order is matched, and its trade is published and listed with our order as taker', async () => {
    const startedAt = Date.now()
    const rule = { price: await crossingPrice(ordinary), timeInForce: 'FAK' } as const
    const prepared = order(ordinary, { ...rule, size: fittingSize(rule, micros(20_000_000n)) })
    assert.deepEqual(await send(prepared), { kind: 'accepted', orderId: prepared.orderId, status: 'matched' })
    const isOurs = (event: UserFeedEvent): boolean =>
      event.type === 'trade' && event.trade.taker?.orderId === prepared.orderId
    await until(() => userEvents.some(isOurs), 'the trade')
    const trades = await venue.account.trades(startedAt - 5_000)
    assert.ok(trades.ok)
    const trade = trades.value.trades.find(({ taker }) => taker?.orderId === prepared.orderId)
    assert.ok(trade !== undefined && trade.makers.length > 0)
    assert.deepEqual(
      [trade.taker?.outcomeId, trade.taker?.side, (trade.taker?.size ?? 0n) > 0n],
      [ordinary.outcomeId, 'BUY', true],
    )
  })

  test('a fill-or-kill that cannot fill is refused in the words of the venue', async () => {
    const outcome = await send(order(ordinary, { timeInForce: 'FOK', size: micros(1_000_000_000n) }))
    assert.ok(outcome.kind === 'refused')
    assert.equal(outcome.rejection.code, 'venue_rejected')
    assert.match(outcome.rejection.message, /FOK/)
  })

  test('a buy that takes for less than 1 pUSD is refused as such', async () => {
    const cheap = { price: price(5_000), size: micros(1_000_000n), timeInForce: 'FAK' } as const
    const outcome = await send(order(ordinary, cheap))
    assert.ok(outcome.kind === 'refused')
    assert.deepEqual(
      [outcome.rejection.code, outcome.rejection.message],
      ['below_min_size', 'invalid amount for a marketable BUY order ($0.5), min size: $1'],
    )
  })

  test('a post-only order that would cross is refused as such', async () => {
    const outcome = await send(order(ordinary, { price: await crossingPrice(ordinary), postOnly: true }))
    assert.equal(outcome.kind === 'refused' && outcome.rejection.code, 'post_only_would_cross')
  })

  test('an order below the minimum size, and one beyond the balance, are refused as such', async () => {
    const small = await send(order(ordinary, { size: micros(10_000n) }))
    assert.equal(small.kind === 'refused' && small.rejection.code, 'below_min_size')
    const large = await send(order(ordinary, { size: micros(900_000_000_000_000n) }))
    assert.equal(large.kind === 'refused' && large.rejection.code, 'insufficient_balance')
  })

  test('cancels of a market and of everything name what they ended', async () => {
    const first = await rest(ordinary)
    const second = await rest(negRisk)
    assert.deepEqual(await venue.trading.cancelMarket({ marketId: ordinary.marketId }), {
      kind: 'answered',
      cancelled: [first],
      notCancelled: [],
    })
    const third = await rest(ordinary)
    const all = await venue.trading.cancelAll()
    assert.ok(all.kind === 'answered')
    assert.deepEqual(new Set(all.cancelled), new Set([second, third]))
    assert.deepEqual(await openIds(), [])
    const again = await venue.trading.cancel([second, third])
    assert.ok(again.kind === 'answered' && again.notCancelled.length === 2)
  })

  test('books come with the subscription and follow our own orders', async () => {
    const hasBook = (id: OutcomeId): boolean =>
      marketEvents.some((event) => event.type === 'snapshot' && event.outcomeId === id)
    await until(() => hasBook(ordinary.outcomeId) && hasBook(negRisk.outcomeId), 'both books')
    const from = marketEvents.length
    const id = await rest(ordinary)
    await until(
      () =>
        marketEvents
          .slice(from)
          .some(
            (event) =>
              event.type === 'changes' &&
              event.changes.some(
                (one) =>
                  one.outcomeId === ordinary.outcomeId &&
                  one.side === 'BUY' &&
                  one.price === ordinary.tickSize,
              ),
          ),
      'the level of our order',
    )
    await venue.trading.cancel([id])
    venue.marketFeed.resync(ordinary.outcomeId)
    const snapshots = (): number => marketEvents.filter(({ type }) => type === 'snapshot').length
    const before = snapshots()
    await until(() => snapshots() > before, 'a fresh book')
    const status = venue.marketFeed.status()
    assert.deepEqual([status.state, status.unreadable, status.reconnects], ['live', 0, 0])
  })

  test('the whole catalog is read, nothing of it skipped', async () => {
    let cursor: string | null = null
    let events = 0
    do {
      const page = await venue.catalog.events({ closed: false, cursor })
      assert.ok(page.ok)
      assert.equal(page.value.notUnderstood.count, 0)
      events += page.value.events.length
      cursor = page.value.nextCursor
    } while (cursor !== null)
    assert.ok(events > 10)
    for (const list of [await venue.catalog.tags(), await venue.catalog.teams()]) {
      assert.ok(list.rows.length > 0)
      assert.equal(list.fault, null)
    }
    const leagues = await venue.catalog.leagues()
    assert.ok(leagues.ok && leagues.value.length > 0)
    assert.ok((await venue.catalog.history(ordinary.outcomeId, '1d', 10)).ok)
  })

  test('a broken user channel is reported and reconnected', async () => {
    const count = (type: UserFeedEvent['type']): number =>
      userEvents.filter((event) => event.type === type).length
    const connected = count('connected')
    venue.userFeed.reconnect()
    await until(() => count('connected') > connected && count('disconnected') > 0, 'the reconnection')
    const id = await rest(ordinary)
    await until(() => received(id, 'placement'), 'the placement')
    await venue.trading.cancel([id])
  })

  test('the simulated venue saw nothing that a correct client never does', async () => {
    assert.deepEqual(((await control('/violations')) as { violations: unknown }).violations, [])
  })
})
